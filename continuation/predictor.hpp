#pragma once

#include "continuation/state.hpp"

#include <vector>

namespace slideway::continuation {

/// Predicts the next point of a branch on the polynomial through the last points with their
/// tangents (Hermite), as a function of the coordinate along the last tangent. One point gives the
/// tangent, two a cubic, and three, the maximum, a polynomial of degree five. Points beyond a
/// corner do not count. The class owns its buffers: nothing is allocated after the first use.
class Predictor {
public:
    static constexpr Index kept = 4; ///< number of points, one more in case two are too close

    explicit Predictor(Workspace& work);

    /// Adds the next point of the branch.
    void add(const State& state);

    /// Fits the polynomial for steps of about h from a, which follows all points added.
    void fit(const State& a, double h);
    /// Predicts the point b at a distance h along the tangent of a.
    void predict(const State& a, double h, State& b);
    /// Predicts p of that point.
    [[nodiscard]] double parameter(const State& a, double h) const;

private:
    struct Point {
        Vector x, t; ///< t: scaled
        double p = 0;
    };

    Workspace& work_;
    std::vector<Point> ring_;
    std::size_t added_ = 0;
    std::vector<double> at_; ///< coordinates along the tangent, each point twice
    Matrix values_, slopes_; ///< n + 1 x twice the number of points
    Vector offset_;
};

} // namespace slideway::continuation
