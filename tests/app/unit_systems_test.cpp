#include "app/analyses/job.hpp"
#include "app/analyses/keys.hpp"
#include "app/case/shipped.hpp"
#include "app/model/build_model.hpp"
#include "app/results/summary_file.hpp"
#include "base/measure.hpp"
#include "io/hdf5_file.hpp"
#include "tests/io/scratch_folder.hpp"
#include "tests/support/source_dir.hpp"

#include <catch2/catch.hpp>
#include <toml++/toml.h>

#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// The program knows no units: a case whose numbers are all in millimetres, tonnes and seconds, or
// in any other consistent units, is the same case.

using namespace slideway;

namespace {

// Values of one metre, one kilogram and one second in a system of units.
struct Units {
    std::string name;
    double length, mass, time;
};

const std::vector<Units> others = {{"mm-tonne-s", 1e3, 1e-3, 1},
                                   {"mm-kg-ms", 1e3, 1, 1e3},
                                   {"um-kg-s", 1e6, 1, 1},
                                   {"cm-g-s", 1e2, 1e3, 1},
                                   {"arbitrary", 3.7e5, 2.3e-7, 41}};
const Units si = {"SI", 1, 1, 1};

// Exponents of length, mass and time.
struct Dimension {
    int length = 0, mass = 0, time = 0;

    [[nodiscard]] double in(const Units& units) const
    {
        return std::pow(units.length, length) * std::pow(units.mass, mass) *
               std::pow(units.time, time);
    }
};

// Dimension of "N m/rad", "kg m^2", "m/s^2": factors between spaces, after each "/" divisors.
Dimension dimension_of(const std::string& unit)
{
    // Without the type's name in each entry g++ 12 tries every reading of the nested braces, and
    // needs gigabytes.
    static const std::map<std::string, Dimension> symbols = {
        {"m", Dimension{1, 0, 0}},    {"kg", Dimension{0, 1, 0}},  {"s", Dimension{0, 0, 1}},
        {"N", Dimension{1, 1, -2}},   {"J", Dimension{2, 1, -2}},  {"W", Dimension{2, 1, -3}},
        {"Pa", Dimension{-1, 1, -2}}, {"Hz", Dimension{0, 0, -1}}, {"rad", Dimension{}},
        {"deg", Dimension{}},         {"1", Dimension{}}};
    Dimension all;
    std::istringstream parts(unit);
    int sign = 1;
    for (std::string part; std::getline(parts, part, '/'); sign = -1) {
        std::istringstream factors(part);
        for (std::string factor; factors >> factor;) {
            const auto hat = factor.find('^');
            const Dimension& one = symbols.at(factor.substr(0, hat));
            const int power = sign * (hat == factor.npos ? 1 : std::stoi(factor.substr(hat + 1)));
            all = {all.length + power * one.length, all.mass + power * one.mass,
                   all.time + power * one.time};
        }
    }
    return all;
}

// Units of keys that depend on other keys, by the path without the places in lists.
const std::map<std::string, std::string> dependent_units = {
    {"substructure.mesh_parameters.length", "m"},
    {"substructure.mesh_parameters.height", "m"},
    {"analysis.diagram.from", "N"},
    {"analysis.diagram.to", "N"},
    {"analysis.sections.turns.level", "m/s"},
    {"analysis.sections.touches.level", "m"},
};

// Whether a path is that of a described key; free names stand for NAME.
bool is_path(const std::string& described, const std::string& path)
{
    std::istringstream a(described), b(path);
    std::string key, name;
    while (std::getline(a, key, '.')) {
        if (!std::getline(b, name, '.'))
            return false;
        if (key != name && key != name + "[]" && key != "NAME")
            return false;
    }
    return b.eof();
}

// An entry of a case, or a table within it.
struct Place {
    const app::Topic* topic = nullptr; ///< description of the entry
    std::string path = {};             ///< within the entry
    bool turns = false;                ///< acts on a rotation

    [[nodiscard]] Place inner(const std::string& name) const
    {
        return {topic, path.empty() ? name : path + "." + name,
                turns || name.ends_with(".rotation")};
    }

