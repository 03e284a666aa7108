#include "reduction/modal_form.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "base/sparse.hpp"
#include "base/symmetric_modes.hpp"
#include "base/text.hpp"
#include "fem/massless.hpp"
#include "fem/substructure.hpp"
#include "reduction/modal_coupling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace slideway::reduction {

namespace {

constexpr double round_off_of_files = 1e-6; // six digits

// Relative difference of frequencies that are equal except for round-off. The combinations are then
// modes to the same accuracy.
constexpr double equal_frequency = 1e-12;

// Orthogonal matrix that makes the damping of modes of equal frequency diagonal, ascending; empty
// if it is so to 1e-9.
Matrix combinations_of(const Matrix& damping)
{
    constexpr double small = 1e-9;
    const Index n = damping.rows();
    if (!leaves_uncoupled(damping)) {
        Matrix V = symmetric_eigen(damping).vectors;
        for (Index k = 0; k < n; ++k) { // the sign is arbitrary
            Index largest = 0;
            V.col(k).cwiseAbs().maxCoeff(&largest);
            V.col(k) *= V(largest, k) < 0 ? -1 : 1;
        }
        return V;
    }
    const Vector c = damping.diagonal();
    bool ascends = true;
    for (Index k = 1; k < n; ++k)
        ascends = ascends && c(k) >= c(k - 1) - small * c.cwiseAbs().maxCoeff();
    if (ascends)
        return {};
    std::vector<Index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) -> bool { return c(a) < c(b); });
    Matrix V = Matrix::Zero(n, n);
    for (Index k = 0; k < n; ++k)
        V(order[static_cast<std::size_t>(k)], k) = 1;
    return V;
}

// Every combination of modes of equal frequency is a mode. Takes those that the damping leaves
// uncoupled, the least damped first.
void uncouple_equal_modes(const Vector& omega, Matrix& Phi, Matrix& D)
{
    for (Index first = 0, last = 0; first < omega.size(); first = last) {
        for (last = first + 1; last < omega.size(); ++last)
            if (omega(last) - omega(last - 1) > equal_frequency * omega(last))
                break;
        const Index count = last - first;
        if (count == 1 || omega(first) == 0)
            continue;
        const Matrix V = combinations_of(D.block(first, first, count, count));
        if (V.size() == 0)
            continue;
        Phi.middleCols(first, count) = (Phi.middleCols(first, count) * V).eval();
        D.middleCols(first, count) = (D.middleCols(first, count) * V).eval();
        D.middleRows(first, count) = (V.transpose() * D.middleRows(first, count)).eval();
        const Vector c = D.diagonal().segment(first, count);
        D.block(first, first, count, count) = c.asDiagonal();
    }
}

// Clears the rows of rigid motions that a matrix does not resist, where its modal form P has only
// round-off.
void clear_rigid(const SparseMatrix& A, const ModalForm& form, Matrix& P)
{
    const SparseMatrix size = A.cwiseAbs();
    const Vector diagonal = A.diagonal().cwiseAbs();
    for (Index r = 0; r < form.n_modes() && form.omega(r) == 0; ++r) {
        const Vector motion = form.Phi.col(r), force = A * motion;
        const Vector terms = size * motion.cwiseAbs() +
                             diagonal.cwiseSqrt() * std::sqrt(diagonal.dot(motion.cwiseAbs2()));
        if ((force.array().abs() > round_off_of_files * terms.array()).any())
            continue;
        P.row(r).setZero();
        P.col(r).setZero();
    }
}

// Adds the parts of C and K beside the symmetric ones.
void add_other_parts(ModalForm& form, const SparseMatrix& C, const SparseMatrix& C_skew,
                     const SparseMatrix& K_skew, const SparseMatrix& H)
{
    const Index m = form.n_modes();
    const auto modal = [&](const SparseMatrix& A) -> Matrix {
        if (A.nonZeros() == 0)
            return Matrix::Zero(m, m);
        Matrix P = form.Phi.transpose() * Matrix(A * form.Phi);
        clear_rigid(A, form, P);
        return P;
    };
    if (form.classical())
        form.D = form.c.asDiagonal();
    clear_rigid(C, form, form.D);
    form.D += modal(C_skew);
    if (K_skew.nonZeros() + H.nonZeros() > 0) {
        form.S = modal(K_skew).cast<Complex>();
        form.S.imag() = modal(H);
    }
}

} // namespace

ModalForm damped_form(const SymmetricModes& modes, const SparseMatrix& C, const Progress& progress)
{
    ModalForm form{modes.omega, {}, modes.Phi, modal_damping_matrix(C, modes.Phi, progress), {}};
    uncouple_equal_modes(form.omega, form.Phi, form.D);
    form.c = form.D.diagonal();
    if (leaves_uncoupled(form.D))
        form.D.resize(0, 0);
    return form;
}

ModalForm modal_form(const fem::Substructure& s, const std::vector<Index>& held,
                     const Progress& progress)
{
    const std::vector<Index> free = complement(s.n(), held);
    const auto m = static_cast<Index>(free.size());
    if (m > max_modal_dofs)
        throw InputError(
            "body " + s.name + " has " + std::to_string(m) +
            " dofs; all its modes are needed here and would take " +
            number_text(3.0 * 8e-9 * static_cast<double>(m) * static_cast<double>(m), 2) +
            " GB. Give it a reduction (at most " + std::to_string(max_modal_dofs) +
            " dofs go without)");

    const SymmetricModes modes = fem::modes_of(
        s,
        [&]() -> SymmetricModes {
            return all_modes(Matrix(submatrix(s.K, free, free)), Matrix(submatrix(s.M, free, free)),
                             progress);
        },
        &free);

    const SparseMatrix C = submatrix(s.C, free, free);
    ModalForm form = damped_form(modes, C, progress);
    if (s.C_skew.nonZeros() + s.K_skew.nonZeros() + s.H.nonZeros() > 0) {
        const auto of_free = [&free](const SparseMatrix& A) -> SparseMatrix {
            return A.rows() > 0 ? submatrix(A, free, free) : A;
        };
        add_other_parts(form, C, of_free(s.C_skew), of_free(s.K_skew), of_free(s.H));
    }
    Matrix Phi = Matrix::Zero(s.n(), m);
    for (Index r = 0; r < m; ++r)
        Phi.row(free[static_cast<std::size_t>(r)]) = form.Phi.row(r);
    form.Phi = std::move(Phi);
    return form;
}

} // namespace slideway::reduction
