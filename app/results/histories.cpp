#include "app/results/histories.hpp"

#include "assembly/joint.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/dry_contacts.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "io/entries.hpp"

#include <algorithm>

namespace slideway::app {

namespace {

std::vector<double> numbers(const std::vector<int>& values)
{
    return {values.begin(), values.end()};
}

// Converts values stored sample by sample to a matrix with a row per sample.
Matrix by_sample(const std::vector<double>& values, Index columns)
{
    return Eigen::Map<const dynamics::RowMatrix>(
        values.data(), static_cast<Index>(values.size()) / columns, columns);
}

void write_sliding(io::ArraySink& sink, const dynamics::SlidingHistory& k)
{
    const std::string group = "contacts/" + k.name + "/";
    // A column per slave node; a single node is written as a plain array.
    auto write = [&](const std::string& name, const std::vector<double>& values,
                     const std::string& unit, const std::string& about) {
        if (k.n_slaves == 1)
            sink.write(group + name, values, unit, about);
        else
            sink.write(group + name, by_sample(values, k.n_slaves), unit,
                       about + "; samples x slave nodes");
    };
    for (const auto& array : sliding_arrays())
        write(array.name, k.*array.values, array.unit, array.about);
    write("alpha", k.alpha, "", "position on the segment, 0 to 1");
    const std::string segments = "counted from 0 along the master";
    const std::string states = k.statistics.empty()
                                   ? "0 none, 1 ramp of the drive (friction taken as developed), "
                                     "2 sliding"
                                   : "0 open, 2 sliding along the master, 3 stuck, 4 sliding "
                                     "against it";
    if (k.n_slaves == 1) {
        sink.write(group + "segment", k.segment, segments);
        sink.write(group + "state", k.state, states);
    } else {
        write("segment", numbers(k.segment), "", segments);
        write("state", numbers(k.state), "", states);
    }
    if (k.statistics.empty())
        return;
    std::vector<double> time;
    std::vector<int> node, state;
    for (const dynamics::StateChange& change : k.changes) {
        time.push_back(change.time);
        node.push_back(change.slave);
        state.push_back(change.state);
    }
    sink.write(group + "events/time", time, "s", "of every change of state, end of its step");
    sink.write(group + "events/node", node, "slave node, from 0");
    sink.write(group + "events/state", state, "from then on: " + states);
}

// Writes samples x rows and, unless the joint is a patch, the phase changes row by row.
void write_joint(io::ArraySink& sink, const dynamics::JointHistory& history, bool is_patch,
                 std::size_t joint, const std::vector<dynamics::JointEvent>& events)
{
    const std::string group = "joints/" + history.name + "/";
    for (const auto& array : joint_arrays())
        sink.write(group + array.name, by_sample(history.*array.values, history.n_rows),
                   unit_on(array.unit, history.measures), array.about);
    if (is_patch)
        sink.write(group + "components",
                   std::vector<std::string>(patch_components.begin(),
                                            patch_components.begin() + history.n_rows),
                   "of the columns");
    if (history.phases.empty())
        return;
    std::vector<double> time;
    std::vector<int> row, after;
    for (const dynamics::JointEvent& event : events)
        if (event.joint == joint) {
            time.push_back(event.time);
            row.push_back(event.row);
            after.push_back(event.after);
        }
    sink.write(group + "state", by_sample(numbers(history.state), history.n_rows), "",
               history.phases);
    if (is_patch)
        return;
    sink.write(group + "events/time", time, "s", "of every change of state");
    sink.write(group + "events/row", row, "component, from 0");
    sink.write(group + "events/state", after, "from then on");
}

// Writes stops and starts of a patch. The states are stored with the first component.
void write_patch(io::ArraySink& sink, const std::string& group, std::size_t patch, Index n_rows,
                 const std::vector<dynamics::PatchEvent>& events)
{
    std::vector<double> time, dissipated;
    std::vector<int> after;
    std::vector<const dynamics::PatchEvent*> given_events;
    for (const dynamics::PatchEvent& event : events)
        if (event.patch == patch)
            given_events.push_back(&event);
    Matrix place(static_cast<Index>(given_events.size()), n_rows), direction(place.rows(), n_rows);
    for (std::size_t i = 0; i < given_events.size(); ++i) {
        time.push_back(given_events[i]->time);
        after.push_back(given_events[i]->slides ? 1 : 0);
        dissipated.push_back(given_events[i]->dissipated);
        place.row(static_cast<Index>(i)) = given_events[i]->place.head(n_rows).transpose();
        direction.row(static_cast<Index>(i)) = given_events[i]->direction.head(n_rows).transpose();
    }
    sink.write(group + "events/time", time, "s", "of every stop and start");
    sink.write(group + "events/row", std::vector<int>(time.size(), 0), "component, from 0");
    sink.write(group + "events/state", after, "from then on");
    sink.write(group + "events/place", place, "m, rad", "x, y, rotation; of a point x, y");
    sink.write(group + "events/direction", direction, "1, rad/m",
               "velocities of x, y and rotation over their length; of a point of x, y");
    sink.write(group + "events/dissipated", dissipated, "J", "since the start");
}

void write_joints(io::ArraySink& sink, const BuiltModel& built, const dynamics::History& history)
{
    std::size_t patch = 0;
    for (std::size_t j = 0; j < history.joints.size(); ++j) {
        const std::string& name = history.joints[j].name;
        const auto joint =
            std::find_if(built.model.joints.begin(), built.model.joints.end(),
                         [&](const assembly::Joint& one) -> bool { return one.name == name; });
        const bool is_patch = joint != built.model.joints.end() && joint->law->is_patch();
        if (built.recorded_contacts.contains(name)) {
            write_joint(sink, history.joints[j], is_patch, j, history.joint_events);
            if (is_patch)
                write_patch(sink, "joints/" + name + "/", patch, history.joints[j].n_rows,
                            history.patch_events);
        }
        patch += is_patch ? 1 : 0;
    }
    for (const assembly::Joint& joint : built.model.joints)
        for (Index row = 0; row < joint.n_rows(); ++row)
            if (const auto* dry = dry_history(history, joint, row);
                dry && built.recorded_contacts.contains(joint.name))
                write_dry(sink, "joints/" + dry->name + "/", *dry, dry - history.dry.data(),
                          history.events);
}

} // namespace

const std::vector<RecordedArray<dynamics::PointHistory>>& point_arrays(Integration how)
{
    using History = dynamics::PointHistory;
    using List = std::vector<RecordedArray<History>>;
    static const std::string mean = "mean over the port, fixed frame";
    static const List steps = {
        {"displacement", &History::u, "m", mean},
        {"velocity", &History::v, "m/s", "central difference over two time steps"},
        {"acceleration", &History::a, "m/s^2", "second difference of the time step"},
    };
    static const List events = {
        {"displacement", &History::u, "m", mean},
        {"velocity", &History::v, "m/s", "as integrated"},
        {"acceleration", &History::a, "m/s^2", "as integrated; jumps at events"},
    };
    return how == Integration::steps ? steps : events;
}

const std::vector<RecordedArray<dynamics::SlidingHistory>>& sliding_arrays()
{
    using History = dynamics::SlidingHistory;
    static const std::vector<RecordedArray<History>> list = {
        {"normal_force", &History::normal_force, "N", "lambda, > 0 compression"},
        {"friction_force", &History::friction_force, "N",
         "on the slave, along the segment from its first to its second node"},
        {"gap", &History::gap, "m", "> 0 open"},
        {"sliding_velocity", &History::sliding_velocity, "m/s",
         "slave minus master, along the segment"},
        {"slave_velocity_x", &History::slave_velocity_x, "m/s", "v_C, fixed frame"},
        {"slave_velocity_y", &History::slave_velocity_y, "m/s", "v_C, fixed frame"},
        {"contact_x", &History::contact_x, "m", "contact point, fixed frame"},
        {"contact_y", &History::contact_y, "m", "contact point, fixed frame"},
        {"slope", &History::slope, "rad", "gamma of the segment"},
    };
    return list;
}

const std::vector<RecordedArray<dynamics::DryHistory>>& dry_arrays()
{
    using History = dynamics::DryHistory;
    static const std::vector<RecordedArray<History>> list = {
        {"force", &History::force, "N", "of the first body on the second"},
        {"displacement", &History::displacement, "m", "first body minus second"},
        {"velocity", &History::velocity, "m/s", "first body minus second"},
    };
    return list;
}

const std::vector<RecordedArray<dynamics::JointHistory>>& joint_arrays()
{
    using History = dynamics::JointHistory;
    static const std::vector<RecordedArray<History>> list = {
        {"force", &History::force, "N",
         "of the first body on the second; samples x components (t, n with a normal)"},
        {"displacement", &History::displacement, "m",
         "first body minus second; samples x components"},
    };
    return list;
}

const std::vector<EnergyArray>& energy_arrays(Integration how)
{
    using dynamics::Energy;
    static const std::string contacts = "dissipated in the contacts",
                             bodies = "dissipated in the bodies",
                             sum = "stored - loads - drive + friction + damping + joints",
                             all = "stored - loads - drive + friction + impact + turning + damping "
                                   "+ joints";
    static const std::vector<EnergyArray> steps = {
        {"time", "s", "half a time step after each sample", &Energy::time},
        {"stored", "J", "kinetic and elastic, since the start", &Energy::stored},
        {"loads", "J", "work of the loads", &Energy::loads},
        {"drive", "J", "work of the imposed motions", &Energy::drive},
        {"friction", "J", contacts, &Energy::friction},
        {"impact", "J", "lost by sliding contacts that close", &Energy::impact},
        {"turning", "J", "taken by normal forces where a segment turns within a step",
         &Energy::turning},
        {"damping", "J", bodies, &Energy::damping},
        {"joints", "J", "gone into joints that are not linear", &Energy::joints},
        {"residual", "J", all, &Energy::residual},
    };
    static const std::vector<EnergyArray> events = {
        {"time", "s", "of each sample", &Energy::time},
        {"stored", "J", "kinetic and elastic, relative to the imposed motions, since the start",
         &Energy::stored},
        {"loads", "J", "work of the constant loads", &Energy::loads},
        {"drive", "J", "work of harmonic loads and motions", &Energy::drive},
        {"friction", "J", contacts, &Energy::friction},
        {"damping", "J", bodies, &Energy::damping},
        {"joints", "J", "gone into joints that are neither linear nor coulomb", &Energy::joints},
        {"residual", "J", sum, &Energy::residual},
    };
    return how == Integration::steps ? steps : events;
}

const dynamics::DryHistory* dry_history(const dynamics::History& history,
                                        const assembly::Joint& joint, Index row)
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
                  array.about, "n");
    a.derived(history.state, "state", "", "0 sticking, +1 or -1 sliding", "n");
    std::vector<double> time;
    std::vector<int> kind;
    for (const dynamics::ContactEvent& event : events)
        if (event.contact == contact) {
            time.push_back(event.time);
            kind.push_back(static_cast<int>(event.kind));
        }
    a.derived(time, "events/time", "s", "time of every event", "k");
    a.derived(kind, "events/kind", "", "0 stick, 1 slip, 2 reversal without a stop", "k");
}

