#include "assembly/coupled_model.hpp"

#include "base/error.hpp"
#include "contact/polyline.hpp"
#include "fem/local_origin.hpp"

#include <tuple>

namespace slideway::assembly {

namespace {

// Returns x and y of each node for contacts; the port may have further components.
SparseMatrix plane_rows(const fem::Port& port, const std::vector<int>& nodes)
{
    const Index n_components = port.n_components();
    SparseRows order(2 * static_cast<Index>(nodes.size()), port.W.rows());
    for (std::size_t k = 0; k < nodes.size(); ++k)
        for (Index c = 0; c < 2; ++c)
            order.insert(2 * static_cast<Index>(k) + c, n_components * nodes[k] + c) = 1;
    return SparseRows(order * port.W);
}

} // namespace

Sliding make_sliding(const std::string& name, const std::vector<fem::Substructure>& bodies,
                     std::size_t slave_body, const fem::Port& slave, std::size_t master_body,
                     const fem::Port& master, const contact::Friction& friction)
{
    const std::string slave_name = bodies[slave_body].name + "." + slave.name;
    const std::string master_name = bodies[master_body].name + "." + master.name;
    if (slave_body == master_body)
        throw InputError("slave " + slave_name + " and master " + master_name +
                         " are on the same body; a sliding contact joins two bodies");
    for (const auto& [side, port, full_name] :
         {std::tuple{"slave", &slave, slave_name}, std::tuple{"master", &master, master_name}})
        if (port->n_components() < 2 || port->components[0] != "x" || port->components[1] != "y" ||
            !port->X.allFinite())
            throw InputError(side, "\"" + full_name + "\"",
                             "has no positions in the plane (components x and y of a mesh, a beam "
                             "or a rigid body)");

    std::vector<int> nodes;
    try {
        nodes = contact::polyline(fem::segments(master));
    } catch (const InputError& error) {
        throw InputError("master", "\"" + master_name + "\"", error.what());
    }

    Sliding sliding;
    sliding.name = name;
    sliding.slave_body = slave_body;
    sliding.master_body = master_body;
    sliding.friction = friction;
    std::vector<int> slaves;
    for (int k = 0; k < static_cast<int>(slave.n_nodes()); ++k)
        slaves.push_back(k);
    sliding.slave_rows = plane_rows(slave, slaves);
    fem::Box box = fem::box_of(slave.X);
    box.extend(fem::box_of(master.X));
    sliding.origin = fem::local_origin(box).head<2>();
    sliding.slave_X = slave.X.leftCols<2>().rowwise() - sliding.origin.transpose();
    sliding.slave_area = slave.area * slave.share;
    double length = 0;
    for (const auto& [first, second] : fem::segments(slave))
        length += (slave.X.row(second) - slave.X.row(first)).norm();
    if (length > 0)
        sliding.slave_thickness = slave.area / length;
    sliding.master_rows = plane_rows(master, nodes);
    sliding.master_X.resize(static_cast<Index>(nodes.size()), 2);
    for (std::size_t k = 0; k < nodes.size(); ++k)
        sliding.master_X.row(static_cast<Index>(k)) =
            master.X.row(nodes[k]).head<2>() - sliding.origin.transpose();
    return sliding;
}

Motion make_motion(const std::string& name, std::size_t body, const fem::Port& port,
                   Index component)
{
    const SparseRows rows = fem::component_rows(port, component);
    std::vector<Eigen::Triplet<double>> entries;
    Index count = 0;
    for (Index r = 0; r < rows.rows(); ++r)
        if (rows.row(r).nonZeros() > 0) {
            for (SparseRows::InnerIterator it(rows, r); it; ++it)
                entries.emplace_back(count, it.col(), it.value());
            ++count;
        }
    if (count == 0)
        throw InputError("all its dofs are fixed by supports");
    Motion motion{.name = name,
                  .on = {body, SparseMatrix(count, rows.cols())},
                  .measure = measure_of(port.components[static_cast<std::size_t>(component)])};
    motion.on.rows.setFromTriplets(entries.begin(), entries.end());
    return motion;
}

} // namespace slideway::assembly
