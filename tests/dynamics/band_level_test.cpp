#include "support/band_level.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;

namespace {

constexpr double rate = 50e3, line = rate / 1024; // [Hz]

// Velocity whose central difference over two samples is an acceleration of this amplitude.
std::vector<double> sine_velocity(double amplitude, double f, std::size_t n)
{
    const double omega = 2 * std::numbers::pi * f;
    std::vector<double> v;
    for (std::size_t k = 0; k < n; ++k)
        v.push_back(amplitude / (rate * std::sin(omega / rate)) *
                    std::sin(omega * static_cast<double>(k) / rate));
    return v;
}

} // namespace

TEST_CASE("Acceleration is the central difference of the velocity over two samples", "[support]")
{
    const auto a = test::central_acceleration(sine_velocity(3, 70 * line, 1000), rate);
    REQUIRE(a.size() == 998);
    for (std::size_t k = 0; k < a.size(); ++k)
        CHECK(a[k] ==
              Approx(3 * std::cos(2 * std::numbers::pi * 70 * static_cast<double>(k + 1) / 1024))
                  .margin(1e-11)); // round-off of v times the rate
}

TEST_CASE("A sine on a spectral line shows its amplitude on that line", "[support]")
{
    const double a = 2.5, f = 72 * line; // 3515.6 Hz
    const auto v = sine_velocity(a, f, 20000);
    // One line alone: the documented scaling. 1e-12: round-off.
    const auto alone = test::band_levels(v, rate, 0, f - 0.5 * line, f + 0.5 * line);
    REQUIRE(alone.level.size() == (20000 - 2 - 1024) / 512 + 1);
    for (const double level : alone.level)
        CHECK(level == Approx(a).epsilon(1e-9));
    // The band around it: what the tapers spread belongs to it, sqrt(N sum w^2) / sum w. The sum of
    // squares is N (1 - 5/8 0.25), the sum N (1 - 0.25/2); a little of it lies outside the band.
    const auto band = test::band_levels(v, rate, 0, 3300, 3800);
    CHECK(band.median() == Approx(a * std::sqrt(1 - 0.625 * 0.25) / (1 - 0.125)).epsilon(2e-3));
    // Another band is empty up to the side lobes of the window.
    CHECK(test::band_levels(v, rate, 0, 10200, 10900).median() < 1e-3 * a);
}

TEST_CASE("A constant acceleration has no band level", "[support]")
{
    std::vector<double> v(5000);
    for (std::size_t k = 0; k < v.size(); ++k)
        v[k] = 9.81 * static_cast<double>(k) / rate;
    CHECK(test::band_levels(v, rate, 0, 0, 25e3).max_in(0, 1) < 1e-9);
}

TEST_CASE("A burst shows in the windows that hold it", "[support]")
{
    const double t0 = 0.2;
    std::vector<double> v = sine_velocity(4, 72 * line, 50000); // one second
    for (std::size_t k = 0; k < v.size(); ++k)
        if (const double t = t0 + static_cast<double>(k) / rate; t < 0.6 || t > 0.7)
            v[k] *= 0.01;
    const auto levels = test::band_levels(v, rate, t0, 3300, 3800);
    CHECK(levels.time.front() == Approx(t0 + 513 / rate).epsilon(1e-12)); // centre of the first
    CHECK(levels.time[1] - levels.time[0] == Approx(512 / rate).epsilon(1e-9));
    CHECK(levels.median() == Approx(0.04).epsilon(0.06)); // 1.0498 of it in the whole band
    CHECK(levels.max_in(0.62, 0.68) == Approx(4).epsilon(0.06));
    CHECK(levels.max_in(0.62, 0.68) / levels.median() == Approx(100).epsilon(0.01));
    CHECK(levels.time_of_max(0.2, 1.2) > 0.59);
    CHECK(levels.time_of_max(0.2, 1.2) < 0.71);
    CHECK(levels.max_in(5, 6) == 0); // no window there
}
