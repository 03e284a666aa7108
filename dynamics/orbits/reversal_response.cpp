#include "dynamics/orbits/reversal_response.hpp"

#include "base/error.hpp"
#include "base/golden_section.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

// Samples of a period of the highest mode. With 2 the peak of a beam of twenty modes is missed (S =
// 1 in place of 1.05); with 8 or 64 nothing moves.
constexpr int per_period = 16;
constexpr double fewest = 256; // of half a period of the drive; with 3 peaks are missed
// Offset of the golden-section search from the zeros of the sine, and its final width, relative to
// the interval about a sample and to half a period. From 1e-12 to 1e-6 maxima change by round-off.
constexpr double off_the_ends = 1e-9;
constexpr double width_of_peak = 1e-9;

} // namespace

double largest(const std::function<double(double)>& g, const Vector& t, const Vector& sampled,
               double at_zero, double end, const Progress& progress)
{
    const Index n = t.size();
    double best = std::max(at_zero, sampled.maxCoeff());
    auto time = [&](Index k) -> double { return k < 0 ? 0 : k >= n ? end : t(k); };
    for (Index k = 0; k < n; ++k) {
        const double left = k == 0 ? at_zero : sampled(k - 1);
        const double right = k + 1 == n ? -std::numeric_limits<double>::infinity() : sampled(k + 1);
        const double value = sampled(k);
        // A smooth curve rises above its largest sample by less than that stands above the others.
        const double rise = value - std::min(left, k + 1 == n ? left : right);
        if (value < left || value < right || value + rise < best)
            continue;
        ask(progress);
        double a = time(k - 1), c = time(k + 1);
        a += off_the_ends * (time(k) - a);
        c -= off_the_ends * (c - time(k));
        best = std::max(best, golden_section_maximum(g, a, c, width_of_peak * end).value);
    }
    return best;
}

Index n_samples(double omega_max, double Omega)
{
    constexpr double most = 1e8; // 2.4 GB
    const double n = std::max(fewest, std::ceil(per_period * (omega_max / (2 * Omega) + 1)));
    if (!(n <= most))
        throw InputError("boundaries take " + number_text(n, 2) + " samples of a mode of " +
                         number_text(omega_max, 6) + " rad/s in half a period of Omega = " +
                         number_text(Omega, 6) + " rad/s; expected at most " +
                         number_text(most, 2) + ": reduce the body, or leave out such fast modes");
    return static_cast<Index>(n);
}

} // namespace slideway::dynamics
