#pragma once

#include "contact/patch/slip_turns.hpp"
#include "dynamics/events/switched_system.hpp"

#include <vector>

namespace slideway::dynamics {

/// Bound of explicit steps before friction of a patch turns. Where a part of the pressure slips
/// with v, friction turns over changes of v as large as v, or as size |omega| where v is smaller.
/// The error estimate of a step is blind to what changes within it and depends on time alone, and
/// at small sizes friction is such a force: constant, then reversed. So a step may change slip and
/// spin by a part of their distance from zero, which costs steps like the logarithm of the size.
class PatchTurn {
public:
    /// @param tolerance  of the error of a step over all velocities: a patch whose friction turns
    ///                   over smaller changes is a point as far as steps can see
    PatchTurn(const SwitchedSystem& system, double tolerance);

    /// How long a step may be at that rate [s].
    [[nodiscard]] double reach(const Vector& y, const Vector& rate, double t) const;

private:
    const SwitchedSystem& system_;
    double tolerance_;
    std::vector<std::vector<contact::SlipTurn>> turns_; // of each patch
};

} // namespace slideway::dynamics
