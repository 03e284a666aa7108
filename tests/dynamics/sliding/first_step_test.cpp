#include "contact/laws/joint_laws.hpp"
#include "dynamics/sliding/drives.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/lumped.hpp"
#include "tests/dynamics/sliding/on_track.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

// Both stepping schemes are of second order from the first step on: displacements, velocities,
// accelerations, forces and energies, whatever acts or moves at the start. References: fourth-order
// steps of the equation of motion, 1e-11 of its values.

using namespace slideway;
using namespace slideway::test;
using dynamics::Scheme;

namespace {

constexpr double m = 2, k = 800, F = 5, Omega = 13, phase = 0.6; // omega = 20 rad/s

using Signal = decltype(assembly::Load::signal);
using Slope = std::function<Vector(double, const Vector&)>;

// y at t = 0, h, 2 h, ... of y' = f(t, y), in `parts` steps of Runge and Kutta each.
std::vector<Vector> integrated(const Slope& f, Vector y, double h, int n, int parts = 20)
{
    std::vector<Vector> path{y};
    const double d = h / parts;
    for (int i = 0; i < n; ++i) {
        for (int part = 0; part < parts; ++part) {
            const double t = h * i + d * part;
            const Vector k1 = f(t, y), k2 = f(t + d / 2, y + d / 2 * k1),
                         k3 = f(t + d / 2, y + d / 2 * k2), k4 = f(t + d, y + d * k3);
            y += d / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
        path.push_back(y);
    }
    return path;
}

assembly::CoupledModel oscillator(double zeta, const Signal& signal)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped(
        "mass", fem::chain_network({"ground", "", {m}, {k}, {2 * zeta * std::sqrt(k * m)}})));
    model.loads.push_back({"push", {}, 0, Vector::Ones(1), signal});
    model.Omega = Omega;
    return model;
}

// Largest errors of two step sizes, the second half of the first: of second order a fourth, of
// higher order less. An error of round-off has no order.
void check_order(const std::function<double(double)>& error, double h, double size)
{
    const double coarse = error(h), fine = error(h / 2);
    CAPTURE(coarse, fine, size);
    CHECK(fine < 0.02 * size);
    if (fine > 1e-10 * size)
        CHECK(coarse / fine > 3.8);
}

dynamics::TransientOptions options_of(Scheme scheme, double h, double t_end)
{
    return {.scheme = scheme,
            .h = h,
            .t_end = t_end,
            .start = dynamics::Start::rest,
            .history_rate_hz = 1 / h};
}

} // namespace

TEST_CASE("Loads of every kind move an oscillator to second order from the first step",
          "[dynamics]")
{
    // From rest, and from a displacement and a velocity. Histories of displacement, velocity and
    // acceleration at their times, the first included.
    struct Push {
        std::string name;
        Signal signal;
        std::function<double(double)> value;
    };
    const std::vector<Push> pushes = {
        {"constant", assembly::Constant{F}, [](double) { return F; }},
        {"harmonic", assembly::Harmonic{F, phase},
         [](double t) { return F * std::cos(Omega * t + phase); }},
        {"raised", assembly::Raised{F, 0.3}, [](double t) {
             return t < 0.3 ? F / 2 * (1 - std::cos(std::numbers::pi * t / 0.3)) : F;
         }}};
    for (const Scheme scheme : both_schemes)
        for (const double zeta : {0.0, 0.05, 1.5})
            for (const Push& push : pushes)
                for (const bool given : {false, true}) {
                    const double u_0 = given ? 3e-3 : 0, v_0 = given ? -0.07 : 0;
                    const double c = 2 * zeta * std::sqrt(k * m);
                    const Slope f = [&](double t, const Vector& y) -> Vector {
                        return Eigen::Vector2d(y(1), (push.value(t) - c * y(1) - k * y(0)) / m);
                    };
                    for (const int part : {0, 1, 2}) {
                        CAPTURE(name_of(scheme), zeta, push.name, given, part);
                        check_order(
                            [&](double h) -> double {
                                auto options = options_of(scheme, h, 0.5);
                                const dynamics::Probe x{"x", 0, Vector::Ones(1)};
                                if (given)
                                    options.given = {{x}, {x}, {u_0}, {v_0}};
                                const auto result = dynamics::transient(
                                    oscillator(zeta, push.signal), options, {x});
                                const dynamics::PointHistory& p = result.history.points[0];
                                const auto path = integrated(f, Eigen::Vector2d(u_0, v_0), h,
                                                             static_cast<int>(p.u.size()) - 1);
                                double worst = 0;
                                for (std::size_t n = 0; n < p.u.size(); ++n) {
                                    const double exact[] = {
                                        path[n](0), path[n](1),
                                        f(h * static_cast<double>(n), path[n])(1)};
                                    const double found[] = {p.u[n], p.v[n], p.a[n]};
                                    worst = std::max(worst, std::abs(found[part] - exact[part]));
                                }
                                return worst;
                            },
                            1e-3, F / k * std::pow(20.0, part));
                    }
                }
}

