#include "assembly/bond.hpp"

#include "assembly/coincidence.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/plane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace slideway::assembly {

namespace {

using Point = Eigen::Vector3d;
// Shape functions of the ends and of the mid node, if any.
using Shapes = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;

std::vector<int> nodes_of(const fem::Edge& edge)
{
    return edge.middle < 0 ? std::vector<int>{edge.first, edge.second}
                           : std::vector<int>{edge.first, edge.second, edge.middle};
}

// Evaluates the shape functions at s in [0, 1] along the edge.
Shapes shapes(const fem::Edge& edge, double s)
{
    Shapes N(edge.middle < 0 ? 2 : 3);
    if (edge.middle < 0)
        N << 1 - s, s;
    else
        N << (1 - s) * (1 - 2 * s), s * (2 * s - 1), 4 * s * (1 - s);
    return N;
}

struct Foot {
    std::size_t edge = 0;
    double s = 0;        ///< in [0, 1]
    double distance = 0; ///< [m]
    double length = 0;   ///< length of the chord [m]
};

Foot foot_on(const fem::Port& port, std::size_t e, const Point& x)
{
    const fem::Edge& edge = port.edges[e];
    const Point a = port.X.row(edge.first).transpose(), b = port.X.row(edge.second).transpose();
    const double length = (b - a).norm();
    const double s = std::clamp((x - a).dot(b - a) / (length * length), 0.0, 1.0);
    const Shapes N = shapes(edge, s);
    const std::vector<int> nodes = nodes_of(edge);
    Point foot = Point::Zero();
    for (std::size_t k = 0; k < nodes.size(); ++k)
        foot += N(static_cast<Index>(k)) * port.X.row(nodes[k]).transpose();
    return {e, s, (x - foot).norm(), length};
}

Foot nearest(const fem::Port& port, const Point& x)
{
    Foot best{0, 0, std::numeric_limits<double>::infinity(), 0};
    for (std::size_t e = 0; e < port.edges.size(); ++e)
        if (const Foot foot = foot_on(port, e, x); foot.distance < best.distance)
            best = foot;
    return best;
}

std::string label(const fem::Port& port, Index node, std::size_t component)
{
    std::string text = port.components[component];
    if (port.X.allFinite())
        text += " at " + fem::position_text(port.X.row(node).transpose()) + " m";
    return text;
}

// Returns weights * (rows of the nodes) for every component; weights: n_rows x nodes.
SparseMatrix combined(const SparseMatrix& weights, const fem::Port& port)
{
    const Index c = port.n_components();
    std::vector<Eigen::Triplet<double>> entries;
    for (Index node = 0; node < weights.outerSize(); ++node)
        for (SparseMatrix::InnerIterator it(weights, node); it; ++it)
            for (Index k = 0; k < c; ++k)
                entries.emplace_back(c * it.row() + k, c * node + k, it.value());
    SparseRows spread(c * weights.rows(), port.W.rows());
    spread.setFromTriplets(entries.begin(), entries.end());
    return SparseRows(spread * port.W);
}

bool supported(const fem::Port& port, Index node)
{
    const Index c = port.n_components();
    return SparseRows(port.W.middleRows(c * node, c)).nonZeros() == 0;
}

// Returns the coincident node of `to` for each node of `from`; empty if one has none.
std::vector<Index> matching_nodes(const fem::Port& from, const fem::Port& to, double tolerance)
{
    std::vector<Index> match;
    if (from.n_nodes() != to.n_nodes())
        return {};
    for (Index i = 0; i < from.n_nodes(); ++i) {
        Index index = 0;
        const double distance = (to.X.rowwise() - from.X.row(i)).rowwise().norm().minCoeff(&index);
        if (distance > tolerance || std::find(match.begin(), match.end(), index) != match.end())
            return {};
        match.push_back(index);
    }
    return match;
}

// Multipliers on one edge: rows psi = A N with integral psi_i N_j = 0 for i != j. If nodes are left
// out, the functions of the others sum to one.
Matrix multipliers(const fem::Edge& edge, const std::vector<bool>& left_out)
{
    const Index n = edge.middle < 0 ? 2 : 3;
    // Gauss points of [0, 1], exact to degree 5
    const double g = std::sqrt(0.6) / 2;
    const std::array<std::pair<double, double>, 3> gauss{
        {{0.5 - g, 5.0 / 18}, {0.5, 8.0 / 18}, {0.5 + g, 5.0 / 18}}};
    Matrix mass = Matrix::Zero(n, n);
    for (const auto& [s, weight] : gauss) {
        const Shapes N = shapes(edge, s);
        mass += weight * N * N.transpose();
    }
    const bool complete = std::none_of(left_out.begin(), left_out.end(), [](bool b) { return b; });
    if (complete) {
        const Vector total = mass.rowwise().sum(); // integral N_i: the N sum to one
        return total.asDiagonal() * Lu(mass).inverse();
    }
    // The remaining shape functions get equal parts of those left out.
    Matrix A = Matrix::Zero(n, n);
    const auto kept = static_cast<double>(std::count(left_out.begin(), left_out.end(), false));
    for (Index i = 0; i < n; ++i)
        if (!left_out[static_cast<std::size_t>(i)]) {
            A(i, i) = 1;
            for (Index j = 0; j < n; ++j)
                if (left_out[static_cast<std::size_t>(j)])
                    A(i, j) = 1 / kept;
        }
    return A;
}

struct Weights {
    SparseMatrix slave, master; ///< rows x nodes of each port
    std::vector<Index> nodes;   ///< slave node of each row
};

// Computes D and M of the mortar condition; rows are scaled by the slave's own weight.
Weights mortar(const fem::Port& slave, const fem::Port& master)
{
    const Index n = slave.n_nodes();
    std::vector<Index> row_of(static_cast<std::size_t>(n), -1);
    Weights result;
    for (Index node = 0; node < n; ++node)
        if (!supported(slave, node)) {
            row_of[static_cast<std::size_t>(node)] = static_cast<Index>(result.nodes.size());
            result.nodes.push_back(node);
        }
    const double g = std::sqrt(0.6) / 2;
    const std::array<std::pair<double, double>, 3> gauss{
        {{0.5 - g, 5.0 / 18}, {0.5, 8.0 / 18}, {0.5 + g, 5.0 / 18}}};
    std::vector<Eigen::Triplet<double>> D, M;
    for (const fem::Edge& edge : slave.edges) {
        const std::vector<int> nodes = nodes_of(edge);
        std::vector<bool> left_out;
        for (const int node : nodes)
            left_out.push_back(row_of[static_cast<std::size_t>(node)] < 0);
        if (std::all_of(left_out.begin(), left_out.end(), [](bool b) { return b; }))
            continue;
        const Matrix A = multipliers(edge, left_out);
        const Point a = slave.X.row(edge.first).transpose(),
                    b = slave.X.row(edge.second).transpose();
        const double length = (b - a).norm();
        // The integrand is smooth between the ends of the master edges.
        std::vector<double> breaks{0, 1};
        for (const fem::Edge& other : master.edges)
            for (const int end : {other.first, other.second}) {
                const Point x = master.X.row(end).transpose();
                const double s = (x - a).dot(b - a) / (length * length);
                if (s > 1e-9 && s < 1 - 1e-9 &&
                    foot_on(slave, static_cast<std::size_t>(&edge - slave.edges.data()), x)
                            .distance < 0.5 * length)
                    breaks.push_back(s);
            }
        std::sort(breaks.begin(), breaks.end());
        for (std::size_t k = 0; k + 1 < breaks.size(); ++k) {
            const double width = breaks[k + 1] - breaks[k];
            if (width < 1e-9)
                continue;
            for (const auto& [at, weight] : gauss) {
                const double s = breaks[k] + at * width;
                const Shapes N = shapes(edge, s);
                const Vector psi = A * N;
                Point x = Point::Zero();
                for (std::size_t i = 0; i < nodes.size(); ++i)
                    x += N(static_cast<Index>(i)) * slave.X.row(nodes[i]).transpose();
                const Foot foot = nearest(master, x);
                const fem::Edge& below = master.edges[foot.edge];
                const Shapes N_m = shapes(below, foot.s);
                const std::vector<int> master_nodes = nodes_of(below);
                for (std::size_t i = 0; i < nodes.size(); ++i) {
                    const Index row = row_of[static_cast<std::size_t>(nodes[i])];
                    if (row < 0)
                        continue;
                    const double w = weight * width * length * psi(static_cast<Index>(i));
                    for (std::size_t j = 0; j < nodes.size(); ++j)
                        D.emplace_back(row, nodes[j], w * N(static_cast<Index>(j)));
                    for (std::size_t j = 0; j < master_nodes.size(); ++j)
                        M.emplace_back(row, master_nodes[j], w * N_m(static_cast<Index>(j)));
                }
            }
        }
    }
    const auto rows = static_cast<Index>(result.nodes.size());
    result.slave.resize(rows, n);
    result.slave.setFromTriplets(D.begin(), D.end());
    result.master.resize(rows, master.n_nodes());
    result.master.setFromTriplets(M.begin(), M.end());
    Vector scale(rows);
    for (Index r = 0; r < rows; ++r)
        scale(r) = 1 / result.slave.coeff(r, result.nodes[static_cast<std::size_t>(r)]);
    result.slave = scale.asDiagonal() * result.slave;
    result.master = scale.asDiagonal() * result.master;
    auto tiny = [](const Index&, const Index&, const double& value) -> bool {
        return std::abs(value) > 1e-12; // removes round-off of the biorthogonality
    };
    result.slave.prune(tiny);
    result.master.prune(tiny);
    return result;
}

double mean_edge(const fem::Port& port)
{
    double length = 0;
    for (const fem::Edge& edge : port.edges)
        length += (port.X.row(edge.second) - port.X.row(edge.first)).norm();
    return length / static_cast<double>(port.edges.size());
}

// Returns the largest distance of the nodes of `from` to the curve `to`, relative to
// the local edge.
std::pair<double, Index> farthest(const fem::Port& from, const fem::Port& to)
{
    std::pair<double, Index> worst{0, 0};
    for (Index i = 0; i < from.n_nodes(); ++i) {
        const Foot foot = nearest(to, from.X.row(i).transpose());
        if (foot.distance / foot.length > worst.first)
            worst = {foot.distance / foot.length, i};
    }
    return worst;
}

// Two ports to be tied, with their names in messages.
struct Pair {
    const fem::Substructure &first_body, &second_body;
    const fem::Port &first, &second;
    double tolerance;
    std::string both;

