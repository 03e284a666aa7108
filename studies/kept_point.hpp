#pragma once

#include "base/kept_record.hpp"
#include "studies/sweep.hpp"

/// Records the result at a point of a sweep for another process.
namespace slideway {

void each_member(auto& record, Either<studies::Quantity> auto& of)
{
    record(of.name, of.value, of.unit, of.texts, of.is_list);
}
void each_member(auto& record, Either<studies::PointResult> auto& of)
{
    record(of.status, of.message, of.quantities);
}

} // namespace slideway
