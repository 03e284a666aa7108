#pragma once

#include "base/source_line.hpp"
#include "base/sparse_rows.hpp"
#include "base/types.hpp"
#include "io/array_sink.hpp"
#include "io/case_node.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>

/// Converts Python values to values of a case, and arrays of results to numpy arrays.
namespace slideway::script {

/// Converts a Python value to a node of a case, which stores the line of the script. Takes bool,
/// numbers, str, paths, laws, and lists, tuples and dicts of them, also as numpy types. Takes
/// matrices and meshes for the keys that need them (arrays.hpp).
/// @param path  dotted, for messages: "contact.rub.friction"
/// @throws InputError  None, complex numbers, other objects, or keys that are not str
[[nodiscard]] io::CaseNode node_of(pybind11::handle value, const SourceLine& where,
                                   const std::string& path);

/// Name of the type of a value for messages, for example "float".
[[nodiscard]] std::string name_of_type(pybind11::handle value);

[[nodiscard]] pybind11::object value_of(const io::CaseNode& node);

/// Returns (values, unit, meaning). The values are a numpy array that owns its numbers, or a list
/// of str.
[[nodiscard]] pybind11::tuple array_of(const io::ArraysInMemory::Array& array);

[[nodiscard]] pybind11::array read_only(pybind11::array array);

/// Read-only view of numbers without a copy. The view keeps `owner` alive.
template <class T>
[[nodiscard]] pybind11::array view(const T* values, Index n, const pybind11::object& owner)
{
    return read_only(pybind11::array_t<T>({n}, {static_cast<Index>(sizeof(T))}, values, owner));
}
/// Read-only view of a sparse matrix: (values, rows, beginnings of columns, n_rows, n_columns).
[[nodiscard]] pybind11::tuple columns_of(const SparseMatrix& matrix, const pybind11::object& owner);
/// Read-only view of sparse rows: (values, columns, beginnings of rows, n_rows, n_columns).
[[nodiscard]] pybind11::tuple rows_of(const SparseRows& matrix, const pybind11::object& owner);

} // namespace slideway::script
