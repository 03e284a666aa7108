#include "dynamics/runge_kutta.hpp"

#include "base/runge_kutta.hpp"
#include "base/text.hpp"
#include "contact/joint_phases.hpp"
#include "dynamics/contact_record.hpp"
#include "dynamics/contact_states.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double touching = 1e-13;    // of the scale of a guard: it has not passed zero
constexpr double together = 1e-11;    // likewise: it takes part in the event
constexpr double shortest = 1e-9;     // of a period: the least time between two events
constexpr int parts = 8;              // of a step, at whose ends guards are looked at
constexpr double steps_a_period = 16; // at least
constexpr double vanished = 1e-14;    // step over the time that passes in a run
constexpr double trusted = 1e-3;      // of a guard's size: what the quintic may be wrong by

// A point of the quintic through (q, q', q'') at both ends of a step, s in [0, 1].
struct Quintic {
    const Vector &y0, &f0, &y1, &f1; // (q, v, ...) and its rate
    double h;

    void at(double s, Eigen::Ref<Vector> q, Eigen::Ref<Vector> v) const
    {
        const Index m = q.size();
        const double s2 = s * s, s3 = s2 * s, s4 = s3 * s, s5 = s4 * s;
        const auto rise = y1.head(m) - y0.head(m);
        const auto v0 = y0.segment(m, m), v1 = y1.segment(m, m);
        const auto a0 = f0.segment(m, m), a1 = f1.segment(m, m);
        q = y0.head(m) + (10 * s3 - 15 * s4 + 6 * s5) * rise +
            h * ((s - 6 * s3 + 8 * s4 - 3 * s5) * v0 + (-4 * s3 + 7 * s4 - 3 * s5) * v1) +
            h * h / 2 * ((s2 - 3 * s3 + 3 * s4 - s5) * a0 + (s3 - 2 * s4 + s5) * a1);
        v = 30 * (s2 - 2 * s3 + s4) / h * rise + (1 - 18 * s2 + 32 * s3 - 15 * s4) * v0 +
            (-12 * s2 + 28 * s3 - 15 * s4) * v1 +
            h / 2 * ((2 * s - 9 * s2 + 12 * s3 - 5 * s4) * a0 + (3 * s2 - 8 * s3 + 5 * s4) * a1);
    }
};

// What ends a phase of a contact or a joint when it reaches zero.
struct Guard {
    double value = 0; // over its scale
    bool contact = false;
    std::size_t of = 0; // contact or joint
    int number = 0;     // of the guards of a joint
    int row = 0;
};

// Where a guard reaches zero, as a fraction of a step.
struct Crossing {
    double s = 1;
    std::size_t guard = 0;
};

class Run {
public:
    Run(const JointSystem& system, const RungeKuttaOptions& options, const Progress& progress);
    RungeKuttaResult take();

private:
    [[nodiscard]] Index k() const { return s_.n_contacts(); }
    [[nodiscard]] Index m() const { return s_.n_modes(); }
    [[nodiscard]] Complex drive(double t) const { return std::polar(1.0, s_.Omega * t); }
    [[nodiscard]] Complex drive_rate(double t) const { return Complex(0, s_.Omega) * drive(t); }
    [[nodiscard]] Vector displacement(const Vector& y, double t) const;
    [[nodiscard]] Vector sliding(const Vector& y, double t) const;
    void joint_motion(const Vector& y, double t, std::size_t j);
    void applied(const Vector& y, double t);
    void right_hand_side(const Vector& y, double t, Vector& rate);
    void begin_phases();
    void resolve(const std::vector<bool>& hit, bool first);
    Vector jerk(const std::vector<Index>& slow, const Vector& friction);
    void hold(const std::vector<int>& next, const std::vector<Index>& slow, bool first);
    void pass(std::vector<bool>& hit);
    void remove_drift();
    void guards(const Vector& y, double t, std::vector<Guard>& out);
    [[nodiscard]] bool step(double stop, double& h);
    [[nodiscard]] double error_norm(double h) const;
    double on_quintic(const Quintic& path, double s, std::size_t guard);
    double exactly(double s, double h, std::size_t guard);
    [[nodiscard]] std::optional<Crossing> crossing(double h);
    [[nodiscard]] std::optional<Crossing> in_part(const Quintic& path, int part);
    [[nodiscard]] std::optional<double> dip(const Quintic& path, int center, std::size_t guard);
    [[nodiscard]] std::optional<double> refine(std::size_t guard, double low, double high,
                                               double guess, double h);
    void account(const Vector& y, const Vector& x);
    void sample(double t, double h);
    void finish();

