#include "app/results/histories.hpp"

#include "assembly/joint.hpp"
#include "base/selected.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/dry_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace slideway::app {

using dynamics::Extremes;
using dynamics::History;

namespace {

Vector numbers(const std::vector<int>& values)
{
    return Eigen::Map<const Eigen::VectorXi>(values.data(), static_cast<Index>(values.size()))
        .cast<double>();
}

// Converts values stored sample by sample to a matrix with a row per sample.
Matrix by_sample(const auto& values, Index columns)
{
    return Eigen::Map<const dynamics::RowMatrix>(
        values.data(), static_cast<Index>(values.size()) / columns, columns);
}

// True if `output.history` requests a contact or a joint.
bool is_recorded(const io::Entries& a, const BuiltModel* built, const std::string& name)
{
    return a.describes() || built->recorded_contacts.contains(name);
}

void visit_sliding(io::Entries& a, const dynamics::SlidingHistory& k)
{
    for (const auto& array : sliding_arrays())
        node_array(a, k.*array.values, k.n_slaves, array.name, array.unit, array.meaning);
    node_array(a, k.alpha, k.n_slaves, "alpha", "", "position on the segment, 0 to 1");
    node_array(a, k.segment, k.n_slaves, "segment",
               "segment of the master, counted from 0 along it");
    const std::string plain =
                          "0 none, 1 ramp of the drive (friction taken as developed), 2 sliding",
                      following = "0 open, 2 sliding along the master, 3 stuck, 4 sliding against "
                                  "it";
    const std::string states = a.describes() ? plain + "; with `sticking = \"follow\"` " + following
                               : k.statistics.empty() ? plain
                                                      : following;
    node_array(a, k.state, k.n_slaves, "state", states);
    if (!a.describes() && k.statistics.empty())
        return;
    using dynamics::StateChange;
    a.note("`contacts/C/events` exists only with `sticking = \"follow\"` and holds the first 200 "
           "000 changes of all contacts.");
    const io::Columns column(a, k.changes, "k");
    column(&StateChange::time, "events/time", "s",
           "time of every change of state, end of its step");
    column(&StateChange::slave, "events/node", "", "slave node, from 0");
    column(&StateChange::state, "events/state", "", "state from then on");
}

// Visits changes of the state of a joint, or stops and starts of a patch.
// @param patch  number of the patch; empty for a joint of another law
void visit_changes(io::Entries& a, const History& history, std::size_t joint,
                   std::optional<std::size_t> patch)
{
    using dynamics::JointEvent;
    using dynamics::PatchEvent;
    const std::vector<PatchEvent> moves = selected(
        history.patch_events, [&](const PatchEvent& event) { return event.patch == patch; });
    std::vector<JointEvent> changes = selected(
        history.joint_events, [&](const JointEvent& event) { return event.joint == joint; });
    if (patch) {
        changes.clear();
        for (const PatchEvent& event : moves) // states are stored with the first component
            changes.push_back({event.time, joint, 0, event.slides ? 1 : 0});
    }
    const io::Columns column(a, changes, "k");
    column(&JointEvent::time, "events/time", "s", "time of every change of state");
    column(&JointEvent::row, "events/row", "", "component, from 0; of a patch 0");
    column(&JointEvent::after, "events/state", "", "state from then on");
    if (!patch)
        return;
    const auto rows = [&](Eigen::Vector3d PatchEvent::*values) {
        Matrix all(static_cast<Index>(moves.size()), history.joints[joint].n_rows);
        for (std::size_t i = 0; i < moves.size(); ++i)
            all.row(static_cast<Index>(i)) = (moves[i].*values).head(all.cols()).transpose();
        return all;
    };
    a.derived(rows(&PatchEvent::place), "events/place", "m, rad",
              "of a patch: x, y and rotation at every stop and start; of a point x and y",
              "k x components");
    a.derived(rows(&PatchEvent::direction), "events/direction", "1, rad/m",
              "of a patch: velocities of these over their length: the limit on coming to rest, or "
              "at the start",
              "k x components");
    a.derived(io::column(moves, &PatchEvent::dissipated), "events/dissipated", "J",
              "of a patch: energy that it has dissipated since the start", "k");
}

void visit_joint(io::Entries& a, const History& history, std::size_t joint,
                 std::optional<std::size_t> patch)
{
    const dynamics::JointHistory& one = history.joints[joint];
    for (const auto& array : joint_arrays())
        a.derived(by_sample(one.*array.values, one.n_rows), array.name,
                  unit_on(array.unit, one.measures), array.meaning, "n x components");
    if (patch)
        a.derived(std::vector<std::string>(patch_components.begin(),
                                           patch_components.begin() + one.n_rows),
                  "components", "", "of a patch: names of the columns", "components");
    a.note("`joints/J/state` and `joints/J/events` exist only with schemes that locate events, for "
           "laws with states.");
    if (a.describes() || !one.phases.empty())
        a.derived(by_sample(numbers(one.state), one.n_rows), "state", "",
                  a.describes()
                      ? "state of each component. Law gap: 0 free, +1 or -1 on that stop, "
                        "+2 or -2 beyond it where the dashpot would pull; "
                        "elastic-coulomb: 0 sticking, +1 or -1 slipping, 2 open; patch: "
                        "0 resting, 1 sliding"
                      : one.phases,
                  "n x components");
    if (a.describes() || patch || !one.phases.empty())
        visit_changes(a, history, joint, patch);
}

void visit_joints(io::Entries& a, const BuiltModel* built, History& history)
{
    std::size_t n_patches = 0;
    a.named(history.joints, "joints", "J", "a joint that is not linear",
            [&](dynamics::JointHistory& joint) {
                const bool is_patch =
                    a.describes() ||
                    std::any_of(built->model.joints.begin(), built->model.joints.end(),
                                [&](const auto& one) {
                                    return one.name == joint.name && one.law->is_patch();
                                });
                const auto patch = is_patch ? std::optional(n_patches++) : std::nullopt;
                if (is_recorded(a, built, joint.name))
                    visit_joint(a, history,
                                static_cast<std::size_t>(&joint - history.joints.data()), patch);
            });
    std::vector<std::string> names;
    std::vector<const dynamics::DryHistory*> all;
    if (built != nullptr)
        for (const assembly::Joint& joint : built->model.joints)
            for (Index row = 0; row < joint.n_rows(); ++row)
                if (const auto* dry = dry_history(history, joint, row);
                    dry && built->recorded_contacts.contains(joint.name)) {
                    names.push_back(dry->name);
                    all.push_back(dry);
                }
    const dynamics::DryHistory none;
    a.each_group(names, "joints", "K",
                 "a dry contact of a scheme that locates events: the name of a coulomb joint, or "
                 "`K.1`, `K.2`, ... if it has several components",
                 [&](std::size_t k) {
                     dry_arrays(a, a.describes() ? none : *all[k],
                                a.describes() ? 0 : all[k] - history.dry.data(), history.events);
                 });
}

void visit_energies(io::Entries& a, const History& history, Integration how)
{
    using dynamics::Energy;
    const io::Columns column(a, history.energy, "n");
    a.note("Energies are those since the start. Schemes that locate events take stored energies "
           "relative to the imposed motions, `loads` from constant loads, and `drive` from "
           "harmonic loads and motions.");
    column(
        &Energy::time, "energy/time", "s",
        "time of the energies: half a time step after each sample; with schemes that locate events "
        "that of the sample");
    column(&Energy::stored, "energy/stored", "J", "kinetic and elastic energy");
    column(&Energy::loads, "energy/loads", "J", "work of the loads");
    column(&Energy::drive, "energy/drive", "J", "work of the imposed motions");
    column(&Energy::friction, "energy/friction", "J", "dissipated in the contacts");
    if (a.describes() || how == Integration::steps) {
        column(&Energy::impact, "energy/impact", "J",
               "lost by sliding contacts that close; only of schemes with equal steps");
        column(&Energy::turning, "energy/turning", "J",
               "taken by normal forces where a segment turns within a step; only of schemes with "
               "equal steps");
    }
    column(&Energy::damping, "energy/damping", "J", "dissipated in the bodies");
    if (a.describes() || how == Integration::steps || !history.joints.empty())
        column(&Energy::joints, "energy/joints", "J",
               "gone into joints that are neither linear nor dry");
    column(&Energy::residual, "energy/residual", "J",
           "stored - loads - drive + friction + impact + turning + damping + joints");
}

} // namespace

