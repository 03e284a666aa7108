#pragma once

#include "contact/periodic/harmonics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

/// Integrals of harmonics over parts of a cycle, from which harmonic forces are computed.
namespace slideway::contact {

/// 1 / integral of the squared basis function over the cycle, which converts an integral to a
/// coefficient.
inline double projection(const Harmonics& h, Index i)
{
    return h.means && i == 0 ? 0.5 / std::numbers::pi : 1 / std::numbers::pi;
}

/// Computes cos k theta and sin k theta, k = 0 .. count - 1.
inline void multiples(double theta, std::size_t count, double* cosines, double* sines)
{
    const double cos_1 = std::cos(theta), sin_1 = std::sin(theta);
    cosines[0] = 1;
    sines[0] = 0;
    for (std::size_t k = 1; k < count; ++k) {
        cosines[k] = cosines[k - 1] * cos_1 - sines[k - 1] * sin_1;
        sines[k] = sines[k - 1] * cos_1 + cosines[k - 1] * sin_1;
    }
}

/// Evaluates the basis [1,] cos theta, sin theta, cos 2 theta, ... from multiples().
inline void basis_at(const Harmonics& h, const double* cosines, const double* sines, double* out)
{
    if (h.means)
        *out++ = 1;
    for (std::size_t k = 1; k <= static_cast<std::size_t>(h.n_h); ++k) {
        *out++ = cosines[k];
        *out++ = sines[k];
    }
}

/// Evaluates the derivative of the basis by theta.
inline void slope_at(const Harmonics& h, const double* cosines, const double* sines, double* out)
{
    if (h.means)
        *out++ = 0;
    for (std::size_t k = 1; k <= static_cast<std::size_t>(h.n_h); ++k) {
        *out++ = -static_cast<double>(k) * sines[k];
        *out++ = static_cast<double>(k) * cosines[k];
    }
}

/// Computes the growth of the basis from theta to theta + offset, accurate relative to the offset.
/// @param work  2 (n_h + 1) numbers for intermediate results
inline void basis_growth(const Harmonics& h, double theta, double offset, double* work, double* out)
{
    const auto count = static_cast<std::size_t>(h.n_h) + 1;
    double *sines = work, *cosines = work + count;
    // Half of k times the offset; then of k times the middle phase.
    multiples(0.5 * offset, count, cosines, sines);
    const double cos_1 = std::cos(theta + 0.5 * offset), sin_1 = std::sin(theta + 0.5 * offset);
    double cos_k = cos_1, sin_k = sin_1;
    if (h.means)
        *out++ = 0;
    for (std::size_t k = 1; k < count; ++k) {
        *out++ = -2 * sines[k] * sin_k;
        *out++ = 2 * sines[k] * cos_k;
        const double next = cos_k * cos_1 - sin_k * sin_1;
        sin_k = sin_k * cos_1 + cos_k * sin_1;
        cos_k = next;
    }
}

/// Adds factor times the integrals from a to b. The multiples at a and b are given.
inline void add_interval(HarmonicWorkspace::Moments& m, double factor, double a, double b,
                         const double* cos_a, const double* sin_a, const double* cos_b,
                         const double* sin_b)
{
    m.c[0] += factor * (b - a);
    for (std::size_t k = 1; k < m.c.size(); ++k) {
        const double f = factor / static_cast<double>(k);
        m.c[k] += f * (sin_b[k] - sin_a[k]);
        m.s[k] += f * (cos_a[k] - cos_b[k]);
    }
}

/// Computes the integral of the basis.
inline void basis_integral(const Harmonics& h, const HarmonicWorkspace::Moments& m, double* out)
{
    basis_at(h, m.c.data(), m.s.data(), out);
    if (h.means)
        *out = m.c[0];
}

/// Adds factor times the projection of (integral of basis basis^T) to the block
/// of `matrix` that begins at (row, col).
inline void add_products(const Harmonics& h, const HarmonicWorkspace::Moments& m, double factor,
                         Matrix& matrix, Index row, Index col)
{
    const double f = factor / std::numbers::pi;
    const auto n = static_cast<std::size_t>(h.n_h);
    if (h.means) {
        matrix(row, col) += 0.5 * f * m.c[0];
        for (std::size_t k = 1; k <= n; ++k) {
            const auto i = static_cast<Index>(2 * k - 1);
            matrix(row, col + i) += 0.5 * f * m.c[k];
            matrix(row, col + i + 1) += 0.5 * f * m.s[k];
            matrix(row + i, col) += f * m.c[k];
            matrix(row + i + 1, col) += f * m.s[k];
        }
        ++row;
        ++col;
    }
    for (std::size_t l = 1; l <= n; ++l) {
        const auto j = static_cast<Index>(2 * (l - 1));
        for (std::size_t k = 1; k <= l; ++k) {
            const auto i = static_cast<Index>(2 * (k - 1));
            const double c_less = m.c[l - k], c_more = m.c[l + k];
            const double s_less = m.s[l - k], s_more = m.s[l + k];
            const double cc = 0.5 * f * (c_less + c_more), ss = 0.5 * f * (c_less - c_more);
            const double cs = 0.5 * f * (s_more + s_less), sc = 0.5 * f * (s_more - s_less);
            matrix(row + i, col + j) += cc;
            matrix(row + i, col + j + 1) += cs;
            matrix(row + i + 1, col + j) += sc;
            matrix(row + i + 1, col + j + 1) += ss;
            if (k != l) {
                matrix(row + j, col + i) += cc;
                matrix(row + j + 1, col + i) += cs;
                matrix(row + j, col + i + 1) += sc;
                matrix(row + j + 1, col + i + 1) += ss;
            }
        }
    }
}

/// Converts the coefficients of one row, times a factor, to a sum. An excluded mean is zero.
inline void assign(const Harmonics& h, const double* R, double factor, TrigonometricSum& u)
{
    u.mean = h.means ? factor * *R++ : 0;
    for (std::size_t k = 0; k < u.c.size(); ++k) {
        u.c[k] = factor * R[2 * k];
        u.s[k] = factor * R[2 * k + 1];
    }
}

/// Number of rows of the coefficients R.
inline Index rows_of(const Harmonics& h, const VectorIn& R)
{
    return std::max<Index>(1, R.size() / h.size());
}

/// True if R is finite.
/// @throws std::invalid_argument  inconsistent sizes
[[nodiscard]] bool check(const Harmonics& h, Index rows, const VectorIn& R,
                         const VectorIn& lambda = Vector());

/// Checks sizes and sets the results to zero. If R is not finite, sets F to NaN and returns false.
/// @throws std::invalid_argument  inconsistent sizes
[[nodiscard]] bool prepare(const Harmonics& h, Index rows, const VectorIn& R,
                           const VectorIn& lambda, HarmonicForce& out);

} // namespace slideway::contact
