#include "dynamics/sliding/transient.hpp"

#include "base/band_noise.hpp"
#include "base/memory.hpp"
#include "base/noise_record.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

constexpr double max_result_bytes = 4e9;
constexpr int min_propagator_steps_per_sample = 10;

void check_options(const assembly::CoupledModel& model, const TransientOptions& options)
{
    if (!(options.t_end > options.t_start))
        throw InputError("t_end", number_text(options.t_end),
                         "must be later than t_start = " + number_text(options.t_start) + " s");
    if (!(options.history_rate_hz > 0) || !(options.fields_rate_hz >= 0) || !(options.h >= 0))
        throw InputError("history_rate_hz must be > 0, fields_rate_hz and h >= 0");
    if (options.scheme != "forward-increment" && options.scheme != "modal-propagator")
        throw InputError("scheme", "\"" + options.scheme + "\"",
                         "allowed: forward-increment, modal-propagator");
    if (options.separation != "stop" && options.separation != "follow")
        throw InputError("separation", "\"" + options.separation + "\"", "allowed: stop, follow");
    for (const assembly::Load& load : model.loads)
        if (std::holds_alternative<assembly::Harmonic>(load.signal))
            throw InputError(load.where, "load." + load.name + ": " + options.scheme +
                                             " takes constant and random loads, not harmonic ones; "
                                             "event-driven and runge-kutta do");
    for (const assembly::Motion& motion : model.motions)
        if (motion.harmonic)
            throw InputError(motion.where, "motion." + motion.name + ": " + options.scheme +
                                               " takes motions with a velocity, not harmonic ones; "
                                               "event-driven and runge-kutta do");
    for (const assembly::Joint& joint : model.joints) {
        if (!contact::has_force(joint.law))
            throw InputError(joint.where, "joint." + joint.name + ".law",
                             "\"" + std::string(contact::keyword(joint.law)) + "\"",
                             options.scheme + " has no sticking, event-driven and runge-kutta "
                                              "have; expected linear, elastic-coulomb, gap or "
                                              "cubic");
        if (options.scheme != "forward-increment" &&
            !std::holds_alternative<contact::Linear>(joint.law))
            throw InputError(joint.where, "joint." + joint.name + ".law",
                             "\"" + std::string(contact::keyword(joint.law)) + "\"",
                             options.scheme + " takes linear joints; forward-increment takes all");
    }
}

// A record of noise must fit in memory, and hold a line of its band.
void check_noise(const assembly::CoupledModel& model, double duration)
{
    for (const assembly::Load& load : model.loads) {
        const auto* noise = std::get_if<assembly::Noise>(&load.signal);
        if (!noise || noise->rms == 0)
            continue;
        located(load.where, "load." + load.name + ".noise", [&] {
            const double high = noise->band_high;
            const double n = noise_record_samples(high, BandNoise::record_duration(high, duration));
            if (!(n <= max_noise_samples))
                throw InputError("ten samples per period of " + number_text(high) + " Hz over " +
                                 number_text(duration) +
                                 " s are more than 2^30; lower band_hz, or end earlier");
            require_memory(noise_bytes_per_sample * n,
                           "its record of " + number_text(n) + " samples",
                           "Lower band_hz, or end earlier");
            const double line = 10 * high / n;
            if (std::floor(high / line) < std::max(1.0, std::ceil(noise->band_low / line)))
                throw InputError("no line of the record lies in the band; they are " +
                                 number_text(line, 3) + " Hz apart. Widen band_hz, or end later");
        });
    }
}

// Steps and samples are counted exactly up to here.
constexpr double most_steps = 0x1p53;

long long counted(double n)
{
    return static_cast<long long>(std::clamp(std::round(n), 1.0, most_steps));
}

