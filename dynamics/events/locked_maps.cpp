#include "dynamics/events/locked_motion.hpp"

#include <array>
#include <cmath>
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

// Adds the row value y + rate y' of slow mode i.
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

using RowDerivatives = Eigen::Matrix<double, n_derivatives, Eigen::Dynamic>;

// Derivatives and bounds of the parts of a row that resonate: z' = s z + force e; what of it grows,
// r = (z - z(0) e^{s tau}) / force, is at most tau.
void add_resonance(const LockedMaps& maps, const LockedModes& modes, double Omega,
                   const Eigen::RowVectorXcd& row, RowDerivatives& derivatives, Matrix& bound)
{
    const Index n_z = modes.s.size();
    const double period = 2 * std::numbers::pi / Omega;
    for (std::size_t i = 0; i < maps.resonant.size(); ++i) {
        const Index position = maps.resonant[i];
        const Complex s = modes.s(position), force = row(position) * maps.force[i];
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

// Derivatives and bounds of a row Re(row z) + Re(P e); of slow modes none yet.
void add_row(LockedMaps& maps, const LockedModes& modes, double Omega,
             const Eigen::RowVectorXcd& row, Complex P)
{
    const Index n_z = modes.s.size(), n_slow = static_cast<Index>(modes.slow.size());
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
    add_resonance(maps, modes, Omega, row, derivatives, bound);
}

// Columns of u = (q, q', Re e, Im e, 1, f).
struct StateColumns {
    explicit StateColumns(const DrySystem& system)
        : m(system.n_modes()), k(system.n_contacts()), e(2 * m), one(2 * m + 2), n(2 * m + 3 + k)
    {
    }
    Index m, k, e, one, n;
};

void list_modes(LockedMaps& maps, const LockedModes& modes)
{
    maps.slow = modes.slow;
    for (Index i = 0; i < modes.s.size(); ++i) {
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
}

// By u: offsets of the rows that stick, constant loads, and forces on y.
struct Loads {
    Matrix offset, load, h;
};

Loads loads_of(const DrySystem& system, const LockedModes& modes)
{
    const StateColumns u(system);
    Loads loads{
        Matrix::Zero(static_cast<Index>(modes.stick.size()), u.n), Matrix::Zero(u.m, u.n), {}};
    loads.offset.leftCols(u.m) = system.B(modes.stick, Eigen::all);
    add_harmonic(loads.offset, u.e, system.r(modes.stick));
    loads.load.col(u.one) = system.p0;
    loads.load.rightCols(u.k) = -system.B.transpose();
    for (const Index row : modes.stick)
        loads.load.col(u.one + 1 + row).setZero();
    loads.h = modes.constant_force * loads.load - modes.offset_force * loads.offset;
    return loads;
}

// By u: z = constant + linear tau + forced part + free e^{s tau}; z' = s z + push.
struct Coordinates {
    ComplexMatrix constant, linear, free;
};

Coordinates coordinates_of(const DrySystem& system, const LockedModes& modes, const Matrix& h)
{
    const StateColumns u(system);
    const Index m = u.m, n = modes.Psi.cols(), n_z = modes.s.size();
    const ComplexMatrix push = modes.to_z.rightCols(n) * h;
    Coordinates z;
    z.constant = ComplexMatrix::Zero(n_z, u.n);
    z.linear = z.free = z.constant;
    for (Index i = 0; i < n_z; ++i)
        if (modes.s(i) == 0.0)
            z.linear.row(i) = push.row(i);
        else
            z.constant.row(i) = -push.row(i) / modes.s(i);
    z.free.leftCols(m) = modes.to_z.leftCols(n) * modes.constant_force;
    z.free.middleCols(m, m) = modes.to_z.rightCols(n) * modes.constant_force;
    z.free -= z.constant;
    z.free.col(u.e) -= modes.plus + modes.minus;
    z.free.col(u.e + 1) -= j * (modes.plus - modes.minus);
    return z;
}

// Part of y besides the coordinates: y0 + y1 tau + y2 tau^2 by u, Re(forced e), and slow modes.
struct Rest {
    Matrix y0, y1, y2;                 // n x u
    ComplexVector forced, forced_rate; // n: of y, y'
    Matrix slow;                       // 3 n_slow x u: (y, y') without their forced part, h
};

Rest rest_of(const DrySystem& system, const LockedModes& modes, const Matrix& h,
             const Coordinates& z)
{
    const StateColumns u(system);
    const Index m = u.m, n = modes.Psi.cols();
    const auto n_slow = static_cast<Index>(modes.slow.size());
    const double Omega = system.Omega;
    const auto from = modes.from_z.topRows(n), from_rate = modes.from_z.bottomRows(n);
    Rest y{(from * z.constant).real(),
           (from * z.linear).real(),
           Matrix::Zero(n, u.n),
           from * modes.plus + (from * modes.minus).conjugate(),
           from_rate * modes.plus + (from_rate * modes.minus).conjugate(),
           Matrix(3 * n_slow, u.n)};
    for (const Index position : modes.rigid) {
        y.forced(position) = -modes.g(position) / (Omega * Omega);
        y.forced_rate(position) = j * Omega * y.forced(position);
        y.y0.row(position).leftCols(m) = modes.constant_force.row(position);
        y.y1.row(position).segment(m, m) = modes.constant_force.row(position);
        add_harmonic(y.y0.row(position), u.e, ComplexVector::Constant(1, -y.forced(position)));
        add_harmonic(y.y1.row(position), u.e, ComplexVector::Constant(1, -y.forced_rate(position)));
        y.y2.row(position) = h.row(position) / 2;
    }
    for (Index i = 0; i < n_slow; ++i) {
        const SlowMode& mode = modes.slow[static_cast<std::size_t>(i)];
        y.forced(mode.at) = mode.forced;
        y.forced_rate(mode.at) = j * Omega * mode.forced;
        y.slow.row(i).setZero();
        y.slow.row(n_slow + i).setZero();
        y.slow.row(i).leftCols(m) = modes.constant_force.row(mode.at);
        y.slow.row(n_slow + i).segment(m, m) = modes.constant_force.row(mode.at);
        add_harmonic(y.slow.row(i), u.e, ComplexVector::Constant(1, -y.forced(mode.at)));
        add_harmonic(y.slow.row(n_slow + i), u.e,
                     ComplexVector::Constant(1, -y.forced_rate(mode.at)));
        y.slow.row(2 * n_slow + i) = h.row(mode.at);
    }
    return y;
}

// (q, q') by zeta.
Matrix state_map(const DrySystem& system, const LockedModes& modes, const Rest& y)
{
    const Index m = system.n_modes(), n = modes.Psi.cols(), n_z = modes.s.size();
    const auto n_slow = static_cast<Index>(modes.slow.size());
    const auto from = modes.from_z.topRows(n), from_rate = modes.from_z.bottomRows(n);
    const ComplexVector moved = modes.A.cast<Complex>() * system.r(modes.stick);
    Matrix state = Matrix::Zero(2 * m, 2 * n_z + 2 + 3 * n_slow);
    state.topLeftCorner(m, n_z) = modes.Psi * from.real();
    state.block(0, n_z, m, n_z) = -modes.Psi * from.imag();
    state.bottomLeftCorner(m, n_z) = modes.Psi * from_rate.real();
    state.block(m, n_z, m, n_z) = -modes.Psi * from_rate.imag();
    add_harmonic(state.topRows(m), 2 * n_z, modes.Psi * y.forced - moved);
    add_harmonic(state.bottomRows(m), 2 * n_z,
                 modes.Psi * y.forced_rate - j * system.Omega * moved);
    for (Index i = 0; i < n_slow; ++i) {
        const Vector shape = modes.Psi.col(modes.slow[static_cast<std::size_t>(i)].at);
        state.col(2 * n_z + 2 + i).head(m) = shape;
        state.col(2 * n_z + 2 + n_slow + i).tail(m) = shape;
    }
    return state;
}

// Reactions of rows that stick, velocities of those that slide: F0 + F1 tau by u, and the
// derivatives by zeta.
void add_contacts(LockedMaps& maps, const DrySystem& system, const LockedModes& modes,
                  const Loads& loads, const Coordinates& z, const Matrix& q1, const Matrix& q2,
                  Index first)
{
    const Index k = system.n_contacts();
    const auto n_s = static_cast<Index>(modes.stick.size()),
               n_slow = static_cast<Index>(modes.slow.size());
    auto F0 = maps.start.middleRows(first, k), F1 = maps.start.middleRows(first + k, k);
    for (Index row = 0, i = 0; row < k; ++row)
        if (i < n_s && modes.stick[static_cast<std::size_t>(i)] == row) {
            F0.row(row) = modes.A.col(i).transpose() * loads.load -
                          modes.offset_reaction.row(i) * loads.offset +
                          (modes.reaction.row(i) * z.constant).real();
            F1.row(row) = (modes.reaction.row(i) * z.linear).real();
            add_row(maps, modes, system.Omega, modes.reaction.row(i), modes.forced_reaction(i));
            for (Index l = 0; l < n_slow; ++l)
                add_slow(maps, l, modes.slow_reaction(i, l), modes.slow_drag(i, l));
            ++i;
        } else {
            F0.row(row) = system.B.row(row) * q1;
            F1.row(row) = 2 * system.B.row(row) * q2;
            add_row(maps, modes, system.Omega, modes.velocity.row(row), modes.forced_velocity(row));
            for (Index l = 0; l < n_slow; ++l)
                add_slow(maps, l, 0, modes.slow_velocity(row, l));
        }
}

} // namespace

LockedMaps locked_maps(const DrySystem& system, const LockedModes& modes)
{
    LockedMaps maps;
    list_modes(maps, modes);
    const Loads loads = loads_of(system, modes);
    const Coordinates z = coordinates_of(system, modes, loads.h);
    const Rest y = rest_of(system, modes, loads.h, z);
    const Matrix q0 = modes.Psi * y.y0 + modes.A * loads.offset, q1 = modes.Psi * y.y1,
                 q2 = modes.Psi * y.y2;
    maps.state = state_map(system, modes, y);

    const StateColumns u(system);
    const Index m = u.m, k = u.k, n_z = modes.s.size(), n_slow = y.slow.rows() / 3,
                rows = 2 * n_z + 3 * n_slow; // those before the contacts
    maps.start = Matrix::Zero(rows + 2 * k + (maps.drifts ? 3 : 1) * m, u.n);
    maps.start.topRows(n_z) = z.free.real();
    maps.start.middleRows(n_z, n_z) = z.free.imag();
    maps.start.middleRows(2 * n_z, 3 * n_slow) = y.slow;
    add_contacts(maps, system, modes, loads, z, q1, q2, rows);
    maps.start.middleRows(rows + 2 * k, m) = q0;
    if (maps.drifts) {
        maps.start.middleRows(rows + 2 * k + m, m) = q1;
        maps.start.bottomRows(m) = q2;
    }
    return maps;
}

} // namespace slideway::dynamics
