#include "base/sparse_cholesky.hpp"

#include "base/factor_size.hpp"
#include "base/interruptible.hpp"
#include "base/rigid_motion.hpp"
#include "base/supernodal_solve.hpp"

#include <Eigen/CholmodSupport>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace slideway {

namespace {

// Rows of a column from the diagonal on.
struct LowerColumn {
    const int *begin, *end;

    LowerColumn(const SparseMatrix& A, int column)
        : begin(A.innerIndexPtr() + A.outerIndexPtr()[column]),
          end(A.innerIndexPtr() + A.outerIndexPtr()[column + 1])
    {
        begin = std::lower_bound(begin, end, column);
    }
};

// First rows of runs of consecutive rows that the lower triangle does not tell apart, mostly the
// dofs of one node; then the number of rows.
std::vector<int> runs_of_rows(const SparseMatrix& A)
{
    std::vector<int> first{0};
    for (int row = 1; row < A.rows(); ++row) {
        const LowerColumn before(A, row - 1), own(A, row);
        if (before.begin == before.end ||
            !std::equal(before.begin + 1, before.end, own.begin, own.end))
            first.push_back(row);
    }
    first.push_back(static_cast<int>(A.rows()));
    return first;
}

// Nested dissection of a solid mesh (METIS). Ordering the graph of its nodes, a third of the dofs,
// takes half the time. The result is empty for other matrices, for which CHOLMOD chooses: a minimum
// degree is faster in the plane, and for slender and small bodies.
std::vector<int> ordering_of_solid(const SparseMatrix& A, cholmod_common& common)
{
    constexpr Index small = 20000;
    if (A.rows() < small)
        return {};
    const std::vector<int> first = runs_of_rows(A);
    const std::size_t n = first.size() - 1;
    if (2.5 * static_cast<double>(n) > static_cast<double>(A.rows()))
        return {};
    std::vector<int> run(static_cast<std::size_t>(A.rows())), outer{0}, inner;
    for (std::size_t k = 0; k < n; ++k)
        std::fill(run.begin() + first[k], run.begin() + first[k + 1], static_cast<int>(k));
    for (std::size_t k = 0; k < n; ++k) {
        const LowerColumn column(A, first[k]);
        for (const int* row = column.begin; row != column.end; ++row)
            if (const int other = run[static_cast<std::size_t>(*row)];
                row == column.begin || other != inner.back())
                inner.push_back(other);
        outer.push_back(static_cast<int>(inner.size()));
    }
    cholmod_sparse graph{};
    graph.nrow = graph.ncol = n;
    graph.nzmax = inner.size();
    graph.p = outer.data();
    graph.i = inner.data();
    graph.stype = -1;
    graph.itype = CHOLMOD_INT;
    graph.xtype = CHOLMOD_PATTERN;
    graph.sorted = graph.packed = 1;
    std::vector<int> order(n), ordering;
    if (cholmod_metis(&graph, nullptr, 0, 1, order.data(), &common) == 0)
        return {};
    for (const int k : order)
        for (int row = first[static_cast<std::size_t>(k)];
             row < first[static_cast<std::size_t>(k) + 1]; ++row)
            ordering.push_back(row);
    return ordering;
}

struct CholmodFactor : Eigen::CholmodSupernodalLLT<SparseMatrix> {
    SupernodalWorkspace work;

    void analyse(const SparseMatrix& A)
    {
        cholmod_common& common = cholmod();
        std::vector<int> ordering = ordering_of_solid(A, common);
        if (ordering.empty())
            return analyzePattern(A);
        cholmod_sparse view = Eigen::viewAsCholmod(A.selfadjointView<Eigen::Lower>());
        common.nmethods = 1;
        common.method[0].ordering = CHOLMOD_GIVEN;
        common.postorder = 1;
        m_cholmodFactor = cholmod_analyze_p(&view, ordering.data(), nullptr, 0, &common);
        m_isInitialized = true;
        m_info = Eigen::Success;
        m_analysisIsOk = true;
        m_factorizationIsOk = false;
    }

