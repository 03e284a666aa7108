#include "dynamics/sliding/transient.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/sliding/motion_watch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace slideway::dynamics {

namespace {

std::string stop_message(TransientStatus status, const assembly::CoupledModel& model, double t,
                         Integrator& s, double h, bool follows)
{
    const std::string time_text = " at t = " + number_text(t, 9) + " s";
    if (status == TransientStatus::end)
        return "";
    if (status == TransientStatus::interrupted)
        return "interrupted" + time_text + "; everything up to there is kept";
    if (s.n_points() == 0)
        return "the integration diverges" + time_text +
               "; reduce the time step h = " + number_text(h, 4) + " s";
    std::size_t at_point = s.contacts().event_point();
    if (follows && status == TransientStatus::instability) // found by energies, so at no node
        for (std::size_t i = 0; i < s.n_points(); ++i)
            if (std::isfinite(s.point(at_point).lambda) &&
                !(s.point(i).lambda <= s.point(at_point).lambda))
                at_point = i;
    const PointState& point = s.point(at_point);
    const assembly::Sliding& sliding = model.sliding[point.contact];
    const std::string name = assembly::slave_name(sliding, point.slave);
    switch (status) {
    case TransientStatus::detachment:
        return name + time_text + ": the slave lifts off (normal force " +
               number_text(point.lambda, 4) +
               " N); separation is outside this analysis. Raise the load, lower the excitation, or "
               "let nodes open and close by separation = \"follow\"";
    case TransientStatus::closing:
        return name + time_text +
               ": an open slave node touches the master; impacts are outside this analysis. Let "
               "nodes open and close by separation = \"follow\"";
    case TransientStatus::reversal:
        return name + time_text + ": the sliding velocity reaches zero (" +
               number_text(point.sliding_velocity, 4) +
               " m/s); sticking is outside this analysis. Raise the drive velocity, lower the "
               "excitation, or let nodes stick and turn back by sticking = \"follow\"";
    case TransientStatus::left_master:
        return name + time_text + ": the slave leaves the master surface past segment " +
               std::to_string(point.segment) + " of " + std::to_string(sliding.n_segments()) +
               " (counted from 0); end earlier";
    case TransientStatus::jamming:
        return "stopped" + time_text + ": " + jamming_message(model, s.jam());
    default:
        return name + time_text + ": the integration is unstable (" +
               (follows
                    ? "the kinetic energy is beyond all work that was put in; the largest normal "
                      "force is here"
                    : "the normal force swings up and down with every step and grows") +
               "); reduce the time step h = " + number_text(h, 4) + " s";
    }
}

TransientStatus status_of(StepEvent event)
{
    switch (event) {
    case StepEvent::detachment:
        return TransientStatus::detachment;
    case StepEvent::closing:
        return TransientStatus::closing;
    case StepEvent::jamming:
        return TransientStatus::jamming;
    case StepEvent::reversal:
        return TransientStatus::reversal;
    case StepEvent::left_master:
        return TransientStatus::left_master;
    case StepEvent::instability:
        return TransientStatus::instability;
    case StepEvent::none:
        break;
    }
    return TransientStatus::end;
}

double seconds_since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// A row of one body in modal coordinates and its part that the drives move.
struct ModalProbe {
    std::size_t component = 0;
    Vector p;
    Vector follow; // per motion

