#pragma once

#include "app/analyses/periodic_orbits/periodic_orbits.hpp"
#include "app/results/stored_modes.hpp"
#include "dynamics/orbits/orbit_restart.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Description of the model of stored states, written for a restart.
struct StoredOrbitModel {
    StoredModes modes;                ///< Omega: of the drive, where branches do not go over it
    std::vector<std::string> numbers; ///< "stops.clearance", of all joints
    std::vector<double> values;

    /// "Omega", "level", or "joint.stops.clearance"; none: it is not told.
    [[nodiscard]] std::optional<double> told(const std::string& key) const;
};
[[nodiscard]] StoredOrbitModel stored_model(const BuiltModel& built,
                                            const dynamics::ModalModel& modal,
                                            const dynamics::JointedSystem& system);
void write_model(io::ArraySink& sink, const StoredOrbitModel& model);

/// The branches of earlier results, and where they are taken up.
struct StoredOrbits {
    StoredOrbitModel model;
    std::string over;   ///< "Omega", "level" or "joint.NAME.NUMBER"
    bool in_hz = false; ///< true if their frequency is in Hz
    std::vector<std::string> monitors;
    dynamics::OrbitRestart restart; ///< branches of the results, and the selected point

    /// Value of a key at the point. It may be the parameter of the branches.
    [[nodiscard]] double value(const std::string& key) const;
    [[nodiscard]] std::optional<double> told(const std::string& key) const; ///< none: it is not
    /// A value of what the branches go over: "Omega 1.2", "35 Hz".
    [[nodiscard]] std::string text(double p) const;
};

/// Reads results, before the model is built; the place in them is their first point.
/// @throws InputError  results of another kind, or without a branch
[[nodiscard]] StoredOrbits stored_orbits(const EarlierResults& results);
/// Chooses the place in them. @param branch  from 1; none: the first
/// @throws InputError  a branch or point that is none
void name_point(const EarlierResults& results, std::optional<int> branch,
                const std::string& point_name, StoredOrbits& stored);
/// To the coordinates of the modes of a case. @throws InputError  another model
void bring_to(const StoredOrbitModel& model, const EarlierResults& results, StoredOrbits& stored);
/// Describes the differences between the system and that of the results at the point, except for
/// their parameter. @param over  parameter of the case
[[nodiscard]] std::vector<std::string> differences(const std::string& over, const Case& c,
                                                   const StoredOrbits& stored,
                                                   const StoredOrbitModel& model);
/// True if two numbers are equal up to round-off of texts.
[[nodiscard]] bool same_number(double a, double b);
/// "the frequency"
[[nodiscard]] std::string told_of(const std::string& over);

/// results.h5 that analysis.restart names. @throws InputError  there is none
[[nodiscard]] std::filesystem::path restart_file(const PeriodicOrbits& e, const Case& c);
/// Reads it, before the model is built.
/// @throws InputError  results of another kind, or without a branch; a branch or point that is none
[[nodiscard]] StoredOrbits read_orbits(const PeriodicOrbits& e, const Case& c);

/// Where a case takes up branches, in the coordinates of its modes.
struct TakenUp {
    dynamics::CheckedRestart restart;
    std::vector<std::string> differs; ///< differences of another system, in words
};
/// @param family  of the case, moved to any of its values
/// @throws InputError  another model; of branches that go on or that another one leaves also
///                     another parameter, frequency, level, number of a joint, or monitors;
///                     points from which nothing leads on
[[nodiscard]] TakenUp take_up(const PeriodicOrbits& e, const Case& c, StoredOrbits stored,
                              const StoredOrbitModel& model, const dynamics::OrbitFamily& family,
                              const std::vector<dynamics::ModalOutput>& outputs);

/// "from fold 1 of branch 2 of out"
[[nodiscard]] std::string restart_text(const PeriodicOrbits& e);

} // namespace slideway::app
