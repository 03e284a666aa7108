#include "dynamics/orbits/undamped_limits.hpp"

#include "base/bisection.hpp"
#include "base/dense_eigen.hpp"
#include "base/interruptible.hpp"
#include "base/to_vector.hpp"
#include "dynamics/modal/compliance.hpp"
#include "dynamics/orbits/reversal_response.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;
// Relative, of modes that count as one and of an absorber at Omega: round-off of eigenvalues. At
// 1e-13 an absorber 1e-12 beside Omega is none, at 1e-7 one 3e-9 beside is.
constexpr double one_frequency = 1e-10;
// Distance from a resonance, relative to Omega, below which the quotient of tan and cos - cos is
// written as a product; otherwise 1e-16 / e is lost. From 1e-7 to 0.1 no test changes.
constexpr double close_to_resonance = 1e-4;
constexpr double far_below_drive =
    1e-9; // of Omega: a frequency so low is none; 1e-12 to 1e-6 are the same

// Share of W: V / W has lost eight digits, its limit counts. From 1e-11 to 1e-5 nothing moves.
constexpr double lost_quotient = 1e-8;

// Tolerances of zeros of V. From a thousandth to a thousand times each value no test changes.
constexpr double in_phase = 1e-10;    // share of c across the common phase: round-off
constexpr double at_infinity = 1e-13; // beta over alpha of the pencil: no zero
constexpr double nearly_real = 1e-6;  // Im over Re of a squared zero: round-off of two that meet
constexpr double nearest = 1e-12;     // relative, first bracket about an eigenvalue ...
constexpr double farthest = 1e-4;     // ... and last, each ten times wider
constexpr double zero_of_V = 1e-8;    // share of the terms of V: what bisection leaves of a zero
constexpr double same_zero = 1e-9;    // relative distance of two zeros: found twice
constexpr double unseen = RegimeTolerances::unseen, resonant = RegimeTolerances::resonant,
                 undriven = RegimeTolerances::undriven, cancels = RegimeTolerances::cancels;

// tan(pi x / 2) by its distance from the nearest odd integer n: e = x - n.
struct Tangent {
    double n = 1, e = 0;
    [[nodiscard]] double value() const { return -1 / std::tan(pi * e / 2); }
};

Tangent tangent(double omega, double Omega)
{
    const double x = omega / Omega, n = 2 * std::floor(x / 2) + 1;
    return {n, (omega - n * Omega) / Omega};
}

// (w(t) - w(0) cos(Omega t)) / sin(Omega t) on 0 < t < pi / Omega.
class Undamped {
public:
    struct Mode {
        double omega, weight; // b^2
        double T;             // tan(pi omega / (2 Omega)) / omega
        bool resonant;        // as good as Omega
        double e;
    };

    Undamped(std::vector<Mode> modes, double Omega) : modes_(std::move(modes)), Omega_(Omega) {}

    [[nodiscard]] double operator()(double t) const
    {
        double sum = 0;
        for (const Mode& m : modes_)
            sum += m.resonant ? near(m, t)
                              : m.weight * (sine(m, t) +
                                            m.T * (std::cos(Omega_ * t) - std::cos(m.omega * t)));
        return sum / std::sin(Omega_ * t);
    }

    // At h, 2 h, ...: the drive and each mode turn by the same angle from one to the next.
    [[nodiscard]] Vector samples(double h, Index n, const Progress& progress) const
    {
        Vector sum = Vector::Zero(n);
        const ComplexVector drive = turns(Omega_, h, n);
        for (const Mode& m : modes_) {
            ask(progress);
            if (m.resonant || m.omega == 0) {
                for (Index k = 0; k < n; ++k) {
                    const double t = h * static_cast<double>(k + 1);
                    sum(k) +=
                        m.resonant ? near(m, t) : m.weight * (t + m.T * (drive(k).real() - 1));
                }
                continue;
            }
            const ComplexVector z = turns(m.omega, h, n);
            for (Index k = 0; k < n; ++k)
                sum(k) +=
                    m.weight * (z(k).imag() / m.omega + m.T * (drive(k).real() - z(k).real()));
        }
        return sum.cwiseQuotient(drive.imag());
    }

private:
    // exp(j omega k h), k = 1 to n.
    static ComplexVector turns(double omega, double h, Index n)
    {
        constexpr Index fresh = 64; // turns until round-off is cleared
        const Complex turn = std::polar(1.0, omega * h);
        ComplexVector z(n);
        for (Index k = 0; k < n; ++k)
            z(k) = k % fresh == 0
                       ? std::polar(1.0, omega * h * static_cast<double>(k + 1))
                       : Complex(z(k - 1).real() * turn.real() - z(k - 1).imag() * turn.imag(),
                                 z(k - 1).real() * turn.imag() + z(k - 1).imag() * turn.real());
        return z;
    }

