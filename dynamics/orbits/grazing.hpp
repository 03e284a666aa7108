#pragma once

#include "dynamics/orbits/passage.hpp"

#include <vector>

namespace slideway::dynamics {

struct ModalLaw;

/// A gap: where a displacement reaches its stop.
struct DisplacementStop {
    std::size_t of = 0; ///< index of the watched quantity
    double level = 0;   ///< [m]
    int side = 1;       ///< beyond it: side (displacement - level) > 0
    std::size_t joint = 0;
    Index row = 0;

    [[nodiscard]] double beyond(double displacement) const { return side * (displacement - level); }
};

/// Ends of the phases at rest that depend on displacements alone: row by row in the order of
/// joints; both stops of a row watch the same displacement.
[[nodiscard]] std::vector<DisplacementStop> stops_of(const std::vector<ModalLaw>& joints);

/// The displacements that they watch.
[[nodiscard]] std::vector<ModalOutput> watched_by(const std::vector<DisplacementStop>& stops,
                                                  const std::vector<ModalLaw>& joints);

/// Grazing of the extrema of a cycle.
struct Grazing {
    double distance = 1; ///< the smallest of an extremum from a stop, over the scale
    int beyond = 0;      ///< extrema beyond stops
    int distinct = 0;    ///< number of distinct extrema; equal ones of symmetric motions count once
    int touching = 0;    ///< extrema at a stop, but for what its location leaves
    int contacts =
        0; ///< number of extrema beyond stops, each times the joints that its joint represents
    std::vector<std::size_t> touching_joints; ///< joint of each extremum at a stop
    double room = 1e300; ///< distance of the nearest extremum that is not beyond, over the scale

    /// A test function: with the number of extrema beyond stops it changes its sign where one of
    /// them crosses; pairs that are born on one side leave it alone.
    [[nodiscard]] double test(int n) const { return n % 2 == 0 ? distance : -distance; }
};
/// @param scale    of the levels [m]
/// @param weights  number of joints that each joint stands for; empty: one
[[nodiscard]] Grazing grazing_of(const std::vector<DisplacementStop>& stops,
                                 const std::vector<MotionExtremum>& extrema, double scale,
                                 const std::vector<int>& weights = {});

/// Extrema of a cycle whose passages follow each other, displacement by displacement. Where the
/// signs of a rate on both sides of a node differ, an extremum at the node was told twice or not at
/// all.
/// @param T         of a passage [s]
/// @param Omega     of the drive
/// @param phase     of the drive at the start of the first passage [rad]
/// @param mirrored  the end of the last passage is minus the start of the first
[[nodiscard]] std::vector<MotionExtremum> extrema_of(const std::vector<Passage>& passages,
                                                     const std::vector<ModalOutput>& watched,
                                                     double T, double Omega, double phase,
                                                     bool mirrored);

} // namespace slideway::dynamics