    [[noreturn]] void refuse_gap(const fem::Port& port, Index node, double distance,
                                 double allowed) const
    {
        throw InputError(both + " are apart: the node of port " + port.name + " at " +
                         fem::position_text(port.X.row(node).transpose()) + " m is " +
                         number_text(distance, 4) + " m from the other; allowed " +
                         number_text(allowed, 2) + " m (tolerance)");
    }
};

void add_labels(Bond& bond, const fem::Port& port, const std::vector<Index>& nodes)
{
    for (const Index node : nodes)
        for (std::size_t c = 0; c < port.components.size(); ++c)
            bond.labels.push_back(label(port, node, c));
}

// Ties single points, which must coincide if both have a position.
void tie_points(const Pair& pair, Bond& bond)
{
    const fem::Port &first = pair.first, &second = pair.second;
    if (first.X.allFinite() && second.X.allFinite()) {
        const double distance = (first.X.row(0) - second.X.row(0)).norm();
        const double allowed =
            std::max(pair.tolerance * edge_length(pair.first_body, pair.second_body),
                     coordinate_round_off * std::max(first.X.norm(), second.X.norm()));
        if (distance > allowed)
            pair.refuse_gap(first, 0, distance, allowed);
    }
    bond.first.rows = first.W;
    bond.second.rows = second.W;
    add_labels(bond, first, {0});
}

// Ties coincident nodes within a tolerance of their smallest spacing; false if they do not
// coincide. The edges of curves must coincide too, because two linear edges do not take the forces
// of a quadratic one.
bool tie_nodes(const Pair& pair, bool curves, Bond& bond)
{
    const fem::Port &first = pair.first, &second = pair.second;
    double spacing = std::numeric_limits<double>::infinity();
    for (Index i = 1; i < first.n_nodes(); ++i)
        spacing = std::min(
            spacing, (first.X.topRows(i).rowwise() - first.X.row(i)).rowwise().norm().minCoeff());
    const std::vector<Index> match = matching_nodes(first, second, pair.tolerance * spacing);
    if (match.empty() || (curves && first.edges.size() != second.edges.size()))
        return false;
    std::vector<Eigen::Triplet<double>> one, other;
    std::vector<Index> nodes;
    for (Index i = 0; i < first.n_nodes(); ++i) {
        one.emplace_back(i, i, 1.0);
        other.emplace_back(i, match[static_cast<std::size_t>(i)], 1.0);
        nodes.push_back(i);
    }
    SparseMatrix own(first.n_nodes(), first.n_nodes()), there = own;
    own.setFromTriplets(one.begin(), one.end());
    there.setFromTriplets(other.begin(), other.end());
    bond.first.rows = combined(own, first);
    bond.second.rows = combined(there, second);
    add_labels(bond, first, nodes);
    return true;
}

// Ties curves by the mortar condition. The other curve must cover the slave curve; if both cover
// each other, the finer one is the slave.
void tie_curves(const Pair& pair, Bond& bond)
{
    const fem::Port &first = pair.first, &second = pair.second;
    const auto [out_first, node_first] = farthest(first, second);
    const auto [out_second, node_second] = farthest(second, first);
    const bool first_in = out_first <= pair.tolerance, second_in = out_second <= pair.tolerance;
    if (!first_in && !second_in) {
        const bool closer = out_first < out_second;
        const fem::Port& port = closer ? first : second;
        const Index node = closer ? node_first : node_second;
        const Foot foot = nearest(closer ? second : first, port.X.row(node).transpose());
        pair.refuse_gap(port, node, foot.distance, pair.tolerance * foot.length);
    }
    const bool first_is_slave = first_in && (!second_in || mean_edge(first) <= mean_edge(second));
    const fem::Port& slave = first_is_slave ? first : second;
    const fem::Port& master = first_is_slave ? second : first;
    const Weights weights = mortar(slave, master);
    const SparseMatrix on_slave = combined(weights.slave, slave);
    const SparseMatrix on_master = combined(weights.master, master);
    bond.first.rows = first_is_slave ? on_slave : on_master;
    bond.second.rows = first_is_slave ? on_master : on_slave;
    add_labels(bond, slave, weights.nodes);
}

} // namespace

