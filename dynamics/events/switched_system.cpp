#include "dynamics/events/switched_system.hpp"

#include "contact/patch/patch_rest.hpp"
#include "contact/patch/turned_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

// A sliding velocity at the start below this fraction of its terms is round-off. From 0 to 1e-5 no
// test changes; event_driven, with the same constant, fails at 1e-15.
constexpr double standing = 1e-11;
// Weights of the sixth difference of f over a step, at the evaluations of RungeKutta78: these stand
// at 2/27, 1/9, 1/6, 5/12, 1/2, 5/6, 1/6, 2/3, 1/3, 1, 0 and 1 of it. Of two at 1/6 and 1 the
// second is closer to the motion.
constexpr std::array<double, 12> sixth_difference = {0, 0, 0, 0, -20, -6, -6, 15, 15, 0, 1, 1};
// Largest number of phase changes of a row at the start: each of its phases at most twice.
constexpr Index most_passes = 8;

} // namespace

Vector3 ImposedMotion::acceleration(double t) const
{
    const double s = t - begin, x = s / unit;
    Vector3 sum = Vector3::Zero();
    for (Index i = a.cols(); i-- > 0;)
        sum = sum * x + static_cast<double>(power + i) * a.col(i);
    return std::pow(s, power - 1) * sum;
}

Vector3 ImposedMotion::jerk(double t) const
{
    const double s = t - begin, x = s / unit;
    const Index first = power == 1 ? 1 : 0; // a velocity that is linear in time has none
    Vector3 sum = Vector3::Zero();
    for (Index i = a.cols(); i-- > first;)
        sum = sum * x + static_cast<double>((power + i) * (power + i - 1)) * a.col(i);
    return std::pow(s, power - 2 + first) / std::pow(unit, first) * sum;
}

SwitchedSystem::SwitchedSystem(const JointedSystem& system)
    : system_(system), s_(system),
      steady_force_(s_.p0.norm() + s_.p.norm() +
                    (s_.B.rowwise().norm().transpose() * s_.limit).value()),
      rows_(resting_rows(system)), follow_rows_(rows_.rows()), G_(rows_ * rows_.transpose())
{
    for (Index i = k(); i < rows_.rows(); ++i)
        if (rows_.row(i).isZero(0))
            G_(i, i) = 1; // the spin of a point: a mass of its own that nothing moves
    state_.assign(static_cast<std::size_t>(k()), 0);
    friction_ = Vector::Zero(k());
    load_ = a_ = friction_load_ = spring_ = Vector::Zero(m());
    rate_ = Vector::Zero(n_state());
    patches_.resize(n_patches());
    follow_rows_.head(k()) = s_.r;
    for (std::size_t p = 0; p < n_patches(); ++p) {
        const PatchContact& patch = system_.patches[p];
        follow_rows_.segment<3>(patch_row(p)) = patch.on.follow;
        steady_force_ += patch.on.rows.rowwise().norm().dot(patch.law.limit() *
                                                            Vector3(1, 1, patch.law.kappa()));
    }
}

Vector3 SwitchedSystem::patch_displacement(std::size_t p, const Vector& y, double t) const
{
    const JointOnModes& modes = system_.patches[p].on;
    return modes.rows * y.head(m()) + (modes.follow * drive(t)).real();
}

Vector3 SwitchedSystem::patch_velocity(std::size_t p, const Vector& y, double t) const
{
    const JointOnModes& modes = system_.patches[p].on;
    return modes.rows * y.segment(m(), m()) + (modes.follow * drive_rate(t)).real();
}

contact::Matrix3 SwitchedSystem::map_axes(std::size_t p, const Vector& y, double t) const
{
    const PatchContact& patch = system_.patches[p];
    if (patch.turn.size() == 0)
        return contact::Matrix3::Identity();
    return contact::axes_turned_by(patch.turn.dot(y.head(m())) +
                                   (patch.turn_follow * drive(t)).real());
}

double SwitchedSystem::map_rate(std::size_t p, const Vector& y, double t) const
{
    const PatchContact& patch = system_.patches[p];
    if (patch.turn.size() == 0)
        return 0;
    return patch.turn.dot(y.segment(m(), m())) + (patch.turn_follow * drive_rate(t)).real();
}

contact::PatchForce SwitchedSystem::patch_friction(std::size_t p, const Vector3& velocity,
                                                   const Vector& y, double t) const
{
    const contact::PatchLaw& law = system_.patches[p].law;
    if (system_.patches[p].turn.size() == 0)
        return law.force(velocity.head<2>(), velocity(2));
    return contact::force_on(law, map_axes(p, y, t), velocity);
}

