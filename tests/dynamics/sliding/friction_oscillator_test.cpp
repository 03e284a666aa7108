#include "contact/laws/joint_laws.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/lumped.hpp"
#include "fem/rigid.hpp"
#include "tests/dynamics/sliding/ramped_base.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;

namespace {

constexpr double m = 2, N = 40, k = 1800; // [kg], [N], [N/m]: omega = 30 rad/s
constexpr double v = 0.2;                 // [m/s]

// A block on a rigid track, pressed by N and pulled by a spring and a dashpot c, the other end of
// which is moved.
assembly::CoupledModel pulled(const contact::Friction& friction, double c, double ramp)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::rigid("block", {.mass = m, .fixed = {"rotation"}}));
    const Matrix face = (Matrix(3, 2) << -10, 0, 0.5, 0, 30, 0).finished();
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", face}}, .fixed = {"centre"}}));
    model.bodies.push_back(fem::lumped("hand", {{{"p", {{"x", 0}}}}, {}, {}, {}}));
    const fem::Port& centre = fem::port(model.bodies[0], "centre");
    const fem::Port& hand = fem::port(model.bodies[2], "p");
    model.joints.push_back({"spring",
                            {},
                            {2, fem::component_rows(hand, 0)},
                            assembly::RowsOn{0, fem::component_rows(centre, 0)},
                            contact::Linear{{k}, {c}}});
    model.motions.push_back(assembly::make_motion("pull", 2, hand, 0));
    model.motions[0].velocity = v;
    model.motions[0].ramp = ramp;
    model.loads.push_back({"press", {}, 0, fem::mean_row(centre, 1), assembly::Constant{-N}});
    model.sliding.push_back(assembly::make_sliding("rub", model.bodies, 0, centre, 1,
                                                   fem::port(model.bodies[1], "face"), friction));
    return model;
}

std::vector<dynamics::Probe> probes(const assembly::CoupledModel& model)
{
    return {{"block", 0, fem::mean_row(fem::port(model.bodies[0], "centre"), 0)},
            {"hand", 2, fem::mean_row(fem::port(model.bodies[2], "p"), 0)}};
}

} // namespace

TEST_CASE("A block pulled over a track by a spring follows the closed form of Coulomb sliding",
          "[dynamics]")
{
    // m u'' = k (x - u) - mu N. It starts with the spring stretched by mu N / k; w = u - x + mu N/k
    // is the free vibration that the ramp of the hand leaves: w'' + omega^2 w = -x'',
    // x'' = A sin(Omega t) while t < ramp. The ramp of 0.3 s is slow: the block never turns back.
    const double mu = 0.3, ramp = 0.3, omega = std::sqrt(k / m);
    const test::RampedBase base{v, ramp, omega};
    const assembly::CoupledModel model = pulled(contact::ConstantFriction{mu}, 0, ramp);
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        double before = 0;
        for (const double h : {4e-5, 2e-5}) {
            const auto result = dynamics::transient(
                model, {.scheme = scheme, .h = h, .t_end = 1.5, .history_rate_hz = 2500},
                probes(model));
            REQUIRE(result.status == dynamics::TransientStatus::end);
            double worst = 0;
            for (std::size_t n = 0; n < result.history.time.size(); ++n) {
                const double exact = base.w(result.history.time[n]);
                worst =
                    std::max(worst, std::abs(result.history.points[0].u[n] -
                                             result.history.points[1].u[n] + mu * N / k - exact));
                CHECK(result.history.sliding[0].normal_force[n] == Approx(N).epsilon(1e-9));
            }
            // Errors as for the carried mass in moving_frame_test.cpp: impulses of A Omega h^2 / 2
            // at both ends of the ramp, and the frequency error omega^3 h^2 t / 24 of central
            // differences.
            const double amplitude = std::hypot(base.w(ramp), base.rate_at_end() / omega);
            CAPTURE(name_of(scheme), h, worst);
            CHECK(worst < base.A * base.Omega * h * h / omega +
                              amplitude * std::pow(omega, 3) * h * h * 1.5 / 24);
            if (before > 0)
                CHECK(before / worst == Approx(4).epsilon(0.01)); // second order
            before = worst;
            // The work of the hand goes into friction, except for the kinetic and elastic energy.
            CHECK(result.history.energy.back().friction ==
                  Approx(mu * N * result.history.points[0].u.back() + mu * N * mu * N / k)
                      .epsilon(1e-4));
            for (const dynamics::Energy& e : result.history.energy)
                CHECK(std::abs(e.residual()) < 1e-3 * 0.5 * m * v * v);
        }
    }
}

