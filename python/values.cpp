#include "python/values.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "python/arrays.hpp"
#include "python/script_law.hpp"

#include <cmath>
#include <stdexcept>

namespace slideway::script {

namespace py = pybind11;

namespace {

constexpr int max_depth = 64; // same limit as in case files

[[noreturn]] void refuse(py::handle value, const SourceLine& where, const std::string& path)
{
    std::string text = py::repr(value);
    if (text.size() > 80)
        text = text.substr(0, 77) + "...";
    throw InputError(
        where, path, printable(text),
        "a " + name_of_type(value) +
            "; expected a number, a text, true or false, a list or a dict of them" +
            (PyFunction_Check(value.ptr())
                 ? "; sw.friction(f, up_to) makes a table of a function, sw.Law(f) a law"
                 : ""));
}

io::CaseNode number_of(py::handle value, const SourceLine& where, const std::string& path)
{
    const double number = PyFloat_AsDouble(value.ptr()); // calls __float__, then __index__
    if (number == -1 && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        refuse(value, where, path);
    }
    return {where, number, PyIndex_Check(value.ptr()) != 0};
}

std::string text_of(py::handle value, const SourceLine& where, const std::string& path)
{
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    std::string text = bytes != nullptr ? std::string(bytes, static_cast<std::size_t>(size)) : "";
    if (bytes == nullptr)
        PyErr_Clear();
    if (bytes == nullptr || !control_character(text, true).empty())
        throw InputError(where, path, io::CaseNode{where, text}.text(),
                         "expected a text without control characters");
    return text;
}

io::CaseNode node(py::handle value, const SourceLine& where, const std::string& path, int depth)
{
    if (depth > max_depth)
        throw InputError(where, path + " is nested more than 64 deep");
    PyObject* object = value.ptr();
    if (PyBool_Check(object))
        return {where, object == Py_True};
    if (PyFloat_Check(object) || PyLong_Check(object))
        return number_of(value, where, path);
    if (PyUnicode_Check(object))
        return {where, text_of(value, where, path)};
    if (py::isinstance<ScriptLaw>(value))
        return {where, std::make_shared<const RunningLaw>(py::reinterpret_borrow<py::object>(value),
                                                          where, path)};
    if (takes_given(path) && !py::hasattr(value, "__fspath__"))
        if (auto given = given_of(value, where, path))
            return {where, std::move(given)};
    if (PyDict_Check(object)) {
        io::CaseNode::Table table;
        for (const auto& [key, child] : py::reinterpret_borrow<py::dict>(value)) {
            if (!PyUnicode_Check(key.ptr()))
                throw InputError(where, path + ": key " + std::string(py::repr(key)) +
                                            "; expected keys that are texts");
            const std::string name = text_of(key, where, path);
            table.emplace_back(name, node(child, where, path + "." + name, depth + 1));
        }
        return {where, std::move(table)};
    }
    if (PyList_Check(object) || PyTuple_Check(object)) {
        io::CaseNode::Array items;
        for (const py::handle item : py::reinterpret_borrow<py::sequence>(value))
            items.push_back(
                node(item, where, path + "." + std::to_string(items.size() + 1), depth + 1));
        return {where, std::move(items)};
    }
    if (value.is_none() || PyComplex_Check(object))
        refuse(value, where, path);
    if (py::hasattr(value, "tolist")) // arrays and numbers of numpy
        return node(value.attr("tolist")(), where, path, depth + 1);
    if (py::hasattr(value, "__fspath__"))
        return node(value.attr("__fspath__")(), where, path, depth + 1);
    if (PyNumber_Check(object) != 0)
        return number_of(value, where, path);
    refuse(value, where, path);
}

} // namespace

std::string name_of_type(py::handle value)
{
    return py::str(py::type::handle_of(value).attr("__name__"));
}

io::CaseNode node_of(py::handle value, const SourceLine& where, const std::string& path)
{
    return node(value, where, path, 0);
}

py::object value_of(const io::CaseNode& node)
{
    if (const auto* flag = std::get_if<bool>(&node.value))
        return py::bool_(*flag);
    if (const auto* number = std::get_if<double>(&node.value))
        return node.integer && std::isfinite(*number)
                   ? py::reinterpret_steal<py::object>(PyLong_FromDouble(*number))
                   : py::object(py::float_(*number));
    if (const auto* text = std::get_if<std::string>(&node.value))
        return py::str(*text);
    if (const auto* given = std::get_if<std::shared_ptr<const io::Given>>(&node.value)) {
        if (const auto* law = dynamic_cast<const RunningLaw*>(given->get()))
            return law->object();
        return given_object(*given);
    }
    if (const auto* items = std::get_if<io::CaseNode::Array>(&node.value)) {
        py::list list;
        for (const io::CaseNode& item : *items)
            list.append(value_of(item));
        return list;
    }
    py::dict dict;
    for (const auto& [key, child] : std::get<io::CaseNode::Table>(node.value))
        dict[py::str(key)] = value_of(child);
    return dict;
}

namespace {

struct ToNumpy {
    py::object operator()(const Vector& v) const { return py::array_t<double>(v.size(), v.data()); }
    py::object operator()(const Matrix& m) const
    {
        py::array_t<double> array({m.rows(), m.cols()});
        auto entries = array.mutable_unchecked<2>();
        for (Index i = 0; i < m.rows(); ++i)
            for (Index j = 0; j < m.cols(); ++j)
                entries(i, j) = m(i, j);
        return array;
    }
    py::object operator()(const std::vector<int>& v) const
    {
        return py::array_t<int>(static_cast<py::ssize_t>(v.size()), v.data());
    }
    py::object operator()(const std::vector<std::string>& v) const
    {
        py::list list;
        for (const std::string& text : v)
            list.append(py::str(text));
        return list;
    }
};

} // namespace

py::tuple array_of(const io::ArraysInMemory::Array& array)
{
    return py::make_tuple(std::visit(ToNumpy(), array.values), array.unit, array.meaning);
}

py::array read_only(py::array array)
{
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

namespace {

template <class Sparse>
py::tuple compressed(const Sparse& matrix, const py::object& owner)
{
    if (!matrix.isCompressed())
        throw std::logic_error("a matrix that is not compressed");
    return py::make_tuple(script::view(matrix.valuePtr(), matrix.nonZeros(), owner),
                          script::view(matrix.innerIndexPtr(), matrix.nonZeros(), owner),
                          script::view(matrix.outerIndexPtr(), matrix.outerSize() + 1, owner),
                          matrix.rows(), matrix.cols());
}

} // namespace

py::tuple columns_of(const SparseMatrix& matrix, const py::object& owner)
{
    return compressed(matrix, owner);
}

py::tuple rows_of(const SparseRows& matrix, const py::object& owner)
{
    return compressed(matrix, owner);
}

} // namespace slideway::script