TEST_CASE("Energies are those at their times to second order, and close to round-off", "[dynamics]")
{
    // Work of a harmonic load, energy of the damper and stored energy since t = 0, from a velocity.
    for (const Scheme scheme : both_schemes) {
        const double zeta = 0.05;
        const double c = 2 * zeta * std::sqrt(k * m), v_0 = 0.3;
        auto push = [](double t) { return F * std::cos(Omega * t + phase); };
        const Slope f = [&](double t, const Vector& y) -> Vector {
            return (Vector(4) << y(1), (push(t) - c * y(1) - k * y(0)) / m, push(t) * y(1),
                    c * y(1) * y(1))
                .finished();
        };
        for (const int part : {0, 1, 2}) {
            CAPTURE(name_of(scheme), part);
            check_order(
                [&](double h) -> double {
                    auto options = options_of(scheme, h, 0.5);
                    const dynamics::Probe x{"x", 0, Vector::Ones(1)};
                    options.given = {{}, {x}, {}, {v_0}};
                    const auto result = dynamics::transient(
                        oscillator(zeta, assembly::Harmonic{F, phase}), options, {x});
                    const auto& energy = result.history.energy;
                    const auto path = integrated(f, (Vector(4) << 0, v_0, 0, 0).finished(), h / 2,
                                                 2 * static_cast<int>(energy.size()));
                    double worst = 0;
                    for (std::size_t n = 0; n < energy.size(); ++n) {
                        const Vector& y = path[2 * n + 1];
                        CHECK(energy[n].time ==
                              Approx(h * (static_cast<double>(n) + 0.5)).epsilon(1e-12));
                        CHECK(std::abs(energy[n].residual()) < 1e-13);
                        const double exact[] = {
                            y(2), y(3), m * (y(1) * y(1) - v_0 * v_0) / 2 + k * y(0) * y(0) / 2};
                        const double found[] = {energy[n].loads, energy[n].damping,
                                                energy[n].stored};
                        worst = std::max(worst, std::abs(found[part] - exact[part]));
                    }
                    return worst;
                },
                1e-3, m* v_0* v_0 / 2);
        }
    }
}

TEST_CASE("A damper that no step resolves takes the energy of the velocity at the start",
          "[dynamics]")
{
    // exp(-c h) = exp(-520): the velocity is gone at once, and the spring relaxes slowly from then
    // on, by k / c = 0.1 1/s.
    const double u_0 = 0.02, v_0 = -0.5, h = 0.13;
    auto options = options_of(Scheme::modal_propagator, h, 1.3);
    const dynamics::Probe x{"x", 0, Vector::Ones(1)};
    options.given = {{x}, {x}, {u_0}, {v_0}};
    const auto result = dynamics::transient(oscillator(100, assembly::Constant{0}), options, {x});
    const std::vector<double>& u = result.history.points[0].u;
    for (std::size_t n = 0; n + 1 < u.size(); ++n) {
        const dynamics::Energy& e = result.history.energy[n];
        const double lost = m * v_0 * v_0 / 2 + k / 2 * (u_0 * u_0 - u[n] * u[n + 1]);
        // The account weighs the kinetic energy of such a mode by c h / 2 = 260: of the relaxation,
        // (k / c u_0)^2 = 4e-6 J, that is 1e-3 J.
        CHECK(e.stored == Approx(-lost).epsilon(1e-2));
        CHECK(e.damping == Approx(lost).epsilon(1e-2));
        CHECK(std::abs(e.residual()) < 1e-12 * lost);
    }
}

