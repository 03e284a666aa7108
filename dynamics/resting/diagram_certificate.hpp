#pragma once

#include "dynamics/resting/direction_diagram.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Input of a certificate of events. Points are (direction, rate) in the unknowns of the curves.
struct CertificateOf {
    /// Returns the points of the set at a load, and its doubt.
    std::function<std::vector<Vector>(double p, std::string& doubt)> directions;
    std::function<std::vector<Vector>(const LimitDirections& set)> of_set;
    std::function<Vector(const LimitDirection& d)> of_event;
    double load_scale = 1; ///< load that corresponds to one friction limit
    /// True if sets are searched on a great circle; they can then be certified closer to events.
    bool on_circle = false;
    /// True if curves have corners, at which continuation may report false folds.
    bool has_corners = false;
};

/// Proves the events of a diagram with certified sets. The sets at p - d and p + d differ by two
/// directions that meet at a fold, and by two directions beside a persisting one at a pitchfork.
/// The rate of the direction of a tangency changes its sign. Between neighbouring loads, the
/// numbers of all and of attracting directions change only by the events between them; two events
/// that cancel each other are not excluded. Writes d to each event. Removes folds at a corner if
/// the certified sets on both sides are equal.
/// @return the remaining doubt, or ""
[[nodiscard]] std::string certify_events(DirectionDiagram& diagram,
                                         const CertificateOf& certificate);

} // namespace slideway::dynamics
