#include "dynamics/sliding/transient_plan.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/band_noise.hpp"
#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/noise_record.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/shared_modes.hpp"
#include "dynamics/modal/start_state.hpp"
#include "dynamics/sliding/scheme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace slideway::dynamics {

namespace {

constexpr int min_propagator_steps_per_sample = 10;

void check_options(const TransientOptions& options)
{
    if (!(options.t_end > options.t_start))
        throw InputError("t_end", number_text(options.t_end),
                         "must be later than t_start = " + number_text(options.t_start) + " s");
    if (!(options.history_rate_hz > 0) || !(options.fields_rate_hz >= 0) || !(options.h >= 0))
        throw InputError("history_rate_hz must be > 0, fields_rate_hz and h >= 0");
    if (const auto from = options.statistics.from;
        from && !(*from >= options.t_start && *from < options.t_end))
        throw InputError(
            "statistics.from", number_text(*from),
            "expected a time of the run, at least t_start = " + number_text(options.t_start) +
                " s and before t_end = " + number_text(options.t_end) + " s");
    if (locates_events(options.scheme))
        throw InputError("scheme", quoted_name(options.scheme),
                         "allowed: forward-increment, modal-propagator");
}

// Schemes of steps take motions with a velocity, and laws with a force.
void check_model(const assembly::CoupledModel& model, const TransientOptions& options)
{
    const std::string scheme(name_of(options.scheme));
    for (const assembly::Load& load : model.loads)
        if (std::holds_alternative<assembly::Harmonic>(load.signal) && !(model.Omega > 0))
            throw InputError(load.where, "load." + load.name +
                                             ": give the frequency of the harmonic force in "
                                             "[excitation]");
    for (const assembly::Motion& motion : model.motions)
        if (motion.harmonic)
            throw InputError(motion.where, "motion." + motion.name + ": " + scheme +
                                               " takes motions with a velocity, not harmonic ones; "
                                               "event-driven, runge-kutta and taylor do");
    for (const assembly::Joint& joint : model.joints) {
        if (!joint.law->has_force())
            throw InputError(joint.where, "joint." + joint.name + ".law",
                             "\"" + std::string(joint.law->keyword()) + "\"",
                             scheme +
                                 " has no sticking, event-driven, runge-kutta and taylor have; "
                                 "expected " +
                                 listed(contact::laws_with(&contact::Law::has_force), "or"));
        if (options.scheme != Scheme::forward_increment && !joint.law->is_linear())
            throw InputError(joint.where, "joint." + joint.name + ".law",
                             "\"" + std::string(joint.law->keyword()) + "\"",
                             scheme + " takes linear joints; forward-increment takes " +
                                 listed(contact::laws_with(&contact::Law::has_force), "and"));
    }
}

// The first body of a component that deforms by itself; "": joints alone store elastic energy.
std::string elastic_body(const assembly::CoupledModel& model, const ModalModel& modal,
                         std::size_t component)
{
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        if (modal.component_of[b] == component && model.bodies[b].K.norm() > 0)
            return model.bodies[b].name;
    return "";
}

// Restitution is a law of rigid bodies, which joints may hold: what a meshed one rebounds with
// comes from its waves.
void check_restitution(const assembly::CoupledModel& model, const ModalModel& modal,
                       const TransientOptions& options)
{
    for (std::size_t k = 0; k < model.sliding.size(); ++k) {
        const assembly::Sliding& sliding = model.sliding[k];
        if (sliding.restitution == 0)
            continue;
        const std::string key = "contact." + sliding.name + ".restitution";
        if (options.sticking != Sticking::follow || options.separation != Separation::follow)
            throw InputError(sliding.where, key, number_text(sliding.restitution),
                             "impacts need analysis.sticking = \"follow\"; expected 0");
        for (const std::size_t component :
             {modal.contacts[k].slave.component, modal.contacts[k].master.component})
            if (const std::string body = elastic_body(model, modal, component); !body.empty())
                throw InputError(
                    sliding.where, key, number_text(sliding.restitution),
                    "body " + body +
                        " is elastic: a node of it keeps the surface that it hits, and the "
                        "rebound comes from the waves behind it; expected 0");
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

// A time between samples that floating point resolves at every time of the run [s].
double sample_of(const TransientOptions& options)
{
    const double sample = 1 / options.history_rate_hz;
    if (!std::isfinite(sample))
        throw InputError("the time between samples, 1 / history_rate_hz, overflows with "
                         "history_rate_hz = " +
                         number_text(options.history_rate_hz));
    const double latest = std::max(std::abs(options.t_start), std::abs(options.t_end));
    if (!(sample > 4 * std::numeric_limits<double>::epsilon() * latest))
        throw InputError("samples at history_rate_hz = " + number_text(options.history_rate_hz) +
                         " cannot be distinguished at t = " + number_text(latest) + " s");
    return sample;
}

// A step that the options give: below the step limit, and short beside a sample.
void check_step(const assembly::CoupledModel& model, const ModalModel& modal,
                const TransientOptions& options, double h_limit, double sample)
{
    const bool central = options.scheme == Scheme::forward_increment;
    if (central && options.h >= h_limit)
        throw InputError("h", number_text(options.h),
                         "the time step of forward-increment must be below the step limit of "
                         "the reduced model" +
                             std::string(model.joints.empty() ? ", " : " with its joints, ") +
                             number_text(h_limit, 5) +
                             " s, above which it is unstable, or damping reverses a velocity with "
                             "every step");
    // The propagator holds the contact force during a step; what that does to the frequencies
    // that a history can show must stay small, and nothing else would show it.
    const double longest = sample / min_propagator_steps_per_sample;
    if (!central && !modal.contacts.empty() && options.h > longest * (1 + 1e-9))
        throw InputError("h", number_text(options.h),
                         "modal-propagator with a contact takes at least " +
                             std::to_string(min_propagator_steps_per_sample) +
                             " steps per history sample, here at most " + number_text(longest, 5) +
                             " s (history_rate_hz = " + number_text(options.history_rate_hz) + ")");
}

// Steps per sample that the scheme requires: 0.9 of the limit, or 20 to a sample.
long long steps_needed(const TransientOptions& options, double h_limit, double sample)
{
    const bool central = options.scheme == Scheme::forward_increment;
    const double longest = central ? 0.9 * h_limit : sample / 20;
    const double needed = std::ceil(sample / longest * (1 - 1e-12));
    if (!(needed <= most_steps))
        throw InputError("a sample at history_rate_hz = " + number_text(options.history_rate_hz) +
                         " would take " + number_text(needed, 3) + " steps of " +
                         number_text(longest, 3) +
                         " s, as the highest frequency of the model requires; expected at "
                         "most 2^53");
    return counted(needed);
}

// The propagator's weight of a force on an undamped mode is 4 sin^2(omega h / 2) / (omega h)^2:
// nothing, where the step holds whole periods.
void check_weights(const ModalModel& modal, double h)
{
    constexpr double none = 1e-12;
    for (const reduction::ModalForm& form : modal.components) {
        if (!form.classical() || form.n_modes() == 0)
            continue;
        Index j = 0;
        if (exact_propagator(form, h).w.minCoeff(&j) < none)
            throw InputError("h", number_text(h),
                             "holds whole periods of the undamped mode at " +
                                 number_text(form.omega(j) / (2 * std::numbers::pi), 8) +
                                 " Hz, on which no force would act; change it a little");
    }
}

TransientPlan make_plan(const assembly::CoupledModel& model, const ModalModel& modal,
                        const TransientOptions& options, double h_limit)
{
    TransientPlan plan;
    plan.h_limit = h_limit;
    const double sample = sample_of(options), duration = options.t_end - options.t_start;
    if (options.h > 0) {
        check_step(model, modal, options, plan.h_limit, sample);
        plan.h = options.h;
        plan.steps_per_sample = counted(sample / plan.h);
    } else {
        plan.steps_per_sample = steps_needed(options, plan.h_limit, sample);
        plan.h = sample / static_cast<double>(plan.steps_per_sample);
    }
    if (!(duration / plan.h <= most_steps))
        throw InputError("h", number_text(plan.h),
                         "t_end - t_start = " + number_text(duration) + " s would take " +
                             number_text(duration / plan.h, 3) + " steps; expected at most 2^53");
    plan.n_steps = std::llround(duration / plan.h);
    if (options.scheme == Scheme::modal_propagator)
        check_weights(modal, plan.h);
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

std::optional<OtherScheme> other_scheme(const assembly::CoupledModel& model,
                                        const ModalModel& modal, TransientOptions options,
                                        double h_limit)
{
    options.scheme = options.scheme == Scheme::forward_increment ? Scheme::modal_propagator
                                                                 : Scheme::forward_increment;
    options.h = 0;
    try {
        check_model(model, options);
        const TransientPlan plan = make_plan(model, modal, options, h_limit);
        return OtherScheme{options.scheme, plan.h, plan.n_steps};
    } catch (const InputError&) {
        return std::nullopt; // it does not take this model
    }
}

void check_memory(const assembly::CoupledModel& model, const TransientPlan& plan,
                  std::size_t n_probes)
{
    Index n_dofs = 0;
    for (const fem::Substructure& body : model.bodies)
        n_dofs += body.n();
    const auto n_samples = static_cast<double>(plan.n_steps / plan.steps_per_sample);
    const double n_frames =
        plan.steps_per_frame > 0 ? static_cast<double>(plan.n_steps / plan.steps_per_frame) : 0;
    double numbers_per_sample = 1 + 9; // time, energies with theirs
    for (const assembly::Sliding& sliding : model.sliding)
        numbers_per_sample += 14 * static_cast<double>(sliding.n_slaves());
    for (const assembly::Joint& joint : model.joints)
        numbers_per_sample += 2 * static_cast<double>(joint.n_rows());
    limit_results(8 * (n_samples * (numbers_per_sample + 3 * static_cast<double>(n_probes)) +
                       n_frames * static_cast<double>(n_dofs)),
                  "the results", "lower history_rate_hz or fields_rate_hz");
}

// A row over the modes of all components.
ModalOutput on_all_modes(const ModalModel& modal, const Probe& probe)
{
    const ModalRows row = modal.rows(probe.body, probe.row.transpose().sparseView(0, 0));
    const std::vector<Index> first = modal.first_modes();
    ModalOutput output;
    output.name = probe.name;
    output.row = Vector::Zero(first.back());
    output.row.segment(first[row.component], row.rows.cols()) = row.rows.row(0).transpose();
    return output;
}

// Slave nodes in the positions that the displacements of the start give.
std::vector<ContactPoint> displaced_points(const assembly::CoupledModel& model,
                                           const ModalModel& modal, const std::vector<Vector>& q,
                                           bool may_be_open)
{
    assembly::CoupledModel displaced = model;
    for (std::size_t k = 0; k < model.sliding.size(); ++k) {
        assembly::Sliding& sliding = displaced.sliding[k];
        const ModalContact& contact = modal.contacts[k];
        const Vector slave = contact.slave.rows * q[contact.slave.component],
                     master = contact.master.rows * q[contact.master.component];
        for (Index i = 0; i < sliding.slave_X.rows(); ++i)
            sliding.slave_X.row(i) += slave.segment<2>(2 * i).transpose();
        for (Index i = 0; i < sliding.master_X.rows(); ++i)
            sliding.master_X.row(i) += master.segment<2>(2 * i).transpose();
    }
    return undeformed_points(displaced, may_be_open);
}

SlidingEquilibrium start_equilibrium(const assembly::CoupledModel& model, const ModalModel& modal,
                                     const GivenStart& given, bool may_be_open)
{
    DrivenModes modes;
    modes.modes = stacked_modes(modal);
    GivenComponents displaced{{}, given.displacement}, moving{{}, given.velocity};
    for (const Probe& probe : given.displaced)
        displaced.rows.push_back(on_all_modes(modal, probe));
    for (const Probe& probe : given.moving)
        moving.rows.push_back(on_all_modes(modal, probe));
    const ModalState state = start_state(modes, displaced, moving, 0);
    const std::vector<Index> first = modal.first_modes();
    SlidingEquilibrium start;
    for (std::size_t c = 0; c < modal.components.size(); ++c) {
        start.q.emplace_back(state.q.segment(first[c], first[c + 1] - first[c]));
        start.v.emplace_back(state.v.segment(first[c], first[c + 1] - first[c]));
    }
    start.points = given.displaced.empty() ? undeformed_points(model, may_be_open)
                                           : displaced_points(model, modal, start.q, may_be_open);
    return start;
}

// Where it begins: at the equilibrium that applies, or undeformed.
void set_start(const assembly::CoupledModel& model, const TransientOptions& options,
               TransientCheck& check)
{
    const bool touching = !model.sliding.empty();
    const bool joints = std::any_of(check.modal->joints.begin(), check.modal->joints.end(),
                                    [](const auto& joint) -> bool { return joint.has_value(); });
    if (options.given) {
        check.start = Start::rest;
        check.equilibrium = start_equilibrium(model, *check.modal, *options.given,
                                              options.separation == Separation::follow);
        return;
    }
    const Start equilibrium = touching ? Start::sliding_equilibrium : Start::static_equilibrium;
    check.start = options.start != Start::automatic ? options.start
                  : joints                          ? Start::rest
                                                    : equilibrium;
    if (check.start == Start::rest) {
        for (const reduction::ModalForm& form : check.modal->components)
            check.equilibrium.q.push_back(Vector::Zero(form.n_modes()));
        check.equilibrium.points =
            undeformed_points(model, options.separation == Separation::follow);
    } else if (check.start == equilibrium) {
        check.equilibrium = sliding_equilibrium(model, *check.modal, check.direction);
    } else {
        throw InputError("start", quoted_name(options.start),
                         "allowed for this model: " + std::string(name_of(equilibrium)) + ", " +
                             std::string(name_of(Start::rest)));
    }
}

} // namespace

TransientCheck check_transient(const assembly::CoupledModel& model, const TransientOptions& options,
                               std::size_t n_probes, const Progress& progress, SharedModes* shared)
{
    check_options(options);
    check_model(model, options);
    TransientCheck check;
    check.modal = modal_model(model, shared, progress);
    check.direction = sliding_directions(model, *check.modal, options.sticking == Sticking::follow);
    const double h_limit = step_limit(model, *check.modal);
    check.plan = make_plan(model, *check.modal, options, h_limit);
    check.other = other_scheme(model, *check.modal, options, h_limit);
    check_restitution(model, *check.modal, options);
    check_noise(model, options.t_end - options.t_start);
    check_memory(model, check.plan, n_probes);
    set_start(model, options, check);
    return check;
}

} // namespace slideway::dynamics
