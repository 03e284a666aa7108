#include "contact/laws/joint_laws.hpp"
#include "dynamics/orbits/isolation.hpp"
#include "dynamics/orbits/orbit_branches.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

constexpr double tolerance = 1e-11; // of Newton's method, the default

// One mass of natural frequency 1 under 0.02 cos(Omega t).
OrbitFamily one_mass(const contact::JointLaw& law, double damping, double Omega,
                     double force = 0.02)
{
    JointedSystem s;
    s.modes.omega = Vector::Ones(1);
    s.modes.c = Vector::Constant(1, damping);
    s.p0 = Vector::Zero(1);
    s.force = ComplexVector::Constant(1, force);
    s.inertia = s.drag = ComplexVector::Zero(1);
    s.Omega = Omega;
    s.p = s.p_at(Omega);
    s.B.resize(0, 1);
    s.limit.resize(0);
    s.r.resize(0);
    s.joints.push_back({"joint", law, {Matrix::Ones(1, 1), ComplexVector::Zero(1)}});
    return {s, {}};
}

contact::Gap stops(double stiffness)
{
    return contact::Gap({stiffness, 0.05, true, 0});
}

} // namespace

TEST_CASE("Free motions that are much faster than the drive are not isolated", "[dynamics]")
{
    // The mass bounces k times per period of the drive, which acts on it by the k-th power of the
    // ratio of both forces. In 40 digits the derivative of the map has the multiplier 1 twice, to
    // 1e-24, at a stiffness of 1e3.
    for (const double stiffness : {1e3, 1e4, 1e5, 1e6}) {
        CAPTURE(stiffness);
        const OrbitFamily family = one_mass(stops(stiffness), 0, 0.85);
        const PeriodicMotion motion = periodic_motion(family, Eigen::Vector2d(0.06, 0), 0.85, 1);
        CHECK_FALSE(motion.found);
        CHECK(motion.message == not_isolated(tolerance));
    }
}

TEST_CASE("Near a multiple of the drive a linear motion is isolated", "[dynamics]")
{
    // At Omega = 1/2 each free motion of the undamped mass may be added.
    const OrbitFamily family = one_mass(stops(1e3), 0, 0.5);
    for (const double apart : {1e-6, 1e-4, 1e-2}) {
        const double Omega = 0.5 + apart;
        const Eigen::Vector2d closed_form(0.02 / (1 - Omega * Omega), 0);
        CHECK(periodic_motion(family, closed_form, Omega, 1).found);
    }
    CHECK_FALSE(periodic_motion(family, Eigen::Vector2d(0.02 / 0.75, 0), 0.5, 1).found);
}

TEST_CASE("An undamped branch ends at a resonance that no amplitude detunes", "[dynamics]")
{
    // Each half of the free motion of a mass on a spring and a stop without clearance is harmonic:
    // omega = 2 a b / (a + b) with a = 1, b = sqrt(1 + k), whatever its amplitude. Between two
    // stops it is b, and a clearance matters less and less.
    const auto end_of = [](const contact::Gap& gap) {
        const OrbitFamily family = one_mass(gap, 0, 0.9);
        OrbitBranchOptions options;
        options.from = 0.9;
        options.to = 1.8;
        const Eigen::Vector2d free(0.02 / (1 - 0.81), 0);
        const PeriodicMotion start = periodic_motion(family, free, 0.9, 1);
        REQUIRE(start.found);
        const OrbitBranches found = orbit_branches(family, start, 0.9, {}, options);
        REQUIRE(found.branches.size() == 1);
        const continuation::Branch& branch = found.branches[0].branch;
        CHECK(branch.back.stop == continuation::Stop::failed);
        CHECK(branch.back.message.find("grows without bound") != std::string::npos);
        for (const OrbitLabel label : found.branches[0].labels)
            CHECK((label == OrbitLabel::none || label == OrbitLabel::start ||
                   label == OrbitLabel::grazing));
        return branch.p(branch.n_points() - 1);
    };
    for (const double stiffness : {1.0, 2.0}) {
        CAPTURE(stiffness);
        const double b = std::sqrt(1 + stiffness);
        CHECK(end_of(contact::Gap({stiffness, 0, false, 0})) ==
              Approx(2 * b / (1 + b)).epsilon(1e-8));
        CHECK(end_of(contact::Gap({stiffness, 0.05, true, 0})) == Approx(b).epsilon(1e-8));
    }
}
