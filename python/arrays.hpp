#pragma once

#include "python/values.hpp"

#include "app/bodies/given_mesh.hpp"
#include "io/given_matrix.hpp"

#include <memory>

/// Arrays of a script as matrices and meshes of a case, and back.
namespace slideway::script {

/// Whether a key takes a matrix or a mesh. @param path  dotted: "substructure.pad.M"
[[nodiscard]] bool takes_array(const std::string& path);

/// A matrix (an array of numpy, nested lists, a matrix of scipy.sparse) or a mesh (slideway.Mesh)
/// as that key takes it: a copy of the numbers.
/// @throws InputError  anything else; a matrix that is not square, or holds other than finite real
///                     numbers
[[nodiscard]] io::CaseNode array_node(pybind11::handle value, const SourceLine& where,
                                      const std::string& path);

/// What was given, as Python sees it.
[[nodiscard]] pybind11::object given_object(const std::shared_ptr<const io::Given>& given);

/// Adds the classes Matrix and Mesh.
void add_arrays(pybind11::module_& m);

} // namespace slideway::script
