#include "app/results/summary_file.hpp"

#include "app/case/version.hpp"
#include "app/results/picture_folder.hpp"
#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "io/hdf5_file.hpp"
#include "io/json_file.hpp"

#include <numbers>

namespace slideway::app {

namespace {

template <class Value> // number or text
io::JsonValue json_value(const std::vector<Value>& values, bool is_list)
{
    return values.size() == 1 && !is_list ? io::JsonValue(values.front()) : io::JsonValue(values);
}

// Two coordinates in the plane z = 0, three elsewhere.
io::JsonValue numbers(const Eigen::Vector3d& X)
{
    std::vector<double> values{X.x(), X.y()};
    if (X.z() != 0)
        values.push_back(X.z());
    return io::JsonValue(values);
}

io::JsonValue gigabytes(std::vector<double> bytes)
{
    for (double& value : bytes)
        value /= 1e9;
    return io::JsonValue(bytes);
}

io::JsonValue bodies_json(const BuiltModel& built)
{
    io::JsonValue bodies = io::JsonValue::array();
    for (std::size_t b = 0; b < built.bodies.size(); ++b) {
        const BuiltBody& body = built.bodies[b];
        const reduction::ReducedModel& r = body.reduced;
        io::JsonValue json = io::JsonValue::object();
        json.set("name", body.name).set("type", body.type);
        if (body.n_nodes > 0)
            json.set("mesh", body.mesh)
                .set("nodes", static_cast<long long>(body.n_nodes))
                .set("elements", static_cast<long long>(body.n_elements))
                .set("fixed_dofs", static_cast<long long>(body.n_fixed));
        if (body.shown)
            json.set("recovered_groups", body.shown->groups)
                .set("recovered_nodes", static_cast<long long>(body.shown->n_nodes))
                .set("recovered_elements", static_cast<long long>(body.shown->n_elements));
        if (!body.units.empty())
            json.set("units", body.units);
        if (!body.box.empty())
            json.set("size_m", numbers(body.box.sizes()));
        if (body.inertia) {
            json.set("mass_kg", body.inertia->mass);
            if (body.inertia->centre)
                json.set("centre_of_mass_m", numbers(*body.inertia->centre));
        }
        json.set("dofs_full", static_cast<long long>(r.n_full));
        json.set("dofs", static_cast<long long>(built.model.bodies[b].n()));
        json.set("reduction", r.method);
        if (r.processes)
            json.set("solver", "distributed")
                .set("memory_of_processes_estimated_gb", gigabytes(r.processes->estimated))
                .set("memory_of_processes_peak_gb", gigabytes(r.processes->peak));
        else if (r.method != "none")
            json.set("solver", "embedded");
        if (r.method != "none") {
            json.set("order_of_dofs", "interface displacements, then modal coordinates");
            json.set("constraint_modes", static_cast<long long>(r.n_constraint));
            json.set("other_modes", static_cast<long long>(r.omega.size()));
            json.set("other_modes_are", r.modes);
            if (r.omega.size() > 0)
                json.set("highest_mode_hz", r.omega(r.omega.size() - 1) / (2 * std::numbers::pi));
            json.set("condition_of_mass", r.condition_M);
            io::JsonValue lost = io::JsonValue::object();
            if (r.truncation.interface_load)
                lost.set("unit_interface_loads", *r.truncation.interface_load);
            for (const reduction::BodyLoadError& load : r.truncation.body_load)
                lost.set("energy_under_acceleration_in_" + load.motion, load.error);
            for (const reduction::LoadError& load : r.truncation.loads)
                lost.set("energy_under_" + load.load, load.error);
            if (!r.truncation.undefined.empty())
                lost.set("undefined", r.truncation.undefined);
            json.set("static_error", lost);
        }
        bodies.push(json);
    }
    return bodies;
}

} // namespace

std::string summary_text(const Case& c, const BuiltModel& built, const Summary& summary,
                         const std::string& checksum)
{
    io::JsonValue source = io::JsonValue::object();
    source.set("file", c.file.string()).set("overrides", c.overrides).set("text", c.text);
    io::JsonValue used = io::JsonValue::object();
    for (const auto& [key, value] : summary.used)
        used.set(key, value);
    io::JsonValue quantities = io::JsonValue::object();
    for (const Quantity& q : summary.quantities) {
        io::JsonValue quantity = io::JsonValue::object();
        quantity
            .set("value",
                 q.texts.empty() ? json_value(q.value, q.is_list) : json_value(q.texts, q.is_list))
            .set("unit", q.unit);
        quantities.set(q.name, quantity);
    }
    io::JsonValue root = io::JsonValue::object();
    root.set("title", c.title)
        .set("version", std::string(version))
        .set("status", std::string(name_of(summary.status)))
        .set("message", summary.message)
        .set("warnings", io::JsonValue(summary.warnings))
        .set("wall_time_s", summary.wall_time)
        .set("analysis", c.analysis.type);
    if (summary.other) {
        io::JsonValue other = io::JsonValue::object();
        other.set("scheme", summary.other->scheme)
            .set("h_s", summary.other->h)
            .set("steps", summary.other->steps)
            .set("estimated_time_s", summary.other->time);
        root.set("other_scheme", other);
    }
    if (!checksum.empty())
        root.set("checksum", checksum);
    root.set("used", used)
        .set("bodies", bodies_json(built))
        .set("quantities", quantities)
        .set("case", source);
    return io::json_text(root) + "\n";
}

void write_summary(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                   const Summary& summary)
{
    write_text_atomically(folder / "summary.json",
                          summary_text(c, built, summary, io::checksum_in(folder / "results.h5")));
}

void write_arrays(io::ArraySink& sink, const Case& c, const Outcome& outcome)
{
    sink.attribute("title", c.title);
    sink.attribute("analysis", c.analysis.type);
    sink.attribute("status", std::string(name_of(outcome.summary.status)));
    sink.attribute("message", outcome.summary.message);
    outcome.arrays(sink);
}

void write_arrays(const std::filesystem::path& file, const Case& c, const Outcome& outcome)
{
    io::Hdf5Writer h5(file);
    write_arrays(h5, c, outcome);
    h5.close();
}

Summary write_results(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                      const Outcome& outcome, const std::function<bool()>& go_on)
{
    write_arrays(folder / "results.h5", c, outcome);
    Summary summary = outcome.summary;
    const PictureFolder pictures(folder, go_on);
    if (outcome.pictures)
        outcome.pictures(pictures);
    summary.pictures_left_out = pictures.left_out();
    if (summary.pictures_left_out > 0)
        summary.warnings.push_back("pictures for ParaView are left out from the moment of the "
                                   "interruption on: " +
                                   std::to_string(summary.pictures_left_out) +
                                   " of them; summary.json and results.h5 are whole");
    write_summary(folder, c, built, summary);
    return summary;
}

} // namespace slideway::app