    [[nodiscard]] double displacement(const SlidingState& s) const
    {
        return seen(s, s.bodies[component].modes.q(), [](const Drive& d) { return d.x; });
    }
    [[nodiscard]] double increment(const SlidingState& s) const
    {
        const double h = s.settings.h;
        return seen(s, s.bodies[component].modes.d(), [h](const Drive& d) { return h * d.v; });
    }
    [[nodiscard]] double last_increment(const SlidingState& s) const
    {
        const double h = s.settings.h;
        return seen(s, s.bodies[component].modes.d_last(),
                    [h](const Drive& d) { return h * d.v_before; });
    }

private:
    template <class Value>
    [[nodiscard]] double seen(const SlidingState& s, const Eigen::Map<const Vector>& modes,
                              const Value& value) const
    {
        double sum = p.dot(modes);
        for (Index k = 0; k < follow.size(); ++k)
            sum += follow(k) * value(s.drives[static_cast<std::size_t>(k)]);
        return sum;
    }
};

ModalProbe modal_probe(const ModalModel& modal, const Probe& probe)
{
    const ModalRows row = modal.rows(probe.body, probe.row.transpose().sparseView(0, 0));
    return {row.component, row.rows.row(0).transpose(), row.follow.row(0).transpose()};
}

contact::State state_of(const PointState& point, bool ramp)
{
    return point.closed() && ramp ? contact::State::ramp : point.state;
}

void record_point(SlidingHistory& history, const Integrator& s, std::size_t i, bool ramp,
                  const Eigen::Vector2d& origin)
{
    const PointState& point = s.touching(i);
    const contact::Projection projection = s.state().settled_projection(i);
    const Eigen::Vector2d position = origin + s.state().slave_position(i);
    history.normal_force.push_back(point.lambda);
    history.friction_force.push_back(-point.friction * point.lambda);
    history.gap.push_back(projection.gap);
    history.sliding_velocity.push_back(point.sliding_velocity);
    history.slave_velocity_x.push_back(point.slave_velocity.x());
    history.slave_velocity_y.push_back(point.slave_velocity.y());
    history.contact_x.push_back(position.x());
    history.contact_y.push_back(position.y());
    history.slope.push_back(std::atan2(projection.sin_gamma, projection.cos_gamma));
    history.alpha.push_back(projection.alpha);
    history.segment.push_back(static_cast<int>(point.segment));
    history.state.push_back(static_cast<int>(state_of(point, ramp)));
}

void record_second(SecondContacts& history, const Integrator& s, std::size_t i)
{
    const ContactPointState* other = s.state().other_touching_point(i);
    const PointState also = other ? other->state : PointState{.segment = -1};
    history.segment.push_back(static_cast<int>(also.segment));
    history.normal_force.push_back(also.lambda);
    history.friction_force.push_back(other ? -also.friction * also.lambda : 0.0);
}

void record_joint(JointHistory& history, const JointState& joint)
{
    history.force.insert(history.force.end(), joint.force.f.begin(), joint.force.f.end());
    history.displacement.insert(history.displacement.end(), joint.r.begin(), joint.r.end());
}

FieldFrame make_frame(const assembly::CoupledModel& model, const ModalModel& modal,
                      const Integrator& s, double time, bool ramp)
{
    FieldFrame frame;
    frame.time = time;
    Vector x(static_cast<Index>(modal.motions.size()));
    for (Index k = 0; k < x.size(); ++k)
        x(k) = s.state().drives[static_cast<std::size_t>(k)].x;
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        frame.u.push_back(modal.displacement(model, b, s.displacement(modal.component_of[b]), x));
    for (std::size_t i = 0; i < s.n_points(); ++i) {
        const PointState& point = s.touching(i);
        frame.points.push_back({point.contact, point.slave, point.segment,
                                point.closed() ? point.lambda : 0.0, point.friction,
                                s.state().settled_projection(i), state_of(point, ramp)});
    }
    return frame;
}

// The sample whose step gave numbers that are not finite: results hold none of them.
void drop_last_sample(TransientResult& result)
{
    History& h = result.history;
    const double time = h.time.back();
    h.time.pop_back();
    auto drop = [](auto& values, Index count) {
        values.resize(values.size() - static_cast<std::size_t>(count));
    };
    for (PointHistory& point : h.points)
        point.u.pop_back();
    for (SlidingHistory& c : h.sliding) {
        for (std::vector<double>* values :
             {&c.normal_force, &c.friction_force, &c.gap, &c.sliding_velocity, &c.slave_velocity_x,
              &c.slave_velocity_y, &c.contact_x, &c.contact_y, &c.slope, &c.alpha})
            drop(*values, c.n_slaves);
        drop(c.segment, c.n_slaves);
        drop(c.state, c.n_slaves);
    }
    for (JointHistory& joint : h.joints) {
        drop(joint.force, joint.n_rows);
        drop(joint.displacement, joint.n_rows);
    }
    for (SecondContacts& k : result.second) {
        drop(k.segment, k.n_slaves);
        drop(k.normal_force, k.n_slaves);
        drop(k.friction_force, k.n_slaves);
    }
    if (!result.frames.empty() && result.frames.back().time == time)
        result.frames.pop_back();
}

// Steps after a sample to an instant before the next one, different from sample to sample
// (multiples of the golden section). Samples that keep step with a vibration always meet it at one
// phase and see no exchange of energies.
long long between_samples(long long sample, long long steps_per_sample)
{
    const double part = 0.5 * (std::sqrt(5.0) - 1) * static_cast<double>(sample + 1);
    return static_cast<long long>((part - std::floor(part)) *
                                  static_cast<double>(steps_per_sample));
}

// Message if a joint has become so stiff that its lagged force breaks the step limit; "" if not.
// Laws that stiffen are taken up to 1.5 times the farthest they have been.
std::string too_stiff(const assembly::CoupledModel& model, const ModalModel& modal,
                      const Integrator& s, const std::vector<std::size_t>& joints, double h,
                      std::vector<double>& reach)
{
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const contact::JointVector& r = s.state().joints[j].state.r;
        const double far = r.cwiseAbs().maxCoeff();
        const assembly::Joint& joint = model.joints[joints[j]];
        if (!joint.law->stiffens() || far <= reach[joints[j]])
            continue;
        reach[joints[j]] = 1.5 * far;
        const double limit = step_limit(model, modal, reach);
        if (h >= limit)
            return "joint." + joint.name + " is too stiff for its force to be lagged by a step (" +
                   number_text(far, 4) + " m from rest): the step limit falls to " +
                   number_text(limit, 4) + " s, below h = " + number_text(h, 4) + " s;";
    }
    return "";
}

