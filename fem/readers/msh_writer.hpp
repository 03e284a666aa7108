#pragma once

#include "fem/readers/gmsh_exchange.hpp"

#include <ostream>

namespace slideway::fem {

/// Writes a mesh as `.msh` 4.1 in text, numbers with all their digits: read_mesh() makes the same
/// body of the file as mesh_of() of the answer. Each block of elements is an entity of its own.
/// @throws InputError  a kind of elements that the format has no number for here
void write_msh(std::ostream& stream, const GmshAnswer& mesh);

} // namespace slideway::fem
