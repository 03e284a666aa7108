#include "dynamics/events/locked_motion.hpp"

#include "base/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);
constexpr int highest = n_derivatives; // order of derivative with a bound

// Adds Re(factor e) to rows that are linear in u or zeta; e: the column of Re e.
template <class Rows>
void add_harmonic(Rows&& rows, Index e, const ComplexVector& factor)
{
    rows.col(e) += factor.real();
    rows.col(e + 1) -= factor.imag();
}

constexpr std::array<int, 4> orders = {0, 2, 3, highest}; // of derivatives with a bound

// Of a row value y + rate y' of slow mode number i.
void add_slow(LockedMaps& maps, Index i, double value, double rate)
{
    const auto n_z = static_cast<Index>(maps.frequency.size()),
               n_slow = static_cast<Index>(maps.slow.size());
    const SlowMode& mode = maps.slow[static_cast<std::size_t>(i)];
    double force = 0;
    for (int d = 0; d <= highest; ++d) {
        if (d < highest)
            maps.rows.back()(d, Eigen::seqN(2 * n_z + 2 + i, Index{3}, n_slow)) << value, rate,
                force;
        for (Index o = 0; o < 4; ++o)
            if (orders[static_cast<std::size_t>(o)] == d)
                maps.bound.back()(o, Eigen::seqN(n_z + 1 + i, Index{3}, n_slow)) << std::abs(value),
                    std::abs(rate), std::abs(force);
        force = rate; // y'' = h - c y' - k y
        const double next = value - mode.c * rate;
        value = -mode.k * rate;
        rate = next;
    }
}

// Derivatives and bounds of a row Re(row z) + Re(P e); of slow modes none yet.
void add_row(LockedMaps& maps, const LockedModes& modes, double Omega,
             const Eigen::RowVectorXcd& row, Complex P)
{
    const Index n_z = modes.s.size(), n_slow = static_cast<Index>(modes.slow.size());
    const double period = 2 * std::numbers::pi / Omega;
    auto& derivatives = maps.rows.emplace_back(highest, 2 * n_z + 2 + 3 * n_slow);
    Matrix& bound = maps.bound.emplace_back(Matrix::Zero(4, n_z + 1 + 3 * n_slow));
    for (Index i = 0; i < n_z; ++i) {
        Complex factor = row(i);
        for (Index d = 0; d < highest; ++d, factor *= modes.s(i)) {
            derivatives(d, i) = factor.real();
            derivatives(d, n_z + i) = -factor.imag();
        }
        for (Index o = 0; o < 4; ++o)
            bound(o, i) = std::abs(row(i)) *
                          std::pow(std::abs(modes.s(i)), orders[static_cast<std::size_t>(o)]);
    }
    Complex forced = P;
    for (Index d = 0; d < highest; ++d, forced *= j * Omega) {
        derivatives(d, 2 * n_z) = forced.real();
        derivatives(d, 2 * n_z + 1) = -forced.imag();
    }
    for (Index o = 0; o < 4; ++o)
        bound(o, n_z) = std::abs(P) * std::pow(Omega, orders[static_cast<std::size_t>(o)]);
    // z' = s z + force e; what of it grows, r = (z - z(0) e^{s tau}) / force, is at most tau.
    for (std::size_t i = 0; i < maps.resonant.size(); ++i) {
        const Index at = maps.resonant[i];
        const Complex s = modes.s(at), force = row(at) * maps.force[i];
        Complex grown = 0, power = 1;
        double r = period, size = 1;
        for (int d = 0; d <= highest; ++d) {
            if (d < highest) {
                derivatives(d, 2 * n_z) += (force * grown).real();
                derivatives(d, 2 * n_z + 1) -= (force * grown).imag();
            }
            for (Index o = 0; o < 4; ++o)
                if (orders[static_cast<std::size_t>(o)] == d)
                    bound(o, n_z) += std::abs(force) * r;
            grown = s * grown + power;
            power *= j * Omega;
            r = std::abs(s) * r + size;
            size *= Omega;
        }
    }
}

