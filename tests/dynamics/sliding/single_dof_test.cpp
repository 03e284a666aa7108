#include "dynamics/sliding/transient.hpp"
#include "fem/lumped.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>

using namespace slideway;

namespace {

constexpr double m = 2, k = 800, F = 5; // omega = 20 rad/s

// A mass on a spring and a dashpot; at rest at u = 0 when F begins to act.
assembly::CoupledModel oscillator(double zeta)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped(
        "mass", fem::chain_network({"ground", "", {m}, {k}, {2 * zeta * std::sqrt(k * m)}})));
    model.loads.push_back({"step", {}, 0, Vector::Ones(1), assembly::Constant{F}});
    return model;
}

dynamics::TransientResult run(double zeta, dynamics::Scheme scheme, double h, double t_end = 0.8)
{
    return dynamics::transient(oscillator(zeta),
                               {.scheme = scheme,
                                .h = h,
                                .t_end = t_end,
                                .start = dynamics::Start::rest,
                                .history_rate_hz = 1 / h},
                               {{"u", 0, Vector::Ones(1)}});
}

// Free motion about F/k with the two roots of a step or of the equation: a r1^t + b r2^t.
struct TwoRoots {
    Complex r1, r2, a, b;

    // Displacement at t = 0 and at t = -1 (in units of the exponent).
    TwoRoots(Complex root1, Complex root2, double at_0, double before) : r1(root1), r2(root2)
    {
        b = (before - at_0 / r1) / (1.0 / r2 - 1.0 / r1);
        a = at_0 - b;
    }
    [[nodiscard]] double operator()(double n) const
    {
        return (a * std::pow(r1, n) + b * std::pow(r2, n)).real();
    }
};

double exact(double zeta, double t) // underdamped response to a step of force from rest
{
    const double omega = std::sqrt(k / m), decay = zeta * omega;
    const double omega_d = omega * std::sqrt(1 - zeta * zeta);
    return F / k *
           (1 - std::exp(-decay * t) *
                    (std::cos(omega_d * t) + decay / omega_d * std::sin(omega_d * t)));
}

double largest_error(double zeta, dynamics::Scheme scheme, double h)
{
    const auto result = run(zeta, scheme, h);
    double worst = 0;
    for (std::size_t n = 0; n < result.history.time.size(); ++n)
        worst = std::max(
            worst, std::abs(result.history.points[0].u[n] - exact(zeta, result.history.time[n])));
    return worst;
}

} // namespace

TEST_CASE("forward-increment of an oscillator is the closed form of its difference equation",
          "[dynamics]")
{
    // (1 + c h / 2) r^2 - (2 - omega^2 h^2) r + (1 - c h / 2) = 0, started from u_0 = 0 and
    // u_{-1} = -d_0 = h^2 a_0 / 2, a_0 = F / m.
    for (const double zeta : {0.0, 0.05, 0.4, 3.0}) {
        const double h = 1e-3, omega = std::sqrt(k / m), c = 2 * zeta * omega;
        const double w = 1 / (1 + c * h / 2);
        const Complex half = w * (1 - omega * omega * h * h / 2);
        const Complex root = std::sqrt(half * half - w * (1 - c * h / 2));
        const TwoRoots motion(half + root, half - root, -F / k, h * h * F / m / 2 - F / k);
        const auto result = run(zeta, dynamics::Scheme::forward_increment, h);
        for (std::size_t n = 0; n < result.history.time.size(); ++n) {
            CAPTURE(zeta, n);
            // Round-off of 800 steps in summed form, relative to F/k = 6e-3.
            CHECK(result.history.points[0].u[n] ==
                  Approx(F / k + motion(static_cast<double>(n))).margin(1e-14));
        }
    }
}

