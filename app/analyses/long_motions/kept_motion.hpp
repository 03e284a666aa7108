#pragma once

#include "dynamics/orbits/long_motion.hpp"
#include "studies/orbit_record.hpp"

/// Serialised motions in the records of interrupted runs.
namespace slideway {

void each_member(auto& record, Either<dynamics::SectionPoints> auto& of)
{
    record(of.time, of.motion);
}
void each_member(auto& record, Either<dynamics::Turns> auto& of)
{
    record(of.least, of.most, of.maxima, of.minima);
}
void each_member(auto& record, Either<dynamics::LongMotion::Settled> auto& of)
{
    record(of.orbit, of.since);
}
void each_member(auto& record, Either<dynamics::MotionExtremum> auto& of)
{
    record(of.of, of.time, of.value, of.maximum, of.by);
}
void each_member(auto& record, Either<dynamics::SampledMotion> auto& of)
{
    record(of.time, of.displacement, of.velocity, of.extrema);
}
void each_member(auto& record, Either<dynamics::LongMotion> auto& of)
{
    record(of.interrupted, of.failure, of.taken, of.told, of.end, of.sections, of.turns,
           of.penetration, of.impacts, of.growth, of.states, of.settled, of.last);
}
void each_member(auto& record, Either<dynamics::LyapunovExponent> auto& of)
{
    record(of.quarter, of.half, of.whole, of.error, of.blocks, of.block);
}

namespace app {

/// Whether it tells what the motions of these options do.
[[nodiscard]] inline bool fits(const dynamics::LongMotion& motion,
                               const dynamics::LongMotionOptions& options)
{
    return motion.turns.size() == options.watched.size() &&
           motion.sections.size() == options.sections.size();
}

} // namespace app
} // namespace slideway