TEST_CASE("A damper that couples the modes keeps both schemes at second order", "[dynamics]")
{
    // Two masses, a dashpot at the first; a harmonic load on the second that is there at t = 0. The
    // dashpot is one of the body, or a joint.
    for (const Scheme scheme : both_schemes)
        for (const bool joint : {false, true})
            for (const double c : {3.0, 80.0}) {
                assembly::CoupledModel model;
                model.bodies.push_back(fem::lumped(
                    "chain",
                    fem::chain_network({"ground", "", {2, 1}, {800, 500}, {joint ? 0 : c, 0}})));
                model.loads.push_back(
                    {"push", {}, 0, Vector::Unit(2, 1), assembly::Harmonic{F, phase}});
                if (joint)
                    model.joints.push_back({"dashpot",
                                            {},
                                            {0, Matrix(Matrix::Identity(1, 2)).sparseView()},
                                            std::nullopt,
                                            contact::Linear{{0}, {c}}});
                model.Omega = Omega;
                const Slope f = [&](double t, const Vector& y) -> Vector {
                    const double spring = 500 * (y(1) - y(0));
                    return (Vector(4) << y(2), y(3), (spring - 800 * y(0) - c * y(2)) / 2,
                            F * std::cos(Omega * t + phase) - spring)
                        .finished();
                };
                CAPTURE(name_of(scheme), joint, c);
                check_order(
                    [&](double h) -> double {
                        const auto result = dynamics::transient(model, options_of(scheme, h, 0.5),
                                                                {{"x", 0, Vector::Unit(2, 1)}});
                        CHECK_FALSE(result.modal->classical());
                        const auto& u = result.history.points[0].u;
                        const auto path =
                            integrated(f, Vector::Zero(4), h, static_cast<int>(u.size()) - 1);
                        double worst = 0;
                        for (std::size_t n = 0; n < u.size(); ++n)
                            worst = std::max(worst, std::abs(u[n] - path[n](1)));
                        return worst;
                    },
                    2e-3, F / 300);
            }
}

