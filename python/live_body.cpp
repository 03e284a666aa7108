#include "python/live_body.hpp"

#include "app/model/describe.hpp"
#include "app/model/export_body.hpp"

#include <stdexcept>
#include <utility>

namespace slideway::script {

namespace py = pybind11;

namespace {

py::array read_only(py::array array)
{
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

template <class T>
py::array view(const T* values, Index n, const py::capsule& owner)
{
    return read_only(py::array_t<T>({n}, {static_cast<Index>(sizeof(T))}, values, owner));
}

// Stored by columns.
py::array view(const Matrix& m, const py::capsule& owner)
{
    constexpr auto one = static_cast<Index>(sizeof(double));
    return read_only(
        py::array_t<double>({m.rows(), m.cols()}, {one, one * m.rows()}, m.data(), owner));
}

} // namespace

LiveBody::LiveBody(std::shared_ptr<const app::Bodies> bodies, std::size_t b)
    : bodies_(std::move(bodies)), b_(b)
{
}

py::capsule LiveBody::owner() const
{
    using Owner = std::shared_ptr<const app::Bodies>;
    return {new Owner(bodies_), [](void* kept) { delete static_cast<Owner*>(kept); }};
}

py::tuple LiveBody::columns(const SparseMatrix& matrix) const
{
    if (!matrix.isCompressed())
        throw std::logic_error("a matrix of a body that is not compressed");
    const py::capsule keeps = owner();
    return py::make_tuple(view(matrix.valuePtr(), matrix.nonZeros(), keeps),
                          view(matrix.innerIndexPtr(), matrix.nonZeros(), keeps),
                          view(matrix.outerIndexPtr(), matrix.outerSize() + 1, keeps),
                          matrix.rows(), matrix.cols());
}

py::tuple LiveBody::matrix(const std::string& name) const
{
    const fem::Substructure& s = body().reduced.substructure;
    return columns(name == "M" ? s.M : name == "C" ? s.C : s.K);
}

py::object LiveBody::T() const
{
    const auto& T = body().reduced.T;
    return T ? py::object(view(*T, owner())) : py::none();
}

py::object LiveBody::omega() const
{
    const Vector& omega = body().reduced.omega;
    return view(omega.data(), omega.size(), owner());
}

py::list LiveBody::ports() const
{
    const py::capsule keeps = owner();
    py::list list;
    for (const fem::Port& port : body().reduced.substructure.ports) {
        py::list components;
        for (const std::string& component : port.components)
            components.append(py::str(component));
        list.append(py::make_tuple(port.name, components, columns(port.W), view(port.X, keeps),
                                   view(port.share.data(), port.share.size(), keeps), port.area));
    }
    return list;
}

std::string LiveBody::text() const
{
    return app::describe_body(body(), body().reduced.substructure.n());
}

void LiveBody::save(const std::string& folder) const
{
    app::export_body(folder, body().reduced.substructure, body().pole);
}

} // namespace slideway::script
