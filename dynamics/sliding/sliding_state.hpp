#pragma once

#include "base/band_noise.hpp"
#include "contact/contact_rows.hpp"
#include "contact/laws/joint_force.hpp"
#include "contact/node_to_segment.hpp"
#include "contact/state.hpp"
#include "dynamics/modal/history.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/sliding/force_watch.hpp"
#include "dynamics/sliding/node_record.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"
#include "dynamics/sliding/step_body.hpp"
#include "dynamics/sliding/step_velocity.hpp"

#include <optional>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// Why a time integration cannot continue.
enum class StepEvent { none, detachment, closing, reversal, left_master, jamming, instability };

struct StepSettings {
    Scheme scheme = Scheme::forward_increment; ///< or modal_propagator, the same contact step
    double h = 0;                              ///< [s]
    std::vector<double> direction;  ///< sliding direction per contact, +1 along the master polyline
    double duration = 0;            ///< [s] of the noise records
    double t_start = 0;             ///< [s] of harmonic loads, at the start
    double settling = 0;            ///< [s] before slave_velocity_x_range begins
    double ramp = 0;                ///< [s] before reversal is watched or sticking followed:
                                    ///< friction is taken as developed
    bool follow_separation = false; ///< slave nodes may open and close; else either is an event
    bool follow_sticking = false;   ///< they may stick and turn back; else reversal is an event
    double statistics_from = 0;     ///< [s] from the start; statistics where sticking is followed
    double episode = 0, window = 0; ///< [s] of NodeRecord
};

/// State of a slave node after a step; positions and velocities in the fixed frame.
struct PointState {
    std::size_t contact = 0;                     ///< index of the contact in the model
    Index slave = 0;                             ///< node of its slave port
    contact::State state = contact::State::none; ///< none, sliding, stuck or backward
    Index segment = 0;
    contact::Projection predicted; ///< the projection that B_C and B_E were made from
    double lambda = 0;             ///< [N] normal force of the last step, > 0 compression
    /// Friction ratio of the last step: the force on the slave along the segment is -friction
    /// lambda. While it slides, this is the coefficient with the sign of the direction; it is
    /// smaller if stuck.
    double friction = 0;
    Eigen::Vector2d slave_velocity = Eigen::Vector2d::Zero(); ///< [m/s], mean of the last step
    double sliding_velocity = 0;     ///< [m/s] along the segment, slave minus master, last step
    Extremes lambda_range;           ///< over all steps in contact
    Extremes slave_velocity_x_range; ///< after the settling time
    Extremes sliding_velocity_range; ///< after the ramps

    [[nodiscard]] bool closed() const { return state != contact::State::none; }
};

/// Force and deformation of a joint at the time reached.
struct JointState {
    contact::JointVector r, v; ///< [m, m/s]
    contact::ForceAndTangent force;
};

/// Steps since the start of the statistics in which a slave node touches two segments, and sums of
/// the smaller and the larger normal force in these [N].
struct TwoSegments {
    long long n = 0;
    double smaller = 0, larger = 0;
};

/// Displacement of the nodes of a contact point per unit of an imposed motion x.
struct CarriedNodes {
    std::size_t motion = 0;
    Eigen::Vector2d slave = Eigen::Vector2d::Zero();
    Eigen::Vector4d master = Eigen::Vector4d::Zero();
};

/// A slave node on a segment of its master.
struct ContactPointState {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    PointState state;
    StepBody *slave = nullptr, *master = nullptr;
    Index slave_row = 0, master_row = 0; ///< first of its 2 and 4 rows on them
    /// Undeformed place of the first node of the segment. Positions count from it, so that the
    /// gap, which h^2 divides, has the digits of displacements and not those of places.
    Eigen::Vector2d base;
    Eigen::Vector2d slave_X; ///< undeformed position
    /// [m] Out of the master, of a node that the start places inside of it within the tolerance
    /// of the contact: as far as it was inside. It counts as touching; a step that moved it out
    /// would throw it with that way over h.
    Eigen::Vector2d raised = Eigen::Vector2d::Zero();
    Eigen::Vector4d master_X;          ///< undeformed positions of both nodes of the segment
    std::vector<CarriedNodes> carried; ///< by the motions of the two components
    const assembly::Sliding* sliding = nullptr; ///< contact of the model to which the point belongs
    /// B_C, B_E and, where sticking is followed, B_S. Of a stuck point row_E holds all of the
    /// force, h^2 (lambda B_C - tau B_S), tau the force of friction on the slave along t.
    contact::ContactRow row_C{}, row_E{}, row_S{};
    contact::ForceWatch watch;
    NodeRecord record;
    double gap = 0;              ///< [m] after the last step
    double gap_last = 0;         ///< [m] one step before that
    Index segment_last = 0;      ///< segment of `gap`
    Index segment_before = 0;    ///< segment of `gap_last`
    double rebound = 0;          ///< [m] restitution times the gap a step before this one
    double scaled = 0;           ///< h^2 lambda
    double scaled_last = 0;      ///< that of the last step
    double scaled_friction = 0;  ///< h^2 tau
    double mu = 0;               ///< coefficient of sliding
    StepVelocity slides;         ///< [m/s] sliding velocity before the step
    double speed = 0;            ///< [m/s] of sliding at the beginning of the step
    double friction_checked = 0; ///< coefficient when the P-matrix was tested last
    long long closed_steps = 2;  ///< steps in contact since it was open

