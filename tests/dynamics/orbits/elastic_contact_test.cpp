#include "dynamics/orbits/locked_contacts.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

using std::numbers::pi;

// k L of a clamped-free Euler-Bernoulli beam, mode 1, 2, ...: cos x cosh x = -1, by bisection.
double wave_number(int mode)
{
    const double about = (mode - 0.5) * pi, reach = mode == 1 ? 0.35 : 0.05;
    auto f = [](double x) -> double { return std::cos(x) + 1 / std::cosh(x); };
    double low = about - reach, high = about + reach;
    const bool below = f(low) < 0;
    for (double x = (low + high) / 2; x > low && x < high; x = (low + high) / 2)
        ((f(x) < 0) == below ? low : high) = x;
    return high;
}

// Shape of unit modal mass at x in [0, 1]; E I = rho A = L = 1.
double shape(int mode, double x)
{
    const double k = wave_number(mode);
    if (x == 1) // sigma - 1 of high modes is below round-off
        return mode % 2 == 1 ? 2 : -2;
    // sigma = (cosh k + cos k) / (sinh k + sin k); cosh - sigma sinh without cancellation.
    const double rest = (std::sin(k) - std::cos(k) - std::exp(-k)) / (std::sinh(k) + std::sin(k));
    const double sigma = 1 - rest;
    return std::exp(-k * x) + rest * std::sinh(k * x) - std::cos(k * x) + sigma * std::sin(k * x);
}

// n modes of the clamped beam in units of its first frequency; the tip rubs, a unit force at x.
DrySystem clamped_beam(int n, double x)
{
    DrySystem s;
    s.modes.omega.resize(n);
    s.modes.c = s.p0 = Vector::Zero(n);
    s.B.resize(1, n);
    s.force.resize(n);
    s.inertia = s.drag = ComplexVector::Zero(n);
    for (int i = 0; i < n; ++i) {
        s.modes.omega(i) = std::pow(wave_number(i + 1) / wave_number(1), 2);
        s.B(0, i) = shape(i + 1, 1);
        s.force(i) = shape(i + 1, x);
    }
    s.p = s.force;
    s.limit = Vector::Ones(1);
    s.names = {"tip"};
    s.r = ComplexVector::Zero(1);
    s.Omega = 0.5;
    return s;
}

} // namespace

TEST_CASE("The more modes of a beam rub at its tip, the sooner it stops", "[dynamics]")
{
    // A clamped beam, force at the rubbing tip, half its first frequency. The table is that of an
    // independent program: exact frequencies by bisection, the closed form sampled 60 times per
    // period of the highest mode and refined. Every mode has b_i^2 = 4 at the tip: sum b_i^2 = 4 n.
    struct Row {
        int n;
        double unit_S, S, continuous;
    };
    for (const Row& row : {Row{1, 0.333333, 1, 0.333333}, Row{2, 0.169703, 1.180649, 0.143777},
                           Row{5, 0.068162, 1, 0.068162}, Row{10, 0.034090, 1, 0.034090},
                           Row{20, 0.017046, 1.050578, 0.016225}}) {
        const DrySystem s = clamped_beam(row.n, 1);
        const RegimeLimits l = RegimeBoundaries(s).at(0.5);
        CAPTURE(row.n);
        // Six digits after the point.
        CHECK(l.continuous_unit_S == Approx(row.unit_S).margin(6e-7).epsilon(0));
        CHECK(*l.S == Approx(row.S).margin(6e-7).epsilon(0));
        CHECK(l.continuous == Approx(row.continuous).margin(6e-7).epsilon(0));
        // The force acts where the contact is: locked, it carries the force.
        CHECK(*l.no_motion == Approx(1).epsilon(1e-12));
    }
}

TEST_CASE("The force that holds the tip of a beam converges with its modes", "[dynamics]")
{
    // Force in the middle: locked, the tip carries the ratio of the receptances of the continuum,
    // w(1/2) / w(1) of a force at the tip. The modes left out have static flexibilities that fall
    // as 1 / i^4, their sum as 1 / n^3: 1e-6 for 40.
    const double k = wave_number(1) * std::sqrt(0.5);
    auto w = [k](double x) -> double {
        return (std::sin(k) + std::sinh(k)) * (std::cosh(k * x) - std::cos(k * x)) -
               (std::cos(k) + std::cosh(k)) * (std::sinh(k * x) - std::sin(k * x));
    };
    const double exact = w(0.5) / w(1);
    double last = 1;
    for (const int n : {1, 2, 5, 10, 20, 40}) {
        const DrySystem s = clamped_beam(n, 0.5);
        const RegimeLimits l = RegimeBoundaries(s).at(0.5);
        const double error = std::abs(*l.no_motion / exact - 1);
        CAPTURE(n, exact, *l.no_motion, *l.S, l.continuous);
        CHECK((*locked_contacts(s, 0.5).force)(0) == Approx(*l.no_motion).epsilon(1e-9));
        CHECK(error < last);
        last = error;
    }
    CHECK(last < 1e-6);
}
