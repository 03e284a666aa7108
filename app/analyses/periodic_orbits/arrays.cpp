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

// Arrays of a branch besides those from which a restart continues.
void branch_arrays(io::Entries& a, const OrbitResults& r, const dynamics::OrbitBranch& orbit_branch)
{
    const Branch& branch = orbit_branch.branch;
    const auto monitor = [&](Index row) {
        return [&branch, row]() -> Vector { return branch.monitors.row(row); };
    };
    std::vector<int> stable, contacts;
    for (Index k = 0; k < branch.n_points(); ++k) {
        stable.push_back(branch.monitors(dynamics::orbit_stable, k) > 0 ? 1 : 0);
        contacts.push_back((orbit_branch.form.half ? 2 : 1) *
                           static_cast<int>(branch.monitors(dynamics::orbit_beyond, k)));
    }
    a.derived([&]() -> Vector { return branch.p / r.e->rad_per_s; }, "parameter",
              parameter_unit(a, r), "parameter along the branch, which may turn back", "N");
    a.derived(stable, "stable", "", "1 or 0", "N");
    a.derived(monitor(dynamics::orbit_growth), "growth", "",
              "magnitude of the largest multiplier of the period", "N");
    a.derived(contacts, "contacts", "", "extrema beyond stops in the period", "N");
    a.each_group(r.monitors(), "points", "M", "a monitor", [&](std::size_t i) {
        const auto row = dynamics::orbit_outputs + 2 * static_cast<Index>(i);
        const std::string unit = monitor_unit(a, r, i);
        a.derived(monitor(row), "least", unit, "least displacement in the period", "N");
        a.derived(monitor(row + 1), "largest", unit, "largest displacement in the period", "N");
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

void extremum_arrays(io::Entries& a, const std::string& unit, std::size_t monitor,
                     std::vector<dynamics::OrbitExtremum> extrema)
{
    using Extremum = dynamics::OrbitExtremum;
    std::erase_if(extrema, [&](const Extremum& one) { return one.output != monitor; });
    const std::string any = "if there are any";
    a.group("extrema", [&] {
        const io::Columns extremum_column(a, extrema, "k", any);
        extremum_column(&Extremum::phase, "phase", "rad",
                        "phase of the drive at each extremum in the period");
        extremum_column(&Extremum::value, "value", unit, "displacement there");
        extremum_column(&Extremum::maximum, "maximum", "", "1: maximum, 0: minimum");
    });
}

void event_arrays(io::Entries& a, const OrbitResults& r,
                  const std::vector<dynamics::OrbitEvent>& events)
{
    using Event = dynamics::OrbitEvent;
    const std::string any = "if there are any";
    const io::Columns event_column(a, events, "e", any);
    event_column(
        &Event::phase, "phase", "rad",
        "phase of the drive since the first phase 0 at which the force of a joint begins or "
        "ends");
    event_column(
        [&](const Event& event) -> const std::string& {
            return r.model->family.system().joints[event.joint].name;
        },
        "joint", "", "name of the joint");
    event_column(&Event::row, "row", "", "row of the joint, from 0");
    event_column(&Event::kind, "kind", "", numbered_names(dynamics::OrbitEventKind()));
    event_column(&Event::side, "side", "",
                 "side of the stop: where displacements lie that it resists; 0: none");
    event_column(&Event::displacement, "displacement", "", "displacement of the row, in its unit");
    event_column(&Event::speed, "speed", "", "rate of the row");
}

void joint_arrays(io::Entries& a, const dynamics::ModalLaw& joint, std::size_t k,
                  const dynamics::WholeOrbit& orbit)
{
    const std::string unit = unit_on("m", joint.measures);
    const RowMotion motion =
        a.describes() ? RowMotion() : motion_of(joint.on.rows, joint.on.follow, orbit);
    std::vector<double> stops;
    for (const dynamics::OrbitEquations::Stop& stop : orbit.stops)
        if (stop.joint == k)
            stops.push_back(stop.level);
    a.derived(motion.r, "displacement", unit, "displacement of the first body minus second",
              "rows x n");
    a.derived(motion.v, "velocity", unit_on("m/s", joint.measures), "its rate", "rows x n");
    a.derived(stops, "stops", unit, "displacements at which its stops are", "k",
              "for a joint with stops");
}

void orbit_arrays(io::Entries& a, const OrbitResults& r, ReportedOrbit& reported)
{
    dynamics::WholeOrbit& orbit = reported.orbit;
    std::vector<dynamics::ModalOutput> monitors;
    std::vector<dynamics::ModalLaw> joints;
    if (!a.describes()) {
        dynamics::OrbitFamily family = r.model->family;
        family.move_to(orbit.p);
        monitors = family.outputs(r.model->monitors);
        joints = family.joints();
    }
    a.array(reported.label, "label", "", numbered_names(OrbitLabel()));
    a.derived(reported.branch + 1, "branch", "", "number of the branch, from 1");
    a.array(reported.point, "point", "",
            "point of the branch, from 0; -1: a requested motion between two points");
    a.derived([&] { return r.e->reported_value(orbit.p); }, "parameter", parameter_unit(a, r),
              "parameter of the motion");
    a.array(orbit.periods, "period", "", "period, in periods of the drive");
    a.array(orbit.stable, "stable", "", "1 or 0");
    a.array(orbit.symmetry, "symmetry", "",
            "distance of a state from its mirror half a period later, relative to its size", "",
            "for odd periods");
    a.derived(Vector(orbit.multipliers.real()), "multipliers/real", "",
              "Floquet multipliers of the period, the largest first", "2 m");
    a.derived(Vector(orbit.multipliers.imag()), "multipliers/imag", "", "their imaginary parts",
              "2 m");
    a.array(orbit.samples.phase, "phase", "rad",
            "phase of the drive: 360 samples in each of its periods, and one more", "n");
    a.each_group(r.monitors(), "points", "M", "a monitor", [&](std::size_t i) {
        const RowMotion motion =
            a.describes() ? RowMotion()
                          : motion_of(monitors[i].row.transpose(),
                                      ComplexVector::Constant(1, monitors[i].follow), orbit);
        const std::string unit = monitor_unit(a, r, i);
        a.derived([&]() -> Vector { return motion.r.row(0); }, "displacement", unit,
                  "displacement at these phases", "n");
        a.derived([&]() -> Vector { return motion.v.row(0); }, "velocity",
                  monitor_unit(a, r, i, "m/s"), "its rate", "n");
        extremum_arrays(a, unit, i, orbit.extrema);
    });
    a.each_member(
        joints, io::names_of(joints), "joints", "J", "a joint", [&](dynamics::ModalLaw& joint) {
            joint_arrays(a, joint, static_cast<std::size_t>(&joint - joints.data()), orbit);
        });
    a.group("events", [&] { event_arrays(a, r, orbit.events); });
}

void search_arrays(io::Entries& a, const OrbitResults& r)
{
    using Start = dynamics::SearchedStart;
    std::vector<StartEntry> starts;
    if (!a.describes()) {
        const std::vector<StartEntry> grid = starts_of(r.e->search->starts);
        for (const Start& start : r.searched)
            starts.push_back(grid[start.z]);
    }
    const io::Columns start_column(a, r.searched, "starts");
    start_column([&](const Start& start) { return r.e->search->at[start.p]; }, "parameter",
                 parameter_unit(a, r), "parameter of each start");
    start_values(a, starts);
    start_column(&Start::outcome, "outcome", "", numbered_names(Start::Outcome()));
    start_column(&Start::periods, "period", "",
                 "period of the motion found, or of the recurrence; 0: none");
    start_column([](const Start& start) { return start.branch + 1; }, "branch", "",
                 "branch to which the motion belongs, from 1; 0: none");
}

void label_curve_arrays(io::Entries& a, const OrbitResults& r, ReportedCurve& reported)
{
    dynamics::LabelCurve& curve = reported.curve;
    const std::string key = r.e && r.e->curves ? r.e->curves->key : "the second parameter",
                      unit = a.unit([&] { return r.e->curves->unit; }, "of the second parameter");
    a.array(curve.label, "label", "", numbered_names(OrbitLabel()));
    a.derived(
        std::vector<int>{static_cast<int>(reported.branch) + 1, static_cast<int>(reported.point)},
        "from", "", "branch, from 1, and its point, from 0, where the curve begins", "2");
    a.array(curve.form.periods, "period", "", "period, in periods of the drive");
    a.derived([&]() -> Vector { return curve.branch.x.row(curve.first_row()) / r.e->rad_per_s; },
              "parameter", parameter_unit(a, r), "parameter along the curve, which may turn back",
              "N");
    a.derived(curve.branch.p, "second", unit, key, "N");
    a.group("branch", [&] {
        arrays(a, curve.branch,
               {"",
                "displacements q and rates q' of the modes at phase 0, then the parameter, then of "
                "Neimark-Sacker points the angle of the multiplier",
                unit, key, "the second parameter"});
    });
}

} // namespace

std::string parameter_unit(const io::Entries& a, const OrbitResults& r)
{
    return a.unit([&] { return r.e->unit; }, "of the parameter");
}

std::string monitor_unit(const io::Entries& a, const OrbitResults& r, std::size_t monitor,
                         const std::string& unit)
{
    return a.unit([&] { return unit_on(unit, r.model->monitors[monitor].measure); }, unit);
}

void arrays(io::Entries& a, OrbitResults& r)
{
    const PeriodicOrbits none;
    const PeriodicOrbits& e = r.e ? *r.e : none;
    a.note("m is the number of modes. If there is no motion to begin with, there are no branches.");
    StoredOrbits stored;
    stored.over = e.over;
    stored.parameter = e.result_name;
    stored.monitors = e.monitors;
    if (r.model)
        stored.model = r.model->stored;
    if (r.no_start.empty())
        stored.restart.branches = r.found.branches;
    arrays(a, stored,
           {"",
            "displacements q and rates q' of the modes (of the case itself, if the "
            "parameter changes them) at nodes evenly apart in phase, from phase 0 on",
            a.unit(e.over_frequency() ? "rad/s" : "", "of the parameter"),
            a.describes() ? "parameter of the branch" : e.over, "the parameter"},
           [&](dynamics::OrbitBranch& one) { branch_arrays(a, r, one); });
    a.attribute(stored.monitors.empty() ? "" : stored.monitors.front(), "monitor", "first monitor");
    if (a.describes() || e.search) {
        a.note("`search` exists only with the key `search`.");
        a.group("search", [&] { search_arrays(a, r); });
    }
    if (!r.no_start.empty())
        return;
    a.numbered(r.orbits, "orbits", "K",
               "the number of a motion with a label, or of a requested one",
               [&](ReportedOrbit& orbit) { orbit_arrays(a, r, orbit); });
    std::string second = e.curves ? e.curves->result_name : "";
    a.attribute(second, "second",
                "second parameter: the last word of its key, or the whole key if that word is the "
                "parameter",
                "with `curves`");
    a.note("`curves` exists only with the key `curves`.");
    a.numbered(r.curves, "curves", "C", "the number of a curve",
               [&](ReportedCurve& curve) { label_curve_arrays(a, r, curve); });
}

} // namespace slideway::app
