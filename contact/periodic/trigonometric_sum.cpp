#include "contact/periodic/trigonometric_sum.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

namespace slideway::contact {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// Values at theta + step from those at theta. The first three are exact to round-off if |step| n_h
// <= 1e-5.
TrigonometricValue shifted(const TrigonometricValue& value, double step)
{
    TrigonometricValue v = value;
    for (int n = 0; n < 4; ++n) {
        double power = 1;
        for (int j = n + 1; j < 5; ++j) {
            power *= step / (j - n);
            v.d[n] += value.d[j] * power;
        }
    }
    return v;
}

// Growth of u from offset 0 and its derivatives. Half angles keep small offsets accurate.
TrigonometricValue growth(const TrigonometricSum& u, double offset)
{
    const double cos_1 = std::cos(0.5 * offset), sin_1 = std::sin(0.5 * offset);
    double cos_k = cos_1, sin_k = sin_1, k = 1; // of half of k times the offset
    TrigonometricValue v{};
    for (std::size_t i = 0; i < u.c.size(); ++i, k += 1) {
        add_derivatives(u, i, k, 1 - 2 * sin_k * sin_k, 2 * sin_k * cos_k, v);
        v.d[0] += 2 * sin_k * (u.s[i] * cos_k - u.c[i] * sin_k);
        const double next = cos_k * cos_1 - sin_k * sin_1;
        sin_k = sin_k * cos_1 + cos_k * sin_1;
        cos_k = next;
    }
    return v;
}

struct Bracket {
    double lo, hi;
    bool rising; ///< true if the sign changes from minus to plus
};

// Locates the sign change of a derivative of `values`, minus the level, by Halley's method, and by
// bisection if a step leaves the bracket.
// @param values     function of theta that returns TrigonometricValue
// @param per_theta  largest error, relative to theta; 0: round-off of 1
template <class Values>
SignChange sign_change(const Values& values, std::size_t n_h, int order, double level,
                       Bracket bracket, double guess, double per_theta)
{
    auto& [lo, hi, rising] = bracket;
    double theta = guess > lo && guess < hi ? guess : 0.5 * (lo + hi);
    TrigonometricValue v{};
    for (int n = 0; n < 100; ++n) {
        v = values(theta);
        const double f = v.d[order] - level, f1 = v.d[order + 1], f2 = v.d[order + 2];
        ((f < 0) == rising ? lo : hi) = theta;
        const double newton = -f / f1;
        const double step = newton / (1 + 0.5 * newton * f2 / f1);
        // Also false if the slope vanishes and the step is not a number.
        if (theta + step >= lo && theta + step <= hi) {
            // Relative error of Halley's step: e^2 and the next term.
            const double e = f2 * step / (2 * f1);
            const double rest =
                e * e + std::abs((order < 2 ? v.d[order + 3] : 0) * step * step / (6 * f1));
            const double most = per_theta > 0 ? per_theta * (theta + step) : 0.1 * epsilon;
            if (std::abs(step) * rest <= most) {
                const bool tiny = std::abs(step) * static_cast<double>(n_h) <= 1e-5;
                theta += step;
                return {theta, rising, tiny ? shifted(v, step) : values(theta)};
            }
            theta += step;
        } else {
            theta = 0.5 * (lo + hi);
        }
        if (hi - lo <= 2 * epsilon * std::abs(theta))
            break;
    }
    return {theta, rising, values(theta)};
}

struct Isolation {
    const TrigonometricSum& u;
    int order;
    double bend;  ///< bound of the second derivative of u^(order)
    double floor; ///< largest deviation from a straight line that is round-off
    std::vector<SignChange>& out;

    // Invariant: the values are those of u^(order) at lo and hi; minus is "below zero".
    void search(double lo, double f_lo, double hi, double f_hi) const
    {
        const double h = hi - lo, bent = bend * h * h, rise = f_hi - f_lo;
        const bool change = (f_lo < 0) != (f_hi < 0);
        const bool monotone = std::abs(rise) >= 0.5 * bent;
        if (monotone || 0.125 * bent <= floor) {
            if (change)
                out.push_back(sign_change_between(u, order, 0, lo, hi, f_hi > f_lo,
                                                  lo + h * (f_lo / (f_lo - f_hi))));
            return;
        }
        // Vertex of the parabola with the largest possible curvature.
        if (!change && 0.5 * std::abs(f_lo + f_hi) - 0.125 * bent - 0.5 * rise * rise / bent > 0)
            return;
        const double middle = 0.5 * (lo + hi), f_middle = value(u, middle).d[order];
        search(lo, f_lo, middle, f_middle);
        search(middle, f_middle, hi, f_hi);
    }
};

} // namespace

