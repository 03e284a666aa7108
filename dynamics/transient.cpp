#include "dynamics/transient.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

constexpr double max_result_bytes = 4e9;
constexpr int min_propagator_steps_per_sample = 10;

void check_options(const assembly::CoupledModel& model, const TransientOptions& options)
{
    if (!(options.t_end > options.t_start))
        throw InputError("t_end = " + number_text(options.t_end) +
                         "; must be later than t_start = " + number_text(options.t_start) + " s");
    if (!(options.history_rate_hz > 0) || !(options.fields_rate_hz >= 0) || !(options.h >= 0))
        throw InputError("history_rate_hz must be > 0, fields_rate_hz and h >= 0");
    if (options.scheme != "forward-increment" && options.scheme != "modal-propagator")
        throw InputError("scheme = \"" + options.scheme +
                         "\"; allowed: forward-increment, modal-propagator");
    assembly::require_single_contact(model);
}

TransientPlan make_plan(const ModalModel& modal, const TransientOptions& options)
{
    TransientPlan plan;
    plan.h_limit = step_limit(modal);
    const double sample = 1 / options.history_rate_hz;
    const bool central = options.scheme == "forward-increment";
    if (options.h > 0) {
        if (central && options.h >= plan.h_limit)
            throw InputError("h = " + number_text(options.h) +
                             "; the time step of forward-increment must be below the stability "
                             "limit of the reduced model, " +
                             number_text(plan.h_limit, 5) + " s");
        // The propagator holds the contact force during a step; what that does to the frequencies
        // that a history can show must stay small, and nothing else would tell.
        const double longest = sample / min_propagator_steps_per_sample;
        if (!central && !modal.contacts.empty() && options.h > longest * (1 + 1e-9))
            throw InputError("h = " + number_text(options.h) +
                             "; modal-propagator with a contact takes at least " +
                             std::to_string(min_propagator_steps_per_sample) +
                             " steps per history sample, here at most " + number_text(longest, 5) +
                             " s (history_rate_hz = " + number_text(options.history_rate_hz) + ")");
        plan.h = options.h;
        plan.steps_per_sample = std::max(1LL, std::llround(sample / plan.h));
    } else {
        const double longest = central ? 0.9 * plan.h_limit : sample / 20;
        plan.steps_per_sample = static_cast<long long>(std::ceil(sample / longest * (1 - 1e-12)));
        plan.steps_per_sample = std::max(1LL, plan.steps_per_sample);
        plan.h = sample / static_cast<double>(plan.steps_per_sample);
    }
    plan.n_steps = std::llround((options.t_end - options.t_start) / plan.h);
    if (plan.n_steps < 1)
        throw InputError("h = " + number_text(plan.h) + "; larger than t_end - t_start = " +
                         number_text(options.t_end - options.t_start) + " s");
    if (options.fields_rate_hz > 0) {
        const double samples =
            1 / (options.fields_rate_hz * plan.h * static_cast<double>(plan.steps_per_sample));
        plan.steps_per_frame = std::max(1LL, std::llround(samples)) * plan.steps_per_sample;
    }
    return plan;
}

// +1 or -1: the way the drives move the slave along the master polyline.
double sliding_direction(const assembly::CoupledModel& model, const ModalModel& modal)
{
    if (model.sliding.empty())
        return 1;
    const assembly::Sliding& sliding = model.sliding.front();
    const ModalContact& contact = modal.contacts.front();
    const assembly::Configuration at = assembly::undeformed_configuration(sliding);
    const contact::Projection& p = at.projection;
    double velocity = 0, speed = 0;
    for (std::size_t k = 0; k < model.motions.size(); ++k) {
        const auto column = static_cast<Index>(k);
        const Eigen::Vector4d master = contact.master_follow.block<4, 1>(2 * at.segment, column);
        const Eigen::Vector2d relative = contact.slave_follow.col(column) -
                                         (1 - p.alpha) * master.head<2>() -
                                         p.alpha * master.tail<2>();
        velocity +=
            model.motions[k].velocity * (p.cos_gamma * relative.x() + p.sin_gamma * relative.y());
        speed += std::abs(model.motions[k].velocity);
    }
    if (std::abs(velocity) <= 1e-9 * speed || speed == 0) {
        if (sliding.mu == 0)
            return 1;
        throw InputError(sliding.where, "contact." + sliding.name +
                                            ": no motion drives the slave along the master, so the "
                                            "direction of friction is undefined; add a [[motion]] "
                                            "with a velocity, or set friction = 0");
    }
    return velocity > 0 ? 1 : -1;
}

