#pragma once

#include "app/bodies/matrices.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Reads the files of a body from matrices, or takes its matrices in memory.
/// @param notes  parts of the files that the body leaves out are appended
/// @throws InputError  with the key whose value is wrong
[[nodiscard]] fem::Substructure body_of_files(const Matrices& e, const BodySource& source,
                                              std::vector<std::string>& notes);

} // namespace slideway::app
