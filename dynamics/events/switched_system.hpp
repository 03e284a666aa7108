#pragma once

#include "base/dense_solve.hpp"
#include "base/runge_kutta_78.hpp"
#include "contact/laws/joint_phases.hpp"
#include "dynamics/events/contact_record.hpp"
#include "dynamics/events/resting_contacts.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// A function whose zero ends a phase of a contact or a joint.
struct Guard {
    double value = 0; ///< over its scale
    bool contact = false;
    std::size_t of = 0; ///< contact or joint
    int number = 0;     ///< number among the guards of a joint
    int row = 0;
    bool patch = false; ///< `of` is a patch that leaves its rest or comes to it
    double scale = 1;
};

/// A motion that the rows of a patch are held to: from velocities x_0,
///   x = x_0 + s^power sum_k a_k (s / unit)^k,    s = t - begin,  power >= 1
struct ImposedMotion {
    double begin = 0, unit = 1; ///< [s]
    int power = 1;
    Eigen::Matrix<double, 3, Eigen::Dynamic> a;

    [[nodiscard]] Vector3 acceleration(double t) const;
    [[nodiscard]] Vector3 jerk(double t) const;
};

/// A guard below this fraction of its scale is zero: contacts and joints change their phases
/// together, or a phase has just begun. It is well above the residual of a guard at an event with
/// steps of 1e-13, and far below guards of other events. From 1e-14 to 1e-5 no test changes; below
/// 1e-17 equal contacts separate (8e-10 of the motion).
constexpr double same_event = 1e-11;

/// A JointedSystem with the phases of its contacts and joints: while none changes, y' = f(y, t) is
/// smooth. y = (q, q', work of the drive, of the dampers, of the joints, of each patch), 2 m + 3 +
/// p. A contact that sticks, and a patch that rests, is held by the reaction that leaves it no
/// acceleration. Friction of a patch is a smooth force while it slides, but not at rest: through
/// its stop, and out of its rest, it is held to an imposed motion (PatchStop, PatchCollocation).
class SwitchedSystem {
public:
    /// @param system  contacts and patches that do not depend on each other (resting_rows); laws
    ///                with phases, or of the state (Law::is_state_function)
    explicit SwitchedSystem(const JointedSystem& system);

    [[nodiscard]] Index n_modes() const { return s_.n_modes(); }
    [[nodiscard]] Index n_contacts() const { return s_.n_contacts(); }
    [[nodiscard]] std::size_t n_patches() const { return system_.patches.size(); }
    /// Whether its motion has a power series at hand: patches and laws of the state have none.
    [[nodiscard]] bool has_series() const;
    [[nodiscard]] Index n_state() const { return 2 * m() + 3 + static_cast<Index>(n_patches()); }
    [[nodiscard]] Complex drive(double t) const { return std::polar(1.0, s_.Omega * t); }
    [[nodiscard]] Complex drive_rate(double t) const { return Complex(0, s_.Omega) * drive(t); }
    /// Displacements and velocities of the k contacts [m], [m/s].
    [[nodiscard]] Vector displacement(const Vector& y, double t) const;
    [[nodiscard]] Vector sliding(const Vector& y, double t) const;

    /// The phases of a motion that begins there, as EventDrivenOptions::phases says; round-off of
    /// the velocities decides nothing.
    void begin(const Vector& y, double t, const std::optional<MotionPhases>& given = {});
    /// Current phases of all contacts and joints.
    [[nodiscard]] MotionPhases phases() const { return {state_, held_at_.head(k()), phases_, 0}; }
    /// Sets `rate` to f(y, t).
    void right_hand_side(const Vector& y, double t, Vector& rate);
    /// A step of RungeKutta78 with f, which is `rate` at its start.
    void step(const Vector& y, const Vector& rate, double t, double h, Vector& y_end,
              Vector& error);
    /// Sets `out` to the guards of all phases, at y without what contacts that stick have drifted.
    void guards(const Vector& y, double t, std::vector<Guard>& out);
    /// An event: joints that were hit change their phases, then the contacts theirs, and what
    /// velocity is left to those that stop is taken out of y.
    /// @param guards, hit  at the event, and which of them take part
    void pass(const std::vector<Guard>& guards, const std::vector<bool>& hit, Vector& y, double t,
              ContactRecord& record, std::vector<JointEvent>& joint_events);
    /// Takes back what contacts that stick have drifted.
    void remove_drift(Vector& y, double t);

