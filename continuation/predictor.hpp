#pragma once

#include "continuation/state.hpp"

#include <vector>

namespace slideway::continuation {

/// Where the next point of a branch will lie: on the polynomial with the last points and their
/// tangents (Hermite), over the way along the tangent of the last one. Of one point that is the
/// tangent, of two a cubic, of three, the most, one of the fifth degree. Points across a corner do
/// not count. A class for its buffers: nothing is allocated after the first use.
class Predictor {
public:
    static constexpr Index kept = 4; ///< points: one of them may be too near

    explicit Predictor(Workspace& work);

    /// A point of the branch, behind those before it.
    void add(const State& at);

    /// Takes the polynomial for steps of about h from a, which lies behind all points added.
    void fit(const State& a, double h);
    /// Its point at a distance h along the tangent of a ...
    void predict(const State& a, double h, State& b);
    /// ... and p of that.
    [[nodiscard]] double parameter(const State& a, double h) const;

private:
    struct Point {
        Vector x, t; ///< t: scaled
        double p = 0;
    };

    Workspace& work_;
    std::vector<Point> ring_;
    std::size_t added_ = 0;
    std::vector<double> at_; ///< along the tangent, each point twice
    Matrix values_, slopes_; ///< n + 1 x points twice
    Vector offset_;
};

} // namespace slideway::continuation
