#include "contact/complementarity.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/sliding/static_solution.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;
using Catch::Contains;

namespace {

constexpr double mass = 3, inertia = 0.2, half_base = 0.25, height = 0.4; // centre above the track
constexpr double handle = 0.1;                                            // above the centre
constexpr double P = 30, v = 0.5;                                         // [N], [m/s]

Matrix line(double x0, double x1, double y)
{
    return (Matrix(2, 2) << x0, y, x1, y).finished();
}

// A rigid block on two feet on a rigid track, driven to the right, P presses on its centre. `y0` is
// where the track lies.
assembly::CoupledModel block(const contact::Friction& friction, const std::string& driven,
                             double y0 = 0)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::rigid("block", {.mass = mass,
                                                .inertia = inertia,
                                                .at = {0, y0 + height},
                                                .points = {{"front", {half_base, -height}},
                                                           {"rear", {-half_base, -height}},
                                                           {"handle", {0, handle}}}}));
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", line(-5, 5, y0)}}, .fixed = {"centre"}}));
    assembly::Motion drive =
        assembly::make_motion("drive", 0, fem::port(model.bodies[0], driven), 0);
    drive.velocity = v;
    model.motions.push_back(drive);
    model.loads.push_back({"press",
                           {},
                           0,
                           fem::mean_row(fem::port(model.bodies[0], "centre"), 1),
                           assembly::Constant{-P}});
    for (const std::string foot : {"rear", "front"})
        model.sliding.push_back(
            assembly::make_sliding(foot, model.bodies, 0, fem::port(model.bodies[0], foot), 1,
                                   fem::port(model.bodies[1], "face"), friction));
    return model;
}

struct Feet {
    double rear, front;
};

// Moments about the centre: friction mu P acts `height` below it, the drive mu P + m a - Q at
// `above`, a further force Q at `load_above`; sum (x_i N_i) balances them.
Feet closed_form(double mu, double above, double acceleration = 0, double Q = 0,
                 double load_above = 0)
{
    const double difference =
        (height * mu * P + above * (mu * P + mass * acceleration - Q) + load_above * Q) / half_base;
    return {(P - difference) / 2, (P + difference) / 2};
}

dynamics::SlidingEquilibrium equilibrium(const assembly::CoupledModel& model)
{
    const auto modal = dynamics::modal_model(model);
    return dynamics::sliding_equilibrium(model, modal, dynamics::sliding_directions(model, modal));
}

} // namespace

TEST_CASE("Two feet of a sliding block carry what its balance of moments says", "[dynamics]")
{
    for (const double mu : {0.0, 0.1, 0.4})
        for (const std::string driven : {"centre", "handle"}) {
            assembly::CoupledModel model = block(contact::ConstantFriction{mu}, driven);
            const double Q = 4;
            model.loads.push_back({"side",
                                   {},
                                   0,
                                   fem::mean_row(fem::port(model.bodies[0], "rear"), 0),
                                   assembly::Constant{Q}});
            const auto state = equilibrium(model);
            const Feet exact = closed_form(mu, driven == "centre" ? 0 : handle, 0, Q, -height);
            CAPTURE(mu, driven);
            REQUIRE(state.points.size() == 2);
            CHECK(state.points[0].lambda == Approx(exact.rear).epsilon(1e-11));
            CHECK(state.points[1].lambda == Approx(exact.front).epsilon(1e-11));
            CHECK(state.points[0].closed);
            CHECK(state.points[1].closed);
        }
}

TEST_CASE("A block driven to the left leans on the other foot", "[dynamics]")
{
    assembly::CoupledModel model = block(contact::ConstantFriction{0.3}, "centre");
    model.motions[0].velocity = -v;
    const auto state = equilibrium(model);
    const Feet exact = closed_form(0.3, 0);
    CHECK(state.points[0].lambda == Approx(exact.front).epsilon(1e-11));
    CHECK(state.points[1].lambda == Approx(exact.rear).epsilon(1e-11));
}

TEST_CASE("The sliding direction does not depend on where the origin lies", "[dynamics]")
{
    for (const double y0 : {-7.0, 0.0, 3.0, 40.0}) {
        CAPTURE(y0);
        for (const std::string driven : {"centre", "handle"}) {
            const auto model = block(contact::ConstantFriction{0.3}, driven, y0);
            CAPTURE(driven);
            CHECK(dynamics::sliding_directions(model, dynamics::modal_model(model)) ==
                  std::vector<double>{1, 1});
            const Feet exact = closed_form(0.3, driven == "centre" ? 0 : handle);
            CHECK(equilibrium(model).points[1].lambda == Approx(exact.front).epsilon(1e-9));
        }
    }
}

