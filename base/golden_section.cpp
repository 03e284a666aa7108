#include "base/golden_section.hpp"

namespace slideway {

Maximum golden_section_maximum(const std::function<double(double)>& f, double low, double high,
                               double tolerance)
{
    constexpr double golden = 0.6180339887498949;
    double x = high - golden * (high - low), y = low + golden * (high - low);
    double f_x = f(x), f_y = f(y);
    while (high - low > tolerance && x < y) { // x = y: the limit of precision is reached
        if (f_x > f_y) {
            high = y;
            y = x;
            f_y = f_x;
            x = high - golden * (high - low);
            f_x = f(x);
        } else {
            low = x;
            x = y;
            f_x = f_y;
            y = low + golden * (high - low);
            f_y = f(y);
        }
    }
    return f_x > f_y ? Maximum{x, f_x} : Maximum{y, f_y};
}

} // namespace slideway
