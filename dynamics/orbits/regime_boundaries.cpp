#include "dynamics/orbits/regime_boundaries.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/golden_section.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double same_frequency = 1e-10; // relative; round-off of eigenvalues
constexpr double unseen = 1e-12;         // share of a row or a load that is round-off
constexpr int per_period = 16;           // samples of the highest mode
constexpr double close_to_resonance = 1e-4;
constexpr double resonant = 1e-9; // relative: frequencies are written with ten digits
constexpr double undriven = 1e-9; // share of V at a zero of W that is round-off
constexpr double cancels = 0.5;   // share of W: closer to a zero of it than to a free frequency

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

// Largest value of g on (0, end): of the samples, of the limit g(0+), and of the curve about every
// local maximum of the samples that could exceed them.
double largest(const std::function<double(double)>& g, const Vector& t, const Vector& sampled,
               double at_zero, double end, const Progress& progress)
{
    const Index n = t.size();
    double best = std::max(at_zero, sampled.maxCoeff());
    auto time = [&](Index k) -> double { return k < 0 ? 0 : k >= n ? end : t(k); };
    for (Index k = 0; k < n; ++k) {
        const double left = k == 0 ? at_zero : sampled(k - 1);
        const double right = k + 1 == n ? -std::numeric_limits<double>::infinity() : sampled(k + 1);
        const double here = sampled(k);
        // A smooth curve rises above its largest sample by less than that stands above the others.
        const double rise = here - std::min(left, k + 1 == n ? left : right);
        if (here < left || here < right || here + rise < best)
            continue;
        ask(progress);
        double a = time(k - 1), c = time(k + 1);
        a += 1e-9 * (time(k) - a);
        c -= 1e-9 * (c - time(k));
        best = std::max(best, golden_section_maximum(g, a, c, 1e-9 * end).value);
    }
    return best;
}

Index n_samples(double omega_max, double Omega)
{
    constexpr double fewest = 256, most = 1e8; // 2.4 GB
    const double n = std::max(fewest, std::ceil(per_period * (omega_max / (2 * Omega) + 1)));
    if (!(n <= most))
        throw InputError("boundaries take " + number_text(n, 2) + " samples of a mode of " +
                         number_text(omega_max, 6) +
                         " rad/s in half a period of Omega = " + number_text(Omega, 6) +
                         " rad/s; expected at most " + number_text(most, 2) +
                         ": reduce the body, or leave out what is that fast");
    return static_cast<Index>(n);
}

bool has_damping(const StackedModes& modes)
{
    return modes.classical() ? (modes.c.array() != 0).any() : (modes.D.array() != 0).any();
}

Vector to_vector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

} // namespace

Regime RegimeLimits::regime(double limit) const
{
    if (absorber || (no_motion && limit >= *no_motion))
        return Regime::no_motion;
    return limit < continuous ? Regime::continuous : Regime::stick_slip;
}

RegimeBoundaries::RegimeBoundaries(const CoulombSystem& system, Progress progress)
    : system_(system), progress_(std::move(progress))
{
    if (system.n_contacts() == 0)
        throw InputError("no [[joint]] with law = \"coulomb\"; regimes are those of a dry contact");
    if (system.n_contacts() > 1) {
        std::string names;
        for (const std::string& name : system.names)
            names += (names.empty() ? "" : ", ") + name;
        throw InputError("analytic boundaries take one contact; the case has " +
                         std::to_string(system.n_contacts()) + " (" + names + ")");
    }
    refuse_no_closed_form(system);
    const StackedModes& modes = system.modes;
    b_ = system.B.row(0).transpose();
    damped_ = has_damping(modes);

    if (!damped_) {
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
            moved += b_(i) * system.inertia(i);
            moved_scale += std::abs(b_(i) * system.inertia(i));
            if (poles_.empty() || omega - poles_.back().omega > same_frequency * omega) {
                poles_.push_back({omega, 0, 0});
                scale.push_back(0);
            }
            poles_.back().b2 += b_(i) * b_(i);
            poles_.back().c += b_(i) * p;
            scale.back() +=
                b_.norm() * (std::abs(system.force(i)) + omega * omega * system.inertia.norm());
        }
        c_infinite_ = system.r(0) - moved;
        if (std::abs(c_infinite_) <= unseen * moved_scale)
            c_infinite_ = 0;
        for (std::size_t k = 0; k < poles_.size(); ++k)
            if (std::abs(poles_[k].c) <= unseen * scale[k])
                poles_[k].c = 0;
        std::erase_if(poles_, [&](const Pole& pole) -> bool {
            return pole.b2 <= unseen * unseen * b_.squaredNorm();
        });
        return;
    }

    if (modes.classical()) {
        // v'' + c v' + omega^2 v = 0: two poles; those that coincide are moved apart by 1e-10.
        for (Index i = 0; i < modes.n(); ++i) {
            const double omega = modes.omega(i), c = modes.c(i), b2 = b_(i) * b_(i);
            if (b2 <= unseen * unseen * b_.squaredNorm())
                continue;
            if (omega == 0) {
                decays_.push_back({-c, b2});
                continue;
            }
            double square = c * c / 4 - omega * omega;
            if (std::abs(square) < 1e-10 * omega * omega)
                square = 1e-10 * omega * omega;
            const Complex root = std::sqrt(Complex(square, 0));
            Complex s_1 = -c / 2 - root, s_2 = -c / 2 + root;
            if (square > 0) // the slow one without cancellation
                s_2 = omega * omega / s_1;
            decays_.push_back({s_1, b2 * s_1 / (s_1 - s_2)});
            decays_.push_back({s_2, -b2 * s_2 / (s_1 - s_2)});
        }
        return;
    }
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