    // Unit of a number there. Free names of numbers stand behind the path of their table.
    [[nodiscard]] Dimension dimension() const
    {
        const auto depends = dependent_units.find(topic->table + "." + path);
        if (depends != dependent_units.end())
            return dimension_of(depends->second);
        for (std::string table = path;; table.resize(table.rfind('.'))) {
            for (const io::KeyDoc& key : topic->keys)
                if (is_path(key.path, table))
                    return dimension_of(
                        unit_on(key.unit, turns ? Measure::rotation : Measure::displacement));
            if (table.find('.') == table.npos)
                throw std::runtime_error("no key " + topic->table + "." + path);
        }
    }
};

// Numbers that carry a unit become numbers in other units.
void convert_value(toml::node& value, const Place& place, const Units& units,
                   const std::function<void(double)>& set);

void convert(toml::table& table, const Place& place, const Units& units)
{
    std::vector<std::string> keys;
    for (auto&& [key, value] : table)
        keys.emplace_back(key.str());
    for (const std::string& name : keys)
        convert_value(*table.get(name), place.inner(name), units,
                      [&](double value) -> void { table.insert_or_assign(name, value); });
}

void convert_value(toml::node& value, const Place& place, const Units& units,
                   const std::function<void(double)>& set)
{
    if (toml::table* table = value.as_table()) {
        convert(*table, place, units);
    } else if (toml::array* array = value.as_array()) {
        for (std::size_t i = 0; i < array->size(); ++i)
            convert_value(*array->get(i), place, units, [&](double number) -> void {
                array->replace(array->cbegin() + static_cast<std::ptrdiff_t>(i), number);
            });
    } else if (value.is_number() && place.dimension().in(units) != 1) {
        set(*value.value<double>() * place.dimension().in(units));
    }
}

// The description of the tables [name]; `kind` is the law of a joint, the type of a body.
const app::Topic& topic_of(const std::string& name, const std::string& kind)
{
    for (const app::Topic& topic : app::topics())
        if (topic.table == name && (topic.condition.empty() || topic.name == kind))
            return topic;
    throw std::runtime_error("no topic " + name + " " + kind);
}

void convert_entry(toml::table& entry, const std::string& name, toml::table& root,
                   const Units& units)
{
    std::string kind = entry[name == "joint" ? "law" : "type"].value_or(std::string());
    if (kind.empty() && entry.contains("like")) // the kind of the entry that it copies
        for (toml::node& other : *root[name].as_array())
            if ((*other.as_table())["name"] == entry["like"])
                kind = (*other.as_table())[name == "joint" ? "law" : "type"].value_or(kind);
    const bool turns = entry["on"].value_or(std::string()).ends_with(".rotation");
    convert(entry, {&topic_of(name, kind), "", turns}, units);
}

void convert_all(toml::table& root, const Units& units)
{
    std::vector<std::string> names;
    for (auto&& [key, value] : root)
        names.emplace_back(key.str());
    for (const std::string& name : names)
        if (toml::table* table = root[name].as_table())
            convert_entry(*table, name, root, units);
        else if (toml::array* entries = root[name].as_array())
            for (toml::node& entry : *entries)
                convert_entry(*entry.as_table(), name, root, units);
}

// The case with every number in these units, without its [expected] and its signals.
std::string in_units(toml::table root, const Units& units)
{
    root.erase("expected");
    if (toml::table* output = root["output"].as_table())
        for (const char* signal : {"spectrogram", "spectrum", "band_level"})
            output->erase(signal);
    convert_all(root, units);
    std::ostringstream text;
    text.precision(17);
    text << root;
    return text.str();
}

struct Results {
    std::map<std::string, std::vector<double>> values; ///< in SI
    std::map<std::string, std::vector<std::string>> texts;
};

// Runs it; key figures in SI. Arrays of results.h5 with these names too.
Results run(const toml::table& root, const Units& units,
            const std::vector<std::string>& arrays = {})
{
    const io::ScratchFolder folder;
    std::ofstream(folder / "case.toml") << in_units(root, units);
    const app::Job job = app::read_job(folder / "case.toml");
    const app::BuiltModel built = app::build_model(job);
    const app::Outcome outcome = app::run(job, built);
    Results results;
    for (const app::Quantity& q : outcome.summary.quantities) {
        if (!q.texts.empty())
            results.texts[q.name] = q.texts;
        CAPTURE(q.name, q.unit);
        const double factor = dimension_of(q.unit).in(units);
        for (const double value : q.value)
            results.values[q.name].push_back(value / factor);
    }
    if (!arrays.empty()) {
        app::write_results(folder.path(), job.c, built, outcome);
        const io::Hdf5Reader h5(folder / "results.h5");
        for (const std::string& name : arrays) {
            const double factor = dimension_of(h5.attribute(name, "unit")).in(units);
            for (const double value : h5.numbers(name))
                results.values[name].push_back(value / factor);
        }
    }
    return results;
}

toml::table shipped(const std::string& name)
{
    return toml::parse_file(app::find_case(name).string());
}

// Every number beside the largest of its array, or beside `scale` where it is made of larger terms.
void check_same(const Results& one, const Results& other, double tolerance,
                const std::map<std::string, double>& scale = {})
{
    CHECK(one.texts == other.texts);
    for (const auto& [name, values] : one.values) {
        INFO(name);
        REQUIRE(other.values.contains(name));
    }
    for (const auto& [name, values] : other.values) {
        INFO(name);
        REQUIRE(one.values.contains(name));
    }
    for (const auto& [name, values] : one.values) {
        const std::vector<double>& same = other.values.at(name);
        REQUIRE(values.size() == same.size());
        double largest = scale.contains(name) ? scale.at(name) : 0, apart = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            largest = std::max(largest, std::abs(values[i]));
            apart = std::max(apart, std::abs(values[i] - same[i]));
        }
        INFO(name << ": " << apart << " of " << largest);
        CHECK(apart <= tolerance * largest);
    }
}

