#include "app/analyses/transient/transient_results.hpp"

#include "app/analyses/transient/wear_results.hpp"
#include "app/motions/start/start.hpp"
#include "app/results/frames.hpp"
#include "app/results/quantities.hpp"
#include "base/selected.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace slideway::app {

namespace {

using dynamics::NodeStatistics;
using dynamics::PatchEvent;
using dynamics::SecondContacts;
using dynamics::SlidingHistory;
using Number = std::optional<double>;

const std::string of_events = "of schemes that locate events", of_steps = "of schemes with equal "
                                                                          "steps";

// ---- quantities of schemes with equal steps

void contact_quantities(io::Entries& q, const BuiltModel* built, dynamics::TransientResult& r)
{
    q.note("Quantities `C....start` are those of the static sliding equilibrium, if the motion "
           "starts from it.");
    q.named(r.history.sliding, "", "C", "a sliding contact", [&](SlidingHistory& contact) {
        if (q.describes() || r.start == dynamics::Start::sliding_equilibrium) {
            ContactNodes nodes;
            if (!q.describes())
                nodes = contact_nodes(*built, contact.name, r.equilibrium.points);
            node_quantities(q, ".start", nodes);
        }
        range_quantities(q, "normal_force", contact.normal_force_range, "N",
                         "normal force of all steps and slave nodes in contact; with `sticking = "
                         "\"follow\"` since `statistics.from`");
        range_quantities(q, "sliding_velocity", contact.sliding_velocity_range, "m/s",
                         "sliding velocity of all slave nodes in contact and all steps after the "
                         "ramp of the drive");
        range_quantities(q, "slave_velocity_x", contact.slave_velocity_x_range, "m/s",
                         "velocity of the slave in x of all steps later than twice the ramp");
        if (q.describes() || !contact.contact_x.empty()) {
            const auto n =
                std::min<Index>(contact.n_slaves, static_cast<Index>(contact.contact_x.size()));
            number_or_list(q, {contact.contact_x.end() - n, contact.contact_x.end()},
                           "contact_x.end", "m", "last recorded contact point per slave node", "s");
        }
    });
}

// Statistics of the slave nodes of a contact that may stick and open.
void state_quantities(io::Entries& q, const SlidingHistory& contact)
{
    const auto add = [&](const std::string& name, const std::string& unit,
                         const std::string& meaning, const auto& value) {
        number_or_list(q, io::column(contact.statistics, value), name, unit, meaning, "s");
    };
    const auto add_share = [&](const std::string& name, double NodeStatistics::*part,
                               const std::string& meaning) {
        add(name, "", "share of the time since `statistics.from`: " + meaning,
            [part](const NodeStatistics& node) { return node.*part / node.duration; });
    };
    const auto add_episodes = [&](const std::string& name,
                                  NodeStatistics::Episodes NodeStatistics::*episodes) {
        const NodeStatistics::Episodes all = total(contact, episodes);
        q.derived(static_cast<double>(all.n), name, "",
                  "number of " + name + " that began since `statistics.from`");
        q.derived(static_cast<double>(all.counted), name + ".counted", "",
                  "number of those of at least `statistics.episode`");
        q.derived(all.longest, name + ".longest", "s", "duration of the longest one");
        q.derived(all.first, name + ".first", "s", "beginning of the first one", "",
                  "if there is any");
    };
    if (contact.statistics.front().duration > 0) {
        add_share("open", &NodeStatistics::open, "open");
        add_share("stuck", &NodeStatistics::stuck, "stuck");
        add_share("backward", &NodeStatistics::backward, "sliding against the master");
        add_episodes("sticks", &NodeStatistics::sticks);
        add_episodes("openings", &NodeStatistics::openings);
        add("gap.largest", "m", "largest gap since `statistics.from`",
            &NodeStatistics::largest_gap);
        add("normal_force.mean", "N", "mean of the normal force since `statistics.from`",
            &NodeStatistics::mean_force);
        add("normal_force.largest_mean", "N",
            "largest mean of the normal force over `statistics.window`",
            &NodeStatistics::largest_force);
    }
    add("slip_path", "m",
        "distance slid in contact since the start, without the motion over the master while "
        "open",
        &NodeStatistics::slip_path);
    q.derived(static_cast<double>(contact.n_changes), "changes", "",
              "number of changes of state since the start");
}

void all_state_quantities(io::Entries& q, dynamics::TransientResult& r)
{
    q.note("The shares of time, numbers and means of a contact that may stick and open "
           "(`sticking = \"follow\"`) are missing if the run ended before `statistics.from`.");
    q.named(r.history.sliding, "", "C", "a sliding contact", [&](SlidingHistory& contact) {
        if (q.describes())
            contact.statistics = {{.duration = 1}};
        if (!contact.statistics.empty())
            state_quantities(q, contact);
    });
}

void second_quantities(io::Entries& q, dynamics::TransientResult& r)
{
    q.named(r.second, "", "C", "a sliding contact", [&](SecondContacts& contact) {
        if (!q.describes() && !(largest_share(contact) > 0))
            return;
        number_or_list(q, contact.share, "two_segments", "",
                       "share of the time in which a slave node touches two segments, if any does",
                       "s");
        number_or_list(q, contact.smaller_force, "two_segments.smaller_force", "N",
                       "mean of the smaller one of both normal forces over that time", "s");
        number_or_list(q, contact.larger_force, "two_segments.larger_force", "N",
                       "mean of the larger one", "s");
    });
}

void body_quantities(io::Entries& q, const BuiltModel* built)
{
    std::vector<std::string> names;
    std::vector<double> highest;
    if (built != nullptr)
        for (const BuiltBody& body : built->bodies)
            if (const Vector& omega = body.reduced.omega; omega.size() > 0) {
                names.push_back(body.name);
                highest.push_back(omega(omega.size() - 1) / (2 * std::numbers::pi));
            }
    q.each_group(names, "", "B", "a body", [&](std::size_t k) {
        q.derived([&] { return highest[k]; }, "reduction.highest_frequency", "Hz",
                  "highest frequency of the modes added to the constraint modes; " + of_steps);
    });
}

// ---- quantities of schemes that locate events

void period_quantities(io::Entries& q, const TransientFound& f)
{
    q.note("Quantities of the last period, the one before the end, are missing without excitation, "
           "after less than a period of it, and if the run stopped early.");
    q.each_group(
        f.has_whole_period ? f.system.names : std::vector<std::string>(), "", "K",
        "a dry contact of a scheme that locates events: the name of a coulomb joint, or `K.1`, "
        "`K.2`, ... if it has several components",
        [&](std::size_t k) {
            const dynamics::ContactPeriod last =
                q.describes() ? dynamics::ContactPeriod() : f.motion.last_period[k];
            q.derived(regime_name(last.regime), "regime", "",
                      "`continuous`, `stick-slip`, or `no-motion`: an amplitude up to a thousandth "
                      "of how far friction can move it, limit times the sum over the modes of "
                      "b^2/max(omega, Omega)^2");
            q.derived(last.stops, "stops_per_period", "",
                      "number of phases of sticking that begin in the last period");
            q.derived(last.amplitude, "amplitude",
                      unit_on("m", measure_at(f.system.measures, static_cast<Index>(k))),
                      "(max - min)/2 of the displacement in the last period, from its turning "
                      "points");
            q.derived(last.dissipation, "dissipation_per_cycle", "J",
                      "energy dissipated in the last period");
            q.derived(last.sticking, "sticking", "", "fraction of the last period");
        });
}

// Infinite in pure slip: directions are exact to about 1e-12, and a smaller spin is round-off.
double slip_over_spin(const Eigen::Vector3d& direction, double radius)
{
    constexpr double no_spin = 1e-9;
    const double slip = direction.head<2>().norm(), spin = radius * std::abs(direction(2));
    return spin > no_spin * slip ? slip / spin : std::numeric_limits<double>::infinity();
}

// Time, place and direction of the stops or of the starts of a patch.
// @param patch  null for the describer
void stop_quantities(io::Entries& q, const TransientFound& f, std::size_t p,
                     const dynamics::PatchContact* patch, bool slides)
{
    const std::vector<PatchEvent> events =
        selected(f.motion.history.patch_events, [&](const PatchEvent& event) {
            return event.patch == p && event.slides == slides;
        });
    const auto add = [&](const std::string& name, const std::string& unit,
                         const std::string& meaning, const auto& value) {
        const std::vector<double> values = io::column(events, value);
        if (std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }))
            number_or_list(q, values, name, unit, meaning, "k");
    };
    const auto component = [](Eigen::Vector3d PatchEvent::*values, Index row) {
        return [values, row](const PatchEvent& event) { return (event.*values)(row); };
    };
    add("time", "s", slides ? "time of every start" : "time of every stop", &PatchEvent::time);
    add("x", "m", "position", component(&PatchEvent::place, 0));
    add("y", "m", "position", component(&PatchEvent::place, 1));
    add("direction_x", "",
        "velocities of x, y and rotation over their length: the limit on coming to rest, or at "
        "the start",
        component(&PatchEvent::direction, 0));
    add("direction_y", "", "that of y", component(&PatchEvent::direction, 1));
    if (patch == nullptr || !patch->law.is_point()) {
        add("rotation", "rad", "rotation; not of a point", component(&PatchEvent::place, 2));
        add("direction_rotation", "rad/m", "direction of the rotation; not of a point",
            component(&PatchEvent::direction, 2));
        add("slip_over_spin", "",
            "slip over spin times the radius; omitted if one of them has no spin (less than 1e-9 "
            "of the slip, which is round-off), as the direction then states; not of a point",
            [&](const PatchEvent& event) {
                return slip_over_spin(event.direction, patch->law.radius());
            });
    }
    add("dissipated", "J", "energy dissipated in the patch since the start",
        &PatchEvent::dissipated);
}