TEST_CASE("A tall block driven at its top slides the way its drive goes", "[dynamics]")
{
    // Feet 2 m below the origin, drive 2 m above: a follower that turned about the origin would
    // move the feet backwards.
    assembly::CoupledModel model;
    model.bodies.push_back(fem::rigid(
        "mast", {.mass = mass,
                 .inertia = 10,
                 .points = {{"front", {1, -2}}, {"rear", {-1, -2}}, {"handle", {0, 2}}}}));
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", line(-5, 5, -2)}}, .fixed = {"centre"}}));
    model.motions.push_back(
        assembly::make_motion("drive", 0, fem::port(model.bodies[0], "handle"), 0));
    model.motions[0].velocity = v;
    model.loads.push_back({"press",
                           {},
                           0,
                           fem::mean_row(fem::port(model.bodies[0], "centre"), 1),
                           assembly::Constant{-P}});
    for (const std::string foot : {"rear", "front"})
        model.sliding.push_back(assembly::make_sliding(
            foot, model.bodies, 0, fem::port(model.bodies[0], foot), 1,
            fem::port(model.bodies[1], "face"), contact::ConstantFriction{0.1}));
    CHECK(dynamics::sliding_directions(model, dynamics::modal_model(model)) ==
          std::vector<double>{1, 1});
    const double difference = 0.1 * P * 4; // mu P, 4 m below the drive, over a base of 2 m
    CHECK(equilibrium(model).points[1].lambda == Approx((P + difference) / 2).epsilon(1e-9));
}

TEST_CASE("The feet of a block carry the same all the way, and more while it is accelerated",
          "[dynamics]")
{
    const double mu = 0.3, ramp = 0.2;
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator})
        for (const std::string driven : {"centre", "handle"}) {
            const double above = driven == "centre" ? 0 : handle;
            assembly::CoupledModel model = block(contact::ConstantFriction{mu}, driven);
            model.motions[0].ramp = ramp;
            const double h = 1e-3;
            const auto result = dynamics::transient(model, {.scheme = scheme,
                                                            .h = h,
                                                            .t_end = 1,
                                                            .history_rate_hz = 100,
                                                            .fields_rate_hz = 10});
            REQUIRE(result.status == dynamics::TransientStatus::end);
            CHECK(result.start == dynamics::Start::sliding_equilibrium);
            REQUIRE(result.history.sliding.size() == 2);
            CAPTURE(name_of(scheme), driven);
            for (std::size_t n = 0; n < result.history.time.size(); ++n) {
                // The force of the last step, which began at t - h; the start has no step yet.
                const double t = result.history.time[n] - h;
                const double a = t < 0 || t >= ramp ? 0
                                                    : 0.5 * v * std::numbers::pi / ramp *
                                                          std::sin(std::numbers::pi * t / ramp);
                const Feet exact = closed_form(mu, above, a);
                CAPTURE(result.history.time[n]);
                // Round-off: the closure of a step, eps height, over the compliance h^2 / m.
                CHECK(result.history.sliding[0].normal_force[n] ==
                      Approx(exact.rear).epsilon(1e-8));
                CHECK(result.history.sliding[1].normal_force[n] ==
                      Approx(exact.front).epsilon(1e-8));
                CHECK(result.history.sliding[1].friction_force[n] ==
                      Approx(-mu * result.history.sliding[1].normal_force[n]).epsilon(1e-14));
                CHECK(std::abs(result.history.sliding[0].gap[n]) < 1e-13);
            }
            CHECK(result.history.sliding[0].sliding_velocity.back() == Approx(v).epsilon(1e-10));
            // The drive does mu P times the way and the kinetic energy.
            const double way = v * (1 - ramp / 2), kinetic = 0.5 * mass * v * v;
            CHECK(result.history.energy.back().friction == Approx(mu * P * way).epsilon(2e-3));
            CHECK(result.history.energy.back().drive ==
                  Approx(mu * P * way + kinetic).epsilon(2e-3));
            for (const dynamics::Energy& e :
                 result.history.energy) // h / ramp of the kinetic energy
                CHECK(std::abs(e.residual()) < h / ramp * kinetic);
            REQUIRE(result.frames.size() == 11);
            const dynamics::FieldFrame& frame = result.frames.back();
            REQUIRE(frame.points.size() == 2);
            CHECK(frame.points[0].lambda == result.history.sliding[0].normal_force.back());
            CHECK(frame.points[1].contact == 1);
            CHECK(frame.points[1].friction == mu);
            CHECK(frame.points[1].state == contact::State::sliding);
            CHECK(frame.u[0](0) == Approx(way).epsilon(2e-3));
            CHECK(frame.u[1].size() == 0); // the track has no dofs
        }
}