std::string stop_message(TransientStatus status, const assembly::CoupledModel& model, double t,
                         const ContactState& contact, double h)
{
    const std::string at = " at t = " + number_text(t, 9) + " s";
    if (status == TransientStatus::end)
        return "";
    if (status == TransientStatus::interrupted)
        return "interrupted" + at + "; everything up to there is kept";
    if (model.sliding.empty())
        return "the integration diverges" + at + "; reduce the time step h = " + number_text(h, 4) +
               " s";
    const std::string name = "contact." + model.sliding.front().name;
    switch (status) {
    case TransientStatus::detachment:
        return name + at + ": the slave lifts off (normal force " + number_text(contact.lambda, 4) +
               " N); separation is outside this analysis. Raise the load, or lower the excitation";
    case TransientStatus::reversal:
        return name + at + ": the sliding velocity reaches zero (" +
               number_text(contact.sliding_velocity, 4) +
               " m/s); sticking is outside this analysis. Raise the drive velocity, or lower the "
               "excitation";
    case TransientStatus::left_master:
        return name + at + ": the slave leaves the master surface past segment " +
               std::to_string(contact.segment) + " of " +
               std::to_string(model.sliding.front().n_segments()) +
               " (counted from 0); end earlier";
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
    std::size_t body = 0;
    Vector p;
    Vector follow; // per motion

    [[nodiscard]] double displacement(const Integrator& s) const
    {
        double u = p.dot(s.displacement(body));
        for (Index k = 0; k < follow.size(); ++k)
            u += follow(k) * s.motion_displacement(static_cast<std::size_t>(k));
        return u;
    }
    [[nodiscard]] double increment(const Integrator& s) const
    {
        double d = p.dot(s.increment(body));
        for (Index k = 0; k < follow.size(); ++k)
            d += follow(k) * s.motion_increment(static_cast<std::size_t>(k));
        return d;
    }
};

ModalProbe modal_probe(const ModalModel& modal, const Probe& probe)
{
    ModalProbe m{probe.body, modal.bodies[probe.body].Phi.transpose() * probe.row,
                 Vector::Zero(static_cast<Index>(modal.motions.size()))};
    for (std::size_t k = 0; k < modal.motions.size(); ++k)
        if (modal.motions[k].body == probe.body)
            m.follow(static_cast<Index>(k)) = probe.row.dot(modal.motions[k].follower);
    return m;
}

void record_contact(ContactHistory& history, const Integrator& s, double mu, double direction,
                    contact::State state)
{
    const ContactState& contact = s.contact();
    const contact::Projection at = s.settled_projection();
    const Eigen::Vector2d position = s.slave_position();
    history.normal_force.push_back(contact.lambda);
    history.friction_force.push_back(-direction * mu * contact.lambda);
    history.gap.push_back(at.gap);
    history.sliding_velocity.push_back(contact.sliding_velocity);
    history.slave_velocity_x.push_back(contact.slave_velocity.x());
    history.slave_velocity_y.push_back(contact.slave_velocity.y());
    history.contact_x.push_back(position.x());
    history.contact_y.push_back(position.y());
    history.slope.push_back(std::atan2(at.sin_gamma, at.cos_gamma));
    history.alpha.push_back(at.alpha);
    history.segment.push_back(static_cast<int>(contact.segment));
    history.state.push_back(static_cast<int>(state));
}

void record_energy(EnergyHistory& history, double time, const EnergyAccount& e)
{
    history.time.push_back(time);
    history.stored.push_back(e.stored);
    history.loads.push_back(e.loads);
    history.drive.push_back(e.drive);
    history.friction.push_back(e.friction);
    history.damping.push_back(e.damping);
    history.residual.push_back(e.stored - e.loads - e.drive + e.friction + e.damping);
}

FieldFrame make_frame(const ModalModel& modal, const Integrator& s, double time,
                      contact::State state)
{
    FieldFrame frame;
    frame.time = time;
    frame.state = state;
    for (std::size_t b = 0; b < modal.bodies.size(); ++b)
        frame.u.emplace_back(modal.bodies[b].Phi * s.displacement(b));
    for (std::size_t k = 0; k < modal.motions.size(); ++k)
        frame.u[modal.motions[k].body] += s.motion_displacement(k) * modal.motions[k].follower;
    if (!modal.contacts.empty()) {
        frame.lambda = s.contact().lambda;
        frame.segment = s.contact().segment;
        frame.projection = s.settled_projection();
    }
    return frame;
}

// The sample whose step gave numbers that are not finite: results hold none of them.
void drop_last_sample(TransientResult& result)
{
    const double time = result.time.back();
    result.time.pop_back();
    for (ProbeHistory& probe : result.probes)
        probe.u.pop_back();
    for (ContactHistory& c : result.contacts) {
        for (std::vector<double>* values :
             {&c.normal_force, &c.friction_force, &c.gap, &c.sliding_velocity, &c.slave_velocity_x,
              &c.slave_velocity_y, &c.contact_x, &c.contact_y, &c.slope, &c.alpha})
            values->pop_back();
        c.segment.pop_back();
        c.state.pop_back();
    }
    if (!result.frames.empty() && result.frames.back().time == time)
        result.frames.pop_back();
}

} // namespace

