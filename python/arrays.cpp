#include "python/arrays.hpp"

#include "app/analyses/keys.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"

#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace slideway::script {

namespace py = pybind11;

namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Integers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

// Kind of value that a key takes besides case values: "matrix", "mesh", "names" or "". Only keys of
// entries take one; the name of the entry does not matter.
std::string kind_for(const std::string& path)
{
    if (std::count(path.begin(), path.end(), '.') != 2)
        return "";
    return app::given_for(path.substr(0, path.find('.')) + ".entry" + path.substr(path.rfind('.')));
}

// A key with its place, for error messages.
struct Key {
    const SourceLine& where;
    const std::string& path;

    [[noreturn]] void refuse(const std::string& value) const
    {
        throw InputError(where, path, value,
                         kind_for(path) == io::GivenMatrix::name
                             ? "expected a file, or a matrix of finite real numbers"
                             : "expected a file, or a slideway.Mesh");
    }
};

std::string shape_of(const py::object& array)
{
    std::string text = py::str(array.attr("shape"));
    return printable(text);
}

void require_matrix(const Key& key, const py::object& array)
{
    const std::string type = py::str(array.attr("dtype")),
                      kind = py::str(array.attr("dtype").attr("kind"));
    const py::tuple shape = array.attr("shape");
    const auto fits = [&shape](std::size_t axis) -> bool {
        const auto n = shape[axis].cast<Index>();
        return n > 0 && n < std::numeric_limits<int>::max();
    };
    if ((kind != "f" && kind != "i" && kind != "u") || shape.size() != 2 || !fits(0) || !fits(1))
        key.refuse("an array of " + type + ", shape " + shape_of(array));
}

void require_finite(const Key& key, double value, Index i, Index j)
{
    if (!std::isfinite(value))
        key.refuse("a matrix with entry (" + std::to_string(i + 1) + ", " + std::to_string(j + 1) +
                   ") = " +
                   (std::isnan(value) ? "nan"
                    : value > 0       ? "inf"
                                      : "-inf"));
}

SparseMatrix of_dense(const Key& key, const py::object& array)
{
    require_matrix(key, array);
    const Numbers numbers = Numbers::ensure(array);
    const auto entries = numbers.unchecked<2>();
    SparseMatrix A(entries.shape(0), entries.shape(1));
    for (Index j = 0; j < A.cols(); ++j) {
        A.startVec(j);
        for (Index i = 0; i < A.rows(); ++i) {
            require_finite(key, entries(i, j), i, j);
            if (entries(i, j) != 0)
                A.insertBack(i, j) = entries(i, j);
        }
    }
    A.finalize();
    return A;
}

// Returns nothing unless row indices ascend in each column.
std::optional<SparseMatrix> of_columns(const Key& key, const py::object& csc)
{
    const Numbers values = Numbers::ensure(csc.attr("data"));
    const Integers rows = Integers::ensure(csc.attr("indices")),
                   begins = Integers::ensure(csc.attr("indptr"));
    const auto shape = csc.attr("shape").cast<py::tuple>();
    const auto n_rows = shape[0].cast<Index>(), n = shape[1].cast<Index>();
    const auto* value = values.data();
    const auto *row = rows.data(), *begin = begins.data();
    if (begins.size() != n + 1 || begin[0] != 0 || begin[n] > rows.size() ||
        rows.size() > values.size() || begin[n] > std::numeric_limits<int>::max())
        return {};
    SparseMatrix A(n_rows, n);
    A.reserve(begin[n]);
    for (Index j = 0; j < n; ++j) {
        A.startVec(j);
        if (begin[j + 1] < begin[j] || begin[j + 1] > begin[n])
            return {};
        for (Index k = begin[j]; k < begin[j + 1]; ++k) {
            if (row[k] < 0 || row[k] >= n_rows || (k > begin[j] && row[k] <= row[k - 1]))
                return {};
            require_finite(key, value[k], row[k], j);
            A.insertBack(row[k], j) = value[k];
        }
    }
    A.finalize();
    return A;
}

SparseMatrix of_sparse(const Key& key, const py::object& given)
{
    require_matrix(key, given);
    if (py::hasattr(given, "check_format")) // scipy crashes on indices out of range
        given.attr("check_format")();
    py::object csc = given.attr("tocsc")();
    if (auto matrix = of_columns(key, csc))
        return *std::move(matrix);
    csc = csc.attr("copy")(); // the user's matrix must not change
    csc.attr("sum_duplicates")();
    if (auto matrix = of_columns(key, csc))
        return *std::move(matrix);
    key.refuse("a sparse matrix whose indices are out of its shape");
}