toml::table cantilever(double length, int elements)
{
    std::ostringstream text;
    text.precision(17);
    text << "title = \"Steel cantilever\"\n[[substructure]]\nname = \"beam\"\ntype = \"beam\"\n"
         << "length = " << length << "\nelements = " << elements
         << "\nsection = { width = " << length / 20 << ", height = " << length / 20
         << " }\nmaterial = { young = 210e9, density = 7830.0 }\naxial = false\n"
         << "fixed = [\"start\"]\n";
    return toml::parse(text.str());
}

// A case of beam on beam, the meshes in its units.
toml::table beams_of(const std::string& name)
{
    toml::table beams = shipped(name);
    const std::vector<std::pair<std::string, std::pair<double, double>>> meshes = {
        {"lower", {0.1, 0.002}}, {"upper", {0.075, 0.0015}}};
    for (std::size_t b = 0; b < 2; ++b) {
        toml::table& body = *beams["substructure"][b].as_table();
        body.insert_or_assign("mesh", (std::filesystem::path(test::source_dir()) /
                                       ("meshes/beam_on_beam/" + meshes[b].first + ".geo"))
                                          .string());
        body.insert_or_assign("mesh_parameters", toml::table{{"length", meshes[b].second.first},
                                                             {"height", meshes[b].second.second}});
    }
    return beams;
}

// The meshed block of a contact patch, its nodes in these units and moved by so much [m].
toml::table block_at(double x, double y, const Units& units, const io::ScratchFolder& folder)
{
    const std::string name = "contact_patch/meshed_block";
    toml::table block = shipped(name);
    toml::table& body = *block["substructure"][0].as_table();
    std::ifstream mesh(app::find_case(name).parent_path() /
                       body["mesh"].value<std::string>().value());
    std::ofstream moved(folder / "block.inp");
    moved.precision(17);
    bool nodes = false;
    for (std::string line; std::getline(mesh, line);) {
        if (line.starts_with('*') || !nodes) {
            nodes = line == "*NODE";
            moved << line << '\n';
            continue;
        }
        int number = 0;
        char comma = 0;
        std::array<double, 2> at{};
        std::istringstream(line) >> number >> comma >> at[0] >> comma >> at[1];
        moved << number << ", " << (at[0] + x) * units.length << ", " << (at[1] + y) * units.length
              << '\n';
    }
    body.insert_or_assign("mesh", (folder / "block.inp").string());
    return block;
}

} // namespace

