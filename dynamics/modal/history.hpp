#pragma once

#include "base/measure.hpp"
#include "base/types.hpp"
#include "dynamics/modal/exchanged_energy.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

// Records of a transient, for all schemes.

namespace slideway::dynamics {

/// Smallest and largest of all included values.
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
    double friction = 0; ///< dissipated by friction of contacts
    double impact = 0;   ///< lost by sliding contacts that close
    double turning = 0;  ///< work of normal forces of sliding contacts that rotate within a step
    double damping = 0;  ///< dissipated in bodies and linear joints
    double joints = 0;   ///< stored or dissipated in the other joints

    [[nodiscard]] double residual() const
    {
        return stored - loads - drive + friction + impact + turning + damping + joints;
    }
    /// Sum of the magnitudes of all terms.
    [[nodiscard]] double turned_over() const
    {
        return std::abs(stored) + std::abs(loads) + std::abs(drive) + std::abs(friction) +
               std::abs(impact) + std::abs(turning) + std::abs(damping) + std::abs(joints);
    }
};

/// Motion of a point, one entry per sample.
struct PointHistory {
    std::string name;
    Measure measure = Measure::displacement;
    std::vector<double> u, v, a; ///< [m, m/s, m/s^2], for a rotation [rad, rad/s, rad/s^2]
};

/// Statistics of the states of a slave node that may stick and open.
struct NodeStatistics {
    /// Intervals without a change of state.
    struct Episodes {
        long long n = 0;       ///< number of intervals
        long long counted = 0; ///< number of intervals with at least the stated duration
        long long brief = 0;   ///< number of intervals shorter than five steps
        double longest = 0;    ///< [s]
        double first = std::numeric_limits<double>::quiet_NaN(); ///< [s] begin of the first one
    };
    double duration = 0;                      ///< [s]
    double open = 0, stuck = 0, backward = 0; ///< parts of the duration [s]
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
    std::vector<int> state; ///< contact::State
    Extremes normal_force_range, sliding_velocity_range,
        slave_velocity_x_range;             ///< ranges over all nodes
    std::vector<NodeStatistics> statistics; ///< per slave node; empty unless states are recorded
    std::vector<StateChange> changes;       ///< the first of n_changes changes, up to a bound
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
    std::vector<Measure> measures = {}; ///< measures of the rows; empty: displacements
    std::vector<double> force;          ///< [N] of the first body on the second
    std::vector<double> displacement;   ///< r [m]: first body minus second
    std::string phases;                 ///< meaning of the codes of `state`; "" without states
    std::vector<int> state; ///< contact::JointPhases::of; only if the scheme locates phases
};

enum class Transition { stick, slip, reversal };

struct ContactEvent {
    double time = 0;   ///< [s]
    Index contact = 0; ///< index among the dry contacts
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
    double time = 0;       ///< [s]
    std::size_t patch = 0; ///< index among the patches of the system
    bool slides = false;   ///< true if the patch slides after the event, false if it rests
    Eigen::Vector3d place = Eigen::Vector3d::Zero(); ///< (x, y, rotation) [m, m, rad]
    /// Velocities (u_x, u_y, omega) over |(u_x, u_y, length omega)| with the length of the law [1,
    /// 1, rad/m]: when the patch leaves rest, or in the limit when it comes to rest.
    Eigen::Vector3d direction = Eigen::Vector3d::Zero();
    double dissipated = 0; ///< since the start [J]
};

struct History {
    std::vector<double> time; ///< [s] of the samples
    std::vector<PointHistory> points;
    std::vector<SlidingHistory> sliding;
    std::vector<DryHistory> dry;
    std::vector<JointHistory> joints; ///< joints, followed by patches
    std::vector<Energy> energy;       ///< at each sample, or half a step after it
    ExchangedEnergy exchange;         ///< if energies are recorded, from all steps

    std::vector<ContactEvent> events; ///< events of dry contacts, if the scheme locates them
    std::vector<JointEvent> joint_events;
    std::vector<PatchEvent> patch_events;
};

} // namespace slideway::dynamics
