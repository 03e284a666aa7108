#include "app/analyses/periodic_orbits/search_results.hpp"

#include "app/results/branch_file.hpp"
#include "base/text.hpp"
#include "io/entries.hpp"

#include <complex>
#include <functional>

namespace slideway::app {

namespace {

using continuation::Branch;
using dynamics::OrbitLabel;

void write_parameter(io::ArraySink& sink, const std::string& group, const PeriodicOrbits& e,
                     const Vector& p)
{
    sink.write(group + "parameter", Vector(p / e.rad_per_s), e.unit, e.result_name);
}

void branch_arrays(io::Entries& a, const PeriodicOrbits& e, const OrbitModel& model,
                   dynamics::OrbitBranch& orbit_branch)
{
    arrays(a, orbit_branch,
           {"",
            "displacements q and rates q' of the modes at nodes evenly apart in phase, from phase "
            "0 on",
            e.over_frequency() ? "rad/s" : "", e.over, "the parameter"});
    const Branch& branch = orbit_branch.branch;
    std::vector<int> stable, contacts;
    for (Index k = 0; k < branch.n_points(); ++k) {
        stable.push_back(branch.monitors(dynamics::orbit_stable, k) > 0 ? 1 : 0);
        contacts.push_back((orbit_branch.form.half ? 2 : 1) *
                           static_cast<int>(branch.monitors(dynamics::orbit_beyond, k)));
    }
    a.derived(Vector(branch.p / e.rad_per_s), "parameter", e.unit, e.result_name, "N");
    a.derived(stable, "stable", "", "1 or 0", "N");
    a.derived(Vector(branch.monitors.row(dynamics::orbit_growth)), "growth", "",
              "magnitude of the largest multiplier of the period", "N");
    a.derived(contacts, "contacts", "", "extrema beyond stops in the period", "N");
    a.each_group(e.monitors, "points", "M", "a monitor", [&](std::size_t i) {
        const auto row = dynamics::orbit_outputs + 2 * static_cast<Index>(i);
        const std::string unit = unit_on("m", model.monitors[i].measure);
        a.derived(Vector(branch.monitors.row(row)), "least", unit,
                  "least displacement in the period", "N");
        a.derived(Vector(branch.monitors.row(row + 1)), "largest", unit,
                  "largest displacement in the period", "N");
    });
}

// rows x samples of displacements and rates.
struct RowMotion {
    Matrix r, v;
};

RowMotion motion_of(const Matrix& rows, const ComplexVector& follow,
                    const dynamics::WholeOrbit& orbit)
{
    const dynamics::SampledOrbit& samples = orbit.samples;
    const Index m = samples.z.rows() / 2;
    RowMotion out{rows * samples.z.topRows(m), rows * samples.z.bottomRows(m)};
    for (Index k = 0; k < samples.phase.size(); ++k) {
        const Complex e = std::polar(1.0, samples.phase(k));
        out.r.col(k) += (follow * e).real();
        out.v.col(k) += (Complex(0, orbit.Omega) * e * follow).real();
    }
    return out;
}

void write_events(io::ArraySink& sink, const std::string& group, const OrbitModel& model,
                  const std::vector<dynamics::OrbitEvent>& events)
{
    std::vector<double> phase, displacement, speed;
    std::vector<int> row, kind, side;
    std::vector<std::string> joint;
    for (const dynamics::OrbitEvent& event : events) {
        phase.push_back(event.phase);
        joint.push_back(model.family.system().joints[event.joint].name);
        row.push_back(static_cast<int>(event.row));
        kind.push_back(static_cast<int>(event.kind));
        side.push_back(event.side);
        displacement.push_back(event.displacement);
        speed.push_back(event.speed);
    }
    if (events.empty())
        return;
    sink.write(group + "phase", phase, "rad", "of the drive since the first phase 0");
    sink.write(group + "joint", joint, "whose force begins or ends");
    sink.write(group + "row", row, "of the joint, from 0");
    sink.write(group + "kind", kind, numbered_names(dynamics::OrbitEventKind()));
    sink.write(group + "side", side,
               "of the stop: where displacements lie that it resists; 0: none");
    sink.write(group + "displacement", displacement, "", "of the row, in its unit");
    sink.write(group + "speed", speed, "", "its rate");
}

void write_orbit(io::ArraySink& sink, const std::string& group, const PeriodicOrbits& e,
                 const OrbitModel& model, const ReportedOrbit& reported)
{
    const dynamics::WholeOrbit& orbit = reported.orbit;
    sink.write(group + "label", std::vector<int>{static_cast<int>(reported.label)},
               numbered_names(OrbitLabel()));
    sink.write(group + "branch", std::vector<int>{static_cast<int>(reported.branch) + 1}, "from 1");
    sink.write(group + "point", std::vector<int>{static_cast<int>(reported.point)},
               "of the branch, from 0; -1: between two, asked for");
    write_parameter(sink, group, e, Vector::Constant(1, orbit.p));
    sink.write(group + "period", std::vector<int>{orbit.periods}, "in periods of the drive");
    sink.write(group + "stable", std::vector<int>{orbit.stable ? 1 : 0}, "1 or 0");
    if (orbit.symmetry)
        sink.write(group + "symmetry", std::vector<double>{*orbit.symmetry}, "",
                   "distance of a state from its mirror half a period later, relative to its size");
    sink.write(group + "multipliers/real", Vector(orbit.multipliers.real()), "", "of the period");
    sink.write(group + "multipliers/imag", Vector(orbit.multipliers.imag()), "", "likewise");
    sink.write(group + "phase", orbit.samples.phase, "rad", "of the drive");
    dynamics::OrbitFamily family = model.family;
    family.move_to(orbit.p);
    const std::vector<dynamics::ModalOutput> monitors = family.outputs(model.monitors);
    for (std::size_t i = 0; i < e.monitors.size(); ++i) {
        const std::string target = group + "points/" + e.monitors[i] + "/";
        const dynamics::ModalOutput& monitor = monitors[i];
        const RowMotion motion =
            motion_of(monitor.row.transpose(), ComplexVector::Constant(1, monitor.follow), orbit);
        const std::string unit = unit_on("m", monitor.measure);
        sink.write(target + "displacement", Vector(motion.r.row(0)), unit, "at these phases");
        sink.write(target + "velocity", Vector(motion.v.row(0)), unit_on("m/s", monitor.measure),
                   "likewise");
        std::vector<double> phase, value;
        std::vector<int> maximum;
        for (const dynamics::OrbitExtremum& extremum : orbit.extrema)
            if (extremum.output == i) {
                phase.push_back(extremum.phase);
                value.push_back(extremum.value);
                maximum.push_back(extremum.maximum ? 1 : 0);
            }
        if (phase.empty())
            continue;
        sink.write(target + "extrema/phase", phase, "rad", "of the drive");
        sink.write(target + "extrema/value", value, unit, "there");
        sink.write(target + "extrema/maximum", maximum, "1 or 0");
    }
    const std::vector<dynamics::ModalLaw>& joints = family.joints();
    for (std::size_t k = 0; k < joints.size(); ++k) {
        const dynamics::ModalLaw& joint = joints[k];
        const RowMotion motion = motion_of(joint.on.rows, joint.on.follow, orbit);
        const std::string joint_group = group + "joints/" + joint.name + "/";
        sink.write(joint_group + "displacement", motion.r, unit_on("m", joint.measures),
                   "first body minus second: rows x samples");
        sink.write(joint_group + "velocity", motion.v, unit_on("m/s", joint.measures), "likewise");
        std::vector<double> stops;
        for (const dynamics::OrbitEquations::Stop& stop : orbit.stops)
            if (stop.joint == k)
                stops.push_back(stop.level);
        if (!stops.empty())
            sink.write(joint_group + "stops", stops, unit_on("m", joint.measures),
                       "displacements at which its stops are");
    }
    write_events(sink, group + "events/", model, orbit.events);
}

void write_label_curve(io::ArraySink& sink, const std::string& group, const PeriodicOrbits& e,
                       const ReportedCurve& reported)
{
    const dynamics::LabelCurve& curve = reported.curve;
    sink.write(group + "label", std::vector<int>{static_cast<int>(curve.label)},
               numbered_names(OrbitLabel()));
    sink.write(
        group + "from",
        std::vector<int>{static_cast<int>(reported.branch) + 1, static_cast<int>(reported.point)},
        "branch, from 1, and its point, from 0, where the curve begins");
    sink.write(group + "period", std::vector<int>{curve.form.periods}, "in periods of the drive");
    write_parameter(sink, group, e, curve.branch.x.row(curve.first_row()));
    sink.write(group + "second", curve.branch.p, e.curves->unit, e.curves->key);
    write_branch(
        sink, group + "branch/", curve.branch,
        {"",
         "displacements q and rates q' of the modes at phase 0, then the parameter, then of "
         "Neimark-Sacker points the angle of the multiplier",
         e.curves->unit, e.curves->key, "the second parameter"});
}

} // namespace

void write_orbits(io::ArraySink& sink, const PeriodicOrbits& e, const OrbitModel& model,
                  const OrbitResults& results)
{
    sink.attribute("parameter", e.result_name);
    sink.attribute("over", e.over);
    sink.attribute("monitor", e.monitors.front());
    sink.write("monitors", e.monitors, "");
    io::write_arrays(sink, [&](io::Entries& a) {
        StoredOrbitModel stored = model.stored;
        std::vector<dynamics::OrbitBranch> branches;
        if (results.no_start.empty())
            branches = results.found.branches;
        a.group("model", [&] { arrays(a, stored); });
        a.numbered(branches, "branches", "B", "the number of a branch",
                   [&](dynamics::OrbitBranch& one) { branch_arrays(a, e, model, one); });
    });
    if (e.search)
        write_search(sink, e, results);
    if (!results.no_start.empty())
        return;
    for (std::size_t k = 0; k < results.orbits.size(); ++k)
        write_orbit(sink, numbered("orbits", k), e, model, results.orbits[k]);
    if (e.curves)
        sink.attribute("second", e.curves->result_name);
    for (std::size_t k = 0; k < results.curves.size(); ++k)
        write_label_curve(sink, numbered("curves", k), e, results.curves[k]);
}

} // namespace slideway::app
