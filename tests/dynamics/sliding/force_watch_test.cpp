#include "dynamics/sliding/force_watch.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using slideway::contact::ForceWatch;

namespace {

template <class Force>
bool diverges(int n, const Force& force)
{
    ForceWatch watch;
    for (int k = 0; k < n; ++k)
        watch.record(force(k));
    return watch.diverges();
}

} // namespace

TEST_CASE("A contact force that swings up and down ever more is an unstable integration",
          "[contact]")
{
    CHECK(diverges(20, [](int k) { return 0.08 + 1e-4 * std::pow(-1.05, k); }));
    // At once where it grows fast, as far above the limit, whatever was before.
    CHECK(
        diverges(20, [](int k) { return 0.08 - 1e-5 * k + (k < 16 ? 0 : std::pow(-19, k - 19)); }));
    CHECK_FALSE(diverges(20, [](int k) { return 0.08 + (k < 18 ? 0 : std::pow(-19, k - 19)); }));
    // Also on top of a slow drift, once the swings are larger than it.
    CHECK(diverges(40, [](int k) { return 0.08 - 1e-5 * k + 1e-4 * std::pow(-1.2, k); }));
}

TEST_CASE("A slave that lifts off is no unstable integration", "[contact]")
{
    CHECK_FALSE(diverges(50, [](int k) { return 0.08 - 0.002 * k; }));         // ramp
    CHECK_FALSE(diverges(50, [](int k) { return 0.08 * std::cos(0.1 * k); })); // resolved vibration
    CHECK_FALSE(
        diverges(50, [](int k) { return 0.08 + 0.1 * std::sin(0.8 * k) * std::exp(0.05 * k); }));
    // The highest mode, damped: it alternates and dies out.
    CHECK_FALSE(diverges(50, [](int k) { return 0.08 - 1e-4 * k + 0.1 * std::pow(-0.7, k); }));
}

TEST_CASE("A contact force that is not finite is an unstable integration", "[contact]")
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    CHECK(diverges(20, [nan](int k) { return k < 19 ? 0.08 - 0.001 * k : nan; }));
    CHECK(diverges(20, [inf](int k) { return k < 19 ? 0.08 : -inf; }));
}

TEST_CASE("A contact force lost within the first steps is judged by what there is", "[contact]")
{
    // Zeros before the first force: no swing, no divergence.
    CHECK_FALSE(diverges(1, [](int) { return -0.1; }));
    CHECK_FALSE(diverges(3, [](int k) { return 0.05 - 0.04 * k; }));
}