void node_array(io::Entries& a, const std::vector<double>& values, Index n_slaves,
                const std::string& name, const std::string& unit, const std::string& meaning)
{
    const std::string shape = "n x slave nodes";
    if (n_slaves == 1)
        a.derived(values, name, unit, meaning, shape);
    else
        a.derived(by_sample(values, n_slaves), name, unit, meaning, shape);
}

void node_array(io::Entries& a, const std::vector<int>& values, Index n_slaves,
                const std::string& name, const std::string& meaning)
{
    if (n_slaves == 1)
        a.derived(values, name, "", meaning, "n x slave nodes");
    else
        node_array(a, std::vector<double>(values.begin(), values.end()), n_slaves, name, "",
                   meaning);
}

const std::vector<RecordedArray<dynamics::PointHistory>>& point_arrays()
{
    using dynamics::PointHistory;
    static const std::vector<RecordedArray<PointHistory>> list = {
        {"displacement", &PointHistory::u, "m", "mean over the port, fixed frame"},
        {"velocity", &PointHistory::v, "m/s",
         "velocity: with equal steps by the central difference over two of them, otherwise as "
         "integrated"},
        {"acceleration", &PointHistory::a, "m/s^2",
         "acceleration: with equal steps by their second difference, otherwise as integrated, with "
         "jumps at events"},
    };
    return list;
}

