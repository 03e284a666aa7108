#include "reduction/hintz_herting.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_product.hpp"
#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/sparse.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/massless.hpp"
#include "reduction/constraint_modes.hpp"
#include "reduction/memory_estimate.hpp"
#include "reduction/static_errors.hpp"
#include "reduction/whole_modes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace slideway::reduction {

namespace {

// The columns of R replaced by a mass-orthonormal basis of their span. Columns are scaled first, so
// that the Gram matrix shows their directions and not their sizes; the second pass removes the
// round-off that the small eigenvalues of the first let in.
void orthonormalise(Eigen::Ref<Matrix> R, const SparseMatrix& M, const Spread& spread,
                    const Progress& progress)
{
    for (int pass = 0; pass < 2; ++pass) {
        const Matrix masses = spread.congruence(M, R, progress);
        const Vector scale = masses.diagonal().cwiseSqrt().cwiseInverse();
        Matrix gram = scale.asDiagonal() * masses * scale.asDiagonal();
        const auto [theta, directions] =
            interruptible([gram = std::move(gram)] { return symmetric_eigen(gram); },
                          if_long(R.cols(), progress));
        if (theta(0) < 1e-14 * theta(theta.size() - 1))
            throw InputError(
                "its free-interface modes add fewer independent shapes than requested; "
                "lower n_modes");
        multiply_columns(R, scale.asDiagonal() * directions *
                                theta.cwiseSqrt().cwiseInverse().asDiagonal());
    }
}

} // namespace

void set_remainders(Matrix& T, Matrix free, const fem::Substructure& s, const Interface& interface,
                    const Spread& spread, const Progress& progress)
{
    const Index n_b = interface.size();
    auto remainder = T.rightCols(free.cols());
    remainder = free;
    free.resize(0, 0);
    const Matrix Phi_b = spread.times(interface.rows(s.n()), remainder);
    add_product(-1, T.leftCols(n_b), Phi_b, remainder);
    const fem::Share share = spread.share();
    for (const Index dof : interface.dofs)
        if (share.holds(dof, s.n()))
            remainder.row(dof - share.first(s.n())).setZero();
    if (remainder.cols() > 0)
        orthonormalise(remainder, s.M, spread, progress);
}

ReducedModel hintz_herting(const fem::Substructure& s, const Interface& interface, Index n_modes,
                           double available, const Progress& progress)
{
    const Index n_b = interface.size();
    const Index n_i = s.n() - n_b;
    if (n_modes < 0 || n_modes > n_i)
        throw InputError("n_modes", std::to_string(n_modes),
                         "body " + s.name + " can add 0 to " + std::to_string(n_i) +
                             " free-interface modes");
    require_kept_dofs(s, n_b + n_modes);
    const auto accept = [&](double factor_bytes) -> void {
        require_memory(s, {n_b, n_modes, factor_bytes}, available);
    };

    // Modes are computed before constraint modes, so that only one factor exists at a time. Rigid
    // motions come first among them and are constraint modes already.
    SymmetricModes free{Vector(0), Matrix(s.n(), 0)};
    if (n_modes > 0) {
        std::optional<HeldStiffness> factor(std::in_place, s.K, SparseMatrix(), accept, progress);
        if (!factor->positive_definite())
            factor.reset();
        free = fem::modes_of(s, [&]() -> SymmetricModes {
            return whole_modes(s.K, s.M, n_modes + s.rigid.cols(), factor ? &*factor : nullptr,
                               progress);
        });
        const Index n_rigid = (free.omega.array() == 0).count();
        const Index n_kept = std::min(n_i, whole_count(free.omega, n_modes + n_rigid) - n_rigid);
        free = {free.omega.segment(n_rigid, n_kept).eval(),
                free.Phi.middleCols(n_rigid, n_kept).eval()};
    }
    InterfaceSplit split = split_at_interface(s, interface, accept, progress);
    split.K_ii = SparseMatrix();
    const Index n_kept = free.omega.size();

    Matrix T = constraint_basis(s, split, n_kept, progress);
    set_remainders(T, std::move(free.Phi), s, interface, {}, progress);

    ReducedModel model = reduce_to(s, std::move(T), n_b, progress);
    model.method = "hintz-herting";
    model.modes = "free-interface";
    model.omega = free.omega;
    model.truncation = truncation(s, split, model, interface, progress);
    return model;
}

} // namespace slideway::reduction