void write_dry(io::ArraySink& sink, const std::string& group, const dynamics::DryHistory& history,
               Index contact, const std::vector<dynamics::ContactEvent>& events)
{
    io::write_arrays(sink, [&](io::Entries& a) {
        a.group(group, [&] { dry_arrays(a, history, contact, events); });
    });
}

void write_history(io::ArraySink& sink, const BuiltModel& built, const dynamics::History& history,
                   Integration how)
{
    sink.write("time", history.time, "s", "time of each sample");
    for (const dynamics::PointHistory& point : history.points)
        for (const auto& array : point_arrays(how))
            sink.write("points/" + point.name + "/" + array.name, point.*array.values,
                       unit_on(array.unit, point.measure), array.about);
    for (const dynamics::SlidingHistory& contact : history.sliding)
        if (built.recorded_contacts.contains(contact.name))
            write_sliding(sink, contact);
    write_joints(sink, built, history);
    for (const EnergyArray& array : energy_arrays(how)) {
        if (array.name == "joints" && how == Integration::events && history.joints.empty())
            continue;
        Vector column(static_cast<Index>(history.energy.size()));
        std::transform(history.energy.begin(), history.energy.end(), column.begin(), array.of);
        sink.write("energy/" + array.name, column, array.unit, array.about);
    }
}

} // namespace slideway::app
