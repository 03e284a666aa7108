#include "fem/massless.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/sparse.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/text.hpp"
#include "fem/named_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <numeric>

namespace slideway::fem {

namespace {

constexpr Index small_part = 600;    // its eigenvalues take less than 0.1 s
constexpr Index largest_part = 6000; // 300 MB
constexpr double round_off = 1e-12;  // share of a dof in a motion, with round-off of eigenvectors

// Lists of dofs that a symmetric matrix connects, each ascending.
std::vector<std::vector<Index>> parts_of(const SparseMatrix& A)
{
    std::vector<Index> root(static_cast<std::size_t>(A.rows()));
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&root](Index i) -> Index {
        while (root[static_cast<std::size_t>(i)] != i)
            i = root[static_cast<std::size_t>(i)] =
                root[static_cast<std::size_t>(root[static_cast<std::size_t>(i)])];
        return i;
    };
    for (Index j = 0; j < A.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(A, j); it; ++it)
            if (it.value() != 0)
                root[static_cast<std::size_t>(find(it.row()))] = find(j);
    std::vector<std::vector<Index>> parts;
    std::vector<Index> part(static_cast<std::size_t>(A.rows()), -1);
    for (Index i = 0; i < A.rows(); ++i) {
        Index& of_root = part[static_cast<std::size_t>(find(i))];
        if (of_root < 0) {
            of_root = static_cast<Index>(parts.size());
            parts.emplace_back();
        }
        parts[static_cast<std::size_t>(of_root)].push_back(i);
    }
    return parts;
}

// A part of a mass matrix, scaled to a unit diagonal, and its eigenvalues.
struct ScaledPart {
    std::vector<Index> dofs;
    Vector scale;
    SymmetricEigen eigen;
};

// Calls `work` for each part of the dofs with mass that may have motions without mass.
template <class Work>
void each_part(const SparseMatrix& M, const std::vector<Index>& free, const Work& work)
{
    const Vector diagonal = M.diagonal();
    std::vector<Index> massive;
    std::copy_if(free.begin(), free.end(), std::back_inserter(massive),
                 [&diagonal](Index i) -> bool { return diagonal(i) > 0; });
    const bool all = static_cast<Index>(massive.size()) == M.rows(); // M is large: without a copy
    const SparseMatrix some = all ? SparseMatrix() : submatrix(M, massive, massive);
    const SparseMatrix& own = all ? M : some;
    for (const std::vector<Index>& part : parts_of(own)) {
        if (part.size() < 2)
            continue;
        ScaledPart scaled;
        for (const Index i : part)
            scaled.dofs.push_back(massive[static_cast<std::size_t>(i)]);
        scaled.scale = diagonal(scaled.dofs).cwiseSqrt().cwiseInverse();
        SparseMatrix A =
            static_cast<Index>(part.size()) == own.rows() ? own : submatrix(own, part, part);
        for (Index j = 0; j < A.outerSize(); ++j)
            for (SparseMatrix::InnerIterator it(A, j); it; ++it)
                it.valueRef() *= scaled.scale(it.row()) * scaled.scale(j);
        if (A.rows() > small_part && SparseCholesky(A).positive_definite())
            continue;
        if (A.rows() > largest_part)
            throw InputError(
                "the mass matrix is not positive definite, and it connects " +
                std::to_string(A.rows()) + " dofs; motions without mass are found in " +
                std::to_string(largest_part) + " or fewer. Condense them in the other program");
        scaled.eigen = symmetric_eigen(Matrix(A));
        work(scaled);
    }
}

// Adds the motions of a part, with a dof for each that no other moves.
void add_motions(const ScaledPart& part, double below, std::vector<Eigen::Triplet<double>>& entries,
                 std::vector<Index>& at)
{
    const Index k = (part.eigen.values.array() <= below).count(); // they ascend
    if (k == 0)
        return;
    const Matrix V = part.eigen.vectors.leftCols(k);
    const std::vector<Index> order = pivoted_qr(V.transpose()).columns;
    Matrix own(k, k);
    for (Index i = 0; i < k; ++i)
        own.row(i) = V.row(order[static_cast<std::size_t>(i)]);
    const Matrix motions = Lu<double>(own.transpose()).solve(V.transpose()).transpose();
    for (Index c = 0; c < k; ++c) {
        const double unit =
            part.scale(order[static_cast<std::size_t>(c)]); // of the dof that moves by one
        for (Index i = 0; i < motions.rows(); ++i)
            if (std::abs(motions(i, c)) > round_off)
                entries.emplace_back(part.dofs[static_cast<std::size_t>(i)],
                                     static_cast<Index>(at.size()),
                                     motions(i, c) * part.scale(i) / unit);
        at.push_back(part.dofs[static_cast<std::size_t>(order[static_cast<std::size_t>(c)])]);
    }
}

// True if a number has no more than these significant decimal digits.
bool has_digits(double value, int digits)
{
    char text[32]; // longer than any number in this form
    (void)std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return std::strtod(text, nullptr) == value;
}

} // namespace

