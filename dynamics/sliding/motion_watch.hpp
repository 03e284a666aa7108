#pragma once

#include "dynamics/modal/history.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

/// Distinguishes an unstable integration from a motion, where contacts are followed: a swing of
/// their forces is no sign of it then.
///
/// Contacts and damping take energy and never give any, so that bodies move with no more than the
/// energy that they started with, that loads and drives put in and that joints gave back. Above the
/// step limit the kinetic energy grows without bound, while the stored one, kinetic and elastic,
/// and the residual of the account stay small.
class MotionWatch {
public:
    /// @param stored  energy at the start, of the undeformed bodies at rest 0 [J]
    /// @param round_off  kinetic energy of what a step corrects without work of anything: gaps at
    ///                   the start and round-off of positions, over h [J]
    explicit MotionWatch(double stored, double round_off = 0) : start_(std::abs(stored) + round_off)
    {
    }

    /// @param kinetic  [J], at the time of the account
    [[nodiscard]] bool diverges(const Energy& energy, double kinetic)
    {
        if (!begun_) // half a step after the start the account lacks terms of order h^2
            start_ = std::max(start_, kinetic);
        begun_ = true;
        // The largest so far: of net work that comes back to zero only round-off is left.
        put_in_ = std::max(put_in_, start_ + std::abs(energy.loads) + std::abs(energy.drive) +
                                        std::abs(energy.joints));
        return !(kinetic <= most_motion * put_in_);
    }

private:
    /// Largest ratio of kinetic energy to supplied energy. A motion has at most 1. Central
    /// differences show up to 1 / (1 - (omega h / 2)^2), which exceeds this bound at 0.9995 of the
    /// step limit. Above the limit the kinetic energy soon exceeds any bound.
    static constexpr double most_motion = 1e3;
    double start_ = 0, put_in_ = 0;
    bool begun_ = false;
};

} // namespace slideway::dynamics
