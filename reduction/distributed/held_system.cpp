#include "reduction/distributed/held_system.hpp"

#include "base/dense_solve.hpp"
#include "base/elimination.hpp"
#include "base/error.hpp"
#include "base/held_stiffness.hpp"
#include "reduction/distributed/mode_search.hpp"
#include "reduction/distributed/own_rows.hpp"
#include "reduction/distributed/shared_failure.hpp"
#include "reduction/mechanism.hpp"

#include <algorithm>
#include <utility>

namespace slideway::reduction {

namespace {

// Up to this size, a correction restores the digits that the factor of a fine mesh loses, as
// in one process.
constexpr Index careful = 20000;

std::vector<Index> merged(std::vector<Index> a, const std::vector<Index>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    std::sort(a.begin(), a.end());
    return a;
}

SparseMatrix without_columns(SparseMatrix A, const std::vector<Index>& left_out)
{
    A.prune([&](Index, Index column, double) -> bool {
        return !std::binary_search(left_out.begin(), left_out.end(), column);
    });
    return A;
}

} // namespace

HeldSystem::HeldSystem(const Processes& processes, const SpreadOverProcesses& spread,
                       const fem::Substructure& s, const Interface& interface)
    : processes_(processes), spread_(spread), s_(s), share_(spread.share()), interface_(interface)
{
    if (interface.means.rows() > 0)
        pivots_ = eliminate(without_columns(interface.means, interface.dofs)).eliminated;
    const std::vector<Index> held = merged(interface.dofs, pivots_);
    internal_ = own_beside(interface.dofs, share_, s.n());
    free_ = own_beside(held, share_, s.n());
    if (static_cast<Index>(held.size()) == s.n())
        return;
    system_ = processes.system(rows_beside(s.K, held, free_, share_));
    factor_bytes_ = system_->factor_bytes();
}

bool HeldSystem::factorise()
{
    if (system_ && (!system_->factorise() || !resists()))
        return false;
    return pivots_.empty() || add_border();
}

// Tests the softest motion, after three iterations, with the criterion for one process.
bool HeldSystem::resists() const
{
    const Vector diagonal = spread_.rows(s_.K.diagonal());
    Matrix x = scattered(share_, s_.n());
    for (int step = 0; step < 3; ++step) {
        if (step > 0)
            x = diagonal.cwiseProduct(x.col(0)).eval();
        solve_free(x);
        x /= processes_.largest(x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0);
        if (processes_.largest(x.allFinite() ? 0 : 1) != 0)
            return false;
    }
    return !spread_.resistance(s_.K, x.col(0)).is_none();
}

Matrix HeldSystem::stiffness_times(const Matrix& x) const
{
    return spread_.careful_product(s_.K, x);
}

// Computes the dense system; see HeldStiffness::add_border.
bool HeldSystem::add_border()
{
    const auto m = static_cast<Index>(pivots_.size());
    const Index first = share_.first(s_.n()), n_own = share_.size(s_.n());
    T_ = Matrix::Zero(n_own, m);
    for (Index k = 0; k < m; ++k)
        if (const Index pivot = pivots_[static_cast<std::size_t>(k)]; share_.holds(pivot, s_.n()))
            T_(pivot - first, k) = 1;
    for (int pass = 0; pass < 2; ++pass) { // the second pass restores digits
        Matrix force = stiffness_times(T_);
        solve_free(force);
        T_ -= force;
    }
    X_ = Matrix(interface_.means.middleCols(first, n_own)).transpose();
    solve_free(X_);
    const Matrix S = spread_.rows_of(pivots_, stiffness_times(T_));
    Vector diagonal(m);
    const Vector all = spread_.sum(s_.K.diagonal());
    for (Index k = 0; k < m; ++k)
        diagonal(k) = all(pivots_[static_cast<std::size_t>(k)]);
    border_ = inverse_border(S, spread_.times(interface_.means, T_),
                             spread_.times(interface_.means, X_), diagonal);
    return border_.size() > 0;
}

// Computes K^-1 on dofs that are neither interface nor pivot; zero on the others.
void HeldSystem::solve_free(Matrix& f) const
{
    Matrix some = taken(f, free_);
    if (system_)
        system_->solve_in_place(some);
    f.setZero();
    put(some, free_, f);
}

void HeldSystem::solve_in_place(Matrix& f, const Matrix& g) const
{
    if (pivots_.empty())
        return solve_free(f);
    const auto m = static_cast<Index>(pivots_.size());
    Matrix right(2 * m, f.cols());
    right.topRows(m) = spread_.inner(T_, f);
    solve_free(f);
    right.bottomRows(m) = g - spread_.times(interface_.means, f);
    const Matrix found = border_ * right; // u of the pivots, reactions of the means
    f.noalias() += T_ * found.topRows(m);
    f.noalias() += X_ * found.bottomRows(m);
}

void HeldSystem::solve_in_place(Matrix& f) const
{
    solve_in_place(f, Matrix::Zero(static_cast<Index>(pivots_.size()), f.cols()));
}

Matrix HeldSystem::constraint_modes(Index first, Index width) const
{
    const Index n_b = interface_.n_dofs(), n_means = interface_.means.rows();
    const Index start = share_.first(s_.n()), n_own = share_.size(s_.n());
    Matrix shapes = Matrix::Zero(n_own, width), units = Matrix::Zero(n_means, width);
    Matrix loads = Matrix::Zero(n_own, width);
    for (Index k = 0; k < width; ++k) {
        if (first + k >= n_b) {
            units(first + k - n_b, k) = 1;
            continue;
        }
        const Index dof = interface_.dofs[static_cast<std::size_t>(first + k)];
        if (share_.holds(dof, s_.n()))
            shapes(dof - start, k) = 1;
    }
    for (int pass = 0; pass < (s_.n() > careful ? 1 : 2); ++pass) {
        loads = pass == 0 ? spread_.product(s_.K, shapes) : stiffness_times(shapes);
        loads = -loads;
        const Matrix left =
            n_means > 0 ? Matrix(units - spread_.times(interface_.means, shapes)) : units;
        Matrix internal = taken(loads, internal_);
        loads.setZero();
        put(internal, internal_, loads);
        solve_in_place(loads, left);
        shapes += loads;
    }
    return shapes;
}

SymmetricModes HeldSystem::modes(Index count, const Progress& progress) const
{
    return lowest_modes(processes_, spread_, *system_, s_,
                        {interface_.dofs, s_.n() - interface_.size(),
                         [this](Matrix& f) { solve_in_place(f); }, Matrix(share_.size(s_.n()), 0)},
                        count, progress);
}

// Returns motions without force, M-orthonormal, own rows.
Matrix HeldSystem::rigid_motions() const
{
    const Matrix R = spread_.rows(
        s_.rigid * free_combinations(s_.K, s_.rigid, SparseMatrix(0, s_.n()), spread_));
    Matrix gram = spread_.inner(R, spread_.product(s_.M, R));
    const Vector scale = gram.diagonal().cwiseSqrt().cwiseInverse();
    gram = scale.asDiagonal() * gram * scale.asDiagonal();
    Matrix Q = (R * scale.asDiagonal()).transpose(); // R L^-T
    Cholesky(gram).solve_lower_in_place(Q);
    return Q.transpose();
}

// Estimates the highest squared frequency of the mesh [1/s^2].
double HeldSystem::highest_square() const
{
    const Vector K = s_.K.diagonal(), M = s_.M.diagonal();
    double highest = 0;
    for (Index i = share_.first(s_.n()); i < share_.end(s_.n()); ++i)
        if (M(i) > 0)
            highest = std::max(highest, K(i) / M(i));
    return processes_.largest(highest);
}

SymmetricModes HeldSystem::free_modes(Index count, const MatrixIn& T,
                                      const Progress& progress) const
{
    const Matrix R = rigid_motions(), momenta = spread_.product(s_.M, R);
    Matrix S = s_.n() > careful ? spread_.congruence(s_.K, T)
                                : spread_.inner(T, spread_.careful_product(s_.K, T));
    // Rigid motions R = T N get a stiffness kappa m m^T with N^T m = 1. Self-equilibrated loads
    // then deform S only. The stiffness is as large as that of the interface, and beyond the
    // round-off of a body whose whole interface can move rigidly.
    const Matrix m = spread_.inner(T, momenta);
    const Matrix of_motions = m * m.transpose();
    double kappa = 1e-10 * highest_square();
    for (Index i = 0; i < S.rows(); ++i)
        if (of_motions(i, i) > 0)
            kappa = std::max(kappa, S(i, i) / of_motions(i, i));
    if (R.cols() > 0)
        S += kappa * of_motions;
    const Vector scale =
        (S.diagonal().array() > 0).select(S.diagonal().cwiseSqrt().cwiseInverse(), 1.0);
    const SymmetricFactor factor(scale.asDiagonal() * S * scale.asDiagonal());
    if (T.cols() > 0 && !(factor.smallest_pivot() > 1e-14 * factor.largest_pivot()))
        throw InputError("body " + s_.name + " can move without force in other ways than " +
                         "rigid motions: " + internal_mechanism +
                         "; method = \"craig-bampton\" takes it");
    const auto solve = [&](Matrix& f) {
        f -= momenta * spread_.inner(R, f);
        const Matrix z =
            scale.asDiagonal() * factor.solve(scale.asDiagonal() * spread_.inner(T, f));
        solve_in_place(f);
        f.noalias() += T * z;
        f -= R * spread_.inner(momenta, f);
    };
    return lowest_modes(processes_, spread_, *system_, s_, {{}, s_.n() - R.cols(), solve, R}, count,
                        progress);
}

} // namespace slideway::reduction