TEST_CASE("Imposed motions of every kind carry a mass to second order", "[dynamics]")
{
    // A rider on a driven base. Undamped; with a damper beside its spring; with a spring and a
    // damper to ground too, so that the motion deforms its body.
    struct Link {
        double c, k_ground, c_ground;
    };
    assembly::Motion ramp, harmonic, changes;
    ramp.velocity = 0.3;
    ramp.ramp = harmonic.ramp = 0.1;
    harmonic.turning = assembly::HarmonicVelocity{0.3, Omega, phase};
    changes.turning = std::vector<assembly::VelocityChange>{{0, 0.3, 0.2}, {0.3, -0.2, 0.1}};
    for (const Scheme scheme : both_schemes)
        for (const Link& link : {Link{0, 0, 0}, Link{6, 0, 0}, Link{6, 300, 9}})
            for (const assembly::Motion& kind : {ramp, harmonic, changes}) {
                assembly::CoupledModel model;
                model.bodies.push_back(fem::lumped(
                    "carriage", {{{"base", {{"x", 1}}}, {"rider", {{"x", m}}}},
                                 {{"base", "rider", k}, {"rider", "ground", link.k_ground}},
                                 {{"base", "rider", link.c}, {"rider", "ground", link.c_ground}},
                                 {}}));
                model.motions.push_back(
                    assembly::make_motion("drive", 0, fem::port(model.bodies[0], "base"), 0));
                model.motions[0].velocity = kind.velocity;
                model.motions[0].ramp = kind.ramp;
                model.motions[0].turning = kind.turning;
                // Places, velocity of the rider, energy taken by the dampers, work of the drive.
                const Slope f = [&](double t, const Vector& y) -> Vector {
                    const double v = dynamics::motion_velocity(model.motions[0], t);
                    const double pull = k * (y(0) - y(1)) + link.c * (v - y(2));
                    const double taken =
                        link.c * (v - y(2)) * (v - y(2)) + link.c_ground * y(2) * y(2);
                    const double inertia = dynamics::motion_acceleration(model.motions[0], t);
                    return (Vector(5) << v, y(2),
                            (pull - link.k_ground * y(1) - link.c_ground * y(2)) / m, taken,
                            (pull + inertia) * v)
                        .finished();
                };
                CAPTURE(name_of(scheme), model.motions[0].turning.index(), link.c, link.k_ground);
                double of_drive = 0;
                for (const bool energies : {false, true})
                    check_order(
                        [&](double h) -> double {
                            const auto result =
                                dynamics::transient(model, options_of(scheme, h, 0.5),
                                                    {{"base", 0, Vector::Unit(2, 0)},
                                                     {"rider", 0, Vector::Unit(2, 1)}});
                            const auto& points = result.history.points;
                            const auto& energy = result.history.energy;
                            const auto path = integrated(f, Vector::Zero(5), h / 2,
                                                         2 * static_cast<int>(points[0].u.size()));
                            double worst = 0;
                            for (std::size_t n = 0; n < points[0].u.size(); ++n) {
                                const Vector &y = path[2 * n], &later = path[2 * n + 1];
                                of_drive = std::max(of_drive, std::abs(points[0].u[n] - y(0)));
                                if (energies)
                                    worst = std::max({worst, std::abs(energy[n].damping - later(3)),
                                                      std::abs(energy[n].drive - later(4))});
                                else
                                    worst = std::max({worst, std::abs(points[1].u[n] - y(1)),
                                                      std::abs(points[1].v[n] - y(2)) / 20});
                                if (link.k_ground == 0)
                                    CHECK(std::abs(energy[n].residual()) < 1e-14);
                            }
                            return worst;
                        },
                        1e-3, energies ? 0.5 * m * 0.3 * 0.3 : 0.3 / 20);
                CHECK(of_drive < 1e-9); // exact; kinks of the velocity cost the reference its order
            }
}

TEST_CASE("Joints whose force depends on the velocity move their mass to second order",
          "[dynamics]")
{
    // A stop with a dashpot, in touch all the time, and one of a law that is not linear, beside the
    // damper of the mass; loaded, stretched and moving at t = 0.
    const double u_0 = 4e-3, v_0 = 0.1, c = 4, c_joint = 9;
    assembly::CoupledModel model =
        oscillator(c / (2 * std::sqrt(k * m)), assembly::Harmonic{F, phase});
    model.joints.push_back({"stop",
                            {},
                            {0, Matrix(Matrix::Ones(1, 1)).sparseView()},
                            std::nullopt,
                            contact::Gap({.stiffness = 500, .clearance = -1, .damping = c_joint})});
    const Slope f = [&](double t, const Vector& y) -> Vector {
        return Eigen::Vector2d(
            y(1),
            (F * std::cos(Omega * t + phase) - (k + 500) * y(0) - 500 - (c + c_joint) * y(1)) / m);
    };
    check_order(
        [&](double h) -> double {
            auto options = options_of(Scheme::forward_increment, h, 0.5);
            const dynamics::Probe x{"x", 0, Vector::Ones(1)};
            options.given = {{x}, {x}, {u_0}, {v_0}};
            const auto result = dynamics::transient(model, options, {x});
            const auto& u = result.history.points[0].u;
            const auto path =
                integrated(f, Eigen::Vector2d(u_0, v_0), h, static_cast<int>(u.size()) - 1);
            double worst = 0;
            for (std::size_t n = 0; n < u.size(); ++n)
                worst = std::max(worst, std::abs(u[n] - path[n](0)));
            return worst;
        },
        5e-4, u_0);
}

