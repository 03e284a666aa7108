#include "contact/laws/smoothed_gap.hpp"

#include "contact/laws/gap.hpp"
#include "contact/laws/joint_phases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

using namespace slideway::contact;
using slideway::Index;

namespace {

using std::numbers::pi;

const SmoothedGap stops({.stiffness = 10, .clearance = 0.05, .both_sides = true, .delta = 1500});
const Gap sharp({.stiffness = 10, .clearance = 0.05, .both_sides = true});

template <class L>
ForceAndTangent at(const L& law, double r)
{
    JointMemory memory;
    ForceAndTangent out;
    law.force(memory, JointVector::Constant(1, r), JointVector::Zero(1), out);
    return out;
}
template <class L>
double force_of(const L& law, double r)
{
    return at(law, r).f(0);
}

// Simpson's rule.
template <class F>
double integral(const F& f, double from, double to, int panels)
{
    const double h = (to - from) / (2 * panels);
    double sum = f(from) + f(to);
    for (int i = 1; i < 2 * panels; ++i)
        sum += (i % 2 == 1 ? 4 : 2) * f(from + i * h);
    return sum * h / 3;
}

} // namespace

TEST_CASE("a smoothed stop misses that with a corner by W(1/e) k / delta at most", "[contact]")
{
    // u / (1 + e^u) is largest where 1 + e^u = u e^u, at u = 1 + w with w e^w = 1/e.
    const double w = largest_error();
    CHECK(w == Approx(0.278464542761074).epsilon(1e-14));
    CHECK(w * std::exp(w) == Approx(std::exp(-1)).epsilon(1e-15));
    CHECK(stops.smoothing()->largest_error == Approx(1.856430e-3).epsilon(1e-6));
    const double e = (1 + w) / 1500;
    CHECK(e == Approx(0.852310e-3).epsilon(1e-6));
    for (const double side : {1, -1})
        for (const double r : {0.05 + e, 0.05 - e})
            CHECK(side * (force_of(sharp, side * r) - force_of(stops, side * r)) ==
                  Approx(w * 10 / 1500).epsilon(1e-12));
    // Below that with corners everywhere, and nowhere further.
    double largest = 0;
    for (int i = 0; i <= 200000; ++i) {
        const double r = 0.1 * i / 200000, error = force_of(sharp, r) - force_of(stops, r);
        CHECK(error >= -1e-16); // round-off of 0.5 N
        CHECK(force_of(stops, -r) == -force_of(stops, r));
        largest = std::max(largest, error);
    }
    CHECK(largest == Approx(w * 10 / 1500).epsilon(1e-6));
}

TEST_CASE("the radius of influence holds 68 % of the area between the forces", "[contact]")
{
    const double R = radius_of_influence();
    CHECK(R == Approx(2.578019).epsilon(2e-7));
    CHECK(integral([](double u) { return u / (1 + std::exp(u)); }, 0, R, 2000) ==
          Approx(0.68 * pi * pi / 12).epsilon(1e-13));
    CHECK(stops.smoothing()->radius == Approx(0.0017186791).epsilon(1e-6));
    CHECK(stops.smoothing()->clearance == 0.05);
    CHECK(stops.smoothing()->delta == 1500);
    // In the paper's terms: of the area on both sides of a corner, (pi^2 / 6) k / delta^2.
    const auto error = [](double r) { return force_of(sharp, r) - force_of(stops, r); };
    const double radius = stops.smoothing()->radius;
    const double within =
        integral(error, 0.05 - radius, 0.05, 1000) + integral(error, 0.05, 0.05 + radius, 1000);
    CHECK(within == Approx(0.68 * pi * pi / 6 * 10 / (1500. * 1500)).epsilon(1e-9));
}

