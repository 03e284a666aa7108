#include "dynamics/orbits/closed_form_starts.hpp"

#include "base/dense_solve.hpp"
#include "dynamics/orbits/regime_limits.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;
// Distance from Omega at which an undamped mode counts as resonant, relative to Omega. At 1e-12 an
// absorber 3e-10 from Omega makes the search endless; at 1e-6 one at 1e-7 counts as resonant.
constexpr double held_resonance = 1e-9;
// Share of the loads on a mode, of those on a rigid one and of the largest limit that is round-off.
// From 1e-15 to 1e-9 no test moves.
constexpr double unloaded = 1e-12;
constexpr double unpushed = 1e-12;
constexpr double no_limit = 1e-12;

// Where a constant force takes a slow mode: a displacement, or without stiffness a velocity.
struct Displaced {
    double y = 0, rate = 0;
};
Displaced displaced(const SlowMode& mode, double h)
{
    return mode.k > 0 ? Displaced{h / mode.k, 0} : Displaced{0, h / mode.c};
}

// The periodic motion under the harmonic drive and the constant forces h on the modes y [2 m].
Vector forced(const DrySystem& s, const LockedModes& modes, const Vector& h, Complex drive)
{
    const Index m = s.n_modes(), n = modes.Psi.cols();
    ComplexVector z = modes.plus * drive + modes.minus * std::conj(drive);
    const ComplexVector force = modes.to_z.rightCols(n) * h;
    for (Index i = 0; i < z.size(); ++i)
        if (modes.s(i) != 0.0)
            z(i) -= force(i) / modes.s(i);
    Vector y = (modes.from_z * z).real();
    for (const Index position : modes.rigid) {
        const Complex moved = -modes.g(position) / (s.Omega * s.Omega) * drive;
        y(position) = moved.real();
        y(n + position) = (Complex(0, s.Omega) * moved).real();
    }
    for (const SlowMode& mode : modes.slow) {
        const Complex moved = mode.forced * drive;
        const Displaced mean = displaced(mode, h(mode.at));
        y(mode.at) = moved.real() + mean.y;
        y(n + mode.at) = (Complex(0, s.Omega) * moved).real() + mean.rate;
    }
    Vector z_of(2 * m);
    z_of << modes.Psi * y.head(n), modes.Psi * y.tail(n);
    for (std::size_t i = 0; i < modes.stick.size(); ++i) {
        const Complex moved = s.r(modes.stick[i]) * drive;
        const Vector A = modes.A.col(static_cast<Index>(i));
        z_of.head(m) -= moved.real() * A;
        z_of.tail(m) -= (Complex(0, s.Omega) * moved).real() * A;
    }
    return z_of;
}

// Reactions of the contacts held: |constant_i| + |forced_i| is the most of each over a period.
struct Reactions {
    Vector constant;
    ComplexVector forced;

    [[nodiscard]] bool within(const Vector& limit) const
    {
        return (constant.cwiseAbs() + forced.cwiseAbs() -
                (1 + RegimeTolerances::same_limit) * limit)
                   .maxCoeff() <= 0;
    }
};

// Undamped modes at Omega that nothing drives: of any amplitude. None at all if one is driven.
std::optional<std::vector<Index>> free_modes(const DrySystem& s, const LockedModes& modes)
{
    const ComplexVector moved = modes.A.cast<Complex>() * s.r;
    const double load =
        s.p.norm() + s.modes.omega.cwiseAbs2().cast<Complex>().cwiseProduct(moved).norm();
    std::vector<Index> free;
    for (std::size_t i = 0; i < modes.resonant.size(); ++i) {
        const Index position = modes.resonant[i];
        if (std::abs(modes.resonant_force(static_cast<Index>(i))) > unloaded * load)
            return std::nullopt;
        if (std::abs(Complex(0, s.Omega) - modes.s(position)) <= held_resonance * s.Omega)
            free.push_back(position);
    }
    return free;
}

// Reactions to the constant loads, which are the forces h on the modes y.
Vector constant_reactions(const DrySystem& s, const LockedModes& modes, const Vector& h)
{
    const ComplexVector force = modes.to_z.rightCols(h.size()) * h;
    Vector constant = modes.A.transpose() * s.p0;
    for (Index i = 0; i < modes.s.size(); ++i)
        if (modes.s(i) != 0.0)
            constant -= (modes.reaction.col(i) * (force(i) / modes.s(i))).real();
    for (std::size_t i = 0; i < modes.slow.size(); ++i) {
        const Displaced mean = displaced(modes.slow[i], h(modes.slow[i].at));
        const auto column = static_cast<Index>(i);
        constant +=
            modes.slow_reaction.col(column) * mean.y + modes.slow_drag.col(column) * mean.rate;
    }
    return constant;
}

