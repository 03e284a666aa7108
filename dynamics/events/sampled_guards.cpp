#include "dynamics/events/sampled_guards.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::dynamics {

namespace {

// Smallest assumed error of the polynomials, relative to the scale of a guard.
constexpr double missed = 1e-9;

double point(std::size_t i, std::size_t n)
{
    return (1 - std::cos(std::numbers::pi * static_cast<double>(i) / static_cast<double>(n - 1))) /
           2;
}

// Coefficients, from 1 on, of the products of (x - point) except for one: Lagrange's polynomials.
template <std::size_t n>
std::array<std::array<double, n>, n> lagrange()
{
    std::array<std::array<double, n>, n> to_powers{};
    for (std::size_t i = 0; i < n; ++i) {
        std::array<double, n> p{1};
        double value = 1;
        for (std::size_t j = 0; j < n; ++j) {
            if (j == i)
                continue;
            value *= point(i, n) - point(j, n);
            for (std::size_t k = n; k-- > 0;)
                p[k] = (k > 0 ? p[k - 1] : 0) - point(j, n) * p[k];
        }
        for (std::size_t k = 0; k < n; ++k)
            to_powers[k][i] = p[k] / value;
    }
    return to_powers;
}

// Hermite's quintic on 0, 1/2, 1 at x: weights of the values and, over the step, of the rates
// there.
struct Quintic {
    std::array<double, 3> value, rate;
};
Quintic quintic(double x)
{
    const std::array<double, 3> values = {0, 0.5, 1};
    Quintic q{};
    for (std::size_t i = 0; i < 3; ++i) {
        double l = 1, slope = 0;
        for (std::size_t j = 0; j < 3; ++j)
            if (j != i) {
                l *= (x - values[j]) / (values[i] - values[j]);
                slope += 1 / (values[i] - values[j]);
            }
        q.value[i] = (1 - 2 * slope * (x - values[i])) * l * l;
        q.rate[i] = (x - values[i]) * l * l;
    }
    return q;
}

} // namespace

SampledGuards::SampledGuards(SwitchedSystem& system)
    : system_(system), quintic_(system.model().n_patches() > 0), to_powers_(lagrange<points>()),
      y_middle_(Vector::Zero(system.model().n_state())), rate_middle_(y_middle_),
      rate_end_(y_middle_), error_(y_middle_), y_(y_middle_)
{
}

namespace {

// Over a scale that changes a velocity is no longer smooth where the motion turns.
double scale_of(const Guard& at_start)
{
    return at_start.scale > 0 ? at_start.scale : 1;
}

} // namespace

// Sets y_ to the state at x, in parts of the step.
void SampledGuards::state_at(double x, const SwitchedStep& s)
{
    if (!quintic_)
        return system_.forces().step(s.y, s.rate, s.t, x * s.h, y_, error_);
    const Quintic q = quintic(x);
    y_ = q.value[0] * s.y + q.value[1] * y_middle_ + q.value[2] * s.y_end +
         s.h * (q.rate[0] * s.rate + q.rate[1] * rate_middle_ + q.rate[2] * rate_end_);
}

void SampledGuards::over(const SwitchedStep& s, std::vector<Guard>& guards,
                         std::vector<GuardPolynomial>& polynomials)
{
    system_.guards(s.y, s.t, guards);
    polynomials.assign(guards.size(), {});
    if (guards.empty())
        return;
    if (quintic_) {
        system_.forces().step(s.y, s.rate, s.t, s.h / 2, y_middle_, error_);
        system_.forces().right_hand_side(y_middle_, s.t + s.h / 2, rate_middle_);
        system_.forces().right_hand_side(s.y_end, s.t + s.h, rate_end_);
    }
    std::vector<std::array<double, points>> values(guards.size());
    for (std::size_t i = 0; i < points; ++i) {
        const double x = point(i, points);
        if (i > 0 && i + 1 < points)
            state_at(x, s);
        system_.guards(i == 0 ? s.y : i + 1 == points ? s.y_end : y_, s.t + x * s.h, at_);
        for (std::size_t g = 0; g < guards.size(); ++g)
            values[g][i] = at_[g].value * (quintic_ ? 1 : at_[g].scale / scale_of(guards[g]));
    }
    for (std::size_t g = 0; g < guards.size(); ++g) {
        GuardPolynomial& over = polynomials[g];
        over.scale = 1; // values are over theirs
        for (std::size_t k = 0; k < points; ++k)
            for (std::size_t i = 0; i < points; ++i)
                over.p[k] += to_powers_[k][i] * values[g][i];
        over.p[0] = values[g][0];
        over.error = std::max(missed, std::abs(over.p[points - 1]) /
                                          std::pow(4.0, static_cast<double>(points - 1)));
    }
}

} // namespace slideway::dynamics
