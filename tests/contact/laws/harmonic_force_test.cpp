#include "contact/laws/joint_laws.hpp"
#include "tests/contact/laws/harmonic_draws.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::test;
using Catch::Contains;

namespace {

using std::numbers::pi;

const Vector none;

} // namespace

TEST_CASE("A cubic spring answers a harmonic with 3/4 of it and 1/4 of the third", "[contact]")
{
    const Cubic law{5.0};
    for (const Index n_h : {1, 3, 4}) {
        const Harmonics h{n_h};
        Vector R = Vector::Zero(h.size());
        R(0) = 2; // cos^3 = 3/4 cos theta + 1/4 cos 3 theta
        const HarmonicForce out = force_of(law, h, R);
        Vector exact = Vector::Zero(h.size());
        exact(0) = 30;
        if (n_h >= 3)
            exact(4) = 10;
        CHECK(largest(out.F - exact) <= 30 * 1e-14);
    }
    std::mt19937 random(4);
    std::normal_distribution<double> normal;
    for (const bool means : {false, true})
        for (Index rows = 1; rows <= 3; ++rows)
            for (Index n_h = 1; n_h <= 3; ++n_h) {
                const Harmonics h{n_h, means};
                Vector R(rows * h.size()), lambda(R.size());
                for (Index i = 0; i < R.size(); ++i) {
                    R(i) = normal(random);
                    lambda(i) = normal(random);
                }
                const HarmonicForce out = force_of(law, h, R, lambda);
                const HarmonicForce in_time = sampled(law, h, R, 64);
                CHECK(largest(out.F - in_time.F) <= 1e-13 * largest(out.F)); // both exact
                CHECK(largest(out.J - in_time.J) <= 1e-13 * largest(out.J));
                const Differences error = differences(law, h, R, lambda);
                CHECK(error.J <= 1e-8); // round-off over the step
                CHECK(error.H <= 1e-8);
                CHECK(largest(out.H - out.H.transpose()) <= 1e-13 * largest(out.H));
            }
}

TEST_CASE("Free play: harmonic forces are those of the law in time, derivatives their slopes",
          "[contact]")
{
    // One sided, r = A cos theta, A = 2 clearance: contact for |theta| < pi/3, and the first
    // harmonic is k A / pi (theta_c - sin theta_c cos theta_c).
    const Gap stop({.stiffness = 3, .clearance = 0.5});
    const double c = pi / 3;
    Vector one(2);
    one << 1, 0;
    CHECK(force_of(stop, {1}, one).F(0) ==
          Approx(3 / pi * (c - std::sin(c) * std::cos(c))).epsilon(1e-14));

    std::mt19937 random(6);
    std::normal_distribution<double> normal;
    int touching = 0;
    for (int n = 0; n < 600; ++n) {
        const Gap law({.stiffness = 3, .clearance = 0.1 * (1 + n % 13), .both_sides = n % 2 == 0});
        const Harmonics h{1 + n % 4, n % 3 == 0};
        const Index rows = 1 + n % 2;
        Vector R(rows * h.size()), lambda(R.size());
        for (Index i = 0; i < R.size(); ++i) {
            R(i) = normal(random) / static_cast<double>((i % h.size()) / 2 + 1);
            lambda(i) = normal(random);
        }
        const HarmonicForce out = force_of(law, h, R, lambda);
        const HarmonicForce in_time = sampled(law, h, R, 1 << 14);
        CAPTURE(n);
        CHECK(largest(out.F - in_time.F) <= 1e-6); // the square of a step
        CHECK(largest(out.J - in_time.J) <= 1e-2); // a step
        const Differences error = differences(law, h, R, lambda);
        CHECK(error.J <= 1e-8); // as the friction element
        CHECK(error.H <= 1e-6);
        touching += largest(out.H) > 0;
    }
    CHECK(touching > 400);
}

TEST_CASE("Harmonic forces refuse laws and sizes that they do not know", "[contact]")
{
    HarmonicWorkspace work({2, false});
    HarmonicForce out;
    const Vector R = Vector::Zero(8);
    CHECK(ElasticCoulomb{}.has_harmonic_force());
    CHECK(Cubic{}.has_harmonic_force());
    CHECK(Gap{}.has_harmonic_force());
    CHECK_FALSE(Gap({.damping = 1}).has_harmonic_force());
    CHECK_FALSE(Coulomb{}.has_harmonic_force());
    CHECK_FALSE(Linear{}.has_harmonic_force());
    CHECK_THROWS_WITH(harmonic_force(JointLaw(Coulomb{}), R, none, work, out),
                      Contains("\"coulomb\"") && Contains("elastic-coulomb"));
    CHECK_THROWS_WITH(harmonic_force(Gap({.stiffness = 1, .damping = 1}), R, none, work, out),
                      Contains("\"gap\" with damping"));
    CHECK_THROWS_WITH(sampled_force(Coulomb{}, {2}, R, 0, 64, out), Contains("\"coulomb\""));
    CHECK_THROWS_WITH(sampled_force(Cubic{1}, {2}, R, 0, 4, out), Contains("samples = 4"));
    CHECK_THROWS_WITH(harmonic_force(ElasticCoulomb{}, Vector::Zero(7), none, work, out),
                      Contains("7 coefficients; needs 8"));
    CHECK_THROWS_WITH(harmonic_force(ElasticCoulomb{}, R, Vector::Zero(3), work, out),
                      Contains("3 entries; needs 0 or 8"));
    CHECK_THROWS_WITH(HarmonicWorkspace({0, false}), Contains("n_h = 0"));
    Vector lost = R;
    lost(5) = std::nan("");
    for (const JointLaw& law :
         std::vector<JointLaw>{ElasticCoulomb({1, 1, 1, 1}), Gap({1}), Cubic{1}}) {
        harmonic_force(law, lost, none, work, out);
        CHECK(std::isnan(out.F(0))); // not a force that looks like one
    }
}