const std::vector<RecordedArray<dynamics::SlidingHistory>>& sliding_arrays()
{
    using dynamics::SlidingHistory;
    static const std::string last_step = ", mean of the last step, at the start the given velocity";
    static const std::vector<RecordedArray<SlidingHistory>> list = {
        {"normal_force", &SlidingHistory::normal_force, "N",
         "normal force lambda, > 0 compression, of the step that ends at the sample, at whose "
         "beginning it acts"},
        {"friction_force", &SlidingHistory::friction_force, "N",
         "friction force on the slave, along the segment from its first to its second node"},
        {"gap", &SlidingHistory::gap, "m", "gap, > 0 open; round-off while in contact"},
        {"sliding_velocity", &SlidingHistory::sliding_velocity, "m/s",
         "velocity of the slave minus that of the master, along the segment" + last_step},
        {"slave_velocity_x", &SlidingHistory::slave_velocity_x, "m/s",
         "velocity of the slave in x" + last_step},
        {"slave_velocity_y", &SlidingHistory::slave_velocity_y, "m/s",
         "velocity of the slave in y" + last_step},
        {"contact_x", &SlidingHistory::contact_x, "m", "contact point, fixed frame"},
        {"contact_y", &SlidingHistory::contact_y, "m", "contact point, fixed frame"},
        {"slope", &SlidingHistory::slope, "rad", "direction gamma of the segment"},
    };
    return list;
}

const std::vector<RecordedArray<dynamics::DryHistory>>& dry_arrays()
{
    using dynamics::DryHistory;
    static const std::vector<RecordedArray<DryHistory>> list = {
        {"force", &DryHistory::force, "N", "force of the first body on the second"},
        {"displacement", &DryHistory::displacement, "m", "displacement, first body minus second"},
        {"velocity", &DryHistory::velocity, "m/s", "velocity, first body minus second"},
    };
    return list;
}

const std::vector<RecordedArray<dynamics::JointHistory>>& joint_arrays()
{
    using dynamics::JointHistory;
    static const std::vector<RecordedArray<JointHistory>> list = {
        {"force", &JointHistory::force, "N",
         "force of the first body on the second; components t, n with a normal"},
        {"displacement", &JointHistory::displacement, "m", "displacement, first body minus second"},
    };
    return list;
}

const dynamics::DryHistory* dry_history(const History& history, const assembly::Joint& joint,
                                        Index row)
{
    if (!joint.law->is_dry())
        return nullptr;
    const auto found =
        std::find_if(history.dry.begin(), history.dry.end(),
                     [name = dynamics::dry_contact_name(joint, row)](
                         const dynamics::DryHistory& h) -> bool { return h.name == name; });
    return found == history.dry.end() ? nullptr : &*found;
}

void dry_arrays(io::Entries& a, const dynamics::DryHistory& history, Index contact,
                const std::vector<dynamics::ContactEvent>& events)
{
    for (const auto& array : dry_arrays())
        a.derived(history.*array.values, array.name, unit_on(array.unit, history.measure),
                  array.meaning, "n");
    a.derived(history.state, "state", "", "0 sticking, +1 or -1 sliding", "n");
    using dynamics::ContactEvent;
    const std::vector<ContactEvent> own =
        selected(events, [contact](const ContactEvent& event) { return event.contact == contact; });
    const io::Columns column(a, own, "k");
    column(&ContactEvent::time, "events/time", "s", "time of every event");
    column(&ContactEvent::kind, "events/kind", "", "0 stick, 1 slip, 2 reversal without a stop");
}

