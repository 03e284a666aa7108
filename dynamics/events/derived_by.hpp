#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

struct JointedSystem;
struct SystemChange;

/// A number of a law of a joint (contact::JointLaw::parameter).
struct LawNumber {
    std::size_t joint = 0;
    std::string name;
};

/// What a motion is derived by: a column for each coordinate of its start (q, q'), or one for a
/// direction of it, then one for Omega, then one for the level, then one for the number, then one
/// for the damping, then one for each change.
struct DerivedBy {
    bool start = false;
    bool direction = false; ///< in place of the start: one column, along a direction of it
    bool Omega = false;     ///< at a given time, loads and motions at Omega with it
    bool level = false;     ///< ln of a factor on the loads and motions at Omega
    std::optional<LawNumber> number = {};
    bool damping = false; ///< xi of a force -xi q' on all modes, at xi as it is [1/s]
    /// By what makes them.
    std::vector<std::shared_ptr<const SystemChange>> changes = {};

    [[nodiscard]] bool any() const
    {
        return start || direction || Omega || level || number || damping || !changes.empty();
    }
};

/// @throws InputError             dry contacts; a law that remembers
/// @throws std::invalid_argument  a joint that is none; a number that its law does not have; a
///                                change of another system
void check_derivatives(const JointedSystem& system, const DerivedBy& by);

} // namespace slideway::dynamics
