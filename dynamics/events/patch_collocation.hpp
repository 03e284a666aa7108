#pragma once

#include "contact/patch/slip_turns.hpp"
#include "dynamics/events/switched_system.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Collocation step for patches with stiff friction, rate H / (M |x|), which depends on a
/// direction: for patches that leave rest, and while they are slow. Velocities are polynomials.
/// Friction and reaction are equal at as many instants of the step as there are coefficients,
///
///   x(s) = x_0 + s^power sum_k a_k (s / h)^k,      f(s_i) = grad D(x(s_i)),
///
/// f is the reaction of patches that are held to x(s), together with all other motions. The power
/// is 1, except for a patch that leaves rest under a growing load. The last instant is the end of
/// the step, so that stiff components decay: completely on the negative real axis, partly within 85
/// degrees of it. The step is so long that friction and reaction differ by less than the tolerance
/// between these instants.
class PatchCollocation {
public:
    /// @param first  first trial length of a step from rest [s]
    PatchCollocation(SwitchedSystem& system, double tolerance, double first)
        : system_(system), tolerance_(tolerance), first_(first), length_(first)
    {
    }

    /// Takes a step of at most `longest` for sliding and departing patches, from y at t, and leaves
    /// them on their computed motion. Returns nothing if the step would be below `shortest` [s].
    [[nodiscard]] std::optional<double> take(const Vector& y, double t, double longest,
                                             double shortest);
    /// Returns the state at the end of the step.
    [[nodiscard]] const Vector& end() const { return y_end_; }
    /// Estimated length of the next step [s].
    [[nodiscard]] double length() const { return length_; }
    /// Records a step that needed no collocation.
    void pass_step() { length_ *= 1.03; }

private:
    struct Moving {
        std::size_t patch;
        Departure how;
        Vector3 from;                               // velocity at the start of the step
        Eigen::Matrix<double, 3, Eigen::Dynamic> a; // coefficients a_k, in units of h
        std::vector<contact::SlipTurn> turns;       // see SlipTurn; none if axisymmetric
        std::vector<contact::Matrix3> axes = {};    // axes of its map at the instants
        Vector3 excess = Vector3::Zero();           // excess of its reaction at the start
        contact::Matrix3 excess_by_f = contact::Matrix3::Zero();

        [[nodiscard]] Vector3 velocity(double part, double h) const;
    };
    void hold_to(double t, double h);
    void find_excess(std::size_t i);
    void guess(double h);
    [[nodiscard]] Vector missing(double part);
    [[nodiscard]] std::optional<double> shorten(double h, double longest, double shortest);
    [[nodiscard]] bool solve(double h);
    [[nodiscard]] Vector newton_step(double h);
    [[nodiscard]] double share_of_velocities(const Vector& step, double h) const;
    [[nodiscard]] double error(double h);
    [[nodiscard]] double allowed(double h) const;

    SwitchedSystem& system_;
    double tolerance_, first_, length_;
    std::vector<Moving> moving_;
    std::vector<std::size_t> patches_;
    const Vector* y_ = nullptr;
    double t_ = 0, h_ = 0;
    Vector rate_, y_end_, rate_end_, error_;
};

} // namespace slideway::dynamics
