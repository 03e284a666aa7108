#pragma once

#include "base/measure.hpp"
#include "base/types.hpp"
#include "dynamics/modal/exchanged_energy.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

// What a transient records, whatever its scheme.

namespace slideway::dynamics {

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

/// Energies since the start [J].
struct Energy {
    double time = 0;     ///< [s]
    double stored = 0;   ///< kinetic and elastic, of bodies and linear joints
    double loads = 0;    ///< work of the loads
    double drive = 0;    ///< work of the imposed motions
    double friction = 0; ///< dissipated in the contacts
    double impact = 0;   ///< lost by sliding contacts that close
    double turning = 0;  ///< taken by normal forces of sliding contacts that turn within a step
    double damping = 0;  ///< dissipated in bodies and linear joints
    double joints = 0;   ///< gone into the other joints, stored or dissipated

    [[nodiscard]] double residual() const
    {
        return stored - loads - drive + friction + impact + turning + damping + joints;
    }
    /// Sum of the magnitudes.
    [[nodiscard]] double turned_over() const
    {
        return std::abs(stored) + std::abs(loads) + std::abs(drive) + std::abs(friction) +
               std::abs(impact) + std::abs(turning) + std::abs(damping) + std::abs(joints);
    }
};

/// One entry per sample.
struct PointHistory {
    std::string name;
    Measure measure = Measure::displacement;
    std::vector<double> u, v, a; ///< [m, m/s, m/s^2], of a rotation [rad, rad/s, rad/s^2]
};

/// What a slave node did that may stick and open, from the start of the statistics on.
struct NodeStatistics {
    /// Stretches without a change of state.
    struct Episodes {
        long long n = 0;       ///< all of them
        long long counted = 0; ///< of at least the stated duration
        long long brief = 0;   ///< shorter than five steps
        double longest = 0;    ///< [s]
        double first = std::numeric_limits<double>::quiet_NaN(); ///< [s] begin of the first one
    };
    double duration = 0;                      ///< [s]
    double open = 0, stuck = 0, backward = 0; ///< [s] of it
    Episodes sticks, openings;
    double largest_gap = 0;   ///< [m]
    double mean_force = 0;    ///< [N] normal
    double largest_force = 0; ///< [N] normal, largest mean over the stated window
    double slip_path = 0;     ///< [m] since the start of the run
};

/// A slave node that changed its state.
struct StateChange {
    double time = 0; ///< [s] end of the step
    int slave = 0;
    int state = 0; ///< contact::State from then on
};

/// A sliding contact, all in the fixed frame; n_slaves entries per sample, in the order of the
/// slave port.
struct SlidingHistory {
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
    std::vector<NodeStatistics> statistics; ///< of each slave node; where states are not followed
                                            ///< none
    std::vector<StateChange> changes;       ///< likewise, up to a bound, of n_changes
    long long n_changes = 0;
};

/// A row of a rigid dry contact that sticks and slips; one entry per sample. [m] and [N] are [rad]
/// and [N m] where it turns.
struct DryHistory {
    std::string name; ///< dry_contact_name
    Measure measure = Measure::displacement;
    std::vector<double> displacement, velocity; ///< [m, m/s] first body minus second
    std::vector<double> force;                  ///< [N] of the first body on the second
    std::vector<int> state;                     ///< 0 sticking, +1 or -1 sliding
};

/// A joint whose law is not linear; one entry per sample and row. [m] and [N] as of a DryHistory.
struct JointHistory {
    std::string name;
    Index n_rows = 1;
    std::vector<Measure> measures = {}; ///< of the rows; empty: displacements
    std::vector<double> force;          ///< [N] of the first body on the second
    std::vector<double> displacement;   ///< r [m]: first body minus second
    std::string phases;                 ///< what the codes of `state` mean; "": it has none
    std::vector<int> state;             ///< contact::JointPhases::of, where phases are located
};

enum class Transition { stick, slip, reversal };

struct ContactEvent {
    double time = 0;   ///< [s]
    Index contact = 0; ///< of the dry ones
    Transition kind = Transition::stick;
};

/// A joint that changes its phase.
struct JointEvent {
    double time = 0; ///< [s]
    std::size_t joint = 0;
    int row = 0;
    int after = 0; ///< contact::JointPhases::of
};

/// A patch that comes to rest or leaves it.
struct PatchEvent {
    double time = 0;                                 ///< [s]
    std::size_t patch = 0;                           ///< of those of the system
    bool slides = false;                             ///< from then on; false: it rests
    Eigen::Vector3d place = Eigen::Vector3d::Zero(); ///< (x, y, rotation) [m, m, rad]
    /// Velocities (u_x, u_y, omega) over |(u_x, u_y, length omega)|, length that of the law: as it
    /// leaves, or in the limit of coming to rest [1, 1, rad/m].
    Eigen::Vector3d direction = Eigen::Vector3d::Zero();
    double dissipated = 0; ///< since the start [J]
};

struct History {
    std::vector<double> time; ///< [s] of the samples
    std::vector<PointHistory> points;
    std::vector<SlidingHistory> sliding;
    std::vector<DryHistory> dry;
    std::vector<JointHistory> joints; ///< those of patches behind the others
    std::vector<Energy> energy;       ///< of each sample, or half a step after it
    ExchangedEnergy exchange;         ///< where energies are recorded: of samples and between them

    std::vector<ContactEvent> events; ///< of dry contacts, where a scheme locates them
    std::vector<JointEvent> joint_events;
    std::vector<PatchEvent> patch_events;
};

} // namespace slideway::dynamics
