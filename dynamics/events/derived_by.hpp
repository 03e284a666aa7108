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

/// Variables of the derivatives of a motion. Columns: one per coordinate of its start (q, q'), or
/// one for a direction of it; then Omega, the level, the parameter of a law, the damping, and each
/// change.
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
void check_derivatives(const JointedSystem& system, const DerivedBy& derived);

} // namespace slideway::dynamics
