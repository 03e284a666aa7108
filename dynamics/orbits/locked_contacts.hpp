#pragma once

#include "dynamics/modal/dry_contacts.hpp"

#include <optional>

namespace slideway::dynamics {

/// Forces of rigid dry contacts while none of them moves, at one frequency:
///
///   [ omega^2 - Omega^2 + j Omega D   B^T ] [ q      ]   [  p ]
///   [ B                               0   ] [ Lambda ] = [ -r ]
///
/// Lambda = W^-1 V, W = B H B^T, V = B H p + r, H = (omega^2 - Omega^2 + j Omega D)^-1, also where
/// H does not exist. Solved in the null space of B, where it is regular at free resonances.
struct LockedContacts {
    /// k [N]: |Lambda|; none at an undamped frequency of the system with all contacts locked that
    /// the drive reaches: nothing holds them there.
    std::optional<Vector> force;

    /// Whether limit_k >= |Lambda_k| for every k. Then all contacts come to rest from any start:
    /// two motions never move apart, and one of them is at rest. Else at least one moves; which
    /// others do is a matter of the motion of those that slide.
    /// @throws std::invalid_argument  limits of another number of contacts
    [[nodiscard]] bool at_rest(const Vector& limit) const;
};

/// @param Omega  [rad/s], > 0
/// @throws InputError  as refuse_no_closed_form; contacts that depend on each other
/// Source: docs/theory/motion_regimes.md.
[[nodiscard]] LockedContacts locked_contacts(const DrySystem& system, double Omega);

} // namespace slideway::dynamics
