#pragma once

#include <functional>

namespace slideway {

/// A place where a function is largest, and its value there.
struct Maximum {
    double x = 0, value = 0;
};

/// Golden-section search: a local maximum of f between low and high, within `tolerance` of x. Asks
/// nothing of f but one maximum, not even a bound: it closes in on poles too, where steps by
/// parabolas fail.
/// @return the larger of the last two points
[[nodiscard]] Maximum golden_section_maximum(const std::function<double(double)>& f, double low,
                                             double high, double tolerance);

} // namespace slideway
