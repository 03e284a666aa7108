#include "fem/group_ports.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "fem/local_origin.hpp"
#include "fem/named_nodes.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/recovery.hpp"

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
    SparseRows mean(n_components, group.W.rows());
    mean.setFromTriplets(weights.begin(), weights.end());
    result.W = mean * group.W;
    result.surface = group.surface;
    return result;
}

// Places of the components of a group in its rows.
std::vector<Index> places_of(const Port& group, const std::vector<std::string>& names)
{
    std::vector<Index> places;
    for (const std::string& name : names)
        places.push_back(component(group, name));
    return places;
}

// Returns J = sum w_i (|r_i|^2 I - r_i r_i^T); in the plane only the entry about z.
// @throws InputError  arms on one line, or in the plane at one point
Eigen::Matrix3d second_moment(const GroupPort& g, const Vector& share, const Matrix& arms,
                              double extent, bool in_space)
{
    const auto refuse = [&g](const std::string& where, const std::string& needed) {
        throw InputError("\"" + g.group + "\" lies " + where + "; a rotation needs " + needed +
                         "; motion = \"mean\" has none");
    };
    Eigen::Matrix3d J = Eigen::Matrix3d::Zero();
    if (!in_space) {
        J(2, 2) = share.dot(arms.rowwise().squaredNorm());
        if (!(J(2, 2) > 1e-24 * extent * extent))
            refuse("at one point", "two points");
        return J;
    }
    for (Index i = 0; i < arms.rows(); ++i) {
        const Eigen::Vector3d r = arms.row(i).transpose();
        J += share(i) * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
    }
    const Vector moments = symmetric_eigenvalues(J);
    if (!(moments(2) > 1e-24 * extent * extent))
        refuse("at one point", "three points that are not on one line");
    if (!(moments(0) > 1e-12 * moments(2)))
        refuse("on one line", "three points that are not on one line");
    return J;
}

// Rows of the rigid motion nearest to a group: translations, then rotations about its centre. In
// the plane these are x, y and the rotation about z.
Port rigid_port(const Substructure& s, const GroupPort& g, const Port& group)
{
    const bool in_space = std::count(group.components.begin(), group.components.end(), "z") > 0;
    const Index d = in_space ? 3 : 2;
    const std::vector<Index> place =
        places_of(group, in_space ? std::vector<std::string>{"x", "y", "z"}
                                  : std::vector<std::string>{"x", "y"});
    Port result{
        g.name, {"x", "y", "rotation"}, {}, group.share.transpose() * group.X, Vector::Ones(1), {}};
    if (in_space)
        result.components = {"x", "y", "z", "rotation_x", "rotation_y", "rotation_z"};
    Matrix arms = group.X;
    arms.rowwise() -= result.X.row(0);
    if (!in_space)
        arms.col(2).setZero();
    const Eigen::Matrix3d J =
        second_moment(g, group.share, arms, box_of(s).sizes().norm(), in_space);
    const Eigen::Matrix3d inverse = in_space ? Lu(Matrix(J)).inverse() : Matrix(J);

    std::vector<Eigen::Triplet<double>> weights;
    for (Index i = 0; i < group.n_nodes(); ++i) {
        const double w = group.share(i);
        const Index row = i * group.n_components();
        Eigen::Matrix3d cross = Eigen::Matrix3d::Zero(); // r x
        cross << 0, -arms(i, 2), arms(i, 1), arms(i, 2), 0, -arms(i, 0), -arms(i, 1), arms(i, 0), 0;
        const Eigen::Matrix3d turn =
            in_space ? Eigen::Matrix3d(w * inverse * cross) : Eigen::Matrix3d(w * cross / J(2, 2));
        for (Index c = 0; c < d; ++c) {
            const Index column = row + place[static_cast<std::size_t>(c)];
            weights.emplace_back(c, column, w);
            for (Index axis = in_space ? 0 : 2; axis < 3; ++axis)
                weights.emplace_back(in_space ? 3 + axis : 2, column, turn(axis, c));
        }
    }
    SparseRows fit(in_space ? 6 : 3, group.W.rows());
    fit.setFromTriplets(weights.begin(), weights.end());
    result.W = fit * group.W;
    result.surface = group.surface;
    return result;
}

} // namespace

Port group_port(const Substructure& s, const GroupPort& g)
{
    const Port& group = port(s, g.group);
    if (g.motion != GroupMotion::mean && s.recovery && s.recovery->forces &&
        s.recovery->forces->of_revolution)
        throw InputError("an axisymmetric body moves rigidly along its axis alone; expected motion "
                         "= \"mean\"");
    return g.motion == GroupMotion::mean ? mean_port(g, group) : rigid_port(s, g, group);
}

void add_group_port(Substructure& s, const GroupPort& g)
{
    if (g.name.empty() || g.name.find('.') != std::string::npos)
        throw InputError("a port's name is not empty and has no dot");
    if ((s.nodes && s.nodes->contains(g.name)) ||
        std::any_of(s.ports.begin(), s.ports.end(),
                    [&g](const Port& p) -> bool { return p.name == g.name; }))
        throw InputError("the body has a port \"" + g.name + "\" already");
    make_port(s, g.group);
    s.ports.push_back(group_port(s, g));
}

} // namespace slideway::fem
