#pragma once

#include "continuation/branch.hpp"
#include "continuation/options.hpp"

#include <string>
#include <vector>

namespace slideway::continuation {

/// Starts of the branches that cross `branch` at its branch point k, one per branch, with direction
/// +1. `trace_both` follows a branch in both directions; `direction` = -1 reverses it.
struct Switch {
    std::vector<Start> starts; ///< empty if none was found; `message` then has the reason
    std::string message;       ///< reason, if a branch was not found
};
/// Finds the starts of the branches that cross `branch` at its branch point k.
/// @throws std::invalid_argument  point k is no branch point
[[nodiscard]] Switch switch_branch(const Problem& problem, const Branch& branch, Index k,
                                   const Options& options = {});

} // namespace slideway::continuation
