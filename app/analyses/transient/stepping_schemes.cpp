#include "app/analyses/analyses.hpp"
#include "app/analyses/event_schemes.hpp"
#include "app/results/frames.hpp"
#include "app/results/histories.hpp"
#include "app/results/signals.hpp"
#include "base/text.hpp"
#include "io/hdf5_file.hpp"

#include <cstdio>

namespace slideway::app {

namespace {

Vector vector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

void write_arrays(const std::filesystem::path& file, const Case& c, const BuiltModel& built,
                  const dynamics::TransientResult& r, const std::vector<Signal>& signals,
                  const Summary& summary)
{
    io::Hdf5Writer h5(file);
    h5.attribute("title", c.title);
    h5.attribute("analysis", "transient");
    h5.attribute("status", summary.status);
    h5.attribute("message", summary.message);
    h5.write("time", vector(r.time), "s", "time of each sample");
    for (const dynamics::ProbeHistory& p : r.probes) {
        for (const auto& array : point_arrays())
            h5.write("points/" + p.name + "/" + array.name, vector(p.*array.values), array.unit,
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
                h5.write(at + name, vector(values), unit, about);
            else
                h5.write(at + name, by_sample(values, k.n_slaves), unit,
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
            h5.write(at + "segment", k.segment, segments);
            h5.write(at + "state", k.state, states);
        } else {
            write("segment", whole(k.segment), "", segments);
            write("state", whole(k.state), "", states);
        }
    }
    for (const dynamics::JointHistory& j : r.joints) {
        if (!built.recorded_contacts.contains(j.name))
            continue;
        for (const auto& array : joint_arrays())
            h5.write("joints/" + j.name + "/" + array.name, by_sample(j.*array.values, j.n_rows),
                     array.unit, array.about);
    }
    const dynamics::EnergyHistory& e = r.energy;
    h5.write("energy/time", vector(e.time), "s", "half a time step after each sample");
    h5.write("energy/stored", vector(e.stored), "J", "kinetic and elastic, since the start");
    h5.write("energy/loads", vector(e.loads), "J", "work of the loads");
    h5.write("energy/drive", vector(e.drive), "J", "work of the imposed motions");
    h5.write("energy/friction", vector(e.friction), "J", "dissipated in the contacts");
    h5.write("energy/damping", vector(e.damping), "J", "dissipated in the bodies");
    h5.write("energy/joints", vector(e.joints), "J", "gone into joints that are not linear");
    h5.write("energy/residual", vector(e.residual), "J",
             "stored - loads - drive + friction + damping + joints");
    write_signals(h5, signals);
    h5.close();
}

void write_files(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                 const dynamics::TransientResult& r, const std::vector<Signal>& signals,
                 const Summary& summary)
{
    write_arrays(folder / "results.h5", c, built, r, signals, summary);
    write_frames(folder, built, r);
}

} // namespace

Outcome run_transient(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    if (locates_events(c.analysis.transient.scheme))
        return run_event_scheme(c, built, monitor);
    const dynamics::TransientOptions& t = c.analysis.transient;
    check_signals(c, built); // before the work of a run
    refuse_frames_without_mesh(c, built);
    dynamics::TransientResult result;
    {
        const Progress progress = monitor.part("s of motion", t.t_end - t.t_start);
        result = located(c.analysis.places, "analysis", [&]() -> dynamics::TransientResult {
            return transient(built.model, t, built.probes, progress);
        });
    }
    Summary summary = summarise(built, result);
    std::vector<Signal> list = signals(c, built, result);
    summarise(list, summary);
    return {summary,
            [&c, &built, result = std::move(result), list = std::move(list), summary](
                const auto& folder) { write_files(folder, c, built, result, list, summary); }};
}

void check_transient(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    if (locates_events(c.analysis.transient.scheme))
        return check_event_scheme(c, built, monitor);
    const dynamics::TransientOptions& t = c.analysis.transient;
    check_signals(c, built);
    refuse_frames_without_mesh(c, built);
    located(c.analysis.places, "analysis", [&] {
        const dynamics::TransientCheck check = dynamics::check_transient(built.model, t);
        std::printf("analysis transient, %s: t = %s to %s s in %lld steps of %s s",
                    t.scheme.c_str(), number_text(t.t_start, 9).c_str(),
                    number_text(t.t_end, 9).c_str(), check.plan.n_steps,
                    number_text(check.plan.h, 5).c_str());
        std::printf(" (stability limit of forward-increment %s s)\n",
                    number_text(check.plan.h_limit, 5).c_str());
        for (const dynamics::ContactPoint& point : check.equilibrium.points)
            std::printf(
                "start: %s with normal force %s N on segment %lld, alpha %s%s\n",
                assembly::slave_name(built.model.sliding[point.contact], point.slave).c_str(),
                number_text(point.lambda, 7).c_str(), static_cast<long long>(point.segment),
                number_text(point.projection.alpha, 6).c_str(), point.closed ? "" : ", open");
    });
}

} // namespace slideway::app