TEST_CASE("two beams in sliding contact move alike in any units", "[app]")
{
    toml::table beams = beams_of("beam_on_beam/unstable_rough");
    beams["analysis"].as_table()->insert_or_assign("t_end", 0.26);
    const std::vector<std::string> arrays = {
        "points/lower.free_end.y/displacement", "points/lower.free_end.y/velocity",
        "points/lower.free_end.y/acceleration", "contacts/rub/normal_force"};
    const Results reference = run(beams, si, arrays);
    REQUIRE(reference.values.at(arrays[0]).size() > 2900); // 0.06 s at 50 kHz
    for (const Units& units : others) {
        CAPTURE(units.name);
        // The residual is round-off, a share of the energies.
        check_same(reference, run(beams, units, arrays), 1e-6, {{"energy.residual", 1.0}});
    }
}

TEST_CASE("beams stick, turn back, part and fall alike in any units", "[app]")
{
    struct Followed {
        std::string name;
        double t_end;
    };
    // The drop after its first bounces is chaotic.
    const Followed followed = GENERATE(Followed{"fretting_50", 0.23}, Followed{"drop", 0.2035});
    toml::table beams = beams_of("stick_and_impact/" + followed.name);
    toml::table& analysis = *beams["analysis"].as_table();
    analysis.insert_or_assign("t_end", followed.t_end);
    analysis.insert_or_assign("statistics",
                              toml::table{{"from", 0.201}, {"episode", 5e-6}, {"window", 1e-5}});
    beams["output"].as_table()->erase("fields_rate_hz");
    const std::vector<std::string> arrays = {"contacts/rub/normal_force", "contacts/rub/gap",
                                             "contacts/rub/events/time"};
    const Results reference = run(beams, si, arrays);
    REQUIRE(reference.values.at("rub.sticks").at(0) > 2);
    for (const Units& units : {others[0], others[1], others[4]}) {
        CAPTURE(followed.name, units.name);
        // The gap of closed contacts and the velocity of stuck ones are round-off. The smallest
        // force is that of the step before a node opens.
        check_same(reference, run(beams, units, arrays), 1e-6,
                   {{"energy.residual", 1.0},
                    {"contacts/rub/gap", 1e-6},
                    {"rub.sliding_velocity.min", 1e-3},
                    {"rub.sliding_velocity.max", 1e-3},
                    {"rub.normal_force.min", reference.values.at("rub.normal_force.max").at(0)}});
    }
}

TEST_CASE("an unstable zone of two beams is found alike in any units", "[app]")
{
    toml::table beams = beams_of("beam_on_beam/complex_modes");
    toml::table& analysis = *beams["analysis"].as_table();
    analysis.insert_or_assign("positions",
                              toml::table{{"from", 0.047}, {"to", 0.0485}, {"step", 1e-4}});
    analysis.insert_or_assign("friction", toml::array{0.3});
    analysis.insert_or_assign("resolution", 1e-6);
    const Results reference = run(beams, si);
    REQUIRE(reference.values.at("mu_0.3.zones.count") == std::vector<double>{1});
    std::vector<Units> systems = others;
    systems.push_back({"100km-kg-s", 1e-5, 1, 1});
    for (const Units& units : systems) {
        CAPTURE(units.name);
        check_same(reference, run(beams, units), 1e-9);
    }
}

TEST_CASE("harmonic balance, dry friction and a sliding block give one answer in any units",
          "[app]")
{
    const std::string name =
        GENERATE("harmonic_balance/cantilever_with_pad", "motion_regimes/five_masses_contact_2",
                 "substructures/two_slave_block");
    toml::table root = shipped(name);
    std::map<std::string, double> scale;
    if (name == "substructures/two_slave_block") {
        root["analysis"].as_table()->insert_or_assign("t_end", 0.05);
        // It slides steadily: the weight and the feet, 20 N on 0.2 kg, leave 1e-5 of 100 m/s^2; the
        // residual is a share of the energies.
        scale = {{"block.centre.y.acceleration.max_abs", 100.0},
                 {"block.centre.y.acceleration.rms", 100.0},
                 {"energy.residual", 1.0},
                 // [J]: increments of the slide leave 2e-20 J, 3e-18 of the work of friction, in
                 // the 1e-11 J that a vibration much smaller than the slide loses.
                 {"energy.damping", 1e-10},
                 {"energy.turning", 7.2e-3}}; // [J], the work of friction: the track is straight
    }
    if (name == "harmonic_balance/cantilever_with_pad") // it slips; two peaks at one level
        root["analysis"]["level"].as_table()->insert_or_assign("values", toml::array{1.0, 4.5});
    if (name == "motion_regimes/five_masses_contact_2") // it is locked there: let it move
        root["joint"][0].as_table()->insert_or_assign("limit", 0.5);
    const Results reference = run(root, si);
    for (const Units& units : others) {
        CAPTURE(name, units.name);
        check_same(reference, run(root, units), 1e-9, scale);
    }
}

