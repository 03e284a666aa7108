#pragma once

#include "app/model/built_model.hpp"
#include "dynamics/modal/history.hpp"
#include "io/array_sink.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::io {
class Entries;
}

namespace slideway::app {

/// Kind of time integration, which determines the arrays.
enum class Integration {
    steps, ///< equal steps: rates by differences, energies half a step after each sample
    events ///< exact integration from event to event: rates and events are exact
};

/// A recorded array of a point, a contact or a joint, with its name in results.h5 and in signals.
template <class History>
struct RecordedArray {
    std::string name;
    std::vector<double> History::*values;
    std::string unit; ///< unit for displacements; unit_on gives that of other rows
    std::string about;
};

[[nodiscard]] const std::vector<RecordedArray<dynamics::PointHistory>>&
point_arrays(Integration how);
/// Arrays without alpha, segment and state, which jump.
[[nodiscard]] const std::vector<RecordedArray<dynamics::SlidingHistory>>& sliding_arrays();
[[nodiscard]] const std::vector<RecordedArray<dynamics::DryHistory>>& dry_arrays();
[[nodiscard]] const std::vector<RecordedArray<dynamics::JointHistory>>& joint_arrays();

/// Names of the components of a patch in results.
inline constexpr auto patch_components = std::to_array<std::string_view>({"x", "y", "rotation"});

/// A column of the energies.
struct EnergyArray {
    std::string name, unit, about;
    std::function<double(const dynamics::Energy&)> of;
};
[[nodiscard]] const std::vector<EnergyArray>& energy_arrays(Integration how);

/// History of a row of a Coulomb joint, or null if it was no dry contact.
[[nodiscard]] const dynamics::DryHistory* dry_history(const dynamics::History& history,
                                                      const assembly::Joint& joint, Index row);

/// Describes the samples of a dry contact, and the events of contact number `contact`.
void dry_arrays(io::Entries& a, const dynamics::DryHistory& history, Index contact,
                const std::vector<dynamics::ContactEvent>& events);
/// Writes AT/...: the samples of a dry contact, and the events of contact number `contact`.
void write_dry(io::ArraySink& sink, const std::string& group, const dynamics::DryHistory& history,
               Index contact, const std::vector<dynamics::ContactEvent>& events);

/// Writes time, points/, contacts/, joints/ and energy/. Only recorded contacts and joints are
/// written.
void write_history(io::ArraySink& sink, const BuiltModel& built, const dynamics::History& history,
                   Integration how);

} // namespace slideway::app
