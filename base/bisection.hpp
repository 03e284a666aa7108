#pragma once

#include <utility>

namespace slideway {

/// Halves an interval until there is no number between its ends.
/// @param below  true for numbers below the place that is sought, false above it
/// @param most   largest number of halvings
/// @return ends of the last interval
template <class Below>
[[nodiscard]] std::pair<double, double> bisect(double low, double high, const Below& below,
                                               int most = 2000)
{
    double middle = 0.5 * (low + high);
    for (int k = 0; k < most && middle > low && middle < high; ++k) {
        (below(middle) ? low : high) = middle;
        middle = 0.5 * (low + high);
    }
    return {low, high};
}

} // namespace slideway