TransientPlan make_plan(const assembly::CoupledModel& model, const ModalModel& modal,
                        const TransientOptions& options)
{
    TransientPlan plan;
    plan.h_limit = step_limit(model, modal);
    const double sample = 1 / options.history_rate_hz, duration = options.t_end - options.t_start;
    if (!std::isfinite(sample))
        throw InputError("the time between samples, 1 / history_rate_hz, overflows with "
                         "history_rate_hz = " +
                         number_text(options.history_rate_hz));
    const double latest = std::max(std::abs(options.t_start), std::abs(options.t_end));
    if (!(sample > 4 * std::numeric_limits<double>::epsilon() * latest))
        throw InputError("samples at history_rate_hz = " + number_text(options.history_rate_hz) +
                         " cannot be told apart at t = " + number_text(latest) + " s");
    const bool central = options.scheme == "forward-increment";
    if (options.h > 0) {
        if (central && options.h >= plan.h_limit)
            throw InputError("h", number_text(options.h),
                             "the time step of forward-increment must be below the stability "
                             "limit of the reduced model" +
                                 std::string(model.joints.empty() ? ", " : " with its joints, ") +
                                 number_text(plan.h_limit, 5) + " s");
        // The propagator holds the contact force during a step; what that does to the frequencies
        // that a history can show must stay small, and nothing else would tell.
        const double longest = sample / min_propagator_steps_per_sample;
        if (!central && !modal.contacts.empty() && options.h > longest * (1 + 1e-9))
            throw InputError(
                "h", number_text(options.h),
                "modal-propagator with a contact takes at least " +
                    std::to_string(min_propagator_steps_per_sample) +
                    " steps per history sample, here at most " + number_text(longest, 5) +
                    " s (history_rate_hz = " + number_text(options.history_rate_hz) + ")");
        plan.h = options.h;
        plan.steps_per_sample = counted(sample / plan.h);
    } else {
        const double longest = central ? 0.9 * plan.h_limit : sample / 20;
        const double needed = std::ceil(sample / longest * (1 - 1e-12));
        if (!(needed <= most_steps))
            throw InputError(
                "a sample at history_rate_hz = " + number_text(options.history_rate_hz) +
                " would take " + number_text(needed, 3) + " steps of " + number_text(longest, 3) +
                " s, which the highest frequency of the model asks for; expected at "
                "most 2^53");
        plan.steps_per_sample = counted(needed);
        plan.h = sample / static_cast<double>(plan.steps_per_sample);
    }
    if (!(duration / plan.h <= most_steps))
        throw InputError("h", number_text(plan.h),
                         "t_end - t_start = " + number_text(duration) + " s would take " +
                             number_text(duration / plan.h, 3) + " steps; expected at most 2^53");
    plan.n_steps = std::llround(duration / plan.h);
    if (plan.n_steps < 1)
        throw InputError(
            "h", number_text(plan.h),
            "larger than t_end - t_start = " + number_text(options.t_end - options.t_start) + " s");
    if (options.fields_rate_hz > 0) {
        const double samples =
            1 / (options.fields_rate_hz * plan.h * static_cast<double>(plan.steps_per_sample));
        plan.steps_per_frame = counted(
            std::min(counted(samples) * static_cast<double>(plan.steps_per_sample), most_steps));
    }
    return plan;
}