TEST_CASE("modal-propagator moves an oscillator exactly while its force is constant", "[dynamics]")
{
    // Any step: a tenth of the period, one that hardly resolves it, and dampers that leave nothing
    // of a velocity over a step (a = e^-60).
    for (const double zeta : {0.0, 0.05, 0.9, 1.0, 1.5, 100.0})
        for (const double h : {0.03, 0.13, 0.4}) {
            const double omega = std::sqrt(k / m);
            const auto result = run(zeta, dynamics::Scheme::modal_propagator, h, 100 * h);
            REQUIRE(result.history.time.size() == 101);
            for (std::size_t n = 0; n < result.history.time.size(); ++n) {
                const double t = result.history.time[n];
                const Complex root = omega * std::sqrt(Complex(zeta * zeta - 1));
                const Complex r1 = -zeta * omega + root, r2 = -zeta * omega - root;
                const Complex free =
                    zeta == 1 ? (1 + omega * t) * std::exp(-omega * t)
                              : (r1 * std::exp(r2 * t) - r2 * std::exp(r1 * t)) / (r1 - r2);
                CAPTURE(zeta, h, n);
                // Round-off of 100 steps; of the slow root of the heaviest damper eps zeta^2.
                CHECK(result.history.points[0].u[n] ==
                      Approx(F / k * (1 - free.real())).margin(zeta > 50 ? 1e-13 : 2e-15));
            }
        }
}

TEST_CASE("Both schemes converge to the step response with second order", "[dynamics]")
{
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        const bool central = scheme == dynamics::Scheme::forward_increment;
        const double omega = std::sqrt(k / m);
        for (const double zeta : {0.0, 0.05, 0.6}) {
            const double coarse = largest_error(zeta, scheme, 4e-4);
            const double fine = largest_error(zeta, scheme, 1e-4);
            CAPTURE(name_of(scheme), zeta, coarse, fine);
            if (!central) {
                CHECK(coarse < 1e-14); // exact
            } else {
                CHECK(coarse / fine == Approx(16).epsilon(0.02));
                // The phase omega t (omega h)^2 / 24 at t = 0.8 s, or less. Damping half a step
                // late would be a phase of omega t zeta omega h / 2, 300 times that at zeta = 0.05.
                CHECK(fine < 1.1 * F / k * omega * 0.8 * std::pow(omega * 1e-4, 2) / 24);
            }
        }
    }
}

TEST_CASE("Free vibration decays as Rayleigh damping says", "[dynamics]")
{
    // decay = (alpha + beta omega^2) / 2, seen over whole periods at the turning points.
    const double alpha = 1.5, beta = 2e-3, omega = std::sqrt(k / m);
    assembly::CoupledModel model = oscillator(0);
    fem::add_rayleigh(model.bodies.front(), alpha, beta);
    const double decay = (alpha + beta * omega * omega) / 2;
    const double period = 2 * std::numbers::pi / std::sqrt(omega * omega - decay * decay);
    const double h = period / 1000;
    const auto result = dynamics::transient(model,
                                            {.scheme = dynamics::Scheme::modal_propagator,
                                             .h = h,
                                             .t_end = 3.01 * period,
                                             .start = dynamics::Start::rest,
                                             .history_rate_hz = 1 / h},
                                            {{"u", 0, Vector::Ones(1)}});
    const auto& u = result.history.points[0].u;
    for (const std::size_t n : {0U, 130U, 700U}) { // turning points and others
        CHECK((u[n + 2000] - F / k) / (u[n] - F / k) ==
              Approx(std::exp(-decay * 2 * period)).epsilon(1e-11)); // exact except for round-off
    }
}

TEST_CASE("Velocity and acceleration are central differences of the displacement", "[dynamics]")
{
    const double h = 1e-3;
    const auto result = run(0.1, dynamics::Scheme::forward_increment, h);
    const dynamics::PointHistory& y = result.history.points[0];
    REQUIRE(y.v.size() == y.u.size());
    REQUIRE(y.a.size() == y.u.size());
    for (std::size_t n = 1; n + 1 < y.u.size(); ++n) {
        // eps u / h^2 = 1e-12
        CHECK(y.v[n] == Approx((y.u[n + 1] - y.u[n - 1]) / (2 * h)).margin(1e-13));
        CHECK(y.a[n] == Approx((y.u[n + 1] - 2 * y.u[n] + y.u[n - 1]) / (h * h)).margin(2e-10));
    }
}

TEST_CASE("A static equilibrium stays at rest", "[dynamics]")
{
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        const auto result =
            dynamics::transient(oscillator(0.01), {.scheme = scheme, .h = 1e-3, .t_end = 2},
                                {{"u", 0, Vector::Ones(1)}});
        CHECK(result.start == dynamics::Start::static_equilibrium);
        for (const double u : result.history.points[0].u)
            CHECK(u == Approx(F / k).epsilon(1e-13));
    }
}
