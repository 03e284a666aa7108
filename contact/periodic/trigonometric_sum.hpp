#pragma once

#include "base/types.hpp"

#include <cmath>
#include <vector>

/// Sums of harmonics over one period, and all their sign changes.
namespace slideway::contact {

/// u(theta) = mean + sum_k c_k cos k theta + s_k sin k theta, k = 1 .. n_h; c and s start at k = 1.
struct TrigonometricSum {
    double mean = 0;
    std::vector<double> c, s;
};

/// u and its first four derivatives at one theta.
struct TrigonometricValue {
    double d[5];
};

/// Adds the four derivatives of the harmonic k = i + 1 and returns its value.
/// @param cosine, sine  of k theta
inline double add_derivatives(const TrigonometricSum& u, std::size_t i, double k, double cosine,
                              double sine, TrigonometricValue& v)
{
    const double even = u.c[i] * cosine + u.s[i] * sine;
    const double odd = k * (u.s[i] * cosine - u.c[i] * sine);
    const double k2 = k * k;
    v.d[1] += odd;
    v.d[2] -= k2 * even;
    v.d[3] -= k2 * odd;
    v.d[4] += k2 * k2 * even;
    return even;
}

[[nodiscard]] inline TrigonometricValue value(const TrigonometricSum& u, double theta)
{
    const double cos_1 = std::cos(theta), sin_1 = std::sin(theta);
    double cos_k = cos_1, sin_k = sin_1, k = 1;
    TrigonometricValue v{{u.mean, 0, 0, 0, 0}};
    for (std::size_t i = 0; i < u.c.size(); ++i, k += 1) {
        v.d[0] += add_derivatives(u, i, k, cos_k, sin_k, v);
        const double next = cos_k * cos_1 - sin_k * sin_1;
        sin_k = sin_k * cos_1 + cos_k * sin_1;
        cos_k = next;
    }
    return v;
}

/// A sign change of u (order 0) or u' (order 1), with the values there.
struct SignChange {
    double theta = 0;
    bool rising = false;    ///< from minus to plus
    TrigonometricValue u{}; ///< values there: d[0] to d[2] to round-off, the others to 1e-5
};

/// Locates the sign change of u^(order) - level between lo and hi to round-off. Uses Halley's
/// method, and bisection if a step leaves the bracket.
/// @param guess  first guess of theta
/// @pre There is exactly one sign change. It goes from minus to plus if `rising`.
[[nodiscard]] SignChange sign_change_between(const TrigonometricSum& u, int order, double level,
                                             double lo, double hi, bool rising, double guess);

/// Computes u(theta + offset) as a sum over the offset.
void move_origin(const TrigonometricSum& u, double theta, TrigonometricSum& moved);

/// Locates the offset between lo and hi, 0 <= lo < hi, at which u has grown from u(0) by `rise`.
/// The difference is a sum of products, so a small offset is as accurate as a large one, relative
/// to its size.
/// @param guess  first guess of the offset
/// @return theta is the offset, and d[0] the difference
/// @pre u - u(0) - rise changes its sign exactly once, from minus to plus.
[[nodiscard]] SignChange growth_between(const TrigonometricSum& u, double rise, double lo,
                                        double hi, double guess);

/// Finds every sign change of a sum of n_h harmonics. A table over the period with bounds of the
/// second derivative identifies cells without a sign change and cells where the sum is monotone.
/// Other cells are halved until they belong to one of these two kinds, or until the sum differs
/// from a straight line by less than round-off. No sign change is missed, except pairs within
/// round-off. A double root is no sign change.
class SignChangeFinder {
public:
    explicit SignChangeFinder(Index n_h);

    [[nodiscard]] Index n_h() const { return n_h_; }

    /// Sign changes of u^(order), order 0 or 1, theta ascending in [0, 2 pi).
    void find(const TrigonometricSum& u, int order, std::vector<SignChange>& out);

private:
    Index n_h_, n_cells_;
    /// cos and sin of k theta at the cell ends of half a period, one k after the other.
    std::vector<double> cos_, sin_;
    std::vector<double> even_, odd_, samples_;

    void sample(const TrigonometricSum& u, int order);
};

} // namespace slideway::contact
