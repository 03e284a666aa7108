#include "base/lanczos_modes.hpp"

#include "base/held_stiffness.hpp"
#include "base/interruptible.hpp"

#include <Spectra/SymGEigsShiftSolver.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

namespace slideway {

namespace {

// Operator s (K - sigma M)^-1 for Spectra. Spectra compares with absolute numbers (eps^(2/3), eps
// sqrt(n)), and 1 / omega^2 of a fine mesh would be below them. The factor s brings the largest
// eigenvalue near one.
struct ScaledInverse {
    using Scalar = double;

    const HeldStiffness& inverse;
    const Progress& progress;
    double scale = 1;

    [[nodiscard]] Index rows() const { return inverse.rows(); }
    [[nodiscard]] Index cols() const { return inverse.rows(); }
    void set_shift(double) {} // the inverse contains the shift
    void perform_op(const double* x, double* y) const
    {
        ask(progress);
        Eigen::Map<Matrix> out(y, rows(), 1);
        out = scale * Eigen::Map<const Vector>(x, rows());
        inverse.solve_in_place(out);
    }
};

// Operator M x. Spectra requests the product with the same vector twice in succession, for its norm
// and for its orthogonality. The last product is therefore stored. M is symmetric, so its columns
// are read as rows; Eigen's product would scatter its sums.
class MassProduct {
public:
    using Scalar = double;

    explicit MassProduct(const SparseMatrix& M) : M_(M), last_(M.rows()), product_(M.rows())
    {
        last_.setConstant(std::numeric_limits<double>::quiet_NaN());
    }

    [[nodiscard]] Index rows() const { return M_.rows(); }
    [[nodiscard]] Index cols() const { return M_.rows(); }
    void perform_op(const double* x, double* y) const
    {
        const auto n = static_cast<std::size_t>(M_.rows());
        if (std::memcmp(x, last_.data(), n * sizeof(double)) != 0) {
            for (Index i = 0; i < M_.cols(); ++i) {
                double sum = 0;
                for (SparseMatrix::InnerIterator it(M_, i); it; ++it)
                    sum += it.value() * x[it.row()];
                product_(i) = sum;
            }
            std::copy_n(x, n, last_.data());
        }
        std::copy_n(product_.data(), n, y);
    }

private:
    const SparseMatrix& M_;
    mutable Vector last_, product_;
};

// Power iteration for a lower bound of the largest eigenvalue of (K - sigma M)^-1 M, which
// is close enough.
double largest_eigenvalue(const HeldStiffness& inverse, const SparseMatrix& M)
{
    std::minstd_rand random{1};
    std::uniform_real_distribution<double> uniform(-1, 1);
    Vector x(M.rows());
    for (double& value : x)
        value = uniform(random);
    double ratio = 1;
    for (int pass = 0; pass < 2; ++pass) {
        const Vector Mx = M * x;
        const double size = x.dot(Mx);
        x = Mx;
        inverse.solve_in_place(x);
        ratio = x.dot(Mx) / size;
        x /= x.norm();
    }
    return ratio;
}

} // namespace

std::optional<SymmetricModes> lanczos_modes(const SparseMatrix& M, const HeldStiffness& inverse,
                                            double sigma, Index count, const Progress& progress)
{
    ScaledInverse op{inverse, progress, 1 / largest_eigenvalue(inverse, M)};
    MassProduct mass(M);
    Spectra::SymGEigsShiftSolver<ScaledInverse, MassProduct, Spectra::GEigsMode::ShiftInvert>
        solver(op, mass, count, std::max<Index>(2 * count, 30), 0.0);
    solver.init();
    const Index converged = solver.compute(Spectra::SortRule::LargestMagn, 1000, 1e-10,
                                           Spectra::SortRule::SmallestAlge);
    if (solver.info() != Spectra::CompInfo::Successful || converged < count)
        return std::nullopt;

    // The eigenvalues of Spectra are (omega^2 - sigma) / scale.
    const Vector squares = (sigma + op.scale * solver.eigenvalues().array()).max(0.0);
    SymmetricModes modes{squares.cwiseSqrt(), solver.eigenvectors()};
    for (Index j = 0; j < count; ++j)
        modes.Phi.col(j) /= std::sqrt(modes.Phi.col(j).dot(M * modes.Phi.col(j)));
    return modes;
}

} // namespace slideway
