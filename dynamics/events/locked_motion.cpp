#include "dynamics/events/locked_motion.hpp"

#include "base/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);
constexpr Index width = lanes_width;
// Largest |d| for the series of sinh(d) / d, whose first omitted term is d^6 / 5040. From 1e-6 to 1
// no motion of the tests changes beyond round-off.
constexpr double by_series = 1e-3;

// sum += A x, n columns of `rows`.
template <Index rows>
SLIDEWAY_INLINE void add_columns(const double* A, const double* x, Index n, double* sum)
{
    static_assert(rows % width == 0);
    Lanes s[rows / width];
    for (Index i = 0; i < rows / width; ++i)
        s[i] = lanes(sum + i * width);
    for (Index c = 0; c < n; ++c, A += rows)
        for (Index i = 0; i < rows / width; ++i)
            s[i] += lanes(A + i * width) * x[c];
    std::memcpy(sum, s, sizeof s);
}
SLIDEWAY_CLONES_4 void add_columns(const double* A, const double* x, Index n, Derivatives& sum)
{
    add_columns<n_derivatives>(A, x, n, sum.data());
}
SLIDEWAY_CLONES_4 void add_columns(const double* A, const double* x, Index n,
                                   std::array<double, 4>& sum)
{
    add_columns<4>(A, x, n, sum.data());
}

} // namespace

SLIDEWAY_CLONES_4 void multiply(const Matrix& A, const double* x, double* y)
{
    const Index n = A.rows(), columns = A.cols();
    if (n < width) {
        std::fill(y, y + n, 0.0);
        for (Index c = 0; c < columns; ++c)
            for (Index i = 0; i < n; ++i)
                y[i] += A(i, c) * x[c];
        return;
    }
    for (Index i = 0; i < n; i += width) {
        const Index row = std::min(i, n - width); // the last rows may be computed twice
        const double* a = A.data() + row;
        Lanes sum = {};
        for (Index c = 0; c < columns; ++c, a += n)
            sum += lanes(a) * x[c];
        std::memcpy(y + row, &sum, sizeof sum);
    }
}

void LockedMotion::start(const DrySystem& system, const LockedMaps& maps, const MotionState& state)
{
    system_ = &system;
    maps_ = &maps;
    drive0_ = state.drive();
    const auto n_z = static_cast<Index>(maps.frequency.size());
    if (start_.size() < maps.start.rows())
        start_.resize(maps.start.rows());
    multiply(maps.start, state.u.data(), start_.data());
    const auto n_slow = static_cast<Index>(maps.slow.size());
    if (size_.size() < n_z + 1 + 3 * n_slow)
        size_.resize(n_z + 1 + 3 * n_slow);
    if (zeta_.size() < 2 * n_z + 2 + 3 * n_slow)
        zeta_.resize(2 * n_z + 2 + 3 * n_slow);
    for (Index i = 0; i < n_z; ++i)
        size_(i) = std::sqrt(start_(i) * start_(i) + start_(n_z + i) * start_(n_z + i));
    size_(n_z) = 1;
    first_row_ = 2 * n_z + 3 * n_slow;
    for (Index i = 0; i < n_slow; ++i) { // its energy grows by what h does alone
        const double period = 2 * std::numbers::pi / system.Omega;
        const double y = start_(2 * n_z + i), rate = start_(2 * n_z + n_slow + i),
                     h = std::abs(start_(2 * n_z + 2 * n_slow + i));
        const double fastest =
            std::sqrt(rate * rate + maps.slow[static_cast<std::size_t>(i)].k * y * y) + h * period;
        size_(n_z + 1 + i) = std::abs(y) + fastest * period;
        size_(n_z + 1 + n_slow + i) = fastest;
        size_(n_z + 1 + 2 * n_slow + i) = h;
    }
    tau_ = -1;
}

