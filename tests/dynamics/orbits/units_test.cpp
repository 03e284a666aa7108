#include "contact/laws/cubic.hpp"
#include "contact/laws/elastic_coulomb.hpp"
#include "contact/laws/gap.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/orbits/locked_contacts.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"
#include "dynamics/orbits/steady_state.hpp"
#include "support/coulomb_matrices.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

// No tolerance of the search for events is a length, a time, a force or a mass: in other units the
// motion is the same. Units that differ by powers of two change no digit, so the same to the last
// bit. The modes have units too, of length times the root of a mass.

using namespace slideway;
using namespace slideway::dynamics;

namespace {

using std::numbers::pi;

// A metre is `length` new ones, and so on.
struct Units {
    std::string name;
    double length, mass, time;

    [[nodiscard]] double force() const { return mass * length / (time * time); }
    [[nodiscard]] double stiffness() const { return mass / (time * time); }
    [[nodiscard]] double q() const { return length * std::sqrt(mass); }
    [[nodiscard]] double v() const { return q() / time; }
    [[nodiscard]] double energy() const { return force() * length; }
};

// Nearly mm, t, s; mm, kg, ms; and a world where everything is small.
std::vector<Units> units()
{
    return {{"mm, t, s", 0x1p10, 0x1p-10, 1},
            {"mm, kg, ms", 0x1p10, 1, 0x1p10},
            {"small", 0x1p40, 0x1p30, 0x1p-20}};
}

DrySystem in(const Units& u, DrySystem s)
{
    const double load = u.q() / (u.time * u.time);
    s.modes.omega /= u.time;
    s.modes.c /= u.time;
    s.modes.D /= u.time;
    s.B /= std::sqrt(u.mass);
    s.limit *= u.force();
    s.p0 *= load;
    s.p *= load;
    s.force *= load;
    s.inertia *= u.q();
    s.drag *= u.v();
    s.r *= u.length;
    s.Omega /= u.time;
    return s;
}

// Damping that couples modes, contacts that are moved, constant loads.
DrySystem block()
{
    test::CoulombMatrices a = test::two_contact_block();
    a.C = (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 0.15, 0, -0.1, 0, 0.3).finished();
    DrySystem s = test::on_modes(a).system;
    s.r << Complex(0.2, 0.1), Complex(0, -0.3);
    s.p0 << 0.3, -0.2, 0.1;
    return s;
}

// Undamped, with stops.
DrySystem chain()
{
    return test::on_modes(test::chain_matrices(5, "ground", 4, 0.3, 0.2666)).system;
}

// A free mass on a weak dashpot: a slow mode.
DrySystem free_mass()
{
    DrySystem s = test::on_modes(test::chain_matrices(1, "ground", 1, 1, 0.3)).system;
    s.modes.omega.setZero();
    s.modes.c.setConstant(1e-3);
    return s;
}

template <DrySystem (*system)()>
JointedSystem alone(const Units& u)
{
    return {in(u, system()), {}};
}

// The block with joints of three laws.
JointedSystem with_joints(const Units& u)
{
    JointedSystem s = alone<block>(u);
    const Index m = s.n_modes();
    const auto on = [&](const contact::JointLaw& law, Index rows) -> ModalLaw {
        ModalLaw joint{"joint", law, {Matrix::Zero(rows, m), ComplexVector::Zero(rows)}};
        joint.on.rows(0, 1) = 1 / std::sqrt(u.mass);
        joint.on.rows(rows - 1, m - 1) = 0.7 / std::sqrt(u.mass);
        joint.on.follow(0) = Complex(0.1, 0.2) * u.length;
        return joint;
    };
    const contact::ElasticCoulomb rub({3 * u.stiffness(), 2 * u.stiffness(), 0.4, u.force()});
    const contact::Gap stop({20 * u.stiffness(), 0.3 * u.length, true, 0.5 * u.mass / u.time});
    const contact::Cubic spring{0.4 * u.stiffness() / (u.length * u.length)};
    s.joints = {on(rub, 2), on(stop, 1), on(spring, 1)};
    return s;
}

void check_same(const MotionRecord& a, const MotionRecord& b, const Units& u)
{
    CHECK(b.q == a.q * u.q());
    CHECK(b.v == a.v * u.v());
    CHECK(b.state == a.state);
    CHECK(b.n_evaluations == a.n_evaluations);
    CHECK(b.energy.friction == a.energy.friction * u.energy());
    CHECK(b.energy.residual() == a.energy.residual() * u.energy());
    REQUIRE(b.history.events.size() == a.history.events.size());
    for (std::size_t i = 0; i < a.history.events.size(); ++i) {
        CHECK(b.history.events[i].time == a.history.events[i].time * u.time);
        CHECK(b.history.events[i].kind == a.history.events[i].kind);
    }
    REQUIRE(b.last_period.size() == a.last_period.size());
    for (std::size_t i = 0; i < a.last_period.size(); ++i) {
        CHECK(b.last_period[i].amplitude == a.last_period[i].amplitude * u.length);
        CHECK(b.last_period[i].stops == a.last_period[i].stops);
        CHECK(b.last_period[i].regime == a.last_period[i].regime);
    }
}

} // namespace