void patch_quantities(io::Entries& q, const TransientFound& f)
{
    const std::vector<dynamics::PatchContact>& all = f.system.patches;
    q.each_group(io::names_of(all), "", "A", "a patch", [&](std::size_t p) {
        for (const bool slides : {false, true})
            q.group(slides ? "starts" : "stops",
                    [&] { stop_quantities(q, f, p, q.describes() ? nullptr : &all[p], slides); });
    });
}

// ---- arrays

void second_arrays(io::Entries& a, dynamics::TransientResult& r)
{
    a.note("`contacts/C/second` exists only where a slave node touches two segments at a concave "
           "corner.");
    a.named(r.second, "contacts", "C", "a sliding contact", [&](SecondContacts& contact) {
        if (!a.describes() && std::all_of(contact.segment.begin(), contact.segment.end(),
                                          [](int segment) { return segment < 0; }))
            return;
        node_array(a, contact.normal_force, contact.n_slaves, "second/normal_force", "N",
                   "normal force on the other segment of a node that touches two");
        node_array(a, contact.friction_force, contact.n_slaves, "second/friction_force", "N",
                   "friction force on the other segment of a node that touches two");
        node_array(a, contact.segment, contact.n_slaves, "second/segment",
                   "the other segment, counted from 0; -1: none");
    });
}

} // namespace

