#include "reduction/without_massless.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/sparse.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/text.hpp"
#include "fem/massless.hpp"
#include "fem/named_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::reduction {

namespace {

constexpr Index most_eigenvalues = 2000; // for a message

// Refuses motions along which the body has a damper: they are not statics of the others.
void refuse_damped(const fem::Substructure& s, const fem::MasslessMotions& massless)
{
    constexpr double round_off = 1e-10;
    const SparseMatrix C = fem::other_damping(s);
    if (C.nonZeros() == 0)
        return;
    const Vector diagonal = C.diagonal().cwiseAbs();
    const SparseMatrix CN = C * massless.N;
    for (Index k = 0; k < CN.outerSize(); ++k) {
        double own = 0; // sum of N_i^2 C_ii
        for (SparseMatrix::InnerIterator it(massless.N, k); it; ++it)
            own += it.value() * it.value() * diagonal(it.row());
        for (SparseMatrix::InnerIterator it(CN, k); it; ++it)
            if (std::abs(it.value()) > round_off * std::sqrt(diagonal(it.row()) * own))
                throw InputError(
                    "body " + s.name + ": " +
                    fem::dof_name(s, massless.at[static_cast<std::size_t>(k)]) +
                    " has no mass and a damper; dofs without mass follow the others if their "
                    "damping is zero, or alpha and beta of the body. Give it a mass");
    }
}

// Refuses motions that other parts of C and K strain, unless H is in proportion to K there.
// @return this proportion
double loss_factor(const fem::Substructure& s, const fem::MasslessMotions& massless)
{
    constexpr double round_off = 1e-9;
    const SparseMatrix KN = s.K * massless.N;
    double loss_factor = 0;
    for (const auto& [part, what] : {std::pair{&s.K_skew, "an unsymmetric stiffness"},
                                     {&s.C_skew, "an unsymmetric damping"},
                                     {&s.H, "structural damping that is not in proportion to K"}}) {
        if (part->nonZeros() == 0)
            continue;
        const SparseMatrix forces = *part * massless.N;
        const double factor = part == &s.H && KN.squaredNorm() > 0
                                  ? forces.cwiseProduct(KN).sum() / KN.squaredNorm()
                                  : 0;
        loss_factor += factor;
        const SparseMatrix other = forces - factor * KN,
                           size = part->cwiseAbs() * massless.N.cwiseAbs();
        for (Index k = 0; k < other.outerSize(); ++k)
            for (SparseMatrix::InnerIterator it(other, k); it; ++it)
                if (std::abs(it.value()) > round_off * (size.coeff(it.row(), k) +
                                                        std::abs(factor * KN.coeff(it.row(), k))))
                    throw InputError("body " + s.name + ": " +
                                     fem::dof_name(s, massless.at[static_cast<std::size_t>(k)]) +
                                     " has no mass and " + what + "; give it a mass");
    }
    return loss_factor;
}

// Basis of the motions y that remain: u = T y.
Matrix followed_basis(const fem::Substructure& s, const fem::MasslessMotions& massless,
                      const std::vector<Index>& kept)
{
    const Index n = s.n(), k = massless.N.cols(), m = n - k;
    const double rows = static_cast<double>(n), columns = static_cast<double>(m);
    require_memory_of_much(8 * columns * (3 * rows + static_cast<double>(k)),
                           InputError("body " + s.name + ": " + std::to_string(k) +
                                      " dofs without mass, which follow " + std::to_string(m) +
                                      " others,"),
                           "Condense them in the other program");
    const SparseMatrix N_T = massless.N.transpose();
    const SparseMatrix N_T_K = N_T * s.K;
    const SparseMatrix A = N_T_K * massless.N;
    const SparseCholesky factor(A);
    if (!factor.positive_definite()) {
        Index without = 0;
        (void)A.diagonal().minCoeff(&without);
        if (k > 1 && k <= most_eigenvalues) { // name the motion itself
            const Vector scale =
                (A.diagonal().array() > 0).select(A.diagonal().array().abs().rsqrt(), 1.0).matrix();
            const SymmetricEigen eigen =
                symmetric_eigen(Matrix(scale.asDiagonal() * A * scale.asDiagonal()));
            (void)eigen.vectors.col(0).cwiseAbs().maxCoeff(&without);
        }
        throw InputError("body " + s.name + ": " +
                         fem::dof_name(s, massless.at[static_cast<std::size_t>(without)]) +
                         " has neither mass nor stiffness; give it one of them, or hold it");
    }
    Matrix T = Matrix::Zero(n, m);
    for (Index i = 0; i < m; ++i)
        T(kept[static_cast<std::size_t>(i)], i) = 1;
    Matrix G = -Matrix(submatrix(N_T_K, complement(k, {}), kept));
    factor.solve_in_place(G);
    T += massless.N * G;
    return T;
}

// The interface in the dofs that remain.
Interface followed(const Interface& interface, const Matrix& T, const std::vector<Index>& kept)
{
    Interface result;
    for (const Index dof : interface.dofs)
        if (const auto found = std::lower_bound(kept.begin(), kept.end(), dof);
            found != kept.end() && *found == dof)
            result.dofs.push_back(found - kept.begin());
    if (interface.means.rows() > 0)
        result.means = (interface.means * T).sparseView(0, 0);
    for (const InternalLoad& load : interface.loads)
        result.loads.push_back({load.name, T.transpose() * load.f});
    return result;
}

} // namespace

ReducedModel without_massless(const fem::Substructure& s, const Interface& interface,
                              const std::vector<Index>& acted,
                              const std::function<ReducedModel(const fem::Substructure& s,
                                                               const Interface& interface)>& reduce)
{
    const fem::MasslessMotions massless = fem::massless_motions(s, acted);
    const auto k = static_cast<Index>(massless.at.size());
    if (k == 0 || s.M.nonZeros() == 0 || k == s.n())
        return reduce(s, interface);
    refuse_damped(s, massless);
    FollowingMotions following;
    following.stiffness_damping = s.stiffness_damping;
    following.loss_factor = loss_factor(s, massless);
    std::vector<Index> at = massless.at;
    std::sort(at.begin(), at.end());
    const std::vector<Index> kept = complement(s.n(), at);
    const auto T = std::make_shared<const Matrix>(followed_basis(s, massless, kept));
    fem::Substructure rest = project(s, *T);
    rest.massless_below = s.massless_below;
    if (s.nodes)
        rest.nodes =
            std::make_shared<const fem::NamedNodes>(fem::restricted(*s.nodes, kept, s.n()));
    ReducedModel model = reduce(rest, followed(interface, *T, kept));
    model.T = model.T ? std::make_shared<const Matrix>(*T * *model.T) : T;
    model.n_full = s.n();
    for (const Index dof : at)
        following.names.push_back(
            following.names.size() < fem::massless_listed ? fem::dof_name(s, dof) : "");
    following.N = massless.N;
    following.K = massless.N.transpose() * SparseMatrix(s.K * massless.N);
    model.following = std::move(following);
    return model;
}

} // namespace slideway::reduction
