#pragma once

#include "base/runge_kutta_78.hpp"
#include "dynamics/events/switched_phases.hpp"

#include <vector>

namespace slideway::dynamics {

/// Forces of a SwitchedModel in its phases, and the right-hand side y' = f(y, t), which is smooth
/// while no phase changes. A contact that sticks, and a patch that rests, is held by the reaction
/// that leaves it no acceleration. Evaluations reuse their memory.
class SwitchedForces {
public:
    /// @param model, phases  must outlive the forces
    SwitchedForces(const SwitchedModel& model, const SwitchedPhases& phases);

    /// Adapts to phases that have changed.
    void take_phases();
    /// Sets `rate` to f(y, t).
    void right_hand_side(const Vector& y, double t, Vector& rate);
    /// Takes a step of RungeKutta78. @param rate  f(y, t)
    void step(const Vector& y, const Vector& rate, double t, double h, Vector& y_end,
              Vector& error);
    [[nodiscard]] long long n_evaluations() const { return n_evaluations_; }

    // ---- parts of the right-hand side, for events
    /// Evaluates all forces but the reactions of held rows, and sets `acceleration`.
    /// @param e  SwitchedModel::drive at t
    void apply(const Vector& y, double t, Complex e);
    /// Sets displacement and velocity of a joint.
    void move_joint(const Vector& y, Complex e, std::size_t j)
    {
        model_.joint_motion(y, e, j, r_[j], r_rate_[j]);
    }
    [[nodiscard]] const Vector& acceleration() const { return a_; } ///< m
    /// Rates of the accelerations of all rows with constant forces on `rows`, after `apply`.
    [[nodiscard]] Vector jerk(const std::vector<Index>& rows, const Vector& forces, const Vector& y,
                              double t) const;

    // ---- as last evaluated
    /// Reactions of SwitchedPhases::held.
    [[nodiscard]] const Vector& reaction() const { return reaction_; }
    /// Friction and reactions of the contacts, k [N].
    [[nodiscard]] Vector contact_forces() const;
    [[nodiscard]] const contact::JointVector& joint_displacement(std::size_t j) const
    {
        return r_[j];
    }
    [[nodiscard]] const contact::JointVector& joint_velocity(std::size_t j) const
    {
        return r_rate_[j];
    }
    [[nodiscard]] const contact::JointVector& joint_force(std::size_t j) const { return law_[j].f; }
    /// Friction or reaction of a patch.
    [[nodiscard]] const Vector3& patch_force(std::size_t p) const { return patches_[p].force; }

    // ---- sizes, for errors of steps
    /// Magnitudes of all forces, over square roots of masses.
    [[nodiscard]] double force_size(const Vector& y) const;
    /// Size of the part of the forces that sticking contacts and resting patches do not take; at
    /// least the share `least` of all.
    [[nodiscard]] double moving_force_size(const Vector& y, double least);
    /// Upper bound of the decay rate by friction of sliding patches [1/s]: the trace of B B^T H,
    /// whose eigenvalues are not negative.
    [[nodiscard]] double friction_rate() const;
    /// Error of the modal velocities that the error estimate of the last step, of length h, misses
    /// if friction of sliding patches changes within the step.
    [[nodiscard]] double unseen_error(double h) const;

private:
    struct PatchEvaluation {
        Vector3 force = Vector3::Zero(), velocity = Vector3::Zero();
        contact::PatchForce friction = contact::PatchForce::zero(); // while it slides
        Vector3 difference = Vector3::Zero(); // of its friction over the last step, the sixth
    };
    [[nodiscard]] Index m() const { return model_.n_modes(); }
    void hold(double t, Complex e);
    void size_forces();
    [[nodiscard]] double moving_size(const Eigen::Ref<const Vector>& force);

    const SwitchedModel& model_;
    const JointedSystem& s_;
    const SwitchedPhases& phases_;
    RungeKutta78 stepper_;
    long long n_evaluations_ = 0;
    Vector load_, a_; // m
    Vector reaction_; // of held rows [N]
    std::vector<contact::JointVector> r_, r_rate_;
    std::vector<contact::ForceAndTangent> law_;
    contact::JointMemory no_memory_;
    std::vector<PatchEvaluation> patches_;

    HeldRows at_rest_; // contacts that stick and patches that rest
    std::vector<contact::JointVector> moving_row_norm_;
    double moving_steady_force_ = 0;
    Vector moving_, rest_left_, spring_; // work of moving_force_size
};

} // namespace slideway::dynamics
