#pragma once

#include "app/analyses/periodic_orbits/periodic_orbits.hpp"
#include "app/results/branch_file.hpp"
#include "app/results/stored_modes.hpp"
#include "dynamics/orbits/orbit_restart.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Description of the model of stored states, written for a restart.
struct StoredOrbitModel {
    StoredModes modes;                ///< modes; Omega of the drive, unless it is the parameter
    std::vector<std::string> numbers; ///< names of parameters of all joints: "stops.clearance"
    std::vector<double> values;

    /// Returns the stored value of "Omega", "level" or "joint.stops.clearance"; empty if not
    /// stored.
    [[nodiscard]] std::optional<double> stored_value(const std::string& key) const;
};
[[nodiscard]] StoredOrbitModel stored_model(const BuiltModel& built,
                                            const dynamics::ModalModel& modal,
                                            const dynamics::JointedSystem& system);
void arrays(io::Entries& a, StoredOrbitModel& model);
/// Describes a branch. Reading leaves form.nodes unset.
/// @throws std::invalid_argument  arrays that were read are inconsistent
void arrays(io::Entries& a, dynamics::OrbitBranch& b, const BranchMeaning& meaning);

/// Branches of earlier results, and the point from which they continue.
struct StoredOrbits {
    StoredOrbitModel model;
    std::string over;   ///< "Omega", "level" or "joint.NAME.NUMBER"
    bool in_hz = false; ///< true if their frequency is in Hz
    std::vector<std::string> monitors;
    dynamics::OrbitRestart restart; ///< branches of the results, and the selected point

    /// Value of a key at the point. It may be the parameter of the branches.
    [[nodiscard]] double value(const std::string& key) const;
    /// Returns the stored value of a key at the point; empty if not stored.
    [[nodiscard]] std::optional<double> stored_value(const std::string& key) const;
    /// Returns a value of the parameter of the branches as text: "Omega 1.2", "35 Hz".
    [[nodiscard]] std::string text(double p) const;
};

/// Reads results, before the model is built, and selects their first point.
/// @throws InputError  results of another kind, or without a branch
[[nodiscard]] StoredOrbits stored_orbits(const EarlierResults& results);
/// Selects a point of the branches.
/// @param branch  number from 1; empty: the first
/// @throws InputError  no such branch or point
void name_point(const EarlierResults& results, std::optional<int> branch,
                const std::string& point_name, StoredOrbits& stored);
/// Converts the branches to the coordinates of the modes of a case.
/// @throws InputError  another model
void bring_to(const StoredOrbitModel& model, const EarlierResults& results, StoredOrbits& stored);
/// Describes the differences between the system and that of the results at the point, except for
/// their parameter. @param over  parameter of the case
[[nodiscard]] std::vector<std::string> differences(const std::string& over, const Case& c,
                                                   const StoredOrbits& stored,
                                                   const StoredOrbitModel& model);
/// True if two numbers are equal up to round-off of texts.
[[nodiscard]] bool same_number(double a, double b);
/// Returns the parameter in words: "the frequency".
[[nodiscard]] std::string result_name_of(const std::string& over);

/// Returns the results.h5 that analysis.restart names.
/// @throws InputError  the file does not exist
[[nodiscard]] std::filesystem::path restart_file(const PeriodicOrbits& e, const Case& c);
/// Reads this file, before the model is built.
/// @throws InputError  results of another kind, or without a branch; no such branch or point
[[nodiscard]] StoredOrbits read_orbits(const PeriodicOrbits& e, const Case& c);

/// Point from which a case continues branches, in the coordinates of its modes.
struct TakenUp {
    dynamics::CheckedRestart restart;
    std::vector<std::string> differs; ///< differences of another system, in words
};
/// Prepares stored branches for continuation in a case.
/// @param family  family of the case, moved to any of its values
/// @throws InputError  another model; points from which no branch continues. If a branch is
///                     extended, or another branch leaves it, also a different parameter,
///                     frequency, level, parameter of a joint, or monitors
[[nodiscard]] TakenUp take_up(const PeriodicOrbits& e, const Case& c, StoredOrbits stored,
                              const StoredOrbitModel& model, const dynamics::OrbitFamily& family,
                              const std::vector<dynamics::ModalOutput>& outputs);

/// Returns "from fold 1 of branch 2 of out".
[[nodiscard]] std::string restart_text(const PeriodicOrbits& e);

} // namespace slideway::app
