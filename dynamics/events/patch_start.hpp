#pragma once

#include "dynamics/events/switched_system.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// The first step of patches that leave their rest. There friction is stiff, rate H / (M |x|), and
/// depends on a direction: velocities are polynomials, of which friction and reaction are the same
/// at as many instants of the step,
///
///   x(s) = s^power sum_k a_k (s / h)^k,      f(s_i) = grad D(x(s_i)),
///
/// f the reaction of patches held to x(s), with all else that moves. Patches that slide already,
/// slowly as they may have started just before, are held to such motions too, with their velocity
/// before and power 1. The step is as long as friction and reaction differ by less than the
/// tolerance between these instants.
class PatchStart {
public:
    /// @param first  length that is tried first [s]
    PatchStart(SwitchedSystem& system, double tolerance, double first)
        : system_(system), tolerance_(tolerance), first_(first)
    {
    }

    /// From y at t, by `longest` at most; leaves patches held to their motion, and
    /// none of the guards of others below zero. None: below `shortest` [s].
    [[nodiscard]] std::optional<double> take(const Vector& y, double t, double longest,
                                             double shortest);
    /// Where it ends.
    [[nodiscard]] const Vector& end() const { return y_end_; }

private:
    struct Leaving {
        std::size_t patch;
        Departure how;
        Eigen::Matrix<double, 3, Eigen::Dynamic> a; // with unit h
    };
    void hold_to(double t, double h);
    [[nodiscard]] Vector missing(double part);
    [[nodiscard]] bool solve(double h);
    [[nodiscard]] double error(double h);
    [[nodiscard]] bool others_last(double h);

    SwitchedSystem& system_;
    double tolerance_, first_;
    std::vector<Leaving> leaving_;
    std::vector<std::size_t> patches_;
    const Vector* y_ = nullptr;
    double t_ = 0, h_ = 0;
    Vector rate_, y_end_, rate_end_, error_;
    std::vector<Guard> guards_;
};

} // namespace slideway::dynamics