TEST_CASE("A block that would tip over its front foot has no equilibrium", "[dynamics]")
{
    // The rear foot lifts where height mu > half_base: mu = 0.625.
    CHECK(equilibrium(block(contact::ConstantFriction{0.62}, "centre")).points[0].lambda > 0);
    CHECK_THROWS_WITH(equilibrium(block(contact::ConstantFriction{0.63}, "centre")),
                      Contains("nothing holds a rotation of body block (contact.") &&
                          Contains(" opens, because the loads do not press there)"));
    // Load outside the feet.
    assembly::CoupledModel model = block(contact::ConstantFriction{0}, "centre");
    const fem::Port& rear = fem::port(model.bodies[0], "rear");
    const fem::Port& front = fem::port(model.bodies[0], "front");
    model.loads = {{"press",
                    {},
                    0,
                    1.1 * fem::mean_row(front, 1) - 0.1 * fem::mean_row(rear, 1),
                    assembly::Constant{-P}}};
    CHECK_THROWS_WITH(equilibrium(model), Contains("nothing holds a rotation of body block "
                                                   "(contact.rear opens, because the loads"));
    model.loads[0].row *= -1;
    CHECK_THROWS_WITH(equilibrium(model), Contains("nothing holds a rotation of body block "
                                                   "(contact.front opens, because the loads"));
}

TEST_CASE("A block on a torsion spring opens the foot that its load is beyond", "[dynamics]")
{
    // P at x = e > half_base: the front foot carries all, the spring the moment P (e - half_base):
    // rotation -P (e - half_base) / k, the rear foot rises by 2 half_base times that.
    const double e = 0.3, k = 500;
    assembly::CoupledModel model = block(contact::ConstantFriction{0}, "centre");
    const fem::Port& centre = fem::port(model.bodies[0], "centre");
    model.loads = {{"press",
                    {},
                    0,
                    fem::mean_row(centre, 1) + e * fem::mean_row(centre, 2),
                    assembly::Constant{-P}}};
    model.joints.push_back(
        {"spring", {}, {0, fem::component_rows(centre, 2)}, {}, contact::Linear{{k}, {0}}});
    const auto state = equilibrium(model);
    CHECK_FALSE(state.points[0].closed);
    CHECK(state.points[0].lambda == 0);
    CHECK(state.points[0].projection.gap ==
          Approx(2 * half_base * P * (e - half_base) / k).epsilon(1e-9));
    CHECK(state.points[1].closed);
    CHECK(state.points[1].lambda == Approx(P).epsilon(1e-12));
    // Both feet at once is the other solution of the balance: refused, for it would pull. Inside
    // the base both are closed: P (1 +- e / half_base) / 2, the spring at rest.
    model.loads[0].row = fem::mean_row(centre, 1) + 0.1 * fem::mean_row(centre, 2);
    const auto inside = equilibrium(model);
    CHECK(inside.points[0].lambda == Approx(P / 2 * (1 - 0.1 / half_base)).epsilon(1e-11));
    CHECK(inside.points[1].lambda == Approx(P / 2 * (1 + 0.1 / half_base)).epsilon(1e-11));
}

TEST_CASE("Three feet of a rigid block are statically indeterminate", "[dynamics]")
{
    assembly::CoupledModel model = block(contact::ConstantFriction{0}, "centre");
    fem::Substructure& body = model.bodies[0];
    fem::Port middle = fem::port(body, "rear");
    const fem::Port& front = fem::port(body, "front");
    middle.name = "middle";
    middle.X = (middle.X + front.X) / 2;
    middle.W = (middle.W + front.W) / 2;
    model.sliding.push_back(assembly::make_sliding("middle", model.bodies, 0, middle, 1,
                                                   fem::port(model.bodies[1], "face"),
                                                   contact::ConstantFriction{0}));
    CHECK_THROWS_WITH(equilibrium(model), Contains("contact forces") && Contains("not unique") &&
                                              Contains("3 slave nodes touch") &&
                                              Contains("more than the rigid bodies need"));
}

