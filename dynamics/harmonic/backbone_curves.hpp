#pragma once

#include "continuation/branch.hpp"
#include "continuation/options.hpp"
#include "dynamics/harmonic/response_scales.hpp"

#include <functional>
#include <string>

/// Common definitions of curves over the logarithm of a level or an amplitude; x = (r, Omega [,
/// damping]).
namespace slideway::dynamics {

/// Steps of such a curve.
struct BackboneSteps {
    double tolerance = 1e-10; ///< tolerance of Newton's method
    double max_step = 0.5;    ///< longest step of the logarithm; displacements change by this share
    int max_points = 2000;    ///< largest number of points of a curve
};
[[nodiscard]] continuation::Options options_of(const BackboneSteps& steps, double p_min,
                                               double p_max);

/// First monitors of every curve: rows of Branch::monitors.
enum BackboneMonitor {
    backbone_log_rms = 0, ///< ln of rms in m
    backbone_low = 1,     ///< Omega over its lower bound, minus 1: the curve ends at zero
    backbone_high = 2,    ///< upper bound of the frequency over Omega, minus 1
};
/// @param n        of r
/// @param low, high  bounds of Omega [rad/s]
void add_backbone_monitors(continuation::Problem& problem, Index n, double low, double high,
                           std::function<double(const continuation::Solution&)> log_rms);

/// Says in `back.message` in words for users at which monitor a curve ends.
/// @param other  that which comes after those of BackboneMonitor
void describe_end(continuation::Branch& curve, const std::string& other = {});

using ScalesAt = std::function<continuation::Scales(const VectorIn& x, double p)>;

/// Newton's method at p, down to round-off; whether it converges.
[[nodiscard]] bool correct_at(const continuation::Problem& problem, const ScalesAt& scales,
                              double tolerance, Vector& x, double p);

/// The point at p between points a and b of a curve that follow each other: Newton's method from x,
/// which must not go farther than twice their distance.
[[nodiscard]] bool between(const continuation::Problem& problem, const ScalesAt& scales,
                           double tolerance, const Vector& a, const Vector& b, double p, Vector& x);

} // namespace slideway::dynamics
