#include "base/bisection.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;

TEST_CASE("bisection ends at neighbouring numbers, or after the given number of halvings", "[base]")
{
    const auto below = [](double x) { return x * x < 2; };
    const auto [low, high] = bisect(0, 2, below);
    CHECK(high == std::nextafter(low, 2));
    CHECK(low * low < 2);
    CHECK(high * high >= 2);
    const auto [from, to] = bisect(0, 2, below, 3);
    CHECK(from == 1.25);
    CHECK(to == 1.5);
}