Settings scheme_settings(const dynamics::TransientOptions& options,
                         const dynamics::ModalModel& modal)
{
    return {
        {"scheme", std::string(name_of(options.scheme))},
        {"time", number_text(options.t_start, 9) + " to " + number_text(options.t_end, 9) + " s"},
        {"form", modal.classical() ? "modal, classical damping"
                                   : "modal; damping is not classical and couples the modes "
                                     "(first-order form)"},
        {"modes", std::to_string(modal.n_modes())}};
}

NodeStatistics::Episodes total(const SlidingHistory& contact,
                               NodeStatistics::Episodes NodeStatistics::*episodes)
{
    NodeStatistics::Episodes all;
    all.first = std::numeric_limits<double>::infinity();
    for (const NodeStatistics& node : contact.statistics) {
        const NodeStatistics::Episodes& one = node.*episodes;
        all.n += one.n;
        all.counted += one.counted;
        all.brief += one.brief;
        all.longest = std::max(all.longest, one.longest);
        all.first = one.first < all.first ? one.first : all.first;
    }
    return all;
}

double largest_share(const SecondContacts& contact)
{
    return contact.share.empty() ? 0
                                 : *std::max_element(contact.share.begin(), contact.share.end());
}

void quantities(io::Entries& q, TransientResults& r)
{
    TransientFound none;
    TransientFound& f = r.found ? *r.found : none;
    const bool steps = q.describes() || f.how == Integration::steps,
               events = q.describes() || f.how == Integration::events;
    q.derived(f.how == Integration::steps ? f.steps.t_stop : f.motion.t_stop, "time.end", "s",
              "time reached");
    q.derived(events ? Number(static_cast<double>(f.n_events())) : Number(), "events", "",
              "number of sticks, slips and reversals, and of changes of state of other joints", "",
              of_events);
    q.derived(f.how == Integration::steps ? Number(static_cast<double>(f.steps.n_steps))
              : f.counts_steps            ? Number(static_cast<double>(f.motion.n_steps))
                                          : Number(),
              "steps", "", "number of steps", "", "of schemes with steps");
    if (steps) {
        q.derived(f.steps.h, "time_step", "s", "size of the steps; only " + of_steps);
        q.derived(f.steps.plan.h_limit, "time_step.limit", "s",
                  "limit of the steps of `forward-increment`; only " + of_steps);
        contact_quantities(q, r.built, f.steps);
    }
    if (events)
        period_quantities(q, f);
    joint_quantities(q, r.built, f.history());
    if (events) {
        patch_quantities(q, f);
        wear_quantities(q, f.system.patches, f.motion);
    }
    point_quantities(q, f.history().points);
    EnergyAccount account;
    if (q.describes() || f.energy)
        energy_quantities(q, f.energy ? *f.energy : account);
    if (steps) {
        body_quantities(q, r.built);
        all_state_quantities(q, f.steps);
        second_quantities(q, f.steps);
    }
    signal_quantities(q, f.signals);
}