Integrator::Settings settings_of(const assembly::CoupledModel& model,
                                 const TransientOptions& options, const TransientCheck& check)
{
    Integrator::Settings settings;
    settings.scheme = options.scheme;
    settings.h = check.plan.h;
    settings.direction = check.direction;
    settings.follow_separation = options.separation == Separation::follow;
    settings.follow_sticking = options.sticking == Sticking::follow;
    settings.duration = options.t_end - options.t_start;
    for (const assembly::Motion& motion : model.motions)
        if (motion.velocity != 0 || motion.turns()) // others hold
            settings.ramp = std::max(settings.ramp, motion.ramp);
    settings.settling = 2 * settings.ramp;
    settings.t_start = options.t_start;
    // Half a step early: where a step ends there, round-off does not decide.
    settings.statistics_from =
        (options.statistics.from ? *options.statistics.from - options.t_start : settings.ramp) -
        settings.h / 2;
    settings.episode = options.statistics.episode;
    settings.window = options.statistics.window;
    if (settings.follow_sticking)
        settings.ramp = 0; // friction is solved for from the start
    return settings;
}

// Kinetic energy of closed contacts that a step moves by the round-off of their positions, and by
// the gaps that they have at the start: the mass at the contact, with delta / h as its velocity.
double round_off_energy(const assembly::CoupledModel& model, const ModalModel& modal,
                        const Integrator& s, double h)
{
    double energy = 0;
    for (std::size_t i = 0; i < s.n_points(); ++i) {
        const PointState& point = s.point(i);
        const assembly::Sliding& sliding = model.sliding[point.contact];
        const ModalContact& rows = modal.contacts[point.contact];
        const double compliance =
            rows.slave.rows.middleRows(2 * point.slave, 2).squaredNorm() +
            rows.master.rows.middleRows(2 * point.segment, 4).squaredNorm(); // [1/kg]
        if (!(compliance > 0))
            continue;
        const double size = sliding.origin.norm() + sliding.slave_X.row(point.slave).norm() +
                            sliding.master_X.row(point.segment).norm();
        const double gap = point.closed() ? std::abs(s.state().settled_projection(i).gap) : 0;
        const double v = (gap + std::numeric_limits<double>::epsilon() * size) / h;
        energy += 0.5 * v * v / compliance;
    }
    return energy;
}

