#include "assembly/coupled_model.hpp"

#include "contact/polyline.hpp"

#include <Eigen/QR>

#include <algorithm>

namespace slideway::assembly {

Sliding make_sliding(const std::string& name, const std::vector<fem::Substructure>& bodies,
                     std::size_t slave_body, const fem::Port& slave, std::size_t master_body,
                     const fem::Port& master, double mu)
{
    const std::string slave_name = bodies[slave_body].name + "." + slave.name;
    const std::string master_name = bodies[master_body].name + "." + master.name;
    if (slave_body == master_body)
        throw InputError("slave " + slave_name + " and master " + master_name +
                         " are on the same body; a sliding contact joins two bodies");
    for (const fem::Port* port : {&slave, &master})
        if (port->components != std::vector<std::string>{"x", "y"})
            throw InputError("port " + port->name +
                             " has no positions in the plane (components x and y of a mesh)");
    if (slave.n_nodes() != 1)
        throw InputError("slave " + slave_name + " has " + std::to_string(slave.n_nodes()) +
                         " nodes; a sliding contact takes one slave node (a named point)");

    std::vector<int> nodes;
    try {
        nodes = contact::polyline(fem::segments(master));
    } catch (const InputError& error) {
        throw InputError("master " + master_name + " " + error.what());
    }

    Sliding sliding;
    sliding.name = name;
    sliding.slave_body = slave_body;
    sliding.master_body = master_body;
    sliding.mu = mu;
    sliding.slave_rows = slave.W;
    sliding.slave_X = slave.X.row(0).transpose();
    const auto n = static_cast<Index>(nodes.size());
    sliding.master_X.resize(n, 2);
    SparseMatrix order(2 * n, master.W.rows());
    for (Index k = 0; k < n; ++k) {
        const Index node = nodes[static_cast<std::size_t>(k)];
        sliding.master_X.row(k) = master.X.row(node);
        order.insert(2 * k, 2 * node) = 1;
        order.insert(2 * k + 1, 2 * node + 1) = 1;
    }
    sliding.master_rows = order * master.W;
    return sliding;
}

void require_single_contact(const CoupledModel& model)
{
    if (model.sliding.size() > 1)
        throw InputError(model.sliding[1].where,
                         "contact." + model.sliding[1].name +
                             " is the second; a model takes one sliding contact");
}

std::vector<Index> imposed_dofs(const CoupledModel& model, std::size_t body)
{
    std::vector<Index> dofs;
    for (const Motion& motion : model.motions) {
        if (motion.body != body)
            continue;
        for (const Index dof : motion.dofs)
            if (std::find(dofs.begin(), dofs.end(), dof) != dofs.end())
                throw InputError(motion.where,
                                 "motion." + motion.name +
                                     " imposes a dof that another motion imposes too");
        dofs.insert(dofs.end(), motion.dofs.begin(), motion.dofs.end());
    }
    std::sort(dofs.begin(), dofs.end());
    return dofs;
}

Vector rigid_follower(const CoupledModel& model, const Motion& motion)
{
    const fem::Substructure& body = model.bodies[motion.body];
    const std::vector<Index> imposed = imposed_dofs(model, motion.body);
    const auto n_imposed = static_cast<Index>(imposed.size());

    Matrix R(n_imposed, body.rigid.cols());
    Vector wanted = Vector::Zero(n_imposed);
    for (Index k = 0; k < n_imposed; ++k) {
        const Index dof = imposed[static_cast<std::size_t>(k)];
        R.row(k) = body.rigid.row(dof);
        if (std::binary_search(motion.dofs.begin(), motion.dofs.end(), dof))
            wanted(k) = 1;
    }
    Vector e = Vector::Zero(body.n());
    bool follows = body.rigid.cols() > 0;
    if (follows) {
        // Least squares of smallest size: a rigid motion that nothing asks for stays zero. What it
        // does to the imposed dofs is round-off then, which must not count as a rank.
        Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition;
        decomposition.setThreshold(1e-8);
        Vector coefficients = decomposition.compute(R).solve(wanted);
        for (double& c : coefficients)
            if (std::abs(c - std::round(c)) < 1e-9)
                c = std::round(c); // a pure translation is exactly one
        follows = (R * coefficients - wanted).norm() <= 1e-9 * wanted.norm();
        e = body.rigid * coefficients;
        const double scale = body.K.diagonal().cwiseAbs().maxCoeff() * e.norm();
        follows = follows && (body.K * e).norm() <= 1e-7 * scale;
    }
    if (!follows)
        throw InputError(
            motion.where,
            "motion." + motion.name + ": body " + body.name +
                " cannot follow it as a rigid body (its supports or other motions hold "
                "it); only motions that do not deform a body by themselves are taken");
    return e;
}

} // namespace slideway::assembly
