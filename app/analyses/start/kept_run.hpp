#pragma once

#include "app/model/build_model.hpp"
#include "app/results/earlier_results.hpp"
#include "dynamics/events/motion_record.hpp"
#include "dynamics/modal/driven_joints.hpp"
#include "io/hdf5_file.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// The states that a transient kept, and what of its model they are states of.
struct KeptRun {
    double Omega = 0; ///< [rad/s] of the drive; 0: none
    Vector omega;     ///< m [rad/s]: of the modes
    std::vector<std::string> ports;
    Matrix shapes; ///< ports x m: their components in the modes [1/sqrt(kg)]
    std::vector<std::string> contacts, joints;
    std::vector<std::string> laws; ///< of the joints
    std::vector<dynamics::KeptState> states;
};

[[nodiscard]] KeptRun kept_run(const BuiltModel& built, const dynamics::ModalModel& modal,
                               const dynamics::JointedSystem& system);

/// Under states/.
void write_kept_run(io::ArraySink& sink, const KeptRun& run);
/// @throws InputError  results that hold no states
[[nodiscard]] KeptRun read_kept_run(const EarlierResults& results, const io::Hdf5Reader& h5);

/// @throws InputError  a state of the one is none of the other
void refuse_other_model(const EarlierResults& results, const KeptRun& stored, const KeptRun& here);

} // namespace slideway::app
