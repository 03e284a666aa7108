#pragma once

#include "base/kept_record.hpp"
#include "dynamics/orbits/capture.hpp"

namespace slideway {

void each_member(auto& record, Either<dynamics::KnownOrbit> auto& of)
{
    record(of.states, of.size, of.growth, of.stable, of.own_mirror, of.name);
}

} // namespace slideway
