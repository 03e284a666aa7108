#include "assembly/joint_place.hpp"

#include "assembly/coincidence.hpp"
#include "base/measure.hpp"
#include "fem/substructure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace slideway::assembly {

namespace {

using Eigen::Vector3d;

// Axis of a displacement; -1 for a rotation or a component without an axis.
Index axis_of(const std::string& component)
{
    return component == "x" ? 0 : component == "y" ? 1 : component == "z" ? 2 : -1;
}

// Component of a port that rotates about an axis; -1 if it has none.
Index rotation_about(const fem::Port& port, Index axis)
{
    const auto found = std::find_if(
        port.components.begin(), port.components.end(),
        [axis](const std::string& component) -> bool { return rotation_axis(component) == axis; });
    return found == port.components.end() ? -1 : found - port.components.begin();
}

// Directions of the rows: displacements along x, y, z, rotations about x, y, z; rows x 6. The row
// of a component without an axis is zero.
Matrix directions(const JointEnd& end)
{
    Matrix d = Matrix::Zero(end.S.rows(), 6);
    for (Index c = 0; c < end.S.cols(); ++c) {
        const std::string& component = end.port->components[static_cast<std::size_t>(c)];
        if (const Index axis = axis_of(component); axis >= 0)
            d.col(axis) += end.S.col(c);
        else if (const std::optional<Index> turns = rotation_axis(component))
            d.col(3 + *turns) += end.S.col(c);
    }
    return d;
}

// Both ends with the data that determine a place.
struct Ends {
    std::array<const JointEnd*, 2> end;
    std::array<std::optional<Vector3d>, 2> X;
    std::array<Matrix, 2> d;
    double reach = 0; // largest coordinate [m]

    [[nodiscard]] bool placed(std::size_t side) const { return X[side].has_value(); }

    // Levers of both ports to a place, without round-off.
    [[nodiscard]] std::array<Vector3d, 2> levers(const Vector3d& place) const
    {
        std::array<Vector3d, 2> a = {Vector3d::Zero(), Vector3d::Zero()};
        const double round_off =
            coordinate_round_off * std::max(reach, place.cwiseAbs().maxCoeff());
        for (const std::size_t side : {0U, 1U})
            if (placed(side))
                a[side] = (place - *X[side]).unaryExpr([round_off](double x) -> double {
                    return std::abs(x) > round_off ? x : 0;
                });
        return a;
    }

    // Returns (a x d) for each row of a side: rows x 3 [m].
    [[nodiscard]] Matrix moments(std::size_t side, const Vector3d& a) const
    {
        Matrix m = Matrix::Zero(d[side].rows(), 3);
        const double round_off = coordinate_round_off * std::max(reach, a.cwiseAbs().maxCoeff());
        for (Index i = 0; i < m.rows() && !a.isZero(0); ++i) {
            for (Index k = 0; k < 3; ++k)
                m(i, k) = a((k + 1) % 3) * d[side](i, (k + 2) % 3) -
                          a((k + 2) % 3) * d[side](i, (k + 1) % 3);
            for (Index k = 0; k < 3; ++k)
                if (std::abs(m(i, k)) <= round_off)
                    m(i, k) = 0;
        }
        return m;
    }

    // Absolute levers of each row that the rotations of a port do not transmit: rows x 3 [m].
    [[nodiscard]] Matrix uncarried(std::size_t side, const Vector3d& place) const
    {
        Matrix left = Matrix::Zero(d[0].rows(), 3);
        if (!placed(side))
            return left;
        const Matrix m = moments(side, levers(place)[side]);
        for (Index k = 0; k < 3; ++k)
            if (rotation_about(*end[side]->port, k) < 0)
                left.col(k) = m.col(k).cwiseAbs();
        return left;
    }

    // Largest such lever of both ports together, the moment of a unit force.
    [[nodiscard]] double imbalance(const Vector3d& place) const
    {
        return (uncarried(0, place) + uncarried(1, place)).maxCoeff();
    }

