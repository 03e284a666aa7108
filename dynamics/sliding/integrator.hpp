#pragma once

#include "base/band_noise.hpp"
#include "contact/laws/joint_force.hpp"
#include "contact/node_to_segment.hpp"
#include "contact/state.hpp"
#include "contact/stick_slip.hpp"
#include "dynamics/modal/history.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/modal/scheme.hpp"
#include "dynamics/sliding/force_watch.hpp"
#include "dynamics/sliding/jamming.hpp"
#include "dynamics/sliding/node_record.hpp"
#include "dynamics/sliding/scheme.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"
#include "dynamics/sliding/step_kernel.hpp"
#include "dynamics/sliding/step_velocity.hpp"

#include <optional>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// Why a time integration cannot continue.
enum class StepEvent { none, detachment, closing, reversal, left_master, jamming, instability };

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
/// Where sticking is followed, gap and slip of the closed nodes obey contact::StickSlipSolver: a
/// node that continues sliding the way it did takes the published step, the others stick, turn back
/// or open as its law says.
///
/// At a concave corner of the master a slave node may touch two segments. It has a point on each
/// then, coupled like those of two nodes; the second one is tracked only while the node is near the
/// corner. An open node cannot reach another segment before it has moved by its distance to it;
/// when it has, the path of the step is searched for the first segment that it crosses.
///
/// The step size is taken as given; dynamics::transient refuses one above the limit.
class Integrator {
public:
    struct Settings {
        Scheme scheme = Scheme::forward_increment; ///< or modal_propagator, the same contact step
        double h = 0;                              ///< [s]
        std::vector<double>
            direction;       ///< sliding direction per contact, +1 along the master polyline
        double duration = 0; ///< [s] of the noise records
        double t_start = 0;  ///< [s] of harmonic loads, at the start
        double settling = 0; ///< [s] before slave_velocity_x_range begins
        double ramp = 0;     ///< [s] before reversal is watched or sticking followed:
                             ///< friction is taken as developed
        bool follow_separation = false; ///< slave nodes may open and close; else either is an event
        bool follow_sticking = false;   ///< they may stick and turn back; else reversal is an event
        double statistics_from = 0; ///< [s] from the start; statistics where sticking is followed
        double episode = 0, window = 0; ///< [s] of NodeRecord
    };

    /// Starts in the state given, at rest unless it has velocities. The first step moves each mode
    /// as its scheme moves it from that displacement and velocity under the forces at the start,
    /// those of contacts included (SchemeCoefficients::s and j), so that it has the order of the
    /// others.
    /// @pre model and modal outlive the integrator
    Integrator(const assembly::CoupledModel& model, const ModalModel& modal,
               const Settings& settings, const SlidingEquilibrium& start);

    [[nodiscard]] StepEvent step();

    [[nodiscard]] double elapsed() const { return static_cast<double>(n_steps_) * settings_.h; }
    [[nodiscard]] long long n_steps() const { return n_steps_; }
    /// Slave nodes, contact after contact.
    [[nodiscard]] std::size_t n_points() const { return n_nodes_; }
    [[nodiscard]] const PointState& point(std::size_t i) const { return points_[i].state; }
    /// State on the segment that a slave node touches; on the one in use if it is open.
    [[nodiscard]] const PointState& touching(std::size_t i) const { return shown(i).state; }
    /// State on the other segment of a node that touches two; null if it does not.
    [[nodiscard]] const PointState* touching_also(std::size_t i) const;
    /// Whether a slave node may touch two segments: its master has concave corners.
    [[nodiscard]] bool may_touch_two(std::size_t i) const { return points_[i].second != none; }
    /// Steps whose contact forces are not unique except for their sums, or were found to 1e-6 only.
    struct Counts {
        long long not_unique = 0, loose = 0;
    };
    /// Steps since the start of the statistics in which a slave node touches two segments, and sums
    /// of the smaller and the larger normal force in these [N].
    struct TwoSegments {
        long long n = 0;
        double smaller = 0, larger = 0;
    };
    [[nodiscard]] const TwoSegments& two_segments(std::size_t i) const { return points_[i].two; }
    [[nodiscard]] const Counts& counts() const { return counts_; }
    /// Where sticking is followed.
    [[nodiscard]] NodeStatistics statistics(std::size_t i) const
    {
        return points_[i].record.statistics(elapsed(), settings_.t_start);
    }
    /// Changes of state of all points, the first `most_changes`, `slave` the point; and how many
    /// there were of one.
    static constexpr std::size_t most_changes = 200000;
    [[nodiscard]] const std::vector<StateChange>& changes() const { return changes_; }
    [[nodiscard]] long long n_changes(std::size_t i) const { return points_[i].record.n_changes(); }
    /// Stored energy at the start, of the undeformed bodies at rest 0 [J].
    [[nodiscard]] double stored_at_start() const { return stored_at_start_; }
    /// The point that the last event is about.
    [[nodiscard]] std::size_t event_point() const { return points_[event_point_].node; }
    /// Describes the jamming contact. @pre the last event was jamming
    [[nodiscard]] Jam jam();
    /// Joints of the model that are not linear.
    [[nodiscard]] const JointState& joint(std::size_t j) const { return joints_[j].state; }

