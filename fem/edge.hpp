#pragma once

#include <compare>

namespace slideway::fem {

/// An edge of the body's boundary; the body lies on the right of first -> second.
struct Edge {
    int first = 0, second = 0;
    int middle = -1; ///< mid node of a second-order edge; -1: none

    friend auto operator<=>(const Edge&, const Edge&) = default;
};

} // namespace slideway::fem
