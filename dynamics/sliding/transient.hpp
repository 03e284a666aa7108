#pragma once

#include "assembly/coupled_model.hpp"
#include "base/progress.hpp"
#include "contact/state.hpp"
#include "dynamics/modal/outputs.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "dynamics/sliding/transient_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

struct ProbeHistory {
    std::string name;
    std::vector<double> u, v, a; ///< [m, m/s, m/s^2], central differences of the step
};

/// All in the fixed frame; n_slaves entries per sample, in the order of the slave port.
struct ContactHistory {
    std::string name;
    Index n_slaves = 1;
    std::vector<double> normal_force;     ///< lambda [N], > 0 compression
    std::vector<double> friction_force;   ///< [N] on the slave along the segment direction
    std::vector<double> gap;              ///< [m], > 0 open
    std::vector<double> sliding_velocity; ///< [m/s] slave minus master along the segment
    std::vector<double> slave_velocity_x, slave_velocity_y; ///< v_C [m/s]
    std::vector<double> contact_x, contact_y;               ///< position of the contact point [m]
    std::vector<double> slope;                              ///< gamma [rad] of the segment
    std::vector<double> alpha;                              ///< position on the segment, 0 to 1
    std::vector<int> segment;
    std::vector<int> state;                                                      ///< contact::State
    Extremes normal_force_range, sliding_velocity_range, slave_velocity_x_range; ///< of all nodes
};

/// One entry per sample and row of the joint.
struct JointHistory {
    std::string name;
    Index n_rows = 1;
    std::vector<double> force;        ///< [N] of the first body on the second
    std::vector<double> displacement; ///< r [m]: first body minus second
};

struct EnergyHistory {
    std::vector<double> time; ///< [s], half a step after each sample
    std::vector<double> stored, loads, drive, friction, damping, joints; ///< [J] since the start
    std::vector<double> residual; ///< stored - loads - drive + friction + damping + joints
};

/// Deformed bodies at one time.
struct FieldFrame {
    double time = 0;
    std::vector<Vector> u; ///< of each body, dofs of the model's bodies, fixed frame [m]
    struct Point {
        std::size_t contact = 0;
        Index slave = 0, segment = 0;
        double lambda = 0;   ///< [N]
        double friction = 0; ///< coefficient
        contact::Projection projection;
        contact::State state = contact::State::none;
    };
    std::vector<Point> points; ///< slave nodes, contact after contact
};

enum class TransientStatus {
    end,
    detachment,
    closing,
    reversal,
    left_master,
    jamming,
    instability,
    interrupted
};

[[nodiscard]] std::string status_name(TransientStatus status);

struct [[nodiscard]] TransientResult {
    TransientStatus status = TransientStatus::end;
    std::string message; ///< time, contact, reason and what to try; "" at the end
    double t_stop = 0;   ///< [s]
    Scheme scheme = Scheme::forward_increment;
    double h = 0, h_limit = 0; ///< [s]; limit of the central differences
    long long n_steps = 0;
    Index n_modes = 0;
    double history_rate_hz = 0; ///< as used
    std::string start;
    SlidingEquilibrium equilibrium;
    std::vector<double> direction; ///< of sliding, per contact, +1 along the master polyline
    bool classical = true;         ///< no component has damping that couples its modes

    std::vector<double> time; ///< [s] of the samples
    std::vector<ProbeHistory> probes;
    std::vector<ContactHistory> contacts;
    std::vector<JointHistory> joints; ///< those that are not linear
    EnergyHistory energy;
    std::vector<FieldFrame> frames;
};

/// Integrates the coupled model in time from its start to t_end, or until a contact opens, closes,
/// reverses, jams or leaves its master surface.
///
/// @throws InputError  step above the limit; t_end <= t_start; rates out of range; a contact with
///                     friction that no motion drives; joints with the modal propagator; everything
///                     that modal_model and sliding_equilibrium refuse; results that would not fit
///                     in memory
/// @throws Interrupted  before the first step; later it returns what it has
[[nodiscard]] TransientResult transient(const assembly::CoupledModel& model,
                                        const TransientOptions& options,
                                        const std::vector<Probe>& probes = {},
                                        const Progress& progress = {});

} // namespace slideway::dynamics
