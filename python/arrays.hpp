#pragma once

#include "python/values.hpp"

#include "app/bodies/given_mesh.hpp"
#include "io/given_matrix.hpp"
#include "io/given_names.hpp"

#include <memory>

/// Converts arrays of a script to matrices, meshes and names of a case, and back.
namespace slideway::script {

/// True if a key takes a matrix, a mesh or names. @param path  dotted: "substructure.pad.M"
[[nodiscard]] bool takes_given(const std::string& path);

/// Copies a Python value into the form that the key at `path` takes: a matrix (a numpy array,
/// nested lists or a scipy.sparse matrix), a mesh (slideway.Mesh) or a list of names.
/// @return null if the key takes names but the value is no list of names
/// @throws InputError  other values; a matrix that is not square or has entries that are not finite
///                     real numbers
[[nodiscard]] std::shared_ptr<const io::Given>
given_of(pybind11::handle value, const SourceLine& where, const std::string& path);

/// Returns the Python object for a matrix, a mesh or a list of names.
[[nodiscard]] pybind11::object given_object(const std::shared_ptr<const io::Given>& given);

/// Converts what given_object() returned back.
[[nodiscard]] std::shared_ptr<const io::Given> given_from(const pybind11::object& object);

/// Adds the classes Matrix and Mesh, which pickle can store.
void add_arrays(pybind11::module_& m);

} // namespace slideway::script