void arrays(io::Entries& a, TransientResults& r)
{
    TransientFound none;
    TransientFound& f = r.found ? *r.found : none;
    history_arrays(a, r.built, f.history(), f.how);
    if (a.describes() || f.how == Integration::steps)
        second_arrays(a, f.steps);
    signal_arrays(a, f.signals);
    if (!a.describes() && f.how == Integration::steps)
        return;
    wear_arrays(a, f.system.patches, f.motion);
    a.note("Other transients with schemes that locate events start from the states in `states` "
           "(`start.results`): the state at each time of `analysis.keep_at`, then the state at the "
           "end, even if the run stopped early. The modes must be equal: frequencies and shapes to "
           "1e-9, ports, contacts, joints and types of laws. Loads, Omega and the parameters of "
           "laws may differ; imposed motions are those of the new case. Time continues at the time "
           "of the state. With another Omega it begins where the drive has the phase of the state. "
           "With `t_start` it begins at the given time, with any phase.");
    KeptRun kept;
    if (!a.describes())
        kept = {stored_modes(*r.built, *f.modal, f.system), f.motion.kept};
    arrays(a, kept);
}

Outcome outcome_of(const BuiltModel& built, std::shared_ptr<TransientFound> found, Summary summary)
{
    const auto results = std::make_shared<TransientResults>(TransientResults{&built, found});
    if (found->energy && found->energy->residual)
        summary.checks.push_back("the energy account closes to " +
                                 number_text(std::abs(*found->energy->residual), 1) +
                                 " of the energy exchanged");
    summarise(found->signals, summary);
    add_quantities(summary, [&](io::Entries& q) { quantities(q, *results); });
    return {.summary = std::move(summary),
            .arrays = writer_of(results),
            .pictures = [&built, found](const auto& folder) {
                write_frames(folder, built, found->frames);
                draw_wear(folder, found->system.patches, found->motion);
            }};
}

} // namespace slideway::app
