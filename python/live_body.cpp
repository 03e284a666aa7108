#include "python/live_body.hpp"

#include "app/model/describe.hpp"
#include "app/model/export_body.hpp"
#include "python/values.hpp"

#include <limits>
#include <stdexcept>
#include <utility>

namespace slideway::script {

namespace py = pybind11;

namespace {

// A read-only view of a matrix that is stored by columns.
py::array view(const Matrix& m, const py::capsule& owner)
{
    constexpr auto one = static_cast<Index>(sizeof(double));
    return read_only(
        py::array_t<double>({m.rows(), m.cols()}, {one, one * m.rows()}, m.data(), owner));
}

// Port of a load case: a factor f on it gives the forces times f. See fem/matrices.cpp.
fem::Port load_port(const std::string& name, const std::vector<double>& forces, Index n)
{
    if (static_cast<Index>(forces.size()) != n)
        throw std::invalid_argument("a load case of another number of dofs");
    constexpr double no_place = std::numeric_limits<double>::quiet_NaN();
    std::vector<Eigen::Triplet<double>> entries;
    for (Index dof = 0; dof < n; ++dof)
        if (const double force = forces[static_cast<std::size_t>(dof)]; force != 0)
            entries.emplace_back(0, dof, force);
    fem::Port port{
        name, {"factor"}, SparseRows(1, n), Matrix::Constant(1, 3, no_place), Vector::Ones(1), {}};
    port.W.setFromTriplets(entries.begin(), entries.end());
    return port;
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

py::tuple LiveBody::matrix(const std::string& name) const
{
    const fem::Substructure& s = body().reduced.substructure;
    return columns_of(name == "M" ? s.M : name == "C" ? s.C : s.K, owner());
}

py::object LiveBody::T() const
{
    const auto& T = body().reduced.T;
    return T && body().reduced.T_rows.empty() ? py::object(view(*T, owner())) : py::none();
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
        list.append(py::make_tuple(port.name, components, rows_of(port.W, keeps),
                                   view(port.X, keeps),
                                   view(port.share.data(), port.share.size(), keeps), port.area));
    }
    return list;
}

std::string LiveBody::text() const
{
    return app::describe_body(body(), body().reduced.substructure.n());
}

void LiveBody::save(const std::string& folder,
                    const std::vector<std::pair<std::string, std::vector<double>>>& loads) const
{
    fem::Substructure s = body().reduced.substructure;
    for (const auto& [name, forces] : loads)
        s.ports.push_back(load_port(name, forces, s.n()));
    app::export_body(folder, std::move(s), body().pole);
}

} // namespace slideway::script