Bond make_bond(const std::string& name, const std::vector<fem::Substructure>& bodies,
               std::size_t first_body, const fem::Port& first, std::size_t second_body,
               const fem::Port& second, double tolerance)
{
    const std::string first_name = bodies[first_body].name + "." + first.name;
    const std::string second_name = bodies[second_body].name + "." + second.name;
    const std::string both = first_name + " and " + second_name;
    if (first_body == second_body)
        throw InputError(both + " are on the same body; a bond ties two bodies");
    if (first.components != second.components)
        throw InputError(both + " are of different kinds: " + first_name + " has " +
                         join(first.components) + ", " + second_name + " has " +
                         join(second.components) +
                         "; make a port of the same kind (ports = { NAME = { group = ..., motion "
                         "= \"rigid\" } } gives a group the components of a rigid body)");
    Bond bond{name, {}, {first_body, {}}, {second_body, {}}, {}};
    const Pair pair{bodies[first_body], bodies[second_body], first, second, tolerance, both};
    if (first.n_nodes() == 1 && second.n_nodes() == 1) {
        tie_points(pair, bond);
        return bond;
    }
    if (!first.X.allFinite() || !second.X.allFinite())
        throw InputError(both + " have several nodes and one of them no positions; tie single "
                                "points");
    const bool curves = !first.edges.empty() && !second.edges.empty();
    if (tie_nodes(pair, curves, bond))
        return bond;
    if (!curves)
        throw InputError(both + " have nodes that do not coincide (" +
                         std::to_string(first.n_nodes()) + " and " +
                         std::to_string(second.n_nodes()) +
                         "), and are not both curves; only curves can be tied across different "
                         "meshes");
    tie_curves(pair, bond);
    return bond;
}

} // namespace slideway::assembly