    /// Applies the correction that `step` leaves for the next pass, so that displacement and
    /// increment are those of the time reached.
    void settle();
    /// @pre settled: q_n and q_n - q_{n-1} of a component
    [[nodiscard]] Eigen::Map<const Vector> displacement(std::size_t component) const
    {
        return bodies_[component].modes.q();
    }
    [[nodiscard]] Eigen::Map<const Vector> increment(std::size_t component) const
    {
        return bodies_[component].modes.d();
    }
    /// @pre settled, after a step: the increment of the step before the last, and before the first
    ///      step the one that its forces and the velocity at the start give
    [[nodiscard]] Eigen::Map<const Vector> last_increment(std::size_t component) const
    {
        return bodies_[component].modes.d_last();
    }
    [[nodiscard]] double motion_displacement(std::size_t motion) const { return drives_[motion].x; }
    [[nodiscard]] double motion_increment(std::size_t motion) const
    {
        return settings_.h * drives_[motion].v;
    }
    [[nodiscard]] double last_motion_increment(std::size_t motion) const
    {
        return settings_.h * drives_[motion].v_before;
    }
    /// A slave node and its projection on the master at the settled positions.
    [[nodiscard]] Eigen::Vector2d slave_position(std::size_t point) const;
    [[nodiscard]] contact::Projection settled_projection(std::size_t point) const;
    /// Energies in the fixed frame, half a step before the time reached. Settles. With the weights
    /// w of the scheme the account closes to round-off whatever h, but where a motion deforms its
    /// body:
    ///
    ///   E_{n+1/2} = sum [ (1 + a) d^2 / (4 w h^2) + omega^2 q_n q_{n+1} / 2 ],  d = q_{n+1} - q_n
    ///
    /// relative to the moving frame, to which its own kinetic energy is added.
    [[nodiscard]] Energy energy();
    /// Kinetic part of the stored energy, half a step before the time reached. Settles.
    [[nodiscard]] double kinetic_energy();
    /// Includes the modes, half a step before the time reached, and the energy of their moving
    /// frames. Does not settle, so that it changes no bit of the motion: in between, the modes lack
    /// the contact forces of one step.
    void include_in(ExchangedEnergy& exchange) const;

private:
    // One component. Its rows are what contacts, joints and varying loads see of it.
    struct Body {
        explicit Body(Index n_modes) : modes(n_modes), F_constant(1, n_modes) {}

        StepArrays modes;
        PaddedRows F_constant;                      ///< w h^2 times the constant modal force
        std::optional<CoupledCoefficients> coupled; ///< damping that couples the modes
        Matrix w_inverse, w_inverse_a;              ///< m x m, with `coupled` only
        Vector scratch, modal_force;                ///< m; the second with `coupled` only
        bool varied = false;             ///< whether F has been made from F_constant in this step
        bool pending = false;            ///< whether q and d still lack the contact forces
        std::vector<const double*> rows; ///< rows, those of second segments last
        Index n_used = 0;                ///< rows that the passes see: without idle ones at the end
        PaddedRows values;               ///< values of the rows: the five below
        double* force = nullptr;         ///< contact force to correct by, h^2 lambda B_E
        double* y = nullptr;             ///< predicted displacement
        double* u = nullptr;             ///< displacement after the contact forces
        double* u_last = nullptr;        ///< u one step before
        double* u_before = nullptr;      ///< u two steps before
        PaddedRows gram; ///< rows w rows^T; gram.row(j): what a unit force on row j does to all
        /// gram B_E^T: response.row(i) is what a unit force of point i does to the rows; zero where
        /// the point is not on this component.
        PaddedRows response;
        PaddedRows response_C, response_S; ///< responses to B_C and B_S, if sticking is followed

