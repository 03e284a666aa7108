#include "base/sparse_cholesky.hpp"

#include "base/interruptible.hpp"
#include "base/rigid_motion.hpp"

#include <Eigen/CholmodSupport>

#include <stdexcept>
#include <string>

namespace slideway {

namespace {

// Columns solved together: enough for matrix-matrix products, few enough for the workspace (one
// more copy of them) to stay small.
constexpr Index block = 32;

} // namespace

struct SparseCholesky::Factor : Eigen::CholmodSupernodalLLT<SparseMatrix> {
    cholmod_dense* Y = nullptr; ///< workspaces of cholmod_solve2
    cholmod_dense* E = nullptr;

    Factor() = default;
    Factor(const Factor&) = delete;
    Factor& operator=(const Factor&) = delete;
    ~Factor()
    {
        cholmod_free_dense(&Y, &cholmod());
        cholmod_free_dense(&E, &cholmod());
    }

    [[nodiscard]] bool analysed() const { return m_cholmodFactor != nullptr; }
    [[nodiscard]] double bytes() const
    {
        return static_cast<double>(m_cholmodFactor->xsize) * sizeof(double) +
               static_cast<double>(m_cholmodFactor->ssize) * sizeof(int);
    }
    [[nodiscard]] Index rows() const { return static_cast<Index>(m_cholmodFactor->n); }

    // Smallest pivot beside the diagonal entry of its row, and that row.
    struct Pivot {
        double share = 1;
        Index row = 0;
    };
    [[nodiscard]] Pivot smallest_pivot(const Vector& diagonal) const
    {
        const cholmod_factor& L = *m_cholmodFactor;
        const auto* super = static_cast<const int*>(L.super);
        const auto* first_row = static_cast<const int*>(L.pi);
        const auto* first_entry = static_cast<const int*>(L.px);
        const auto* entries = static_cast<const double*>(L.x);
        const auto* permutation = static_cast<const int*>(L.Perm);
        Pivot smallest;
        for (std::size_t s = 0; s < L.nsuper; ++s)
            for (int column = super[s]; column < super[s + 1]; ++column) {
                const std::ptrdiff_t at = column - super[s];
                const double pivot =
                    entries[first_entry[s] + at * (first_row[s + 1] - first_row[s] + 1)];
                const Index row = permutation[column];
                const double share = pivot * pivot / diagonal(row);
                if (share < smallest.share)
                    smallest = {share, row};
            }
        return smallest;
    }

    // CHOLMOD copies b into Y, solves there and copies Y out: b and x may share their memory. The
    // call through Eigen would allocate and copy x once more.
    void solve_in_place(double* b, Index leading_dimension, Index columns)
    {
        cholmod_dense B{};
        B.nrow = m_cholmodFactor->n;
        B.ncol = static_cast<std::size_t>(columns);
        B.d = static_cast<std::size_t>(leading_dimension);
        B.nzmax = B.d * B.ncol;
        B.x = b;
        B.xtype = CHOLMOD_REAL;
        B.dtype = CHOLMOD_DOUBLE;
        cholmod_dense* X = &B;
        cholmod_solve2(CHOLMOD_A, m_cholmodFactor, &B, nullptr, &X, nullptr, &Y, &E, &cholmod());
        if (X != &B || cholmod().status < 0)
            throw std::runtime_error("CHOLMOD could not solve with its factor (status " +
                                     std::to_string(cholmod().status) + ")");
    }
};

namespace {

// CHOLMOD takes no matrix without entries; one with a zero in it is singular, as it should be.
SparseMatrix with_entry(Index n)
{
    SparseMatrix zero(n, n);
    if (n > 0)
        zero.insert(0, 0) = 0;
    return zero;
}

} // namespace

SparseCholesky::SparseCholesky(const SparseMatrix& matrix,
                               const std::function<void(double bytes)>& accept,
                               const Progress& progress)
    : factor_(std::make_shared<Factor>())
{
    const SparseMatrix zero = with_entry(matrix.nonZeros() == 0 ? matrix.rows() : 0);
    const SparseMatrix& A = matrix.nonZeros() == 0 ? zero : matrix;
    constexpr Index quick = 20000; // rows: a few tenths of a second
    const bool long_call = progress && A.rows() > quick;
    const auto copy = std::make_shared<const SparseMatrix>(long_call ? A : SparseMatrix());
    auto call = [&](void (*step)(Factor&, const SparseMatrix&)) {
        if (!long_call)
            return step(*factor_, A);
        interruptible([step, copy, factor = factor_] { step(*factor, *copy); }, progress);
    };
    // CHOLMOD reports "not positive definite" by a warning on stdout unless told otherwise.
    factor_->cholmod().print = 0;
    call([](Factor& factor, const SparseMatrix& of) { factor.analyzePattern(of); });
    if (!factor_->analysed())
        throw std::length_error("the Cholesky factor of a matrix with " + std::to_string(A.rows()) +
                                " rows is too large for CHOLMOD");
    if (accept)
        accept(factor_->bytes());
    call([](Factor& factor, const SparseMatrix& of) { factor.factorize(of); });
    if (factor_->info() != Eigen::Success)
        return;
    constexpr double small = 1e-6; // round-off of a pivot is below, n^2 eps in slender bodies
    const Vector diagonal = A.diagonal();
    const Factor::Pivot pivot = factor_->smallest_pivot(diagonal);
    positive_definite_ = true;
    if (pivot.share > small)
        return;
    // Two steps towards the motion of least resistance.
    Vector x = Vector::Unit(A.rows(), pivot.row);
    for (int step = 0; step < 2; ++step) {
        solve_in_place(x);
        x /= x.cwiseAbs().maxCoeff();
        if (step == 0)
            x = diagonal.cwiseProduct(x).eval();
    }
    positive_definite_ = x.allFinite() && !rigid_motion(A, x);
}

SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

Index SparseCholesky::rows() const
{
    return factor_->rows();
}

bool SparseCholesky::positive_definite() const
{
    return positive_definite_;
}

Matrix SparseCholesky::solve(const Matrix& b) const
{
    Matrix x = b;
    solve_in_place(x);
    return x;
}

void SparseCholesky::solve_in_place(Eigen::Ref<Matrix> b) const
{
    // CHOLMOD takes a whole matrix only: X with a leading dimension other than its rows would not
    // be told from a new one.
    for (Index first = 0; first < b.cols(); first += block) {
        const Index columns = std::min(block, b.cols() - first);
        if (columns == 1 || b.outerStride() == b.rows()) {
            factor_->solve_in_place(b.col(first).data(), b.rows(), columns);
        } else {
            Matrix copy = b.middleCols(first, columns);
            factor_->solve_in_place(copy.data(), copy.rows(), columns);
            b.middleCols(first, columns) = copy;
        }
    }
}

} // namespace slideway