TEST_CASE("A hardening joint moves its mass to second order", "[dynamics]")
{
    // The joint force follows the displacement at each step; loaded, stretched and moving at t = 0.
    const double k3 = 3e7, u_0 = 4e-3, v_0 = 0.1;
    assembly::CoupledModel model = oscillator(0, assembly::Harmonic{F, phase});
    contact::Cubic law;
    law.k3 = k3;
    model.joints.push_back(
        {"hard", {}, {0, Matrix(Matrix::Ones(1, 1)).sparseView()}, std::nullopt, law});
    const Slope f = [&](double t, const Vector& y) -> Vector {
        return Eigen::Vector2d(
            y(1), (F * std::cos(Omega * t + phase) - k * y(0) - k3 * y(0) * y(0) * y(0)) / m);
    };
    check_order(
        [&](double h) -> double {
            auto options = options_of(Scheme::forward_increment, h, 0.5);
            const dynamics::Probe x{"x", 0, Vector::Ones(1)};
            options.given = {{x}, {x}, {u_0}, {v_0}};
            const auto result = dynamics::transient(model, options, {x});
            const auto& u = result.history.points[0].u;
            const auto path =
                integrated(f, Eigen::Vector2d(u_0, v_0), h, static_cast<int>(u.size()) - 1);
            double worst = 0;
            for (std::size_t n = 0; n < u.size(); ++n) {
                worst = std::max(worst, std::abs(u[n] - path[n](0)));
                CHECK(std::abs(result.history.energy[n].residual()) < 1e-13);
            }
            return worst;
        },
        5e-4, u_0);
}

TEST_CASE("A block that a load pushes over a track at once slides to second order", "[dynamics]")
{
    // The contact is closed at t = 0 and carries its force from then on; up to the reversal. From
    // rest and from a velocity.
    const double N = 20, mu = 0.3;
    for (const Scheme scheme : both_schemes)
        for (const double c : {0.0, 12.0})
            for (const double v_0 : {0.0, 0.2}) {
                assembly::CoupledModel model = on_track({.mass = m, .fixed = {"rotation"}},
                                                        contact::ConstantFriction{mu}, 0, -N);
                model.joints.push_back(spring(model, contact::Linear{{k}, {c}}));
                model.loads[0].signal = assembly::Harmonic{3 * F, phase};
                model.Omega = Omega;
                const auto modal = dynamics::modal_model(model);
                const OfCentre x(model, modal, 0);
                const Slope f = [&](double t, const Vector& y) -> Vector {
                    return Eigen::Vector2d(
                        y(1),
                        (3 * F * std::cos(Omega * t + phase) - k * y(0) - c * y(1) - mu * N) / m);
                };
                CAPTURE(name_of(scheme), c, v_0);
                check_order(
                    [&](double h) -> double {
                        dynamics::SlidingEquilibrium start = at_rest(model, modal);
                        start.v = start.q;
                        x.give(start.v, v_0);
                        dynamics::Integrator s(model, modal, following(model, scheme, h), start);
                        const auto path = integrated(f, Eigen::Vector2d(0, v_0), h, 300);
                        double worst = 0;
                        for (std::size_t n = 1; n < path.size() && path[n](1) > 0; ++n) {
                            REQUIRE(s.step() == dynamics::StepEvent::none);
                            REQUIRE(s.point(0).state == contact::State::sliding);
                            CHECK(s.point(0).lambda == Approx(N).epsilon(1e-9)); // the first too
                            s.settle();
                            worst = std::max(worst, std::abs(x.displacement(s) - path[n](0)));
                        }
                        const dynamics::Energy e = s.energy();
                        CHECK(std::abs(e.residual()) < 1e-12 * e.turned_over());
                        return worst;
                    },
                    1e-3, F / k);
            }
}

