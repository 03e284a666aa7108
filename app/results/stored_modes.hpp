#pragma once

#include "app/model/built_model.hpp"
#include "app/results/earlier_results.hpp"
#include "io/hdf5_file.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {
struct JointedSystem;
}

namespace slideway::app {

/// What states (q, q') in results are coordinates of.
struct StoredModes {
    double Omega = 0; ///< [rad/s] of the drive; 0: none
    Vector omega;     ///< m [rad/s]: of the modes
    std::vector<std::string> ports;
    Matrix shapes; ///< ports x m: their components in the modes [1/sqrt(kg)]
    std::vector<std::string> contacts, joints;
    std::vector<std::string> laws; ///< of the joints
};

[[nodiscard]] StoredModes stored_modes(const BuiltModel& built, const dynamics::ModalModel& modal,
                                       const dynamics::JointedSystem& system);

/// Under the group `at`, "states/".
void write_modes(io::ArraySink& sink, const std::string& at, const StoredModes& modes);
/// @throws std::runtime_error     arrays that are not there
/// @throws std::invalid_argument  arrays that do not fit together
[[nodiscard]] StoredModes read_modes(const io::Hdf5Reader& h5, const std::string& at);

/// What coordinates of the stored modes are times to be those of the case, m: +1, or -1 of a mode
/// whose shape has got the other sign.
/// @throws InputError  the one are no coordinates of the other: other names of ports, contacts,
///                     joints or laws; other modes
[[nodiscard]] Vector signs_of_modes(const EarlierResults& results, const StoredModes& stored,
                                    const StoredModes& here);

} // namespace slideway::app
