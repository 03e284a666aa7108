#include "app/analyses/transient/stepping_schemes.hpp"

#include "app/case/located.hpp"
#include "app/results/frames.hpp"
#include "app/results/histories.hpp"
#include "app/results/quantities.hpp"
#include "app/results/signals.hpp"
#include "base/text.hpp"
#include "dynamics/sliding/transient.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numbers>

namespace slideway::app {

namespace {

using dynamics::Extremes;
using dynamics::NodeStatistics;

// Describes the events of a transient, one sentence per line.
std::vector<std::string> report(const dynamics::TransientResult& result)
{
    std::vector<std::string> lines;
    for (const dynamics::SlidingHistory& contact : result.history.sliding) {
        const Extremes& force = contact.normal_force_range;
        const Extremes& slide = contact.sliding_velocity_range;
        if (force.min <= force.max)
            lines.push_back("contact " + contact.name + ": normal force " +
                            number_text(force.min, 3) + " to " + number_text(force.max, 3) + " N" +
                            (slide.min <= slide.max
                                 ? ", sliding velocity " + number_text(slide.min + 0.0, 3) +
                                       " to " + number_text(slide.max + 0.0, 3) + " m/s" // not "-0"
                                 : ""));
    }
    for (const dynamics::PointHistory& probe : result.history.points) {
        const auto most =
            std::max_element(probe.a.begin(), probe.a.end(),
                             [](double a, double b) -> bool { return std::abs(a) < std::abs(b); });
        const std::string unit = unit_on("m/s^2", probe.measure);
        if (most != probe.a.end())
            lines.push_back(
                probe.name + ": acceleration " + number_text(rms(probe.a), 3) + " " + unit +
                " rms, at most " + number_text(std::abs(*most), 3) + " " + unit + " at t = " +
                number_text(result.history.time[static_cast<std::size_t>(most - probe.a.begin())],
                            4) +
                " s");
    }
    return lines;
}

// One number per slave node.
void add_of_nodes(Summary& s, const std::string& name, const dynamics::SlidingHistory& contact,
                  const std::function<double(const NodeStatistics&)>& unit_function,
                  const std::string& unit)
{
    Quantity q{name, {}, unit};
    for (const NodeStatistics& node : contact.statistics)
        q.value.push_back(unit_function(node));
    s.quantities.push_back(q);
}

// Sticks or openings, and a warning where steps do not resolve them.
void add_episodes(Summary& s, const dynamics::SlidingHistory& contact, const std::string& what,
                  NodeStatistics::Episodes NodeStatistics::*statistics, double h)
{
    const std::string quantity = contact.name + "." + what;
    long long n = 0, counted = 0, brief = 0;
    double longest = 0, first = std::numeric_limits<double>::infinity();
    for (const NodeStatistics& node : contact.statistics) {
        const NodeStatistics::Episodes& e = node.*statistics;
        n += e.n;
        counted += e.counted;
        brief += e.brief;
        longest = std::max(longest, e.longest);
        first = e.first < first ? e.first : first;
    }
    add(s, quantity, static_cast<double>(n), "");
    add(s, quantity + ".counted", static_cast<double>(counted), "");
    add(s, quantity + ".longest", longest, "s");
    add(s, quantity + ".first", first, "s");
    if (what == "openings" && 2 * brief > n)
        s.warnings.push_back("contact " + contact.name + " opens " + std::to_string(n) +
                             " times, mostly for less than five steps: h = " + number_text(h, 4) +
                             " s does not resolve that");
}

// Slave nodes that touched two segments at once.
void summarise_second(const dynamics::TransientResult& result, Summary& s)
{
    for (const dynamics::SecondContacts& k : result.second) {
        const double most = k.share.empty() ? 0 : *std::max_element(k.share.begin(), k.share.end());
        if (!(most > 0))
            continue;
        s.quantities.push_back({k.name + ".two_segments", k.share, ""});
        s.quantities.push_back({k.name + ".two_segments.smaller_force", k.smaller_force, "N"});
        s.quantities.push_back({k.name + ".two_segments.larger_force", k.larger_force, "N"});
        s.lines.push_back("contact " + k.name +
                          ": a slave node touches two segments of the master for " +
                          number_text(100 * most, 3) +
                          " % of the time; `second` has the forces on the other one");
    }
}

void write_second(io::ArraySink& sink, const dynamics::TransientResult& result)
{
    for (const dynamics::SecondContacts& k : result.second) {
        if (std::all_of(k.segment.begin(), k.segment.end(), [](int value) { return value < 0; }))
            continue;
        const std::string group = "contacts/" + k.name + "/second/";
        auto write = [&](const std::string& name, const std::vector<double>& values,
                         const std::string& unit, const std::string& about) {
            if (k.n_slaves == 1)
                return sink.write(group + name, values, unit, about);
            const auto n = static_cast<Index>(values.size()) / k.n_slaves;
            const Matrix table = Eigen::Map<const Matrix>(values.data(), k.n_slaves, n).transpose();
            sink.write(group + name, table, unit, about + "; samples x slave nodes");
        };
        const std::string other = "on the other segment of a node that touches two";
        write("normal_force", k.normal_force, "N", other);
        write("friction_force", k.friction_force, "N", other);
        const std::string segments = "the other one, counted from 0; -1: none";
        if (k.n_slaves == 1)
            sink.write(group + "segment", k.segment, segments);
        else
            write("segment", {k.segment.begin(), k.segment.end()}, "", segments);
    }
}

// Adds the statistics of slave nodes that may stick and open.
void summarise_states(const dynamics::TransientResult& result, Summary& s)
{
    for (const dynamics::SlidingHistory& contact : result.history.sliding) {
        if (contact.statistics.empty())
            continue;
        const std::string& name = contact.name;
        auto share = [](double NodeStatistics::*statistics) {
            return [statistics](const NodeStatistics& n) -> double {
                return n.*statistics / n.duration;
            };
        };
        auto plain = [](double NodeStatistics::*contact_statistics) {
            return [contact_statistics](const NodeStatistics& n) -> double {
                return n.*contact_statistics;
            };
        };
        if (contact.statistics.front().duration > 0) {
            add_of_nodes(s, name + ".open", contact, share(&NodeStatistics::open), "");
            add_of_nodes(s, name + ".stuck", contact, share(&NodeStatistics::stuck), "");
            add_of_nodes(s, name + ".backward", contact, share(&NodeStatistics::backward), "");
            add_episodes(s, contact, "sticks", &NodeStatistics::sticks, result.h);
            add_episodes(s, contact, "openings", &NodeStatistics::openings, result.h);
            add_of_nodes(s, name + ".gap.largest", contact, plain(&NodeStatistics::largest_gap),
                         "m");
            add_of_nodes(s, name + ".normal_force.mean", contact,
                         plain(&NodeStatistics::mean_force), "N");
            add_of_nodes(s, name + ".normal_force.largest_mean", contact,
                         plain(&NodeStatistics::largest_force), "N");
        } else {
            s.warnings.push_back("contact " + name +
                                 ": the run ended before statistics.from (the end of the ramps, "
                                 "unless it is given): no forces, sticks or openings are reported");
        }
        add_of_nodes(s, name + ".slip_path", contact, plain(&NodeStatistics::slip_path), "m");
        add(s, name + ".changes", static_cast<double>(contact.n_changes), "");
        double open = 0, stuck = 0, duration = 0;
        long long openings = 0, sticks = 0;
        for (const NodeStatistics& node : contact.statistics) {
            open += node.open;
            stuck += node.stuck;
            duration += node.duration;
            openings += node.openings.counted;
            sticks += node.sticks.counted;
        }
        if (duration > 0)
            s.lines.push_back("contact " + name + ": open for " +
                              number_text(100 * open / duration, 3) + " % of the time (" +
                              std::to_string(openings) + " openings), stuck for " +
                              number_text(100 * stuck / duration, 3) + " % (" +
                              std::to_string(sticks) + " sticks)");
        if (static_cast<long long>(contact.changes.size()) < contact.n_changes)
            s.lines.push_back("contact " + name + ": the event list holds the first " +
                              std::to_string(contact.changes.size()) + " of " +
                              std::to_string(contact.n_changes) + " changes of state");
    }
    if (result.counts.not_unique > 0)
        s.lines.push_back("in " + std::to_string(result.counts.not_unique) +
                          " steps several nodes of rigid bodies stick: of their forces of friction "
                          "only the sum is unique");
    if (result.counts.loose > 0)
        s.warnings.push_back("the contact forces of " + std::to_string(result.counts.loose) +
                             " steps are accurate only to 1e-6");
}

Summary summarise(const BuiltModel& built, const dynamics::TransientResult& result)
{
    Summary s;
    s.status = studies::status_named(dynamics::status_name(result.status));
    s.message = result.message;
    const bool central = result.scheme == dynamics::Scheme::forward_increment;
    s.used = {{"scheme", std::string(name_of(result.scheme))},
              {"form", result.classical
                           ? "modal, classical damping"
                           : "modal; damping is not classical and couples the modes (first-order "
                             "form)"},
              {"modes", std::to_string(result.n_modes)},
              {"h", number_text(result.h, 10) + " s"},
              {"h_limit", number_text(result.h_limit, 10) + " s" +
                              (central ? "" : " (of forward-increment; none here)")},
              {"steps", std::to_string(result.n_steps)},
              {"start", result.given ? "given" : std::string(name_of(result.start))},
              {"history_rate", number_text(result.history_rate_hz, 10) + " Hz"}};
    if (result.other)
        s.other = {std::string(name_of(result.other->scheme)), result.other->h,
                   result.other->n_steps, result.other->time};
    add(s, "time.end", result.t_stop, "s");
    add(s, "steps", static_cast<double>(result.n_steps), "");
    add(s, "time_step", result.h, "s");
    add(s, "time_step.limit", result.h_limit, "s");

    for (const dynamics::SlidingHistory& contact : result.history.sliding) {
        if (result.start == dynamics::Start::sliding_equilibrium)
            add_quantities(s, [&](io::Entries& q) {
                q.group(contact.name, [&] {
                    ContactNodes nodes =
                        contact_nodes(built, contact.name, result.equilibrium.points);
                    node_quantities(q, ".start", nodes);
                });
            });
        add_range(s, contact.name + ".normal_force", contact.normal_force_range, "N");
        add_range(s, contact.name + ".sliding_velocity", contact.sliding_velocity_range, "m/s");
        add_range(s, contact.name + ".slave_velocity_x", contact.slave_velocity_x_range, "m/s");
        if (!contact.contact_x.empty())
            s.quantities.push_back(
                {contact.name + ".contact_x.end",
                 {contact.contact_x.end() - contact.n_slaves, contact.contact_x.end()},
                 "m"});
    }
    for (const dynamics::JointHistory& joint : result.history.joints)
        add_ranges(s, joint);
    for (const dynamics::PointHistory& probe : result.history.points) {
        add_displacements(s, probe);
        const std::string unit = unit_on("m/s^2", probe.measure);
        const Extremes a = extremes(probe.a);
        add(s, probe.name + ".acceleration.max_abs", std::max(a.max, -a.min), unit);
        add(s, probe.name + ".acceleration.rms", rms(probe.a), unit);
    }
    if (const std::vector<dynamics::Energy>& energy = result.history.energy; !energy.empty())
        (void)add_energies(s, result.history, energy.back(), !result.history.joints.empty(), 0);
    for (const BuiltBody& body : built.bodies)
        if (body.reduced.omega.size() > 0)
            add(s, body.name + ".reduction.highest_frequency",
                body.reduced.omega(body.reduced.omega.size() - 1) / (2 * std::numbers::pi), "Hz");
    s.extent = std::to_string(result.n_steps) + " steps of " + number_text(result.h, 3) +
               " s to t = " + number_text(result.t_stop, 6) + " s";
    s.lines = report(result);
    summarise_states(result, s);
    summarise_second(result, s);
    return s;
}

} // namespace

Outcome run_stepping_scheme(const dynamics::TransientOptions& t, const Case& c,
                            const BuiltModel& built, const Monitor& monitor)
{
    check_signals(c, t, built); // before the work of a run
    refuse_frames_without_mesh(c, built);
    const auto result = std::make_shared<dynamics::TransientResult>();
    {
        const Progress progress = monitor.part("s of motion", t.t_end - t.t_start);
        *result = located(c.analysis.places, "analysis", [&]() -> dynamics::TransientResult {
            return transient(built.model, t, built.probes, progress, built.modes.get());
        });
    }
    Summary summary = summarise(built, *result);
    const auto list = std::make_shared<const std::vector<Signal>>(
        signals(c, built, result->history, result->history_rate_hz));
    summarise(*list, summary);
    return {.summary = std::move(summary),
            .arrays =
                [&built, result, list](io::ArraySink& sink) {
                    write_history(sink, built, result->history, Integration::steps);
                    write_second(sink, *result);
                    write_signals(sink, *list);
                },
            .pictures = [&built, result](
                            const auto& folder) { write_frames(folder, built, result->frames); }};
}

std::string check_stepping_scheme(const dynamics::TransientOptions& t, const Case& c,
                                  const BuiltModel& built, const Monitor& monitor)
{
    check_signals(c, t, built);
    refuse_frames_without_mesh(c, built);
    const dynamics::TransientCheck check =
        located(c.analysis.places, "analysis", [&]() -> dynamics::TransientCheck {
            return dynamics::check_transient(built.model, t, built.probes.size(),
                                             monitor.until_stopped(), built.modes.get());
        });
    std::string text = "analysis transient, " + std::string(name_of(t.scheme)) +
                       ": t = " + number_text(t.t_start, 9) + " to " + number_text(t.t_end, 9) +
                       " s in " + std::to_string(check.plan.n_steps) + " steps of " +
                       number_text(check.plan.h, 5) + " s (step limit of forward-increment " +
                       number_text(check.plan.h_limit, 5) + " s)\n";
    for (const dynamics::ContactPoint& point : check.equilibrium.points)
        text += "start: " + assembly::slave_name(built.model.sliding[point.contact], point.slave) +
                " with normal force " + number_text(point.lambda, 7) + " N on segment " +
                std::to_string(point.segment) + ", alpha " +
                number_text(point.projection.alpha, 6) + (point.closed ? "" : ", open") + "\n";
    return text;
}

} // namespace slideway::app
