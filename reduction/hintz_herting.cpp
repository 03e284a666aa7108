#include "reduction/hintz_herting.hpp"

#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "reduction/constraint_modes.hpp"

#include <Eigen/Eigenvalues>

namespace slideway::reduction {

namespace {

// The columns of R replaced by a mass-orthonormal basis of their span. Columns are scaled first, so
// that the Gram matrix shows their directions and not their sizes; the second pass removes the
// round-off that the small eigenvalues of the first let in.
void orthonormalise(Matrix& R, const SparseMatrix& M)
{
    for (int pass = 0; pass < 2; ++pass) {
        const Matrix MR = M * R;
        const Vector norm = (R.cwiseProduct(MR)).colwise().sum().cwiseSqrt();
        R = R * norm.cwiseInverse().asDiagonal();
        const Matrix gram = R.transpose() * (M * R);
        const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram);
        const Vector& theta = eigen.eigenvalues();
        if (theta(0) < 1e-14 * theta(theta.size() - 1))
            throw InputError(
                "its free-interface modes add fewer independent shapes than asked for; "
                "lower n_modes");
        R = R * eigen.eigenvectors() * theta.cwiseSqrt().cwiseInverse().asDiagonal();
    }
}

} // namespace

ReducedModel hintz_herting(const fem::Substructure& s, const std::vector<Index>& interface,
                           Index n_modes)
{
    const Index n_i = s.n() - static_cast<Index>(interface.size());
    if (n_modes < 0 || n_modes > n_i)
        throw InputError("n_modes = " + std::to_string(n_modes) + "; body " + s.name +
                         " can add 0 to " + std::to_string(n_i) + " free-interface modes");
    const InterfaceSplit split = split_at_interface(s, interface);

    // Rigid motions first: they are constraint modes already.
    const Index n_rigid_at_most = s.rigid.cols();
    SymmetricModes free = lowest_modes(s.K, s.M, n_modes + n_rigid_at_most);
    const Index n_rigid = (free.omega.array() == 0).count();
    const Index n_kept = std::min(n_modes, free.omega.size() - n_rigid);
    free = {free.omega.segment(n_rigid, n_kept), free.Phi.middleCols(n_rigid, n_kept)};

    Matrix remainder(n_i, n_kept);
    for (Index r = 0; r < n_i; ++r)
        remainder.row(r) = free.Phi.row(split.i[static_cast<std::size_t>(r)]);
    for (std::size_t k = 0; k < interface.size(); ++k)
        remainder -= split.Psi.col(static_cast<Index>(k)) * free.Phi.row(interface[k]);
    if (n_kept > 0)
        orthonormalise(remainder, split.M_ii);

    ReducedModel model =
        reduce_to(s, assemble_basis(split, remainder), static_cast<Index>(interface.size()));
    model.method = "hintz-herting";
    model.modes = "free-interface";
    model.omega = free.omega;
    return model;
}

} // namespace slideway::reduction
