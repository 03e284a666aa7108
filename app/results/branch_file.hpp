#pragma once

#include "continuation/branch.hpp"
#include "io/hdf5_file.hpp"

#include <string>

namespace slideway::app {

/// What the unknowns and the parameter of a branch are: units and meanings of its arrays.
struct BranchMeaning {
    std::string x_unit, x;
    std::string p_unit, p;
    std::string bounded; ///< p in words: "the frequency"
};

/// A branch as results hold it, under the group `at` ("levels/0001/branch/"); what is read back
/// can be gone on with.
void write_branch(io::ArraySink& sink, const std::string& at, const continuation::Branch& branch,
                  const BranchMeaning& meaning);

/// @throws std::runtime_error     arrays that are not there
/// @throws std::invalid_argument  arrays that do not fit together
[[nodiscard]] continuation::Branch read_branch(const io::Hdf5Reader& h5, const std::string& at);

} // namespace slideway::app
