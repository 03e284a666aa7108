#pragma once

#include "base/serial_record.hpp"
#include "studies/response_levels.hpp"

/// Records the curves of forced responses for another process.
namespace slideway {

void each_member(auto& record, Either<continuation::BranchEnd> auto& end)
{
    record(end.stop, end.step, end.message, end.residual_norms);
}
void each_member(auto& record, Either<continuation::Branch> auto& branch)
{
    record(branch.x, branch.p, branch.s, branch.tangent, branch.orientation, branch.kind,
           branch.monitor, branch.iterations, branch.monitors, branch.monitor_names, branch.front,
           branch.back);
}
void each_member(auto& record, Either<dynamics::ForcedResponse> auto& response)
{
    record(response.level, response.branch, response.other_end, response.crossing,
           response.not_followed, response.n_evaluations);
}
void each_member(auto& record, Either<studies::LevelCurves> auto& curves)
{
    record(curves.response, curves.new_points, curves.unreached);
}

} // namespace slideway
