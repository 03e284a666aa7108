#pragma once

#include "contact/laws/law.hpp"
#include "dynamics/events/corner_series.hpp"

#include <array>
#include <vector>

namespace slideway::dynamics {

/// The force of a smooth law of r alone (Law::is_smooth and is_state_function) along a motion r(x),
/// as power series of x. The law has no derivatives of high order, so its force near the first r is
/// a polynomial through Chebyshev points, exact to round-off of the force.
class FunctionSeries {
public:
    static constexpr int order = CornerSeries::order;

    /// @param law  must outlive the series
    /// @param row  of the series of all joints
    FunctionSeries(const contact::Law& law, Index row) : law_(&law), row_(row) {}

    [[nodiscard]] Index row() const { return row_; }
    /// Takes the first coefficient of r, then coefficient k > 0 after k - 1.
    /// @param far  largest radius of the polynomial [m]
    /// @return that of the force. It is NaN if no neighbourhood of r has a smooth force.
    double begin(double r, double far);
    double next(int k, double r);
    /// Coefficient k of df/dr.
    [[nodiscard]] double slope(int k) const { return slope_[static_cast<std::size_t>(k)]; }
    /// Returns how far the series may be taken, x at most, to order - 2. r stays within the radius
    /// also for complex x that are (order - 1)th roots of 1/tolerance longer, at least twice. There
    /// the polynomial is bounded, so that by Cauchy's estimate the rest of the force is within
    /// 2 tolerance times the sum of |a_j|.
    [[nodiscard]] double reach(const CornerSeries::Coefficients& r, double tolerance,
                               double x) const;

private:
    static constexpr int degree = 16; // of the polynomial
    using Series = std::array<double, order + 1>;

    bool fit(double r, double radius);

    const contact::Law* law_;
    Index row_;
    double radius_ = 0;                     // of the polynomial [m]; 0: none yet
    std::array<double, degree + 1> a_ = {}; // force = sum_j a_j (z / radius)^j, z from the first r
    int top_ = 0;                           // the last a_j that is not zero
    std::array<Series, degree + 1> power_ = {}; // (z / radius)^j
    Series slope_ = {};
    Matrix r_, v_; // 1 x nodes
    contact::RowForces forces_;
};

} // namespace slideway::dynamics
