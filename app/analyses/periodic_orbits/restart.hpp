#pragma once

#include "app/analyses/periodic_orbits/periodic_orbits.hpp"
#include "app/motions/over_parameter/stored_orbits.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

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
