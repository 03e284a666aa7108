#pragma once

namespace slideway {

/// Unevaluated sum high + low, with twice the digits of a double. Dekker, Numer. Math. 18, 1971,
/// doi:10.1007/BF01397083.
struct Twice {
    double high = 0, low = 0;

    void add(double value)
    {
        const double sum = high + value, part = sum - high;
        low += (high - (sum - part)) + (value - part);
        high = sum;
    }
    void add_product(double a, double b)
    {
        constexpr double splitter = 134217729; // 2^27 + 1
        const double product = a * b;
        const double a_1 = splitter * a - (splitter * a - a), a_2 = a - a_1;
        const double b_1 = splitter * b - (splitter * b - b), b_2 = b - b_1;
        low += ((a_1 * b_1 - product) + a_1 * b_2 + a_2 * b_1) + a_2 * b_2;
        add(product);
    }
    [[nodiscard]] double value() const { return high + low; }
};

} // namespace slideway