Vector3 SwitchedSystem::patch_acceleration(std::size_t p, const Vector& rate, double t) const
{
    const JointOnModes& modes = system_.patches[p].on;
    return modes.rows * rate.segment(m(), m()) -
           s_.Omega * s_.Omega * (modes.follow * drive(t)).real();
}

bool SwitchedSystem::has_series() const
{
    return patches_.empty() &&
           std::none_of(system_.joints.begin(), system_.joints.end(),
                        [](const ModalLaw& joint) { return joint.law->is_state_function(); });
}

bool SwitchedSystem::departs() const
{
    return std::any_of(patches_.begin(), patches_.end(),
                       [](const Patch& patch) -> bool { return patch.departure.power > 0; });
}

void SwitchedSystem::impose(const std::vector<std::size_t>& patches,
                            const std::vector<ImposedMotion>& motions)
{
    for (std::size_t i = 0; i < patches.size(); ++i) {
        patches_[patches[i]].imposed = motions[i];
        patches_[patches[i]].slides = false;
    }
    hold();
}

void SwitchedSystem::let_slide()
{
    bool any = false;
    for (Patch& patch : patches_)
        if (patch.imposed) {
            patch.imposed.reset();
            patch.departure = {};
            patch.slides = any = true;
        }
    if (any)
        hold();
}

Matrix SwitchedSystem::masses(const std::vector<std::size_t>& patches) const
{
    Matrix columns =
        Matrix::Zero(static_cast<Index>(stick_.size()), 3 * static_cast<Index>(patches.size()));
    std::vector<Index> numbers;
    for (const std::size_t p : patches)
        for (Index i = 0; i < 3; ++i) {
            columns(patches_[p].held + i, static_cast<Index>(numbers.size())) = 1;
            numbers.push_back(patches_[p].held + i);
        }
    G_stick_.solve_in_place(columns);
    return columns(numbers, Eigen::all);
}

double SwitchedSystem::friction_rate() const
{
    double rate = 0;
    for (std::size_t p = 0; p < n_patches(); ++p)
        if (patches_[p].slides)
            rate += flexibility(p).cwiseProduct(patches_[p].friction.tangent).sum();
    return rate;
}

Vector SwitchedSystem::displacement(const Vector& y, double t) const
{
    return s_.B * y.head(m()) + (s_.r * drive(t)).real();
}

Vector SwitchedSystem::sliding(const Vector& y, double t) const
{
    return s_.B * y.segment(m(), m()) + (s_.r * drive_rate(t)).real();
}

void SwitchedSystem::joint_motion(const Vector& y, double t, std::size_t j)
{
    const ModalLaw& joint = system_.joints[j];
    r_[j].noalias() = joint.on.rows * y.head(m());
    r_rate_[j].noalias() = joint.on.rows * y.segment(m(), m());
    const Complex e = drive(t), e_rate = drive_rate(t);
    for (Index i = 0; i < r_[j].size(); ++i) {
        r_[j](i) += (joint.on.follow(i) * e).real();
        r_rate_[j](i) += (joint.on.follow(i) * e_rate).real();
    }
}

// Accelerations without the reactions of the contacts that stick, and the forces of the joints.
void SwitchedSystem::applied(const Vector& y, double t)
{
    const Complex e = drive(t);
    const auto q = y.head(m()), v = y.segment(m(), m());
    load_ = (s_.p * e).real();
    a_ = s_.p0 + load_ - friction_load_ - s_.modes.omega.cwiseAbs2().cwiseProduct(q);
    if (s_.modes.classical())
        a_ -= s_.modes.c.cwiseProduct(v);
    else
        a_.noalias() -= s_.modes.D * v;
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
        joint_motion(y, t, j);
        if (pieces_[j].at.size() == 0) // of the state
            system_.joints[j].law->force(no_memory_, r_[j], r_rate_[j], law_[j]);
        else
            contact::force_in(pieces_[j], r_[j], r_rate_[j], law_[j]);
        a_.noalias() -= system_.joints[j].on.rows.transpose() * law_[j].f;
    }
    for (std::size_t p = 0; p < n_patches(); ++p) {
        Patch& patch = patches_[p];
        patch.velocity = patch_velocity(p, y, t);
        if (!patch.slides)
            continue;
        patch.friction = patch_friction(p, patch.velocity, y, t);
        patch.force = patch.friction.force;
        a_.noalias() -= system_.patches[p].on.rows.transpose() * patch.force;
    }
}

