#pragma once

#include "contact/laws/law.hpp"
#include "dynamics/events/corner_series.hpp"

#include <array>
#include <vector>

namespace slideway::dynamics {

/// The force of a smooth law that is a function of (r, v) (Law::is_smooth and is_state_function)
/// along a motion r(x), v(x), as power series of x. The law has no derivatives of high order, so
/// its force near the first (r, v) is a polynomial through Chebyshev points, exact to round-off of
/// the force: of r alone if the law does not depend on velocity, otherwise of both.
class FunctionSeries {
public:
    static constexpr int order = CornerSeries::order;

    /// r [m] and v [m/s], or one coefficient of their series.
    struct State {
        double r = 0, v = 0;
    };

    /// @param law  must outlive the series
    /// @param row  of the series of all joints
    FunctionSeries(const contact::Law& law, Index row) : law_(&law), row_(row) {}

    [[nodiscard]] Index row() const { return row_; }
    [[nodiscard]] bool depends_on_velocity() const { return law_->depends_on_velocity(); }
    /// Takes the first coefficients of the motion, then coefficients k > 0 after k - 1.
    /// @param far  largest radii of the polynomial
    /// @return coefficient of the force. It is NaN if no neighbourhood of the state has a smooth
    ///         force.
    double begin(State first, State far);
    double next(int k, State coefficient);
    /// Coefficients k of df/dr and df/dv.
    [[nodiscard]] double by_r(int k) const { return by_r_[static_cast<std::size_t>(k)]; }
    [[nodiscard]] double by_v(int k) const { return by_v_[static_cast<std::size_t>(k)]; }
    /// Returns how far the series may be taken, x at most, to order - 2. r and v stay within the
    /// radii also for complex x that are (order - 1)th roots of 1/tolerance longer, at least twice.
    /// There the polynomial is bounded, so that by Cauchy's estimate the rest of the force is
    /// within 2 tolerance times the sum of |a_ij|.
    /// @param v  ignored if the force does not depend on it
    [[nodiscard]] double reach(const CornerSeries::Coefficients& r,
                               const CornerSeries::Coefficients& v, double tolerance,
                               double x) const;

private:
    static constexpr int degree = 16; // of the polynomial, in each variable
    static constexpr std::size_t size = degree + 1;
    using Series = std::array<double, order + 1>;
    using Square = Eigen::Matrix<double, size, size>;
    using Powers = std::array<Series, size>;

    /// Variables that the polynomial does not resolve.
    struct Unresolved {
        bool r = false, v = false;
    };

    Unresolved fit(State centre, State radius);
    [[nodiscard]] double coefficient(int k, std::size_t by_r, std::size_t by_v) const;

    const contact::Law* law_;
    Index row_;
    State radius_; // of the polynomial; 0: none yet
    Square a_;     // force = sum_ij a_ij (z / radius.r)^i (w / radius.v)^j, from the first state
    std::size_t top_r_ = 0, top_v_ = 0; // the last powers whose a_ij are not zero
    Powers power_r_ = {}, power_v_ = {};
    Series by_r_ = {}, by_v_ = {};
    Matrix r_, v_; // 1 x nodes
    contact::RowForces forces_;
};

} // namespace slideway::dynamics
