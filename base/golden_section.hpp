#pragma once

#include <functional>

namespace slideway {

/// Position and value of a maximum of a function.
struct Maximum {
    double x = 0, value = 0;
};

/// Golden-section search: finds a local maximum of f between low and high, within
/// `tolerance` of x. It requires only that f has one maximum. It also converges to poles,
/// where steps by parabolas fail.
/// @return the larger one of the last two points
[[nodiscard]] Maximum golden_section_maximum(const std::function<double(double)>& f, double low,
                                             double high, double tolerance);

} // namespace slideway
