#pragma once

#include "app/case/case.hpp"
#include "app/model/built_model.hpp"
#include "app/results/branch_file.hpp"
#include "app/results/earlier_results.hpp"
#include "app/results/stored_modes.hpp"
#include "dynamics/orbits/orbit_restart.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::dynamics {
struct JointedSystem;
}

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

/// Branches of earlier results, and the point from which they continue.
struct StoredOrbits {
    StoredOrbitModel model;
    std::string over;      ///< "Omega", "level" or "joint.NAME.NUMBER"
    std::string parameter; ///< name of the parameter in results: "frequency" if it is in Hz
    std::vector<std::string> monitors;
    dynamics::OrbitRestart restart; ///< branches of the results, and the selected point

    /// Value of a key at the point. It may be the parameter of the branches.
    [[nodiscard]] double value(const std::string& key) const;
    /// Returns the stored value of a key at the point; empty if not stored.
    [[nodiscard]] std::optional<double> stored_value(const std::string& key) const;
    /// Returns a value of the parameter of the branches as text: "Omega 1.2", "35 Hz".
    [[nodiscard]] std::string text(double p) const;

    /// Analysis whose results hold branches.
    static constexpr std::string_view analysis = "periodic-orbits";
};

/// Describes the part of results from which a case can continue. Reading leaves form.nodes unset.
/// @param more  describes further arrays of a branch
/// @throws std::invalid_argument  arrays that were read are inconsistent
void arrays(io::Entries& a, StoredOrbits& stored, const BranchMeaning& meaning = {},
            const std::function<void(dynamics::OrbitBranch&)>& more = {});

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

} // namespace slideway::app
