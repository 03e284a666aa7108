#include "dynamics/lanes/lane_run.hpp"

#include "base/interruptible.hpp"
#include "contact/laws/joint_phases.hpp"
#include "dynamics/events/crossing.hpp"
#include "dynamics/events/switched_run.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double steps_a_period = 10; // at least: cos of the drive is then true to 1e-18
// The coefficients two orders below the last may shorten a step by this factor
// (TaylorSeries::reach).
constexpr double slack = 1.25;
// Factor on the tolerance. Steps of this order have three times the error of steps of single
// motions: 37 instead of 18 of 1681 labels of two masses with free play differ between 1e-10 and
// 1e-14.
constexpr double stricter = 0.3;
constexpr int endless = 1000; // largest number of events at the same time

// Force of a row of a joint in its current phases, in units of the lanes.
struct RowPiece {
    double constant = 0, stiffness = 0, damping = 0, cubic = 0;
    struct Guard {
        double constant = 0, size = 0, by_r = 0, by_v = 0;
        int number = 0; // of the guards of the joint
    };
    std::vector<Guard> guards;
};
void add(const RowPiece& row, RowPiece& sum)
{
    sum.constant += row.constant;
    sum.stiffness += row.stiffness;
    sum.damping += row.damping;
    sum.cubic += row.cubic;
}

struct PieceOfRows {
    std::vector<int> phases;
    std::vector<RowPiece> rows;
};

// @param smoothed  true if the system holds its corners (corners_of)
PieceOfRows rows_of(const contact::JointPiece& piece, const contact::JointPhases& phases,
                    double unit, bool smoothed)
{
    PieceOfRows out{phases.codes, std::vector<RowPiece>(static_cast<std::size_t>(piece.at.size()))};
    Matrix coupled = piece.stiffness.cwiseAbs() + piece.damping.cwiseAbs();
    coupled.diagonal().setZero();
    bool apart = coupled.isZero(0) && (smoothed || piece.corners.empty()) && phases.memory.empty();
    for (Index i = 0; i < piece.at.size(); ++i) {
        RowPiece& row = out.rows[static_cast<std::size_t>(i)];
        row.stiffness = piece.stiffness(i, i);
        row.damping = piece.damping(i, i) / unit;
        row.cubic = piece.cubic(i);
        row.constant = piece.constant(i) - row.stiffness * piece.at(i);
    }
    int number = 0;
    for (const contact::JointPiece::Guard& guard : piece.guards) {
        out.rows[static_cast<std::size_t>(guard.row)].guards.push_back(
            {guard.constant, guard.size, guard.by_r(guard.row), guard.by_v(guard.row) / unit,
             number++});
        apart = apart && guard.by_r.cwiseAbs().sum() == std::abs(guard.by_r(guard.row)) &&
                guard.by_v.cwiseAbs().sum() == std::abs(guard.by_v(guard.row));
    }
    if (!apart)
        throw std::logic_error("motions in lanes: rows of a joint act on each other");
    return out;
}

// Rows of joints with equal motion, such as a spring and a stop on one mass, share a row of the
// lanes. Their forces add up.
struct Places {
    struct RowOfJoint {
        std::size_t joint = 0, row = 0;
    };
    Matrix rows; // one below the other
    std::vector<Complex> follow;
    std::vector<int> of; // each row of the joints, joint after joint
    std::vector<std::vector<RowOfJoint>> at;
};

Places places(const JointedSystem& system)
{
    Places out;
    out.rows.resize(0, system.n_modes());
    for (std::size_t joint = 0; joint < system.joints.size(); ++joint) {
        if (system.joints[joint].law->is_state_function())
            throw std::logic_error("motions in lanes: the force of a law is in no piece");
        const JointOnModes& modes = system.joints[joint].on;
        for (Index i = 0; i < modes.rows.rows(); ++i) {
            Index place = 0;
            while (place < out.rows.rows() &&
                   (out.rows.row(place) != modes.rows.row(i) ||
                    out.follow[static_cast<std::size_t>(place)] != modes.follow(i)))
                ++place;
            if (place == out.rows.rows()) {
                out.rows.conservativeResize(place + 1, Eigen::NoChange);
                out.rows.row(place) = modes.rows.row(i);
                out.follow.push_back(modes.follow(i));
                out.at.emplace_back();
            }
            out.of.push_back(static_cast<int>(place));
            out.at[static_cast<std::size_t>(place)].push_back({joint, static_cast<std::size_t>(i)});
        }
    }
    return out;
}

