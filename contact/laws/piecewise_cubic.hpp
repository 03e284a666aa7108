#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace slideway::contact {

/// A function by its values at knots: a cubic between two knots, a straight line beyond the first
/// and beyond the last. Interval 0 lies before the first knot, interval n behind the last.
class PiecewiseCubic {
public:
    struct Value {
        double f = 0, slope = 0, curvature = 0;
    };
    /// c[0] + c[1] s + c[2] s^2 + c[3] s^3 with s = x - at.
    struct Piece {
        double at = 0;
        std::array<double, 4> c = {};

        [[nodiscard]] Value operator()(double x) const;
        [[nodiscard]] double integral(double x) const; ///< from `at` to x
    };

    static constexpr std::size_t fewest_monotone = 4; ///< knots of monotone

    PiecewiseCubic() : pieces_(1) {} ///< zero
    /// Straight lines between the values.
    /// @pre x increases, and has at least two knots and as many values
    [[nodiscard]] static PiecewiseCubic linear(std::vector<double> x, const std::vector<double>& y);
    /// Monotone cubics (PCHIP): between two knots the function stays between their values, and its
    /// slope is continuous. At the ends the slope is that of the line to the next knot.
    /// @pre as linear, with at least fewest_monotone knots
    /// Source: Fritsch & Butland, SIAM J. Sci. Stat. Comput. 5(2), 1984, doi:10.1137/0905021, as
    /// Boost.Math computes it.
    [[nodiscard]] static PiecewiseCubic monotone(const std::vector<double>& x,
                                                 const std::vector<double>& y);

    /// True if a piece of this length and rise has finite coefficients.
    [[nodiscard]] static bool is_finite(double length, double rise)
    {
        return std::isfinite(length) && std::isfinite(rise / length / length / length);
    }

    [[nodiscard]] const std::vector<double>& knots() const { return knots_; }
    [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
    /// Index of the interval of x; at a knot, of the interval behind it.
    [[nodiscard]] std::size_t interval(double x) const;
    [[nodiscard]] Value operator()(double x) const { return pieces_[interval(x)](x); }
    [[nodiscard]] double integral(double x) const; ///< from 0 to x
    /// Largest slope for |x| <= reach, at least 0.
    [[nodiscard]] double steepest(double reach) const;
    /// True if f(-x) = -f(x), to round-off.
    [[nodiscard]] bool is_odd() const;
    [[nodiscard]] PiecewiseCubic times(double n) const;

private:
    PiecewiseCubic(std::vector<double> knots, const std::vector<double>& values,
                   const std::vector<double>& slopes, const std::vector<Piece>& inner);
    void integrate();

    std::vector<double> knots_;
    std::vector<Piece> pieces_;     ///< knots + 1
    std::vector<double> integrals_; ///< at each knot, from the first
};

} // namespace slideway::contact
