#pragma once

#include "dynamics/orbits/long_motion.hpp"
#include "studies/bifurcation_diagram.hpp"
#include "studies/orbit_record.hpp"

/// Serialised motions in the records of interrupted runs.
namespace slideway {

void each_member(auto& record, Either<dynamics::SectionPoints> auto& points)
{
    record(points.time, points.motion);
}
void each_member(auto& record, Either<dynamics::Turns> auto& turns)
{
    record(turns.least, turns.most, turns.maxima, turns.minima);
}
void each_member(auto& record, Either<dynamics::LongMotion::Settled> auto& motion)
{
    record(motion.orbit, motion.since);
}
void each_member(auto& record, Either<dynamics::MotionExtremum> auto& extremum)
{
    record(extremum.of, extremum.time, extremum.value, extremum.maximum, extremum.by);
}
void each_member(auto& record, Either<dynamics::SampledMotion> auto& motion)
{
    record(motion.time, motion.displacement, motion.velocity, motion.extrema);
}
void each_member(auto& record, Either<dynamics::LongMotion> auto& motion)
{
    record(motion.interrupted, motion.failure, motion.taken, motion.recorded_periods, motion.end,
           motion.sections, motion.turns, motion.penetration, motion.impacts, motion.growth,
           motion.states, motion.settled, motion.last);
}
void each_member(auto& record, Either<dynamics::LyapunovExponent> auto& exponent)
{
    record(exponent.quarter, exponent.half, exponent.whole, exponent.error, exponent.blocks,
           exponent.block);
}
inline void each_member(RecordWriter& record, const studies::StartedMotion& motion)
{
    record(motion.done());
    if (motion.done())
        record(motion.motion, motion.exponent, motion.carried);
}
inline void each_member(RecordReader& record, studies::StartedMotion& motion)
{
    bool done = false;
    record(done);
    if (!done)
        return;
    motion.result.status = studies::Status::end;
    record(motion.motion, motion.exponent, motion.carried);
}
void each_member(auto& record, Either<studies::DiagramSeries> auto& series)
{
    record(series.motions, series.joined);
}

namespace app {

/// True if a stored motion was not completed, or has the watched outputs and sections of these
/// options.
[[nodiscard]] inline bool fits(const studies::StartedMotion& motion,
                               const dynamics::LongMotionOptions& options)
{
    return !motion.done() || (motion.motion.turns.size() == options.watched.size() &&
                              motion.motion.sections.size() == options.sections.size());
}

} // namespace app
} // namespace slideway