// Smoothed corners of all laws, which are present in all phases.
std::vector<LaneSystem::Corner> corners_of(const JointedSystem& system, const Places& places,
                                           double tolerance)
{
    std::vector<LaneSystem::Corner> corners;
    contact::JointPiece piece;
    auto place = places.of.begin();
    for (const ModalLaw& joint : system.joints) {
        const Index n = joint.on.rows.rows();
        if (joint.law->smoothing()) {
            const contact::JointVector rest = contact::JointVector::Zero(n);
            contact::piece_of(joint.law, joint.law->phases_at(rest, rest), piece);
            for (const contact::SmoothedCorner& c : piece.corners)
                corners.push_back({place[c.row], c.at, c.stiffness, c.rate,
                                   std::numbers::pi / c.rate,
                                   -std::log(tolerance) / std::abs(c.rate)});
        }
        place += n;
    }
    return corners;
}

// Builds the system; a small one is filled up with modes and rows without forces.
LaneSystem lane_system(const JointedSystem& system, const Places& places, double unit,
                       double tolerance, bool small)
{
    LaneSystem s;
    const Matrix& rows = places.rows;
    tolerance *= stricter;
    s.corners = corners_of(system, places, tolerance);
    s.share = std::min(0.5, std::pow(tolerance, 1.0 / (lane_order - 1)));
    const Index m = system.n_modes();
    s.m = small ? small_modes : static_cast<int>(m);
    s.rows = small ? small_rows : static_cast<int>(rows.rows());
    s.turn = system.Omega * unit;
    for (int i = 0; i < 4; ++i) {
        const int k = lane_order - 3 + i, then = k + 2 <= lane_order ? k + 2 : k;
        s.allowed[static_cast<std::size_t>(i)] =
            std::log2(tolerance) / then + (then > k ? std::log2(slack) : 0);
        s.log2[static_cast<std::size_t>(i)] = std::log2(k);
    }
    double power = 1;
    for (std::size_t k = 0; k < s.drive.size(); ++k, power *= s.turn)
        s.drive[k] = (k % 4 < 2 ? power : -power) * over_factorial[k];
    double binomial = 1;
    for (int k = 0; k <= lane_order; ++k) {
        s.bernstein[static_cast<std::size_t>(k)] = 1 / binomial;
        binomial = binomial * (lane_order - k) / (k + 1);
    }
    s.longest = 2 * std::numbers::pi / s.turn / steps_a_period;
    const double square = unit * unit;
    s.steady_force = square * (system.p0.norm() + system.p.norm());
    const auto n_modes = static_cast<std::size_t>(s.m), n_rows = static_cast<std::size_t>(s.rows);
    for (std::vector<double>* of_modes : {&s.stiffness, &s.constant, &s.cosine, &s.sine})
        of_modes->resize(n_modes);
    for (Index i = 0; i < m; ++i) {
        const auto index = static_cast<std::size_t>(i);
        s.stiffness[index] = square * system.modes.omega(i) * system.modes.omega(i);
        s.constant[index] = square * system.p0(i);
        s.cosine[index] = square * system.p(i).real();
        s.sine[index] = -square * system.p(i).imag();
    }
    for (std::vector<double>* of_rows : {&s.pull_size, &s.follow_cosine, &s.follow_sine})
        of_rows->resize(n_rows);
    s.on.resize(n_rows);
    s.B.resize(n_rows * n_modes);
    for (Index row = 0; row < rows.rows(); ++row) {
        s.pull_size[static_cast<std::size_t>(row)] = square * rows.row(row).norm();
        for (Index j = 0; j < m; ++j)
            s.B[static_cast<std::size_t>(row) * n_modes + static_cast<std::size_t>(j)] =
                rows(row, j);
    }
    s.classical = system.modes.classical();
    for (int k = 0; k + 2 <= lane_order; ++k) {
        const double rate = 1.0 / ((k + 1) * (k + 2));
        LaneSystem::ByOrder& order = s.by_order;
        order.drive.push_back(rate * s.drive[static_cast<std::size_t>(k)]);
        for (const double stiffness : s.stiffness)
            order.stiffness.push_back(rate * stiffness);
        for (const double b : s.B)
            order.pull.push_back(rate * square * b);
        for (int i = 0; i < s.m; ++i)
            for (int j = 0; j < s.m; ++j) {
                if (s.classical && i != j)
                    continue;
                const double damping = i >= m || j >= m ? 0
                                       : s.classical    ? system.modes.c(i)
                                                        : system.modes.D(i, j);
                order.damping.push_back(rate * (k + 1) * unit * damping);
            }
    }
    for (std::size_t row = 0; row < places.follow.size(); ++row) {
        s.follow_cosine[row] = places.follow[row].real();
        s.follow_sine[row] = -places.follow[row].imag();
        s.follows = s.follows || places.follow[row] != 0.0;
    }
    return s;
}

