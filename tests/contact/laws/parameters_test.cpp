#include "contact/laws/joint_laws.hpp"
#include "tests/contact/laws/harmonic_draws.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::test;
using Catch::Contains;

namespace {

SlipOnsets onsets_of(const JointLaw& law, const Harmonics& h, const Vector& R)
{
    HarmonicWorkspace work(h);
    SlipOnsets out;
    slip_onsets(law, R, {}, work, out);
    return out;
}

Vector margins_by(const Scaling& p, const Harmonics& h, const Vector& R, const SlipOnsets& onsets)
{
    Vector all(static_cast<Index>(onsets.list.size()));
    for (Index i = 0; i < all.size(); ++i)
        all(i) = margin_by_parameter(h, p, R, onsets, i);
    return all;
}

// Largest errors of dF/d ln p, relative to its largest entry, and of the margins of onsets against
// central differences, of the best of four steps.
void check_derivatives(const JointLaw& law, const Harmonics& h, const Vector& R)
{
    const Matrix all = derivatives_of(law, h, R);
    const SlipOnsets onsets = onsets_of(law, h, R);
    REQUIRE(all.cols() > 0);
    for (const auto& [name, member, scaling] : scaled(law)) {
        const Vector dF = all.col(law->parameter_index(name)),
                     d_margins = margins_by(*scaling, h, R, onsets);
        const double value = law->parameter(name);
        double error = 1e300, margin_error = 1e300;
        for (const double step : {1e-4, 1e-5, 1e-6, 1e-7}) {
            const JointLaw ahead = law->with(name, value * (1 + step)),
                           behind = law->with(name, value * (1 - step));
            const double width = (ahead->parameter(name) - behind->parameter(name)) / value;
            const Vector slope = (force_of(ahead, h, R).F - force_of(behind, h, R).F) / width;
            const double size = largest(dF);
            error = std::min(error, largest(slope - dF) / (size > 0 ? size : 1));
            const SlipOnsets after = onsets_of(ahead, h, R), before = onsets_of(behind, h, R);
            if (after.list.size() != onsets.list.size() || before.list.size() != after.list.size())
                continue;
            double worst = 0;
            for (std::size_t i = 0; i < onsets.list.size(); ++i) {
                const double d_margin = d_margins(static_cast<Index>(i));
                worst = std::max(
                    worst,
                    std::abs((after.list[i].margin - before.list[i].margin) / width - d_margin) /
                        (value + std::abs(d_margin)));
            }
            margin_error = std::min(margin_error, worst);
        }
        CAPTURE(name);
        CHECK(error <= 1e-7); // round-off over the step
        if (!onsets.list.empty())
            CHECK(margin_error <= 1e-7);
    }
}

// F(R; s p) = s^force F(s^displacement R; p)
void check_scaling(const JointLaw& law, const Harmonics& h, const Vector& R)
{
    auto times = [&](Vector v, Scaling::Powers powers, double s) -> Vector {
        for (Index i = 0; i < v.size(); ++i)
            v(i) *= std::pow(s, powers.power(i / h.size()));
        return v;
    };
    for (const auto& [name, member, scaling] : law->parameters())
        for (const double s : {0.9, 1.3}) {
            const Vector scaled = force_of(law->with(name, s * law->parameter(name)), h, R).F;
            const Vector expected =
                times(force_of(law, h, times(R, scaling->displacement, s)).F, scaling->force, s);
            CAPTURE(name, s);
            CHECK(largest(scaled - expected) <= 1e-12 * (1 + largest(expected))); // round-off
        }
}

} // namespace

TEST_CASE("Forces and margins of the friction element vary with its numbers as they should",
          "[contact]")
{
    for (const bool means : {false, true}) {
        Draws draws(means);
        for (int n = 0; n < 500; ++n) {
            Draw d = draws.next();
            if (n % 3 == 0)
                d.law.preload += 5;
            CAPTURE(means, n);
            check_derivatives(d.law, d.h, d.R);
            check_scaling(d.law, d.h, d.R);
            CHECK(slope_error(d.law, d.h, d.R, d.lambda) <= 1e-6);
        }
    }
}

