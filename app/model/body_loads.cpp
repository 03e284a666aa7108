#include "app/model/body_loads.hpp"

#include "app/case/located.hpp"
#include "base/text.hpp"
#include "fem/named_nodes.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/recovery.hpp"

#include <cmath>
#include <utility>

namespace slideway::app {

namespace {

UnitLoad of_nodes(const fem::Substructure& body, Matrix forces)
{
    Vector row = body.recovery->forces->on_dofs(forces, body.n());
    return {std::move(row), std::make_shared<const Matrix>(std::move(forces))};
}

std::string vector_text(const Eigen::Vector3d& v)
{
    return "[" + number_text(v.x()) + ", " + number_text(v.y()) + ", " + number_text(v.z()) + "]";
}

UnitLoad of_pressure(const fem::Substructure& body, const std::string& surface)
{
    UnitLoad load{fem::pressure_row(body, surface), {}};
    if (body.recovery && body.recovery->forces)
        load.at_nodes = std::make_shared<const Matrix>(fem::pressure_forces(body, surface));
    return load;
}

// True for a body of revolution, whose axis is x = 0.
bool is_of_revolution(const fem::Substructure& body)
{
    return body.recovery && body.recovery->forces && body.recovery->forces->of_revolution;
}

double size_of(const std::vector<double>& acceleration)
{
    return Eigen::Map<const Vector>(acceleration.data(), static_cast<Index>(acceleration.size()))
        .norm();
}

UnitLoad of_acceleration(const LoadEntry& entry, const fem::Substructure& body)
{
    fem::ForcePerMass field;
    const double size = size_of(entry.acceleration);
    for (std::size_t c = 0; c < entry.acceleration.size(); ++c)
        field.constant(static_cast<Index>(c)) = entry.acceleration[c] / size;
    Matrix forces = fem::field_forces(body, field);
    if (forces.cols() == 2 && field.constant.z() != 0)
        throw InputError("body " + body.name +
                         " lies in the plane; expected an acceleration [x, y]");
    if (is_of_revolution(body) && field.constant.x() != 0)
        throw InputError("body " + body.name +
                         " is axisymmetric; expected an acceleration [0, y] along its axis");
    return of_nodes(body, std::move(forces));
}

// Nodes of the mesh that a port consists of; empty if it is not made of nodes of a mesh.
std::vector<int> nodes_of_port(const fem::Substructure& body, const std::string& port)
{
    if (!body.recovery || !body.recovery->forces)
        return {};
    const std::map<std::string, fem::NodeGroup>& groups = body.recovery->mesh.groups;
    if (const auto found = groups.find(port); found != groups.end())
        return found->second.nodes;
    if (body.nodes)
        if (const auto node = body.nodes->find(port))
            return {static_cast<int>(*node)};
    return {};
}

UnitLoad of_force(const fem::Substructure& body, const Address& address)
{
    const fem::Port& port = fem::port(body, address.port);
    const Index component = fem::component(port, address.component);
    UnitLoad load{fem::mean_row(port, component), {}};
    const std::vector<int> nodes = nodes_of_port(body, address.port);
    if (static_cast<Index>(nodes.size()) == port.n_nodes()) {
        Matrix forces = Matrix::Zero(body.recovery->mesh.X.rows(), port.n_components());
        for (std::size_t i = 0; i < nodes.size(); ++i)
            forces(nodes[i], component) = port.share(static_cast<Index>(i));
        load.at_nodes = std::make_shared<const Matrix>(std::move(forces));
    }
    return load;
}

} // namespace

UnitLoad unit_load(const LoadEntry& entry, const fem::Substructure& body, const Address& address)
{
    if (!entry.acceleration.empty())
        return of_acceleration(entry, body);
    if (entry.pressure)
        return of_pressure(body, address.port);
    return of_force(body, address);
}

void set_signal(const LoadEntry& entry, assembly::Load& load)
{
    if (!entry.acceleration.empty())
        load.signal = assembly::Constant{size_of(entry.acceleration)};
    else if (entry.pressure)
        load.signal = assembly::Constant{*entry.pressure};
    else if (entry.force)
        load.signal = assembly::Constant{*entry.force};
    else if (entry.harmonic)
        load.signal = *entry.harmonic;
    else if (entry.raised)
        load.signal = *entry.raised;
}

UnitLoad unit_centrifugal_load(const Case& c, const fem::Substructure& body)
{
    const RotationEntry& rotation = c.rotation;
    return located(rotation.places, "rotation", [&]() -> UnitLoad {
        const Eigen::Vector3d axis(rotation.axis.data()), point(rotation.point.data());
        Matrix forces = fem::field_forces(body, fem::centrifugal(axis, point, 1));
        const bool ring = is_of_revolution(body);
        if (ring && (axis.x() != 0 || axis.z() != 0))
            throw InputError("axis", vector_text(axis),
                             "body " + body.name + " is axisymmetric; expected [0, 1, 0]");
        if (ring && (point.x() != 0 || point.z() != 0))
            throw InputError("point", vector_text(point),
                             "body " + body.name + " is axisymmetric; expected [0, y, 0]");
        if (!ring && forces.cols() == 2 && (axis.x() != 0 || axis.y() != 0))
            throw InputError("axis", vector_text(axis),
                             "body " + body.name + " lies in the plane; expected [0, 0, 1]");
        return of_nodes(body, std::move(forces));
    });
}

std::vector<BuiltLoad> built_loads(const Case& c, const Attachments& attachments,
                                   const std::vector<fem::Substructure>& bodies)
{
    std::vector<BuiltLoad> loads;
    for (std::size_t k = 0; k < c.loads.size(); ++k) {
        const Address& address = attachments.loads[k];
        loads.push_back({!c.loads[k].acceleration.empty() ? "m/s^2"
                         : c.loads[k].pressure            ? "Pa"
                                                          : "N",
                         unit_load(c.loads[k], bodies[address.body], address).at_nodes});
    }
    if (c.rotation.omega > 0)
        for (const fem::Substructure& body : bodies)
            loads.push_back({"rad^2/s^2", unit_centrifugal_load(c, body).at_nodes});
    return loads;
}

} // namespace slideway::app
