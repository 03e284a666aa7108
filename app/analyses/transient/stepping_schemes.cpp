#include "app/analyses/transient/stepping_schemes.hpp"

#include "app/results/frames.hpp"
#include "app/results/histories.hpp"
#include "app/results/quantities.hpp"
#include "app/results/signals.hpp"
#include "base/text.hpp"

namespace slideway::app {

namespace {

using dynamics::Extremes;

Vector vector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

void write_arrays(io::ArraySink& sink, const BuiltModel& built, const dynamics::TransientResult& r,
                  const std::vector<Signal>& signals)
{
    sink.write("time", vector(r.time), "s", "time of each sample");
    for (const dynamics::ProbeHistory& p : r.probes) {
        for (const auto& array : point_arrays())
            sink.write("points/" + p.name + "/" + array.name, vector(p.*array.values), array.unit,
                       array.about);
    }
    for (const dynamics::ContactHistory& k : r.contacts) {
        if (!built.recorded_contacts.contains(k.name))
            continue;
        const std::string at = "contacts/" + k.name + "/";
        // A column per slave node; one node alone is written as a plain array.
        auto write = [&](const std::string& name, const std::vector<double>& values,
                         const std::string& unit, const std::string& about) {
            if (k.n_slaves == 1)
                sink.write(at + name, vector(values), unit, about);
            else
                sink.write(at + name, by_sample(values, k.n_slaves), unit,
                           about + "; samples x slave nodes");
        };
        auto whole = [](const std::vector<int>& values) -> std::vector<double> {
            return {values.begin(), values.end()};
        };
        for (const auto& array : contact_arrays())
            write(array.name, k.*array.values, array.unit, array.about);
        write("alpha", k.alpha, "", "position on the segment, 0 to 1");
        const std::string segments = "counted from 0 along the master";
        const std::string states = "0 none, 1 ramp of the drive (friction taken as developed), "
                                   "2 sliding";
        if (k.n_slaves == 1) {
            sink.write(at + "segment", k.segment, segments);
            sink.write(at + "state", k.state, states);
        } else {
            write("segment", whole(k.segment), "", segments);
            write("state", whole(k.state), "", states);
        }
    }
    for (const dynamics::JointHistory& j : r.joints) {
        if (!built.recorded_contacts.contains(j.name))
            continue;
        for (const auto& array : joint_arrays())
            sink.write("joints/" + j.name + "/" + array.name, by_sample(j.*array.values, j.n_rows),
                       array.unit, array.about);
    }
    const dynamics::EnergyHistory& e = r.energy;
    sink.write("energy/time", vector(e.time), "s", "half a time step after each sample");
    sink.write("energy/stored", vector(e.stored), "J", "kinetic and elastic, since the start");
    sink.write("energy/loads", vector(e.loads), "J", "work of the loads");
    sink.write("energy/drive", vector(e.drive), "J", "work of the imposed motions");
    sink.write("energy/friction", vector(e.friction), "J", "dissipated in the contacts");
    sink.write("energy/damping", vector(e.damping), "J", "dissipated in the bodies");
    sink.write("energy/joints", vector(e.joints), "J", "gone into joints that are not linear");
    sink.write("energy/residual", vector(e.residual), "J",
               "stored - loads - drive + friction + damping + joints");
    write_signals(sink, signals);
}

// What happened in a transient, a sentence a line.
std::vector<std::string> tell(const dynamics::TransientResult& result)
{
    std::vector<std::string> lines;
    for (const dynamics::ContactHistory& contact : result.contacts) {
        const Extremes& force = contact.normal_force_range;
        const Extremes& slide = contact.sliding_velocity_range;
        if (force.min <= force.max)
            lines.push_back("contact " + contact.name + ": normal force " +
                            number_text(force.min, 3) + " to " + number_text(force.max, 3) + " N" +
                            (slide.min <= slide.max
                                 ? ", sliding velocity " + number_text(slide.min, 3) + " to " +
                                       number_text(slide.max, 3) + " m/s"
                                 : ""));
    }
    for (const dynamics::ProbeHistory& probe : result.probes) {
        const auto most =
            std::max_element(probe.a.begin(), probe.a.end(),
                             [](double a, double b) -> bool { return std::abs(a) < std::abs(b); });
        if (most != probe.a.end())
            lines.push_back(
                probe.name + ": acceleration " + number_text(rms(probe.a), 3) +
                " m/s^2 rms, at most " + number_text(std::abs(*most), 3) + " m/s^2 at t = " +
                number_text(result.time[static_cast<std::size_t>(most - probe.a.begin())], 4) +
                " s");
    }
    return lines;
}

Summary summarise(const BuiltModel& built, const dynamics::TransientResult& result)
{
    Summary s;
    s.status = dynamics::status_name(result.status);
    s.message = result.message;
    const bool central = result.scheme == dynamics::Scheme::forward_increment;
    s.used = {{"scheme", central ? "forward-increment" : "modal-propagator"},
              {"form", result.classical
                           ? "modal, classical damping"
                           : "modal; damping is not classical and couples the modes (first-order "
                             "form)"},
              {"modes", std::to_string(result.n_modes)},
              {"h", number_text(result.h, 10) + " s"},
              {"h_limit", number_text(result.h_limit, 10) + " s" +
                              (central ? "" : " (of forward-increment; none here)")},
              {"steps", std::to_string(result.n_steps)},
              {"start", result.start},
              {"history_rate", number_text(result.history_rate_hz, 10) + " Hz"}};
    add(s, "time.end", result.t_stop, "s");
    add(s, "steps", static_cast<double>(result.n_steps), "");
    add(s, "time_step", result.h, "s");
    add(s, "time_step.limit", result.h_limit, "s");

    for (const dynamics::ContactHistory& contact : result.contacts) {
        if (result.start == "sliding-equilibrium")
            add_points(s, contact.name, ".start", built, result.equilibrium.points);
        add_range(s, contact.name + ".normal_force", contact.normal_force_range, "N");
        add_range(s, contact.name + ".sliding_velocity", contact.sliding_velocity_range, "m/s");
        add_range(s, contact.name + ".slave_velocity_x", contact.slave_velocity_x_range, "m/s");
        if (!contact.contact_x.empty())
            s.quantities.push_back(
                {contact.name + ".contact_x.end",
                 {contact.contact_x.end() - contact.n_slaves, contact.contact_x.end()},
                 "m"});
    }
    for (const dynamics::JointHistory& joint : result.joints) {
        add_range(s, joint.name + ".force", extremes(joint.force), "N");
        add_range(s, joint.name + ".displacement", extremes(joint.displacement), "m");
    }
    for (const dynamics::ProbeHistory& probe : result.probes) {
        add_range(s, probe.name + ".displacement", extremes(probe.u), "m");
        if (!probe.u.empty())
            add(s, probe.name + ".displacement.end", probe.u.back(), "m");
        const Extremes a = extremes(probe.a);
        add(s, probe.name + ".acceleration.max_abs", std::max(a.max, -a.min), "m/s^2");
        add(s, probe.name + ".acceleration.rms", rms(probe.a), "m/s^2");
    }
    const dynamics::EnergyHistory& e = result.energy;
    double residual = std::numeric_limits<double>::quiet_NaN();
    if (!e.time.empty()) {
        add(s, "energy.stored", e.stored.back(), "J");
        add(s, "energy.loads", e.loads.back(), "J");
        add(s, "energy.drive", e.drive.back(), "J");
        add(s, "energy.friction", e.friction.back(), "J");
        add(s, "energy.damping", e.damping.back(), "J");
        if (!result.joints.empty())
            add(s, "energy.joints", e.joints.back(), "J");
        const double turnover = std::abs(e.loads.back()) + std::abs(e.drive.back()) +
                                std::abs(e.friction.back()) + std::abs(e.damping.back()) +
                                std::abs(e.stored.back()) + std::abs(e.joints.back());
        if (turnover > 0)
            residual = e.residual.back() / turnover;
        add(s, "energy.residual", residual, "");
    }
    for (const BuiltBody& body : built.bodies)
        if (body.reduced.omega.size() > 0)
            add(s, body.name + ".reduction.highest_frequency",
                body.reduced.omega(body.reduced.omega.size() - 1) / (2 * std::numbers::pi), "Hz");
    s.extent = std::to_string(result.n_steps) + " steps of " + number_text(result.h, 3) +
               " s to t = " + number_text(result.t_stop, 6) + " s";
    s.lines = tell(result);
    if (std::isfinite(residual))
        s.checks.push_back("the energy account closes to " + number_text(std::abs(residual), 1) +
                           " of the energy turned over");
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
            return transient(built.model, t, built.probes, progress);
        });
    }
    Summary summary = summarise(built, *result);
    const auto list = std::make_shared<const std::vector<Signal>>(signals(c, built, *result));
    summarise(*list, summary);
    return {
        .summary = std::move(summary),
        .arrays = [&built, result,
                   list](io::ArraySink& sink) { write_arrays(sink, built, *result, *list); },
        .pictures = [&built, result](const auto& folder) { write_frames(folder, built, *result); }};
}

std::string check_stepping_scheme(const dynamics::TransientOptions& t, const Case& c,
                                  const BuiltModel& built)
{
    check_signals(c, t, built);
    refuse_frames_without_mesh(c, built);
    const dynamics::TransientCheck check =
        located(c.analysis.places, "analysis", [&]() -> dynamics::TransientCheck {
            return dynamics::check_transient(built.model, t);
        });
    std::string text = "analysis transient, " + t.scheme + ": t = " + number_text(t.t_start, 9) +
                       " to " + number_text(t.t_end, 9) + " s in " +
                       std::to_string(check.plan.n_steps) + " steps of " +
                       number_text(check.plan.h, 5) + " s (stability limit of forward-increment " +
                       number_text(check.plan.h_limit, 5) + " s)\n";
    for (const dynamics::ContactPoint& point : check.equilibrium.points)
        text += "start: " + assembly::slave_name(built.model.sliding[point.contact], point.slave) +
                " with normal force " + number_text(point.lambda, 7) + " N on segment " +
                std::to_string(point.segment) + ", alpha " +
                number_text(point.projection.alpha, 6) + (point.closed ? "" : ", open") + "\n";
    return text;
}

} // namespace slideway::app