TEST_CASE("Falling friction shakes the block where the dashpot takes less than the closed form",
          "[dynamics]")
{
    // Small vibration about steady sliding: m w'' + (c + N mu'(v)) w' + k w = 0, so it decays with
    // (c + N mu'(v)) / (2 m): c = -N mu'(v) is the limit. Source: e.g. Popp & Stelter, Phil. Trans.
    // R. Soc. A 332, 1990. Damping and friction are of second order in the step, and so is this
    // limit.
    struct Law {
        contact::Friction friction;
        double slope; // -mu'(v)
    };
    // Not much steeper at rest than at v: the ramp would shake the block too much.
    const contact::FrictionDecay decay{0.5, 0.1, 1.0};
    const Law laws[] = {
        {contact::FrictionTable{{0, 2 * v}, {0.5, 0.2}}, 0.3 / (2 * v)},
        {decay, 0.4 / decay.speed * std::exp(-v / decay.speed)},
    };
    const double ramp = 3, t_end = 13;
    for (const Law& law : laws)
        for (const double fraction : {0.98, 1.02}) {
            const double limit = N * law.slope, c = fraction * limit;
            const assembly::CoupledModel model = pulled(law.friction, c, ramp);
            const auto result = dynamics::transient(
                model, {.h = 2e-4, .t_end = t_end, .history_rate_hz = 500}, probes(model));
            REQUIRE(result.status == dynamics::TransientStatus::end);
            // Amplitude of the velocity about v in a window of one second.
            auto amplitude = [&](double from) -> double {
                double worst = 0;
                for (std::size_t n = 0; n < result.history.time.size(); ++n)
                    if (result.history.time[n] >= from && result.history.time[n] < from + 1)
                        worst = std::max(worst, std::abs(result.history.points[0].v[n] - v));
                return worst;
            };
            const double early = amplitude(ramp), late = amplitude(t_end - 1);
            const double growth = std::log(late / early) / (t_end - 1 - ramp);
            CAPTURE(fraction, early, late, growth);
            CHECK((fraction > 1 ? late < early : late > early));
            // Small against v, so that the law is straight; large against the round-off of v.
            CHECK(early < 0.02 * v);
            CHECK(early > 1e-9 * v);
            // The curvature of the decaying law adds its square to the rate: 1e-4 of c.
            CHECK(growth == Approx((limit - c) / (2 * m)).epsilon(0.05));
        }
}

TEST_CASE("The friction force follows the law at the sliding velocity", "[dynamics]")
{
    const contact::FrictionTable table{{0, v / 2, v}, {0.6, 0.2, 0.5}};
    const assembly::CoupledModel model = pulled(table, 400, 0.5);
    const auto result =
        dynamics::transient(model, {.h = 1e-4, .t_end = 1, .history_rate_hz = 1e4}, probes(model));
    REQUIRE(result.status == dynamics::TransientStatus::end);
    const dynamics::SlidingHistory& contact = result.history.sliding[0];
    // Taken at the velocity before the step, extrapolated by half of the last change, or the one
    // before if that is smaller; not where they alternate.
    const std::vector<double>& v_s = contact.sliding_velocity;
    for (std::size_t n = 3; n < result.history.time.size(); ++n) {
        const double change = v_s[n - 1] - v_s[n - 2], before = v_s[n - 2] - v_s[n - 3];
        const double smaller = std::abs(change) < std::abs(before) ? change : before;
        const double speed = v_s[n - 1] + (change * before > 0 ? 0.5 * smaller : 0);
        CHECK(-contact.friction_force[n] / contact.normal_force[n] ==
              Approx(contact::coefficient(table, std::abs(speed))).margin(1e-12));
    }
    // mu(v), except for the vibration that the ramp left.
    CHECK(contact.friction_force.back() == Approx(-0.5 * N).epsilon(1e-2));
    for (const dynamics::Energy& e : result.history.energy)
        CHECK(std::abs(e.residual()) < 2e-3 * result.history.energy.back().drive);
}
