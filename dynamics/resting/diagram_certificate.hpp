#pragma once

#include "dynamics/resting/direction_diagram.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Input of a certificate of events. Points are (direction, rate) in the unknowns of the curves.
struct CertificateOf {
    /// Points of the set at a load, and its doubt.
    std::function<std::vector<Vector>(double p, std::string& doubt)> directions;
    std::function<std::vector<Vector>(const LimitDirections& set)> of_set;
    std::function<Vector(const LimitDirection& d)> of_event;
    double load_scale = 1; ///< load scale of one friction limit
    /// Sets are searched on a great circle, and are certified nearer to events.
    bool on_circle = false;
    /// Curves have corners, where following them may find folds that are none.
    bool has_corners = false;
};

/// Proves the events of a diagram by certified sets: at p - d and p + d the sets of a fold differ
/// by two directions that meet where it is, those of a pitchfork by two beside one that stays, and
/// the rate of the direction of a tangency changes its sign; from one load to the next the numbers
/// of directions, and of those that attract, change by the events between alone. Two events between
/// neighbouring loads that undo each other are not excluded. Writes d to each event. Folds at a
/// corner are left out where certified sets on both sides are the same.
/// @return the doubt that is left; "": none
[[nodiscard]] std::string certify_events(DirectionDiagram& diagram, const CertificateOf& of);

} // namespace slideway::dynamics
