#pragma once

#include "base/types.hpp"
#include "dynamics/lanes/lane_data.hpp"

#include <functional>
#include <string>

namespace slideway::dynamics {

struct JointedSystem;

/// Many motions of one system, from states at phase 0 of the drive, a period at a time. A lane
/// holds one motion at a time; lanes are numbered from 0.
struct Motions {
    /// The next start, for a lane: sets z (2 m: q, q'), and returns its number; < 0: there is none
    /// left.
    std::function<Index(std::size_t lane, Vector& z)> next;
    /// Of start i after `period` whole periods, 1 at first; false: its motion is not wanted any
    /// longer.
    std::function<bool(std::size_t lane, Index i, int period, const Vector& z)> after;
    /// The motion of start i broke off, and why.
    std::function<void(std::size_t lane, Index i, const std::string& why)> failed;
    /// Called every some thousand steps; false ends all motions by Interrupted. Empty: never.
    std::function<bool()> go_on = {};
};

/// Why a system has no motions in lanes; "": it has.
[[nodiscard]] std::string lanes_refuse(const JointedSystem& system);

/// Takes the motions of `motions` by the steps of a kernel, as many at once as it has lanes: a lane
/// whose motion ends takes the next start. A motion is the same whatever runs beside it. Steps,
/// their tolerance, events: as `taylor`, but that they end with each period.
/// @throws Interrupted
/// @throws std::logic_error  a system that lanes refuse, a law without phases
void lane_motions(const JointedSystem& system, double tolerance, const LaneKernel& kernel,
                  const Motions& motions);

} // namespace slideway::dynamics