    static double sine(const Mode& m, double t)
    {
        return m.omega == 0 ? t : std::sin(m.omega * t) / m.omega;
    }

    // tan(pi (1 + e) / 2) (cos x - cos (1 + e) x) without the product of infinity and zero.
    [[nodiscard]] double near(const Mode& m, double t) const
    {
        const double x = Omega_ * t;
        const double ratio = m.e == 0 ? x / pi : std::sin(m.e * x / 2) / std::sin(pi * m.e / 2);
        return m.weight / m.omega *
               (std::sin(m.omega * t) -
                2 * std::cos(pi * m.e / 2) * ratio * std::sin((2 + m.e) * x / 2));
    }

    std::vector<Mode> modes_;
    double Omega_;
};

} // namespace

UndampedLimits::UndampedLimits(const DrySystem& system, Progress progress)
    : progress_(std::move(progress))
{
    const StackedModes& modes = system.modes;
    const Vector b = system.B.row(0).transpose();
    // Modes of one frequency count as one: of them the contact sees the combination b.
    std::vector<Index> order(static_cast<std::size_t>(modes.n()));
    for (Index i = 0; i < modes.n(); ++i)
        order[static_cast<std::size_t>(i)] = i;
    std::sort(order.begin(), order.end(),
              [&](Index i, Index j) -> bool { return modes.omega(i) < modes.omega(j); });
    Complex moved = 0;
    double moved_scale = std::abs(system.r(0));
    std::vector<double> scale; // of the sum c
    for (const Index i : order) {
        const double omega = modes.omega(i);
        const Complex p = system.force(i) + omega * omega * system.inertia(i);
        moved += b(i) * system.inertia(i);
        moved_scale += std::abs(b(i) * system.inertia(i));
        if (poles_.empty() || omega - poles_.back().omega > one_frequency * omega) {
            poles_.push_back({omega, 0, 0});
            scale.push_back(0);
        }
        poles_.back().b2 += b(i) * b(i);
        poles_.back().c += b(i) * p;
        scale.back() +=
            b.norm() * (std::abs(system.force(i)) + omega * omega * system.inertia.norm());
    }
    c_infinite_ = system.r(0) - moved;
    if (std::abs(c_infinite_) <= unseen * moved_scale)
        c_infinite_ = 0;
    for (std::size_t k = 0; k < poles_.size(); ++k)
        if (std::abs(poles_[k].c) <= unseen * scale[k])
            poles_[k].c = 0;
    std::erase_if(poles_, [&](const Pole& pole) -> bool {
        return pole.b2 <= unseen * unseen * b.squaredNorm();
    });
}

Complex UndampedLimits::V_at(double Omega, double& scale) const
{
    Complex V = c_infinite_;
    scale = std::abs(V);
    for (const Pole& pole : poles_) {
        if (pole.c == 0.0)
            continue;
        const Complex part = pole.c / dynamic_stiffness(pole.omega, Omega);
        V += part;
        scale += std::abs(part);
    }
    return V;
}

double UndampedLimits::W_at(double Omega, double& scale) const
{
    double W = 0;
    scale = 0;
    for (const Pole& pole : poles_) {
        const double part = pole.b2 / dynamic_stiffness(pole.omega, Omega);
        W += part;
        scale += std::abs(part);
    }
    return W;
}

std::optional<double> UndampedLimits::lock(double Omega, bool& absorber) const
{
    absorber = false;
    for (const Pole& pole : poles_)
        if (pole.omega == Omega) // both grow alike
            return std::abs(pole.c) / pole.b2;
    double scale_V = 0, scale_W = 0;
    const Complex V = V_at(Omega, scale_V);
    const double W = W_at(Omega, scale_W);
    if (std::abs(W) > cancels * scale_W)
        return std::abs(V) / std::abs(W);
    Complex dV = 0; // by Omega, over 2 Omega
    double dW = 0;
    for (const Pole& pole : poles_) {
        const double d = dynamic_stiffness(pole.omega, Omega);
        dV += pole.c / (d * d);
        dW += pole.b2 / (d * d);
    }
    const double distance = std::abs(W) / (2 * Omega * Omega * dW); // of the zero of W, relative
    if (std::abs(V - dV * (W / dW)) > undriven * scale_V) {         // V at this zero
        if (distance <= resonant)
            return {};
        return std::abs(V) / std::abs(W);
    }
    absorber = distance <= one_frequency; // a mode of the locked system that nothing drives
    return std::abs(W) > lost_quotient * scale_W ? std::abs(V) / std::abs(W) : std::abs(dV) / dW;
}