        [[nodiscard]] bool moves() const { return modes.q().size() > 0; }
        [[nodiscard]] Index n_rows() const { return n_used; }
        /// @return its index
        Index add_row(const double* row)
        {
            rows.push_back(row);
            return n_used++;
        }
    };
    // Data that only the first step of a component needs: the state at the start, the coefficients
    // of that step, and the increment d_0 that lies before it.
    struct FirstStep {
        Vector q, hv;                    ///< m: displacement, and h times the velocity
        Vector s, j, w;                  ///< SchemeCoefficients, of modes that are not coupled
        std::optional<Matrix> a_inverse; ///< for coupled modes, unless one of them hardly continues
        Vector contact;                  ///< m: h^2 times the modal force of the contacts
        Vector d, work;                  ///< m: d_0
        double lacks = 0; ///< [J] twice the missing energy of modes that hardly continue
    };
    // Displacement of the nodes of a contact point per unit of an imposed motion x.
    struct Carried {
        std::size_t motion = 0;
        Eigen::Vector2d slave = Eigen::Vector2d::Zero();
        Eigen::Vector4d master = Eigen::Vector4d::Zero();
    };
    struct Point {
        PointState state;
        Body *slave = nullptr, *master = nullptr;
        Index slave_row = 0, master_row = 0; ///< first of its 2 and 4 rows on them
        /// Undeformed place of the first node of the segment. Positions count from it, so that the
        /// gap, which h^2 divides, has the digits of displacements and not those of places.
        Eigen::Vector2d base;
        Eigen::Vector2d slave_X; ///< undeformed position
        /// [m] Out of the master, of a node that the start places inside of it within the tolerance
        /// of the contact: as far as it was inside. It counts as touching; a step that moved it out
        /// would throw it with that way over h.
        Eigen::Vector2d raised = Eigen::Vector2d::Zero();
        Eigen::Vector4d master_X;     ///< undeformed positions of both nodes of the segment
        std::vector<Carried> carried; ///< by the motions of the two components
        const assembly::Sliding* sliding =
            nullptr; ///< contact of the model to which the point belongs
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
        bool watched = true; ///< the projection on the segment in use does not settle its place
        bool inside = false; ///< with restitution a node is inside of the master for two steps
        bool behind = false; ///< an open node went around an end of the segment in use
        /// [m] Distance to the next segment that is not tracked, and how far the node has moved
        /// since that was measured.
        double clearance = 0, moved = 0;
        TwoSegments two;

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
    struct JointForce {
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

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct Strike;