    /// Magnitudes of all forces, over square roots of masses; joints as last evaluated.
    [[nodiscard]] double force_size(const Vector& y) const;
    /// Size of the part of the forces that sticking contacts and resting patches do not take; at
    /// least the share `least` of all.
    [[nodiscard]] double moving_force_size(const Vector& y, double least);
    [[nodiscard]] const std::vector<int>& state() const { return state_; } ///< k: 0 sticks
    /// Friction and reactions of the contacts as last evaluated, k [N].
    [[nodiscard]] Vector contact_forces() const;
    /// Joints as last evaluated [m, N].
    [[nodiscard]] const contact::JointVector& joint_displacement(std::size_t j) const
    {
        return r_[j];
    }
    [[nodiscard]] const contact::JointVector& joint_force(std::size_t j) const { return law_[j].f; }
    [[nodiscard]] const contact::JointPhases& phases(std::size_t j) const { return phases_[j]; }
    [[nodiscard]] const contact::JointPiece& piece(std::size_t j) const { return pieces_[j]; }
    [[nodiscard]] const JointedSystem& system() const { return system_; }
    // ---- patches
    [[nodiscard]] Vector3 patch_displacement(std::size_t p, const Vector& y, double t) const;
    [[nodiscard]] Vector3 patch_velocity(std::size_t p, const Vector& y, double t) const;
    /// The axes of its map, as columns on those of its rows.
    [[nodiscard]] contact::Matrix3 map_axes(std::size_t p, const Vector& y, double t) const;
    [[nodiscard]] double map_rate(std::size_t p, const Vector& y, double t) const; ///< [rad/s]
    /// Friction at a velocity of its rows.
    [[nodiscard]] contact::PatchForce patch_friction(std::size_t p, const Vector3& velocity,
                                                     const Vector& y, double t) const;
    /// At that rate of y.
    [[nodiscard]] Vector3 patch_acceleration(std::size_t p, const Vector& rate, double t) const;
    [[nodiscard]] bool slides(std::size_t p) const { return patches_[p].slides; }
    /// Held where it is.
    [[nodiscard]] bool rests(std::size_t p) const
    {
        return !patches_[p].slides && !patches_[p].imposed;
    }
    /// How it leaves its rest where a step begins; power 0: it does not.
    [[nodiscard]] const Departure& departure(std::size_t p) const { return patches_[p].departure; }
    [[nodiscard]] bool departs() const;
    /// Friction or reaction as last evaluated.
    [[nodiscard]] const Vector3& patch_force(std::size_t p) const { return patches_[p].force; }
    /// All so far.
    [[nodiscard]] const std::vector<PatchEvent>& patch_events() const { return patch_events_; }
    /// Holds patches to a motion, until they slide again or an event passes.
    void impose(const std::vector<std::size_t>& patches, const std::vector<ImposedMotion>& motions);
    /// Releases patches from their computed motion; they continue to slide.
    void let_slide();
    /// (B B^T)^-1 of all that is held, the rows of these patches of it: masses that they feel.
    [[nodiscard]] Matrix masses(const std::vector<std::size_t>& patches) const;
    /// B B^T of a patch: velocities that unit impulses on its rows give.
    [[nodiscard]] contact::Matrix3 flexibility(std::size_t p) const
    {
        return G_.block<3, 3>(patch_row(p), patch_row(p));
    }
    /// Upper bound of the decay rate by friction of sliding patches, at the last evaluation [1/s]:
    /// the trace of B B^T H, whose eigenvalues are not negative.
    [[nodiscard]] double friction_rate() const;
    /// Error of the modal velocities that the error estimate of the last step, of length h, misses
    /// if friction of sliding patches changes within the step.
    [[nodiscard]] double unseen_error(double h) const;
    /// Direction of the stop that the next event is.
    void comes_to_rest(std::size_t p, const Vector3& direction)
    {
        patches_[p].last_direction = direction;
    }

