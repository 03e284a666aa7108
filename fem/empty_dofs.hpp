#pragma once

#include "fem/dof_table.hpp"
#include "fem/substructure.hpp"

#include <string>
#include <vector>

namespace slideway::fem {

/// Removes the dofs whose rows have no entry in any matrix of a body whose matrices come from
/// another program, such as rotations of nodes of solids. Removes them from the matrices, from the
/// table, and from the columns of T. A group whose nodes then have different components is removed.
/// @return notes about what was removed
/// @throws InputError  a load on such a dof; no dof left
std::vector<std::string> remove_empty_dofs(Substructure& s, DofTable& dofs, SparseMatrix& T);

} // namespace slideway::fem