constexpr Index width = lanes_width;

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

LockedMaps locked_maps(const CoulombSystem& system, const LockedModes& modes)
{
    const Index m = system.n_modes(), k = system.n_contacts(), n = modes.Psi.cols(),
                n_z = modes.s.size(), n_u = 2 * m + 3 + k, e = 2 * m, one = 2 * m + 2;
    const auto n_s = static_cast<Index>(modes.stick.size()),
               n_slow = static_cast<Index>(modes.slow.size());
    const double Omega = system.Omega;
    LockedMaps maps;
    maps.slow = modes.slow;
    for (Index i = 0; i < n_z; ++i) {
        maps.decay.push_back(modes.s(i).real());
        maps.frequency.push_back(modes.s(i).imag());
        maps.damped = maps.damped || modes.s(i).real() != 0;
        maps.drifts = maps.drifts || modes.s(i) == 0.0;
    }
    maps.drifts = maps.drifts || !modes.rigid.empty();
    maps.resonant = modes.resonant;
    for (std::size_t i = 0; i < modes.resonant.size(); ++i) {
        maps.resonant_s.push_back(modes.s(modes.resonant[i]));
        maps.force.push_back(modes.resonant_force(static_cast<Index>(i)));
    }

    // Offsets of the rows that stick, loads, and forces on y.
    const ComplexVector r_S = system.r(modes.stick);
    Matrix c = Matrix::Zero(n_s, n_u), load = Matrix::Zero(m, n_u);
    c.leftCols(m) = system.B(modes.stick, Eigen::all);
    add_harmonic(c, e, r_S);
    load.col(one) = system.p0;
    load.rightCols(k) = -system.B.transpose();
    for (const Index row : modes.stick)
        load.col(one + 1 + row).setZero();
    const Matrix h = modes.constant_force * load - modes.offset_force * c;

    // z = z(0), less its constant and forced parts; z' = s z + push.
    const ComplexMatrix push = modes.to_z.rightCols(n) * h;
    ComplexMatrix constant = ComplexMatrix::Zero(n_z, n_u), linear = constant, free = constant;
    for (Index i = 0; i < n_z; ++i)
        if (modes.s(i) == 0.0)
            linear.row(i) = push.row(i);
        else
            constant.row(i) = -push.row(i) / modes.s(i);
    free.leftCols(m) = modes.to_z.leftCols(n) * modes.constant_force;
    free.middleCols(m, m) = modes.to_z.rightCols(n) * modes.constant_force;
    free -= constant;
    free.col(e) -= modes.plus + modes.minus;
    free.col(e + 1) -= j * (modes.plus - modes.minus);

    // Polynomials of y in time.
    const auto from = modes.from_z.topRows(n), from_rate = modes.from_z.bottomRows(n);
    Matrix y0 = (from * constant).real(), y1 = (from * linear).real(), y2 = Matrix::Zero(n, n_u);
    ComplexVector forced = from * modes.plus + (from * modes.minus).conjugate();
    ComplexVector forced_rate = from_rate * modes.plus + (from_rate * modes.minus).conjugate();
    for (const Index at : modes.rigid) {
        forced(at) = -modes.g(at) / (Omega * Omega);
        forced_rate(at) = j * Omega * forced(at);
        y0.row(at).leftCols(m) = modes.constant_force.row(at);
        y1.row(at).segment(m, m) = modes.constant_force.row(at);
        add_harmonic(y0.row(at), e, ComplexVector::Constant(1, -forced(at)));
        add_harmonic(y1.row(at), e, ComplexVector::Constant(1, -forced_rate(at)));
        y2.row(at) = h.row(at) / 2;
    }
    Matrix slow(3 * n_slow, n_u); // (y, y') without their forced part, h
    for (Index i = 0; i < n_slow; ++i) {
        const SlowMode& mode = modes.slow[static_cast<std::size_t>(i)];
        forced(mode.at) = mode.forced;
        forced_rate(mode.at) = j * Omega * mode.forced;
        slow.row(i).setZero();
        slow.row(n_slow + i).setZero();
        slow.row(i).leftCols(m) = modes.constant_force.row(mode.at);
        slow.row(n_slow + i).segment(m, m) = modes.constant_force.row(mode.at);
        add_harmonic(slow.row(i), e, ComplexVector::Constant(1, -forced(mode.at)));
        add_harmonic(slow.row(n_slow + i), e, ComplexVector::Constant(1, -forced_rate(mode.at)));
        slow.row(2 * n_slow + i) = h.row(mode.at);
    }
    const Matrix q0 = modes.Psi * y0 + modes.A * c, q1 = modes.Psi * y1, q2 = modes.Psi * y2;

    const ComplexVector moved = modes.A.cast<Complex>() * r_S;
    maps.state = Matrix::Zero(2 * m, 2 * n_z + 2 + 3 * n_slow);
    maps.state.topLeftCorner(m, n_z) = modes.Psi * from.real();
    maps.state.block(0, n_z, m, n_z) = -modes.Psi * from.imag();
    maps.state.bottomLeftCorner(m, n_z) = modes.Psi * from_rate.real();
    maps.state.block(m, n_z, m, n_z) = -modes.Psi * from_rate.imag();
    add_harmonic(maps.state.topRows(m), 2 * n_z, modes.Psi * forced - moved);
    add_harmonic(maps.state.bottomRows(m), 2 * n_z, modes.Psi * forced_rate - j * Omega * moved);

    for (Index i = 0; i < n_slow; ++i) {
        const Vector shape = modes.Psi.col(modes.slow[static_cast<std::size_t>(i)].at);
        maps.state.col(2 * n_z + 2 + i).head(m) = shape;
        maps.state.col(2 * n_z + 2 + n_slow + i).tail(m) = shape;
    }

    const Index rows = 2 * n_z + 3 * n_slow; // those before the contacts
    maps.start = Matrix::Zero(rows + 2 * k + (maps.drifts ? 3 : 1) * m, n_u);
    maps.start.topRows(n_z) = free.real();
    maps.start.middleRows(n_z, n_z) = free.imag();
    maps.start.middleRows(2 * n_z, 3 * n_slow) = slow;
    auto F0 = maps.start.middleRows(rows, k), F1 = maps.start.middleRows(rows + k, k);
    for (Index row = 0, i = 0; row < k; ++row)
        if (i < n_s && modes.stick[static_cast<std::size_t>(i)] == row) {
            F0.row(row) = modes.A.col(i).transpose() * load - modes.offset_reaction.row(i) * c +
                          (modes.reaction.row(i) * constant).real();
            F1.row(row) = (modes.reaction.row(i) * linear).real();
            add_row(maps, modes, Omega, modes.reaction.row(i), modes.forced_reaction(i));
            for (Index l = 0; l < n_slow; ++l)
                add_slow(maps, l, modes.slow_reaction(i, l), modes.slow_drag(i, l));
            ++i;
        } else {
            F0.row(row) = system.B.row(row) * q1;
            F1.row(row) = 2 * system.B.row(row) * q2;
            add_row(maps, modes, Omega, modes.velocity.row(row), modes.forced_velocity(row));
            for (Index l = 0; l < n_slow; ++l)
                add_slow(maps, l, 0, modes.slow_velocity(row, l));
        }
    maps.start.middleRows(rows + 2 * k, m) = q0;
    if (maps.drifts) {
        maps.start.middleRows(rows + 2 * k + m, m) = q1;
        maps.start.bottomRows(m) = q2;
    }
    return maps;
}

void LockedMotion::start(const CoulombSystem& system, const LockedMaps& maps,
                         const MotionState& state)
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
        const Complex at = maps.resonant_s[i];
        const Complex d = 0.5 * tau * (j * Omega - at);
        const Complex ratio =
            std::abs(d) < 1e-3 ? 1.0 + d * d / 6.0 + d * d * d * d / 120.0 : std::sinh(d) / d;
        const Complex grown =
            maps.force[i] * drive0_ * tau * std::exp(0.5 * tau * (j * Omega + at)) * ratio;
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