void SwitchedSystem::right_hand_side(const Vector& y, double t, Vector& rate)
{
    ++n_evaluations_;
    applied(y, t);
    const Complex e = drive(t), e_rate = drive_rate(t);
    if (!stick_.empty()) {
        reaction_.noalias() = B_stick_ * a_;
        for (std::size_t i = 0; i < stick_.size(); ++i)
            reaction_(static_cast<Index>(i)) -=
                s_.Omega * s_.Omega * (follow_rows_(stick_[i]) * e).real();
        for (const Patch& patch : patches_)
            if (patch.imposed)
                reaction_.segment<3>(patch.held) -= patch.imposed->acceleration(t);
        G_stick_.solve_in_place(reaction_);
        a_.noalias() -= B_stick_.transpose() * reaction_;
        for (Patch& patch : patches_)
            if (!patch.slides)
                patch.force = reaction_.segment<3>(patch.held);
    }
    const auto v = y.segment(m(), m());
    double drives = v.dot(load_), joints = 0;
    for (Index i = 0; i < k(); ++i)
        drives += friction_(i) * (s_.r(i) * e_rate).real();
    for (std::size_t i = 0; i < stick_.size(); ++i)
        drives += reaction_(static_cast<Index>(i)) * (follow_rows_(stick_[i]) * e_rate).real();
    for (std::size_t p = 0; p < n_patches(); ++p) {
        if (patches_[p].slides)
            drives += patches_[p].force.dot((system_.patches[p].on.follow * e_rate).real());
        rate(2 * m() + 3 + static_cast<Index>(p)) = patches_[p].force.dot(patches_[p].velocity);
    }
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
        for (Index i = 0; i < r_[j].size(); ++i)
            drives += law_[j].f(i) * (system_.joints[j].on.follow(i) * e_rate).real();
        joints += law_[j].f.dot(r_rate_[j]);
    }
    rate.head(m()) = v;
    rate.segment(m(), m()) = a_;
    rate(2 * m()) = drives;
    rate(2 * m() + 1) =
        s_.modes.classical() ? v.cwiseAbs2().dot(s_.modes.c) : v.dot(s_.modes.D * v);
    rate(2 * m() + 2) = joints;
}

void SwitchedSystem::step(const Vector& y, const Vector& rate, double t, double h, Vector& y_end,
                          Vector& error)
{
    for (Patch& patch : patches_)
        patch.difference.setZero();
    std::size_t evaluation = 0;
    const auto f = [this, &evaluation](const Vector& values, double time, Vector& rate_at) -> void {
        right_hand_side(values, time, rate_at);
        const double weight = sixth_difference.at(evaluation++);
        for (Patch& patch : patches_)
            if (patch.slides && weight != 0)
                patch.difference += weight * patch.force;
    };
    stepper_.step(f, y, rate, t, h, y_end, error);
}

// The estimate of RungeKutta78 compares evaluations at its start and end alone. Its weights are
// those of Newton and Cotes on seven instants: of exp(s / L) in time, z = h/(6 L), their error is
// 9/8400 z^8 h, the sixth difference z^6. A jump is as large as its sixth difference, to a factor.
double SwitchedSystem::unseen_error(double h) const
{
    constexpr double by_difference = 9.0 / 8400;
    // Difference, relative to friction, that errors of the stages leave if steps are right. Shares
    // of the load that turn unseen are below it.
    constexpr double of_stages = 1e-5;
    double sum = 0;
    for (std::size_t p = 0; p < n_patches(); ++p) {
        if (!patches_[p].slides)
            continue;
        const contact::Matrix3 B2 = flexibility(p);
        const double most = system_.patches[p].law.limit() *
                            std::sqrt(B2.topLeftCorner<2, 2>().trace()),
                     turn = std::sqrt(patches_[p].difference.dot(B2 * patches_[p].difference));
        if (turn > of_stages * most)
            sum += by_difference * most * std::pow(turn / most, 4.0 / 3);
    }
    return h * sum;
}