RegimeLimits UndampedLimits::at(double Omega) const
{
    RegimeLimits limits;
    limits.no_motion = lock(Omega, limits.absorber);
    std::vector<Undamped::Mode> modes;
    double w_0 = 0, resonant_limit = 0, omega_max = 0, b2 = 0;
    bool at_pole = false; // Omega is a free frequency to the last digit
    bool endless = false; // a mode that the reversals of friction drive at its own frequency
    for (const Pole& pole : poles_) {
        b2 += pole.b2;
        omega_max = std::max(omega_max, pole.omega);
        if (pole.omega < far_below_drive * Omega) {
            modes.push_back({0, pole.b2, pi / (2 * Omega), false, 0});
            w_0 -= pole.b2 * pi / (2 * Omega);
            continue;
        }
        const Tangent tan = tangent(pole.omega, Omega);
        const bool first = tan.n == 1;
        if (first && std::abs(tan.e) < resonant && pole.c != 0.0)
            limits.resonance = true;
        if (tan.e == 0 && first) {
            at_pole = true;
            resonant_limit = pi * std::abs(pole.c) / (4 * pole.b2);
        } else if (tan.e == 0) {
            endless = true;
        }
        const double T = tan.e == 0 ? 0 : tan.value() / pole.omega;
        w_0 -= pole.b2 * T;
        modes.push_back(
            {pole.omega, pole.b2, T, first && std::abs(tan.e) < close_to_resonance, tan.e});
    }
    const double unit = b2 / Omega;
    double g_max = 0;
    if (!endless) {
        const Undamped g(std::move(modes), Omega);
        const Index n = n_samples(omega_max, Omega);
        const double end = pi / Omega, h = end / static_cast<double>(n);
        const Vector t = Vector::LinSpaced(n - 1, h, end - h);
        g_max = largest(g, t, g.samples(h, n - 1, progress_), unit, end, progress_);
        limits.S = g_max / unit;
    }
    if (at_pole && !endless) {
        limits.continuous = limits.continuous_unit_S = resonant_limit;
        return limits;
    }
    if (endless)
        return limits;
    double scale = 0;
    const double V = Omega * std::abs(V_at(Omega, scale));
    limits.continuous = V / std::hypot(w_0, g_max);
    limits.continuous_unit_S = V / std::hypot(w_0, unit);
    return limits;
}

std::optional<SlidingResponse> UndampedLimits::response(double Omega) const
{
    struct Mode {
        double omega, b2, T;
    };
    std::vector<Mode> modes;
    double b2 = 0, fastest = 0, scale = 0;
    for (const Pole& pole : poles_) {
        b2 += pole.b2;
        fastest = std::max(fastest, pole.omega);
        if (pole.omega < far_below_drive * Omega) {
            modes.push_back({0, pole.b2, pi / (2 * Omega)});
            continue;
        }
        const Tangent tan = tangent(pole.omega, Omega);
        if (std::abs(tan.e) < resonant)
            return {};
        modes.push_back({pole.omega, pole.b2, tan.value()});
    }
    auto w = [modes = std::move(modes)](double t) -> SlidingResponse::Value {
        SlidingResponse::Value value;
        for (const Mode& m : modes) {
            const double c = std::cos(m.omega * t), s = std::sin(m.omega * t);
            value.w += m.b2 * (m.omega == 0 ? t - m.T : (s - m.T * c) / m.omega);
            value.slope += m.b2 * (m.omega == 0 ? 1 : c + m.T * s);
        }
        return value;
    };
    const auto terms = static_cast<double>(poles_.size());
    return SlidingResponse{std::move(w), Omega,   Omega * std::abs(V_at(Omega, scale)),
                           b2,           fastest, terms};
}

RegimePeaks UndampedLimits::peaks(double low, double high) const
{
    low *= 1 - resonant; // ends of the range belong to it
    high *= 1 + resonant;
    RegimePeaks peaks;
    std::vector<double> infinite, at, value;
    for (std::size_t k = 0; k + 1 < poles_.size(); ++k) {
        // W rises from -infinity to infinity between two free frequencies.
        double a = poles_[k].omega, c = poles_[k + 1].omega, scale = 0;
        if (c < low || a > high)
            continue;
        for (double middle = (a + c) / 2; middle > a && middle < c; middle = (a + c) / 2)
            (W_at(middle, scale) < 0 ? a : c) = middle;
        const double root = c;
        const double V = std::abs(V_at(root, scale));
        if (root >= low && root <= high && V > undriven * scale)
            infinite.push_back(root);
    }
    for (const Pole& pole : poles_)
        if (pole.omega >= low && pole.omega <= high && pole.c != 0.0) {
            at.push_back(pole.omega);
            value.push_back(pi * std::abs(pole.c) / (4 * pole.b2));
        }
    peaks.infinite = to_vector(infinite);
    peaks.resonances = to_vector(at);
    peaks.finite = to_vector(value);
    peaks.antiresonances = to_vector(zeros_of_V(low, high));
    return peaks;
}

