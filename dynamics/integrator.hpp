#pragma once

#include "assembly/coupled_model.hpp"
#include "base/band_noise.hpp"
#include "contact/divergence.hpp"
#include "contact/node_to_segment.hpp"
#include "dynamics/modal_model.hpp"
#include "dynamics/scheme.hpp"
#include "dynamics/sliding_equilibrium.hpp"
#include "dynamics/step_kernel.hpp"

#include <limits>
#include <optional>
#include <vector>

namespace slideway::dynamics {

enum class Scheme {
    forward_increment, ///< central differences: the published scheme
    modal_propagator   ///< exact propagation of each mode, the same contact step
};

/// Why a time integration cannot go on.
enum class StepEvent { none, detachment, reversal, left_master, instability };

/// Smallest and largest value seen.
struct Extremes {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void include(double value)
    {
        min = value < min ? value : min;
        max = value > max ? value : max;
    }
};

/// State of the contact after a step; positions and velocities in the fixed frame.
struct ContactState {
    Index segment = 0;
    contact::Projection predicted; ///< the projection that B_C and B_E were made from
    double lambda = 0;             ///< [N] normal force of the last step, > 0 compression
    Eigen::Vector2d slave_velocity = Eigen::Vector2d::Zero(); ///< [m/s], mean of the last step
    double sliding_velocity = 0;     ///< [m/s] along the segment, slave minus master, last step
    Extremes lambda_range;           ///< over all steps
    Extremes slave_velocity_x_range; ///< after the settling time
    Extremes sliding_velocity_range; ///< after the ramps
};

/// Energies since the start [J], half a step before the time reached. Without damping, contact and
/// drives, stored - loads is an exact invariant of the central differences:
///
///   E_{n+1/2} = 1/2 u'^T M u' + 1/2 q_n Omega^2 q_{n+1},  u' = (u_{n+1} - u_n) / h
///
/// With them, and for the modal propagator, the account closes to the order of the scheme.
struct EnergyAccount {
    double stored = 0;   ///< kinetic and elastic energy, fixed frame
    double loads = 0;    ///< work of the loads
    double drive = 0;    ///< work of the imposed motions
    double friction = 0; ///< dissipated in the contact, mu lambda v_slide
    double damping = 0;  ///< dissipated in the bodies
};

/// Advances a coupled model with at most one sliding contact, step by step, in modal coordinates
/// and in the frame that moves with the drives. No allocation in `step`.
///
/// One step n -> n+1 [eqs. (26)-(32) of doi:10.1007/s11071-020-06081-9]: predict u* without contact
/// force; segment, position and direction of the contact from the predicted positions X + u*;
/// lambda_n = B_C (X + u*) / (h^2 B_C M^-1 B_E^T); correct by -h^2 M^-1 B_E^T lambda_n.
/// Compatibility is read as B_C (X + u) = 0: with finite sliding on a sloping surface B_C u = 0 is
/// not a contact condition.
///
/// The step size is taken as given; dynamics::transient refuses one above the limit.
class Integrator {
public:
    struct Settings {
        Scheme scheme = Scheme::forward_increment;
        double h = 0;         ///< [s]
        double direction = 1; ///< of sliding, +1 along the master polyline
        double duration = 0;  ///< [s] of the noise records
        double settling = 0;  ///< [s] before slave_velocity_x_range begins
        double ramp = 0;      ///< [s] before reversal is watched: friction is taken as developed
    };

    /// Starts at rest (d = 0) in the state given. @pre model and modal outlive the integrator
    Integrator(const assembly::CoupledModel& model, const ModalModel& modal,
               const Settings& settings, const SlidingEquilibrium& start);

    [[nodiscard]] StepEvent step();

    [[nodiscard]] double elapsed() const { return static_cast<double>(n_steps_) * settings_.h; }
    [[nodiscard]] long long n_steps() const { return n_steps_; }
    [[nodiscard]] const ContactState& contact() const { return contact_; }

