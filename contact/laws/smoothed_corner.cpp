#include "contact/laws/smoothed_corner.hpp"

#include <boost/math/special_functions/lambert_w.hpp>

#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

// Share of the area between the forces (pi^2 / 12 on either side) within the radius of influence.
// It is about that of a normal distribution within its deviation.
constexpr double share_within = 0.68;

// int_x^inf u / (1 + e^u) du, by the geometric series of e^-u; x well above 0.
double area_beyond(double x)
{
    double area = 0, sign = 1;
    for (int n = 1; n * x < 40; ++n, sign = -sign)
        area += sign * std::exp(-n * x) * (x / n + 1.0 / (n * n));
    return area;
}

} // namespace

double logistic(double u)
{
    const double e = std::exp(-std::abs(u));
    return u < 0 ? e / (1 + e) : 1 / (1 + e);
}

ForceAndSlope force_at(const SmoothedCorner& corner, double r)
{
    const double z = r - corner.at, u = corner.rate * z;
    const double s = logistic(u), rest = logistic(-u);
    // Where one of them vanishes u may be infinite.
    return {s == 0 ? 0 : corner.stiffness * z * s,
            s == 0 || rest == 0 ? corner.stiffness * s : corner.stiffness * s * (1 + u * rest)};
}

double radius_of_influence()
{
    constexpr double beyond = (1 - share_within) * std::numbers::pi * std::numbers::pi / 12;
    static const double radius = [] {
        double x = 2;
        for (int i = 0; i < 20; ++i) // Newton's method
            x += (area_beyond(x) - beyond) * (1 + std::exp(x)) / x;
        return x;
    }();
    return radius;
}

double largest_error()
{
    static const double error = boost::math::lambert_w0(std::exp(-1.0));
    return error;
}

double steepest_slope()
{
    static const double slope = [] {
        double u = 2;
        for (int i = 0; i < 20; ++i) { // Newton's method
            const double t = std::tanh(u / 2);
            u -= (u * t - 2) / (t + u * (1 - t * t) / 2);
        }
        return force_at({0, 0, 1, 1}, u).df_dr;
    }();
    return slope;
}

} // namespace slideway::contact