class LaneRun {
public:
    LaneRun(const JointedSystem& system, double tolerance, const LaneKernel& kernel,
            const Motions& motions);
    void take();

private:
    struct Hit {
        int row = 0, number = 0; // of the joints; of its guards
    };
    struct Lane {
        Index start = -1; // < 0: idle
        int period = 0, instants = 0;
        std::vector<contact::JointPhases> phases; // of joints
        std::vector<const PieceOfRows*> pieces;   // of the same joints
        std::vector<Hit> hit;                     // guards that end their phases, row after row
    };

    void begin(std::size_t lane);
    void search(std::size_t lane);
    void hit(std::size_t lane, int guard);
    void pass(std::size_t lane);
    void end_period(std::size_t lane);
    void break_off(std::size_t lane, const std::string& why);
    void motion_of(std::size_t lane, std::size_t joint);
    void take_phases(std::size_t lane, std::size_t joint);
    void load(std::size_t lane, std::size_t joint);
    void take_in(std::size_t joint, const PieceOfRows& piece);
    [[nodiscard]] double& number(int i, std::size_t lane) { return data_.numbers.at(i)[lane]; }
    [[nodiscard]] std::size_t width() const { return lanes_.size(); }

    const JointedSystem& given_;
    const LaneKernel::Steps* steps_;
    const Motions& motions_;
    double unit_, period_, shortest_;
    Places places_;
    LaneSystem system_;
    LaneData data_;
    std::vector<Lane> lanes_;
    std::vector<int> first_row_;                 // of each joint
    std::vector<std::deque<PieceOfRows>> known_; // of each joint, those met so far
    std::vector<int> first_guard_;               // of each row of the joints, and the end
    bool left_ = true;                           // starts
    Vector z_;
    contact::JointVector r_, v_; // of a joint
    contact::JointPiece piece_;
    std::vector<GuardPolynomial> polynomials_;
    std::vector<bool> part_;
};

LaneRun::LaneRun(const JointedSystem& system, double tolerance, const LaneKernel& kernel,
                 const Motions& motions)
    : given_(system), motions_(motions), lanes_(static_cast<std::size_t>(kernel.width))
{
    const double period = 2 * std::numbers::pi / system.Omega;
    const RunTimes times = run_times(system, period);
    unit_ = 1 / times.fastest;
    period_ = period / unit_;
    shortest_ = times.shortest / unit_;
    places_ = places(system);
    const bool smoothed =
        std::any_of(system.joints.begin(), system.joints.end(),
                    [](const ModalLaw& joint) { return joint.law->smoothing().has_value(); });
    const bool small =
        !smoothed && system.n_modes() <= small_modes && places_.rows.rows() <= small_rows;
    steps_ = smoothed ? &kernel.smoothed : small ? &kernel.small : &kernel.any;
    system_ = lane_system(system, places_, unit_, tolerance, small);
    data_.resize(system_);
    for (Lane& lane : lanes_) {
        lane.phases.resize(system.joints.size());
        lane.pieces.resize(system.joints.size());
    }
    known_.resize(system.joints.size());
    int first = 0;
    for (const ModalLaw& joint : system.joints)
        first_row_.push_back(std::exchange(first, first + static_cast<int>(joint.on.rows.rows())));
    first_guard_.assign(places_.of.size() + 1, 0);
    z_ = Vector::Zero(2 * system.n_modes());
    for (std::size_t lane = 0; lane < width(); ++lane)
        begin(lane);
}

