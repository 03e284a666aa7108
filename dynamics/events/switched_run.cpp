#include "dynamics/events/switched_run.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/patch/quadrature.hpp"
#include "dynamics/events/contact_record.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace slideway::dynamics {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Time step for phases that end immediately, relative to the shortest period of drive or modes. A
// stop as short does not count. From 0 to 1e-3 no motion of the tests changes beyond 1e-12. Such
// events are rare, but would repeat forever.
constexpr double shortest_phase = 1e-9;

// Gauss points of a step, for what wears: exact to the eighth order.
constexpr int wear_nodes = 4;

RunTimes times_of(const DrivenModes& s, const EventDrivenOptions& o)
{
    RunTimes times = run_times(s, o.t_end - o.t_start);
    times.first = o.phases ? o.phases->step : 0;
    return times;
}

long long samples_of(const JointedSystem& system, const EventDrivenOptions& options)
{
    Index contacts = system.n_contacts();
    double columns = 4 * static_cast<double>(contacts);
    std::vector<Index> rows;
    for (const ModalLaw& joint : system.joints) {
        rows.push_back(joint.on.rows.rows());
        contacts += rows.back();
        columns += 3 * static_cast<double>(rows.back());
    }
    contacts += static_cast<Index>(system.patches.size());
    for (const PatchContact& patch : system.patches)
        columns += 3 * static_cast<double>(patch.law.n_rows());
    check_phases(options, system.n_contacts(), rows);
    return check_run(options, system.n_modes(), columns, contacts, system.Omega);
}

class SwitchedRun {
public:
    SwitchedRun(const JointedSystem& system, const EventDrivenOptions& options,
                const MakeScheme& make, const Progress& progress);
    MotionRecord take();

private:
    [[nodiscard]] Index m() const { return s_.n_modes(); }
    void advance(const SwitchedScheme::Step& step, double next);
    void account(const Vector& y, const Vector& x);
    void include_exchange(const Vector& y);
    void sample(double t, double h);
    void add_wear(double taken);
    void keep();
    [[nodiscard]] bool smoothed() const;
    void finish();

    const DrySystem& s_;
    const EventDrivenOptions& o_;
    const Progress& progress_;
    long long n_samples_, next_sample_ = 0;
    RunTimes times_;
    double window_;
    SwitchedSystem system_;
    std::unique_ptr<SwitchedScheme> scheme_;
    double t_ = 0;
    Vector y_, y_tau_, rate_tau_; // of samples
    std::vector<contact::QuadratureNode> wear_rule_;
    std::optional<ContactRecord> record_;
    MotionRecord result_;
    double stored0_ = 0;
    Vector q_start_;
};

SwitchedRun::SwitchedRun(const JointedSystem& system, const EventDrivenOptions& options,
                         const MakeScheme& make, const Progress& progress)
    : s_(system), o_(options), progress_(progress), n_samples_(samples_of(system, options)),
      times_(times_of(s_, o_)),
      window_(s_.Omega > 0 ? std::max(o_.t_start, o_.t_end - times_.period) : infinity),
      system_(system), scheme_(make(system_, times_)), t_(o_.t_start)
{
    y_ = Vector::Zero(system_.model().n_state());
    if (o_.q.size() > 0)
        y_.head(m()) = o_.q;
    if (o_.v.size() > 0)
        y_.segment(m(), m()) = o_.v;
    y_tau_ = rate_tau_ = y_;
    q_start_ = y_.head(m());
    stored0_ = 0.5 * (y_.segment(m(), m()).squaredNorm() +
                      q_start_.cwiseProduct(s_.modes.omega).squaredNorm());
    record_.emplace(system_.model().displacement(y_, t_), window_);
    result_.history = history_of(s_, o_.outputs);
    for (const ModalLaw& joint : system.joints)
        result_.history.joints.push_back({.name = joint.name,
                                          .n_rows = joint.on.rows.rows(),
                                          .measures = joint.measures,
                                          .phases = std::string(joint.law->phase_codes())});
    for (const PatchContact& patch : system.patches)
        result_.history.joints.push_back({.name = patch.name,
                                          .n_rows = patch.law.n_rows(),
                                          .measures = patch.measures,
                                          .phases = "0 resting, 1 sliding"});
    if (!o_.wear_cells.empty())
        wear_rule_ = contact::gauss_rule(wear_nodes);
    result_.wear.resize(o_.wear_cells.size());
    for (std::size_t p = 0; p < o_.wear_cells.size(); ++p) {
        if (o_.wear_cells[p] > 0)
            result_.wear[p].emplace(system.patches[p].law, o_.wear_cells[p]);
    }
}

