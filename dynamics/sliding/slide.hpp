#pragma once

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "dynamics/sliding/linearised_contacts.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// A model while its motions carry the slave bodies along: one configuration per position.
///
/// The position is the arc length [m] along the master curve of the first contact (from its first
/// node) of the undeformed first slave node. All motions advance together in the ratio of their
/// velocities. Rows are taken at the undeformed place (of a slave node that touches), or at the
/// static sliding equilibrium under the constant loads; the frozen bodies move at the speed of the
/// drive, which decides the direction and, where the law depends on it, the size of friction.
class Slide {
public:
    /// Refers to both models as long as it lives.
    /// @throws InputError  no motion drives a slave with friction along its master
    Slide(const assembly::CoupledModel& model, const ModalModel& modal,
          const SlideOptions& options);

    [[nodiscard]] bool has_contact() const { return !model_.sliding.empty(); }
    [[nodiscard]] bool moves() const { return speed_ > 0; }
    [[nodiscard]] double start() const { return start_; }   ///< position as the case places it [m]
    [[nodiscard]] double length() const { return length_; } ///< length of the master curve [m]
    [[nodiscard]] double speed() const { return speed_; }   ///< |ds/dt| after the ramp [m/s]
    /// Arc lengths of the nodes of the master curve [m].
    [[nodiscard]] const Vector& nodes() const { return nodes_; }

    /// When the motions reach a position [s]; before the start of the motions: at their final
    /// speed.
    [[nodiscard]] double time(double position) const;
    /// Where the motions are at a time [m].
    [[nodiscard]] double position(double time) const;

    /// @param key  of the case file, begins the message
    /// @throws InputError  a position that is not on the master curve, or that nothing moves to; no
    ///                     contact
    void check(double position, const std::string& key = "position") const;

    /// @throws InputError  as check; undeformed: the slave does not touch; deformed: as
    ///                     sliding_equilibrium
    [[nodiscard]] LinearisedContacts at(double position);

    /// Displacement of each component in the last configuration, zero if undeformed.
    [[nodiscard]] const std::vector<Vector>& static_q() const { return static_q_; }
    /// Displacement of each motion at a position [m].
    [[nodiscard]] Vector motion(double position) const;

private:
    void move_to(double position);
    /// How long the motions take to a position at their final speed [s], < 0 before the start.
    [[nodiscard]] double advance(double position) const;

    const assembly::CoupledModel& model_;
    const ModalModel& modal_;
    About about_;
    assembly::CoupledModel moved_;    // contacts, motions and loads only, where the bodies are now
    std::vector<double> direction_;   // per contact
    std::vector<double> slide_speed_; // per contact: |v| of the slave along the master [m/s]
    std::vector<Index> first_;        // first row of each component in q
    std::vector<Vector> static_q_;
    Vector nodes_;
    double start_ = 0, length_ = 0, speed_ = 0, ramp_ = 0, t_start_ = 0;
    double sense_ = 1; // +1: the arc length grows
};

} // namespace slideway::dynamics