void SwitchedSystem::begin_joints(const Vector& y, double t,
                                  const std::optional<MotionPhases>& given)
{
    const std::size_t n = system_.joints.size();
    phases_.resize(n);
    pieces_.resize(n);
    r_.resize(n);
    r_rate_.resize(n);
    row_norm_.resize(n);
    moving_row_norm_.resize(n);
    follow_.resize(n);
    law_.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
        const ModalLaw& joint = system_.joints[j];
        r_[j].resize(joint.on.rows.rows());
        r_rate_[j].resize(joint.on.rows.rows());
        row_norm_[j] = moving_row_norm_[j] = joint.on.rows.rowwise().norm();
        follow_[j] = joint.on.follow.cwiseAbs();
        joint_motion(y, t, j);
        if (joint.law->is_state_function()) { // a single phase, without end and piece
            phases_[j].codes.assign(static_cast<std::size_t>(r_[j].size()), 0);
            continue;
        }
        phases_[j] = given ? given->joints[j] : joint.law->phases_at(r_[j], r_rate_[j]);
        contact::piece_of(joint.law, phases_[j], pieces_[j]);
        if (given)
            pass_ended(j, y.head(m()).norm(), y.segment(m(), m()).norm());
    }
}

// Guards of the motion that `joint_motion` evaluates.
void SwitchedSystem::add_joint_guards(std::size_t j, double q_size, double v_size)
{
    r_size_ = row_norm_[j] * q_size + follow_[j];
    v_size_ = row_norm_[j] * v_size + s_.Omega * follow_[j];
    joint_guards_.clear();
    contact::add_guards(pieces_[j], r_[j], r_rate_[j], {r_size_, v_size_}, joint_guards_);
}

// Takes the phases of a joint to those that last.
void SwitchedSystem::pass_ended(std::size_t j, double q_size, double v_size)
{
    const contact::JointLaw& law = system_.joints[j].law;
    for (Index passes = 0; passes < most_passes * r_[j].size(); ++passes) {
        add_joint_guards(j, q_size, v_size);
        const auto ended = std::find_if(
            joint_guards_.begin(), joint_guards_.end(),
            [](const contact::JointGuard& g) -> bool { return g.value < -same_event * g.scale; });
        if (ended == joint_guards_.end())
            return;
        law->pass(phases_[j], static_cast<int>(ended - joint_guards_.begin()), r_[j], r_rate_[j]);
        contact::piece_of(law, phases_[j], pieces_[j]);
    }
    phases_[j] = law->phases_at(r_[j], r_rate_[j]);
    contact::piece_of(law, phases_[j], pieces_[j]);
}

// Updates all data that depend on the states of the contacts.
void SwitchedSystem::hold()
{
    stick_.clear();
    for (Index i = 0; i < k(); ++i) {
        const int side = state_[static_cast<std::size_t>(i)];
        friction_(i) = side * s_.limit(i);
        if (side == 0)
            stick_.push_back(i);
    }
    for (std::size_t p = 0; p < n_patches(); ++p) {
        patches_[p].held = patches_[p].slides ? -1 : static_cast<Index>(stick_.size());
        for (Index i = 0; i < 3 && !patches_[p].slides; ++i)
            stick_.push_back(patch_row(p) + i);
    }
    friction_load_ = s_.B.transpose() * friction_;
    B_stick_ = rows_(stick_, Eigen::all);
    reaction_.resize(static_cast<Index>(stick_.size()));
    left_.resize(reaction_.size());
    if (!stick_.empty())
        G_stick_.compute(G_(stick_, stick_));
    size_forces();
}

