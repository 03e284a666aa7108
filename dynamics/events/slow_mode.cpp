#include "dynamics/events/slow_mode.hpp"

namespace slideway::dynamics {

void SlowMode::advance(double tau, double h, double& y, double& rate) const
{
    constexpr int terms = 14; // (2 pi slowest)^14 / 14! < 1e-18; 9 leave 1e-14, 7 leave 8e-11
    double derivative = rate, next = h - c * rate - k * y; // of y, one order apart
    double power = 1;                                      // tau^i / i!
    double sum = y, rate_sum = rate;
    for (int i = 1; i <= terms; ++i) {
        power *= tau / i;
        sum += derivative * power;
        rate_sum += next * power;
        const double after = -c * next - k * derivative;
        derivative = next;
        next = after;
    }
    y = sum;
    rate = rate_sum;
}

} // namespace slideway::dynamics