// One integration with its histories.
class TransientRun {
public:
    TransientRun(const assembly::CoupledModel& model, const TransientOptions& options,
                 const TransientCheck& check, const std::vector<Probe>& probes);
    TransientResult to_the_end(const Progress& progress);

private:
    void sample(double time, bool ramp);
    [[nodiscard]] bool add_rates(double time);
    void count();
    [[nodiscard]] StepEvent advance(long long last, StepEvent event);
    void estimate_other(double total);
    void finish(StepEvent event);

    const assembly::CoupledModel& model_;
    const TransientOptions& options_;
    const ModalModel& modal_;
    const TransientPlan& plan_;
    Integrator::Settings settings_;
    Integrator integrator_;
    MotionWatch watch_;
    TransientResult result_;
    std::vector<ModalProbe> rows_;
    std::vector<std::size_t> joints_; // of the model
    std::vector<std::size_t> second_; // of each contact, its entry of result_.second
    long long n_ = 0;                 // steps
    long long n_timed_ = 0;           // of them
    double step_time_ = 0;            // [s] that these took
    bool counted_ = false;
    std::string joint_message_;
};

TransientRun::TransientRun(const assembly::CoupledModel& model, const TransientOptions& options,
                           const TransientCheck& check, const std::vector<Probe>& probes)
    : model_(model), options_(options), modal_(*check.modal), plan_(check.plan),
      settings_(settings_of(model, options, check)),
      integrator_(model, modal_, settings_, check.equilibrium),
      watch_(integrator_.account().stored_at_start(),
             round_off_energy(model, modal_, integrator_, plan_.h))
{
    static_cast<TransientCheck&>(result_) = check;
    result_.h = plan_.h;
    result_.scheme = settings_.scheme;
    result_.history_rate_hz = plan_.history_rate_hz();
    for (const Probe& probe : probes) {
        rows_.push_back(modal_probe(modal_, probe));
        result_.history.points.push_back({.name = probe.name, .measure = probe.measure});
    }
    for (const assembly::Sliding& sliding : model.sliding)
        result_.history.sliding.push_back({.name = sliding.name, .n_slaves = sliding.n_slaves()});
    second_.resize(model.sliding.size());
    for (std::size_t i = 0; i < integrator_.n_points(); ++i) {
        const PointState& point = integrator_.point(i);
        if (point.slave > 0 || !integrator_.state().points[i].may_touch_two())
            continue;
        const assembly::Sliding& sliding = model.sliding[point.contact];
        second_[point.contact] = result_.second.size();
        result_.second.push_back({.name = sliding.name, .n_slaves = sliding.n_slaves()});
    }
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        if (modal_.joints[j]) {
            joints_.push_back(j);
            result_.history.joints.push_back({.name = model.joints[j].name,
                                              .n_rows = model.joints[j].n_rows(),
                                              .measures = model.joints[j].measures});
        }
}