TEST_CASE("a smoothed stop is finite wherever the displacement is", "[contact]")
{
    const double far = 1e6 / 1500, most = std::numeric_limits<double>::max(),
                 least = std::numeric_limits<double>::denorm_min();
    for (const bool both_sides : {true, false}) {
        SmoothedGap law = stops;
        law.both_sides = both_sides;
        const Gap exact({.stiffness = 10, .clearance = 0.05, .both_sides = both_sides});
        for (const double r : {far, -far, 0.05 + far, 0.05 - far, 0.45, -0.45, 1e300 / 10}) {
            CAPTURE(r);
            // The other side is beyond the last digit.
            CHECK(force_of(law, r) == force_of(exact, r));
            CHECK(at(law, r).df_dr(0, 0) == at(exact, r).df_dr(0, 0));
        }
        for (const double r : {0., least, -least, 1e-310, -1e-310, 0.05, -0.05, 0.05 + least,
                               0.05 - 1e-17, -0.5, 0.5, most, -most}) {
            CAPTURE(r);
            const ForceAndTangent here = at(law, r);
            CHECK_FALSE(std::isnan(here.f(0)));
            CHECK(std::isfinite(here.df_dr(0, 0)));
            CHECK(law.slope(r, 0).by_r == here.df_dr(0, 0));
        }
    }
    // A stop without clearance is a spring, on both sides smoothed or not.
    const SmoothedGap spring({.stiffness = 10, .clearance = 0, .both_sides = true, .delta = 1500});
    for (const double r : {0., least, 1e-310, -1e-5, 3e-4, -0.002, 7.})
        CHECK(force_of(spring, r) == Approx(10 * r).epsilon(1e-15));
    // The sharpest and the bluntest that a number can say.
    for (const double delta : {1e300, 1e-300}) {
        const SmoothedGap law(
            {.stiffness = 10, .clearance = 0.05, .both_sides = true, .delta = delta});
        for (const double r : {0., 0.05, -0.05, 0.06, -0.06, 1e5})
            CHECK(std::isfinite(force_of(law, r) + law.slope(r, 0).by_r));
    }
}

TEST_CASE("the slope of a smoothed stop is that of its force and within its bound", "[contact]")
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-0.06, 0.06), near(-0.004, 0.004);
    for (const bool both_sides : {true, false}) {
        SmoothedGap law = stops;
        law.both_sides = both_sides;
        double steepest = 0;
        for (int n = 0; n < 2000; ++n) {
            const double r = n % 2 == 0 ? number(random) : 0.05 + near(random), h = 1e-7;
            const double slope = (force_of(law, r + h) - force_of(law, r - h)) / (2 * h);
            // (delta h)^2 k of the third derivative, round-off of 0.5 N over h.
            CHECK(law.slope(r, 0).by_r == Approx(slope).margin(1e-7));
            steepest = std::max(steepest, law.slope(r, 0).by_r);
        }
        CHECK(steepest <= law.bound(0, 1).stiffness);
        CHECK(steepest > 0.999 * law.bound(0, 1).stiffness);
    }
    // Corners so near to each other that they overlap.
    for (const double clearance : {0., 1e-5, 1e-4, 5e-4, 2e-3}) {
        const SmoothedGap law(
            {.stiffness = 10, .clearance = clearance, .both_sides = true, .delta = 1500});
        for (int i = -1000; i <= 1000; ++i)
            CHECK(law.slope(1e-5 * i, 0).by_r <= law.bound(0, 1).stiffness);
    }
}

TEST_CASE("a smoothed gap has one phase, whose corners give its force", "[contact]")
{
    const JointLaw law = stops;
    JointVector r(2), v(2);
    v << 3, -4;
    JointPiece piece;
    JointMemory memory;
    ForceAndTangent plain, in_phase;
    for (const double x : {-0.08, -0.0505, 0., 0.049, 0.0513, 2.}) {
        r << x, -0.7 * x;
        const JointPhases phases = law->phases_at(r, v);
        CHECK(phases.codes == std::vector<int>{0, 0});
        piece_of(law, phases, piece);
        CHECK(piece.guards.empty());
        CHECK(piece.corners.size() == 4);
        force_in(piece, r, v, in_phase);
        law->force(memory, r, v, plain);
        CHECK(memory.empty());
        CHECK((in_phase.f - plain.f).norm() == 0);
        CHECK((in_phase.df_dr - plain.df_dr).norm() == 0);
        CHECK(in_phase.df_dv.isZero(0));
    }
}

TEST_CASE("a smoothed gap says what it is, and its numbers can be changed", "[contact]")
{
    const JointLaw law = stops;
    CHECK(law->keyword() == "gap");
    CHECK((law->has_force() && law->is_smooth() && law->has_phases() && law->has_stability()));
    CHECK_FALSE(
        (law->is_linear() || law->is_dry() || law->stiffens() || law->has_harmonic_force()));
    CHECK(law->phase_codes().empty());
    const auto parameters = law->parameters();
    REQUIRE(parameters.size() == 3);
    for (const auto& [name, value] :
         {std::pair{"stiffness", 10.}, {"clearance", 0.05}, {"smoothing", 1500.}})
        CHECK(law->parameter(name) == value);
    // A factor on one of the others is no factor on force and displacement.
    CHECK(parameters[0].scaling.has_value());
    CHECK_FALSE(parameters[1].scaling.has_value());
    CHECK_FALSE(parameters[2].scaling.has_value());
    CHECK(law->with("smoothing", 3000)->smoothing()->radius == stops.smoothing()->radius / 2);
    CHECK_FALSE(JointLaw(sharp)->smoothing());
}