TEST_CASE("A block whose friction falls with its speed slides to second order", "[dynamics]")
{
    // Thrown at 0.5 m/s against a spring and a damper, up to 0.1 m/s; its friction is that of the
    // start from the first step on.
    const double N = 20, c = 12, v_0 = 0.5;
    const contact::FrictionDecay law{0.5, 0.1, 0.2};
    for (const Scheme scheme : both_schemes) {
        assembly::CoupledModel model = on_track({.mass = m, .fixed = {"rotation"}}, law, 0, -N);
        model.joints.push_back(spring(model, contact::Linear{{k}, {c}}));
        const auto modal = dynamics::modal_model(model);
        const OfCentre x(model, modal, 0);
        const Slope f = [&](double, const Vector& y) -> Vector {
            const double mu = contact::coefficient(law, std::abs(y(1)));
            return Eigen::Vector2d(y(1), (-k * y(0) - c * y(1) - mu * N) / m);
        };
        CAPTURE(name_of(scheme));
        check_order(
            [&](double h) -> double {
                dynamics::SlidingEquilibrium start = at_rest(model, modal);
                start.v = start.q;
                x.give(start.v, v_0);
                dynamics::Integrator s(model, modal, following(model, scheme, h), start);
                CHECK(s.point(0).sliding_velocity == Approx(v_0).epsilon(1e-13));
                const auto path = integrated(f, Eigen::Vector2d(0, v_0), h, 300);
                double worst = 0;
                for (std::size_t n = 1; n < path.size() && path[n](1) > 0.1; ++n) {
                    REQUIRE(s.step() == dynamics::StepEvent::none);
                    REQUIRE(s.point(0).state == contact::State::sliding);
                    s.settle();
                    worst = std::max(worst, std::abs(x.displacement(s) - path[n](0)));
                }
                return worst;
            },
            1e-3, v_0 / 20);
    }
}

TEST_CASE("A velocity into a closed contact is lost once at the start", "[dynamics]")
{
    // A block on its track with a velocity along it and into it, which the contact stops at once:
    // m v^2 / 2 goes into its impact, and friction of the impact into the same.
    const double N = 20, v_x = 0.4, v_y = -0.5;
    for (const Scheme scheme : both_schemes)
        for (const double mu : {0.0, 0.3})
            for (const double h : {1e-4, 1e-7}) {
                const assembly::CoupledModel model = on_track({.mass = m, .fixed = {"rotation"}},
                                                              contact::ConstantFriction{mu}, 0, -N);
                const auto modal = dynamics::modal_model(model);
                dynamics::SlidingEquilibrium start = at_rest(model, modal);
                start.v = start.q;
                OfCentre(model, modal, 0).give(start.v, v_x);
                OfCentre(model, modal, 1).give(start.v, v_y);
                dynamics::Integrator s(model, modal, following(model, scheme, h), start);
                for (int n = 0; n < 5; ++n)
                    REQUIRE(s.step() == dynamics::StepEvent::none);
                const dynamics::Energy e = s.energy();
                const double after = v_x + mu * v_y; // the impulse mu m |v_y| against it
                const double lost = 0.5 * m * (v_x * v_x + v_y * v_y - after * after);
                CAPTURE(name_of(scheme), mu, h, e.stored, e.impact, e.friction, e.turning);
                // Friction N mu takes of order N v h in these steps.
                const double smooth = 10 * N * v_x * h;
                CHECK(std::abs(e.stored + lost) < smooth);
                CHECK(std::abs(e.impact - 0.5 * m * v_y * v_y) < smooth);
                // The impulse acts while the block comes from v_x to `after`.
                CHECK(std::abs(e.friction + mu * m * v_y * (v_x + after) / 2) < smooth);
                CHECK(std::abs(e.turning) < smooth);
                CHECK(std::abs(e.residual()) < 1e-12 * e.turned_over());
            }
}

TEST_CASE("A node within the tolerance of its master rests on it and is not thrown", "[dynamics]")
{
    // The track is 100 m long, and its tolerance 0.1 mm: moved out within a step, the block would
    // fly with 0.05 mm / h.
    const double N = 20;
    for (const Scheme scheme : both_schemes)
        for (const double h : {1e-3, 1e-5}) {
            const assembly::CoupledModel model =
                on_track({.mass = m, .fixed = {"rotation"}}, contact::ConstantFriction{0.3}, 0, -N,
                         {"centre"}, 5e-5);
            const auto modal = dynamics::modal_model(model);
            dynamics::Integrator s(model, modal, following(model, scheme, h),
                                   at_rest(model, modal));
            CAPTURE(name_of(scheme), h);
            for (int n = 0; n < 100; ++n) {
                REQUIRE(s.step() == dynamics::StepEvent::none);
                CHECK(s.point(0).lambda == Approx(N).epsilon(1e-9));
                CHECK(s.point(0).state == contact::State::stuck);
            }
            const dynamics::Energy e = s.energy();
            CHECK(std::abs(e.stored) < 1e-18);
            CHECK(std::abs(e.impact) < 1e-18);
        }
}