void LaneRun::begin(std::size_t lane)
{
    Lane& active_lane = lanes_[lane];
    active_lane.start = left_ ? motions_.next(lane, z_) : -1;
    left_ = active_lane.start >= 0;
    if (!left_)
        z_.setZero(); // an idle lane moves on, and nobody looks
    active_lane.period = active_lane.instants = 0;
    active_lane.hit.clear();
    const auto m = static_cast<int>(given_.n_modes());
    for (int i = 0; i < m; ++i) {
        number(data_.of.q + i, lane) = z_(i);
        number(data_.of.q + system_.m + i, lane) = unit_ * z_(m + i);
    }
    number(data_.of.drive, lane) = 1;
    number(data_.of.drive + 1, lane) = 0;
    number(data_.of.left, lane) = period_;
    for (std::size_t j = 0; j < given_.joints.size(); ++j) {
        motion_of(lane, j);
        active_lane.phases[j] = given_.joints[j].law->phases_at(r_, v_);
        take_phases(lane, j);
    }
}

// Sets r_ and v_ [m/s].
void LaneRun::motion_of(std::size_t lane, std::size_t joint)
{
    const JointOnModes& modes = given_.joints[joint].on;
    const Complex e(number(data_.of.drive, lane), number(data_.of.drive + 1, lane)),
        rate = Complex(0, given_.Omega) * e;
    r_.resize(modes.rows.rows());
    v_.resize(modes.rows.rows());
    for (Index i = 0; i < r_.size(); ++i) {
        double r = (modes.follow(i) * e).real(), v = 0;
        for (int k = 0; k < modes.rows.cols(); ++k) {
            r += modes.rows(i, k) * number(data_.of.q + k, lane);
            v += modes.rows(i, k) * number(data_.of.q + system_.m + k, lane);
        }
        r_(i) = r;
        v_(i) = v / unit_ + (modes.follow(i) * rate).real();
    }
}

void LaneRun::take_phases(std::size_t lane, std::size_t joint)
{
    const contact::JointPhases& phases = lanes_[lane].phases[joint];
    std::deque<PieceOfRows>& known = known_[joint];
    auto found = std::find_if(known.begin(), known.end(), [&](const PieceOfRows& piece) {
        return piece.phases == phases.codes;
    });
    if (found == known.end()) {
        contact::piece_of(given_.joints[joint].law, phases, piece_);
        known.push_back(
            rows_of(piece_, phases, unit_, given_.joints[joint].law->smoothing().has_value()));
        take_in(joint, known.back());
        found = std::prev(known.end());
    }
    lanes_[lane].pieces[joint] = &*found;
    load(lane, joint);
}

// Adds terms and guards that no earlier piece had.
void LaneRun::take_in(std::size_t joint, const PieceOfRows& piece)
{
    std::vector<LaneSystem::Guard> guards;
    std::vector<int> first_guard;
    const auto first = static_cast<std::size_t>(first_row_[joint]);
    for (std::size_t row = 0; row < places_.of.size(); ++row) {
        first_guard.push_back(static_cast<int>(guards.size()));
        guards.insert(guards.end(), system_.guards.begin() + first_guard_[row],
                      system_.guards.begin() + first_guard_[row + 1]);
        if (row < first || row >= first + piece.rows.size())
            continue;
        const RowPiece& row_piece = piece.rows[row - first];
        const auto index = static_cast<std::size_t>(first_guard.back());
        LaneSystem::Row& lane_row = system_.on[static_cast<std::size_t>(places_.of[row])];
        lane_row.damped |= row_piece.damping != 0;
        lane_row.cubic |= row_piece.cubic != 0;
        guards.resize(std::max(guards.size(), index + row_piece.guards.size()),
                      {places_.of[row], false});
        for (std::size_t g = 0; g < row_piece.guards.size(); ++g)
            guards[index + g].rate |= row_piece.guards[g].by_v != 0;
    }
    first_guard.push_back(static_cast<int>(guards.size()));
    system_.guards = std::move(guards);
    first_guard_ = std::move(first_guard);
    data_.resize_guards(system_);
    for (std::size_t lane = 0; lane < width(); ++lane)
        for (std::size_t j = 0; j < given_.joints.size(); ++j)
            if (lanes_[lane].pieces[j])
                load(lane, j);
}

