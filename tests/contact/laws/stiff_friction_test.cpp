#include "contact/laws/joint_laws.hpp"
#include "tests/contact/laws/harmonic_draws.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::test;

namespace {

using std::numbers::pi;

constexpr double limit = 12; // mu N0 [N]

ElasticCoulomb pad(double k_t)
{
    return ElasticCoulomb({.k_t = k_t, .k_n = 0, .friction = 0.3, .preload = limit / 0.3});
}

// phi - sin(2 phi) / 2, by its series where the difference loses digits.
double segment(double phi)
{
    if (phi > 0.5)
        return phi - 0.5 * std::sin(2 * phi);
    double term = 2 * phi * phi * phi / 3, sum = 0;
    for (int k = 2; k < 20; ++k) {
        sum += term;
        term *= -4 * phi * phi / (2 * k * (2 * k + 1));
    }
    return sum;
}

// phi + sin(2 phi) / 2 - 2 sin(phi), by the series sum (4^k - 2) (-1)^k phi^(2k+1) / (2k+1)!.
double slope_segment(double phi)
{
    if (phi > 0.5)
        return phi + 0.5 * std::sin(2 * phi) - 2 * std::sin(phi);
    double power = phi, sum = 0, fours = 1;
    for (int k = 1; k < 20; ++k) {
        power *= -phi * phi / (2 * k * (2 * k + 1));
        fours *= 4;
        sum += (fours - 2) * power;
    }
    return sum;
}

} // namespace

TEST_CASE("A very stiff contact has the force of a Jenkins element in closed form", "[contact]")
{
    // x = A cos theta sticks from theta = 0 to phi = arccos(1 - 2 limit / (k_t A)), then slips.
    const Harmonics h{1};
    const double A = 1e-5;
    for (const double ratio : {1.5, 10., 1e3, 1e5, 1e8, 1e10}) {
        const double k_t = ratio * limit / A, phi = 2 * std::asin(std::sqrt(1 / ratio));
        Vector R = Vector::Zero(2 * h.size());
        R(0) = A;
        const HarmonicForce out = force_of(pad(k_t), h, R);
        const double F_c = k_t * A / pi * segment(phi), F_s = -4 * limit / pi * (1 - 1 / ratio);
        CAPTURE(ratio, phi);
        // Angles of events are rounded to 1e-16.
        CHECK(std::abs(out.F(0) - F_c) <= 1e-14 * limit);
        CHECK(std::abs(out.F(1) - F_s) <= 1e-14 * limit);
        // A later phase turns the force.
        const double J[2][2] = {{k_t / pi * slope_segment(phi), -F_s / A},
                                {-4 * limit / (pi * A * ratio), F_c / A}};
        for (const int i : {0, 1})
            for (const int k : {0, 1})
                CHECK(std::abs(out.J(i, k) - J[i][k]) <= 1e-10 * limit / A);
    }
}

TEST_CASE("A very stiff contact does not know where a cycle begins", "[contact]")
{
    Vector R(14), H;
    R.setZero();
    R.head(7) << 0, 1e-5, 0, 0, 0, 2e-6, -1e-6;
    const Harmonics h{3, true};
    for (const double k_t : {1e9, 1e12, 1e14}) {
        const HarmonicForce out = force_of(pad(k_t), h, R);
        REQUIRE(out.events.size() == 4);
        for (const double phase : {2 * pi / 64, 0.7, 5.}) {
            const HarmonicForce later = force_of(pad(k_t), h, delayed(h, R, phase));
            CAPTURE(k_t, phase);
            CHECK(largest(later.F - delayed(h, out.F, phase)) <= 1e-12 * limit);
        }
    }
}