    const JointSystem& system_;
    const CoulombSystem& s_;
    const RungeKuttaOptions& o_;
    const Progress& progress_;
    RungeKutta78 stepper_;
    RightHandSide f_;
    Matrix G_;
    double period_, window_, shortest_, h_max_, steady_force_;
    double t_ = 0, h_ = 0;
    Vector y_, rate_, y_next_, rate_next_, error_; // (q, v, work of drive, damping, joints)
    Vector y_tau_, rate_tau_, error_tau_;

    std::vector<int> state_; // k
    std::vector<Index> stick_;
    Matrix B_stick_;
    Eigen::LLT<Matrix> G_stick_;
    Vector held_at_;       // k [m]: displacement of those that stick
    Vector friction_;      // k [N]: of those that slide
    Vector friction_load_; // m
    Vector reaction_;      // of stick_ [N]
    Vector load_, a_;      // work of the right-hand side

    std::vector<contact::JointPhases> phases_;
    std::vector<contact::JointVector> r_, r_rate_, row_norm_;
    std::vector<contact::ForceAndTangent> law_;
    std::vector<contact::JointGuard> joint_guards_;

    std::vector<std::vector<Guard>> seen_; // at the ends of the parts, one beyond each side
    std::vector<Guard> now_;
    std::vector<bool> fresh_; // guards that are zero where the step begins

    std::optional<ContactRecord> record_;
    RungeKuttaResult result_;
    double stored0_ = 0;
    Vector q_start_;
    long long n_samples_ = 0, next_sample_ = 0;
};

Run::Run(const JointSystem& system, const RungeKuttaOptions& options, const Progress& progress)
    : system_(system), s_(system.dry), o_(options), progress_(progress),
      f_([this](const Vector& y, double t, Vector& rate) { right_hand_side(y, t, rate); }),
      G_(s_.B * s_.B.transpose()),
      period_(s_.Omega > 0 ? 2 * std::numbers::pi / s_.Omega : infinity)
{
    if (!(o_.tolerance >= 1e-13) || !(o_.tolerance <= 1e-3))
        throw InputError("tolerance = " + number_text(o_.tolerance) + "; allowed: 1e-13 to 0.001");
    double columns = 4 * static_cast<double>(k());
    for (const ModalLaw& joint : system.joints)
        columns += 3 * static_cast<double>(joint.on.rows.rows());
    n_samples_ = check_run(o_, m(), columns);
    refuse_dependent_contacts(s_);
    const double span = o_.t_end - o_.t_start;
    t_ = o_.t_start;
    window_ = s_.Omega > 0 ? std::max(t_, o_.t_end - period_) : infinity;
    double fastest = std::max(s_.Omega, 1 / span);
    if (m() > 0)
        fastest = std::max(fastest, s_.modes.omega.maxCoeff());
    shortest_ = shortest * std::min(period_, 2 * std::numbers::pi / fastest);
    // y' = cos(Omega t), which the estimate does not see, to half the tolerance over 20 periods.
    const double finer =
        std::pow(std::max(1.0, 1e-11 / o_.tolerance), 1.0 / RungeKutta78::error_order);
    h_max_ = std::min(period_ / finer, span) / steps_a_period;
    h_ = std::min(h_max_, 0.01 / fastest);
    y_ = Vector::Zero(2 * m() + 3);
    if (o_.q.size() > 0)
        y_.head(m()) = o_.q;
    if (o_.v.size() > 0)
        y_.segment(m(), m()) = o_.v;
    y_tau_ = rate_ = rate_next_ = rate_tau_ = y_;
    q_start_ = y_.head(m());
    stored0_ = 0.5 * (y_.segment(m(), m()).squaredNorm() +
                      q_start_.cwiseProduct(s_.modes.omega).squaredNorm());
    steady_force_ = s_.p0.norm() + s_.p.norm() + (s_.B.rowwise().norm().transpose() * s_.limit);
    state_.assign(static_cast<std::size_t>(k()), 0);
    held_at_ = displacement(y_, t_);
    friction_ = Vector::Zero(k());
    load_ = a_ = friction_load_ = Vector::Zero(m());
    record_.emplace(held_at_, window_);
    result_.contacts.resize(static_cast<std::size_t>(k()));
    result_.joints.resize(system.joints.size());
    result_.u.resize(o_.outputs.size());
    result_.output_v.resize(o_.outputs.size());
    result_.output_a.resize(o_.outputs.size());
    seen_.resize(parts + 3);
}