void LaneRun::load(std::size_t lane, std::size_t joint)
{
    auto row = static_cast<std::size_t>(first_row_[joint]);
    const Lane& active_lane = lanes_[lane];
    for (const RowPiece& piece : active_lane.pieces[joint]->rows) {
        const int place = places_.of[row];
        RowPiece sum;
        for (const Places::RowOfJoint& other : places_.at[static_cast<std::size_t>(place)])
            if (active_lane.pieces[other.joint]) // known by now
                add(active_lane.pieces[other.joint]->rows[other.row], sum);
        number(data_.of.constant + place, lane) = sum.constant;
        number(data_.of.stiffness + place, lane) = sum.stiffness;
        number(data_.of.damping + place, lane) = sum.damping;
        number(data_.of.cubic + place, lane) = sum.cubic;
        int value = first_guard_[row++];
        for (const RowPiece::Guard& guard : piece.guards) {
            data_.guard.at(value)[lane] = guard.constant;
            data_.guard_size.at(value)[lane] = guard.size;
            data_.guard_r.at(value)[lane] = guard.by_r;
            data_.guard_v.at(value++)[lane] = guard.by_v;
        }
        for (; value < first_guard_[row]; ++value) { // never passes zero
            data_.guard.at(value)[lane] = data_.guard_size.at(value)[lane] = 1;
            data_.guard_r.at(value)[lane] = data_.guard_v.at(value)[lane] = 0;
        }
    }
}

// Examines guards one by one, as for single motions.
void LaneRun::search(std::size_t lane)
{
    const double h = number(data_.of.length, lane);
    polynomials_.resize(system_.guards.size());
    for (std::size_t g = 0; g < polynomials_.size(); ++g) {
        GuardPolynomial& out = polynomials_[g];
        const int i = static_cast<int>(g), row = system_.guards[g].row * (lane_order + 1);
        const double by_r = data_.guard_r.at(i)[lane], by_v = data_.guard_v.at(i)[lane];
        out.p.fill(0);
        double power = 1;
        for (int k = 0; k <= lane_order; ++k, power *= h)
            out.p[static_cast<std::size_t>(k)] =
                power *
                (by_r * number(data_.of.rows + row + k, lane) +
                 (k < lane_order ? by_v * (k + 1) * number(data_.of.rows + row + k + 1, lane) : 0));
        out.p[0] += data_.guard.at(i)[lane];
        out.scale = data_.guard_size.at(i)[lane] + std::abs(out.p[0]);
    }
    const auto crossing = first_crossing(polynomials_);
    number(data_.of.taken, lane) = crossing ? crossing->x * h : h;
    if (!crossing)
        return;
    take_part(polynomials_, *crossing, part_);
    for (std::size_t g = 0; g < part_.size(); ++g)
        if (part_[g])
            hit(lane, static_cast<int>(g));
}

// Records that a guard was reached.
void LaneRun::hit(std::size_t lane, int guard)
{
    const auto after = std::upper_bound(first_guard_.begin(), first_guard_.end(), guard);
    lanes_[lane].hit.push_back(
        {static_cast<int>(after - first_guard_.begin() - 1), guard - *std::prev(after)});
}

// If several guards of a row reach zero together, the first one counts. Numbers of guards belong to
// the phases before the event, so they are processed from the last (SwitchedSystem::pass).
void LaneRun::pass(std::size_t lane)
{
    Lane& active_lane = lanes_[lane];
    for (std::size_t i = active_lane.hit.size(); i-- > 0;) {
        const int row = active_lane.hit[i].row;
        if (i > 0 && active_lane.hit[i - 1].row == row)
            continue;
        const auto j = static_cast<std::size_t>(
            std::upper_bound(first_row_.begin(), first_row_.end(), row) - first_row_.begin() - 1);
        const RowPiece& piece =
            active_lane.pieces[j]->rows[static_cast<std::size_t>(row - first_row_[j])];
        const int guard =
            piece.guards.at(static_cast<std::size_t>(active_lane.hit[i].number)).number;
        motion_of(lane, j);
        given_.joints[j].law->pass(active_lane.phases[j], guard, r_, v_);
        take_phases(lane, j);
    }
    active_lane.hit.clear();
}

