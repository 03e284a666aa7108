#pragma once

#include "dynamics/sliding/contact_step.hpp"
#include "dynamics/sliding/energy_account.hpp"
#include "dynamics/sliding/first_step.hpp"

namespace slideway::dynamics {

/// Advances a coupled model step by step, in modal coordinates and in the frame that moves with the
/// drives. No allocation in `step`.
///
/// One step n -> n+1 [eqs. (26)-(32) of doi:10.1007/s11071-020-06081-9]: predict u* without contact
/// force; segment, position and direction of each contact from the predicted positions X + u*;
/// lambda_n from B_C W B_E^T h^2 lambda_n = B_C (X + u*) over all closed slave nodes; correct by
/// -h^2 W B_E^T lambda_n. Here W are the weights of the scheme, (M + h C / 2)^-1 for
/// forward-increment; published are M^-1 and a damping force half a step late (scheme.hpp).
/// Compatibility is read as B_C (X + u) = 0: with finite sliding on a sloping surface B_C u = 0 is
/// not a contact condition. Joints act with the force of the state before the step. Their velocity
/// there, and the sliding velocity that a coefficient of friction depends on, are those of
/// StepVelocity.
///
/// The step size is taken as given; dynamics::transient refuses one above the limit.
class Integrator {
public:
    using Settings = StepSettings;
    using Counts = ContactStep::Counts;

    /// Starts in the state given, at rest unless it has velocities.
    /// @pre model and modal outlive the integrator
    Integrator(const assembly::CoupledModel& model, const ModalModel& modal,
               const Settings& settings, const SlidingEquilibrium& start)
        : state_(model, modal, settings, start), first_(state_), contacts_(state_), account_(state_)
    {
    }

    [[nodiscard]] StepEvent step();
    /// Applies the correction that `step` leaves for the next pass, so that displacement and
    /// increment are those of the time reached.
    void settle() { state_.settle(); }

    [[nodiscard]] const SlidingState& state() const { return state_; }
    [[nodiscard]] const ContactStep& contacts() const { return contacts_; }
    /// Describes the jamming contact. @pre the last event was jamming
    [[nodiscard]] Jam jam() { return contacts_.jam(); }
    [[nodiscard]] const EnergyAccount& account() const { return account_; }
    [[nodiscard]] Energy energy() { return account_.energy(); }
    [[nodiscard]] double kinetic_energy() { return account_.kinetic_energy(); }

    [[nodiscard]] double elapsed() const { return state_.elapsed(); }
    [[nodiscard]] long long n_steps() const { return state_.n_steps; }
    /// Slave nodes, contact after contact.
    [[nodiscard]] std::size_t n_points() const { return state_.n_nodes; }
    [[nodiscard]] const PointState& point(std::size_t i) const { return state_.points[i].state; }
    /// State on the segment that a slave node touches; on the one in use if it is open.
    [[nodiscard]] const PointState& touching(std::size_t i) const
    {
        return state_.touching_point(i).state;
    }
    /// @pre settled: q_n and q_n - q_{n-1} of a component
    [[nodiscard]] Eigen::Map<const Vector> displacement(std::size_t component) const
    {
        return state_.bodies[component].modes.q();
    }
    [[nodiscard]] Eigen::Map<const Vector> increment(std::size_t component) const
    {
        return state_.bodies[component].modes.d();
    }

private:
    void predict();

    SlidingState state_;
    FirstStep first_;
    ContactStep contacts_;
    EnergyAccount account_;
};

} // namespace slideway::dynamics