Vector Run::displacement(const Vector& y, double t) const
{
    return s_.B * y.head(m()) + (s_.r * drive(t)).real();
}

Vector Run::sliding(const Vector& y, double t) const
{
    return s_.B * y.segment(m(), m()) + (s_.r * drive_rate(t)).real();
}

void Run::joint_motion(const Vector& y, double t, std::size_t j)
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
void Run::applied(const Vector& y, double t)
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
        contact::force_in(system_.joints[j].law, phases_[j], r_[j], r_rate_[j], law_[j]);
        a_.noalias() -= system_.joints[j].on.rows.transpose() * law_[j].f;
    }
}

void Run::right_hand_side(const Vector& y, double t, Vector& rate)
{
    ++result_.n_evaluations;
    applied(y, t);
    const Complex e = drive(t), e_rate = drive_rate(t);
    if (!stick_.empty()) {
        reaction_.noalias() = B_stick_ * a_;
        for (std::size_t i = 0; i < stick_.size(); ++i)
            reaction_(static_cast<Index>(i)) -= s_.Omega * s_.Omega * (s_.r(stick_[i]) * e).real();
        G_stick_.solveInPlace(reaction_);
        a_.noalias() -= B_stick_.transpose() * reaction_;
    }
    const auto v = y.segment(m(), m());
    double drives = v.dot(load_), joints = 0;
    for (Index i = 0; i < k(); ++i)
        drives += friction_(i) * (s_.r(i) * e_rate).real();
    for (std::size_t i = 0; i < stick_.size(); ++i)
        drives += reaction_(static_cast<Index>(i)) * (s_.r(stick_[i]) * e_rate).real();
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

void Run::begin_phases()
{
    const std::size_t n = system_.joints.size();
    phases_.resize(n);
    r_.resize(n);
    r_rate_.resize(n);
    row_norm_.resize(n);
    law_.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
        const ModalLaw& joint = system_.joints[j];
        r_[j].resize(joint.on.rows.rows());
        r_rate_[j].resize(joint.on.rows.rows());
        row_norm_[j] = joint.on.rows.rowwise().norm();
        joint_motion(y_, t_, j);
        phases_[j] = contact::phases_at(joint.law, r_[j], r_rate_[j]);
    }
}

// Rates of the accelerations of the contacts.
Vector Run::jerk(const std::vector<Index>& slow, const Vector& friction)
{
    Vector a = a_;
    for (std::size_t i = 0; i < slow.size(); ++i)
        a -= friction(static_cast<Index>(i)) * s_.B.row(slow[i]).transpose();
    const Complex e = drive(t_), e_rate = drive_rate(t_);
    const Vector v = y_.segment(m(), m());
    Vector rate = (s_.p * e_rate).real() - s_.modes.omega.cwiseAbs2().cwiseProduct(v);
    if (s_.modes.classical())
        rate -= s_.modes.c.cwiseProduct(a);
    else
        rate -= s_.modes.D * a;
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
        const ModalLaw& joint = system_.joints[j];
        const Vector r2 = joint.on.rows * a - s_.Omega * s_.Omega * (joint.on.follow * e).real();
        rate -=
            joint.on.rows.transpose() * (law_[j].df_dr * r_rate_[j] + law_[j].df_dv * r2).eval();
    }
    return s_.B * rate - s_.Omega * s_.Omega * (s_.r * e_rate).real();
}