void LaneRun::end_period(std::size_t lane)
{
    Lane& active_lane = lanes_[lane];
    number(data_.of.drive, lane) = 1;
    number(data_.of.drive + 1, lane) = 0;
    number(data_.of.left, lane) = period_;
    ++active_lane.period;
    active_lane.instants = 0;
    if (active_lane.start < 0)
        return;
    const auto m = static_cast<int>(given_.n_modes());
    for (int i = 0; i < m; ++i) {
        z_(i) = number(data_.of.q + i, lane);
        z_(m + i) = number(data_.of.q + system_.m + i, lane) / unit_;
    }
    if (!motions_.after(lane, active_lane.start, active_lane.period, z_))
        begin(lane);
}

void LaneRun::break_off(std::size_t lane, const std::string& why)
{
    if (lanes_[lane].start >= 0)
        motions_.failed(lane, lanes_[lane].start, why);
    begin(lane);
}

void LaneRun::take()
{
    const auto busy = [](const Lane& lane) { return lane.start >= 0; };
    constexpr int steps_between_calls = 65536; // of all lanes: below a tenth of a second
    int waiting = steps_between_calls;
    while (std::any_of(lanes_.begin(), lanes_.end(), busy)) {
        if (--waiting == 0) {
            waiting = steps_between_calls;
            if (motions_.go_on && !motions_.go_on())
                throw Interrupted();
        }
        steps_->expand(system_, data_);
        const unsigned vanished = data_.vanished;
        unsigned special = data_.searched | data_.passed;
        for (std::size_t lane = 0; special != 0 && lane < width(); ++lane) {
            if (vanished >> lane & 1U)
                continue;
            if (data_.searched >> lane & 1U)
                search(lane);
            else if (data_.passed >> lane & 1U)
                hit(lane, data_.which[lane]);
        }
        steps_->advance(system_, data_);
        special |= vanished | data_.ended;
        for (std::size_t lane = 0; special != 0 && lane < width(); ++lane) {
            if (!(special >> lane & 1U))
                continue;
            if (vanished >> lane & 1U) {
                break_off(lane, "the step size vanished: the motion grows without bound, or the "
                                "tolerance is too small");
                continue;
            }
            Lane& active_lane = lanes_[lane];
            if (!active_lane.hit.empty()) {
                active_lane.instants =
                    number(data_.of.taken, lane) > 2 * shortest_ ? 0 : active_lane.instants + 1;
                pass(lane);
                if (active_lane.instants > endless) {
                    break_off(lane, "events follow each other without end");
                    continue;
                }
            }
            if (data_.ended >> lane & 1U)
                end_period(lane);
        }
    }
}

} // namespace

void LaneData::resize(const LaneSystem& s)
{
    of = LaneParts(s.m, s.rows);
    numbers.resize(of.corners + 2 * (lane_order + 1) * static_cast<int>(s.corners.size()));
}

void LaneData::resize_guards(const LaneSystem& s)
{
    for (LaneArray* of_guards : {&guard, &guard_size, &guard_r, &guard_v})
        of_guards->resize(static_cast<int>(s.guards.size()));
}

const LaneKernel* lane_kernel()
{
    const LaneKernel* widest = lane_kernel_avx512();
    return widest ? widest : lane_kernel_avx2();
}

std::string lanes_refuse(const JointedSystem& system)
{
    if (!(system.Omega > 0) || system.n_contacts() > 0)
        return system.Omega > 0 ? "of dry friction" : "there is no drive";
    for (const ModalLaw& joint : system.joints) {
        if (joint.law->has_memory())
            return "joint." + joint.name + " remembers";
        if (joint.law->is_state_function())
            return "the force of joint." + joint.name + " is no polynomial";
        const Vector rest = Vector::Zero(joint.on.rows.rows());
        contact::JointPiece piece;
        contact::piece_of(joint.law, joint.law->phases_at(rest, rest), piece);
        if (!piece.terms.empty() || (joint.law->is_smooth() && !joint.law->knots().empty()))
            return "the force of joint." + joint.name + " has other terms than r, v and r^3";
    }
    return "";
}

void lane_motions(const JointedSystem& system, double tolerance, const LaneKernel& kernel,
                  const Motions& motions)
{
    if (const std::string why = lanes_refuse(system); !why.empty())
        throw std::logic_error("motions in lanes: " + why);
    LaneRun(system, tolerance, kernel, motions).take();
}

} // namespace slideway::dynamics
