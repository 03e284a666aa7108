#include "dynamics/orbits/damped_limits.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/interruptible.hpp"
#include "base/to_vector.hpp"
#include "dynamics/modal/compliance.hpp"
#include "dynamics/orbits/reversal_response.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;
constexpr double unseen = RegimeTolerances::unseen, resonant = RegimeTolerances::resonant,
                 undriven = RegimeTolerances::undriven, cancels = RegimeTolerances::cancels;
// Decays below this value per half period are approximated by a parabola, to second order;
// quotients of faster ones lose 1e-16 divided by it. At 1e-9 limits of a mass on a weak dashpot are
// wrong by 1e-7; from 1e-6 to 1e-2 no test changes.
constexpr double slow = 1e-5;
// Separation of the poles of critical damping, relative to omega^2. At 1e-13 limits change by
// 2e-10, at 1e-7 by 2e-9.
constexpr double critical_square = 1e-10;
// Distance from a resonance, relative to Omega, at which the limits at the resonance are evaluated.
// From 1e-12 to 1e-6 no test changes.
constexpr double beside = 1e-9;
// Spacing of the last samples before the reversal, in rad of the fastest decay. From 0.01 to 10 no
// test changes.
constexpr double finest = 0.1;

} // namespace

// w(t) on 0 <= t <= end = pi / Omega, of which each decay repeats with opposite sign.
class DampedLimits::Response {
public:
    Response(const std::vector<Decay>& decays, double end) : end_(end)
    {
        for (const Decay& decay : decays) {
            turn = std::max(turn, std::abs(decay.s.imag()));
            fastest = std::max(fastest, std::abs(decay.s));
            const Complex grown = 1.0 + std::exp(decay.s * end);
            start += decay.residue * 2.0 / grown;
            if (std::abs(decay.s) * end < slow) // t - end / 2 + s t (t - end) / 2
                parts_.push_back({0, decay.residue, decay.s});
            else
                parts_.push_back(
                    {decay.s, 2.0 * decay.residue / (decay.s * grown), -decay.residue / decay.s});
        }
    }

    [[nodiscard]] double operator()(double t) const
    {
        Complex sum = 0;
        for (const Part& part : parts_)
            sum += part.s == 0.0
                       ? part.factor * (t - end_ / 2 + part.constant * t * (t - end_) / 2.0)
                       : part.factor * std::exp(part.s * t) + part.constant;
        return sum.real();
    }

    [[nodiscard]] double slope(double t) const
    {
        Complex sum = 0;
        for (const Part& part : parts_)
            sum += part.s == 0.0 ? part.factor * (1.0 + part.constant * (2 * t - end_) / 2.0)
                                 : part.factor * part.s * std::exp(part.s * t);
        return sum.real();
    }

    // n to half a period, and finer and finer towards the reversal, after which fast motions die
    // out.
    [[nodiscard]] Vector times(Index n) const
    {
        const double h = end_ / static_cast<double>(n);
        std::vector<double> times;
        for (double t = h / std::sqrt(2.0); t * fastest > finest; t /= std::sqrt(2.0))
            times.push_back(t);
        std::reverse(times.begin(), times.end());
        for (Index k = 1; k < n; ++k)
            times.push_back(static_cast<double>(k) * h);
        return to_vector(times);
    }

    Complex start = 0;            // w'(0+)
    double turn = 0, fastest = 0; // the largest |Im s|, |s|

private:
    struct Part {
        Complex s, factor; // factor exp(s t) + constant; of a slow one s = 0, constant: its s
        Complex constant;
    };
    double end_;
    std::vector<Part> parts_;
};

DampedLimits::DampedLimits(const DrySystem& system, Progress progress)
    : system_(system), progress_(std::move(progress)), b_(system.B.row(0).transpose())
{
    if (system.modes.classical())
        add_decays_of_modes();
    else
        find_decays();
}

void DampedLimits::add_decays_of_modes()
{
    const StackedModes& modes = system_.modes;
    // v'' + c v' + omega^2 v = 0: two poles; those that coincide are moved apart.
    for (Index i = 0; i < modes.n(); ++i) {
        const double omega = modes.omega(i), c = modes.c(i), b2 = b_(i) * b_(i);
        if (b2 <= unseen * unseen * b_.squaredNorm())
            continue;
        if (omega == 0) {
            decays_.push_back({-c, b2});
            continue;
        }
        double square = c * c / 4 - omega * omega;
        if (std::abs(square) < critical_square * omega * omega)
            square = critical_square * omega * omega;
        const Complex root = std::sqrt(Complex(square, 0));
        Complex s_1 = -c / 2 - root, s_2 = -c / 2 + root;
        if (square > 0) // the slow one without cancellation
            s_2 = omega * omega / s_1;
        decays_.push_back({s_1, b2 * s_1 / (s_1 - s_2)});
        decays_.push_back({s_2, -b2 * s_2 / (s_1 - s_2)});
    }
}