TEST_CASE("A contact ahead of the centre of mass jams at the friction of the closed form",
          "[dynamics]")
{
    // A force lambda (n - mu t) on a foot at (x_j, -height) from the centre accelerates the closure
    // at x_i by A_ij = 1/m + x_i (x_j - mu height) / J. The determinant for both feet is
    // (x_1 - x_2)^2 / (m J) whatever mu, so the diagonal decides: A_22 = 0 at
    // mu = (J/m + x^2) / (x height).
    const double critical = (inertia / mass + half_base * half_base) / (half_base * height); // 1.29
    for (const bool both : {false, true}) {
        auto jams = [both](double mu) -> bool {
            assembly::CoupledModel model = block(contact::ConstantFriction{mu}, "centre");
            if (!both)
                model.sliding.erase(model.sliding.begin()); // the rear foot
            const auto points = dynamics::undeformed_points(model);
            const std::vector<double> ones(model.sliding.size(), 1.0);
            const Matrix A = dynamics::contact_compliance(
                dynamics::modal_model(model), points, ones, std::vector<double>(points.size(), mu));
            for (std::size_t i = 0; i < points.size(); ++i)
                for (std::size_t j = 0; j < points.size(); ++j) {
                    const double xi = model.sliding[i].slave_X(0, 0),
                                 xj = model.sliding[j].slave_X(0, 0);
                    CHECK(A(static_cast<Index>(i), static_cast<Index>(j)) ==
                          Approx(1 / mass + xi * (xj - mu * height) / inertia).margin(1e-12));
                }
            return !contact::is_p_matrix(A);
        };
        double low = 0, high = 10;
        REQUIRE_FALSE(jams(low));
        REQUIRE(jams(high));
        for (int n = 0; n < 40; ++n) {
            const double middle = (low + high) / 2;
            (jams(middle) ? high : low) = middle;
        }
        CHECK(low == Approx(critical).epsilon(1e-6));
    }
}

TEST_CASE("A jamming contact is refused at the start and stops a run when its friction rises",
          "[dynamics]")
{
    // Held upright by a torsion spring, on the front foot alone: equilibrium for any friction.
    auto on_front = [](const contact::Friction& friction) -> assembly::CoupledModel {
        assembly::CoupledModel model = block(friction, "centre");
        model.sliding.erase(model.sliding.begin());
        model.joints.push_back({"spring",
                                {},
                                {0, fem::component_rows(fem::port(model.bodies[0], "centre"), 2)},
                                {},
                                contact::Linear{{5e3}, {0}}});
        return model;
    };
    CHECK_NOTHROW(equilibrium(on_front(contact::ConstantFriction{1.28})));
    CHECK_THROWS_WITH(equilibrium(on_front(contact::ConstantFriction{1.30})),
                      Contains("contact.front jams: its friction of 1.3 closes the gap") &&
                          Contains("they have below 1.29"));
    assembly::CoupledModel model = on_front(contact::FrictionTable{{0, v}, {0.2, 1.4}});
    model.motions[0].ramp = 0.5;
    const auto result = dynamics::transient(model, {.h = 1e-4, .t_end = 1, .history_rate_hz = 1e3});
    CHECK(result.status == dynamics::TransientStatus::jamming);
    CHECK(dynamics::status_name(result.status) == "jamming");
    CHECK_THAT(result.message, Contains("contact.front jams") && Contains("they have below 1.29"));
    // mu = 1.29 at v (1.29 - 0.2) / 1.2 = 0.91 v: late in the ramp, at 0.80 of it.
    CHECK(result.t_stop > 0.35);
    CHECK(result.t_stop < 0.45);
}