// Adds the wear of patches that move in a step, before its event.
void SwitchedRun::add_wear(double taken)
{
    if (result_.wear.empty())
        return;
    for (const contact::QuadratureNode& node : wear_rule_) {
        const double h = node.from_start * taken;
        scheme_->at(h, y_tau_);
        for (std::size_t p = 0; p < system_.model().n_patches(); ++p)
            if (result_.wear[p] && !system_.phases().patches[p].rests())
                result_.wear[p]->add(system_.model().map_axes(p, y_tau_, t_ + h).transpose() *
                                         system_.model().patch_velocity(p, y_tau_, t_ + h),
                                     node.weight * taken);
    }
}

void SwitchedRun::account(const Vector& y, const Vector& x)
{
    Energy& e = result_.energy;
    const auto q = y.head(m()), v = y.segment(m(), m());
    e.friction = record_->dissipation(s_.limit, x, system_.phases().contacts) +
                 y.tail(static_cast<Index>(system_.model().n_patches())).sum();
    e.stored = 0.5 * (v.squaredNorm() + q.cwiseProduct(s_.modes.omega).squaredNorm()) - stored0_;
    e.loads = s_.p0.dot(q - q_start_);
    e.drive = y(2 * m());
    e.damping = y(2 * m() + 1);
    e.joints = y(2 * m() + 2);
}

void SwitchedRun::include_exchange(const Vector& y)
{
    if (o_.energies)
        result_.history.exchange.include(y.head(m()), y.segment(m(), m()), s_.modes.omega);
}

// The motion at t.
void SwitchedRun::sample(double t, double h)
{
    if (h > 0)
        scheme_->at(h, y_tau_);
    else
        y_tau_ = y_;
    system_.forces().right_hand_side(y_tau_, t_ + h, rate_tau_);
    const Vector x = system_.model().displacement(y_tau_, t_ + h),
                 speed = system_.model().sliding(y_tau_, t_ + h);
    const Vector f = system_.forces().contact_forces();
    History& history = result_.history;
    record(history, x, speed, f, system_.phases().contacts);
    const std::size_t n_joints = system_.model().system.joints.size();
    for (std::size_t p = 0; p < system_.model().n_patches(); ++p) {
        const Vector3 place = system_.model().patch_displacement(p, y_tau_, t_ + h);
        JointHistory& patch = history.joints[n_joints + p];
        for (Index i = 0; i < patch.n_rows; ++i) {
            patch.displacement.push_back(place(i));
            patch.force.push_back(system_.forces().patch_force(p)(i));
            patch.state.push_back(system_.phases().patches[p].rests() ? 0 : 1);
        }
    }
    for (std::size_t j = 0; j < n_joints; ++j) {
        const contact::JointVector& r = system_.forces().joint_displacement(j);
        JointHistory& joint = history.joints[j];
        for (Index i = 0; i < r.size(); ++i) {
            joint.displacement.push_back(r(i));
            joint.force.push_back(system_.forces().joint_force(j)(i));
            if (!joint.phases.empty())
                joint.state.push_back(
                    system_.phases().joints[j].codes[static_cast<std::size_t>(i)]);
        }
    }
    history.time.push_back(t);
    const Complex e = system_.model().drive(t_ + h), e_rate = system_.model().drive_rate(t_ + h);
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
    include_exchange(y_tau_);
    result_.energy.time = t;
    if (o_.energies)
        history.energy.push_back(result_.energy);
}

// To the end of a step, at the time `next`, and through its event.
void SwitchedRun::advance(const SwitchedScheme::Step& step, double next)
{
    while (next_sample_ < n_samples_) {
        const double t = o_.t_start + static_cast<double>(next_sample_) / o_.history_rate_hz;
        if (t > next && !(next == o_.t_end))
            break;
        sample(std::min(t, o_.t_end), std::min(t - t_, step.taken));
        ++next_sample_;
    }
    add_wear(step.taken);
    y_ = scheme_->end();
    t_ = next;
    include_exchange(y_);
    if (s_.n_contacts() > 0 || system_.model().n_patches() > 0) {
        system_.remove_drift(y_, t_);
        record_->move(system_.model().displacement(y_, t_), system_.phases().contacts);
    }
    if (step.event) {
        system_.pass(scheme_->guards(), scheme_->hit(), y_, t_, *record_,
                     result_.history.joint_events);
        scheme_->take_phases();
    }
    if (!record_->in_window() && t_ >= window_)
        record_->open_window();
}

bool SwitchedRun::smoothed() const
{
    const auto& joints = system_.model().system.joints;
    return std::any_of(joints.begin(), joints.end(), [](const ModalLaw& joint) -> bool {
        return joint.law->smoothing().has_value();
    });
}