void LockedMotion::at(double tau)
{
    if (tau == tau_)
        return;
    tau_ = tau;
    const LockedMaps& maps = *maps_;
    const auto n_z = static_cast<Index>(maps.frequency.size()),
               n_slow = static_cast<Index>(maps.slow.size());
    if (n_slow > 0)
        zeta_.segment(2 * n_z + 2, 3 * n_slow) = start_.segment(2 * n_z, 3 * n_slow);
    if (tau == 0) {
        zeta_.head(2 * n_z) = start_.head(2 * n_z);
        zeta_(2 * n_z) = drive0_.real();
        zeta_(2 * n_z + 1) = drive0_.imag();
        return;
    }
    const double Omega = system_->Omega;
    const double c = std::cos(Omega * tau), s = std::sin(Omega * tau);
    zeta_(2 * n_z) = drive0_.real() * c - drive0_.imag() * s;
    zeta_(2 * n_z + 1) = drive0_.real() * s + drive0_.imag() * c;
    for (Index i = 0; i < n_z; ++i) {
        const double angle = maps.frequency[static_cast<std::size_t>(i)] * tau;
        const double cosine = std::cos(angle), sine = std::sin(angle);
        zeta_(i) = start_(i) * cosine - start_(n_z + i) * sine;
        zeta_(n_z + i) = start_(i) * sine + start_(n_z + i) * cosine;
    }
    if (maps.damped)
        for (Index i = 0; i < n_z; ++i) {
            const double size = std::exp(maps.decay[static_cast<std::size_t>(i)] * tau);
            zeta_(i) *= size;
            zeta_(n_z + i) *= size;
        }
    for (std::size_t i = 0; i < maps.resonant.size(); ++i) {
        // r = (e^{j Omega tau} - e^{s tau}) / (j Omega - s) = tau e^{...} sinh(d) / d.
        const Complex value = maps.resonant_s[i];
        const Complex d = 0.5 * tau * (j * Omega - value);
        const Complex ratio =
            std::abs(d) < by_series ? 1.0 + d * d / 6.0 + d * d * d * d / 120.0 : std::sinh(d) / d;
        const Complex grown =
            maps.force[i] * drive0_ * tau * std::exp(0.5 * tau * (j * Omega + value)) * ratio;
        zeta_(maps.resonant[i]) += grown.real();
        zeta_(n_z + maps.resonant[i]) += grown.imag();
    }
    for (Index i = 0; i < n_slow; ++i) {
        double* y = zeta_.data() + 2 * n_z + 2 + i;
        maps.slow[static_cast<std::size_t>(i)].advance(tau, y[2 * n_slow], y[0], y[n_slow]);
    }
}

Derivatives LockedMotion::derivatives(Index row) const
{
    const auto& map = maps_->rows[static_cast<std::size_t>(row)];
    const double F1 = drift(row);
    Derivatives d{start_(first_row_ + row) + F1 * tau_, F1};
    add_columns(map.data(), zeta_.data(), map.cols(), d);
    return d;
}

DerivativeBounds LockedMotion::bounds(Index row) const
{
    const Matrix& map = maps_->bound[static_cast<std::size_t>(row)];
    std::array<double, 4> b{std::abs(start_(first_row_ + row))};
    add_columns(map.data(), size_.data(), map.cols(), b);
    return {b[0], b[1], b[2], b[3]};
}

double LockedMotion::drift(Index row) const
{
    return start_(first_row_ + system_->n_contacts() + row);
}

void LockedMotion::state(MotionState& state) const
{
    const Index m = system_->n_modes(), first = maps_->start.rows() - (maps_->drifts ? 3 : 1) * m;
    const auto n_z = static_cast<Index>(maps_->frequency.size());
    multiply(maps_->state, zeta_.data(), state.u.data());
    state.q() += start_.segment(first, m);
    if (maps_->drifts) {
        const auto q1 = start_.segment(first + m, m), q2 = start_.segment(first + 2 * m, m);
        state.q() += tau_ * (q1 + tau_ * q2);
        state.v() += q1 + 2 * tau_ * q2;
    }
    state.set_drive({zeta_(2 * n_z), zeta_(2 * n_z + 1)});
}

} // namespace slideway::dynamics
