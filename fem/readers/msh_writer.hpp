#pragma once

#include "fem/readers/gmsh_exchange.hpp"

#include <ostream>

namespace slideway::fem {

/// Writes a mesh as text in format `.msh` 4.1, numbers with all their digits. For this
/// file read_mesh() makes the same body as mesh_of() of the answer. Each block of elements
/// is a separate entity.
/// @throws InputError  a kind of elements for which no number of the format is known here
void write_msh(std::ostream& stream, const GmshAnswer& mesh);

} // namespace slideway::fem