RegimeLimits RegimeBoundaries::at(double Omega) const
{
    if (!(Omega > 0))
        throw std::invalid_argument("RegimeBoundaries: Omega must be positive");
    return damped_ ? damped_at(Omega) : undamped_at(Omega);
}

Complex RegimeBoundaries::undamped_V(double Omega, double& scale) const
{
    Complex V = c_infinite_;
    scale = std::abs(V);
    for (const Pole& pole : poles_) {
        if (pole.c == 0.0)
            continue;
        const Complex part = pole.c / ((pole.omega - Omega) * (pole.omega + Omega));
        V += part;
        scale += std::abs(part);
    }
    return V;
}

double RegimeBoundaries::undamped_W(double Omega, double& scale) const
{
    double W = 0;
    scale = 0;
    for (const Pole& pole : poles_) {
        const double part = pole.b2 / ((pole.omega - Omega) * (pole.omega + Omega));
        W += part;
        scale += std::abs(part);
    }
    return W;
}

std::optional<double> RegimeBoundaries::undamped_lock(double Omega, bool& absorber) const
{
    absorber = false;
    for (const Pole& pole : poles_)
        if (pole.omega == Omega) // both grow alike
            return std::abs(pole.c) / pole.b2;
    double scale_V = 0, scale_W = 0;
    const Complex V = undamped_V(Omega, scale_V);
    const double W = undamped_W(Omega, scale_W);
    if (std::abs(W) > cancels * scale_W)
        return std::abs(V) / std::abs(W);
    Complex dV = 0; // by Omega, over 2 Omega
    double dW = 0;
    for (const Pole& pole : poles_) {
        const double d = (pole.omega - Omega) * (pole.omega + Omega);
        dV += pole.c / (d * d);
        dW += pole.b2 / (d * d);
    }
    const double distance = std::abs(W) / (2 * Omega * Omega * dW); // of the zero of W, relative
    if (std::abs(V - dV * (W / dW)) > undriven * scale_V) {         // V at this zero
        if (distance <= resonant)
            return {};
        return std::abs(V) / std::abs(W);
    }
    absorber = distance <= same_frequency; // a mode of the locked system that nothing drives
    constexpr double zero = 1e-8;          // below it V / W has lost eight digits
    return std::abs(W) > zero * scale_W ? std::abs(V) / std::abs(W) : std::abs(dV) / dW;
}