TEST_CASE("a long motion between stops is one in any units", "[app]")
{
    toml::table root = shipped("free_play/p9");
    toml::table& analysis = *root["analysis"].as_table();
    for (const char* key : {"Omega", "period"})
        analysis.erase(key);
    root.insert_or_assign("excitation", toml::table{{"Omega", 1.5}});
    analysis.insert_or_assign("type", "long-motions");
    analysis.insert_or_assign("discard", 20);
    analysis.insert_or_assign("periods", 200);
    analysis.insert_or_assign(
        "sections",
        toml::table{{"turns", toml::table{{"of", "pair.left.x"}, {"quantity", "velocity"}}},
                    {"touches", toml::table{{"joint", "stops"}, {"level", 0.05}}}});
    // Away from the motion of nine periods: it settles.
    analysis["start"]["displacement"].as_table()->insert_or_assign("pair.left.x", 0.052);
    const std::vector<std::string> arrays = {"sections/turns/time", "growth",
                                             "sections/touches/points/stops/velocity",
                                             "last/points/pair.left.x/displacement"};
    const Results reference = run(root, si, arrays);
    REQUIRE(reference.values.at("settled.period") == std::vector<double>{9});
    REQUIRE(reference.values.at("settled.life").front() > 5);
    for (const Units& units : others) {
        CAPTURE(units.name);
        check_same(reference, run(root, units, arrays), 1e-8,
                   {{"exponent.error", 0.01}, {"zero_one", 1}});
    }
}

TEST_CASE("a bifurcation diagram between stops is one in any units", "[app]")
{
    toml::table root = shipped("free_play/bifurcation_diagram");
    toml::table& analysis = *root["analysis"].as_table();
    // Both sides of a fold: what is irregular would depend on round-off.
    analysis.insert_or_assign("Omega", toml::table{{"from", 1.02}, {"to", 1.12}, {"n", 6}});
    analysis.insert_or_assign("sweeps", toml::array{"up", "down"});
    const std::vector<std::string> arrays = {
        "values", "series/0001/sections/phase_0/points/pair.left.x/displacement",
        "series/0002/sections/turns/points/pair.right.x/velocity", "series/0001/growth"};
    const Results reference = run(root, si, arrays);
    REQUIRE(reference.values.at("apart.to") == std::vector<double>{1.08});
    for (const Units& units : others) {
        CAPTURE(units.name);
        check_same(reference, run(root, units, arrays), 1e-8);
    }
}

TEST_CASE("limit directions of a contact patch are the same in any units", "[app]")
{
    const std::string name = GENERATE("contact_patch/disc", "contact_patch/offset_disc");
    const std::vector<std::string> arrays = {"directions/w", "diagram/branch_1/rate",
                                             "diagram/events/w", "law/torque", "flow/rate"};
    const Results reference = run(shipped(name), si, arrays);
    for (const Units& units : others) {
        CAPTURE(name, units.name);
        check_same(reference, run(shipped(name), units, arrays), 1e-8);
    }
}

