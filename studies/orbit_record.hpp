#pragma once

#include "base/serial_record.hpp"
#include "dynamics/orbits/capture.hpp"

namespace slideway {

void each_member(auto& record, Either<dynamics::KnownOrbit> auto& orbit)
{
    record(orbit.states, orbit.size, orbit.growth, orbit.stable, orbit.own_mirror, orbit.name);
}

} // namespace slideway
