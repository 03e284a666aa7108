#pragma once

#include "app/model/built_model.hpp"
#include "app/results/results.hpp"
#include "dynamics/modal/history.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {
struct ContactPoint;
}

/// Key figures that several analyses tell.
namespace slideway::app {

/// Adds a number, unless it is not finite.
void add(Summary& s, const std::string& name, double value, const std::string& unit);
/// NAME.min and NAME.max; nothing of an empty range.
void add_range(Summary& s, const std::string& name, const dynamics::Extremes& range,
               const std::string& unit);
/// NAME.displacement.min, .max and .end of a point.
void add_displacements(Summary& s, const dynamics::PointHistory& point);
/// NAME.force and NAME.displacement of a joint, over samples and rows.
void add_ranges(Summary& s, const dynamics::JointHistory& joint);
/// The same of each component of a patch: NAME.force.x, ...
void add_patch_ranges(Summary& s, const dynamics::JointHistory& patch);

[[nodiscard]] dynamics::Extremes extremes(const std::vector<double>& values);
[[nodiscard]] double rms(const std::vector<double>& values); ///< 0 of none

/// Adds energies since the start, energy.scale and energy.residual: what the account of energies
/// leaves open, as a fraction of the scale. The scale is the largest of
///
///   the sum of the magnitudes of all works and changes, at the end or at any sample,
///   the energy that modes exchange between motion and strain (dynamics::ExchangedEnergy),
///   1e-4 of the largest kinetic and elastic energy.
///
/// The last one is for round-off: energies that stay constant, as that of a free flight, leave
/// their last digits in the account. An account may stay open by 1e-8 of the scale, and the digits
/// of ten thousand sums are 1e-12 of such an energy. Changes count, not the energy itself, so that
/// a fast rigid drift does not hide an error of a vibration.
/// @param end        at the end of the run
/// @param joints     whether there are joints that the account names apart
/// @param round_off  [J] if the scale is not larger there is no residual
/// @return the residual, if there is one
std::optional<double> add_energies(Summary& s, const dynamics::History& history,
                                   const dynamics::Energy& end, bool joints, double round_off);

/// Of joints with smoothed corners, NAME.smoothing.radius, .part_of_clearance and .force_error, and
/// a line about them.
void add_smoothing(Summary& s, const BuiltModel& built);

/// A line for each joint that acts with levers, or at a place that the case gives; a warning for
/// each one whose forces on its bodies do not balance.
void add_places(Summary& s, const Case& c, const BuiltModel& built);

/// Force, segment and position of the slave nodes of a contact; `when` ends the names.
void add_points(Summary& s, const std::string& contact, const std::string& when,
                const BuiltModel& built, const std::vector<dynamics::ContactPoint>& points);

} // namespace slideway::app
