#pragma once

#include "base/types.hpp"

/// The force of a stop whose corner is smoothed, and by how much it misses that of the stop.
namespace slideway::contact {

/// f = k z s(rate z),  z = r - at,  s(u) = 1 / (1 + e^-u):  k z beyond the corner, nothing before
/// it, and k |z| / (1 + e^{delta |z|}) less than that on either side, delta = |rate|.
struct SmoothedCorner {
    Index row = 0; ///< row of the joint
    double at = 0;
    double stiffness = 0;
    double rate = 0; ///< [1/m]: delta where the stop lies above `at`, -delta below
};

/// s(u), without overflow and true to round-off of itself.
[[nodiscard]] double logistic(double u);

struct ForceAndSlope {
    double f = 0, df_dr = 0;
};
/// At r of its row, finite where that is.
[[nodiscard]] ForceAndSlope force_at(const SmoothedCorner& corner, double r);

/// Pure numbers of every smoothed corner. delta R, R the distance on either side within which 68 %
/// of the area between both forces lies: the root of int_0^x u / (1 + e^u) du = 0.68 pi^2 / 12.
[[nodiscard]] double radius_of_influence();
/// delta / k times the largest error of the force: that of u / (1 + e^u), W(1/e) at u = 1 + W(1/e),
/// W that of Lambert.
[[nodiscard]] double largest_error();
/// Largest slope of the force over k, where u tanh(u / 2) = 2.
[[nodiscard]] double steepest_slope();

} // namespace slideway::contact
