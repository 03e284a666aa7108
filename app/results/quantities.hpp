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

/// Energies since the start and, as energy.residual, what their account leaves open in parts of the
/// most turned over: at the end or any sample, for what comes back at the end counts too.
/// @param joints    whether there are joints that the account names apart
/// @param round_off  [J] where no more is turned over there is no residual
/// @return the residual, if there is one
std::optional<double> add_energies(Summary& s, const std::vector<dynamics::Energy>& samples,
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
