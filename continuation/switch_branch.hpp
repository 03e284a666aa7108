#pragma once

#include "continuation/branch.hpp"
#include "continuation/options.hpp"

#include <string>
#include <vector>

namespace slideway::continuation {

/// Starts of the branches that cross `branch` at its branch point k, one per branch, with direction
/// +1. `trace_both` follows a branch in both directions; `direction` = -1 reverses it.
struct Switch {
    std::vector<Start> starts; ///< empty: see `message`
    std::string message;
};
/// Finds these starts. @throws std::invalid_argument  point k is no branch point
[[nodiscard]] Switch switch_branch(const Problem& problem, const Branch& branch, Index k,
                                   const Options& options = {});

} // namespace slideway::continuation
