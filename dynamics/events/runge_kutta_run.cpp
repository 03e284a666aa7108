#include "dynamics/events/runge_kutta_run.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/events/contact_record.hpp"
#include "dynamics/events/guard_search.hpp"
#include "dynamics/events/switched_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Of the shortest period, of drive or modes: the time that passes where what has just begun ends at
// once, and a stop as short counts as none. From 0 to 1e-3 no motion of the tests moves beyond
// 1e-12: an event without time is rare, but without end if it repeats.
constexpr double shortest_phase = 1e-9;
// The estimate is blind to y' = f(t), which only the length of steps bounds. The energies of a free
// mass stay open by 1e-9 with 16 steps, by 5e-7 with 8, by 2e-4 with 4.
constexpr double steps_a_period = 16;
// A tolerance below it asks for shorter steps still. Without, the energies of a free mass stay open
// ten times wider at 1e-12.
constexpr double exact_drive = 1e-11;
// Of the time of the run: a step so short is the end of it. From 0 to 1e-5 no test moves.
constexpr double vanished = 1e-14;
// Of the time of the fastest mode in 1 rad: the first step, which the control of errors corrects.
// From 1e-8 to 1 the motion moves within the error of steps.
constexpr double first_step = 0.01;
// Of the step that would meet the tolerance. At 0.18 five times the steps; at 1.08 half of them are
// done again, and amplitudes miss 1e-8.
constexpr double cautious = 0.9;
// Of a step: how far the next one may differ from it, and one that takes its place.
constexpr double least_change = 0.2, most_change = 5, least_cut = 0.1, most_cut = 0.9;

double period_of(const DrivenModes& s)
{
    return s.Omega > 0 ? 2 * std::numbers::pi / s.Omega : infinity;
}

// The largest of the frequencies of the modes, of the drive and of the run itself [rad/s].
double fastest_of(const DrivenModes& s, double span)
{
    const double fastest = std::max(s.Omega, 1 / span);
    return s.n_modes() > 0 ? std::max(fastest, s.modes.omega.maxCoeff()) : fastest;
}

long long samples_of(const JointedSystem& system, const RungeKuttaOptions& options)
{
    Index contacts = system.n_contacts();
    double columns = 4 * static_cast<double>(contacts);
    for (const ModalLaw& joint : system.joints) {
        contacts += joint.on.rows.rows();
        columns += 3 * static_cast<double>(joint.on.rows.rows());
    }
    return check_run(options.run, system.n_modes(), columns, contacts, system.Omega);
}

class Run {
public:
    Run(const JointedSystem& system, const RungeKuttaOptions& options, const Progress& progress);
    MotionRecord take();

private:
    [[nodiscard]] Index m() const { return s_.n_modes(); }
    [[nodiscard]] bool step(double stop, double& h);
    [[nodiscard]] double error_norm(double h) const;
    void account(const Vector& y, const Vector& x);
    void sample(double t, double h);
    void finish();

    const DrySystem& s_;
    const EventDrivenOptions& o_;
    double tolerance_;
    const Progress& progress_;
    long long n_samples_, next_sample_ = 0;
    double period_, window_, fastest_, shortest_, h_max_;
    SwitchedSystem system_;
    GuardSearch search_;
    double t_ = 0, h_ = 0;
    Vector y_, rate_, y_next_, error_;
    Vector y_tau_, rate_tau_, error_tau_; // of samples
    std::optional<ContactRecord> record_;
    MotionRecord result_;
    double stored0_ = 0;
    Vector q_start_;
};