SignChange sign_change_between(const TrigonometricSum& u, int order, double level, double lo,
                               double hi, bool rising, double guess)
{
    return sign_change([&u](double theta) { return value(u, theta); }, u.c.size(), order, level,
                       {lo, hi, rising}, guess, 0);
}

void move_origin(const TrigonometricSum& u, double theta, TrigonometricSum& moved)
{
    const double cos_1 = std::cos(theta), sin_1 = std::sin(theta);
    double cos_k = cos_1, sin_k = sin_1;
    moved.mean = u.mean;
    for (std::size_t i = 0; i < u.c.size(); ++i) {
        moved.c[i] = u.c[i] * cos_k + u.s[i] * sin_k;
        moved.s[i] = u.s[i] * cos_k - u.c[i] * sin_k;
        const double next = cos_k * cos_1 - sin_k * sin_1;
        sin_k = sin_k * cos_1 + cos_k * sin_1;
        cos_k = next;
    }
}

SignChange growth_between(const TrigonometricSum& u, double rise, double lo, double hi,
                          double guess)
{
    return sign_change([&u](double offset) { return growth(u, offset); }, u.c.size(), 0, rise,
                       {lo, hi, true}, guess, 0.1 * epsilon);
}

SignChangeFinder::SignChangeFinder(Index n_h) : n_h_(n_h), n_cells_(64)
{
    if (n_h < 1)
        throw std::invalid_argument("n_h = " + std::to_string(n_h) + "; at least 1 harmonic");
    while (n_cells_ < 16 * n_h)
        n_cells_ *= 2;
    const auto ends = static_cast<std::size_t>(n_cells_ / 2 + 1);
    for (Index k = 1; k <= n_h; ++k)
        for (std::size_t i = 0; i < ends; ++i) {
            // The remainder keeps the precision of large arguments.
            const double phase = 2 * std::numbers::pi *
                                 static_cast<double>(static_cast<Index>(i) * k % n_cells_) /
                                 static_cast<double>(n_cells_);
            cos_.push_back(std::cos(phase));
            sin_.push_back(std::sin(phase));
        }
    even_.resize(ends);
    odd_.resize(ends);
    samples_.resize(static_cast<std::size_t>(n_cells_) + 1);
}

void SignChangeFinder::sample(const TrigonometricSum& u, int order)
{
    const std::size_t half = even_.size() - 1;
    std::fill(even_.begin(), even_.end(), order == 0 ? u.mean : 0);
    std::fill(odd_.begin(), odd_.end(), 0);
    for (std::size_t k = 0; k < u.c.size(); ++k) {
        const double n = static_cast<double>(k + 1);
        const double c = order == 0 ? u.c[k] : n * u.s[k], s = order == 0 ? u.s[k] : -n * u.c[k];
        const double *cos_k = &cos_[k * (half + 1)], *sin_k = &sin_[k * (half + 1)];
        for (std::size_t i = 0; i <= half; ++i) {
            even_[i] += c * cos_k[i];
            odd_[i] += s * sin_k[i];
        }
    }
    for (std::size_t i = 0; i <= half; ++i) {
        samples_[i] = even_[i] + odd_[i];
        samples_[2 * half - i] = even_[i] - odd_[i];
    }
    samples_[2 * half] = samples_[0]; // same sign at both ends of the period
}

void SignChangeFinder::find(const TrigonometricSum& u, int order, std::vector<SignChange>& out)
{
    assert(order == 0 || order == 1);
    out.clear();
    double bend = 0, size = order == 0 ? std::abs(u.mean) : 0;
    for (std::size_t k = 0; k < u.c.size(); ++k) {
        const double n = static_cast<double>(k + 1);
        const double amplitude =
            (order == 0 ? 1 : n) * std::sqrt(u.c[k] * u.c[k] + u.s[k] * u.s[k]);
        size += amplitude;
        bend += n * n * amplitude;
    }
    if (order == 0 && std::abs(u.mean) > size - std::abs(u.mean))
        return;
    sample(u, order);
    const double h = 2 * std::numbers::pi / static_cast<double>(n_cells_), bent = bend * h * h;
    const Isolation isolation{u, order, bend, epsilon * size, out};
    for (std::size_t i = 0; i + 1 < samples_.size(); ++i) {
        const double f_lo = samples_[i], f_hi = samples_[i + 1];
        const bool change = (f_lo < 0) != (f_hi < 0);
        if (change || std::min(std::abs(f_lo), std::abs(f_hi)) <= 0.125 * bent)
            isolation.search(h * static_cast<double>(i), f_lo, h * static_cast<double>(i + 1),
                             f_hi);
    }
    if (!out.empty())
        out.back().theta = std::min(out.back().theta, std::nextafter(2 * std::numbers::pi, 0.));
}

} // namespace slideway::contact
