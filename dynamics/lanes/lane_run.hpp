#pragma once

#include "base/types.hpp"
#include "dynamics/lanes/lane_data.hpp"

#include <functional>
#include <string>

namespace slideway::dynamics {

struct JointedSystem;

/// Motions of one system from many starts at phase 0 of the drive, computed one period at a time. A
/// SIMD lane computes one motion at a time. Lanes are numbered from 0.
struct Motions {
    /// Sets z (2 m: q, q') to the next start for a lane, and returns its number; < 0 if there is
    /// none.
    std::function<Index(std::size_t lane, Vector& z)> next;
    /// Receives the state of start i after `period` whole periods, from 1. Returns false to end its
    /// motion.
    std::function<bool(std::size_t lane, Index i, int period, const Vector& z)> after;
    /// Called if the motion of start i failed before its end, with the reason.
    std::function<void(std::size_t lane, Index i, const std::string& why)> failed;
    /// Called every few thousand steps; returning false throws Interrupted. May be empty.
    std::function<bool()> go_on = {};
};

/// Reason why the system cannot run in SIMD lanes; empty if it can.
[[nodiscard]] std::string lanes_refuse(const JointedSystem& system);

/// Computes `motions` with a kernel, one motion per SIMD lane. A lane whose motion ends takes the
/// next start. A motion does not depend on the motions in other lanes. Steps, tolerance and events
/// are the same as in the scheme `taylor`, except that a step also ends at the end of each period.
///
/// The series of a step is not that of TaylorSeries, and both cannot come from one source. There,
/// the lanes are rows of one motion, contacts may stick, rows of a joint may couple, and the order
/// is 20. Here, a lane is a motion, the order is 16, and each instruction set has code of its own
/// with fused multiply-adds, so that last digits differ. Lanes of AVX-512 run ten times as many
/// motions per second as TaylorSeries, lanes of AVX2 six times (docs/performance.md).
///
/// @throws Interrupted
/// @throws std::logic_error  the system cannot run in lanes (lanes_refuse), or a law has no phases
void lane_motions(const JointedSystem& system, double tolerance, const LaneKernel& kernel,
                  const Motions& motions);

} // namespace slideway::dynamics