TEST_CASE("Forces of free play and of cubic springs vary with their numbers as they should",
          "[contact]")
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    for (int n = 0; n < 300; ++n) {
        const Harmonics h{1 + n % 4, n % 3 == 0};
        Vector R((1 + n % 2) * h.size());
        for (Index i = 0; i < R.size(); ++i)
            R(i) = normal(random) / static_cast<double>((i % h.size()) / 2 + 1);
        CAPTURE(n);
        for (const JointLaw& law : std::vector<JointLaw>{
                 Gap({.stiffness = 3, .clearance = 0.1 * (1 + n % 13), .both_sides = n % 2 == 0}),
                 Cubic{1.5}}) {
            check_derivatives(law, h, R);
            check_scaling(law, h, R);
            CHECK(slope_error(law, h, R, R.reverse()) <= 1e-6);
        }
    }
}

TEST_CASE("Across an onset the force's derivatives by a number jump with those of the margin",
          "[contact]")
{
    // Preload takes the contact through its first slip: the root of the margin is extrapolated.
    int seen = 0;
    for (const bool means : {false, true}) {
        Draws draws(means);
        for (int n = 0; n < 200; ++n) {
            Draw d = draws.next();
            d.law.preload += 20;
            const SlipOnset first = onsets_of(d.law, d.h, d.R).list.at(0);
            if (first.at.kind != OnsetKind::first_slip)
                continue;
            d.law.preload += first.margin / (2 * d.law.friction);
            const SlipOnsets onsets = onsets_of(d.law, d.h, d.R);
            CHECK(std::abs(onsets.list[0].margin) <= 1e-13 * onsets.list[0].size);
            const OnsetPlace held = onsets.list[0].at;
            const Matrix before = derivatives_of(d.law, d.h, d.R, {&held, 1});
            auto beyond = [&](double step) -> Matrix {
                const JointLaw law = d.law.with("preload", d.law.preload * (1 - step));
                return derivatives_of(law, d.h, d.R);
            };
            if (force_of(d.law.with("preload", d.law.preload * (1 - 1e-8)), d.h, d.R)
                    .events.size() != 4)
                continue; // it opens
            ++seen;
            Eigen::RowVector4d d_margin;
            for (Index p = 0; p < 4; ++p)
                d_margin(p) = margin_by_parameter(
                    d.h, *d.law.parameters()[static_cast<std::size_t>(p)].scaling, d.R, onsets, 0);
            const Matrix jump = onsets.jump.col(0) * d_margin;
            const Matrix limit = 2 * beyond(2.5e-9) - beyond(1e-8);
            CAPTURE(means, n);
            CHECK(largest(limit - before - jump) <= 1e-5 * largest(limit));
            CHECK(largest(jump) > 1e-3);
        }
    }
    CHECK(seen > 200);
}

TEST_CASE("A law has its parameters by name, and one of them changed is a law of its own",
          "[contact]")
{
    const JointLaw law = ElasticCoulomb({.k_t = 1, .k_n = 2, .friction = 0.3, .preload = 4});
    const JointLaw other = law->with("friction", 0.5);
    CHECK(law->parameter("friction") == 0.3);
    CHECK(other->parameter("friction") == 0.5);
    CHECK(other->parameter("preload") == 4);
    CHECK(other->parameter("k_t") == 1);
    CHECK_THROWS_WITH(law->with("k3", 1),
                      Contains("\"k3\"") && Contains("k_t, k_n, friction and preload"));
    CHECK_THROWS_WITH(Coulomb{3}.parameter("limit"), Contains("it has none"));
    Vector lost = Vector::Ones(4);
    lost(1) = std::nan("");
    for (const JointLaw& each : std::vector<JointLaw>{law, Gap({1}), Cubic{1}})
        CHECK(std::isnan(derivatives_of(each, {1}, lost)(0, 0)));
}