TEST_CASE("An elastic pad carries its load and the moment of its friction where it touches",
          "[dynamics]")
{
    // 40 x 10 mm, all nodes of the lower edge slave nodes, the upper edge driven in x and free to
    // move up and turn. Sum of the normal forces: the load. Moment about the middle of the lower
    // edge: the drive mu P acts at the upper edge, so sum x N = mu P height; beyond the
    // middle of the base by height mu, the rear of the edge opens.
    const double width = 0.04, tall = 0.01, load = 500;
    for (const double mu : {0.0, 0.2, 0.8}) {
        assembly::CoupledModel model;
        fem::Mesh mesh = test::rectangle_mesh(width, 0, tall, 16, 4);
        mesh.X.col(0).array() -= width / 2;
        model.bodies.push_back(fem::plane_stress("pad", mesh, {{2e9, 0.3, 1200}, 0.01}));
        model.bodies.push_back(
            fem::rigid("track", {.polylines = {{"face", line(-1, 1, 0)}}, .fixed = {"centre"}}));
        const fem::Port& top = fem::port(model.bodies[0], "top");
        model.motions.push_back(assembly::make_motion("drive", 0, top, 0));
        model.motions[0].velocity = v;
        model.loads.push_back({"press", {}, 0, fem::mean_row(top, 1), assembly::Constant{-load}});
        model.sliding.push_back(assembly::make_sliding(
            "rub", model.bodies, 0, fem::port(model.bodies[0], "bottom"), 1,
            fem::port(model.bodies[1], "face"), contact::ConstantFriction{mu}));
        const auto state = equilibrium(model);
        REQUIRE(state.points.size() == 17);
        double sum = 0, moment = 0;
        int closed = 0;
        const assembly::Sliding& rub = model.sliding[0];
        CAPTURE(mu);
        for (const dynamics::ContactPoint& point : state.points) {
            sum += point.lambda;
            moment += rub.slave_X(point.slave, 0) * point.lambda;
            closed += point.closed ? 1 : 0;
            CHECK(point.lambda >= 0);
            CHECK(point.projection.gap > -1e-15);
            CHECK(point.lambda * point.projection.gap < 1e-15 * load);
            CHECK(point.closed == (point.lambda > 0));
        }
        // The rigid motions of the unreduced body: eps (omega_max / omega_1)^2 = 1e-9.
        CHECK(sum == Approx(load).epsilon(1e-8));
        CHECK(moment == Approx(mu * load * tall).margin(1e-8 * load * width));
        CHECK((mu < 0.5 ? closed == 17 : (closed < 17 && closed > 2)));
    }
}

TEST_CASE("A pad in steady sliding keeps the forces of its equilibrium at every node", "[dynamics]")
{
    // It moves with its drive from the start; damping keeps friction from shaking it.
    assembly::CoupledModel model;
    model.bodies.push_back(fem::plane_stress("pad", test::rectangle_mesh(0.04, 0, 0.01, 8, 2),
                                             {{2e9, 0.3, 1200}, 0.01}));
    fem::add_rayleigh(model.bodies[0], 100, 1e-6);
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", line(-1, 1, 0)}}, .fixed = {"centre"}}));
    const fem::Port& top = fem::port(model.bodies[0], "top");
    model.motions.push_back(assembly::make_motion("drive", 0, top, 0));
    model.motions[0].velocity = v;
    model.loads.push_back({"press", {}, 0, fem::mean_row(top, 1), assembly::Constant{-500}});
    model.sliding.push_back(
        assembly::make_sliding("rub", model.bodies, 0, fem::port(model.bodies[0], "bottom"), 1,
                               fem::port(model.bodies[1], "face"), contact::ConstantFriction{0.2}));
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        const auto result = dynamics::transient(
            model, {.scheme = scheme,
                    .h = scheme == dynamics::Scheme::forward_increment ? 0 : 1e-6,
                    .t_end = 5e-3});
        REQUIRE(result.status == dynamics::TransientStatus::end);
        const dynamics::SlidingHistory& rub = result.history.sliding[0];
        REQUIRE(rub.n_slaves == 9);
        REQUIRE(rub.normal_force.size() == 9 * result.history.time.size());
        CAPTURE(name_of(scheme));
        double worst = 0, sum = 0;
        for (std::size_t i = 0; i < rub.normal_force.size(); ++i) {
            const double start = result.equilibrium.points[i % 9].lambda;
            worst = std::max(worst, std::abs(rub.normal_force[i] / start - 1));
            sum += rub.normal_force[i];
        }
        CHECK(worst < 1e-6);
        CHECK(sum / static_cast<double>(result.history.time.size()) == Approx(500).epsilon(1e-8));
    }
}