// New states of the contacts without sliding velocity: those that stuck and those hit.
void Run::resolve(const std::vector<bool>& hit, bool first)
{
    std::vector<Index> slow;
    for (Index i = 0; i < k(); ++i)
        if (state_[static_cast<std::size_t>(i)] == 0 || hit[static_cast<std::size_t>(i)])
            slow.push_back(i);
    if (!first && !slow.empty()) { // what velocity is left is round-off
        const Matrix B = s_.B(slow, Eigen::all);
        const Vector left = sliding(y_, t_)(slow);
        y_.segment(m(), m()) -= B.transpose() * Matrix(G_(slow, slow)).llt().solve(left);
    }
    for (Index i = 0; i < k(); ++i)
        friction_(i) = state_[static_cast<std::size_t>(i)] * s_.limit(i);
    for (const Index i : slow)
        friction_(i) = 0;
    friction_load_ = s_.B.transpose() * friction_;
    applied(y_, t_);
    const Vector b = s_.B * a_ - s_.Omega * s_.Omega * (s_.r * drive(t_)).real();
    const Vector scale = b.cwiseAbs() + G_.cwiseAbs() * s_.limit;
    double rate = s_.Omega;
    if (rate == 0 && m() > 0)
        rate = s_.modes.omega.maxCoeff();
    NextStates next;
    next_states(
        {s_, G_, slow, b, scale, rate,
         [&](const Vector& friction, Vector& rates) -> void { rates = jerk(slow, friction); }},
        next);
    hold(next.state, slow, first);
}

void Run::hold(const std::vector<int>& next, const std::vector<Index>& slow, bool first)
{
    const Vector x = displacement(y_, t_);
    for (std::size_t i = 0; i < slow.size(); ++i) {
        int& now = state_[static_cast<std::size_t>(slow[i])];
        if (next[i] == 0 && (first || now != 0))
            held_at_(slow[i]) = x(slow[i]);
        if (!first)
            record_->change(t_, slow[i], now, next[i]);
        now = next[i];
    }
    stick_.clear();
    for (Index i = 0; i < k(); ++i) {
        const int side = state_[static_cast<std::size_t>(i)];
        friction_(i) = side * s_.limit(i);
        if (side == 0)
            stick_.push_back(i);
    }
    friction_load_ = s_.B.transpose() * friction_;
    B_stick_ = s_.B(stick_, Eigen::all);
    reaction_.resize(static_cast<Index>(stick_.size()));
    if (!stick_.empty())
        G_stick_.compute(G_(stick_, stick_));
}

// The event at t_: joints that were hit change their phases, then the contacts theirs.
void Run::pass(std::vector<bool>& hit)
{
    std::vector<bool> contacts(static_cast<std::size_t>(k()), false);
    for (std::size_t g = 0; g < now_.size(); ++g)
        if (hit[g] && now_[g].contact)
            contacts[now_[g].of] = true;
    // Guards of a joint that reach zero together belong to different rows; an elastic-coulomb one
    // opens first. Numbers count within the phases before the event, so go back from the last.
    std::vector<std::size_t> of_joints;
    for (std::size_t g = 0; g < now_.size(); ++g)
        if (hit[g] && !now_[g].contact &&
            (of_joints.empty() || now_[of_joints.back()].of != now_[g].of ||
             now_[of_joints.back()].row != now_[g].row))
            of_joints.push_back(g);
    for (auto g = of_joints.rbegin(); g != of_joints.rend(); ++g) {
        const Guard& guard = now_[*g];
        const std::size_t j = guard.of;
        joint_motion(y_, t_, j);
        const auto row = static_cast<std::size_t>(guard.row);
        const int before = phases_[j].of[row];
        phases_[j] = contact::phases_after(system_.joints[j].law, phases_[j], guard.number, r_[j],
                                           r_rate_[j]);
        result_.joint_events.push_back({t_, j, guard.row, before, phases_[j].of[row]});
    }
    resolve(contacts, false);
}

