#include "dynamics/orbits/product_eigenvalues.hpp"

#include "base/dense_eigen.hpp"

#include <Eigen/QR>

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
constexpr double separate = 1e-13; // remaining coupling: round-off
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
        const Eigen::HouseholderQR<Matrix> qr(A * Q);
        Q = qr.householderQ() * Matrix::Identity(n, n);
        out.R.emplace_back(qr.matrixQR().triangularView<Eigen::Upper>());
        out.size += out.R.back().diagonal().cwiseAbs().array().log().matrix();
    }
    out.turn = out.turn.transpose() * Q;
    return out;
}

// Ends of the groups of diagonal entries between which nothing couples; the last one is n. Empty
// if neighbours that are far apart are still coupled.
std::vector<Index> groups_of(const Sweep& sweep)
{
    const Index n = sweep.size.size();
    std::vector<Index> ends;
    for (Index i = 1; i < n; ++i) {
        if (!(sweep.size(i - 1) - sweep.size(i) > std::log(apart)))
            continue;
        if (!(sweep.turn.bottomLeftCorner(n - i, i).norm() <= separate))
            return {};
        ends.push_back(i);
    }
    ends.push_back(n);
    return ends;
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
    for (int k = 0; k < most_sweeps; ++k) {
        const Sweep sweep = sweep_over(factors, Q);
        if (!sweep.size.allFinite()) // a factor is singular
            return values;
        if (const std::vector<Index> ends = groups_of(sweep); !ends.empty())
            return eigenvalues_of_groups(sweep, ends);
    }
    return values;
}

} // namespace slideway::dynamics
