#include "dynamics/orbits/product_eigenvalues.hpp"

#include "base/dense_eigen.hpp"
#include "base/householder_qr.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

// Ratio of the largest modulus to the smallest one from which factors are separated: below it, the
// product leaves the smallest one ten digits.
constexpr double wide = 1e6;
// Ratio of neighbouring moduli between which groups are separated: a sweep reduces what couples
// them by this factor.
constexpr double apart = 1e3;
// Remaining coupling, which is a relative error of eigenvalues: round-off, or what large entries of
// the factors leave, if sweeps do not reduce it any more.
constexpr double separate = 1e-13, nearly_separate = 1e-7, still_reduced = 0.1;
constexpr int most_sweeps = 12;

Matrix product_of(const std::vector<Matrix>& factors)
{
    Matrix product = factors.front();
    for (std::size_t k = 1; k < factors.size(); ++k)
        product = factors[k] * product;
    return product;
}

// A sweep of orthogonal iteration.
struct Sweep {
    Matrix turn;           ///< Q_0^T Q_N
    std::vector<Matrix> R; ///< upper triangular
    Vector size;           ///< logarithms of the moduli of the product of their diagonals
};

Sweep sweep_over(const std::vector<Matrix>& factors, Matrix& Q)
{
    const Index n = Q.rows();
    Sweep out{Q, {}, Vector::Zero(n)};
    for (const Matrix& A : factors) {
        HouseholderQr qr = householder_qr(A * Q);
        Q = std::move(qr.Q);
        out.R.push_back(std::move(qr.R));
        out.size += out.R.back().diagonal().cwiseAbs().array().log().matrix();
    }
    out.turn = out.turn.transpose() * Q;
    return out;
}

// Groups of diagonal entries that are far apart.
struct Groups {
    std::vector<Index> ends; ///< end of each group; the last one is n
    double coupling = 0;     ///< largest coupling of neighbours
};

Groups groups_of(const Sweep& sweep)
{
    const Index n = sweep.size.size();
    Groups out;
    for (Index i = 1; i < n; ++i)
        if (sweep.size(i - 1) - sweep.size(i) > std::log(apart)) {
            out.ends.push_back(i);
            out.coupling = std::max(out.coupling, sweep.turn.bottomLeftCorner(n - i, i).norm());
        }
    out.ends.push_back(n);
    return out;
}

ComplexVector eigenvalues_of_groups(const Sweep& sweep, const std::vector<Index>& ends)
{
    ComplexVector out(sweep.size.size());
    Index begin = 0;
    for (const Index end : ends) {
        const Index length = end - begin;
        Matrix group = Matrix::Identity(length, length);
        for (const Matrix& R : sweep.R)
            group = R.block(begin, begin, length, length) * group;
        out.segment(begin, length) =
            eigenvalues(Matrix(sweep.turn.block(begin, begin, length, length) * group));
        begin = end;
    }
    return out;
}

} // namespace

ComplexVector product_eigenvalues(const std::vector<Matrix>& factors)
{
    ComplexVector values = eigenvalues(product_of(factors));
    const Vector moduli = values.cwiseAbs();
    if (factors.size() < 2 || !moduli.allFinite() || moduli.maxCoeff() <= wide * moduli.minCoeff())
        return values;
    Matrix Q = Matrix::Identity(values.size(), values.size());
    double before = 1;
    for (int k = 0; k < most_sweeps; ++k) {
        const Sweep sweep = sweep_over(factors, Q);
        if (!sweep.size.allFinite()) // a factor is singular
            return values;
        const Groups groups = groups_of(sweep);
        if (groups.coupling <= separate ||
            (groups.coupling <= nearly_separate && groups.coupling > still_reduced * before))
            return eigenvalues_of_groups(sweep, groups.ends);
        before = groups.coupling;
    }
    return values;
}

} // namespace slideway::dynamics