void Run::remove_drift()
{
    if (stick_.empty())
        return;
    Vector left = (displacement(y_, t_) - held_at_)(stick_);
    G_stick_.solveInPlace(left);
    y_.head(m()).noalias() -= B_stick_.transpose() * left;
    left = sliding(y_, t_)(stick_);
    G_stick_.solveInPlace(left);
    y_.segment(m(), m()).noalias() -= B_stick_.transpose() * left;
}

void Run::guards(const Vector& y, double t, std::vector<Guard>& out)
{
    out.clear();
    const auto q = y.head(m()), v = y.segment(m(), m());
    const double q_size = q.norm(), v_size = v.norm();
    auto add = [&](double value, double scale, bool contact, std::size_t of, int number, int row) {
        out.push_back({scale > 0 ? value / scale : 0, contact, of, number, row});
    };
    if (!stick_.empty()) {
        right_hand_side(y, t, rate_tau_);
        const double force = steady_force_ + s_.modes.omega.cwiseAbs2().cwiseProduct(q).norm();
        for (std::size_t n = 0; n < stick_.size(); ++n) {
            const Index i = stick_[n];
            const auto of = static_cast<std::size_t>(i);
            const double f = reaction_(static_cast<Index>(n)), limit = s_.limit(i);
            const double scale = limit + force / std::sqrt(G_(i, i));
            add(limit - f, scale, true, of, 0, 0);
            add(limit + f, scale, true, of, 1, 0);
        }
    }
    const Complex e_rate = drive_rate(t);
    for (Index i = 0; i < k(); ++i) {
        const auto of = static_cast<std::size_t>(i);
        if (state_[of] == 0)
            continue;
        const double follow = (s_.r(i) * e_rate).real();
        add(state_[of] * (s_.B.row(i).dot(v) + follow),
            std::sqrt(G_(i, i)) * v_size + s_.Omega * std::abs(s_.r(i)), true, of, 0, 0);
    }
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
        joint_motion(y, t, j);
        const ModalLaw& joint = system_.joints[j];
        const contact::JointVector follow = joint.on.follow.cwiseAbs();
        joint_guards_.clear();
        contact::add_guards(joint.law, phases_[j], r_[j], r_rate_[j],
                            row_norm_[j] * q_size + follow,
                            row_norm_[j] * v_size + s_.Omega * follow, joint_guards_);
        int number = 0;
        for (const contact::JointGuard& guard : joint_guards_)
            add(guard.value, guard.scale, false, j, number++, guard.row);
    }
}

double Run::error_norm(double h) const
{
    const auto size = [this](const Vector& y) -> std::pair<double, double> {
        return {y.head(m()).norm(), y.segment(m(), m()).norm()};
    };
    const auto [q0, v0] = size(y_);
    const auto [q1, v1] = size(y_next_);
    const auto [dq, dv] = size(error_);
    double force = steady_force_;
    force += s_.modes.omega.cwiseAbs2().cwiseProduct(y_next_.head(m())).norm();
    for (std::size_t j = 0; j < law_.size(); ++j)
        force += row_norm_[j].dot(law_[j].f.cwiseAbs());
    const double v = std::max(v0, v1), q = std::max(q0, q1);
    const double v_size = v + h * force, q_size = q + h * v + h * h * force;
    return std::max(dv > 0 ? dv / (o_.tolerance * v_size) : dv,
                    dq > 0 ? dq / (o_.tolerance * q_size) : dq);
}

// One step from t_ towards `stop` into y_next_, its size in h. False: steps became too small.
bool Run::step(double stop, double& h)
{
    right_hand_side(y_, t_, rate_);
    h = std::min({h_, h_max_, stop - t_});
    for (;;) {
        const bool cut = h == stop - t_;
        stepper_.step(f_, y_, rate_, t_, h, y_next_, error_);
        const double error = error_norm(h);
        const bool good = error <= 1 && y_next_.allFinite();
        const double factor =
            0.9 * std::pow(std::max(error, 1e-12), -1.0 / RungeKutta78::error_order);
        if (good) {
            const double next = h * std::clamp(factor, 0.2, 5.0);
            h_ = cut ? std::max(next, h_) : next;
            ++result_.n_steps;
            return true;
        }
        ++result_.n_rejected;
        h *= std::isfinite(factor) ? std::clamp(factor, 0.1, 0.9) : 0.1;
        h_ = h;
        if (!(h > vanished * (o_.t_end - o_.t_start)))
            return false;
    }
}