void SwitchedSystem::begin(const Vector& y, double t, const std::optional<MotionPhases>& given)
{
    begin_joints(y, t, given);
    held_at_ = rows_ * y.head(m()) + (follow_rows_ * drive(t)).real();
    const Vector v = sliding(y, t);
    const Vector size =
        s_.B.cwiseAbs() * y.segment(m(), m()).cwiseAbs() + s_.Omega * s_.r.cwiseAbs();
    const Vector x_size = s_.B.cwiseAbs() * y.head(m()).cwiseAbs() + s_.r.cwiseAbs();
    std::vector<Index> slow;
    for (Index i = 0; i < k(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        int& side = state_[index];
        side = given ? given->contacts[index] : 0; // just released, or about to stop
        if (std::abs(v(i)) > standing * size(i))
            side = v(i) > 0 ? 1 : -1;
        else if (side == 0)
            slow.push_back(i);
        if (given && std::abs(given->held(i) - held_at_(i)) <= standing * x_size(i))
            held_at_(i) = given->held(i);
    }
    std::vector<std::size_t> at_rest;
    for (std::size_t p = 0; p < n_patches(); ++p) {
        const JointOnModes& modes = system_.patches[p].on;
        const Vector3 speed = patch_velocity(p, y, t).cwiseAbs(),
                      terms = modes.rows.cwiseAbs() * y.segment(m(), m()).cwiseAbs() +
                              s_.Omega * modes.follow.cwiseAbs();
        patches_[p] = {};
        patches_[p].slides = (speed.array() > standing * terms.array()).any();
        if (!patches_[p].slides)
            at_rest.push_back(p);
    }
    const NextMotions next = next_of(slow, at_rest, {}, y, t);
    for (std::size_t i = 0; i < slow.size(); ++i)
        state_[static_cast<std::size_t>(slow[i])] = next.dry[i];
    for (std::size_t i = 0; i < at_rest.size(); ++i)
        patches_[at_rest[i]].departure = next.patches[i];
    hold();
}

void SwitchedSystem::pass(const std::vector<Guard>& guards, const std::vector<bool>& hit, Vector& y,
                          double t, ContactRecord& record, std::vector<JointEvent>& joint_events)
{
    Hits hits{std::vector<bool>(static_cast<std::size_t>(k()), false),
              std::vector<bool>(n_patches(), false), std::vector<bool>(n_patches(), false)};
    for (std::size_t g = 0; g < guards.size(); ++g)
        if (hit[g] && guards[g].contact)
            hits.contacts[guards[g].of] = true;
        else if (hit[g] && guards[g].patch)
            (patches_[guards[g].of].imposed ? hits.stopped : hits.reached)[guards[g].of] = true;
    // Guards of a joint that reach zero together belong to different rows; an elastic-coulomb one
    // opens first. Numbers count within the phases before the event, so go back from the last.
    std::vector<std::size_t> of_joints;
    for (std::size_t g = 0; g < guards.size(); ++g)
        if (hit[g] && !guards[g].contact && !guards[g].patch &&
            (of_joints.empty() || guards[of_joints.back()].of != guards[g].of ||
             guards[of_joints.back()].row != guards[g].row))
            of_joints.push_back(g);
    for (auto g = of_joints.rbegin(); g != of_joints.rend(); ++g) {
        const Guard& guard = guards[*g];
        const std::size_t j = guard.of;
        joint_motion(y, t, j);
        const auto row = static_cast<std::size_t>(guard.row);
        system_.joints[j].law->pass(phases_[j], guard.number, r_[j], r_rate_[j]);
        contact::piece_of(system_.joints[j].law, phases_[j], pieces_[j]);
        joint_events.push_back({t, j, guard.row, phases_[j].codes[row]});
    }
    if (rows_.rows() > 0)
        pass_contacts(hits, y, t, record);
}

// Contacts that stick or were hit, and patches that rest or have stopped, continue as they must.
void SwitchedSystem::pass_contacts(const Hits& hits, Vector& y, double t, ContactRecord& record)
{
    std::vector<Index> slow;
    for (Index i = 0; i < k(); ++i)
        if (state_[static_cast<std::size_t>(i)] == 0 || hits.contacts[static_cast<std::size_t>(i)])
            slow.push_back(i);
    std::vector<Index> rows = slow;
    std::vector<std::size_t> held; // held at rest, or in a motion that continues
    const auto event = [&](std::size_t p, bool slides, const Vector3& velocity) -> void {
        const Vector3 scale(1, 1, system_.patches[p].law.length());
        patch_events_.push_back({t, p, slides, patch_displacement(p, y, t),
                                 velocity / velocity.cwiseProduct(scale).norm(),
                                 y(2 * m() + 3 + static_cast<Index>(p))});
    };
    for (std::size_t p = 0; p < n_patches(); ++p) {
        Patch& patch = patches_[p];
        if (hits.stopped[p]) {
            patch.imposed.reset();
            event(p, false, patch.last_direction);
            held_at_.segment<3>(patch_row(p)) = patch_displacement(p, y, t);
        } else if (patch.imposed && patch.departure.power > 0 && !(patch.imposed->begin < t)) {
            patch.imposed.reset(); // not begun
            patch.departure = {};
        }
        if (patch.slides)
            continue;
        held.push_back(p);
        for (Index i = 0; i < 3 && !patch.imposed; ++i)
            rows.push_back(patch_row(p) + i);
    }
    if (!rows.empty()) { // what velocity is left is round-off
        const Matrix B = rows_(rows, Eigen::all);
        const Vector v = rows_ * y.segment(m(), m()) + (follow_rows_ * drive_rate(t)).real();
        const Vector left = v(rows);
        y.segment(m(), m()) -= B.transpose() * Cholesky(G_(rows, rows)).solve(left);
    }
    const NextMotions then = next_of(slow, held, hits.reached, y, t);
    const std::vector<int>& next = then.dry;
    for (std::size_t i = 0; i < held.size(); ++i) {
        Patch& patch = patches_[held[i]];
        patch.departure = then.patches[i];
        patch.slides = patch.imposed.has_value();
        patch.imposed.reset();
        if (then.patches[i].power > 0)
            event(held[i], true, then.patches[i].lead);
    }
    const Vector x = displacement(y, t);
    for (std::size_t i = 0; i < slow.size(); ++i) {
        int& value = state_[static_cast<std::size_t>(slow[i])];
        if (next[i] == 0 && value != 0)
            held_at_(slow[i]) = x(slow[i]);
        record.change(t, slow[i], value, next[i]);
        value = next[i];
    }
    hold();
}

void SwitchedSystem::remove_drift(Vector& y, double t)
{
    if (stick_.empty() || std::any_of(patches_.begin(), patches_.end(),
                                      [](const Patch& p) -> bool { return p.imposed.has_value(); }))
        return;
    const Complex e = drive(t), e_rate = drive_rate(t);
    const auto take_out = [&](auto of_modes, const Complex& follow, bool place) -> void {
        left_.noalias() = B_stick_ * of_modes;
        for (std::size_t n = 0; n < stick_.size(); ++n) {
            const Index i = stick_[n];
            left_(static_cast<Index>(n)) +=
                (follow_rows_(i) * follow).real() - (place ? held_at_(i) : 0);
        }
        G_stick_.solve_in_place(left_);
        of_modes.noalias() -= B_stick_.transpose() * left_;
    };
    take_out(y.head(m()), e, true);
    take_out(y.segment(m(), m()), e_rate, false);
}

void SwitchedSystem::guards(const Vector& y, double t, std::vector<Guard>& out)
{
    out.clear();
    if (!stick_.empty()) { // of a stiff mode drift is omega^2 times as much in the reaction
        undrifted_ = y;
        remove_drift(undrifted_, t);
    }
    const Vector& values = stick_.empty() ? y : undrifted_;
    const auto q = values.head(m()), v = values.segment(m(), m());
    const double q_size = q.norm(), v_size = v.norm();
    auto add = [&](double value, double scale, bool contact, std::size_t index, int number,
                   int row) {
        out.push_back({scale > 0 ? value / scale : 0, contact, index, number, row, false, scale});
    };
    if (!stick_.empty()) {
        right_hand_side(values, t, rate_);
        const double force = steady_force_ + s_.modes.omega.cwiseAbs2().cwiseProduct(q).norm();
        for (std::size_t n = 0; n < stick_.size(); ++n) {
            const Index i = stick_[n];
            if (i >= k())
                break;
            const auto contact_index = static_cast<std::size_t>(i);
            const double f = reaction_(static_cast<Index>(n)), limit = s_.limit(i);
            const double scale = limit + force / std::sqrt(G_(i, i));
            add(limit - f, scale, true, contact_index, 0, 0);
            add(limit + f, scale, true, contact_index, 1, 0);
        }
        for (std::size_t p = 0; p < n_patches(); ++p)
            if (!patches_[p].slides && !patches_[p].imposed) {
                const Vector3 f = map_axes(p, values, t).transpose() * patches_[p].force;
                out.push_back(
                    {1 - contact::gauge(system_.patches[p].law, f).value, false, p, 0, 0, true});
            }
    }
    const Complex e_rate = drive_rate(t);
    for (Index i = 0; i < k(); ++i) {
        const auto other_index = static_cast<std::size_t>(i);
        if (state_[other_index] == 0)
            continue;
        const double follow = (s_.r(i) * e_rate).real();
        add(state_[other_index] * (s_.B.row(i).dot(v) + follow),
            std::sqrt(G_(i, i)) * v_size + s_.Omega * std::abs(s_.r(i)), true, other_index, 0, 0);
    }
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
        joint_motion(values, t, j);
        add_joint_guards(j, q_size, v_size);
        int number = 0;
        for (const contact::JointGuard& guard : joint_guards_)
            add(guard.value, guard.scale, false, j, number++, guard.row);
    }
}

Vector SwitchedSystem::contact_forces() const
{
    Vector f = friction_;
    for (std::size_t n = 0; n < stick_.size() && stick_[n] < k(); ++n)
        f(stick_[n]) = reaction_(static_cast<Index>(n));
    return f;
}

} // namespace slideway::dynamics
