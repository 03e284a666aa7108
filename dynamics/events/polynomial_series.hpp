#pragma once

#include "contact/laws/joint_force.hpp"
#include "dynamics/events/corner_series.hpp"

#include <array>
#include <vector>

namespace slideway::dynamics {

/// A polynomial of (r - at, v), the terms of a piece on one row, along a motion r(x), v(x), as
/// power series of x, coefficient after coefficient: products of the series of r - at and v.
class PolynomialSeries {
public:
    static constexpr int order = CornerSeries::order;

    /// @param row  of the series of all joints
    /// @param at   [m]
    PolynomialSeries(std::vector<contact::PolynomialTerm> terms, Index row, double at);

    [[nodiscard]] Index row() const { return row_; }
    [[nodiscard]] bool depends_on_velocity() const { return v_.size() > 1; }
    /// Takes coefficient k of the motion, from 0 on.
    /// @return that of the force
    double next(int k, double r, double v);
    /// Coefficients k of df/dr and df/dv.
    [[nodiscard]] double by_r(int k) const { return by_r_[static_cast<std::size_t>(k)]; }
    [[nodiscard]] double by_v(int k) const { return by_v_[static_cast<std::size_t>(k)]; }

private:
    using Series = std::array<double, order + 1>;
    using Powers = std::vector<Series>;

    std::vector<contact::PolynomialTerm> terms_;
    Index row_;
    double at_;
    Powers r_, v_; // powers 0, 1, ... of each
    Series by_r_ = {}, by_v_ = {};
};

/// Series of the terms of a piece, one per row.
/// @param first  its first row in the series of all joints
[[nodiscard]] std::vector<PolynomialSeries> polynomials_of(const contact::JointPiece& piece,
                                                           Index first);

} // namespace slideway::dynamics