    /// Applies the correction that `step` leaves for the next pass, so that displacement and
    /// increment are those of the time reached.
    void settle();
    /// @pre settled: q_n and q_n - q_{n-1} of a body
    [[nodiscard]] Eigen::Map<const Vector> displacement(std::size_t body) const
    {
        return bodies_[body].modes.q();
    }
    [[nodiscard]] Eigen::Map<const Vector> increment(std::size_t body) const
    {
        return bodies_[body].modes.d();
    }
    [[nodiscard]] double motion_displacement(std::size_t motion) const { return drives_[motion].x; }
    [[nodiscard]] double motion_increment(std::size_t motion) const
    {
        return settings_.h * drives_[motion].v;
    }
    /// Slave node and its projection on the master at the settled positions.
    [[nodiscard]] Eigen::Vector2d slave_position() const;
    [[nodiscard]] contact::Projection settled_projection() const;
    /// Energies half a step before the time reached. Settles.
    [[nodiscard]] EnergyAccount energy();

private:
    struct Body {
        explicit Body(Index n_modes) : modes(n_modes), F_constant(1, n_modes) {}

        StepArrays modes;
        PaddedRows F_constant; ///< w h^2 times the constant modal force
        bool varied = false;   ///< whether F has been made from F_constant in this step
        int n_rows = 0;        ///< contact rows it carries: 0, 2 (slave) or 4 (master)
        const double* rows = nullptr;
        Eigen::Vector4d force = Eigen::Vector4d::Zero(); ///< pending correction, h^2 lambda B_E
        bool pending = false;                        ///< whether q and d still lack that correction
        Eigen::Vector4d y = Eigen::Vector4d::Zero(); ///< predicted displacement of the rows
    };
    struct NoiseLoad {
        std::size_t load = 0; ///< index in the model
        std::size_t body = 0;
        BandNoise noise;
        PaddedRows wp;            ///< w h^2 p
        Vector gram;              ///< p w rows^T for the contact rows of its body, if any
        double value = 0;         ///< [N] at the beginning of the step
        double y = 0, y_step = 0; ///< displacement of its row, and the last increment
    };
    struct Drive {
        std::size_t body = 0;
        PaddedRows wm;              ///< w h^2 times the modal inertia per unit of acceleration
        double acceleration = 0;    ///< in force now [m/s^2]
        double x = 0;               ///< [m]
        double v = 0, v_before = 0; ///< [m/s] of the last step and the one before: increment / h
        double momentum = 0;        ///< [kg m/s] relative to the frame, when last accounted
    };

    void apply_forces(double t);
    static void add_force(Body& body, double factor, const PaddedRows& row);
    static void settle(Body& body);
    [[nodiscard]] StepEvent contact_step();
    void move_master(Index segment);
    void account_step(double sliding_before);
    [[nodiscard]] double relative_momentum(std::size_t motion) const;
    [[nodiscard]] Eigen::Vector2d follow_slave() const;
    [[nodiscard]] Eigen::Vector2d master_position(Index node, const Eigen::Vector2d& elastic) const;
    [[nodiscard]] double load_displacement(std::size_t load, double fraction) const;
    [[nodiscard]] double stored_energy() const;

    const assembly::CoupledModel& model_;
    const ModalModel& modal_;
    Settings settings_;
    long long n_steps_ = 0;
    std::vector<Body> bodies_;
    std::vector<NoiseLoad> noise_;
    std::vector<Drive> drives_;

    ContactState contact_;
    contact::ContactRow row_E_{};
    contact::ForceWatch watch_;
    PaddedRows slave_rows_, master_rows_;      ///< of the contact, for the kernel
    Eigen::Matrix2d slave_gram_;               ///< rows w rows^T of the slave
    std::vector<Eigen::Matrix4d> master_gram_; ///< the same of each segment
    Eigen::Vector2d slave_u_;                  ///< elastic displacement of the rows after the
    Eigen::Vector4d master_u_;                 ///< last step, and of the master segment in use

    EnergyAccount account_;
    double stored_start_ = 0;
    std::vector<double> load_start_; ///< displacement of each load's row at the start
};

/// Velocity and acceleration of an imposed motion at t from the start.
[[nodiscard]] double motion_velocity(const assembly::Motion& motion, double t);
[[nodiscard]] double motion_acceleration(const assembly::Motion& motion, double t);

} // namespace slideway::dynamics
