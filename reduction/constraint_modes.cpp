#include "reduction/constraint_modes.hpp"

#include "base/error.hpp"
#include "base/sparse.hpp"
#include "base/sparse_cholesky.hpp"
#include "reduction/mechanism.hpp"

namespace slideway::reduction {

InterfaceSplit split_at_interface(const fem::Substructure& s, const std::vector<Index>& b)
{
    InterfaceSplit split;
    split.b = b;
    split.i = complement(s.n(), b);
    split.K_ii = submatrix(s.K, split.i, split.i);
    split.M_ii = submatrix(s.M, split.i, split.i);
    split.Psi = Matrix::Zero(static_cast<Index>(split.i.size()), static_cast<Index>(b.size()));
    if (split.i.empty())
        return split;

    const SparseCholesky factor(split.K_ii);
    if (!factor.positive_definite())
        throw InputError("body " + s.name + " can still move with its interface dofs held: " +
                         free_motions(s, b) + "; add supports or interface ports (boundary)");
    if (!b.empty())
        split.Psi = -factor.solve(Matrix(submatrix(s.K, split.i, b)));
    return split;
}

Matrix assemble_basis(const InterfaceSplit& split, const Matrix& Phi)
{
    const auto n_b = static_cast<Index>(split.b.size());
    const auto n_i = static_cast<Index>(split.i.size());
    Matrix T = Matrix::Zero(n_b + n_i, n_b + Phi.cols());
    for (Index j = 0; j < n_b; ++j)
        T(split.b[static_cast<std::size_t>(j)], j) = 1;
    for (Index r = 0; r < n_i; ++r) {
        const Index dof = split.i[static_cast<std::size_t>(r)];
        T.row(dof).head(n_b) = split.Psi.row(r);
        T.row(dof).tail(Phi.cols()) = Phi.row(r);
    }
    return T;
}

} // namespace slideway::reduction
