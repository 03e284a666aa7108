#include "dynamics/orbits/orbit_branches.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

using namespace slideway;
using namespace slideway::dynamics;

// Beyond a grazing the derivatives of a motion change by K sqrt(d), d: the depth, K: about 9 times
// the ratio of stiffnesses here. So the branch turns within 1/K^2 of the clearance: from 1e-6 down
// to 1e-20, far below round-off.

namespace {

constexpr double clearance = 0.05;

std::vector<ModalOutput> first_mass()
{
    return {{test::free_play_modes().row(0).transpose()}};
}

OrbitBranches follow(const test::FreePlay& at, double from, double to,
                     std::optional<bool> half = {})
{
    const OrbitFamily family(test::free_play(at), {});
    const PeriodicMotion start = periodic_motion(family, Vector::Zero(4), at.Omega, 1, half);
    REQUIRE(start.found);
    OrbitBranchOptions o;
    o.from = from;
    o.to = to;
    o.max_points = 1500;
    return orbit_branches(family, start, at.Omega, first_mass(), o);
}

struct Label {
    OrbitLabel label;
    double p;
    int multiplicity;
};

std::vector<Label> labels_of(const OrbitBranch& of)
{
    std::vector<Label> out;
    for (Index k = 0; k < of.branch.n_points(); ++k)
        if (const auto i = static_cast<std::size_t>(k); of.labels[i] != OrbitLabel::none)
            out.push_back({of.labels[i], of.branch.p(k), of.multiplicity[i]});
    return out;
}

// Distance of the multipliers of the label's map from where the label has one.
double own_equation(const test::FreePlay& parameters, const OrbitBranch& of, Index k)
{
    OrbitEquations equations({test::free_play(parameters), {}}, of.form, first_mass(), 1e-13);
    const OrbitEquations::At& at = equations.at(of.branch.x.col(k), of.branch.p(k));
    const OrbitLabel label = of.labels[static_cast<std::size_t>(k)];
    if (label == OrbitLabel::grazing) {
        double least = 1;
        for (const MotionExtremum& extremum : at.extrema)
            if (extremum.of == 0)
                least = std::min(least, std::abs(std::abs(extremum.value) - clearance));
        return least / clearance;
    }
    double least = 1e300;
    for (const Complex& sigma : at.stability.multipliers) {
        const Complex place = label == OrbitLabel::fold ? Complex(1)
                              : label == OrbitLabel::neimark_sacker
                                  ? sigma / std::abs(sigma)
                                  : Complex(of.form.half ? -1 : 1);
        least = std::min(least, std::abs(sigma - place));
    }
    return least;
}

// Every label solves its own equation, and the number of multipliers outside the unit circle
// changes at labels alone.
void check_branch(const test::FreePlay& parameters, const OrbitBranch& of)
{
    CHECK(of.unlocated.empty());
    for (Index k = 0; k < of.branch.n_points(); ++k) {
        const OrbitLabel label = of.labels[static_cast<std::size_t>(k)];
        if (label == OrbitLabel::none || label == OrbitLabel::start || label == OrbitLabel::bound)
            continue;
        CAPTURE(name_of(label), of.branch.p(k), k);
        CHECK(own_equation(parameters, of, k) < (label == OrbitLabel::grazing ? 1e-11 : 1e-4));
    }
}

std::vector<double> grazings(const OrbitBranch& of)
{
    std::vector<double> at;
    for (Index k = 0; k < of.branch.n_points(); ++k)
        if (of.labels[static_cast<std::size_t>(k)] == OrbitLabel::grazing)
            at.push_back(of.branch.p(k));
    return at;
}

bool holds(const std::vector<double>& values, double value)
{
    return std::any_of(values.begin(), values.end(),
                       [&](double at) -> bool { return std::abs(at - value) < 2e-10; });
}

} // namespace

TEST_CASE("Grazing without other contact does not depend on the stiffness of the stop",
          "[dynamics]")
{
    // Motions that just touch know nothing of the stop: docs/theory/periodic_orbits.md, section 8.
    for (double k_p = 1e2; k_p < 2e9; k_p *= 10) {
        CAPTURE(k_p);
        const test::FreePlay low{.Omega = 0.7, .k_p = k_p};
        const OrbitBranches first = follow(low, 0.7, 1.25);
        CHECK(holds(grazings(first.branches.front()), 0.8595453660));
        check_branch(low, first.branches.front());
        const test::FreePlay between{.Omega = 1.2, .k_p = k_p};
        const OrbitBranches both = follow(between, 1.0, 1.5);
        CHECK(holds(grazings(both.branches.front()), 1.0466346411));
        CHECK(holds(grazings(both.branches.front()), 1.3246193936));
        check_branch(between, both.branches.front());
    }
}

TEST_CASE("Motions that are their own mirror are followed by the whole period too", "[dynamics]")
{
    // By the half period, which is regular where both extrema of a pair graze at once. Grazings of
    // whole periods count both.
    for (double k_p = 1e2; k_p < 2e9; k_p *= 100) {
        CAPTURE(k_p);
        const test::FreePlay low{.Omega = 0.7, .k_p = k_p};
        const OrbitBranch half = follow(low, 0.7, 1.25).branches.front(),
                          whole = follow(low, 0.7, 1.25, false).branches.front();
        REQUIRE(half.form.half);
        CHECK(whole.form == OrbitForm{1, false, 1});
        CHECK(whole.unlocated == half.unlocated);
        const std::vector<Label> expected = labels_of(half), found = labels_of(whole);
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CHECK(found[i].label == expected[i].label);
            CHECK(found[i].p ==
                  Approx(expected[i].p).epsilon(1e-9)); // located to 1e-11 of a motion
            const int pairs = found[i].label == OrbitLabel::grazing ? 2 : 1;
            CHECK(found[i].multiplicity == pairs * expected[i].multiplicity);
        }
        // Each point is its own mirror half a period later: Newton's method leaves 5e-13 of the
        // derivatives, which reach 1e5 beside such stops. Multipliers are the squares of those of
        // the half period.
        const OrbitFamily family(test::free_play(low), {});
        OrbitEquations halves(family, {1, true, 1}, first_mass(), 1e-13);
        for (Index k = 0; k < whole.branch.n_points(); k += 7) {
            CAPTURE(whole.branch.p(k));
            const Vector x = whole.branch.x.col(k);
            CHECK(halves.residual(x, whole.branch.p(k)) < 5e-8);
            const OrbitEquations::At& at = halves.at(x, whole.branch.p(k));
            CHECK(whole.branch.monitors(orbit_growth, k) ==
                  Approx(std::norm(at.stability.multipliers(0))).epsilon(1e-12));
            CHECK(whole.branch.monitors(orbit_beyond, k) == 2 * at.beyond);
        }
    }
}
