#pragma once

#include "continuation/branch.hpp"

#include <catch2/catch.hpp>

namespace slideway::test {

/// Checks that both branches have exactly equal points and labels; ends and Newton
/// iterations may differ.
inline void check_same_points(const continuation::Branch& a, const continuation::Branch& b)
{
    REQUIRE(a.n_points() == b.n_points());
    CHECK(a.x == b.x);
    CHECK(a.p == b.p);
    CHECK(a.s == b.s);
    CHECK(a.tangent == b.tangent);
    CHECK(a.orientation == b.orientation);
    CHECK(a.kind == b.kind);
    CHECK(a.monitor == b.monitor);
    CHECK(a.monitors == b.monitors);
}

} // namespace slideway::test
