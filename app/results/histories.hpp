#pragma once

#include "app/model/built_model.hpp"
#include "dynamics/modal/history.hpp"
#include "io/array_sink.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::app {

/// How a transient was integrated, which its arrays tell.
enum class Integration {
    steps, ///< equal ones: rates by differences, energies half a step after each sample
    events ///< from event to event: rates and events are exact
};

/// A recorded array of a point, a contact or a joint, as results.h5 names it and as signals ask for
/// it.
template <class History>
struct RecordedArray {
    std::string name;
    std::vector<double> History::*values;
    std::string unit; ///< of a displacement; unit_on its rows
    std::string about;
};

[[nodiscard]] const std::vector<RecordedArray<dynamics::PointHistory>>&
point_arrays(Integration how);
/// Without alpha, segment and state, which jump.
[[nodiscard]] const std::vector<RecordedArray<dynamics::SlidingHistory>>& sliding_arrays();
[[nodiscard]] const std::vector<RecordedArray<dynamics::DryHistory>>& dry_arrays();
[[nodiscard]] const std::vector<RecordedArray<dynamics::JointHistory>>& joint_arrays();

/// The components of a patch, as results name them.
inline constexpr auto patch_components = std::to_array<std::string_view>({"x", "y", "rotation"});

/// A column of the energies.
struct EnergyArray {
    std::string name, unit, about;
    std::function<double(const dynamics::Energy&)> of;
};
[[nodiscard]] const std::vector<EnergyArray>& energy_arrays(Integration how);

/// History of a row of a Coulomb joint, if it was a dry contact.
[[nodiscard]] const dynamics::DryHistory* dry_history(const dynamics::History& history,
                                                      const assembly::Joint& joint, Index row);

/// Writes AT/..., samples of a dry contact and those of the events that are of this number.
void write_dry(io::ArraySink& sink, const std::string& at, const dynamics::DryHistory& history,
               Index contact, const std::vector<dynamics::ContactEvent>& events);

/// Writes time, points/, contacts/, joints/ and energy/; of contacts and joints those that the case
/// records.
void write_history(io::ArraySink& sink, const BuiltModel& built, const dynamics::History& history,
                   Integration how);

} // namespace slideway::app
