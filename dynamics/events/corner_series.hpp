#pragma once

#include "base/lanes.hpp"
#include "contact/laws/smoothed_corner.hpp"
#include "dynamics/events/first_sign_change.hpp"

#include <array>

namespace slideway::dynamics {

/// A SmoothedCorner along a motion r(x), as power series of x, coefficient after coefficient:
///
///   s' = rate z' p,   p = s (1 - s),   force = k z s,   slope = k (s + rate z p)
class CornerSeries {
public:
    static constexpr int order = static_cast<int>(step_degree);
    /// Coefficients of r from 0 to order.
    using Coefficients = Eigen::Ref<const Eigen::RowVectorXd, 0, Eigen::InnerStride<>>;

    /// @param row  of the series of all joints
    CornerSeries(const contact::SmoothedCorner& corner, Index row) : corner_(corner), row_(row) {}

    [[nodiscard]] Index row() const { return row_; }
    /// Takes the first coefficient of r, then coefficient k > 0 after k - 1.
    /// @return that of the force
    double begin(double r);
    double next(int k, double r);

    /// Coefficient k of df/dr.
    [[nodiscard]] double slope(int k) const { return slope_[static_cast<std::size_t>(k)]; }
    /// Coefficient k of what a change of the corner makes of the force at the same r.
    [[nodiscard]] double change(int k, const contact::SmoothedCorner& corner) const;

    /// How far the series of the force may be taken, x at most: to order - 2, as r'' needs it to
    /// its last. Seen from far its coefficients are too small to show its poles at
    /// delta z = +-j pi, w apart from where it begins. Either |delta (z - z_0)| stays below 0.8 w
    /// for complex x that are (order - 1)th roots of 1/tolerance longer, at least twice: by
    /// Cauchy's estimate the rest of the force is then within 8 w tolerance k / delta, that of the
    /// slope within 26 w tolerance k. Or |delta z| stays above -ln(tolerance), and the force
    /// differs from that of the corner by less than that times tolerance k / delta.
    [[nodiscard]] double reach(const Coefficients& r, double tolerance, double x) const;

    /// Coefficients, with room for whole lanes behind them.
    using Series = std::array<double, order + 1 + lanes_width>;

private:
    contact::SmoothedCorner corner_;
    Index row_;
    double tilt_ = 0; // 1 - 2 s at the start
    Series s_, p_, zs_, zp_, slope_;
    Series z_back_, dz_back_, s_back_; // coefficient j at order - j, zeros behind; without s_0
};

/// Returns the x, within 1 %, up to which sum_k |r_k| x^k, k > 0, stays below a limit; at most x.
[[nodiscard]] double up_to_distance(const CornerSeries::Coefficients& r, double limit, double x);

} // namespace slideway::dynamics
