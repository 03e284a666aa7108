#pragma once

#include "base/progress.hpp"
#include "contact/state.hpp"
#include "dynamics/modal/history.hpp"
#include "dynamics/modal/outputs.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "dynamics/sliding/transient_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// Deformed bodies at one time.
struct FieldFrame {
    double time = 0;
    std::vector<Vector> u; ///< displacements of each body (dofs of the model), fixed frame [m]
    struct Point {
        std::size_t contact = 0;
        Index slave = 0, segment = 0;
        double lambda = 0;   ///< [N]
        double friction = 0; ///< PointState::friction
        contact::Projection projection;
        contact::State state = contact::State::none;
    };
    std::vector<Point> points; ///< slave nodes, contact after contact
};

/// Slave nodes of a contact that touch two segments at once, at a concave corner of the master: the
/// other segment than that of SlidingHistory, n_slaves entries per sample.
struct SecondContacts {
    std::string name; ///< name of the contact
    Index n_slaves = 1;
    std::vector<int> segment;         ///< -1: it touches one at most
    std::vector<double> normal_force; ///< [N]
    std::vector<double> friction_force;
    /// Values per node: share of the time since the start of the statistics in which it touches two
    /// segments, and means of both normal forces over that time [N].
    std::vector<double> share, smaller_force, larger_force;
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

/// Results of a transient, beside what was known before its first step.
struct [[nodiscard]] TransientResult : TransientCheck {
    TransientStatus status = TransientStatus::end;
    std::string message; ///< time, contact, reason and what to try; "" at the end
    double t_stop = 0;   ///< [s]
    Scheme scheme = Scheme::forward_increment;
    double h = 0; ///< [s]
    long long n_steps = 0;
    double history_rate_hz = 0; ///< actual rate [Hz]
    ContactStep::Counts counts; ///< where sticking is followed

    /// Velocities and accelerations of points by central differences of the step; energies in the
    /// fixed frame, half a step after each sample.
    History history;
    std::vector<SecondContacts> second; ///< entries for contacts whose nodes may touch two segments
    std::vector<FieldFrame> frames;
};

/// Integrates the coupled model in time from its start to t_end, or until a contact opens, closes,
/// reverses, jams or leaves its master surface.
///
/// @param shared  has the modes, or null
/// @throws InputError  step above the limit; t_end <= t_start; rates out of range; a contact with
///                     friction that no motion drives; joints with the modal propagator; everything
///                     that modal_model and sliding_equilibrium refuse; results that would not fit
///                     in memory
/// @throws Interrupted  before the first step; later it returns what it has
[[nodiscard]] TransientResult transient(const assembly::CoupledModel& model,
                                        const TransientOptions& options,
                                        const std::vector<Probe>& probes = {},
                                        const Progress& progress = {},
                                        SharedModes* shared = nullptr);

} // namespace slideway::dynamics
