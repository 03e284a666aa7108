#pragma once

#include "app/model/built_model.hpp"
#include "app/results/earlier_results.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {
struct JointedSystem;
}
namespace slideway::io {
class Entries;
}

namespace slideway::app {

/// Modes in whose coordinates results store states (q, q').
struct StoredModes {
    double Omega = 0; ///< frequency of the drive [rad/s]; 0 without a drive
    Vector omega;     ///< frequencies of the m modes [rad/s]
    std::vector<std::string> ports;
    Matrix shapes; ///< components of the ports in the modes, ports x m [1/sqrt(kg)]
    std::vector<std::string> contacts, joints;
    std::vector<std::string> laws; ///< laws of the joints
};

[[nodiscard]] StoredModes stored_modes(const BuiltModel& built, const dynamics::ModalModel& modal,
                                       const dynamics::JointedSystem& system);

/// @throws std::invalid_argument  arrays that were read are inconsistent
void arrays(io::Entries& a, StoredModes& m);

/// Factors (m) that convert coordinates of the stored modes to those of the case: +1, or -1 for a
/// mode with the opposite sign.
/// They follow from the ports that both cases have.
/// @throws InputError  the modes differ, names of contacts, joints or laws do, no port is in both
///                     cases, or no common port moves in a mode
[[nodiscard]] Vector signs_of_modes(const EarlierResults& results, const StoredModes& stored,
                                    const StoredModes& modes);

} // namespace slideway::app
