#include "dynamics/orbits/symmetric_part.hpp"

#include "contact/laws/cubic.hpp"
#include "contact/laws/gap.hpp"
#include "dynamics/orbits/alike_joints.hpp"
#include "dynamics/orbits/label_curves.hpp"
#include "dynamics/orbits/orbit_branches.hpp"
#include "dynamics/orbits/traced_motions.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

// Bodies side by side, each a mass on a spring, with a joint each. Their modes are mixed, as those
// of a repeated frequency may come out of an eigenvalue solver.
JointedSystem side_by_side(const std::vector<contact::JointLaw>& laws, double second_force = 1)
{
    const auto m = static_cast<Index>(laws.size());
    JointedSystem s;
    s.modes.omega = Vector::Ones(m);
    s.modes.c = Vector::Constant(m, 0.05);
    s.Omega = 0.7;
    s.p0 = Vector::Zero(m);
    s.p = s.force = s.inertia = s.drag = ComplexVector::Zero(m);
    s.B.resize(0, m);
    s.limit.resize(0);
    s.r.resize(0);
    Matrix mixed = Matrix::Identity(m, m);
    for (Index k = 0; k + 1 < m; ++k) { // plane rotations
        const double c = std::cos(0.3 + k), d = std::sin(0.3 + k);
        const Matrix two = mixed.middleRows(k, 2);
        mixed.row(k) = c * two.row(0) - d * two.row(1);
        mixed.row(k + 1) = d * two.row(0) + c * two.row(1);
    }
    for (Index k = 0; k < m; ++k) {
        s.force += (k == 1 ? second_force : 1) * 0.1 * mixed.row(k).transpose().cast<Complex>();
        s.joints.push_back(
            {"stop", laws[static_cast<std::size_t>(k)], {mixed.row(k), ComplexVector::Zero(1)}});
    }
    s.p = s.p_at(s.Omega);
    return s;
}

const contact::Gap stop({1e6, 0.2, true, 0});

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

TEST_CASE("Bodies alike that are driven alike move as one", "[dynamics]")
{
    const std::optional<SymmetricPart> part = symmetric_part(side_by_side({stop, stop, stop}), {});
    REQUIRE(part);
    CHECK(part->Z.cols() == 1);
    CHECK((part->Z.transpose() * part->Z - Matrix::Identity(1, 1)).norm() < 1e-14);
    CHECK(part->weights == std::vector<int>{3});
    CHECK(part->joint_of == std::vector<std::size_t>{0, 0, 0});
    // The sum of three equal bodies: |sum| = sqrt(3) of the force, 1 / sqrt(3) of the displacement.
    CHECK(std::abs(part->system.force(0)) == Approx(0.1 * std::sqrt(3)).epsilon(1e-14));
    CHECK(std::abs(part->system.joints.front().on.rows(0, 0)) ==
          Approx(1 / std::sqrt(3)).epsilon(1e-14));
    CHECK(part->system.joints.front().law->parameter("stiffness") == 3e6);
}

TEST_CASE("Bodies that differ do not move as one", "[dynamics]")
{
    const contact::Gap wider({1e6, 0.2001, true, 0});
    CHECK_FALSE(symmetric_part(side_by_side({stop, wider}), {}));
    CHECK_FALSE(symmetric_part(side_by_side({stop, contact::Cubic{1}}), {}));
    CHECK_FALSE(symmetric_part(side_by_side({stop, stop}, 1.001), {}));
    // The clearance of the second joint is a parameter.
    CHECK_FALSE(symmetric_part(side_by_side({stop, stop}), {1}));
    JointedSystem stiffer = side_by_side({stop, stop});
    stiffer.modes.omega(1) = 1.0001;
    CHECK_FALSE(symmetric_part(stiffer, {}));
    // Two of three.
    const std::optional<SymmetricPart> two = symmetric_part(side_by_side({stop, wider, stop}), {});
    REQUIRE(two);
    CHECK(two->Z.cols() == 2);
    CHECK(two->joint_of == std::vector<std::size_t>{0, 1, 0});
}

TEST_CASE("A joint between bodies that move alike does not part them", "[dynamics]")
{
    JointedSystem s = side_by_side({stop, stop});
    const Matrix link = s.joints[0].on.rows - s.joints[1].on.rows;
    s.joints.push_back({"link", contact::Cubic{5}, {link, ComplexVector::Zero(1)}});
    const std::optional<SymmetricPart> part = symmetric_part(s, {});
    REQUIRE(part);
    CHECK(part->Z.cols() == 1);
    CHECK(part->weights == std::vector<int>{2, 1});
    CHECK(part->system.joints[1].on.rows.norm() < 1e-14);
    // A load that moves the bodies against each other parts them.
    s.p0 = 0.01 * link.transpose();
    CHECK_FALSE(symmetric_part(s, {}));
}

TEST_CASE("Stops that face each other are odd together", "[dynamics]")
{
    const contact::Gap one_sided({10, 0.2, false, 0});
    JointedSystem s = side_by_side({one_sided, one_sided});
    CHECK_FALSE(are_odd_together(s.joints, {}));
    s.joints[1].on.rows = -s.joints[0].on.rows;
    CHECK(are_odd_together(s.joints, {}));
    CHECK_FALSE(are_odd_together(s.joints, {1})); // its clearance is a parameter
    s.joints.push_back(s.joints.front());
    CHECK_FALSE(are_odd_together(s.joints, {}));
}

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