MotionRecord SwitchedRun::take()
{
    include_exchange(y_);
    system_.begin(y_, t_, o_.phases);
    scheme_->take_phases();
    long long instants = 0;
    if (t_ >= window_)
        record_->open_window();
    while (t_ < o_.t_end) {
        const std::size_t next_kept = result_.kept.size();
        double stop = record_->in_window() ? o_.t_end : std::min(window_, o_.t_end);
        if (next_kept < o_.keep_at.size())
            stop = std::min(stop, o_.keep_at[next_kept]);
        const auto step = scheme_->step(y_, t_, stop - t_);
        if (!step) {
            result_.failure =
                "the step size vanished at t = " + number_text(t_, 9) +
                " s: the motion grows without bound, or the tolerance is too small" +
                (smoothed() ? ", or a corner too sharp" : "") +
                (system_.model().n_patches() > 0 ? ", or a patch too small for its motion "
                                                   "(a pressure of shape \"point\" has no "
                                                   "size)"
                                                 : "");
            break;
        }
        ++result_.n_steps;
        advance(*step, !step->event && step->taken == stop - t_ ? stop : t_ + step->taken);
        if (next_kept < o_.keep_at.size() && t_ >= o_.keep_at[next_kept])
            keep();
        instants = step->taken > 2 * times_.shortest || !step->event ? 0 : instants + 1;
        if (instants > 1000) {
            result_.failure =
                "at t = " + number_text(t_, 9) + " s: events follow each other without end";
            break;
        }
        if (progress_ && result_.n_steps % 64 == 0 && !progress_((t_ - o_.t_start) / times_.span)) {
            result_.interrupted = t_ < o_.t_end;
            break;
        }
    }
    finish();
    return std::move(result_);
}

void SwitchedRun::keep()
{
    MotionPhases phases = system_.phases().motion_phases();
    phases.step = scheme_->next_length();
    result_.kept.push_back({t_, y_.head(m()), y_.segment(m(), m()), std::move(phases)});
}

void SwitchedRun::finish()
{
    keep();
    account(y_, system_.model().displacement(y_, t_));
    result_.t_stop = result_.energy.time = t_;
    result_.q = y_.head(m());
    result_.v = y_.segment(m(), m());
    result_.tangent = scheme_->columns();
    result_.n_evaluations = scheme_->n_evaluations();
    result_.n_rejected = scheme_->n_rejected();
    result_.state = system_.phases().contacts;
    result_.history.events = record_->events();
    result_.history.patch_events = system_.patch_events();
    if (s_.Omega > 0)
        result_.last_period =
            record_->last_period(s_, t_, result_.state, o_.still, shortest_phase * times_.period);
}

} // namespace

RunTimes run_times(const DrivenModes& s, double span)
{
    RunTimes times;
    times.span = span;
    times.period = s.Omega > 0 ? 2 * std::numbers::pi / s.Omega : infinity;
    times.fastest = std::max(s.Omega, 1 / times.span);
    if (s.n_modes() > 0)
        times.fastest = std::max(times.fastest, s.modes.omega.maxCoeff());
    times.shortest = shortest_phase * std::min(times.period, 2 * std::numbers::pi / times.fastest);
    return times;
}

void check_switched_run(const JointedSystem& system, const EventDrivenOptions& options,
                        bool evaluates_laws)
{
    refuse_dependent_contacts(system);
    if (!system.patches.empty() && system.has_static_limits())
        throw InputError("a patch and dry contacts with a static limit: how they share friction at "
                         "rest is not determined; expected one limit for each contact");
    for (const ModalLaw& joint : system.joints)
        if (!system.patches.empty() && joint.law->smoothing())
            throw InputError("joint." + joint.name + ".smoothing",
                             number_text(joint.law->smoothing()->delta),
                             "corners cannot be smoothed in a model with a patch; leave it out");
    for (const ModalLaw& joint : system.joints)
        if (!joint.law->has_phases() && !(evaluates_laws && joint.law->is_state_function()))
            throw InputError("joint." + joint.name + ".law",
                             "\"" + std::string(joint.law->keyword()) + "\"",
                             "events are located in the phases of a law; expected " +
                                 listed(contact::laws_with(&contact::Law::has_phases), "or"));
    (void)samples_of(system, options);
}

MotionRecord switched_run(const JointedSystem& system, const EventDrivenOptions& options,
                          const MakeScheme& make, const Progress& progress)
{
    return SwitchedRun(system, options, make, progress).take();
}

} // namespace slideway::dynamics
