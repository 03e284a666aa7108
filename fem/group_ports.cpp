#include "fem/group_ports.hpp"

#include "base/error.hpp"
#include "fem/local_origin.hpp"

#include <algorithm>
#include <vector>

namespace slideway::fem {

namespace {

Port mean_port(const GroupPort& g, const Port& group)
{
    Port result{g.name, group.components, {}, group.share.transpose() * group.X, Vector::Ones(1),
                {}};
    const Index n_components = group.n_components();
    std::vector<Eigen::Triplet<double>> weights;
    for (Index i = 0; i < group.n_nodes(); ++i)
        for (Index c = 0; c < n_components; ++c)
            weights.emplace_back(c, i * n_components + c, group.share(i));
    SparseMatrix mean(n_components, group.W.rows());
    mean.setFromTriplets(weights.begin(), weights.end());
    result.W = mean * group.W;
    result.surface = group.surface;
    return result;
}

Port rigid_port(const Substructure& s, const GroupPort& g, const Port& group)
{
    const Index x = component(group, "x"), y = component(group, "y");
    Port result{
        g.name, {"x", "y", "rotation"}, {}, group.share.transpose() * group.X, Vector::Ones(1), {}};
    Matrix arms = group.X;
    arms.rowwise() -= result.X.row(0);
    const double J = group.share.dot(arms.rowwise().squaredNorm());
    const double extent = box_of(s).sizes().norm();
    if (!(J > 1e-24 * extent * extent))
        throw InputError("\"" + g.group +
                         "\" lies at one point; a rotation needs two points; "
                         "motion = \"mean\" has none");

    std::vector<Eigen::Triplet<double>> weights;
    for (Index i = 0; i < group.n_nodes(); ++i) {
        const double w = group.share(i);
        const Index row = i * group.n_components();
        weights.emplace_back(0, row + x, w);
        weights.emplace_back(1, row + y, w);
        weights.emplace_back(2, row + x, -w * arms(i, 1) / J);
        weights.emplace_back(2, row + y, w * arms(i, 0) / J);
    }
    SparseMatrix fit(3, group.W.rows());
    fit.setFromTriplets(weights.begin(), weights.end());
    result.W = fit * group.W;
    result.surface = group.surface;
    return result;
}

} // namespace

Port group_port(const Substructure& s, const GroupPort& g)
{
    const Port& group = port(s, g.group);
    return g.motion == GroupMotion::mean ? mean_port(g, group) : rigid_port(s, g, group);
}

void add_group_port(Substructure& s, const GroupPort& g)
{
    if (g.name.empty() || g.name.find('.') != std::string::npos)
        throw InputError("a port's name is not empty and has no dot");
    if (std::any_of(s.ports.begin(), s.ports.end(),
                    [&g](const Port& p) -> bool { return p.name == g.name; }))
        throw InputError("the body has a port \"" + g.name + "\" already");
    s.ports.push_back(group_port(s, g));
}

} // namespace slideway::fem
