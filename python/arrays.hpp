#pragma once

#include "python/values.hpp"

#include "app/bodies/given_mesh.hpp"
#include "io/given_matrix.hpp"
#include "io/given_names.hpp"

#include <memory>

/// Arrays of a script as matrices, meshes and names of a case, and back.
namespace slideway::script {

/// Whether a key takes a matrix, a mesh or names. @param path  dotted: "substructure.pad.M"
[[nodiscard]] bool takes_given(const std::string& path);

/// A matrix (an array of numpy, nested lists, a matrix of scipy.sparse), a mesh (slideway.Mesh) or
/// a list of names as that key takes it: a copy. Null: not such a list.
/// @throws InputError  anything else; a matrix that is not square, or holds other than finite real
///                     numbers
[[nodiscard]] std::shared_ptr<const io::Given>
given_of(pybind11::handle value, const SourceLine& where, const std::string& path);

/// What was given, as Python sees it.
[[nodiscard]] pybind11::object given_object(const std::shared_ptr<const io::Given>& given);

/// Adds the classes Matrix and Mesh.
void add_arrays(pybind11::module_& m);

} // namespace slideway::script
