#pragma once

#include "continuation/branch.hpp"
#include "continuation/options.hpp"

#include <string>
#include <vector>

namespace slideway::continuation {

/// Starts of the branches that cross `branch` at its branch point k, one per branch and with
/// direction +1: `trace_both` follows a branch both ways, -1 in `direction` reverses it.
struct Switch {
    std::vector<Start> starts; ///< empty: see `message`
    std::string message;
};
/// @throws std::invalid_argument  point k is no branch point
[[nodiscard]] Switch switch_branch(const Problem& problem, const Branch& branch, Index k,
                                   const Options& options = {});

} // namespace slideway::continuation