double Run::on_quintic(const Quintic& path, double s, std::size_t guard)
{
    path.at(s, y_tau_.head(m()), y_tau_.segment(m(), m()));
    guards(y_tau_, t_ + s * path.h, now_);
    return now_[guard].value;
}

// All guards, in now_, at the end of a step of s h, in y_tau_.
double Run::exactly(double s, double h, std::size_t guard)
{
    stepper_.step(f_, y_, rate_, t_, s * h, y_tau_, error_tau_);
    guards(y_tau_, t_ + s * h, now_);
    return now_[guard].value;
}

// The root of a guard between `low`, where it is positive, and `high`; none if it is positive
// there too. Secants; bisection where they leave the bracket.
std::optional<double> Run::refine(std::size_t guard, double low, double high, double guess,
                                  double h)
{
    double s = guess, value = exactly(s, h, guard), last_s = 0, last = 0;
    if (value > 0) {
        const double end = exactly(high, h, guard);
        if (end > 0)
            return std::nullopt;
        last_s = high, last = end;
    } else {
        last_s = low, last = exactly(low, h, guard);
        if (last < 0)
            return low;
    }
    for (int i = 0; i < 60; ++i) {
        (value > 0 ? low : high) = s;
        if (std::abs(value) < 1e-15 || high - low < 4e-16)
            break;
        double next = value == last ? -1 : s - value * (s - last_s) / (value - last);
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (next == s)
            break;
        last_s = s, last = value;
        s = next;
        value = exactly(s, h, guard);
    }
    return s;
}

// Where a guard comes closest to zero between two parts, if it passes it there.
std::optional<double> Run::dip(const Quintic& path, int center, std::size_t guard)
{
    auto at = [&](int end) -> double {
        return seen_[static_cast<std::size_t>(end + 1)][guard].value;
    };
    const double before = at(center - 1), here = at(center), after = at(center + 1);
    if (!(here > 0 && here <= before && here <= after))
        return std::nullopt;
    // Of the parabola through the three: it cannot reach zero if far from it.
    const double bend = before - 2 * here + after, slope = (after - before) / 2;
    if (bend > 0 && here - slope * slope / (2 * bend) > 0.1 * std::max(before, after))
        return std::nullopt;
    constexpr double golden = 0.3819660112501051;
    double low = std::max(0.0, (center - 1.0) / parts),
           high = std::min(1.0, (center + 1.0) / parts);
    double s1 = low + golden * (high - low), s2 = high - golden * (high - low);
    double v1 = on_quintic(path, s1, guard), v2 = on_quintic(path, s2, guard);
    for (int i = 0; i < 40 && high - low > 1e-7; ++i)
        if (v1 < v2) {
            high = s2, s2 = s1, v2 = v1;
            s1 = low + golden * (high - low);
            v1 = on_quintic(path, s1, guard);
        } else {
            low = s1, s1 = s2, v1 = v2;
            s2 = high - golden * (high - low);
            v2 = on_quintic(path, s2, guard);
        }
    const double lowest = (low + high) / 2;
    double largest = 0;
    for (const std::vector<Guard>& seen : seen_)
        largest = std::max(largest, std::abs(seen[guard].value));
    if (on_quintic(path, lowest, guard) > trusted * largest ||
        exactly(lowest, path.h, guard) > -touching)
        return std::nullopt;
    return lowest;
}