MasslessMotions massless_motions(const Substructure& s, const std::vector<Index>& at_rest)
{
    MasslessMotions found;
    std::vector<Eigen::Triplet<double>> entries;
    const std::vector<Index> free = complement(s.n(), at_rest);
    const Vector diagonal = s.M.diagonal();
    for (const Index i : free)
        if (!(diagonal(i) > 0)) {
            entries.emplace_back(i, static_cast<Index>(found.at.size()), 1.0);
            found.at.push_back(i);
        }
    if (s.massless_below > 0)
        each_part(s.M, free, [&](const ScaledPart& part) {
            add_motions(part, s.massless_below, entries, found.at);
        });
    found.N.resize(s.n(), static_cast<Index>(found.at.size()));
    found.N.setFromTriplets(entries.begin(), entries.end());
    return found;
}

MassLimits mass_limits(Index n, double precision)
{
    const auto size = static_cast<double>(n);
    const double of_entries = precision * std::sqrt(size); // as independent errors add up
    return {std::max(1e-12 * size, of_entries), std::max(1e-10, of_entries)};
}

MassCheck check_mass(const SparseMatrix& M, const MassLimits& limits)
{
    MassCheck check;
    const Vector diagonal = M.diagonal();
    const double total = diagonal.cwiseAbs().sum();
    const auto found = [&check](Index dof, double least) {
        if (check.negative < 0 || least < check.least) {
            check.negative = dof;
            check.least = least;
        }
    };
    for (Index j = 0; j < M.outerSize(); ++j) {
        if (diagonal(j) < 0)
            found(j, diagonal(j) / total);
        for (SparseMatrix::InnerIterator it(M, j); it && !(diagonal(j) > 0); ++it)
            if (it.value() != 0 && it.row() != j) // beside a zero on the diagonal
                found(j, -1);
    }
    if (check.negative >= 0)
        return check;
    each_part(M, complement(M.rows(), {}), [&](const ScaledPart& part) {
        const double least = part.eigen.values(0);
        if (least < -limits.negative) {
            Index largest = 0;
            part.eigen.vectors.col(0).cwiseAbs().maxCoeff(&largest);
            found(part.dofs[static_cast<std::size_t>(largest)], least);
        }
        check.combined = check.combined || least <= limits.none;
    });
    return check;
}

double relative_precision(const SparseMatrix& A)
{
    constexpr Index most_samples = 2000;
    constexpr int least_digits = 7, most_digits = 14;
    const Index step = std::max<Index>(1, A.nonZeros() / most_samples);
    bool single = true;
    int digits = least_digits;
    for (Index k = 0; k < A.nonZeros() && (single || digits <= most_digits); k += step) {
        const double value = A.valuePtr()[k];
        single = single && static_cast<double>(static_cast<float>(value)) == value;
        while (digits <= most_digits && !has_digits(value, digits))
            ++digits;
    }
    if (single)
        return 6e-8;
    return digits > most_digits ? 0 : 0.5 * std::pow(10.0, 1 - digits);
}

std::string dof_name(const Substructure& s, Index dof)
{
    if (s.nodes)
        if (std::string name = dof_name(*s.nodes, dof); !name.empty())
            return name;
    for (const Port& port : s.ports) {
        const std::vector<PortRow> rows = rows_of(port);
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (rows[row].dofs == std::vector<Index>{dof}) {
                const auto n = static_cast<std::size_t>(port.n_components());
                const std::string node =
                    port.n_nodes() > 1 ? " at node " + std::to_string(row / n + 1) : "";
                return port.name + "." + port.components[row % n] + node;
            }
    }
    return "dof " + std::to_string(dof + 1);
}

std::vector<Index> massless_dofs(const SparseMatrix& M)
{
    std::vector<Index> dofs;
    const Vector diagonal = M.diagonal();
    for (Index i = 0; i < diagonal.size(); ++i)
        if (!(diagonal(i) > 0))
            dofs.push_back(i);
    return dofs;
}

std::string massless_text(const std::vector<std::string>& names)
{
    const std::vector<std::string> listed(
        names.begin(),
        names.begin() + static_cast<std::ptrdiff_t>(std::min(massless_listed, names.size())));
    return join(listed) +
           (names.size() > massless_listed ? ", ... (" + std::to_string(names.size()) + ")" : "") +
           (names.size() == 1 ? " has" : " have") +
           " no mass; expected a mass > 0 in every dof on which joints, contacts, loads or motions "
           "act. Give it a mass, hold it, or let them act on other dofs";
}

} // namespace slideway::fem
