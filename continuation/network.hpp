#pragma once

#include "continuation/branch.hpp"
#include "continuation/corrector.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace slideway::continuation {

/// A point on one of several branches.
struct Place {
    std::size_t branch = 0;
    Index point = 0;
};

/// Connected branches of one problem or of several. The caller knows their meaning.
struct Network {
    /// All branches so far; new ones are appended.
    std::function<std::vector<const Branch*>()> branches;
    /// Scales for the comparison of points, by z of `solutions` and p, as in `are_one_point`.
    std::function<Scales(const VectorIn& z, double p)> scales;
    /// Follows the branches that leave at a point and adds them: for `follow_all`.
    /// @return  "" on success, or the reason for users why there is none; empty: interrupted
    std::function<std::optional<std::string>(Place)> follow = {};
    /// True if other branches leave at a point of any branch there. Empty: at branch points.
    std::function<bool(Place)> leads_off = {};
    /// Coordinates that distinguish a point from those of other branches, and those of its
    /// images. Empty: x.
    std::function<std::vector<Vector>(Place)> solutions = {};
    std::size_t most = std::numeric_limits<std::size_t>::max(); ///< largest number of branches
};

/// Returns junctions of a network that lie on one branch only.
[[nodiscard]] std::vector<Place> missing(const Network& network);

struct NotFollowed {
    Place at;
    std::string why; ///< reason for users
};

/// Follows all branches that leave those of a network, each once. It ends when all junctions are on
/// two branches, when there are `most` branches, or when interrupted.
/// @return  junctions that are still on one branch only
[[nodiscard]] std::vector<NotFollowed> follow_all(const Network& network);

} // namespace slideway::continuation