// Positions and forces at the end of the steps so far.
void TransientRun::sample(double time, bool ramp)
{
    integrator_.settle();
    result_.history.time.push_back(time);
    for (std::size_t p = 0; p < rows_.size(); ++p)
        result_.history.points[p].u.push_back(rows_[p].displacement(integrator_.state()));
    for (std::size_t i = 0; i < integrator_.n_points(); ++i) {
        const std::size_t contact = integrator_.point(i).contact;
        record_point(result_.history.sliding[contact], integrator_, i, ramp,
                     model_.sliding[contact].origin);
        if (integrator_.state().points[i].may_touch_two())
            record_second(result_.second[second_[contact]], integrator_, i);
    }
    for (std::size_t j = 0; j < joints_.size(); ++j)
        record_joint(result_.history.joints[j], integrator_.state().joints[j].state);
    if (plan_.steps_per_frame > 0 && n_ % plan_.steps_per_frame == 0)
        result_.frames.push_back(make_frame(model_, modal_, integrator_, time, ramp));
}

// Velocities and accelerations by central differences, and energies, once the step after the
// sample is done. False if it gave numbers that are not finite.
bool TransientRun::add_rates(double time)
{
    Energy energy = integrator_.energy();
    if (!std::isfinite(energy.stored) || (options_.sticking == Sticking::follow &&
                                          watch_.diverges(energy, integrator_.kinetic_energy()))) {
        drop_last_sample(result_);
        return false;
    }
    energy.time = time + plan_.h / 2;
    result_.history.energy.push_back(energy);
    integrator_.account().include_in(result_.history.exchange);
    for (std::size_t p = 0; p < rows_.size(); ++p) {
        const double last = rows_[p].last_increment(integrator_.state()),
                     next = rows_[p].increment(integrator_.state());
        result_.history.points[p].v.push_back((last + next) / (2 * plan_.h));
        result_.history.points[p].a.push_back((next - last) / (plan_.h * plan_.h));
    }
    return true;
}

// Counts the states of slave nodes that may stick and open. The step past t_end does not count.
void TransientRun::count()
{
    if (counted_ || options_.sticking != Sticking::follow)
        return;
    counted_ = true;
    for (std::size_t i = 0; i < integrator_.n_points(); ++i) {
        SlidingHistory& history = result_.history.sliding[integrator_.point(i).contact];
        history.statistics.push_back(integrator_.state().statistics(i));
        history.n_changes += integrator_.state().points[i].record.n_changes();
        if (!integrator_.state().points[i].may_touch_two())
            continue;
        const TwoSegments& two = integrator_.state().points[i].two;
        const auto n = static_cast<double>(two.n);
        SecondContacts& second = result_.second[second_[integrator_.point(i).contact]];
        const double duration = history.statistics.back().duration;
        second.share.push_back(duration > 0 ? n * plan_.h / duration : 0);
        second.smaller_force.push_back(two.n > 0 ? two.smaller / n : 0);
        second.larger_force.push_back(two.n > 0 ? two.larger / n : 0);
    }
    for (StateChange change : integrator_.contacts().changes()) {
        const PointState& point = integrator_.point(static_cast<std::size_t>(change.slave));
        change.slave = static_cast<int>(point.slave);
        result_.history.sliding[point.contact].changes.push_back(change);
    }
    result_.counts = integrator_.contacts().counts();
}

void TransientRun::finish(StepEvent event)
{
    count();
    if (event != StepEvent::none)
        result_.status = status_of(event);
    result_.n_steps = std::min(n_, plan_.n_steps);
    result_.t_stop = options_.t_start + static_cast<double>(result_.n_steps) * plan_.h;
    for (std::size_t i = 0; i < integrator_.n_points(); ++i) {
        const PointState& point = integrator_.point(i);
        SlidingHistory& history = result_.history.sliding[point.contact];
        auto include = [](Extremes& all, const Extremes& one) {
            all.min = std::min(all.min, one.min);
            all.max = std::max(all.max, one.max);
        };
        include(history.normal_force_range, point.lambda_range);
        include(history.sliding_velocity_range, point.sliding_velocity_range);
        include(history.slave_velocity_x_range, point.slave_velocity_x_range);
    }
    result_.message = stop_message(result_.status, model_, result_.t_stop, integrator_, plan_.h,
                                   options_.sticking == Sticking::follow);
    if (!joint_message_.empty())
        result_.message = joint_message_ + " at t = " + number_text(result_.t_stop, 9) + " s";
}

