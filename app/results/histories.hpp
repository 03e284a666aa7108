#pragma once

#include "app/model/built_model.hpp"
#include "dynamics/modal/history.hpp"
#include "io/entries.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Histories of transients: their arrays and quantities.
namespace slideway::app {

/// Kind of time integration, which determines the arrays.
enum class Integration {
    steps, ///< equal steps: rates by differences, energies half a step after each sample
    events ///< from event to event: rates and events are exact, or within a tolerance
};

/// A recorded array of a point, a contact or a joint, with its name in results.h5 and in signals.
template <class History>
struct RecordedArray {
    std::string name;
    std::vector<double> History::*values;
    std::string unit; ///< unit for displacements; unit_on gives that of other rows
    std::string meaning;
};

[[nodiscard]] const std::vector<RecordedArray<dynamics::PointHistory>>& point_arrays();
/// Arrays without alpha, segment and state, which jump.
[[nodiscard]] const std::vector<RecordedArray<dynamics::SlidingHistory>>& sliding_arrays();
[[nodiscard]] const std::vector<RecordedArray<dynamics::DryHistory>>& dry_arrays();
[[nodiscard]] const std::vector<RecordedArray<dynamics::JointHistory>>& joint_arrays();

/// Names of the components of a patch in results.
inline constexpr auto patch_components = std::to_array<std::string_view>({"x", "y", "rotation"});

/// History of a row of a Coulomb joint, or null if it was no dry contact.
[[nodiscard]] const dynamics::DryHistory* dry_history(const dynamics::History& history,
                                                      const assembly::Joint& joint, Index row);

/// Describes the samples of a dry contact, and the events of contact number `contact`.
void dry_arrays(io::Entries& a, const dynamics::DryHistory& history, Index contact,
                const std::vector<dynamics::ContactEvent>& events);
/// Describes samples of the slave nodes of a contact: a list for one node, otherwise a column per
/// node.
void node_array(io::Entries& a, const std::vector<double>& values, Index n_slaves,
                const std::string& name, const std::string& unit, const std::string& meaning);
void node_array(io::Entries& a, const std::vector<int>& values, Index n_slaves,
                const std::string& name, const std::string& meaning);
/// Describes time, points/, contacts/, joints/ and energy/. Only recorded contacts and joints are
/// visited. @param built  null for the describer
void history_arrays(io::Entries& a, const BuiltModel* built, dynamics::History& history,
                    Integration how);

[[nodiscard]] double
rms(const std::vector<double>& values); ///< root mean square; 0 for an empty list
/// Describes NAME.min and NAME.max. An empty range is left out.
void range_quantities(io::Entries& q, const std::string& name, const dynamics::Extremes& range,
                      const std::string& unit, const std::string& meaning);
/// Describes displacements and accelerations of points.
void point_quantities(io::Entries& q, std::vector<dynamics::PointHistory>& points);
/// Describes the ranges of forces and displacements of joints. @param built  null for the describer
void joint_quantities(io::Entries& q, const BuiltModel* built, const dynamics::History& history);

/// Energies since the start, and the error of their balance. The residual is that error as a
/// fraction of the scale. The scale is the largest of
///
///   the sum of the magnitudes of all works and changes, at the end or at any sample,
///   the energy that modes exchange between motion and strain (dynamics::ExchangedEnergy),
///   1e-4 of the largest kinetic and elastic energy.
///
/// The last one covers round-off of constant energies, for example in free flight: ten thousand
/// sums have an error of 1e-12 of such an energy, and a balance may have an error of 1e-8 of the
/// scale. Otherwise changes count and not the energy itself, so that a fast rigid drift does not
/// hide an error of a vibration.
struct EnergyAccount {
    dynamics::Energy end; ///< energies at the end of the run
    bool joints = false;  ///< true if joints have terms of their own in the balance
    std::optional<double> scale, residual; ///< scale [J]; empty if nothing moves
};
/// @param round_off  largest scale without a residual [J]
[[nodiscard]] EnergyAccount energy_account(const dynamics::History& history,
                                           const dynamics::Energy& end, bool joints,
                                           double round_off);
void energy_quantities(io::Entries& q, EnergyAccount& account);

} // namespace slideway::app
