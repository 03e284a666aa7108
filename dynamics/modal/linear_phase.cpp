#include "dynamics/modal/linear_phase.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace slideway::dynamics {

namespace {

// With nearly parallel modes (above this condition) too many digits are lost, and exponentials are
// dense.
constexpr double largest_condition = 1e6;
constexpr int n_powers = LinearPhase::n_powers;

// Integrals of exp(z (1 - u)) u^k over [0, 1], k = 0 .. n_powers - 1.
std::array<Complex, n_powers> moments(Complex z)
{
    std::array<Complex, n_powers> result;
    if (std::abs(z) > 2) { // integration by parts
        result[0] = (std::exp(z) - 1.) / z;
        for (std::size_t k = 1; k < n_powers; ++k)
            result[k] = (static_cast<double>(k) * result[k - 1] - 1.) / z;
        return result;
    }
    for (std::size_t k = 0; k < n_powers; ++k) {
        Complex term = 1. / static_cast<double>(k + 1), sum = term;
        for (std::size_t i = k + 2; std::abs(term) > 1e-17 * std::abs(sum); ++i)
            sum += term *= z / static_cast<double>(i);
        result[k] = sum;
    }
    return result;
}

} // namespace

LinearPhase::Rotation LinearPhase::rotation(double t) const
{
    const double last = decay(0) + std::log(1e-24) / t;
    Index left = decay.size();
    while (left > 1 && decay(left - 1) < last)
        --left;
    Eigen::ArrayXd size = (t * decay.array()).exp(), angle = t * turn.array();
    size = (size < 1e-60).select(0, size); // avoids slow denormal numbers
    return {size * angle.cos(), size * angle.sin(), left};
}

void LinearPhase::advance(const Rotation& rotation, Matrix& eta, Matrix& old)
{
    const Index h = rotation.re.size();
    old = eta.topRows(h);
    for (Index j = 0; j < eta.cols(); ++j) {
        auto re = eta.col(j).head(h).array(), im = eta.col(j).tail(h).array();
        re = rotation.re * old.col(j).array() - rotation.im * im;
        im = rotation.im * old.col(j).array() + rotation.re * im;
    }
}

Matrix LinearPhase::advanced(const Rotation& rotation, const Matrix& rows)
{
    const Index h = rotation.re.size();
    const auto re = rotation.re.matrix().asDiagonal(), im = rotation.im.matrix().asDiagonal();
    Matrix result(rows.rows(), 2 * h);
    result.leftCols(h) = rows.leftCols(h) * re + rows.rightCols(h) * im;
    result.rightCols(h) = rows.rightCols(h) * re - rows.leftCols(h) * im;
    return result;
}

std::array<Matrix, LinearPhase::n_powers> LinearPhase::responses(double t,
                                                                 const Matrix& forces) const
{
    std::array<Matrix, n_powers> result;
    result.fill(Matrix::Zero(forces.rows(), forces.cols()));
    if (dense) { // exp of [A b 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0] t
        const Index n = A.rows();
        Matrix chain = Matrix::Zero(n + n_powers, n + n_powers);
        chain.topLeftCorner(n, n) = t * A;
        for (Index k = 0; k + 1 < n_powers; ++k)
            chain(n + k, n + k + 1) = 1;
        for (Index j = 0; j < forces.cols(); ++j) {
            chain.col(n).head(n) = t * forces.col(j);
            const Matrix e = slideway::exponential(chain);
            double factorial = 1;
            for (Index k = 0; k < n_powers; ++k) {
                result[static_cast<std::size_t>(k)].col(j) = factorial * e.col(n + k).head(n);
                factorial *= static_cast<double>(k + 1);
            }
        }
        return result;
    }
    const Index h = decay.size();
    for (Index i = 0; i < h; ++i) {
        const auto integral = moments(Complex(decay(i), turn(i)) * t);
        for (std::size_t k = 0; k < n_powers; ++k)
            for (Index j = 0; j < forces.cols(); ++j) {
                const Complex left = t * integral[k] * Complex(forces(i, j), forces(h + i, j));
                result[k](i, j) = left.real();
                result[k](h + i, j) = left.imag();
            }
    }
    return result;
}

Matrix LinearPhase::exponential(double t) const
{
    const Index n = A.rows(), s = F.cols();
    Matrix full = Matrix::Zero(n + s, n + s);
    full.topLeftCorner(n, n) = t * A;
    full.topRightCorner(n, s) = t * F;
    const Matrix e = slideway::exponential(full);
    return e.topRows(n);
}

LinearPhase linear_phase(Matrix A, Matrix F)
{
    LinearPhase p;
    p.A = std::move(A);
    p.F = std::move(F);
    const Index n = p.A.rows();

    p.dense = !p.A.allFinite();
    if (!p.dense) {
        const auto solution = eigen(p.A);
        const ComplexMatrix &V = solution.vectors, inverse = Lu(V).inverse();
        const double condition = V.norm() * inverse.norm() / static_cast<double>(n);
        p.dense = !(condition < largest_condition);
        std::vector<Index> half;
        for (Index i = 0; i < n; ++i)
            if (solution.values(i).imag() >= 0)
                half.push_back(i);
        std::stable_sort(half.begin(), half.end(), [&](Index a, Index b) -> bool {
            return solution.values(a).real() > solution.values(b).real();
        });
        const auto h = static_cast<Index>(half.size());
        p.decay.resize(h);
        p.turn.resize(h);
        p.modes.resize(n, 2 * h);
        p.coordinates.resize(2 * h, n);
        for (Index i = 0; i < h; ++i) {
            const Index j = half[static_cast<std::size_t>(i)];
            const Complex lambda = solution.values(j);
            p.decay(i) = lambda.real();
            p.turn(i) = lambda.imag();
            const double weight = lambda.imag() > 0 ? 2 : 1;
            p.modes.col(i) = weight * V.col(j).real();
            p.modes.col(h + i) = -weight * V.col(j).imag();
            p.coordinates.row(i) = inverse.row(j).real();
            p.coordinates.row(h + i) = inverse.row(j).imag();
        }
        if (!p.F.isZero(0)) {
            p.rest = -Lu(p.A).solve(p.F);
            // A free rigid motion has no state of rest.
            const double left = (p.A * p.rest + p.F).norm();
            p.dense = p.dense || !(left < 1e-10 * p.F.norm());
        } else {
            p.rest = Matrix::Zero(n, p.F.cols());
        }
    }
    return p;
}

} // namespace slideway::dynamics