TEST_CASE("Two contacts of the sliding beam carry its load together", "[dynamics]")
{
    // A block that rides on the lower beam beside the upper beam: the equilibria share the beam.
    test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.3});
    assembly::CoupledModel& model = beams.model;
    model.bodies.push_back(fem::rigid("rider", {.mass = 1e-3,
                                                .at = {0.05, 0.01},
                                                .points = {{"foot", {0, -0.01}}},
                                                .fixed = {"rotation"}}));
    const fem::Port& centre = fem::port(model.bodies[2], "centre");
    model.motions.push_back(assembly::make_motion("carry", 2, centre, 0));
    model.motions[1].velocity = 0.030;
    model.motions[1].ramp = 0.020;
    model.loads.push_back({"weight", {}, 2, fem::mean_row(centre, 1), assembly::Constant{-0.02}});
    model.sliding.push_back(
        assembly::make_sliding("ride", model.bodies, 2, fem::port(model.bodies[2], "foot"), 0,
                               fem::port(model.bodies[0], "top"), contact::ConstantFriction{0.3}));
    const auto state = equilibrium(model);
    for (const auto& [i, F] : {std::pair{0U, 0.08}, {1U, 0.02}}) {
        const contact::Projection& at = state.points[i].projection;
        CHECK(state.points[i].lambda ==
              Approx(F / (at.cos_gamma - 0.3 * at.sin_gamma)).epsilon(4e-8));
        CHECK(std::abs(at.gap) < 1e-12 * at.length);
    }
    const auto result = dynamics::transient(
        model,
        {.scheme = dynamics::Scheme::modal_propagator, .h = 1e-6, .t_start = 0.2, .t_end = 0.25});
    REQUIRE(result.status == dynamics::TransientStatus::end);
    CHECK(result.history.sliding[1].normal_force.back() == Approx(0.02).epsilon(0.02));
    CHECK(result.history.sliding[1].contact_x.back() - 0.05 == Approx(0.03 * 0.04).epsilon(1e-2));
    const double work =
        std::abs(result.history.energy.back().loads) + result.history.energy.back().drive;
    CHECK(std::abs(result.history.energy.back().residual()) < 2e-3 * work);
}

TEST_CASE("A foot that lifts off and comes back is followed on demand", "[dynamics]")
{
    // The block falls on the track from 1 mm: u = P t^2 / (2 m), then it stays there (the impact of
    // rigid bodies is inelastic). Without following, touching is an event.
    assembly::CoupledModel model = block(contact::ConstantFriction{0}, "centre");
    model.motions.push_back(
        assembly::make_motion("upright", 0, fem::port(model.bodies[0], "centre"), 2));
    const double drop = 1e-3;
    model.sliding.erase(model.sliding.begin() + 1);
    model.sliding[0].gap_tolerance = 1; // 1 mm counts as touching at the start
    model.sliding[0].slave_X(0, 1) = drop;
    const auto modal = dynamics::modal_model(model);
    dynamics::SlidingEquilibrium start;
    for (const auto& form : modal.components)
        start.q.push_back(Vector::Zero(form.n_modes()));
    start.points = dynamics::undeformed_points(model);
    for (const bool follow : {false, true}) {
        start.points[0].closed = false;
        dynamics::Integrator integrator(
            model, modal, {.h = 1e-5, .direction = {1}, .follow_separation = follow}, start);
        const double fall = std::sqrt(2 * mass * drop / P);
        dynamics::StepEvent event = dynamics::StepEvent::none;
        while (event == dynamics::StepEvent::none && integrator.elapsed() < 2 * fall) {
            event = integrator.step();
            if (integrator.elapsed() < fall - 2e-5) {
                CHECK_FALSE(integrator.point(0).closed());
                CHECK(integrator.point(0).lambda == 0);
            }
        }
        if (!follow) {
            CHECK(event == dynamics::StepEvent::closing);
            CHECK(integrator.elapsed() == Approx(fall).margin(2e-5));
        } else {
            CHECK(event == dynamics::StepEvent::none);
            CHECK(integrator.point(0).closed());
            CHECK(integrator.point(0).lambda == Approx(P).epsilon(1e-6));
            integrator.settle();
            CHECK(std::abs(integrator.state().slave_position(0).y()) < 1e-12);
        }
    }
}