std::string stop_message(TransientStatus status, const assembly::CoupledModel& model, double t,
                         const Integrator& s, double h)
{
    const std::string at = " at t = " + number_text(t, 9) + " s";
    if (status == TransientStatus::end)
        return "";
    if (status == TransientStatus::interrupted)
        return "interrupted" + at + "; everything up to there is kept";
    if (s.n_points() == 0)
        return "the integration diverges" + at + "; reduce the time step h = " + number_text(h, 4) +
               " s";
    const PointState& point = s.point(s.event_point());
    const assembly::Sliding& sliding = model.sliding[point.contact];
    const std::string name = assembly::slave_name(sliding, point.slave);
    switch (status) {
    case TransientStatus::detachment:
        return name + at + ": the slave lifts off (normal force " + number_text(point.lambda, 4) +
               " N); separation is outside this analysis. Raise the load, lower the excitation, or "
               "let nodes open and close by separation = \"follow\"";
    case TransientStatus::closing:
        return name + at +
               ": an open slave node touches the master; impacts are outside this analysis. Let "
               "nodes open and close by separation = \"follow\"";
    case TransientStatus::reversal:
        return name + at + ": the sliding velocity reaches zero (" +
               number_text(point.sliding_velocity, 4) +
               " m/s); sticking is outside this analysis. Raise the drive velocity, or lower the "
               "excitation";
    case TransientStatus::left_master:
        return name + at + ": the slave leaves the master surface past segment " +
               std::to_string(point.segment) + " of " + std::to_string(sliding.n_segments()) +
               " (counted from 0); end earlier";
    case TransientStatus::jamming: {
        std::vector<ContactPoint> closed;
        for (std::size_t i = 0; i < s.n_points(); ++i)
            closed.push_back({s.point(i).contact, s.point(i).slave, s.point(i).segment,
                              s.point(i).predicted, s.point(i).lambda, s.point(i).closed});
        return "stopped" + at + ": " + jamming_message(model, closed);
    }
    default:
        return name + at +
               ": the integration is unstable (the normal force swings up and down with "
               "every step and grows); reduce the time step h = " +
               number_text(h, 4) + " s";
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

// A row of one body in modal coordinates and its part that the drives move.
struct ModalProbe {
    std::size_t component = 0;
    Vector p;
    Vector follow; // per motion

    [[nodiscard]] double displacement(const Integrator& s) const
    {
        double u = p.dot(s.displacement(component));
        for (Index k = 0; k < follow.size(); ++k)
            u += follow(k) * s.motion_displacement(static_cast<std::size_t>(k));
        return u;
    }
    [[nodiscard]] double increment(const Integrator& s) const
    {
        double d = p.dot(s.increment(component));
        for (Index k = 0; k < follow.size(); ++k)
            d += follow(k) * s.motion_increment(static_cast<std::size_t>(k));
        return d;
    }
};

ModalProbe modal_probe(const ModalModel& modal, const Probe& probe)
{
    const ModalRows row = modal.rows(probe.body, probe.row.transpose().sparseView(0, 0));
    return {row.component, row.rows.row(0).transpose(), row.follow.row(0).transpose()};
}

contact::State state_of(const PointState& point, bool ramp)
{
    if (!point.closed)
        return contact::State::none;
    return ramp ? contact::State::ramp : contact::State::sliding;
}

void record_point(ContactHistory& history, const Integrator& s, std::size_t i, double direction,
                  bool ramp, const Eigen::Vector2d& origin)
{
    const PointState& point = s.point(i);
    const contact::Projection at = s.settled_projection(i);
    const Eigen::Vector2d position = origin + s.slave_position(i);
    history.normal_force.push_back(point.lambda);
    history.friction_force.push_back(-direction * point.friction * point.lambda);
    history.gap.push_back(at.gap);
    history.sliding_velocity.push_back(point.sliding_velocity);
    history.slave_velocity_x.push_back(point.slave_velocity.x());
    history.slave_velocity_y.push_back(point.slave_velocity.y());
    history.contact_x.push_back(position.x());
    history.contact_y.push_back(position.y());
    history.slope.push_back(std::atan2(at.sin_gamma, at.cos_gamma));
    history.alpha.push_back(at.alpha);
    history.segment.push_back(static_cast<int>(point.segment));
    history.state.push_back(static_cast<int>(state_of(point, ramp)));
}

void record_joint(JointHistory& history, const JointState& joint)
{
    history.force.insert(history.force.end(), joint.force.f.begin(), joint.force.f.end());
    history.displacement.insert(history.displacement.end(), joint.r.begin(), joint.r.end());
}

void record_energy(EnergyHistory& history, double time, const EnergyAccount& e)
{
    history.time.push_back(time);
    history.stored.push_back(e.stored);
    history.loads.push_back(e.loads);
    history.drive.push_back(e.drive);
    history.friction.push_back(e.friction);
    history.damping.push_back(e.damping);
    history.joints.push_back(e.joints);
    history.residual.push_back(e.stored - e.loads - e.drive + e.friction + e.damping + e.joints);
}

FieldFrame make_frame(const assembly::CoupledModel& model, const ModalModel& modal,
                      const Integrator& s, double time, bool ramp)
{
    FieldFrame frame;
    frame.time = time;
    Vector x(static_cast<Index>(modal.motions.size()));
    for (Index k = 0; k < x.size(); ++k)
        x(k) = s.motion_displacement(static_cast<std::size_t>(k));
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        frame.u.push_back(modal.displacement(model, b, s.displacement(modal.component_of[b]), x));
    for (std::size_t i = 0; i < s.n_points(); ++i) {
        const PointState& point = s.point(i);
        frame.points.push_back({point.contact, point.slave, point.segment,
                                point.closed ? point.lambda : 0.0, point.friction,
                                s.settled_projection(i), state_of(point, ramp)});
    }
    return frame;
}

// The sample whose step gave numbers that are not finite: results hold none of them.
void drop_last_sample(TransientResult& result)
{
    const double time = result.time.back();
    result.time.pop_back();
    auto drop = [](auto& values, Index count) {
        values.resize(values.size() - static_cast<std::size_t>(count));
    };
    for (ProbeHistory& probe : result.probes)
        probe.u.pop_back();
    for (ContactHistory& c : result.contacts) {
        for (std::vector<double>* values :
             {&c.normal_force, &c.friction_force, &c.gap, &c.sliding_velocity, &c.slave_velocity_x,
              &c.slave_velocity_y, &c.contact_x, &c.contact_y, &c.slope, &c.alpha})
            drop(*values, c.n_slaves);
        drop(c.segment, c.n_slaves);
        drop(c.state, c.n_slaves);
    }
    for (JointHistory& joint : result.joints) {
        drop(joint.force, joint.n_rows);
        drop(joint.displacement, joint.n_rows);
    }
    if (!result.frames.empty() && result.frames.back().time == time)
        result.frames.pop_back();
}

// Message if a joint has become so stiff that its lagged force breaks the step limit; "" if not.
// Laws that stiffen are taken up to 1.5 times the farthest they have been.
std::string too_stiff(const assembly::CoupledModel& model, const ModalModel& modal,
                      const Integrator& s, const std::vector<std::size_t>& joints, double h,
                      std::vector<double>& reach)
{
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const contact::JointVector& r = s.joint(j).r;
        const double far = r.cwiseAbs().maxCoeff();
        const assembly::Joint& joint = model.joints[joints[j]];
        if (!std::holds_alternative<contact::Cubic>(joint.law) || far <= reach[joints[j]])
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

TransientCheck check_transient(const assembly::CoupledModel& model, const TransientOptions& options,
                               std::size_t n_probes, const Progress& progress)
{
    check_options(model, options);
    TransientCheck check;
    check.modal = modal_model(model, progress);
    check.direction = sliding_directions(model, check.modal);
    check.plan = make_plan(model, check.modal, options);
    check_noise(model, options.t_end - options.t_start);

    Index n_dofs = 0;
    for (const fem::Substructure& body : model.bodies)
        n_dofs += body.n();
    const TransientPlan& plan = check.plan;
    const auto n_samples = static_cast<double>(plan.n_steps / plan.steps_per_sample);
    const double n_frames =
        plan.steps_per_frame > 0 ? static_cast<double>(plan.n_steps / plan.steps_per_frame) : 0;
    double numbers_per_sample = 1 + 8; // time, energies
    for (const assembly::Sliding& sliding : model.sliding)
        numbers_per_sample += 11 * static_cast<double>(sliding.n_slaves());
    for (const assembly::Joint& joint : model.joints)
        numbers_per_sample += 2 * static_cast<double>(joint.n_rows());
    const double bytes = 8 * (n_samples * (numbers_per_sample + 3 * static_cast<double>(n_probes)) +
                              n_frames * static_cast<double>(n_dofs));
    if (bytes > max_result_bytes)
        throw InputError("the results would take " + number_text(bytes / 1e9, 3) +
                         " GB (limit 4 GB); lower history_rate_hz or fields_rate_hz");

    const bool touching = !model.sliding.empty();
    const bool joints = std::any_of(check.modal.joints.begin(), check.modal.joints.end(),
                                    [](const auto& joint) -> bool { return joint.has_value(); });
    const std::string equilibrium = touching ? "sliding-equilibrium" : "static-equilibrium";
    check.start = options.start == "auto" ? (joints ? "rest" : equilibrium) : options.start;
    if (check.start == "rest") {
        for (const reduction::ModalForm& form : check.modal.components)
            check.equilibrium.q.push_back(Vector::Zero(form.n_modes()));
        check.equilibrium.points = undeformed_points(model);
    } else if (check.start == equilibrium) {
        check.equilibrium = sliding_equilibrium(model, check.modal, check.direction);
    } else {
        throw InputError("start", "\"" + options.start + "\"",
                         "allowed for this model: " + equilibrium + ", rest");
    }
    return check;
}

TransientResult transient(const assembly::CoupledModel& model, const TransientOptions& options,
                          const std::vector<Probe>& probes, const Progress& progress)
{
    const TransientCheck check = check_transient(model, options, probes.size(), progress);
    const TransientPlan& plan = check.plan;
    const ModalModel& modal = check.modal;
    TransientResult result;
    result.classical = modal.classical();
    result.h = plan.h;
    result.h_limit = plan.h_limit;
    result.n_modes = modal.n_modes();
    result.scheme = options.scheme == "forward-increment" ? Scheme::forward_increment
                                                          : Scheme::modal_propagator;
    result.history_rate_hz = 1 / (plan.h * static_cast<double>(plan.steps_per_sample));
    result.direction = check.direction;
    result.start = check.start;
    result.equilibrium = check.equilibrium;

    Integrator::Settings settings;
    settings.scheme = result.scheme;
    settings.h = plan.h;
    settings.direction = result.direction;
    settings.follow_separation = options.separation == "follow";
    settings.duration = options.t_end - options.t_start;
    for (const assembly::Motion& motion : model.motions)
        settings.ramp = std::max(settings.ramp, motion.ramp);
    settings.settling = 2 * settings.ramp;
    Integrator integrator(model, modal, settings, result.equilibrium);

    std::vector<ModalProbe> rows;
    for (const Probe& probe : probes) {
        rows.push_back(modal_probe(modal, probe));
        result.probes.push_back({probe.name, {}, {}, {}});
    }
    for (const assembly::Sliding& sliding : model.sliding)
        result.contacts.push_back({.name = sliding.name, .n_slaves = sliding.n_slaves()});
    std::vector<std::size_t> joints; // of the model
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        if (modal.joints[j]) {
            joints.push_back(j);
            result.joints.push_back(
                {.name = model.joints[j].name, .n_rows = model.joints[j].n_rows()});
        }
    std::vector<double> reach(model.joints.size(), 0.0);
    std::string joint_message;

    std::vector<double> increment(rows.size());
    StepEvent event = StepEvent::none;
    long long n = 0;
    while (event == StepEvent::none) {
        // A sample needs the increments of the step before and after it: central differences.
        const double elapsed = integrator.elapsed(), time = options.t_start + elapsed;
        const bool ramp = elapsed < settings.ramp;
        integrator.settle();
        const std::size_t n_samples = result.time.size();
        result.time.push_back(time);
        for (std::size_t p = 0; p < rows.size(); ++p) {
            result.probes[p].u.push_back(rows[p].displacement(integrator));
            increment[p] = rows[p].increment(integrator);
        }
        for (std::size_t i = 0; i < integrator.n_points(); ++i) {
            const std::size_t contact = integrator.point(i).contact;
            record_point(result.contacts[contact], integrator, i, result.direction[contact], ramp,
                         model.sliding[contact].origin);
        }
        for (std::size_t j = 0; j < joints.size(); ++j)
            record_joint(result.joints[j], integrator.joint(j));
        if (plan.steps_per_frame > 0 && n % plan.steps_per_frame == 0)
            result.frames.push_back(make_frame(model, modal, integrator, time, ramp));

        event = integrator.step();
        ++n;
        const EnergyAccount energy = integrator.energy();
        if (!std::isfinite(energy.stored)) {
            event = StepEvent::instability;
            drop_last_sample(result);
            break;
        }
        record_energy(result.energy, time + plan.h / 2, energy);
        for (std::size_t p = 0; p < rows.size(); ++p) {
            const double next = rows[p].increment(integrator);
            result.probes[p].v.push_back((increment[p] + next) / (2 * plan.h));
            result.probes[p].a.push_back((next - increment[p]) / (plan.h * plan.h));
        }
        if (n > plan.n_steps) { // the step past t_end only served the last central difference
            event = StepEvent::none;
            break;
        }

        const auto sample_end = static_cast<long long>(n_samples + 1) * plan.steps_per_sample;
        while (n < sample_end && n < plan.n_steps && event == StepEvent::none) {
            event = integrator.step();
            ++n;
        }
        joint_message = too_stiff(model, modal, integrator, joints, plan.h, reach);
        if (!joint_message.empty() && event == StepEvent::none)
            event = StepEvent::instability;
        if (event == StepEvent::none && n >= plan.n_steps && n < sample_end)
            break; // the last interval is not full
        if (progress && !progress(static_cast<double>(n) / static_cast<double>(plan.n_steps))) {
            result.status = TransientStatus::interrupted;
            break;
        }
    }

    if (event != StepEvent::none)
        result.status = status_of(event);
    result.n_steps = std::min(n, plan.n_steps);
    result.t_stop = options.t_start + static_cast<double>(result.n_steps) * plan.h;
    for (std::size_t i = 0; i < integrator.n_points(); ++i) {
        const PointState& point = integrator.point(i);
        ContactHistory& history = result.contacts[point.contact];
        auto include = [](Extremes& all, const Extremes& one) {
            all.min = std::min(all.min, one.min);
            all.max = std::max(all.max, one.max);
        };
        include(history.normal_force_range, point.lambda_range);
        include(history.sliding_velocity_range, point.sliding_velocity_range);
        include(history.slave_velocity_x_range, point.slave_velocity_x_range);
    }
    result.message = stop_message(result.status, model, result.t_stop, integrator, plan.h);
    if (!joint_message.empty())
        result.message = joint_message + " at t = " + number_text(result.t_stop, 9) + " s";
    return result;
}

} // namespace slideway::dynamics