std::shared_ptr<const io::Given> matrix_of(const Key& key, py::handle value)
{
    if (py::isinstance<io::GivenMatrix>(value))
        return value.cast<std::shared_ptr<io::GivenMatrix>>();
    SparseMatrix matrix;
    if (py::hasattr(value, "tocsc"))
        matrix = of_sparse(key, py::reinterpret_borrow<py::object>(value));
    else
        matrix = of_dense(key, py::module_::import("numpy").attr("asarray")(value));
    return std::make_shared<const io::GivenMatrix>(std::move(matrix));
}

// Converts what columns_of() returned back.
SparseMatrix of_state(const py::tuple& columns)
{
    const Numbers values = Numbers::ensure(columns[0]);
    const auto rows = columns[1].cast<py::array_t<int>>();
    const auto begins = columns[2].cast<py::array_t<int>>();
    return Eigen::Map<const SparseMatrix>(columns[3].cast<Index>(), columns[4].cast<Index>(),
                                          values.size(), begins.data(), rows.data(), values.data());
}

// Returns the names if the value is a list of texts that a case can hold, otherwise null.
std::shared_ptr<const io::Given> names_of(py::handle value)
{
    const py::object list = py::hasattr(value, "tolist")
                                ? value.attr("tolist")()
                                : py::reinterpret_borrow<py::object>(value);
    if (!py::isinstance<py::list>(list) && !py::isinstance<py::tuple>(list))
        return {};
    std::vector<std::string> names;
    for (const py::handle item : list) {
        Py_ssize_t size = 0;
        const char* text =
            PyUnicode_Check(item.ptr()) ? PyUnicode_AsUTF8AndSize(item.ptr(), &size) : nullptr;
        if (text == nullptr) {
            PyErr_Clear();
            return {};
        }
        names.emplace_back(text, static_cast<std::size_t>(size));
        if (!control_character(names.back()).empty())
            return {};
    }
    return std::make_shared<const io::GivenNames>(std::move(names));
}

// Text of a Python exception on one line.
std::string error_text(const py::error_already_set& error)
{
    return printable(std::string(py::str(error.value())));
}

std::vector<std::size_t> numbers_of(const py::handle& array)
{
    const Integers numbers = Integers::ensure(array);
    std::vector<std::size_t> list(static_cast<std::size_t>(numbers.size()));
    std::transform(numbers.data(), numbers.data() + numbers.size(), list.begin(),
                   [](std::int64_t i) -> std::size_t {
                       return i < 0 ? 0
                                    : static_cast<std::size_t>(
                                          i); // 0 is no node number and is refused later
                   });
    return list;
}

template <class T>
py::array view(const std::vector<T>& numbers, const py::object& owner)
{
    return script::view(numbers.data(), static_cast<Index>(numbers.size()), owner);
}

/// @param blocks  blocks of elements: (dimension, kind, nodes per element, tags, nodes, groups)
/// @param groups  groups: (dimension, tag, name)
std::shared_ptr<app::GivenMesh> mesh_of(const py::object& node_tags, const py::object& coordinates,
                                        const py::list& blocks, const py::list& groups,
                                        const py::tuple& place)
{
    fem::GmshAnswer mesh;
    mesh.node_tags = numbers_of(node_tags);
    const Numbers X = Numbers::ensure(coordinates);
    mesh.coordinates.assign(X.data(), X.data() + X.size());
    for (const py::handle& item : blocks) {
        const auto block = item.cast<py::tuple>();
        fem::GmshElements elements{block[0].cast<int>(), block[1].cast<std::string>(),
                                   block[2].cast<int>(), numbers_of(block[3]),
                                   numbers_of(block[4]), {}};
        for (const py::handle& group : block[5].cast<py::list>())
            elements.groups.push_back(group.cast<int>());
        mesh.elements.push_back(std::move(elements));
    }
    for (const py::handle& item : groups) {
        const auto group = item.cast<py::tuple>();
        mesh.groups.push_back(
            {group[0].cast<int>(), group[1].cast<int>(), group[2].cast<std::string>()});
    }
    try {
        return std::make_shared<app::GivenMesh>(std::move(mesh));
    } catch (const InputError& error) {
        throw error.moved({place[0].cast<std::string>(), place[1].cast<int>()}, "");
    }
}

