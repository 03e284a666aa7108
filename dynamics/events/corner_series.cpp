#include "dynamics/events/corner_series.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::dynamics {

namespace {

// |delta z| from which s is 0 or 1 in all that follows; below it no product is denormal.
constexpr double settled = 350;
// Fraction of the distance to the poles that a series may use.
constexpr double short_of_poles = 0.8;

constexpr std::size_t last = CornerSeries::order;

} // namespace

double up_to_distance(const CornerSeries::Coefficients& r, double limit, double x)
{
    for (;;) {
        double sum = 0, slope = 0;
        for (int k = CornerSeries::order; k > 0; --k) {
            slope = slope * x + sum;
            sum = sum * x + std::abs(r(k));
        }
        slope = slope * x + sum;
        sum *= x;
        if (!(sum > limit))
            return x;
        x -= (sum - 0.99 * limit) / slope; // Newton's method, from above
    }
}

double CornerSeries::begin(double r)
{
    for (Series* series : {&s_, &p_, &zs_, &zp_, &slope_, &z_back_, &dz_back_, &s_back_})
        series->fill(0);
    const double z = r - corner_.at, u = corner_.rate * z;
    s_[0] = u < -settled ? 0 : u > settled ? 1 : contact::logistic(u);
    p_[0] = std::abs(u) > settled ? 0 : s_[0] * contact::logistic(-u);
    tilt_ = -std::tanh(u / 2);
    z_back_[last] = z;
    zs_[0] = z * s_[0];
    zp_[0] = z * p_[0];
    slope_[0] = corner_.stiffness * (s_[0] + corner_.rate * zp_[0]);
    return corner_.stiffness * zs_[0];
}

SLIDEWAY_CLONES_4 double CornerSeries::next(int order_of, double r)
{
    const auto k = static_cast<std::size_t>(order_of);
    double s = 0, p = 0;
    zs_[k] = s_[0] * r;
    if (p_[0] != 0) {
        // Coefficients that are not stored yet count as zero, because loads would have to wait for
        // them.
        Lanes rise = {}, square = {}, zs = {}, zp = {};
        for (std::size_t j = 0; j <= k; j += lanes_width) {
            const std::size_t back = last - k + j;
            const Lanes &s_j = lanes(s_.data() + j), &p_j = lanes(p_.data() + j);
            rise += p_j * lanes(dz_back_.data() + back);
            square += s_j * lanes(s_back_.data() + back);
            zs += s_j * lanes(z_back_.data() + back);
            zp += p_j * lanes(z_back_.data() + back);
        }
        const double z_0 = z_back_[last], dz = static_cast<double>(k) * r;
        s = corner_.rate * (sum(rise) + p_[0] * dz) / static_cast<double>(k);
        p = s * tilt_ - sum(square);
        zs_[k] += sum(zs) + s * z_0;
        zp_[k] = sum(zp) + p * z_0 + p_[0] * r;
        slope_[k] = corner_.stiffness * (s + corner_.rate * zp_[k]);
        dz_back_[last - k] = dz;
    }
    s_[k] = s_back_[last - k] = s;
    p_[k] = p;
    z_back_[last - k] = r;
    return corner_.stiffness * zs_[k];
}

double CornerSeries::change(int order_of, const contact::SmoothedCorner& corner) const
{
    const auto k = static_cast<std::size_t>(order_of);
    double square = 0; // z^2 p
    for (std::size_t j = 0; j <= k; ++j)
        square += zp_[j] * z_back_[last - k + j];
    return corner.stiffness * zs_[k] - corner.at * slope_[k] +
           corner.rate * corner_.stiffness * square;
}

double CornerSeries::reach(const Coefficients& r, double tolerance, double x) const
{
    const double delta = std::abs(corner_.rate), z = std::abs(z_back_[last]);
    const double share = std::min(0.5, std::pow(tolerance, 1.0 / (order - 1)));
    const double near =
        share *
        up_to_distance(r, short_of_poles * std::hypot(z, std::numbers::pi / delta), x / share);
    const double far = z + std::log(tolerance) / delta;
    return near < x && far > 0 ? std::max(near, up_to_distance(r, far, x)) : near;
}

} // namespace slideway::dynamics