    // Analyses a matrix. By default CHOLMOD reports faults as warnings on stdout.
    void analyse_quietly(const SparseMatrix& A)
    {
        cholmod().print = 0;
        analyse(A);
        if (!m_cholmodFactor)
            throw std::length_error("the Cholesky factor of a matrix with " +
                                    std::to_string(A.rows()) + " rows is too large for CHOLMOD");
    }
    [[nodiscard]] double operations() { return cholmod().fl; } ///< after analyse_quietly()
    [[nodiscard]] double bytes() const
    {
        return static_cast<double>(m_cholmodFactor->xsize) * sizeof(double) +
               static_cast<double>(m_cholmodFactor->ssize) * sizeof(int);
    }

    [[nodiscard]] Supernodes supernodes() const
    {
        const cholmod_factor& L = *m_cholmodFactor;
        return {static_cast<Index>(L.n),          static_cast<Index>(L.nsuper),
                static_cast<const int*>(L.super), static_cast<const int*>(L.pi),
                static_cast<const int*>(L.px),    static_cast<const int*>(L.s),
                static_cast<const double*>(L.x),  static_cast<const int*>(L.Perm)};
    }

    // Smallest pivot relative to the diagonal entry of its row, and that row.
    struct Pivot {
        double share = 1;
        Index row = 0;
    };
    [[nodiscard]] Pivot smallest_pivot(const Vector& diagonal) const
    {
        const Supernodes L = supernodes();
        Pivot smallest;
        for (Index s = 0; s < L.count; ++s)
            for (int column = L.first_column[s]; column < L.first_column[s + 1]; ++column) {
                const Index offset = column - L.first_column[s];
                const double pivot = L.entries[L.first_entry[s] +
                                               offset * (L.first_row[s + 1] - L.first_row[s] + 1)];
                const Index row = L.permutation[column];
                const double share = pivot * pivot / diagonal(row);
                if (share < smallest.share)
                    smallest = {share, row};
            }
        return smallest;
    }
};

// CHOLMOD rejects a matrix without entries. A matrix with one zero is singular, as it should be.
SparseMatrix with_entry(Index n)
{
    SparseMatrix zero(n, n);
    if (n > 0)
        zero.insert(0, 0) = 0;
    return zero;
}

} // namespace

struct SparseCholesky::Factor : CholmodFactor {};

SparseCholesky::SparseCholesky(const SparseMatrix& matrix,
                               const std::function<void(double bytes)>& accept,
                               const Progress& progress)
    : factor_(std::make_shared<Factor>())
{
    const SparseMatrix zero = with_entry(matrix.nonZeros() == 0 ? matrix.rows() : 0);
    const SparseMatrix& A = matrix.nonZeros() == 0 ? zero : matrix;
    constexpr Index quick = 20000; // rows: a few tenths of a second
    const bool long_call = progress && A.rows() > quick;
    // CHOLMOD reads the lower triangle. The copy outlives an interrupted call.
    const auto copy = std::make_shared<const SparseMatrix>(
        long_call ? SparseMatrix(A.triangularView<Eigen::Lower>()) : SparseMatrix());
    auto call = [&](void (*step)(Factor&, const SparseMatrix&)) {
        if (!long_call)
            return step(*factor_, A);
        interruptible([step, copy, factor = factor_] { step(*factor, *copy); }, progress);
    };
    call([](Factor& factor, const SparseMatrix& matrix) { factor.analyse_quietly(matrix); });
    if (accept)
        accept(factor_->bytes());
    call([](Factor& factor, const SparseMatrix& matrix) { factor.factorize(matrix); });
    if (factor_->info() != Eigen::Success)
        return;
    constexpr double small = 1e-6; // larger than the round-off of a pivot, n^2 eps
                                   // in slender bodies
    const Vector diagonal = A.diagonal();
    const Factor::Pivot pivot = factor_->smallest_pivot(diagonal);
    positive_definite_ = true;
    if (pivot.share > small)
        return;
    // Two iterations towards the motion of least resistance.
    Vector x = Vector::Unit(A.rows(), pivot.row);
    for (int step = 0; step < 2; ++step) {
        solve_in_place(x);
        x /= x.cwiseAbs().maxCoeff();
        if (step == 0)
            x = diagonal.cwiseProduct(x).eval();
    }
    positive_definite_ = x.allFinite() && !rigid_motion(A, x);
}

FactorSize factor_size(const SparseMatrix& A)
{
    if (A.nonZeros() == 0)
        return {};
    CholmodFactor factor;
    factor.analyse_quietly(A);
    return {factor.bytes(), factor.operations()};
}

SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

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
    slideway::solve_in_place(factor_->supernodes(), b, factor_->work);
}

} // namespace slideway