// The free vibration that takes part of the load such that the contacts hold: the least reactions,
// in parts of the limits. Empty if they do not hold.
ComplexVector relief(const DrySystem& s, const LockedModes& modes, const std::vector<Index>& free,
                     const Reactions& reactions)
{
    const Vector weight = s.limit.cwiseMax(no_limit * s.limit.maxCoeff()).cwiseInverse();
    const ComplexMatrix R = modes.reaction(Eigen::all, free);
    if (!weight.allFinite())
        return {};
    ComplexVector amplitude = least_squares(ComplexMatrix(weight.asDiagonal() * R),
                                            -weight.cast<Complex>().cwiseProduct(reactions.forced))
                                  .x;
    if (!Reactions{reactions.constant, reactions.forced + R * amplitude}.within(s.limit))
        return {};
    return amplitude;
}

// (q, q') at a reversal of one contact that slides throughout: with friction -limit over half a
// period, z' = s z + h repeats with opposite sign from z = -h / s tanh(s T / 4).
Vector friction_reversal(const LockedModes& modes, const Vector& h, double T)
{
    const Index n = modes.Psi.cols();
    ComplexVector z = modes.to_z.rightCols(n) * h;
    for (Index i = 0; i < z.size(); ++i) {
        const Complex s = modes.s(i);
        z(i) *= s == 0.0 ? Complex(-T / 4) : -std::tanh(s * (T / 4)) / s;
    }
    Vector y = (modes.from_z * z).real();
    for (const Index position : modes.rigid)
        y(n + position) = -h(position) * T / 4;
    for (const SlowMode& mode : modes.slow) {
        Eigen::Matrix2d A; // (y, y') over half a period
        Eigen::Vector2d pushed(0, 0);
        for (int column = 0; column < 2; ++column) {
            A.col(column) = Eigen::Vector2d::Unit(column);
            mode.advance(T / 2, 0, A(0, column), A(1, column));
        }
        mode.advance(T / 2, h(mode.at), pushed(0), pushed(1));
        const Eigen::Vector2d start = -Lu<double>(Eigen::Matrix2d::Identity() + A).solve(pushed);
        y(mode.at) = start(0);
        y(n + mode.at) = start(1);
    }
    Vector reversal(2 * modes.Psi.rows());
    reversal << modes.Psi * y.head(n), modes.Psi * y.tail(n);
    return reversal;
}

} // namespace

LockedStart locked_start(PeriodMap& map)
{
    const DrySystem& s = map.system();
    const Index m = s.n_modes();
    const LockedModes& modes =
        map.table().of(std::vector<int>(static_cast<std::size_t>(s.n_contacts()), 0));
    const std::optional<std::vector<Index>> free = free_modes(s, modes);
    if (!free)
        return {};
    const Vector h = modes.constant_force * s.p0;
    for (const Index position : modes.rigid)
        if (std::abs(h(position)) > unpushed * s.p0.norm())
            return {};
    const Reactions reactions{constant_reactions(s, modes, h), modes.forced_reaction};
    LockedStart start{forced(s, modes, h, 1), reactions.within(s.limit)};
    if (start.holds || free->empty())
        return start;
    const ComplexVector amplitude = relief(s, modes, *free, reactions);
    if (amplitude.size() == 0)
        return start;
    start.holds = true;
    const Vector y = (modes.from_z(Eigen::all, *free) * amplitude).real();
    start.z->head(m) += modes.Psi * y.head(modes.Psi.cols());
    start.z->tail(m) += modes.Psi * y.tail(modes.Psi.cols());
    return start;
}

std::optional<Vector> continuous_start(PeriodMap& map)
{
    const DrySystem& s = map.system();
    if (s.n_contacts() != 1 || !map.half())
        return std::nullopt;
    const LockedModes& modes = map.table().of({1});
    if (!modes.resonant.empty())
        return std::nullopt;
    const Vector h = modes.constant_force * (s.limit(0) * s.B.row(0).transpose());
    Vector reversal = friction_reversal(modes, h, map.T());
    const double v = s.B.row(0).dot(reversal.tail(s.n_modes()));
    const Complex P = modes.forced_velocity(0);
    if (!(std::abs(v) < std::abs(P)) || !reversal.allFinite())
        return std::nullopt;
    // |P| cos(Omega t + arg P) + v = 0, then negative.
    double phase = std::acos(-v / std::abs(P)) - std::arg(P);
    phase -= 2 * pi * std::floor(phase / (2 * pi));
    reversal += forced(s, modes, Vector::Zero(modes.Psi.cols()), std::polar(1.0, phase));
    EventDrivenOptions options = map.from(reversal, 1);
    options.t_start = phase / s.Omega;
    options.t_end = map.T();
    if (!(options.t_end > options.t_start))
        return reversal;
    const MotionRecord run = event_driven(map.table(), options);
    return map.end_of(run, 2);
}

} // namespace slideway::dynamics