void history_arrays(io::Entries& a, const BuiltModel* built, History& history, Integration how)
{
    a.note("A component that is a rotation has rad in place of m, and N m in place of N.");
    a.note("With one slave node the arrays of a contact are lists of n entries.");
    a.array(history.time, "time", "s", "time of each sample", "n");
    a.named(history.points, "points", "P",
            "a point of `output.history`, for example `lower.free_end.y`",
            [&](dynamics::PointHistory& point) {
                for (const auto& array : point_arrays())
                    a.array(point.*array.values, array.name, unit_on(array.unit, point.measure),
                            array.meaning, "n");
            });
    a.named(history.sliding, "contacts", "C", "a sliding contact",
            [&](dynamics::SlidingHistory& contact) {
                if (is_recorded(a, built, contact.name))
                    visit_sliding(a, contact);
            });
    visit_joints(a, built, history);
    visit_energies(a, history, how);
}

Extremes extremes(const std::vector<double>& values)
{
    Extremes range;
    for (const double value : values)
        range.include(value);
    return range;
}

double rms(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

void range_quantities(io::Entries& q, const std::string& name, const Extremes& range,
                      const std::string& unit, const std::string& meaning)
{
    q.derived(range.min, name + ".min", unit, "smallest " + meaning);
    q.derived(range.max, name + ".max", unit, "largest " + meaning);
}

namespace {

// Extremes of a Coulomb joint over all its rows.
Extremes dry_extremes(const History& history, const assembly::Joint& joint,
                      std::vector<double> dynamics::DryHistory::*values)
{
    Extremes range;
    for (Index row = 0; row < joint.n_rows(); ++row)
        if (const auto* dry = dry_history(history, joint, row))
            for (const double value : dry->*values)
                range.include(value);
    return range;
}

Extremes row_extremes(const dynamics::JointHistory& joint, const std::vector<double>& values,
                      Index row)
{
    Extremes range;
    for (auto k = static_cast<std::size_t>(row); k < values.size();
         k += static_cast<std::size_t>(joint.n_rows))
        range.include(values[k]);
    return range;
}

struct JointRanges {
    struct Range {
        std::string name; // "force", or "force.x" of a patch
        Extremes extremes;
        std::string unit;
    };
    std::string name;
    std::vector<Range> ranges;
};

JointRanges patch_ranges(const dynamics::JointHistory& patch)
{
    JointRanges all{patch.name, {}};
    for (const auto& array : joint_arrays())
        for (Index row = 0; row < patch.n_rows; ++row)
            all.ranges.push_back(
                {array.name + "." + std::string(patch_components.at(static_cast<std::size_t>(row))),
                 row_extremes(patch, patch.*array.values, row),
                 unit_on(array.unit, measure_at(patch.measures, row))});
    return all;
}

// Joints in the order of the model, then patches.
std::vector<JointRanges> joint_ranges(const BuiltModel& built, const History& history)
{
    using dynamics::DryHistory;
    std::vector<JointRanges> all, patches;
    for (const assembly::Joint& joint : built.model.joints) {
        const std::string N = unit_on("N", joint.measures), m = unit_on("m", joint.measures);
        const auto found =
            std::find_if(history.joints.begin(), history.joints.end(),
                         [&](const auto& one) -> bool { return one.name == joint.name; });
        if (found != history.joints.end() && joint.law->is_patch())
            patches.push_back(patch_ranges(*found));
        else if (found != history.joints.end())
            all.push_back({joint.name,
                           {{"force", extremes(found->force), N},
                            {"displacement", extremes(found->displacement), m}}});
        else if (joint.law->is_dry())
            all.push_back(
                {joint.name,
                 {{"force", dry_extremes(history, joint, &DryHistory::force), N},
                  {"displacement", dry_extremes(history, joint, &DryHistory::displacement), m}}});
    }
    all.insert(all.end(), patches.begin(), patches.end());
    return all;
}

} // namespace

void joint_quantities(io::Entries& q, const BuiltModel* built, const History& history)
{
    std::vector<JointRanges> all(1);
    for (const auto& [name, unit] : {std::pair{"force", "N"},
                                     {"displacement", "m"},
                                     {"force.D", "N"},
                                     {"displacement.D", "m"}})
        all.front().ranges.push_back({name, {}, unit});
    if (!q.describes())
        all = joint_ranges(*built, history);
    q.note("Ranges of the force and the displacement of a joint are over samples and components. "
           "A patch has them for each component.");
    q.note("D stands for a component of a patch: `x`, `y` or `rotation`.");
    q.each_group(io::names_of(all), "", "J", "a joint that is not linear", [&](std::size_t k) {
        for (const auto& [name, range, unit] : all[k].ranges)
            range_quantities(q, name, range, unit,
                             name.starts_with("force") ? "force" : "displacement");
    });
}

void point_quantities(io::Entries& q, std::vector<dynamics::PointHistory>& points)
{
    q.named(points, "", "P", "a point of `output.history`, for example `lower.free_end.y`",
            [&](dynamics::PointHistory& point) {
                const std::string m = unit_on("m", point.measure),
                                  acceleration = unit_on("m/s^2", point.measure);
                using Number = std::optional<double>;
                const bool any = !point.u.empty();
                range_quantities(q, "displacement", extremes(point.u), m,
                                 "displacement of all samples");
                q.derived(any ? Number(point.u.back()) : Number(), "displacement.end", m,
                          "displacement of the last sample");
                const Extremes a = extremes(point.a);
                q.derived(std::max(a.max, -a.min), "acceleration.max_abs", acceleration,
                          "largest magnitude of the acceleration");
                q.derived(any ? Number(rms(point.a)) : Number(), "acceleration.rms", acceleration,
                          "root mean square of the acceleration");
            });
}

EnergyAccount energy_account(const History& history, const dynamics::Energy& end, bool joints,
                             double round_off)
{
    EnergyAccount account{end, joints, {}, {}};
    constexpr double part_of_constant_energies = 1e-4;
    double scale = std::max({end.turned_over(), history.exchange.exchanged(),
                             part_of_constant_energies * history.exchange.largest()});
    for (const dynamics::Energy& energy : history.energy)
        scale = std::max(scale, energy.turned_over());
    const double residual = end.residual() / scale;
    if (scale > round_off && std::isfinite(residual)) {
        account.scale = scale;
        account.residual = residual;
    }
    return account;
}

void energy_quantities(io::Entries& q, EnergyAccount& account)
{
    using Number = std::optional<double>;
    const dynamics::Energy& end = account.end;
    q.note("Energies are those at the end of the run since its start. `energy.scale` is the energy "
           "exchanged: the largest of three. The first is the sum of the magnitudes of all terms "
           "at any sample or the end. The second is the sum over the modes of the range of their "
           "kinetic or elastic energy, whichever is larger. The third is 1e-4 of the largest "
           "kinetic and elastic energy; below it is round-off of energies that stay constant, as "
           "in free flight.");
    q.derived(end.stored, "energy.stored", "J",
              "kinetic and elastic energy; with schemes that locate events relative to the imposed "
              "motions");
    q.derived(end.loads, "energy.loads", "J",
              "work of the loads; with schemes that locate events of the constant loads");
    q.derived(end.drive, "energy.drive", "J",
              "work of the imposed motions; with schemes that locate events of harmonic loads and "
              "motions");
    q.derived(end.friction, "energy.friction", "J", "dissipated by friction of contacts");
    const bool sliding = end.impact != 0 || end.turning != 0;
    q.derived(sliding ? Number(end.impact) : Number(), "energy.impact", "J",
              "lost by sliding contacts that close", "", "if this or `energy.turning` is not 0");
    q.derived(sliding ? Number(end.turning) : Number(), "energy.turning", "J",
              "taken by normal forces of sliding contacts where a segment turns within a step", "",
              "if this or `energy.impact` is not 0");
    q.derived(end.damping, "energy.damping", "J", "dissipated in the bodies");
    q.derived(account.joints ? Number(end.joints) : Number(), "energy.joints", "J",
              "gone into joints that are neither linear nor dry", "", "with such joints");
    q.array(account.scale, "energy.scale", "J", "the energy exchanged", "", "if anything moves");
    q.array(account.residual, "energy.residual", "",
            "stored - loads - drive + friction + impact + turning + damping + joints, over "
            "energy.scale",
            "", "if anything moves");
}

} // namespace slideway::app