Run::Run(const JointedSystem& system, const RungeKuttaOptions& options, const Progress& progress)
    : s_(system), o_(options.run), tolerance_(options.tolerance), progress_(progress),
      n_samples_(samples_of(system, options)), period_(period_of(s_)),
      window_(s_.Omega > 0 ? std::max(o_.t_start, o_.t_end - period_) : infinity),
      fastest_(fastest_of(s_, o_.t_end - o_.t_start)),
      shortest_(shortest_phase * std::min(period_, 2 * std::numbers::pi / fastest_)),
      system_(system), search_(system_, shortest_), t_(o_.t_start)
{
    // y' = cos(Omega t), which the estimate does not see, to half the tolerance over 20 periods.
    const double finer =
        std::pow(std::max(1.0, exact_drive / tolerance_), 1.0 / RungeKutta78::error_order);
    h_max_ = std::min(period_ / finer, o_.t_end - o_.t_start) / steps_a_period;
    h_ = std::min(h_max_, first_step / fastest_);
    y_ = Vector::Zero(2 * m() + 3);
    if (o_.q.size() > 0)
        y_.head(m()) = o_.q;
    if (o_.v.size() > 0)
        y_.segment(m(), m()) = o_.v;
    y_tau_ = rate_ = rate_tau_ = y_;
    q_start_ = y_.head(m());
    stored0_ = 0.5 * (y_.segment(m(), m()).squaredNorm() +
                      q_start_.cwiseProduct(s_.modes.omega).squaredNorm());
    record_.emplace(system_.displacement(y_, t_), window_);
    result_.history = history_of(s_, o_.outputs);
    for (const ModalLaw& joint : system.joints)
        result_.history.joints.push_back({.name = joint.name,
                                          .n_rows = joint.on.rows.rows(),
                                          .measures = joint.measures,
                                          .phases = std::string(joint.law.info().phase_codes)});
}

double Run::error_norm(double h) const
{
    const auto size = [this](const Vector& y) -> std::pair<double, double> {
        return {y.head(m()).norm(), y.segment(m(), m()).norm()};
    };
    const auto [q0, v0] = size(y_);
    const auto [q1, v1] = size(y_next_);
    const auto [dq, dv] = size(error_);
    const double force = system_.force_size(y_next_);
    const double v = std::max(v0, v1), q = std::max(q0, q1);
    const double v_size = v + h * force, q_size = q + h * v + h * h * force;
    return std::max(dv > 0 ? dv / (tolerance_ * v_size) : dv,
                    dq > 0 ? dq / (tolerance_ * q_size) : dq);
}

// One step from t_ towards `stop` into y_next_, its size in h. False: steps became too small.
bool Run::step(double stop, double& h)
{
    system_.right_hand_side(y_, t_, rate_);
    h = std::min({h_, h_max_, stop - t_});
    for (;;) {
        const bool cut = h == stop - t_;
        system_.step(y_, rate_, t_, h, y_next_, error_);
        const double error = error_norm(h);
        const bool good = error <= 1 && y_next_.allFinite();
        const double factor = cautious * std::pow(error, -1.0 / RungeKutta78::error_order);
        if (good) {
            const double next = h * std::clamp(factor, least_change, most_change);
            h_ = cut ? std::max(next, h_) : next;
            ++result_.n_steps;
            return true;
        }
        ++result_.n_rejected;
        h *= std::isfinite(factor) ? std::clamp(factor, least_cut, most_cut) : least_cut;
        h_ = h;
        if (!(h > vanished * (o_.t_end - o_.t_start)))
            return false;
    }
}

void Run::account(const Vector& y, const Vector& x)
{
    Energy& e = result_.energy;
    const auto q = y.head(m()), v = y.segment(m(), m());
    e.friction = record_->dissipation(s_.limit, x, system_.state());
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
        system_.step(y_, rate_, t_, h, y_tau_, error_tau_);
    else
        y_tau_ = y_;
    system_.right_hand_side(y_tau_, t_ + h, rate_tau_);
    const Vector x = system_.displacement(y_tau_, t_ + h), speed = system_.sliding(y_tau_, t_ + h);
    const Vector f = system_.contact_forces();
    History& history = result_.history;
    record(history, x, speed, f, system_.state());
    for (std::size_t j = 0; j < history.joints.size(); ++j) {
        const contact::JointVector& r = system_.joint_displacement(j);
        JointHistory& joint = history.joints[j];
        for (Index i = 0; i < r.size(); ++i) {
            joint.displacement.push_back(r(i));
            joint.force.push_back(system_.joint_force(j)(i));
            if (!joint.phases.empty())
                joint.state.push_back(system_.phases(j).of[static_cast<std::size_t>(i)]);
        }
    }
    history.time.push_back(t);
    const Complex e = system_.drive(t_ + h), e_rate = system_.drive_rate(t_ + h);
    for (std::size_t i = 0; i < o_.outputs.size(); ++i) {
        const ModalOutput& output = o_.outputs[i];
        history.points[i].u.push_back(output.row.dot(y_tau_.head(m())) +
                                      (output.follow * e).real());
        history.points[i].v.push_back(output.row.dot(y_tau_.segment(m(), m())) +
                                      (output.follow * e_rate).real());
        history.points[i].a.push_back(output.row.dot(rate_tau_.segment(m(), m())) -
                                      s_.Omega * s_.Omega * (output.follow * e).real());
    }
    account(y_tau_, x);
    result_.energy.time = t;
    if (o_.energies)
        history.energy.push_back(result_.energy);
}