RegimeLimits RegimeBoundaries::undamped_at(double Omega) const
{
    RegimeLimits limits;
    limits.no_motion = undamped_lock(Omega, limits.absorber);
    std::vector<Undamped::Mode> modes;
    double w_0 = 0, resonant_limit = 0, omega_max = 0, b2 = 0;
    bool at_pole = false; // Omega is a free frequency to the last digit
    bool endless = false; // a mode that the reversals of friction drive at its own frequency
    for (const Pole& pole : poles_) {
        b2 += pole.b2;
        omega_max = std::max(omega_max, pole.omega);
        if (pole.omega < 1e-9 * Omega) {
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
    const double V = Omega * std::abs(undamped_V(Omega, scale));
    limits.continuous = V / std::hypot(w_0, g_max);
    limits.continuous_unit_S = V / std::hypot(w_0, unit);
    return limits;
}

RegimeLimits RegimeBoundaries::damped_at(double Omega) const
{
    const StackedModes& modes = system_.modes;
    const ComplexVector p = system_.p_at(Omega);
    RegimeLimits limits;
    Complex V = system_.r(0);
    const Complex j(0, 1);
    if (modes.classical()) {
        // V and W times the smallest d: an undamped mode at Omega leaves their ratio regular.
        Complex smallest = std::numeric_limits<double>::infinity();
        auto d = [&](Index i) -> Complex {
            return {(modes.omega(i) - Omega) * (modes.omega(i) + Omega), Omega * modes.c(i)};
        };
        const double seen = unseen * b_.norm();
        for (Index i = 0; i < modes.n(); ++i)
            if (std::abs(b_(i)) > seen && std::abs(d(i)) < std::abs(smallest))
                smallest = d(i);
        if (smallest == 0.0) { // beside the resonance, where the limits are as good as there
            limits = damped_at(Omega * (1 + 1e-9));
            limits.resonance = true;
            return limits;
        }
        if (smallest.imag() == 0 && std::abs(smallest) < 2 * resonant * Omega * Omega)
            limits.resonance = true;
        Complex top = V * smallest, bottom = 0, slope = 0; // -dW/dOmega smallest^2
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
            limits.no_motion = std::abs(top) / std::abs(bottom);
        V = top / smallest;
    } else {
        const Index m = modes.n();
        ComplexMatrix K = ComplexMatrix::Zero(m + 1, m + 1); // bordered by the locked contact
        K.topLeftCorner(m, m) = j * Omega * modes.D.cast<Complex>();
        for (Index i = 0; i < m; ++i)
            K(i, i) += (modes.omega(i) - Omega) * (modes.omega(i) + Omega);
        const ComplexVector response =
            interruptible([free = ComplexMatrix(K.topLeftCorner(m, m)),
                           p]() -> ComplexVector { return Lu(free).solve(p); },
                          if_long(m, progress_));
        V += b_.cast<Complex>().cwiseProduct(response).sum();
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
        const bool locked_resonance = !std::isfinite(f_1) || (f <= resonant * Omega * f_1 &&
                                                              f * std::abs(x_2(m)) > f_1 * f_1);
        if (!locked_resonance)
            limits.no_motion = scale * f;
    }
    if (limits.no_motion && !std::isfinite(*limits.no_motion))
        limits.no_motion.reset();

    const double end = pi / Omega;
    double rate = 0, s_max = 0;
    struct Part {
        Complex s, factor; // factor exp(s t) + constant
        Complex constant;
    };
    std::vector<Part> parts;
    Complex start = 0; // w'(0+)
    for (const Decay& decay : decays_) {
        rate = std::max(rate, std::abs(decay.s.imag()));
        s_max = std::max(s_max, std::abs(decay.s));
        const Complex grown = 1.0 + std::exp(decay.s * end);
        start += decay.residue * 2.0 / grown;
        if (std::abs(decay.s) * end < 1e-9) // slow: t - end / 2
            parts.push_back({0, decay.residue, -1});
        else
            parts.push_back(
                {decay.s, 2.0 * decay.residue / (decay.s * grown), -decay.residue / decay.s});
    }
    auto w = [&](double t) -> double {
        Complex sum = 0;
        for (const Part& part : parts)
            sum += part.s == 0.0 ? part.factor * (t - end / 2)
                                 : part.factor * std::exp(part.s * t) + part.constant;
        return sum.real();
    };
    const double w_0 = w(0), unit = b_.squaredNorm() / Omega;
    auto g = [&](double t) -> double {
        return (w(t) - w_0 * std::cos(Omega * t)) / std::sin(Omega * t);
    };
    // Evenly, and finer and finer towards the reversal, after which fast motions die out.
    const Index n = n_samples(rate, Omega);
    const double h = end / static_cast<double>(n);
    std::vector<double> times;
    for (double t = h / std::sqrt(2.0); t * s_max > 0.1; t /= std::sqrt(2.0))
        times.push_back(t);
    std::reverse(times.begin(), times.end());
    for (Index k = 1; k < n; ++k)
        times.push_back(static_cast<double>(k) * h);
    Vector sampled(static_cast<Index>(times.size()));
    for (std::size_t k = 0; k < times.size(); ++k) {
        if (k % 64 == 0)
            ask(progress_);
        sampled(static_cast<Index>(k)) = g(times[k]);
    }
    const double g_max =
        largest(g, to_vector(times), sampled, start.real() / Omega, end, progress_);
    if (!std::isfinite(g_max) || !std::isfinite(w_0))
        return limits; // an undamped mode that friction drives at its own frequency
    limits.S = g_max / unit;
    const double top = Omega * std::abs(V);
    if (std::isfinite(top)) {
        limits.continuous = top / std::hypot(w_0, g_max);
        limits.continuous_unit_S = top / std::hypot(w_0, unit);
    }
    return limits;
}

RegimePeaks RegimeBoundaries::peaks(double low, double high) const
{
    if (!(low > 0) || !(high >= low))
        throw std::invalid_argument("RegimeBoundaries: expected 0 < low <= high");
    low *= 1 - resonant; // ends of the range belong to it
    high *= 1 + resonant;
    RegimePeaks peaks;
    peaks.damped = damped_;
    if (damped_)
        return peaks;
    std::vector<double> infinite, at, value;
    for (std::size_t k = 0; k + 1 < poles_.size(); ++k) {
        // W rises from -infinity to infinity between two free frequencies.
        double a = poles_[k].omega, c = poles_[k + 1].omega, scale = 0;
        if (c < low || a > high)
            continue;
        for (double middle = (a + c) / 2; middle > a && middle < c; middle = (a + c) / 2)
            (undamped_W(middle, scale) < 0 ? a : c) = middle;
        const double root = c;
        const double V = std::abs(undamped_V(root, scale));
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

// V is real up to one phase, or it has no zeros but by chance. Its zeros are eigenvalues lambda of
// [omega^2 - lambda, u; -v^T, c_infinite] with u v = c, then put right by bisection.
std::vector<double> RegimeBoundaries::zeros_of_V(double low, double high) const
{
    std::vector<Pole> driven;
    for (const Pole& pole : poles_)
        if (pole.c != 0.0)
            driven.push_back(pole);
    if (driven.empty())
        return {};
    double largest_c = 0;
    Complex phase = 1;
    for (const Pole& pole : driven)
        if (std::abs(pole.c) > largest_c) {
            largest_c = std::abs(pole.c);
            phase = std::conj(pole.c) / largest_c;
        }
    constexpr double in_phase = 1e-10;
    for (const Pole& pole : driven)
        if (std::abs((pole.c * phase).imag()) > in_phase * std::abs(pole.c))
            return {};
    if (std::abs((c_infinite_ * phase).imag()) > in_phase * std::abs(c_infinite_))
        return {};

    const auto n = static_cast<Index>(driven.size());
    const double unit = high * high; // eigenvalues of about 1 in the range
    Matrix A = Matrix::Zero(n + 1, n + 1), E = Matrix::Identity(n + 1, n + 1);
    E(n, n) = 0;
    for (Index k = 0; k < n; ++k) {
        const Pole& pole = driven[static_cast<std::size_t>(k)];
        const double c = (pole.c * phase).real() / largest_c;
        A(k, k) = pole.omega * pole.omega / unit;
        A(k, n) = std::copysign(std::sqrt(std::abs(c)), c);
        A(n, k) = -std::sqrt(std::abs(c));
    }
    A(n, n) = (c_infinite_ * phase).real() / largest_c * unit;
    const PencilEigenvalues found = interruptible(
        [A = std::move(A), E = std::move(E)] { return eigenvalues(A, E); }, if_long(n, progress_));

    double scale = 0;
    auto V = [&](double Omega) -> double { return (undamped_V(Omega, scale) * phase).real(); };
    std::vector<double> zeros;
    for (Index k = 0; k <= n; ++k) {
        const Complex alpha = found.alpha(k);
        const double beta = found.beta(k);
        if (std::abs(beta) <= 1e-13 * std::abs(alpha))
            continue; // at infinity
        const Complex lambda = alpha / beta * unit;
        if (!(lambda.real() > 0) || std::abs(lambda.imag()) > 1e-6 * lambda.real())
            continue;
        double Omega = std::sqrt(lambda.real());
        for (double reach = 1e-12; reach < 1e-4; reach *= 10) {
            double a = Omega * (1 - reach), c = Omega * (1 + reach);
            const double V_a = V(a), V_c = V(c);
            if ((V_a < 0) == (V_c < 0))
                continue;
            for (double middle = (a + c) / 2; middle > a && middle < c; middle = (a + c) / 2)
                ((V(middle) < 0) == (V_a < 0) ? a : c) = middle;
            Omega = std::abs(V(a)) < std::abs(V(c)) ? a : c;
            break;
        }
        if (std::abs(V(Omega)) > 1e-8 * scale || Omega < low || Omega > high)
            continue;
        zeros.push_back(Omega);
    }
    std::sort(zeros.begin(), zeros.end());
    zeros.erase(std::unique(zeros.begin(), zeros.end(),
                            [](double a, double b) -> bool { return b - a < 1e-9 * b; }),
                zeros.end());
    return zeros;
}

} // namespace slideway::dynamics
