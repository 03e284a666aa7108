#pragma once

#include "app/results/stored_modes.hpp"
#include "dynamics/events/motion_record.hpp"
#include "io/hdf5_file.hpp"

#include <vector>

namespace slideway::app {

/// The states that a transient kept, and what of its model they are states of.
struct KeptRun {
    StoredModes modes;
    std::vector<dynamics::KeptState> states;
};

void arrays(io::Entries& a, KeptRun& run); ///< in the group `states`
/// @throws InputError  results that hold no states
[[nodiscard]] KeptRun read_kept_run(const EarlierResults& results, const io::Hdf5Reader& h5);

} // namespace slideway::app
