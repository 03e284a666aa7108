#pragma once

#include "dynamics/events/contact_record.hpp"
#include "dynamics/events/guard.hpp"
#include "dynamics/events/switched_forces.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Motion of a SwitchedModel from phase to phase: phases at a start, guards that end them, and the
/// phases after an event. Friction of a patch is a smooth force while it slides, but not at rest:
/// through its stop, and out of its rest, it is held to an imposed motion (PatchStop,
/// PatchCollocation).
class SwitchedSystem {
public:
    /// @param system  as for SwitchedModel
    explicit SwitchedSystem(const JointedSystem& system)
        : model_(system), phases_(model_), forces_(model_, phases_),
          rate_(Vector::Zero(model_.n_state()))
    {
    }
    SwitchedSystem(const SwitchedSystem&) = delete; // the forces refer to the phases
    SwitchedSystem& operator=(const SwitchedSystem&) = delete;

    [[nodiscard]] const SwitchedModel& model() const { return model_; }
    [[nodiscard]] const SwitchedPhases& phases() const { return phases_; }
    [[nodiscard]] SwitchedForces& forces() { return forces_; }
    [[nodiscard]] const SwitchedForces& forces() const { return forces_; }
    /// Stops and starts of patches so far.
    [[nodiscard]] const std::vector<PatchEvent>& patch_events() const { return patch_events_; }

    /// Determines the phases of a motion that begins with y at t, as EventDrivenOptions::phases
    /// says. Round-off of the velocities decides nothing.
    void begin(const Vector& y, double t, const std::optional<MotionPhases>& given = {});
    /// Sets `out` to the guards of all phases, at y without the drift of contacts that stick.
    void guards(const Vector& y, double t, std::vector<Guard>& out);
    /// Passes an event: joints that were hit change their phases, then the contacts theirs. The
    /// velocity that is left to those that stop is taken out of y.
    /// @param guards, hit  at the event, and which of them take part
    void pass(const std::vector<Guard>& guards, const std::vector<bool>& hit, Vector& y, double t,
              ContactRecord& record, std::vector<JointEvent>& joint_events);
    /// Takes the drift of contacts that stick out of y.
    void remove_drift(Vector& y, double t);
    /// Holds patches to a motion, until they slide again or an event passes.
    void impose(const std::vector<std::size_t>& patches, const std::vector<ImposedMotion>& motions);
    /// Releases patches from their computed motion; they continue to slide.
    void let_slide();
    /// Sets the direction of the stop that the next event is.
    void come_to_rest(std::size_t p, const Vector3& direction)
    {
        phases_.patches[p].last_direction = direction;
    }

private:
    /// Contacts, joints and patches of an event.
    struct Hits {
        std::vector<bool> contacts;         // k
        std::vector<bool> stopped, reached; // patches that come to rest, and that may leave it

        // True for a contact at rest whose reaction has reached its limit.
        [[nodiscard]] bool releases(const std::vector<int>& states, std::size_t contact) const
        {
            return contact < contacts.size() && contacts[contact] && states[contact] == 0;
        }
    };
    [[nodiscard]] Index m() const { return model_.n_modes(); }
    void begin_joints(const Vector& y, double t, const std::optional<MotionPhases>& given);
    void add_joint_guards(std::size_t j, double q_size, double v_size);
    void add_reaction_guards(const Vector& y, double t, std::vector<Guard>& out);
    void pass_ended(std::size_t j, double q_size, double v_size);
    void pass_contacts(const Hits& hits, Vector& y, double t, ContactRecord& record);
    [[nodiscard]] NextMotions next_motions(const std::vector<Index>& slow,
                                           const std::vector<std::size_t>& held, const Hits& hits,
                                           const Vector& y, double t);
    void hold();

    SwitchedModel model_;
    SwitchedPhases phases_;
    SwitchedForces forces_;
    std::vector<PatchEvent> patch_events_;
    // Work of the guards.
    Vector rate_, undrifted_, left_;
    contact::JointVector r_size_, v_size_;
    std::vector<contact::JointGuard> joint_guards_; // of the last joint
};

} // namespace slideway::dynamics