    void make_rows(const SlidingEquilibrium& start);
    void make_point_rows(const SlidingEquilibrium& start);
    void make_second_points();
    void make_other_rows();
    void start_rows(const SlidingEquilibrium& start);
    void make_bodies(const SlidingEquilibrium& start);
    void make_loads();
    void make_drives();
    void advance_drives();
    [[nodiscard]] static std::optional<Matrix> continued_back(const Matrix& a);
    [[nodiscard]] StepEvent first_step();
    struct PointVelocity {
        Eigen::Vector2d slave, master; ///< [m/s]
    };
    [[nodiscard]] PointVelocity velocity_at_start(const Point& point) const;
    void start_velocities();
    void begin(Body& body, FirstStep& first);
    void finish(Body& body, FirstStep& first);
    [[nodiscard]] bool strikes_at_start(const Point& point) const;
    void account_strikes();
    void begin_account();
    void count_from_start();
    [[nodiscard]] double gap_before(const Point& point) const;
    [[nodiscard]] Vector weighted(const Body& body, VectorIn p) const;
    void update_gram(Body& body, Index first, Index count);
    void apply_forces(double t);
    static void add_force(Body& body, double factor, const PaddedRows& rows, Index row = 0);
    void advance(Body& body);
    static void settle(Body& body);
    [[nodiscard]] StepEvent contact_step();
    [[nodiscard]] StepEvent hold_directions();
    [[nodiscard]] StepEvent follow_states();
    [[nodiscard]] bool still_unique();
    [[nodiscard]] bool states_hold();
    [[nodiscard]] contact::StickSlipOutcome solve_states();
    void fill_problem();
    [[nodiscard]] bool all_unique();
    void take_solution();
    [[nodiscard]] bool close_penetrating();
    [[nodiscard]] double slip(const Point& point) const;
    [[nodiscard]] double gap_after(const Point& point) const;
    [[nodiscard]] StepEvent locate(Point& point);
    [[nodiscard]] StepEvent place(Point& point);
    [[nodiscard]] StepEvent change_segment(Point& point);
    [[nodiscard]] StepEvent stop_at_corner(Point& point, contact::Walked& w);
    [[nodiscard]] bool may_reach_others(Point& point) const;
    [[nodiscard]] bool strikes(Point& point);
    void find_corner(Point& point);
    void watch_corners();
    void track_second(Point& point, Index segment, const contact::Projection& projection);
    void release_second(Point& point);
    [[nodiscard]] bool hold_second(Point& point);
    void use_second(Point& point);
    [[nodiscard]] Point* second_of(const Point& point);
    [[nodiscard]] const Point& shown(std::size_t i) const;
    [[nodiscard]] Index neighbour(const Point& point, Index segment, int side) const;
    // Whether the second of two neighbouring segments comes after the first.
    [[nodiscard]] bool in_order(const Point& point, Index segment, Index other) const
    {
        return neighbour(point, segment, 1) == other;
    }
    // Points that may be tracked: those of second segments only while there are any.
    [[nodiscard]] std::size_t n_tracked() const
    {
        return n_seconds_ > 0 ? points_.size() : n_nodes_;
    }
    // Positions from the base of the point, `back` steps before the end of this step.
    [[nodiscard]] Eigen::Vector2d slave_at(const Point& point, int back) const;
    [[nodiscard]] Eigen::Vector2d master_at(const Point& point, Index node, int back) const;
    [[nodiscard]] Eigen::Vector4d segment_at(const Point& point, int back) const;
    [[nodiscard]] double motion_at(std::size_t motion, int back) const;
    // Projection on the segment in use.
    [[nodiscard]] contact::Projection projection_at(const Point& point, int back) const;
    static void respond(const Point& point, std::size_t i, const contact::ContactRow& row,
                        PaddedRows Body::*response);
    /// @param test  whether A must be a P-matrix  @return false: it is not
    [[nodiscard]] bool solve_contacts(bool test);
    void move_master(Point& point, Index segment);
    void place_master(Point& point) const;
    void apply_contact_forces();
    void measure(Point& point);
    void measure_all();
    [[nodiscard]] StepEvent observe(Point& point);
    [[nodiscard]] StepEvent observe_state(std::size_t i);
    void note_state(Point& point);
    void note_change(std::size_t i, contact::State state);
    void joint_step();
    void account_step();
    void account_contact(Point& point);
    void account_drive(std::size_t motion);
    // Sum of a value of each drive, times what a motion shares with it.
    template <class Value>
    [[nodiscard]] double coupled_drives(const Vector& shared, const Value& value) const
    {
        double sum = 0;
        for (std::size_t l = 0; l < drives_.size(); ++l)
            sum += shared(static_cast<Index>(l)) * value(drives_[l]);
        return sum;
    }
    [[nodiscard]] double damping_of_last_step(Body& body) const;
    [[nodiscard]] double relative_kinetic(std::size_t component, VectorIn d) const;
    [[nodiscard]] double relative_elastic(std::size_t component, VectorIn q, VectorIn d) const;
    [[nodiscard]] double relative_momentum(std::size_t motion, VectorIn d) const;
    // From the base of the point.
    [[nodiscard]] Eigen::Vector2d master_position(const Point& point, Index node,
                                                  const Eigen::Vector2d& elastic) const;
    [[nodiscard]] Eigen::Vector2d slave_from_base(const Point& point) const;
    [[nodiscard]] double load_displacement(std::size_t load, double fraction) const;
    [[nodiscard]] double stored_energy();

    const assembly::CoupledModel& model_;
    const ModalModel& modal_;
    Settings settings_;
    long long n_steps_ = 0;
    std::vector<Body> bodies_;         ///< components
    std::vector<FirstStep> first_;     ///< first step of each component
    std::vector<VaryingLoad> varying_; ///< loads that are not constant
    std::vector<Drive> drives_;

    std::vector<Point> points_; ///< points of all slave nodes, then of second segments
    std::size_t n_nodes_ = 0;   ///< slave nodes
    std::size_t n_seconds_ = 0; ///< points of second segments that are tracked
    std::vector<double> most_row_, most_follow_; ///< per contact: largest norm over master nodes
    std::vector<bool> closed_; ///< per contact: its curve ends where it begins, a room or a body
    std::vector<PaddedRows> slave_rows_, master_rows_; ///< per contact, for the kernel
    std::vector<PaddedRows> other_rows_;               ///< rows of joints and varying loads
    std::vector<std::size_t> active_;                  ///< points whose force is solved for
    PaddedRows compliance_;        ///< columns of B_C W B_E^T of the active points, then -gap
    Matrix work_;                  ///< for the test of the P-matrix
    bool check_uniqueness_ = true; ///< a configuration changed since the P-matrix was tested
    std::size_t event_point_ = 0;
    Counts counts_;
    std::vector<StateChange> changes_;
    contact::StickSlipSolver problem_; ///< problem of the active points, if sticking is followed
    std::vector<JointForce> joints_;

    Energy account_;                 ///< since half a step before the start
    Energy before_start_;            ///< share of the account that lies before the start
    double stored_at_start_ = 0;     ///< [J]
    double stored_before_ = 0;       ///< [J] half a step before the start
    std::vector<double> load_start_; ///< displacement of each load's row half a step before it
};

} // namespace slideway::dynamics
