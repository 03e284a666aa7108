#include "reduction/constraint_modes.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/rigid_motion.hpp"
#include "base/sparse.hpp"
#include "reduction/mechanism.hpp"

#include <algorithm>

namespace slideway::reduction {

namespace {

SparseMatrix columns(const SparseMatrix& rows, const std::vector<Index>& selected)
{
    SparseMatrix some(rows.rows(), static_cast<Index>(selected.size()));
    for (std::size_t j = 0; j < selected.size() && rows.rows() > 0; ++j) {
        some.startVec(static_cast<Index>(j));
        for (SparseMatrix::InnerIterator it(rows, selected[j]); it; ++it)
            some.insertBack(it.row(), static_cast<Index>(j)) = it.value();
    }
    some.finalize();
    return some;
}

} // namespace

InterfaceSplit split_at_interface(const fem::Substructure& s, const Interface& interface,
                                  const std::function<void(double bytes)>& accept,
                                  const Progress& progress)
{
    InterfaceSplit split;
    split.b = interface.dofs;
    split.i = complement(s.n(), split.b);
    split.means = interface.means.rows() > 0 ? interface.means : SparseMatrix(0, s.n());
    split.K_ii = submatrix(s.K, split.i, split.i);
    if (split.i.empty())
        return split;

    split.factor.emplace(split.K_ii, columns(split.means, split.i), accept, progress);
    if (!split.factor->positive_definite())
        throw InputError("body " + s.name + " can still move with its interface " +
                         (split.means.rows() > 0 ? "" : "dofs ") +
                         "held: " + free_motions(s, interface) +
                         "; add supports or interface ports (boundary)");
    return split;
}

Matrix constraint_basis(const fem::Substructure& s, const InterfaceSplit& split, Index n_others,
                        const Progress& progress)
{
    const auto n_b = static_cast<Index>(split.b.size());
    const auto n_i = static_cast<Index>(split.i.size());
    const Index n_means = split.means.rows(), n_all = split.n_interface();
    Matrix T = Matrix::Zero(s.n(), n_all + n_others);
    for (Index j = 0; j < n_b; ++j)
        T(split.b[static_cast<std::size_t>(j)], j) = 1;
    if (n_i == 0)
        return T;

    // Up to this size, a correction restores the digits that the factor of a fine mesh loses.
    constexpr Index careful = 20000;
    // Some columns at a time, so that only these of Psi are in memory in addition to T.
    constexpr Index block = 32;
    const SparseMatrix K_ib = submatrix(s.K, split.i, split.b);
    // Prescribed values of the means: a unit matrix.
    Matrix units = Matrix::Zero(n_means, n_all);
    units.rightCols(n_means).setIdentity();
    Matrix Psi;
    for (Index first = 0; first < n_all; first += block) {
        ask(progress);
        const Index width = std::min(block, n_all - first);
        auto shapes = T.middleCols(first, width);
        auto left = [&]() -> Matrix { // remainder of the means
            return units.middleCols(first, width) - split.means * shapes;
        };
        const Index of_dofs = std::clamp<Index>(n_b - first, 0, width);
        Psi = Matrix::Zero(n_i, width);
        Psi.leftCols(of_dofs) = -K_ib.middleCols(std::min(first, n_b), of_dofs);
        split.factor->solve_in_place(Psi, left());
        set_internal_rows(split, Psi, shapes);
        if (s.n() > careful)
            continue;
        Matrix correction = -internal_rows(split, careful_product(s.K, shapes));
        split.factor->solve_in_place(correction, left());
        Psi += correction;
        set_internal_rows(split, Psi, shapes);
    }
    return T;
}

Matrix internal_rows(const InterfaceSplit& split, const MatrixIn& full)
{
    Matrix internal(static_cast<Index>(split.i.size()), full.cols());
    for (Index j = 0; j < full.cols(); ++j)
        for (Index r = 0; r < internal.rows(); ++r)
            internal(r, j) = full(split.i[static_cast<std::size_t>(r)], j);
    return internal;
}

void set_internal_rows(const InterfaceSplit& split, const MatrixIn& internal,
                       Eigen::Ref<Matrix> full)
{
    for (Index j = 0; j < full.cols(); ++j)
        for (Index r = 0; r < internal.rows(); ++r)
            full(split.i[static_cast<std::size_t>(r)], j) = internal(r, j);
}

} // namespace slideway::reduction