/// Returns (node numbers, n x 3 coordinates, blocks, groups), the arguments of mesh_of().
py::tuple parts(const py::object& self)
{
    const fem::GmshAnswer& mesh = self.cast<const app::GivenMesh&>().mesh();
    py::list blocks, groups;
    for (const fem::GmshElements& block : mesh.elements) {
        py::list block_groups;
        for (const int group : block.groups)
            block_groups.append(group);
        blocks.append(py::make_tuple(block.dimension, block.kind, block.n_nodes,
                                     view(block.tags, self), view(block.nodes, self),
                                     block_groups));
    }
    for (const fem::GmshGroup& group : mesh.groups)
        groups.append(py::make_tuple(group.dimension, group.tag, group.name));
    return py::make_tuple(view(mesh.node_tags, self), view(mesh.coordinates, self), blocks, groups);
}

template <class T>
void add_comparison(py::class_<T, std::shared_ptr<T>>& type)
{
    type.def("__eq__", [](const T& one, const py::object& other) -> bool {
        return py::isinstance<T>(other) && one.equals(other.cast<const T&>());
    });
    type.attr("__hash__") = py::none();
    type.def("__repr__",
             [](const T& given) -> std::string { return "<slideway: " + given.text() + ">"; });
}

} // namespace

bool takes_given(const std::string& path)
{
    return !kind_for(path).empty();
}

std::shared_ptr<const io::Given> given_of(py::handle value, const SourceLine& where,
                                          const std::string& path)
{
    const Key key{where, path};
    if (kind_for(path) == io::GivenNames::name)
        return names_of(value);
    const std::string type = py::str(py::type::handle_of(value).attr("__name__"));
    if (kind_for(path) == app::GivenMesh::name) {
        const py::object mesh = py::getattr(value, "_given", py::none());
        const py::handle held = mesh.is_none() ? value : py::handle(mesh);
        if (!py::isinstance<app::GivenMesh>(held))
            key.refuse("a " + type);
        return held.cast<std::shared_ptr<app::GivenMesh>>();
    }
    if (value.is_none())
        key.refuse("None");
    if (py::hasattr(value, "mask")) // masked arrays are ambiguous
        key.refuse("a " + type);
    try {
        return matrix_of(key, value);
    } catch (const py::error_already_set& error) {
        if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError))
            throw;
        key.refuse("a " + type + " (" + error_text(error) + ")");
    }
}

py::object given_object(const std::shared_ptr<const io::Given>& given)
{
    if (const auto matrix = std::dynamic_pointer_cast<const io::GivenMatrix>(given))
        return py::cast(std::const_pointer_cast<io::GivenMatrix>(matrix));
    if (const auto mesh = std::dynamic_pointer_cast<const app::GivenMesh>(given))
        return py::cast(std::const_pointer_cast<app::GivenMesh>(mesh));
    py::list list;
    for (const std::string& name : *dynamic_cast<const io::GivenNames&>(*given).names())
        list.append(py::str(name));
    return list;
}

std::shared_ptr<const io::Given> given_from(const py::object& object)
{
    if (py::isinstance<io::GivenMatrix>(object))
        return object.cast<std::shared_ptr<io::GivenMatrix>>();
    if (py::isinstance<app::GivenMesh>(object))
        return object.cast<std::shared_ptr<app::GivenMesh>>();
    return names_of(object);
}

void add_arrays(py::module_& m)
{
    py::class_<io::GivenMatrix, std::shared_ptr<io::GivenMatrix>> matrix(m, "Matrix");
    matrix.def("columns", [](const py::object& self) {
        return columns_of(*self.cast<const io::GivenMatrix&>().matrix(), self);
    });
    matrix.def(
        py::pickle([](const py::object& self) -> py::tuple { return self.attr("columns")(); },
                   [](const py::tuple& columns) {
                       return std::make_shared<io::GivenMatrix>(of_state(columns));
                   }));
    add_comparison(matrix);
    py::class_<app::GivenMesh, std::shared_ptr<app::GivenMesh>> mesh(m, "Mesh");
    mesh.def(py::init(&mesh_of)).def("parts", &parts);
    mesh.def(py::pickle(&parts, [](const py::tuple& held) {
        return mesh_of(held[0], held[1], held[2], held[3], py::make_tuple("", 0));
    }));
    add_comparison(mesh);
}

} // namespace slideway::script
