#include "dynamics/events/crossing.hpp"

#include "dynamics/events/guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

// A guard below this fraction of its terms counts as zero at the beginning of a step; so does a
// coefficient of such a guard.
constexpr double nothing = 1e-13;

double sum_of_magnitudes(const StepPolynomial& p)
{
    double sum = 0;
    for (std::size_t k = 1; k < p.size(); ++k)
        sum += std::abs(p[k]);
    return sum;
}

// The first fall through zero within (0, end]; none: infinity.
double first_fall(const GuardPolynomial& guard)
{
    constexpr double never = std::numeric_limits<double>::infinity();
    const double sum = sum_of_magnitudes(guard.p);
    if (guard.p[0] > sum)
        return never;
    const double scale = guard.scale + sum;
    if (guard.p[0] > nothing * scale) {
        const SignChange fall = first_sign_change(guard.p);
        return fall.root ? fall.x : never;
    }
    if (guard.p[0] < -same_event * scale)
        return 0;
    std::size_t first = 1;
    const double none = std::max(nothing, guard.error) * scale;
    while (first < guard.p.size() && std::abs(guard.p[first]) <= none)
        ++first;
    if (first == guard.p.size())
        return never;
    if (guard.p[first] < 0)
        return 0;
    StepPolynomial rest{};
    std::copy(guard.p.begin() + static_cast<std::ptrdiff_t>(first), guard.p.end(), rest.begin());
    if (2 * rest[0] > sum)
        return never;
    const SignChange fall = first_sign_change(rest);
    return fall.root ? fall.x : never;
}

} // namespace

std::optional<Crossing> first_crossing(const std::vector<GuardPolynomial>& guards)
{
    Crossing first{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t g = 0; g < guards.size(); ++g)
        if (const double x = first_fall(guards[g]); x < first.x)
            first = {x, g};
    if (!(first.x <= 1))
        return std::nullopt;
    return first;
}

void take_part(const std::vector<GuardPolynomial>& guards, const Crossing& crossing,
               std::vector<bool>& hit)
{
    hit.assign(guards.size(), false);
    for (std::size_t g = 0; g < guards.size(); ++g) {
        const StepPolynomial& p = guards[g].p;
        double value = 0, slope = 0;
        for (std::size_t k = p.size(); k-- > 0;) {
            slope = slope * crossing.x + value;
            value = value * crossing.x + p[k];
        }
        hit[g] = g == crossing.guard || (slope < 0 && value <= same_event * guards[g].scale);
    }
}

} // namespace slideway::dynamics