// The one phase that makes all of V real, and the largest |c|; none if there is no such phase.
std::optional<UndampedLimits::Phase>
UndampedLimits::common_phase(const std::vector<Pole>& driven) const
{
    Phase of_largest;
    for (const Pole& pole : driven)
        if (std::abs(pole.c) > of_largest.c) {
            of_largest.c = std::abs(pole.c);
            of_largest.turn = std::conj(pole.c) / of_largest.c;
        }
    for (const Pole& pole : driven)
        if (std::abs((pole.c * of_largest.turn).imag()) > in_phase * std::abs(pole.c))
            return {};
    if (std::abs((c_infinite_ * of_largest.turn).imag()) > in_phase * std::abs(c_infinite_))
        return {};
    return of_largest;
}

// Squares of the zeros of V: eigenvalues lambda of [omega^2 - lambda, u; -v^T, c_infinite] with
// u v = c.
std::vector<Complex> UndampedLimits::squared_zeros(const std::vector<Pole>& driven,
                                                   const Phase& phase, double high) const
{
    const auto n = static_cast<Index>(driven.size());
    const double unit = high * high; // eigenvalues of about 1 in the range
    Matrix A = Matrix::Zero(n + 1, n + 1), E = Matrix::Identity(n + 1, n + 1);
    E(n, n) = 0;
    for (Index k = 0; k < n; ++k) {
        const Pole& pole = driven[static_cast<std::size_t>(k)];
        const double c = (pole.c * phase.turn).real() / phase.c;
        A(k, k) = pole.omega * pole.omega / unit;
        A(k, n) = std::copysign(std::sqrt(std::abs(c)), c);
        A(n, k) = -std::sqrt(std::abs(c));
    }
    A(n, n) = (c_infinite_ * phase.turn).real() / phase.c * unit;
    const PencilEigenvalues found = interruptible(
        [A = std::move(A), E = std::move(E)] { return eigenvalues(A, E); }, if_long(n, progress_));
    std::vector<Complex> squares;
    for (Index k = 0; k <= n; ++k) {
        const Complex alpha = found.alpha(k);
        const double beta = found.beta(k);
        if (std::abs(beta) > at_infinity * std::abs(alpha)) // not at infinity
            squares.push_back(alpha / beta * unit);
    }
    return squares;
}

// V is real up to one phase, or it has no zeros but by chance. Its zeros are eigenvalues, then put
// right by bisection.
std::vector<double> UndampedLimits::zeros_of_V(double low, double high) const
{
    std::vector<Pole> driven;
    for (const Pole& pole : poles_)
        if (pole.c != 0.0)
            driven.push_back(pole);
    if (driven.empty())
        return {};
    const std::optional<Phase> phase = common_phase(driven);
    if (!phase)
        return {};
    double scale = 0;
    auto V = [&](double Omega) -> double { return (V_at(Omega, scale) * phase->turn).real(); };
    std::vector<double> zeros;
    for (const Complex& lambda : squared_zeros(driven, *phase, high)) {
        if (!(lambda.real() > 0) || std::abs(lambda.imag()) > nearly_real * lambda.real())
            continue;
        double Omega = std::sqrt(lambda.real());
        for (double reach = nearest; reach < farthest; reach *= 10) {
            const double a = Omega * (1 - reach), c = Omega * (1 + reach);
            const double V_a = V(a), V_c = V(c);
            if ((V_a < 0) == (V_c < 0))
                continue;
            const auto [below, above] =
                bisect(a, c, [&](double middle) { return (V(middle) < 0) == (V_a < 0); });
            Omega = std::abs(V(below)) < std::abs(V(above)) ? below : above;
            break;
        }
        if (std::abs(V(Omega)) > zero_of_V * scale || Omega < low || Omega > high)
            continue;
        zeros.push_back(Omega);
    }
    std::sort(zeros.begin(), zeros.end());
    zeros.erase(std::unique(zeros.begin(), zeros.end(),
                            [](double a, double b) -> bool { return b - a < same_zero * b; }),
                zeros.end());
    return zeros;
}

} // namespace slideway::dynamics
