#pragma once

#include "contact/laws/joint_phases.hpp"
#include "dynamics/events/motion_record.hpp"
#include "dynamics/events/resting_contacts.hpp"
#include "dynamics/events/switched_model.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// A motion that the rows of a patch are held to: from velocities x_0,
///   x = x_0 + s^power sum_k a_k (s / unit)^k,    s = t - begin,  power >= 1
struct ImposedMotion {
    double begin = 0, unit = 1; ///< [s]
    int power = 1;
    Eigen::Matrix<double, 3, Eigen::Dynamic> a;

    [[nodiscard]] Vector3 acceleration(double t) const;
    [[nodiscard]] Vector3 jerk(double t) const;
};

/// Phase of a patch: it slides, or it is held at rest or to an imposed motion.
struct PatchPhase {
    bool slides = false;
    Departure departure; ///< how it leaves its rest where a step begins; power 0: it stays
    std::optional<ImposedMotion> imposed;
    Vector3 last_direction = Vector3::Zero(); ///< direction of the stop that the next event is
    Index held = -1;                          ///< first of its rows in SwitchedPhases::held

    [[nodiscard]] bool rests() const { return !slides && !imposed; }
};

/// Phases of contacts, joints and patches, and what follows from them alone.
struct SwitchedPhases {
    std::vector<int> contacts; ///< k: 0 sticks, +1 or -1 slides
    Vector held_at;            ///< k + 3 p: displacements at which rows stick
    std::vector<contact::JointPhases> joints;
    std::vector<contact::JointPiece> pieces; ///< laws in these phases
    std::vector<PatchPhase> patches;

    // These follow from the phases by `hold`.
    HeldRows held;        ///< contacts that stick, then rows of patches that do not slide
    Vector friction;      ///< k [N]: friction of sliding contacts; 0 for others
    Vector friction_load; ///< m: that friction on the modes

    explicit SwitchedPhases(const SwitchedModel& model);

    /// Updates all data that depend on the phases of contacts and patches.
    void hold(const SwitchedModel& model);
    /// Sets the friction of sliding contacts, without that of the contacts `slow`.
    void set_friction(const SwitchedModel& model, const std::vector<Index>& slow = {});
    /// True if a patch leaves its rest where a step begins.
    [[nodiscard]] bool departs() const;
    /// Returns (B B^T)^-1 of all held rows, restricted to the rows of these patches: the masses
    /// that they feel.
    [[nodiscard]] Matrix masses(const std::vector<std::size_t>& patches) const;
    /// Returns the phases of contacts and joints.
    [[nodiscard]] MotionPhases motion_phases() const
    {
        return {contacts, held_at.head(static_cast<Index>(contacts.size())), joints, 0};
    }
};

} // namespace slideway::dynamics
