#pragma once

#include "fem/dof_table.hpp"
#include "fem/matrix_files/imported_matrices.hpp"
#include "fem/readers/labelled_nodes.hpp"
#include "fem/units.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::fem {

/// Names the rows of matrices whose file does not: 3 or 6 dofs for each node of a mesh, by
/// ascending labels.
/// @throws InputError  another number of rows
void name_rows(ImportedMatrices& imported, const LabelledNodes& mesh);

/// Makes the table of the dofs of imported matrices. A node with label 7 is named "n7". Components
/// are x, y, z, rotation_x, rotation_y and rotation_z; in a part without dofs out of the plane,
/// component 6 is "rotation". Node sets of the mesh become groups if the matrices have all of their
/// nodes, with equal components; notes name the others.
/// @param held   dofs that the file holds, which are not rows
/// @param mesh   positions by label; none: nodes have no position
/// A scalar point with label 7 is named "s7", with the component x. Its dof is a coordinate of a
/// mode for `units`, and the displacement of its node is the length that the file means.
/// @param units  units of the files
/// @throws InputError  a node that the mesh lacks; a load on a dof that the matrices lack
[[nodiscard]] DofTable dof_table(const ImportedMatrices& imported, const std::vector<FileDof>& held,
                                 const std::optional<LabelledNodes>& mesh, const UnitSystem& units,
                                 std::vector<std::string>& notes);

} // namespace slideway::fem
