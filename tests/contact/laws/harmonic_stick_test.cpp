#include "contact/laws/joint_laws.hpp"
#include "tests/contact/laws/harmonic_draws.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <random>
#include <utility>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::test;

TEST_CASE("The first harmonic sticks up to the exact onset of slip", "[contact]")
{
    // Stuck iff |k_t X - mu k_n Y| + |k_t X + mu k_n Y| <= 2 mu N0, X and Y complex: the two bounds
    // of the slider just leave room for one point.
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> unit(0.1, 3);
    const Harmonics h{1};
    for (int n = 0; n < 500; ++n) {
        ElasticCoulomb law({.k_t = unit(random), .k_n = unit(random), .friction = unit(random)});
        Vector R(4);
        for (double& r : R)
            r = normal(random);
        const std::complex<double> x(law.k_t * R(0), -law.k_t * R(1));
        const std::complex<double> y(R(2), -R(3));
        const double mu_kn = law.friction * law.k_n;
        const double onset = (std::abs(x - mu_kn * y) + std::abs(x + mu_kn * y)) / 2 / law.friction;
        CAPTURE(n);
        for (const double beside : {1e-3, 1e-9, 1e-13}) { // the last a few hundred round-offs
            law.preload = onset * (1 + beside);
            const HarmonicForce stuck = force_of(law, h, R);
            CHECK(stuck.events.empty());
            CHECK(stuck.states == std::vector<FrictionState>{FrictionState::stick});
            CHECK(largest(stuck.F.head(2) - law.k_t * R.head(2)) == 0);
            CHECK(
                largest(stuck.J - Matrix(Vector(Eigen::Vector4d(law.k_t, law.k_t, law.k_n, law.k_n))
                                             .asDiagonal())) == 0);
            law.preload = onset * (1 - beside);
            const HarmonicForce slips = force_of(law, h, R);
            CHECK(slips.events.size() >= 3);
            // Beside the onset the force is still that of the spring.
            if (beside < 1e-8)
                CHECK(largest(slips.F.head(2) - law.k_t * R.head(2)) <=
                      1e-8 * law.k_t * largest(R));
        }
    }
}

TEST_CASE("A cycle that sticks keeps its slider as near to rest as its limits allow", "[contact]")
{
    // x = x0 + A cos theta under constant load: |k (x - z)| <= T leaves z in [x0 + A - T/k,
    // x0 - A + T/k]; the nearest to 0 is where the slider stops that starts there.
    const Harmonics h{1, true};
    const ElasticCoulomb law({.k_t = 2e3, .k_n = 0, .friction = 0.5, .preload = 8});
    const double T = 4, A = 1e-3;
    for (const auto& [x0, z] :
         std::vector<std::pair<double, double>>{{0.0005, 0}, {0.004, 0.003}, {-0.004, -0.003}}) {
        Vector R(6);
        R << x0, A, 0, 0, 0, 0;
        const HarmonicForce out = force_of(law, h, R);
        CAPTURE(x0);
        REQUIRE(std::abs(x0 - z) + A <= T / law.k_t + 1e-15);
        CHECK(out.states == std::vector<FrictionState>{FrictionState::stick});
        CHECK(out.F(0) == Approx(law.k_t * (x0 - z)).epsilon(1e-14));
        CHECK(out.F(1) == Approx(law.k_t * A).epsilon(1e-14));
        CHECK(out.F(3) == 8);
        const HarmonicForce in_time = sampled(law, h, R, 64); // samples hit the extremes
        CHECK(largest(out.F - in_time.F) <= 1e-13 * T);
        CHECK(largest(out.J - in_time.J) <= 1e-13 * law.k_t);
    }
}

TEST_CASE("A workspace that holds a cycle gives what a new one does, to the last bit", "[contact]")
{
    // One of them, evaluated in turn for its cycle and for neighbouring cycles: another number
    // of the law, another motion, an onset held or no longer.
    for (const bool means : {false, true}) {
        Draws draws(means);
        for (int n = 0; n < 200; ++n) {
            Draw d = draws.next();
            HarmonicWorkspace work(d.h);
            auto check = [&](const OnsetPlace* held) -> std::vector<OnsetPlace> {
                const HeldOnsets places(held, held ? 1 : 0);
                SlipOnsets onsets, new_onsets;
                HarmonicForce force, new_force;
                for (const bool second : {false, true}) {
                    HarmonicWorkspace new_work(d.h);
                    const Vector lambda = second ? d.lambda : Vector();
                    harmonic_force(d.law, d.R, lambda, places, work, force);
                    harmonic_force(d.law, d.R, lambda, places, new_work, new_force);
                    CHECK(force.F == new_force.F);
                    CHECK(force.J == new_force.J);
                    CHECK(force.H == new_force.H);
                    CHECK(force.states == new_force.states);
                }
                HarmonicWorkspace new_work(d.h);
                slip_onsets(d.law, d.R, places, work, onsets);
                slip_onsets(d.law, d.R, places, new_work, new_onsets);
                REQUIRE(onsets.list.size() == new_onsets.list.size());
                CHECK(onsets.gradient == new_onsets.gradient);
                CHECK(onsets.jump == new_onsets.jump);
                std::vector<OnsetPlace> found;
                for (std::size_t i = 0; i < onsets.list.size(); ++i) {
                    CHECK(onsets.list[i].margin == new_onsets.list[i].margin);
                    found.push_back(onsets.list[i].at);
                }
                return found;
            };
            CAPTURE(means, n);
            for (const OnsetPlace& place : check(nullptr))
                check(&place);
            check(nullptr);
            d.law.friction *= 1.001;
            check(nullptr);
            d.R(1) *= 1.001;
            check(nullptr);
        }
    }
}