    // Largest such lever of either port.
    [[nodiscard]] double largest_uncarried(const Vector3d& place) const
    {
        return uncarried(0, place).cwiseMax(uncarried(1, place)).maxCoeff();
    }
};

// True if a row has different directions on the two ports.
bool crossed(const Ends& ends)
{
    if (!ends.placed(0) || !ends.placed(1))
        return false;
    for (Index i = 0; i < ends.d[0].rows(); ++i)
        if (!ends.d[0].row(i).isZero(0) && !ends.d[1].row(i).isZero(0) &&
            ends.d[0].row(i) != ends.d[1].row(i))
            return true;
    return false;
}

// Returns the first place to which all levers are transmitted, otherwise the first place.
Vector3d chosen(const Ends& ends, const std::vector<Vector3d>& places)
{
    for (const Vector3d& place : places)
        if (ends.imbalance(place) == 0)
            return place;
    return places.front();
}

// Offsets that count as zero, like those of a bond; a direction is known to a thousandth.
double tolerance(const Ends& ends)
{
    constexpr double part = 1e-3;
    if (!ends.placed(0) || !ends.placed(1))
        return 0;
    return part * std::max(edge_length(*ends.end[0]->body, *ends.end[1]->body),
                           (*ends.X[1] - *ends.X[0]).norm());
}

} // namespace

std::optional<Vector3d> place_of(const fem::Port& port)
{
    if (port.n_nodes() == 0 || !port.X.allFinite())
        return std::nullopt;
    Vector3d place = port.X.row(0).transpose();
    for (Index i = 1; i < port.n_nodes(); ++i)
        place += port.share(i) * (port.X.row(i) - port.X.row(0)).transpose();
    return place;
}

JointPlace place_joint(JointEnd& first, JointEnd* second, const std::optional<Vector3d>& given,
                       DefaultPlace otherwise)
{
    Ends ends{{&first, second ? second : &first}, {}, {}};
    ends.X[0] = place_of(*first.port);
    ends.d[0] = directions(first);
    if (second) {
        ends.X[1] = place_of(*second->port);
        ends.d[1] = directions(*second);
    }
    JointPlace place;
    if (!ends.placed(0) && !ends.placed(1))
        return place;
    for (const std::optional<Vector3d>& X : ends.X)
        if (X)
            ends.reach = std::max(ends.reach, X->cwiseAbs().maxCoeff());
    place.crossed = crossed(ends);
    if (place.crossed)
        return place;
    if (given)
        place.at = given;
    else if (!ends.placed(0) || !ends.placed(1))
        place.at = ends.placed(0) ? ends.X[0] : ends.X[1];
    else if (otherwise == DefaultPlace::first)
        place.at = ends.X[0];
    else
        place.at = chosen(ends, {(*ends.X[0] + *ends.X[1]) / 2, *ends.X[0], *ends.X[1]});

    place.uncarried = given ? ends.largest_uncarried(*given) : ends.imbalance(*place.at);
    if (place.uncarried <= tolerance(ends))
        place.uncarried = 0;
    const std::array<Vector3d, 2> a = ends.levers(*place.at);
    for (const std::size_t side : {0U, 1U}) {
        if (!ends.placed(side))
            continue;
        JointEnd& end = side == 0 ? first : *second;
        const Matrix m = ends.moments(side, a[side]);
        for (Index k = 0; k < 3; ++k)
            if (const Index c = rotation_about(*end.port, k); c >= 0) {
                end.S.col(c) += m.col(k);
                place.lever[side] = std::max(place.lever[side], m.col(k).cwiseAbs().maxCoeff());
            }
    }
    return place;
}

SparseMatrix rows_of(const JointEnd& end)
{
    const fem::Port& port = *end.port;
    if (port.n_nodes() == 1)
        return SparseRows(SparseRows(end.S.sparseView(0, 0)) * port.W);
    Matrix rows = Matrix::Zero(end.S.rows(), port.W.cols());
    for (Index c = 0; c < end.S.cols(); ++c)
        if (!end.S.col(c).isZero(0))
            rows += end.S.col(c) * fem::mean_row(port, c).transpose();
    return rows.sparseView(0, 0);
}

} // namespace slideway::assembly
