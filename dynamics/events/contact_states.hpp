#pragma once

#include "dynamics/modal/dry_contacts.hpp"

#include <functional>
#include <vector>

namespace slideway::dynamics {

/// Next states of dry contacts without sliding velocity: the unique solution of the complementarity
/// problem of their accelerations and, where these vanish, of their rates.
struct SlowContacts {
    const Vector& limit;            ///< k [N]
    const Matrix& G;                ///< k x k: B B^T
    const std::vector<Index>& slow; ///< rows without sliding velocity
    const Vector& b;     ///< k: accelerations of the contacts, without the friction of `slow`
    const Vector& scale; ///< k: of the accelerations, a share of which counts as none
    double rate;         ///< [rad/s]: scale times rate is that of the rates
    const std::vector<bool>& at_limit; ///< k: the event is that the reaction reached its limit
    /// Sets the rates of the accelerations (k), with constant friction forces (n) on `slow`.
    std::function<void(const Vector& friction, Vector& rates)> jerk;
};

struct NextStates {
    std::vector<int> state; ///< state per slow contact: 0 sticks, +1 or -1 begins to slide
    Vector friction;        ///< [N] of each
    Vector rates;           ///< work
};
/// Sets `next`, whose memory is reused.
void next_states(const SlowContacts& contacts, NextStates& next);

} // namespace slideway::dynamics