TEST_CASE("a patch stops and starts alike in any units and 100 m away", "[app]")
{
    const std::string name = GENERATE("contact_patch/free_disc", "contact_patch/stick_slip");
    toml::table root = shipped(name);
    const std::vector<std::string> arrays = {"points/disc.centre.x/displacement",
                                             "points/disc.centre.rotation/velocity"};
    const Results reference = run(root, si, arrays);
    const std::vector<double>& times = reference.values.at("floor.stops.time");
    REQUIRE(times.size() == (name == "contact_patch/free_disc" ? 1 : 3));
    for (const Units& units : others) {
        CAPTURE(name, units.name);
        // A tolerance of 1e-11; the residual is a share of the energies.
        // What is stored is nothing beside what friction took, in the end.
        const double turned_over = std::abs(reference.values.at("energy.friction").at(0));
        check_same(reference, run(root, units, arrays), 1e-8,
                   {{"energy.residual", 1.0}, {"energy.stored", turned_over}});
    }
    toml::table& analysis = *root["analysis"].as_table();
    if (!analysis.contains("start"))
        analysis.insert("start", toml::table{});
    analysis["start"].as_table()->insert(
        "displacement", toml::table{{"disc.centre.x", 100.0}, {"disc.centre.y", -100.0}});
    for (const Units& units : {si, others.front()}) {
        const Results moved = run(root, units);
        for (const char* same : {"floor.stops.time", "floor.stops.rotation",
                                 "floor.stops.slip_over_spin", "floor.stops.dissipated"}) {
            CAPTURE(name, units.name, same);
            const std::vector<double>&a = reference.values.at(same), &b = moved.values.at(same);
            REQUIRE(a.size() == b.size());
            for (std::size_t i = 0; i < a.size(); ++i)
                CHECK(std::abs(a[i] - b[i]) < 1e-8);
        }
        for (std::size_t i = 0; i < times.size(); ++i)
            CHECK(std::abs(moved.values.at("floor.stops.x")[i] - 100 -
                           reference.values.at("floor.stops.x")[i]) < 1e-8);
    }
}

TEST_CASE("a meshed block stops and starts alike in any units and 100 m away", "[app]")
{
    const io::ScratchFolder folder;
    const std::vector<std::string> arrays = {"points/block.stand.x/displacement",
                                             "points/block.stand.rotation/velocity"};
    const Results reference = run(block_at(0, 0, si, folder), si, arrays);
    REQUIRE(reference.values.at("floor.stops.time").size() == 4);
    REQUIRE(reference.values.at("floor.starts.time").size() == 4);
    for (const double x : {0.0, 100.0})
        for (const Units& units : {si, others[0], others[1], others[4]}) {
            CAPTURE(x, units.name);
            // Ten times the tolerance of the steps, whose ends round-off moves.
            check_same(reference, run(block_at(x, -x, units, folder), units, arrays), 1e-7,
                       {{"energy.residual", 1.0}});
        }
}

TEST_CASE("beams of 20 to 800 elements, 0.1 mm to 10 m long, are one beam in any units", "[app]")
{
    const double size = GENERATE(1e-4, 0.05, 10.0);
    const int elements = GENERATE(20, 100, 400, 800);
    // f = (beta L)^2 / (2 pi L^2) sqrt(E I / rho A), and L^3 / 3EI at rest
    const double frequency = std::pow(1.8751040687119612 / size, 2) / (2 * M_PI) *
                             std::sqrt(210e9 / 7830 / 12) * size / 20;

    toml::table modes = cantilever(size, elements);
    modes.insert("analysis", toml::table{{"type", "modes"}, {"of", "bodies"}, {"n_modes", 6}});
    toml::table frf = cantilever(size, elements);
    // Away from the resonance, which would show the error of its frequency 1 / 2 zeta times;
    // of the body as its lowest modes: all of 1600 dofs take ten seconds
    frf["substructure"][0].as_table()->insert("damping", toml::table{{"ratio", 0.01}});
    frf["substructure"][0].as_table()->insert(
        "reduction", toml::table{{"method", "modal-truncation"}, {"n_modes", 30}});
    frf.insert("analysis", toml::table{{"type", "frf"},
                                       {"inputs", toml::array{"beam.end.y"}},
                                       {"outputs", toml::array{"beam.end.y"}},
                                       {"quantity", "displacement"},
                                       {"frequency_hz", toml::table{{"from", 0.01 * frequency},
                                                                    {"to", 0.65 * frequency},
                                                                    {"step", 0.3 * frequency}}}});
    const Results reference = run(modes, si), response = run(frf, si);
    CHECK(reference.values.at("beam.frequency").at(0) ==
          Approx(frequency).epsilon(1e-9 + std::pow(1.9 / elements, 4) / 1440));
    const double at_rest = 4 * std::pow(size, 3) / (210e9 * std::pow(size / 20, 4));
    // static except for 1e-4 of the first mode; what 30 modes leave out is 1e-6
    CHECK(response.values.at("response.real").at(0) == Approx(at_rest).epsilon(1.1e-4));
    for (const Units& units : others) {
        CAPTURE(size, elements, units.name);
        check_same(reference, run(modes, units), 1e-9);
        check_same(response, run(frf, units), 1e-9, {{"response.imag", at_rest}});
    }
}