// The first guard that passes zero between two ends of parts.
std::optional<Crossing> Run::in_part(const Quintic& path, int part)
{
    const auto& begin = seen_[static_cast<std::size_t>(part + 1)];
    const auto& end = seen_[static_cast<std::size_t>(part + 2)];
    std::optional<Crossing> first;
    double first_guess = infinity;
    for (std::size_t g = 0; g < begin.size(); ++g) {
        double low = static_cast<double>(part) / parts, high = (part + 1.0) / parts;
        const bool at_zero = part == 0 && fresh_[g];
        if (!(end[g].value < -touching)) {
            std::optional<double> lowest;
            if (!at_zero)
                lowest = dip(path, part, g);
            if (!lowest && part + 1 == parts)
                lowest = dip(path, parts, g);
            if (!lowest)
                continue;
            low = std::max(0.0, (part - 1.0) / parts), high = *lowest;
        } else if (at_zero || !(begin[g].value > 0)) {
            // It has just been reached: does it rise before it falls?
            double rising = high;
            do
                rising /= 2;
            while (rising > 1e-8 && !(on_quintic(path, rising, g) > touching));
            if (!(rising > 1e-8))
                return Crossing{0, g};
            low = rising;
        }
        double a = low, b = high;
        while (b - a > 1e-6) {
            const double middle = (a + b) / 2;
            (on_quintic(path, middle, g) > 0 ? a : b) = middle;
        }
        if (!(b < first_guess))
            continue;
        if (const auto s = refine(g, low, high, (a + b) / 2, path.h);
            s && (!first || *s < first->s)) {
            first = Crossing{*s, g};
            first_guess = b;
        }
    }
    return first;
}

// The first event in the step to y_next_, its state in y_tau_ and its guards in now_.
std::optional<Crossing> Run::crossing(double h)
{
    guards(y_, t_, now_);
    if (now_.empty())
        return std::nullopt;
    fresh_.assign(now_.size(), false);
    for (std::size_t g = 0; g < now_.size(); ++g)
        fresh_[g] = std::abs(now_[g].value) <= together;
    right_hand_side(y_next_, t_ + h, rate_next_);
    const Quintic path{y_, rate_, y_next_, rate_next_, h};
    for (int end = -1; end <= parts + 1; ++end) {
        path.at(static_cast<double>(end) / parts, y_tau_.head(m()), y_tau_.segment(m(), m()));
        guards(y_tau_, t_ + end * h / parts, seen_[static_cast<std::size_t>(end + 1)]);
    }
    for (int part = 0; part < parts; ++part)
        if (const auto found = in_part(path, part))
            return found;
    return std::nullopt;
}

void Run::account(const Vector& y, const Vector& x)
{
    CoulombEnergy& e = result_.energy;
    const auto q = y.head(m()), v = y.segment(m(), m());
    e.friction = record_->dissipation(s_.limit, x, state_);
    e.stored = 0.5 * (v.squaredNorm() + q.cwiseProduct(s_.modes.omega).squaredNorm()) - stored0_;
    e.loads = s_.p0.dot(q - q_start_);
    e.drive = y(2 * m());
    e.damping = y(2 * m() + 1);
    e.joints = y(2 * m() + 2);
}

// The motion at t, a step of its own from t_.
void Run::sample(double t, double h)
{
    if (h > 0)
        stepper_.step(f_, y_, rate_, t_, h, y_tau_, error_tau_);
    else
        y_tau_ = y_;
    right_hand_side(y_tau_, t_ + h, rate_tau_);
    const Vector x = displacement(y_tau_, t_ + h), speed = sliding(y_tau_, t_ + h);
    Vector f = friction_;
    for (std::size_t n = 0; n < stick_.size(); ++n)
        f(stick_[n]) = reaction_(static_cast<Index>(n));
    for (Index i = 0; i < k(); ++i) {
        const int side = state_[static_cast<std::size_t>(i)];
        CoulombHistory& history = result_.contacts[static_cast<std::size_t>(i)];
        history.displacement.push_back(x(i));
        history.velocity.push_back(side == 0 ? 0 : speed(i));
        history.force.push_back(f(i));
        history.state.push_back(side);
    }
    for (std::size_t j = 0; j < system_.joints.size(); ++j)
        for (Index i = 0; i < r_[j].size(); ++i) {
            LawHistory& history = result_.joints[j];
            history.displacement.push_back(r_[j](i));
            history.force.push_back(law_[j].f(i));
            history.state.push_back(phases_[j].of[static_cast<std::size_t>(i)]);
        }
    result_.time.push_back(t);
    const Complex e = drive(t_ + h), e_rate = drive_rate(t_ + h);
    for (std::size_t i = 0; i < o_.outputs.size(); ++i) {
        const ModalOutput& output = o_.outputs[i];
        result_.u[i].push_back(output.row.dot(y_tau_.head(m())) + (output.follow * e).real());
        result_.output_v[i].push_back(output.row.dot(y_tau_.segment(m(), m())) +
                                      (output.follow * e_rate).real());
        result_.output_a[i].push_back(output.row.dot(rate_tau_.segment(m(), m())) -
                                      s_.Omega * s_.Omega * (output.follow * e).real());
    }
    account(y_tau_, x);
    if (o_.energies)
        result_.energies.push_back(result_.energy);
}

