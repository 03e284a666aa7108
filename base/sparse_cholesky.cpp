#include "base/sparse_cholesky.hpp"

#include <Eigen/CholmodSupport>

namespace slideway {

struct SparseCholesky::Factor : Eigen::CholmodSupernodalLLT<SparseMatrix> {
    double pivot_ratio() { return cholmod_rcond(m_cholmodFactor, &cholmod()); }
};

SparseCholesky::SparseCholesky(const SparseMatrix& A) : factor_(std::make_unique<Factor>())
{
    // CHOLMOD reports "not positive definite" by a warning on stdout unless told otherwise.
    factor_->cholmod().print = 0;
    factor_->compute(A);
}

SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

bool SparseCholesky::positive_definite() const
{
    return factor_->info() == Eigen::Success && factor_->pivot_ratio() > 1e-13;
}

Matrix SparseCholesky::solve(const Matrix& b) const
{
    return factor_->solve(b);
}

void SparseCholesky::solve_in_place(Eigen::Ref<Vector> b) const
{
    const Vector x = factor_->solve(b);
    b = x;
}

} // namespace slideway
