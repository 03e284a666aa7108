#pragma once

#include "continuation/branch.hpp"
#include "continuation/corrector.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace slideway::continuation {

/// A point of one of several branches.
struct Place {
    std::size_t branch = 0;
    Index point = 0;
};

/// Branches that leave one another, of one problem or of several: what they are is the caller's to
/// know.
struct Network {
    /// All so far; new ones are added behind.
    std::function<std::vector<const Branch*>()> branches;
    /// In which points are compared: z of `solutions` and p, as by `are_one_point`.
    std::function<Scales(const VectorIn& z, double p)> scales;
    /// Follows what leaves at a point, and adds it to the branches: for `follow_all`.
    /// @return  "", or why there is nothing, for users; none: interrupted
    std::function<std::optional<std::string>(Place)> follow = {};
    /// Whether others leave at a point; they do so of each branch there. Empty: at branch points.
    std::function<bool(Place)> leads_off = {};
    /// What tells a point from those of other branches, then the same of its images. Empty: x.
    std::function<std::vector<Vector>(Place)> solutions = {};
    std::size_t most = std::numeric_limits<std::size_t>::max(); ///< nothing is followed beyond
};

/// Points of a network where others leave that are on one branch alone.
[[nodiscard]] std::vector<Place> missing(const Network& network);

struct NotFollowed {
    Place at;
    std::string why; ///< for users
};

/// Follows what leaves the branches of a network, and what leaves that, nothing twice: until all
/// points where others leave are on two branches, until there are `most`, or until interrupted.
/// @return  points that are on one branch alone, as far as it came
[[nodiscard]] std::vector<NotFollowed> follow_all(const Network& network);

} // namespace slideway::continuation