RungeKuttaResult Run::take()
{
    begin_phases();
    {
        // Round-off of the start decides nothing.
        const Vector v = sliding(y_, t_);
        const Vector size =
            s_.B.cwiseAbs() * y_.segment(m(), m()).cwiseAbs() + s_.Omega * s_.r.cwiseAbs();
        for (Index i = 0; i < k(); ++i)
            if (std::abs(v(i)) > together * size(i))
                state_[static_cast<std::size_t>(i)] = v(i) > 0 ? 1 : -1;
    }
    resolve(std::vector<bool>(state_.size(), false), true);
    long long instants = 0;
    if (t_ >= window_)
        record_->open_window();
    std::vector<bool> hit;
    while (t_ < o_.t_end) {
        const double stop = record_->in_window() ? o_.t_end : std::min(window_, o_.t_end);
        double h = 0;
        if (!step(stop, h)) {
            result_.failure = "the step size vanished at t = " + number_text(t_, 9) +
                              " s: the motion grows without bound, or the tolerance is too small";
            break;
        }
        const auto event = crossing(h);
        double taken = h;
        if (event) {
            if (event->s == 0) { // what has just begun ends at once
                taken = std::min(h, shortest_);
                exactly(taken / h, h, event->guard);
            } else {
                taken = event->s * h;
                exactly(event->s, h, event->guard);
            }
            hit.assign(now_.size(), false);
            for (std::size_t g = 0; g < now_.size(); ++g)
                hit[g] = g == event->guard || (!fresh_[g] && now_[g].value <= together);
            y_next_ = y_tau_;
        }
        const double next = !event && h == stop - t_ ? stop : t_ + taken;
        const std::vector<Guard> at_event = now_;
        while (next_sample_ < n_samples_) {
            const double t = o_.t_start + static_cast<double>(next_sample_) / o_.history_rate_hz;
            if (t > next && !(next == o_.t_end))
                break;
            sample(std::min(t, o_.t_end), std::min(t - t_, taken));
            ++next_sample_;
        }
        y_ = y_next_;
        t_ = next;
        now_ = at_event;
        remove_drift();
        const Vector x = displacement(y_, t_);
        record_->move(x, state_);
        if (event)
            pass(hit);
        if (!record_->in_window() && t_ >= window_)
            record_->open_window();
        instants = taken > 2 * shortest_ || !event ? 0 : instants + 1;
        if (instants > 1000)
            throw std::runtime_error(
                "events follow each other without end at t = " + number_text(t_, 9) + " s");
        if (progress_ && result_.n_steps % 64 == 0 &&
            !progress_((t_ - o_.t_start) / (o_.t_end - o_.t_start))) {
            result_.interrupted = t_ < o_.t_end;
            break;
        }
    }
    finish();
    return std::move(result_);
}

void Run::finish()
{
    account(y_, displacement(y_, t_));
    result_.t_stop = t_;
    result_.q = y_.head(m());
    result_.v = y_.segment(m(), m());
    result_.state = state_;
    result_.events = record_->events();
    if (s_.Omega > 0)
        result_.last_period = record_->last_period(s_, t_, state_, o_.still, shortest * period_);
}

} // namespace

RungeKuttaResult runge_kutta(const JointSystem& system, const RungeKuttaOptions& options,
                             const Progress& progress)
{
    return Run(system, options, progress).take();
}

} // namespace slideway::dynamics