MotionRecord Run::take()
{
    system_.begin(y_, t_);
    long long instants = 0;
    if (t_ >= window_)
        record_->open_window();
    while (t_ < o_.t_end) {
        const double stop = record_->in_window() ? o_.t_end : std::min(window_, o_.t_end);
        double h = 0;
        if (!step(stop, h)) {
            result_.failure = "the step size vanished at t = " + number_text(t_, 9) +
                              " s: the motion grows without bound, or the tolerance is too small";
            break;
        }
        const auto event = search_.next({y_, rate_, y_next_, t_, h});
        const double taken = event.value_or(h);
        if (event)
            y_next_ = search_.y();
        const double next = !event && h == stop - t_ ? stop : t_ + taken;
        while (next_sample_ < n_samples_) {
            const double t = o_.t_start + static_cast<double>(next_sample_) / o_.history_rate_hz;
            if (t > next && !(next == o_.t_end))
                break;
            sample(std::min(t, o_.t_end), std::min(t - t_, taken));
            ++next_sample_;
        }
        y_ = y_next_;
        t_ = next;
        system_.remove_drift(y_, t_);
        const Vector x = system_.displacement(y_, t_);
        record_->move(x, system_.state());
        if (event)
            system_.pass(search_.guards(), search_.hit(), y_, t_, *record_,
                         result_.history.joint_events);
        if (!record_->in_window() && t_ >= window_)
            record_->open_window();
        instants = taken > 2 * shortest_ || !event ? 0 : instants + 1;
        if (instants > 1000) {
            result_.failure =
                "at t = " + number_text(t_, 9) + " s: events follow each other without end";
            break;
        }
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
    account(y_, system_.displacement(y_, t_));
    result_.t_stop = result_.energy.time = t_;
    result_.q = y_.head(m());
    result_.v = y_.segment(m(), m());
    result_.n_evaluations = system_.n_evaluations();
    result_.state = system_.state();
    result_.history.events = record_->events();
    if (s_.Omega > 0)
        result_.last_period =
            record_->last_period(s_, t_, result_.state, o_.still, shortest_phase * period_);
}

} // namespace

void check_runge_kutta(const JointedSystem& system, const RungeKuttaOptions& options)
{
    if (!(options.tolerance >= 1e-13) || !(options.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(options.tolerance), "allowed: 1e-13 to 0.001");
    if (options.run.tangent)
        throw std::invalid_argument("runge_kutta: there is no tangent of a run by steps");
    refuse_dependent_contacts(system);
    for (const ModalLaw& joint : system.joints)
        if (!contact::has_phases(joint.law))
            throw InputError("joint." + joint.name + ".law",
                             "\"" + std::string(contact::keyword(joint.law)) + "\"",
                             "events are located in the phases of a law; expected " +
                                 listed(contact::laws_with(&contact::LawInfo::phases), "or"));
    (void)samples_of(system, options);
}

MotionRecord runge_kutta(const JointedSystem& system, const RungeKuttaOptions& options,
                         const Progress& progress)
{
    check_runge_kutta(system, options);
    return Run(system, options, progress).take();
}

} // namespace slideway::dynamics
