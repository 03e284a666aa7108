#pragma once

#include "base/kept_record.hpp"
#include "studies/response_levels.hpp"

/// Records the curves of forced responses for another process.
namespace slideway {

void each_member(auto& record, Either<continuation::BranchEnd> auto& of)
{
    record(of.stop, of.step, of.message, of.residual_norms);
}
void each_member(auto& record, Either<continuation::Branch> auto& of)
{
    record(of.x, of.p, of.s, of.tangent, of.orientation, of.kind, of.monitor, of.iterations,
           of.monitors, of.monitor_names, of.front, of.back);
}
void each_member(auto& record, Either<dynamics::ForcedResponse> auto& of)
{
    record(of.level, of.branch, of.other_end, of.crossing, of.not_followed, of.n_evaluations);
}
void each_member(auto& record, Either<studies::LevelCurves> auto& of)
{
    record(of.response, of.new_points, of.unreached);
}

} // namespace slideway