    std::size_t node = 0;      ///< index of the slave node
    std::size_t second = none; ///< index of its point on a second segment; none without corners
    bool tracked = true;       ///< false: of a second segment while the node is away from it
    bool watched = true;       ///< the projection on the segment in use does not settle its place
    bool inside = false;       ///< with restitution a node is inside of the master for two steps
    bool behind = false;       ///< an open node went around an end of the segment in use
    /// [m] Distance to the next segment that is not tracked, and how far the node has moved
    /// since that was measured.
    double clearance = 0, moved = 0;
    TwoSegments two;

    /// Whether the node may touch two segments: its master has concave corners.
    [[nodiscard]] bool may_touch_two() const { return second != none; }
    /// Factor of row_E.
    [[nodiscard]] double factor() const
    {
        return state.state == contact::State::stuck ? 1 : scaled;
    }
};

struct JointEnd {
    std::size_t body = 0;
    Index row = 0; ///< first row on it
    double sign = 1;
    PaddedRows w_rows; ///< -h^2 w rows: increment per unit of force
    Matrix follow;     ///< rows x motions
};

struct SteppedJoint {
    std::size_t joint = 0; ///< index of the joint in the model
    std::vector<JointEnd> ends;
    contact::JointMemory memory;
    JointState state;
    std::vector<StepVelocity> velocity; ///< velocity of each row [m/s]
    contact::JointVector r_last;        ///< a step before state.r
    contact::JointVector r_before;      ///< work of a step
};

struct VaryingLoad {
    std::size_t load = 0; ///< index in the model
    std::size_t body = 0;
    std::optional<BandNoise> noise;
    PaddedRows wp;            ///< w h^2 p
    Index row = 0;            ///< on the body
    double value = 0;         ///< [N] at the beginning of the step
    double y = 0, y_step = 0; ///< displacement of its row, and the last increment
};

struct Drive {
    std::size_t body = 0;
    PaddedRows w_inertia;       ///< w h^2 times the modal inertia per unit of acceleration
    PaddedRows w_drag;          ///< w h^2 times the modal damping force per unit of velocity
    double acceleration = 0;    ///< in force now [m/s^2]
    double x = 0;               ///< [m]
    double v = 0, v_before = 0; ///< [m/s] means over the last step and the one before
    double load = 0;            ///< constant loads on the motion [N]
    double momentum = 0;        ///< [kg m/s] relative to the frame, when last accounted
    double contact_force = 0;   ///< [N] what the contacts take from the motion in this step
};

/// State of a coupled model between its steps, with the places of its contact points. The parts of
/// a step work on it: SegmentSearch, ContactStep, FirstStep and EnergyAccount.
class SlidingState {
public:
    /// @pre model and modal outlive the state
    SlidingState(const assembly::CoupledModel& model, const ModalModel& modal,
                 const StepSettings& settings, const SlidingEquilibrium& start);
    SlidingState(const SlidingState&) = delete; // points refer to bodies
    SlidingState& operator=(const SlidingState&) = delete;

