#pragma once

#include <cstddef>

namespace slideway::dynamics {

/// A function whose zero ends a phase of a contact or a joint.
struct Guard {
    double value = 0; ///< over its scale
    bool contact = false;
    std::size_t index = 0; ///< contact, joint or patch
    int number = 0;        ///< number among the guards of a joint
    int row = 0;
    bool patch = false; ///< true if a patch leaves its rest or comes to it
    double scale = 1;
};

/// A guard below this fraction of its scale is zero: contacts and joints change their phases
/// together, or a phase has just begun. It is well above the residual of a guard at an event with
/// steps of 1e-13, and far below guards of other events. From 1e-14 to 1e-5 no test changes; below
/// 1e-17 equal contacts separate (8e-10 of the motion).
constexpr double same_event = 1e-11;

} // namespace slideway::dynamics
