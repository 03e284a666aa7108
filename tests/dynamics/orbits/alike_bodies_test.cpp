#include "dynamics/orbits/label_curves.hpp"
#include "dynamics/orbits/orbit_branches.hpp"
#include "dynamics/orbits/traced_motions.hpp"
#include "tests/dynamics/side_by_side.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;
using namespace slideway::dynamics;
using test::side_by_side;

namespace {

const contact::Gap& stop = test::stiff_stop;

// (q, q') at phase 0 of the motion without contact.
Vector without_contact(const JointedSystem& s, double Omega)
{
    Vector z(2 * s.n_modes());
    for (Index i = 0; i < s.n_modes(); ++i) {
        const double omega = s.modes.omega(i);
        const Complex q = s.force(i) / Complex(omega * omega - Omega * Omega, s.modes.c(i) * Omega);
        z(i) = q.real();
        z(s.n_modes() + i) = (Complex(0, Omega) * q).real();
    }
    return z;
}

} // namespace

TEST_CASE("Equal bodies at stiff stops have the labels of one of them", "[dynamics]")
{
    for (double k = 1e2; k < 2e9; k *= 100) {
        CAPTURE(k);
        const contact::Gap hard({k, 0.2, true, 0});
        OrbitBranchOptions o;
        o.from = 0.7;
        o.to = 1.25;
        std::vector<OrbitBranch> found;
        for (const std::vector<contact::JointLaw>& laws :
             {std::vector<contact::JointLaw>{hard}, {hard, hard}}) {
            const OrbitFamily family(side_by_side(laws), {});
            const Vector z = without_contact(family.system(), 0.7);
            const PeriodicMotion start = periodic_motion(family, z, 0.7, 1);
            REQUIRE(start.found);
            const ModalOutput output{family.joints().front().on.rows.row(0).transpose()};
            found.push_back(orbit_branches(family, start, 0.7, {output}, o).branches.front());
        }
        const OrbitBranch &one = found[0], &two = found[1];
        CHECK(two.unlocated.empty());
        std::vector<std::size_t> a, b;
        for (std::size_t i = 0; i < one.labels.size(); ++i)
            if (one.labels[i] != OrbitLabel::none)
                a.push_back(i);
        for (std::size_t i = 0; i < two.labels.size(); ++i)
            if (two.labels[i] != OrbitLabel::none)
                b.push_back(i);
        REQUIRE(a.size() == b.size());
        REQUIRE(a.size() >= 3);
        for (std::size_t i = 0; i < a.size(); ++i) {
            const OrbitLabel label = one.labels[a[i]];
            CHECK(two.labels[b[i]] == label);
            // Both are located to 1e-11 of a motion, folds and branch points on a multiplier that
            // is steeper than that by the stop.
            CHECK(two.branch.p(static_cast<Index>(b[i])) ==
                  Approx(one.branch.p(static_cast<Index>(a[i]))).epsilon(1e-9));
            const bool ends = label == OrbitLabel::start || label == OrbitLabel::bound;
            CHECK(two.multiplicity[b[i]] == (ends ? 1 : 2) * one.multiplicity[a[i]]);
        }
    }
}

TEST_CASE("Grazings of equal bodies at stiff stops are followed over the level", "[dynamics]")
{
    // All four extrema graze at once along the curve. Motions that just touch are linear:
    // |0.1 level / (1 - Omega^2 + 0.05 j Omega)| = 0.2.
    for (const std::optional<bool> half : {std::optional<bool>(), std::optional(false)}) {
        const OrbitFamily family(side_by_side({stop, stop}), {},
                                 OrbitParameter{OrbitParameter::Kind::level});
        const Vector z = without_contact(family.system(), 0.65);
        const PeriodicMotion start = periodic_motion(family, z, 0.65, 1, half);
        REQUIRE(start.found);
        OrbitBranchOptions o;
        o.from = 0.65;
        o.to = 0.72;
        const OrbitBranch of = orbit_branches(family, start, 0.65, {}, o).branches.front();
        Index k = 0;
        while (k < of.branch.n_points() &&
               of.labels[static_cast<std::size_t>(k)] != OrbitLabel::grazing)
            ++k;
        REQUIRE(k < of.branch.n_points());
        CHECK(of.multiplicity[static_cast<std::size_t>(k)] == (half ? 4 : 2));
        LabelCurveOptions options;
        options.from = 0.9;
        options.to = 1.1;
        const LabelCurve curve = label_curve(family, of, k, options);
        REQUIRE(curve.branch.n_points() > 2);
        CHECK(curve.branch.front.stop == continuation::Stop::bound);
        CHECK(curve.branch.back.stop == continuation::Stop::bound);
        CHECK(curve.branch.x.rows() == 2 * family.m() + 1);
        for (Index i = 0; i < curve.branch.n_points(); ++i) {
            const double Omega = curve.first(i);
            const Complex dynamic(1 - Omega * Omega, 0.05 * Omega);
            CHECK(0.1 * curve.branch.p(i) / std::abs(dynamic) == Approx(0.2).epsilon(1e-9));
        }
    }
}

TEST_CASE("Phases far from extrema exist without damping alone", "[dynamics]")
{
    JointedSystem s = side_by_side({stop});
    CHECK(phase_off_extrema(s) == 0);
    s.modes.c.setZero();
    CHECK(phase_off_extrema(s) == Approx(1).epsilon(1e-14)); // the load is largest at phase 0
    s.force *= std::polar(1.0, -0.5);
    s.p = s.p_at(s.Omega);
    CHECK(phase_off_extrema(s) == Approx(1.5).epsilon(1e-14));
    JointedSystem two = side_by_side({stop, stop});
    two.modes.c.setZero();
    two.force(1) *= std::polar(1.0, 0.3);
    two.p = two.p_at(two.Omega);
    CHECK(phase_off_extrema(two) == 0); // no phase is special
}
