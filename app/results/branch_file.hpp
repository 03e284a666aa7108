#pragma once

#include "continuation/branch.hpp"
#include "io/hdf5_file.hpp"

#include <string>

namespace slideway::app {

/// A branch as results hold it, under the group `at` ("levels/0001/branch/"); what is read back
/// can be gone on with.
void write_branch(io::ArraySink& sink, const std::string& at, const continuation::Branch& branch);

/// @throws std::runtime_error     arrays that are not there
/// @throws std::invalid_argument  arrays that do not fit together
[[nodiscard]] continuation::Branch read_branch(const io::Hdf5Reader& h5, const std::string& at);

} // namespace slideway::app
