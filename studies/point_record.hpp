#pragma once

#include "base/serial_record.hpp"
#include "studies/sweep.hpp"

/// Records the result at a point of a sweep for another process.
namespace slideway {

void each_member(auto& record, Either<studies::Quantity> auto& quantity)
{
    record(quantity.name, quantity.value, quantity.unit, quantity.texts, quantity.is_list);
}
void each_member(auto& record, Either<studies::PointResult> auto& point)
{
    record(point.status, point.message, point.quantities);
}

} // namespace slideway
