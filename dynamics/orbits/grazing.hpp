#pragma once

#include "dynamics/orbits/passage.hpp"

#include <vector>

namespace slideway::dynamics {

struct ModalLaw;

/// A stop of a gap: level at which a watched displacement reaches it.
struct DisplacementStop {
    std::size_t of = 0; ///< index of the watched quantity
    double level = 0;   ///< level of the displacement [m]
    int side = 1;       ///< +1 or -1; beyond the stop: side (displacement - level) > 0
    std::size_t joint = 0;
    Index row = 0;

    [[nodiscard]] double beyond(double displacement) const { return side * (displacement - level); }
};

/// Returns the stops that end the phases at rest (r = v = 0) and depend only on displacements, and
/// all kinks of tables. They are ordered by joints and rows; the stops of a row watch the same
/// displacement.
[[nodiscard]] std::vector<DisplacementStop> stops_of(const std::vector<ModalLaw>& joints);

/// Returns the displacements that the stops watch.
[[nodiscard]] std::vector<ModalOutput> watched_by(const std::vector<DisplacementStop>& stops,
                                                  const std::vector<ModalLaw>& joints);

/// Distances of the extrema of a cycle from stops.
struct Grazing {
    double distance = 1; ///< smallest distance of an extremum from a stop, over the scale
    int beyond = 0;      ///< number of extrema beyond stops
    int distinct = 0;    ///< number of distinct extrema; equal ones of symmetric motions count once
    int touching = 0;    ///< number of extrema at a stop, to the accuracy of locating
    /// Number of extrema beyond stops, each times the number of joints that its joint represents.
    int contacts = 0;
    std::vector<std::size_t> touching_joints; ///< joint of each extremum at a stop
    double room = 1e300; ///< distance of the nearest extremum that is not beyond, over the scale

    /// Returns a test function that changes its sign where one extremum crosses a stop. A pair of
    /// extrema that appears on one side does not change the sign.
    /// @param n  number of extrema beyond stops
    [[nodiscard]] double test(int n) const { return n % 2 == 0 ? distance : -distance; }
};
/// Evaluates the grazing of a cycle.
/// @param scale    scale of the levels [m]
/// @param weights  number of joints that each joint represents; empty: one
[[nodiscard]] Grazing grazing_of(const std::vector<DisplacementStop>& stops,
                                 const std::vector<MotionExtremum>& extrema, double scale,
                                 const std::vector<int>& weights = {});

/// Returns the extrema of a cycle of successive passages, displacement by displacement. If the
/// signs of a rate on both sides of a node differ, an extremum at the node was reported twice or
/// not at all; this is corrected.
/// @param T         duration of a passage [s]
/// @param Omega     frequency of the drive [rad/s]
/// @param phase     phase of the drive at the start of the first passage [rad]
/// @param mirrored  the end of the last passage is minus the start of the first
[[nodiscard]] std::vector<MotionExtremum> extrema_of(const std::vector<Passage>& passages,
                                                     const std::vector<ModalOutput>& watched,
                                                     double T, double Omega, double phase,
                                                     bool mirrored);

} // namespace slideway::dynamics
