#include "fem/substructure.hpp"

#include "base/error.hpp"
#include "base/sparse.hpp"
#include "base/text.hpp"
#include "fem/named_nodes.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>

namespace slideway::fem {

const Port& port(const Substructure& s, const std::string& name)
{
    std::vector<std::string> names;
    for (const Port& candidate : s.ports) {
        if (candidate.name == name)
            return candidate;
        names.push_back(candidate.name);
    }
    if (s.nodes)
        for (const auto& [group, members] : s.nodes->groups)
            if (std::find(names.begin(), names.end(), group) == names.end())
                names.push_back(group);
    if (s.nodes)
        names.insert(names.end(), s.nodes->names.begin(), s.nodes->names.end());
    throw InputError("substructure \"" + s.name + "\" has no port \"" + name + "\"" +
                     name_hint(name, names));
}

Index component(const Port& port, const std::string& component)
{
    const auto found = std::find(port.components.begin(), port.components.end(), component);
    if (found == port.components.end())
        throw InputError("port \"" + port.name + "\" has no component \"" + component + "\"" +
                         name_hint(component, port.components));
    return found - port.components.begin();
}

std::vector<PortRow> rows_of(const Port& port, Index component)
{
    std::vector<PortRow> rows;
    for (Index r = 0; r < port.W.rows(); ++r) {
        if (component >= 0 && r % port.n_components() != component)
            continue;
        PortRow& row = rows.emplace_back();
        for (SparseRows::InnerIterator it(port.W, r); it; ++it)
            if (it.value() != 0) {
                row.dofs.push_back(it.col());
                row.weights.push_back(it.value());
            }
    }
    return rows;
}

SparseRows component_rows(const Port& port, Index component)
{
    assert(component >= 0 && component < port.n_components());
    SparseRows rows(port.n_nodes(), port.W.cols());
    std::vector<Eigen::Triplet<double>> entries;
    for (Index node = 0; node < port.n_nodes(); ++node)
        for (SparseRows::InnerIterator it(port.W, node * port.n_components() + component); it; ++it)
            entries.emplace_back(node, it.col(), it.value());
    rows.setFromTriplets(entries.begin(), entries.end());
    return rows;
}

Vector mean_row(const Port& port, Index component)
{
    return component_rows(port, component).transpose() * port.share;
}

std::vector<std::array<int, 2>> segments(const Port& port)
{
    std::vector<std::array<int, 2>> list;
    for (const Edge& edge : port.edges)
        if (edge.middle < 0) {
            list.push_back({edge.first, edge.second});
        } else {
            list.push_back({edge.first, edge.middle});
            list.push_back({edge.middle, edge.second});
        }
    return list;
}

void keep_dofs_of_matrices(Substructure& s, const std::vector<Index>& kept)
{
    for (SparseMatrix* matrix : {&s.M, &s.C, &s.K, &s.C_skew, &s.K_skew, &s.H})
        if (matrix->rows() > 0)
            *matrix = submatrix(*matrix, kept, kept);
}

void add_rayleigh(Substructure& s, double alpha, double beta)
{
    if (!(std::isfinite(alpha) && std::isfinite(beta)))
        throw std::invalid_argument("Rayleigh coefficients must be finite");
    if (alpha == 0 && beta == 0)
        return; // the sum would store the pattern of K
    const SparseMatrix C = s.C + alpha * s.M + beta * s.K;
    s.C = C;
    if (beta != 0 && s.K_skew.rows() > 0)
        s.C_skew = s.C_skew.rows() > 0 ? SparseMatrix(s.C_skew + beta * s.K_skew)
                                       : SparseMatrix(beta * s.K_skew);
    s.mass_damping += alpha;
    s.stiffness_damping += beta;
}

SparseMatrix other_damping(const Substructure& s)
{
    if (s.mass_damping == 0 && s.stiffness_damping == 0)
        return s.C;
    SparseMatrix other = s.C - s.mass_damping * s.M - s.stiffness_damping * s.K;
    const double alpha = std::abs(s.mass_damping), beta = std::abs(s.stiffness_damping);
    other.prune([&](Index i, Index j, double left) -> bool {
        if (left == 0)
            return false;
        const double terms = alpha * std::abs(s.M.coeff(i, j)) + beta * std::abs(s.K.coeff(i, j));
        return std::abs(left) > 1e-15 * terms;
    });
    return other;
}

} // namespace slideway::fem
