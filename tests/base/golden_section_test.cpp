#include "base/golden_section.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace slideway;

TEST_CASE("golden section finds the top of a curve and the place of a pole", "[base]")
{
    // The position of a flat maximum is known to the square root of round-off, its
    // value to round-off.
    const Maximum top =
        golden_section_maximum([](double x) { return std::sin(x); }, 0.2, 3.0, 1e-9);
    CHECK(top.x == Approx(std::acos(0.0)).epsilon(1e-7));
    CHECK(top.value == Approx(1).epsilon(1e-15));
    const double peak = 1.2345;
    const Maximum pole =
        golden_section_maximum([peak](double x) { return 1 / std::abs(x - peak); }, 1, 2, 1e-12);
    CHECK(pole.x == Approx(peak).epsilon(2e-12));
    CHECK(pole.value > 1e11);
    // The search also ends for a tolerance below round-off and for a maximum on the edge.
    const Maximum edge = golden_section_maximum([](double x) { return x; }, 0, 1, 0);
    CHECK(edge.x == Approx(1).epsilon(std::numeric_limits<double>::epsilon() * 16));
}
