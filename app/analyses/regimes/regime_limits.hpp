#pragma once

#include "app/analyses/regimes/regimes.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Boundaries along a key of the case.
struct LimitCurves {
    std::vector<double> x;                      ///< n: of the key, ascending
    std::vector<dynamics::RegimeLimits> limits; ///< n: with S and no_motion
    std::vector<double> poles; ///< ascending values of the key at which `no_motion` is unbounded
};

/// Boundaries of the only contact of a model.
/// @throws InputError  as dynamics::dry_system and dynamics::RegimeBoundaries
[[nodiscard]] dynamics::RegimeBoundaries boundaries(const Regimes& e, const BuiltModel& built,
                                                    const Monitor& monitor);

/// Whether `boundary` is one of those that the case asks for. @param e  null: all
[[nodiscard]] bool wanted(const Regimes* e, const std::string& boundary);

/// Describes boundaries/NAME for each boundary that the case asks for, and boundaries/S.
/// @param e       null: all boundaries
/// @param limits  with S and no_motion
void limit_arrays(io::Entries& a, const Regimes* e,
                  const std::vector<dynamics::RegimeLimits>& limits, Measure contact);
/// Describes them with boundaries/x and boundaries/poles.
/// @param unit  of the key
void curve_arrays(io::Entries& a, const Regimes* e, const LimitCurves& curves,
                  const std::string& unit);

} // namespace slideway::app