void DampedLimits::find_decays()
{
    const StackedModes& modes = system_.modes;
    // (v, omega q)' = [-D, -omega; omega, 0] (v, omega q) + (b, 0), without omega q of rigid modes.
    std::vector<Index> elastic;
    for (Index i = 0; i < modes.n(); ++i)
        if (modes.omega(i) > 0)
            elastic.push_back(i);
    const Index m = modes.n(), n = m + static_cast<Index>(elastic.size());
    Matrix A = Matrix::Zero(n, n);
    A.topLeftCorner(m, m) = -modes.D;
    for (std::size_t k = 0; k < elastic.size(); ++k) {
        const Index i = elastic[k], at = m + static_cast<Index>(k);
        A(i, at) = -modes.omega(i);
        A(at, i) = modes.omega(i);
    }
    auto decays = [A = std::move(A), b = ComplexVector(b_.cast<Complex>())]() {
        const Index size = A.rows(), n_modes = b.size();
        const auto [values, X] = eigen(A);
        ComplexVector g = ComplexVector::Zero(size);
        g.head(n_modes) = b;
        const ComplexVector share = Lu(X).solve(g);
        std::vector<Decay> found;
        for (Index k = 0; k < size; ++k) {
            const Complex seen = b.cwiseProduct(X.col(k).head(n_modes)).sum();
            found.push_back({values(k), seen * share(k)});
        }
        return found;
    };
    decays_ = interruptible(std::move(decays), if_long(n, progress_));
}

std::optional<DampedLimits::Held> DampedLimits::held_by_modes(double Omega) const
{
    const StackedModes& modes = system_.modes;
    const ComplexVector p = system_.p_at(Omega);
    // V and W times the smallest d: an undamped mode at Omega leaves their ratio regular.
    Complex smallest = std::numeric_limits<double>::infinity();
    auto d = [&](Index i) -> Complex {
        return dynamic_stiffness(modes.omega(i), modes.c(i), Omega);
    };
    const double seen = unseen * b_.norm();
    for (Index i = 0; i < modes.n(); ++i)
        if (std::abs(b_(i)) > seen && std::abs(d(i)) < std::abs(smallest))
            smallest = d(i);
    if (smallest == 0.0)
        return {};
    Held held{system_.r(0)};
    if (smallest.imag() == 0 && std::abs(smallest) < 2 * resonant * Omega * Omega)
        held.resonance = true;
    Complex top = held.V * smallest, bottom = 0, slope = 0; // -dW/dOmega smallest^2
    double scale_top = std::abs(top), scale_bottom = 0;
    for (Index i = 0; i < modes.n(); ++i) {
        if (std::abs(b_(i)) <= seen)
            continue;
        const Complex ratio = d(i) == smallest ? 1.0 : smallest / d(i);
        const double b2 = b_(i) * b_(i);
        top += b_(i) * p(i) * ratio;
        bottom += b2 * ratio;
        slope += b2 * ratio * ratio * Complex(-2 * Omega, modes.c(i));
        scale_top += std::abs(b_(i) * p(i) * ratio);
        scale_bottom += std::abs(b2 * ratio);
    }
    const bool locked_resonance =
        std::abs(bottom) <= cancels * scale_bottom &&
        std::abs(bottom * smallest) <= resonant * Omega * std::abs(slope) &&
        std::abs(top) > 10 * undriven * scale_top;
    if (!locked_resonance)
        held.no_motion = std::abs(top) / std::abs(bottom);
    held.V = top / smallest;
    return held;
}