// Steps until `last`, unless an event ends them.
StepEvent TransientRun::advance(long long last, StepEvent event)
{
    const auto begin = std::chrono::steady_clock::now();
    const long long first = n_;
    for (; n_ < last && event == StepEvent::none; ++n_)
        event = integrator_.step();
    step_time_ += seconds_since(begin);
    n_timed_ += n_ - first;
    return event;
}

// The other scheme takes as many samples, and its steps cost what these cost.
void TransientRun::estimate_other(double total)
{
    if (!result_.other)
        return;
    OtherScheme& other = *result_.other;
    const double samples = total - step_time_;
    const double step = n_timed_ > 0 ? step_time_ / static_cast<double>(n_timed_)
                                     : total / static_cast<double>(std::max(n_, 1LL));
    const double done = static_cast<double>(result_.n_steps) / static_cast<double>(plan_.n_steps);
    other.time = done * static_cast<double>(other.n_steps) * step + (n_timed_ > 0 ? samples : 0);
}

TransientResult TransientRun::to_the_end(const Progress& progress)
{
    const auto begin = std::chrono::steady_clock::now();
    std::vector<double> reach(model_.joints.size(), 0.0);
    StepEvent event = StepEvent::none;
    while (event == StepEvent::none) {
        const double elapsed = integrator_.elapsed(), time = options_.t_start + elapsed;
        const auto n_samples = static_cast<long long>(result_.history.time.size());
        sample(time, elapsed < settings_.ramp);
        if (n_ == plan_.n_steps)
            count();
        event = integrator_.step();
        ++n_;
        if (!add_rates(time)) {
            event = StepEvent::instability;
            break;
        }
        if (n_ > plan_.n_steps) { // the step past t_end only served the last central difference
            event = StepEvent::none;
            break;
        }
        const long long sample_end = (n_samples + 1) * plan_.steps_per_sample;
        const long long last = std::min(sample_end, plan_.n_steps);
        const long long between = n_ + between_samples(n_samples, plan_.steps_per_sample);
        if (n_ < between && between <= last) {
            event = advance(between, event);
            if (event == StepEvent::none)
                integrator_.account().include_in(result_.history.exchange);
        }
        event = advance(last, event);
        if (event == StepEvent::none) {
            joint_message_ = too_stiff(model_, modal_, integrator_, joints_, plan_.h, reach);
            if (!joint_message_.empty())
                event = StepEvent::instability;
        }
        if (event == StepEvent::none && n_ >= plan_.n_steps && n_ < sample_end)
            break; // the last interval is not full
        if (progress && !progress(static_cast<double>(n_) / static_cast<double>(plan_.n_steps))) {
            result_.status = TransientStatus::interrupted;
            break;
        }
    }
    finish(event);
    estimate_other(seconds_since(begin));
    return std::move(result_);
}

} // namespace

std::string status_name(TransientStatus status)
{
    switch (status) {
    case TransientStatus::end:
        return "end";
    case TransientStatus::detachment:
        return "detachment";
    case TransientStatus::closing:
        return "closing";
    case TransientStatus::jamming:
        return "jamming";
    case TransientStatus::reversal:
        return "reversal";
    case TransientStatus::left_master:
        return "left-master";
    case TransientStatus::instability:
        return "instability";
    case TransientStatus::interrupted:
        return "interrupted";
    }
    return "";
}

TransientResult transient(const assembly::CoupledModel& model, const TransientOptions& options,
                          const std::vector<Probe>& probes, const Progress& progress,
                          SharedModes* shared)
{
    const TransientCheck check = check_transient(model, options, probes.size(), progress, shared);
    return TransientRun(model, options, check, probes).to_the_end(progress);
}

} // namespace slideway::dynamics