    /// Contacts that stick, rows of held patches behind them, and x = (B B^T)^-1 b of these in
    /// place of b.
    [[nodiscard]] const std::vector<Index>& sticking() const { return stick_; }
    void solve_sticking(Eigen::Ref<Matrix> b) const { G_stick_.solve_in_place(b); }
    /// Friction forces of sliding contacts (k [N], 0 for others), and on the modes (m).
    [[nodiscard]] const Vector& friction() const { return friction_; }
    [[nodiscard]] const Vector& friction_load() const { return friction_load_; }
    /// Magnitudes of the constant loads and of the limits on the modes.
    [[nodiscard]] double steady_force() const { return steady_force_; }
    [[nodiscard]] long long n_evaluations() const { return n_evaluations_; }

private:
    [[nodiscard]] Index k() const { return n_contacts(); }
    [[nodiscard]] Index m() const { return n_modes(); }
    void joint_motion(const Vector& y, double t, std::size_t j);
    void applied(const Vector& y, double t);
    /// Contacts, joints and patches of an event.
    struct Hits {
        std::vector<bool> contacts;         // k
        std::vector<bool> stopped, reached; // patches that come to rest, and that may leave it
    };
    void pass_contacts(const Hits& hits, Vector& y, double t, ContactRecord& record);
    [[nodiscard]] NextMotions next_of(const std::vector<Index>& slow,
                                      const std::vector<std::size_t>& held,
                                      const std::vector<bool>& reached, const Vector& y, double t);
    [[nodiscard]] Index patch_row(std::size_t p) const { return k() + 3 * static_cast<Index>(p); }
    void begin_joints(const Vector& y, double t, const std::optional<MotionPhases>& given);
    void add_joint_guards(std::size_t j, double q_size, double v_size);
    void pass_ended(std::size_t j, double q_size, double v_size);
    [[nodiscard]] std::vector<int> next_of(const std::vector<Index>& slow, const Vector& y,
                                           double t);
    [[nodiscard]] Vector jerk(const std::vector<Index>& slow, const Vector& friction,
                              const Vector& y, double t) const;
    void hold();
    void size_forces();
    [[nodiscard]] double moving_size(const Eigen::Ref<const Vector>& force);

    const JointedSystem& system_;
    const DrySystem& s_;
    RungeKutta78 stepper_;
    double steady_force_, moving_steady_force_ = 0;
    Matrix rows_; // k + 3 p x m: of the contacts, of the patches
    ComplexVector follow_rows_;
    Matrix G_; // of rows_
    long long n_evaluations_ = 0;

    struct Patch {
        bool slides = false;
        Departure departure;
        std::optional<ImposedMotion> imposed;
        Index held = -1; // first of its rows in stick_
        Vector3 force = Vector3::Zero(), velocity = Vector3::Zero();
        Vector3 last_direction = Vector3::Zero();
        contact::PatchForce friction = contact::PatchForce::zero(); // while it slides
        Vector3 difference = Vector3::Zero(); // of its friction over the last step, the sixth
    };
    std::vector<Patch> patches_;
    std::vector<PatchEvent> patch_events_;
    std::vector<int> state_; // k
    std::vector<Index> stick_;
    Matrix B_stick_;
    Cholesky G_stick_;
    Vector held_at_;       // k + 3 p [m]: displacement of those that stick
    Vector friction_;      // k [N]: of those that slide
    Vector friction_load_; // m
    Vector reaction_;      // of stick_ [N]
    Vector load_, a_;      // work of the right-hand side
    Vector rate_;          // work of the guards
    Vector undrifted_;     // work of the guards
    Vector left_;          // work of remove_drift
    Matrix B_rest_;        // of what is held where it is
    Cholesky G_rest_;
    Vector moving_, rest_left_, spring_; // work of moving_force_size

    std::vector<contact::JointPhases> phases_;
    std::vector<contact::JointPiece> pieces_;
    std::vector<contact::JointVector> r_, r_rate_, row_norm_, moving_row_norm_, follow_;
    contact::JointVector r_size_, v_size_; // work of the guards
    std::vector<contact::ForceAndTangent> law_;
    std::vector<contact::JointGuard> joint_guards_; // of the joint last looked at
    contact::JointMemory no_memory_;
};

} // namespace slideway::dynamics