DampedLimits::Held DampedLimits::held_by_lu(double Omega) const
{
    const StackedModes& modes = system_.modes;
    const ComplexVector p = system_.p_at(Omega);
    const Complex j(0, 1);
    Held held{system_.r(0)};
    const Index m = modes.n();
    ComplexMatrix K = ComplexMatrix::Zero(m + 1, m + 1); // bordered by the locked contact
    K.topLeftCorner(m, m) = dynamic_stiffness(modes.omega, modes.D, Omega);
    const ComplexVector response =
        interruptible([free = ComplexMatrix(K.topLeftCorner(m, m)),
                       p]() -> ComplexVector { return Lu(free).solve(p); },
                      if_long(m, progress_));
    held.V += b_.cast<Complex>().cwiseProduct(response).sum();
    const double scale = K.cwiseAbs().maxCoeff() / b_.cwiseAbs().maxCoeff();
    K.topRightCorner(m, 1) = scale * b_.cast<Complex>();
    K.bottomLeftCorner(1, m) = scale * b_.transpose().cast<Complex>();
    ComplexVector load(m + 1);
    load << p, -scale * system_.r(0);
    using Solver = Lu<Complex>;
    const Solver solver =
        interruptible([K = std::move(K)] { return Solver(K); }, if_long(m, progress_));
    const ComplexVector x = solver.solve(load);
    // K x = load, derived by Omega once and twice.
    auto dK = [&](const ComplexVector& y) -> ComplexVector {
        ComplexVector product = ComplexVector::Zero(m + 1);
        product.head(m) = j * (modes.D * y.head(m)) - 2 * Omega * y.head(m);
        return product;
    };
    ComplexVector load_1 = ComplexVector::Zero(m + 1), load_2 = load_1;
    load_1.head(m) = 2 * Omega * system_.inertia - j * system_.drag;
    load_2.head(m) = 2 * system_.inertia + 2 * x.head(m);
    const ComplexVector x_1 = solver.solve(ComplexVector(load_1 - dK(x)));
    const ComplexVector x_2 = solver.solve(ComplexVector(load_2 - 2 * dK(x_1)));
    // Beside a pole of the force f, c / (Omega - Omega_0), f f'' = 2 f'^2; 0 beside a zero.
    const double f = std::abs(x(m)), f_1 = std::abs(x_1(m));
    const bool locked_resonance =
        !std::isfinite(f_1) || (f <= resonant * Omega * f_1 && f * std::abs(x_2(m)) > f_1 * f_1);
    if (!locked_resonance)
        held.no_motion = scale * f;
    return held;
}

RegimeLimits DampedLimits::at(double Omega) const
{
    RegimeLimits limits;
    const std::optional<Held> held =
        system_.modes.classical() ? held_by_modes(Omega) : held_by_lu(Omega);
    if (!held) { // beside the resonance, where the limits are as good as there
        limits = at(Omega * (1 + beside));
        limits.resonance = true;
        return limits;
    }
    limits.resonance = held->resonance;
    limits.no_motion = held->no_motion;
    if (limits.no_motion && !std::isfinite(*limits.no_motion))
        limits.no_motion.reset();

    const double end = pi / Omega;
    const Response w(decays_, end);
    const double w_0 = w(0), unit = b_.squaredNorm() / Omega;
    auto g = [&](double t) -> double {
        return (w(t) - w_0 * std::cos(Omega * t)) / std::sin(Omega * t);
    };
    const Vector times = w.times(n_samples(w.turn, Omega));
    Vector sampled(times.size());
    for (Index k = 0; k < times.size(); ++k) {
        if (k % 64 == 0)
            ask(progress_);
        sampled(k) = g(times(k));
    }
    const double g_max = largest(g, times, sampled, w.start.real() / Omega, end, progress_);
    if (!std::isfinite(g_max) || !std::isfinite(w_0))
        return limits; // an undamped mode that friction drives at its own frequency
    limits.S = g_max / unit;
    const double top = Omega * std::abs(held->V);
    if (std::isfinite(top)) {
        limits.continuous = top / std::hypot(w_0, g_max);
        limits.continuous_unit_S = top / std::hypot(w_0, unit);
    }
    return limits;
}

std::optional<SlidingResponse> DampedLimits::response(double Omega) const
{
    const std::optional<Held> held =
        system_.modes.classical() ? held_by_modes(Omega) : held_by_lu(Omega);
    if (!held || held->resonance)
        return {};
    const Response w(decays_, pi / Omega);
    return SlidingResponse{[w](double t) -> SlidingResponse::Value {
                               return {w(t), w.slope(t)};
                           },
                           Omega,
                           Omega* std::abs(held->V),
                           b_.squaredNorm(),
                           w.turn,
                           static_cast<double>(decays_.size())};
}

} // namespace slideway::dynamics