std::string status_name(TransientStatus status)
{
    switch (status) {
    case TransientStatus::end:
        return "end";
    case TransientStatus::detachment:
        return "detachment";
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
                               std::size_t n_probes)
{
    check_options(model, options);
    TransientCheck check;
    check.modal = modal_model(model);
    check.plan = make_plan(check.modal, options);
    check.direction = sliding_direction(model, check.modal);

    Index n_dofs = 0;
    for (const fem::Substructure& body : model.bodies)
        n_dofs += body.n();
    const TransientPlan& plan = check.plan;
    const auto n_samples = static_cast<double>(plan.n_steps / plan.steps_per_sample);
    const double n_frames =
        plan.steps_per_frame > 0 ? static_cast<double>(plan.n_steps / plan.steps_per_frame) : 0;
    constexpr double numbers_per_sample = 1 + 7 + 11; // time, energies, contact
    const double bytes = 8 * (n_samples * (numbers_per_sample + 3 * static_cast<double>(n_probes)) +
                              n_frames * static_cast<double>(n_dofs));
    if (bytes > max_result_bytes)
        throw InputError("the results would take " + number_text(bytes / 1e9, 3) +
                         " GB (limit 4 GB); lower history_rate_hz or fields_rate_hz");

    const bool touching = !model.sliding.empty();
    const std::string equilibrium = touching ? "sliding-equilibrium" : "static-equilibrium";
    check.start = options.start == "auto" ? equilibrium : options.start;
    if (check.start == "rest") {
        for (const ModalBody& body : check.modal.bodies)
            check.equilibrium.q.push_back(Vector::Zero(body.n_modes()));
        if (touching)
            check.equilibrium.contact = assembly::undeformed_configuration(model.sliding.front());
    } else if (check.start == equilibrium) {
        check.equilibrium = sliding_equilibrium(model, check.modal, check.direction);
    } else {
        throw InputError("start = \"" + options.start +
                         "\"; allowed for this model: " + equilibrium + ", rest");
    }
    return check;
}

TransientResult transient(const assembly::CoupledModel& model, const TransientOptions& options,
                          const std::vector<Probe>& probes, const Progress& progress)
{
    const TransientCheck check = check_transient(model, options, probes.size());
    const TransientPlan& plan = check.plan;
    const ModalModel& modal = check.modal;
    const bool touching = !model.sliding.empty();

    TransientResult result;
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
        result.contacts.push_back({.name = sliding.name});

    std::vector<double> increment(rows.size());
    StepEvent event = StepEvent::none;
    long long n = 0;
    while (event == StepEvent::none) {
        // A sample needs the increments of the step before and after it: central differences.
        const double elapsed = integrator.elapsed(), time = options.t_start + elapsed;
        const contact::State state =
            elapsed >= settings.ramp ? contact::State::sliding : contact::State::ramp;
        integrator.settle();
        const std::size_t n_samples = result.time.size();
        result.time.push_back(time);
        for (std::size_t p = 0; p < rows.size(); ++p) {
            result.probes[p].u.push_back(rows[p].displacement(integrator));
            increment[p] = rows[p].increment(integrator);
        }
        for (ContactHistory& history : result.contacts)
            record_contact(history, integrator, model.sliding.front().mu, result.direction, state);
        if (plan.steps_per_frame > 0 && n % plan.steps_per_frame == 0)
            result.frames.push_back(make_frame(modal, integrator, time, state));

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
    if (touching) {
        ContactHistory& history = result.contacts.front();
        history.normal_force_range = integrator.contact().lambda_range;
        history.sliding_velocity_range = integrator.contact().sliding_velocity_range;
        history.slave_velocity_x_range = integrator.contact().slave_velocity_x_range;
    }
    result.message =
        stop_message(result.status, model, result.t_stop, integrator.contact(), plan.h);
    return result;
}

} // namespace slideway::dynamics
