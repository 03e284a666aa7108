#include "dynamics/modal/floquet.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slideway::dynamics {

Stability stability_of(ComplexVector multipliers)
{
    Stability s;
    if (multipliers.size() == 0 || !multipliers.allFinite())
        return s;
    std::stable_sort(multipliers.begin(), multipliers.end(),
                     [](const Complex& a, const Complex& b) { return std::abs(a) > std::abs(b); });
    s.stable = std::abs(multipliers(0)) <= 1 + 1e-9;
    double fold = std::numeric_limits<double>::infinity(), flip = fold, pair = fold;
    int fold_sign = 1, flip_sign = 1, pair_sign = 1;
    for (Index i = 0; i < multipliers.size(); ++i) {
        const Complex a = multipliers(i);
        fold = std::min(fold, std::abs(1. - a));
        flip = std::min(flip, std::abs(1. + a));
        if (a.imag() == 0) {
            if (a.real() > 1)
                fold_sign = -fold_sign;
            if (a.real() < -1)
                flip_sign = -flip_sign;
        }
        for (Index j = i + 1; j < multipliers.size(); ++j) {
            const Complex b = multipliers(j);
            const double distance = std::abs(1. - a * b);
            const bool real = a.imag() == 0 && b.imag() == 0;
            // Other products come with their conjugates and leave the sign alone.
            if ((real || a == std::conj(b)) && (a * b).real() > 1)
                pair_sign = -pair_sign;
            if (distance < pair) {
                pair = distance;
                s.neutral_saddle = real;
            }
        }
    }
    s.fold_test = fold_sign * fold;
    s.flip_test = flip_sign * flip;
    s.neimark_sacker_test = pair_sign * pair;
    s.multipliers = std::move(multipliers);
    return s;
}

} // namespace slideway::dynamics