    const assembly::CoupledModel& model;
    const ModalModel& modal;
    const StepSettings settings;
    long long n_steps = 0;
    std::vector<StepBody> bodies;     ///< components
    std::vector<VaryingLoad> varying; ///< loads that are not constant
    std::vector<Drive> drives;
    std::vector<ContactPointState> points; ///< slave nodes, then points of second segments
    std::size_t n_nodes = 0;               ///< slave nodes
    std::size_t n_seconds = 0;             ///< points of second segments that are tracked
    std::vector<SteppedJoint> joints;
    std::vector<std::size_t> active; ///< points whose force is solved for
    bool check_uniqueness = true;    ///< a configuration changed since the P-matrix was tested

    [[nodiscard]] double elapsed() const { return static_cast<double>(n_steps) * settings.h; }
    /// Points that may be tracked: those of second segments only while there are any.
    [[nodiscard]] std::size_t n_tracked() const { return n_seconds > 0 ? points.size() : n_nodes; }
    /// Point on the second segment of a node that has one; null otherwise.
    [[nodiscard]] ContactPointState* second_point(const ContactPointState& point);
    /// Point on the segment that a slave node touches; on the one in use if it is open.
    [[nodiscard]] const ContactPointState& touching_point(std::size_t i) const;
    /// Point on the other segment of a node that touches two; null if it does not.
    [[nodiscard]] const ContactPointState* other_touching_point(std::size_t i) const;
    /// Statistics of a slave node, where sticking is followed.
    [[nodiscard]] NodeStatistics statistics(std::size_t i) const
    {
        return points[i].record.statistics(elapsed(), settings.t_start);
    }
    /// The segment before (-1) or after (1) another one; -1: the curve ends there.
    [[nodiscard]] Index neighbour(const ContactPointState& point, Index segment, int side) const;
    /// Whether the second of two neighbouring segments comes after the first.
    [[nodiscard]] bool in_order(const ContactPointState& point, Index segment, Index other) const
    {
        return neighbour(point, segment, 1) == other;
    }
    /// Whether the master curve of a point ends where it begins, a room or a body.
    [[nodiscard]] bool is_closed(const ContactPointState& point) const
    {
        return closed_[point.state.contact];
    }
    /// Gives a point the rows of another segment, with their displacements of the last steps.
    void move_master(ContactPointState& point, Index segment);

    // ---- positions [m] from the base of the point, `back` steps before the end of this step
    [[nodiscard]] double motion_at(std::size_t motion, int back) const;
    [[nodiscard]] Eigen::Vector2d slave_at(const ContactPointState& point, int back) const;
    /// Place of any node of the master, from the modes.
    [[nodiscard]] Eigen::Vector2d master_at(const ContactPointState& point, Index node,
                                            int back) const;
    /// Nodes of the segment in use, from its rows.
    [[nodiscard]] Eigen::Vector4d segment_at(const ContactPointState& point, int back) const;
    /// Projection on the segment in use.
    [[nodiscard]] contact::Projection projection_at(const ContactPointState& point, int back) const;
    /// Gap at n - 1 on the segment in use: restitution e requires gap_{n+1} + e gap_{n-1} >= 0. All
    /// three instants of the condition have the same segment.
    [[nodiscard]] double gap_before(const ContactPointState& point) const;
    /// A slave node in the fixed frame, and its projection on the master. @pre settled
    [[nodiscard]] Eigen::Vector2d slave_position(std::size_t i) const;
    [[nodiscard]] contact::Projection settled_projection(std::size_t i) const;
    struct PointVelocity {
        Eigen::Vector2d slave, master; ///< [m/s]
    };
    /// Velocities at the start, of a slave node and of the place that it is projected on.
    [[nodiscard]] PointVelocity velocity_at_start(const ContactPointState& point) const;

    /// Adds the forces at t to those of the bodies: drives, varying loads and joints.
    void apply_forces(double t);
    /// Moves the drives over the step that ends at the time reached.
    void advance_drives();
    /// Evaluates the joints after a step, and adds the work of their forces in the step [J].
    void advance_joints(double& work);
    void settle();

private:
    void make_loads();
    void make_drives();
    void make_points(const SlidingEquilibrium& start);
    void make_second_points();
    void make_other_rows();
    void start_joints(const SlidingEquilibrium& start);
    void start_velocities();
    void place_master(ContactPointState& point) const;
    [[nodiscard]] Eigen::Vector2d settled_from_base(const ContactPointState& point) const;

    std::vector<PaddedRows> slave_rows_, master_rows_; // per contact, for the kernel
    std::vector<PaddedRows> other_rows_;               // rows of joints and varying loads
    std::vector<bool> closed_;                         // per contact
};

} // namespace slideway::dynamics