TEST_CASE("exact motions are the same to the last bit in other units", "[dynamics]")
{
    for (const DrySystem& s : {block(), chain(), free_mass()}) {
        EventDrivenOptions o;
        o.t_end = 20 * 2 * pi / s.Omega;
        const MotionRecord a = event_driven(s, o);
        CHECK(a.history.events.size() > 20);
        for (const Units& u : units()) {
            CAPTURE(u.name);
            EventDrivenOptions of = o;
            of.t_end *= u.time;
            check_same(a, event_driven(in(u, s), of), u);
        }
    }
}

TEST_CASE("motions by steps are the same to the last bit in other units", "[dynamics]")
{
    const bool series = GENERATE(false, true);
    CAPTURE(series);
    const auto motion = [series](const JointedSystem& s,
                                 const RungeKuttaOptions& o) -> MotionRecord {
        return series ? taylor(s, {o.run, o.tolerance}) : runge_kutta(s, o);
    };
    const Units si{"SI", 1, 1, 1};
    for (const auto& in_units : {&alone<block>, &alone<chain>, &with_joints}) {
        const JointedSystem s = in_units(si);
        RungeKuttaOptions o;
        o.run.t_end = 10 * 2 * pi / s.Omega;
        o.tolerance = 1e-9;
        const MotionRecord a = motion(s, o);
        CHECK(a.history.events.size() + a.history.joint_events.size() > 20);
        for (const Units& u : units()) {
            CAPTURE(u.name);
            RungeKuttaOptions of = o;
            of.run.t_end *= u.time;
            const MotionRecord b = motion(in_units(u), of);
            check_same(a, b, u);
            CHECK(b.n_steps == a.n_steps);
            CHECK(b.n_rejected == a.n_rejected);
            REQUIRE(b.history.joint_events.size() == a.history.joint_events.size());
            for (std::size_t i = 0; i < a.history.joint_events.size(); ++i)
                CHECK(b.history.joint_events[i].time == a.history.joint_events[i].time * u.time);
        }
    }
}

TEST_CASE("steady states and the limits of regimes are the same to the last bit in other units",
          "[dynamics]")
{
    DrySystem damped = chain();
    damped.modes.c.setConstant(0.01);
    for (const DrySystem& s : {chain(), damped}) {
        const Orbit a = steady_state(s, {});
        CHECK(a.converged());
        const RegimeLimits limits = RegimeBoundaries(s).at(s.Omega);
        const Vector locked = locked_contacts(s, s.Omega).force.value();
        for (const Units& u : units()) {
            CAPTURE(u.name);
            const DrySystem other = in(u, s);
            const Orbit b = steady_state(other, {});
            CHECK(b.q == a.q * u.q());
            CHECK(b.v == a.v * u.v());
            CHECK(b.newton_steps == a.newton_steps);
            CHECK(b.residual == a.residual);
            // Eigenvalues of a matrix with units, which is balanced only to round-off.
            CHECK((b.multipliers - a.multipliers).norm() < 1e-12);
            const RegimeLimits changed = RegimeBoundaries(other).at(other.Omega);
            CHECK(changed.continuous == limits.continuous * u.force());
            CHECK(changed.no_motion.value() == limits.no_motion.value() * u.force());
            CHECK(changed.S.value() == limits.S.value());
            CHECK(locked_contacts(other, other.Omega).force.value() == locked * u.force());
        }
    }
}