TEST_CASE("A displacement at the start opens a contact, and is refused inside the master",
          "[dynamics]")
{
    const double N = 20, lift = 0.1;
    const assembly::CoupledModel model =
        on_track({.mass = m, .fixed = {"rotation"}}, contact::ConstantFriction{0.3}, 0, -N);
    const auto row = [&model](int component) -> Vector {
        return fem::mean_row(fem::port(model.bodies[0], "centre"), component);
    };
    auto options = options_of(Scheme::forward_increment, 1e-3, 0.2);
    options.separation = dynamics::Separation::follow;
    options.sticking = dynamics::Sticking::follow;
    const dynamics::Probe y{"y", 0, row(1)};
    options.given = {{y}, {}, {lift}, {}};
    const auto falls = dynamics::transient(model, options, {y});
    CHECK(falls.history.sliding[0].state.front() == static_cast<int>(contact::State::none));
    const double t = 0.1;
    CHECK(falls.history.points[0].u[100] == Approx(lift - N / m * t * t / 2).epsilon(1e-9));
    options.given = {{y}, {}, {-0.01}, {}};
    CHECK_THROWS_WITH(
        dynamics::transient(model, options, {y}),
        Catch::Contains("contact.centre: the slave node at (0, -0.01) m lies inside the master") &&
            Catch::Contains("at the start"));
}

TEST_CASE("Two masses loaded at t = 0 press their contact with a force of second order",
          "[dynamics]")
{
    // The lower block stays on the track, the upper one on its spring: u = -F/k (1 - cos omega t),
    // and the track carries the weight W of the lower one and the force of the spring. lambda of a
    // step acts at its beginning.
    const double W = 7;
    for (const Scheme scheme : both_schemes) {
        assembly::CoupledModel model =
            on_track({.mass = 1, .fixed = {"rotation"}}, contact::ConstantFriction{0.3}, 0, -W);
        model.bodies.push_back(fem::rigid("upper", {.mass = m, .fixed = {"x", "rotation"}}));
        const auto& upper = fem::port(model.bodies[2], "centre");
        model.loads.push_back({"push", {}, 2, fem::mean_row(upper, 1), assembly::Constant{-F}});
        model.joints.push_back(
            {"spring",
             {},
             {2, fem::component_rows(upper, 1)},
             assembly::RowsOn{0, fem::component_rows(fem::port(model.bodies[0], "centre"), 1)},
             contact::Linear{{k}, {0}}});
        const auto modal = dynamics::modal_model(model);
        const dynamics::ModalRows rows = modal.rows(2, fem::component_rows(upper, 1));
        const Vector row = rows.rows.row(0).transpose();
        for (const bool of_force : {false, true}) {
            CAPTURE(name_of(scheme), of_force);
            check_order(
                [&](double h) -> double {
                    dynamics::Integrator s(model, modal, following(model, scheme, h),
                                           at_rest(model, modal));
                    double worst = 0;
                    while (s.elapsed() < 0.6) {
                        REQUIRE(s.step() == dynamics::StepEvent::none);
                        s.settle();
                        const double t = s.elapsed();
                        auto moved = [](double t) { return F / k * (1 - std::cos(20 * t)); };
                        worst = std::max(
                            worst, of_force ? std::abs(s.point(0).lambda - W - k * moved(t - h))
                                            : std::abs(row.dot(s.displacement(rows.component)) +
                                                       moved(t)));
                    }
                    const dynamics::Energy e = s.energy();
                    CHECK(std::abs(e.residual()) < 1e-12 * e.turned_over());
                    return worst;
                },
                2e-3, of_force ? F : F / k);
        }
    }
}
