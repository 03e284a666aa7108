#pragma once

#include "base/types.hpp"

namespace slideway::fem {

struct Substructure;

/// The consecutive dofs of a body that belong to one of several processes. The numbers of dofs of
/// two processes differ by at most one.
struct Share {
    int index = 0, count = 1;

    [[nodiscard]] bool whole() const { return count == 1; }
    [[nodiscard]] Index first(Index n) const { return n * index / count; }
    [[nodiscard]] Index end(Index n) const { return n * (index + 1) / count; }
    [[nodiscard]] Index size(Index n) const { return end(n) - first(n); }
    [[nodiscard]] bool holds(Index dof, Index n) const { return first(n) <= dof && dof < end(n); }
};

/// Keeps the columns of a share in M, C and K and clears the others.
void keep(Substructure& s, const Share& share);

} // namespace slideway::fem
