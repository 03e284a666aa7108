#pragma once

#include "base/source_line.hpp"
#include "base/types.hpp"
#include "io/array_sink.hpp"
#include "io/case_node.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>

/// Values of Python as values of a case, and arrays of results as those of numpy.
namespace slideway::script {

/// A value of a case with the place of the line of the script that gives it: bool, numbers, str,
/// paths, laws, lists, tuples and dicts of them, and what numpy makes of these; matrices and meshes
/// where a key takes them (arrays.hpp).
/// @param path  dotted, for messages: "contact.rub.friction"
/// @throws InputError  None, complex numbers, other objects, keys that are no str
[[nodiscard]] io::CaseNode node_of(pybind11::handle value, const SourceLine& where,
                                   const std::string& path);

/// Of the type of a value, for messages: "float".
[[nodiscard]] std::string name_of_type(pybind11::handle value);

[[nodiscard]] pybind11::object value_of(const io::CaseNode& node);

/// (values, unit, meaning); values an array of numbers of its own, or a list of str.
[[nodiscard]] pybind11::tuple array_of(const io::ArraysInMemory::Array& array);

[[nodiscard]] pybind11::array read_only(pybind11::array array);

/// Numbers without copy, read-only; `owner` keeps them.
template <class T>
[[nodiscard]] pybind11::array view(const T* values, Index n, const pybind11::object& owner)
{
    return read_only(pybind11::array_t<T>({n}, {static_cast<Index>(sizeof(T))}, values, owner));
}
/// The same of a matrix in compressed columns: (values, rows, beginnings, n_rows, n_columns).
[[nodiscard]] pybind11::tuple columns_of(const SparseMatrix& matrix, const pybind11::object& owner);

} // namespace slideway::script
