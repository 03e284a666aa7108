#include "reduction/constraint_modes.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/rigid_motion.hpp"
#include "base/sparse.hpp"
#include "reduction/mechanism.hpp"

#include <algorithm>

namespace slideway::reduction {

InterfaceSplit split_at_interface(const fem::Substructure& s, const std::vector<Index>& b,
                                  const std::function<void(double bytes)>& accept,
                                  const Progress& progress)
{
    InterfaceSplit split;
    split.b = b;
    split.i = complement(s.n(), b);
    split.K_ii = submatrix(s.K, split.i, split.i);
    if (split.i.empty())
        return split;

    split.factor.emplace(split.K_ii, accept, progress);
    if (!split.factor->positive_definite())
        throw InputError("body " + s.name + " can still move with its interface dofs held: " +
                         free_motions(s, b) + "; add supports or interface ports (boundary)");
    return split;
}

Matrix constraint_basis(const fem::Substructure& s, const InterfaceSplit& split, Index n_others,
                        const Progress& progress)
{
    const auto n_b = static_cast<Index>(split.b.size());
    const auto n_i = static_cast<Index>(split.i.size());
    Matrix T = Matrix::Zero(s.n(), n_b + n_others);
    for (Index j = 0; j < n_b; ++j)
        T(split.b[static_cast<std::size_t>(j)], j) = 1;
    if (n_i == 0)
        return T;

    // Up to this size the digits that the factor of a fine mesh loses are won back.
    constexpr Index careful = 20000;
    // Some columns at a time: besides T, only these of Psi are in memory.
    constexpr Index block = 32;
    const SparseMatrix K_ib = submatrix(s.K, split.i, split.b);
    Matrix Psi;
    for (Index first = 0; first < n_b; first += block) {
        ask(progress);
        const Index width = std::min(block, n_b - first);
        Psi = -K_ib.middleCols(first, width);
        split.factor->solve_in_place(Psi);
        set_internal_rows(split, Psi, T.middleCols(first, width));
        if (s.n() > careful)
            continue;
        const Matrix forces = careful_product(s.K, T.middleCols(first, width));
        Psi -= split.factor->solve(internal_rows(split, forces));
        set_internal_rows(split, Psi, T.middleCols(first, width));
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
