#include "app/analyses.hpp"
#include "app/map_run.hpp"
#include "app/run.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"
#include "tests/io/message_of.hpp"

#include <catch2/catch.hpp>

#include <hdf5.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <thread>

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

// A mass between two springs, pushed: u = F / (k + k_joint).
const char* const spring_case = R"(title = "Two springs"

[[substructure]]
name    = "body"
type    = "lumped"
masses  = { mass = { x = 2.0 } }
springs = [{ between = ["mass", "ground"], stiffness = 300.0 }]

[[joint]]
name      = "spring"
law       = "linear"
between   = ["body.mass.x", "ground"]
stiffness = 100.0

[[load]]
name  = "push"
on    = "body.mass.x"
force = 6.0

[analysis]
type = "static"

[output]
history = ["body.mass.x"]
)";

std::string with_map(const std::string& text, const std::string& x)
{
    return text + "\n[map]\nx = { " + x + " }\n";
}

app::Case read(const io::ScratchFolder& folder, const std::vector<std::string>& overrides = {})
{
    return app::read_case(folder / "case.toml", overrides);
}

std::vector<double> values_of(const std::string& x)
{
    const CaseFolder folder(with_map(spring_case, "key = \"joint.spring.stiffness\", " + x));
    return read(folder).map->x.values;
}

// Quantities of a single run: one body built for it alone.
std::vector<app::Quantity> single_run(const io::ScratchFolder& folder,
                                      const std::string& assignment)
{
    const app::Case c = read(folder, {assignment, "output.fields_rate_hz=0"});
    const app::BuiltModel built = app::build_model(c);
    return app::analysis_of(c).run(c, built, true).summary.quantities;
}

void check_same(const std::vector<app::Quantity>& a, const std::vector<app::Quantity>& b)
{
    REQUIRE(a.size() == b.size());
    CHECK_FALSE(a.empty());
    for (std::size_t k = 0; k < a.size(); ++k) {
        CAPTURE(a[k].name);
        CHECK(a[k].name == b[k].name);
        CHECK(a[k].unit == b[k].unit);
        CHECK(a[k].value == b[k].value); // to the last digit
    }
}

const app::Quantity& quantity(const app::Summary& summary, const std::string& name)
{
    for (const app::Quantity& q : summary.quantities)
        if (q.name == name)
            return q;
    throw std::runtime_error("no quantity " + name);
}

nlohmann::json summary_of(const io::ScratchFolder& folder)
{
    return nlohmann::json::parse(io::file_text(folder / "out/summary.json"));
}

// ---- HDF5

struct File {
    explicit File(const std::filesystem::path& file)
        : id(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT))
    {
        REQUIRE(id >= 0);
    }
    ~File() { H5Fclose(id); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    template <class T>
    [[nodiscard]] std::vector<T> read(const char* name, hid_t type) const
    {
        CAPTURE(name);
        const hid_t data = H5Dopen2(id, name, H5P_DEFAULT);
        REQUIRE(data >= 0);
        const hid_t space = H5Dget_space(data);
        std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
        H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<void*>(values.data()));
        H5Sclose(space);
        H5Dclose(data);
        return values;
    }
    [[nodiscard]] std::vector<double> numbers(const char* name) const
    {
        return read<double>(name, H5T_NATIVE_DOUBLE);
    }
    [[nodiscard]] std::vector<std::string> texts(const char* name) const
    {
        const hid_t type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, H5T_VARIABLE);
        H5Tset_cset(type, H5T_CSET_UTF8);
        std::vector<std::string> all;
        for (char* text : read<char*>(name, type)) {
            all.emplace_back(text ? text : "");
            H5free_memory(text);
        }
        H5Tclose(type);
        return all;
    }

    hid_t id;
};

} // namespace

// ---- values

TEST_CASE("the values of a map meet both ends and whole numbers exactly", "[app]")
{
    CHECK(values_of("from = 1, to = 10, points = 10") ==
          std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    CHECK(values_of("from = 0.6, to = 0, points = 3") == std::vector<double>{0.6, 0.3, 0});
    CHECK(values_of("from = 0.7, to = 9, points = 1") == std::vector<double>{0.7});
    CHECK(values_of("from = 0.7, to = 0.7, points = 1") == std::vector<double>{0.7});
    CHECK(values_of("values = [3, 1, 2.5]") == std::vector<double>{3, 1, 2.5});
    const std::vector<double> fine = values_of("from = 0.1, to = 0.7, points = 1000");
    CHECK(fine.front() == 0.1);
    CHECK(fine.back() == 0.7);

    const std::vector<double> decades = values_of("from = 1e-3, to = 1e3, points = 7, "
                                                  "scale = \"log\"");
    REQUIRE(decades.size() == 7);
    CHECK(decades.back() == 1e3);
    for (int k = 0; k < 7; ++k) // round-off of pow
        CHECK(decades[static_cast<std::size_t>(k)] == Approx(std::pow(10, k - 3)).epsilon(1e-14));
}

TEST_CASE("the unit of a mapped key comes from its description", "[app]")
{
    CHECK(app::key_unit("joint.spring.stiffness") == "N/m");
    CHECK(app::key_unit("contact.rub.friction") == "");
    CHECK(app::key_unit("motion.drive.velocity.value") == "m/s");
    CHECK(app::key_unit("substructure.lower.material.young") == "Pa");
    CHECK(app::key_unit("substructure.body.masses.mass.x") == "kg"); // a free name between
    CHECK(app::key_unit("analysis.t_end") == "s");
    CHECK(app::key_unit("nothing") == "");
}

// ---- numbers

TEST_CASE("a map over a spring gives F / (k + k_joint) at every point", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", from = 0, to = 900, points = 4, "
                              "label = \"k\""));
    const app::Case c = read(folder);
    const app::MapRun run = app::run_map(c, 1, true);
    REQUIRE(run.map.results.size() == 4);
    for (std::size_t k = 0; k < 4; ++k) {
        const double exact = 6.0 / (300.0 + 300.0 * static_cast<double>(k));
        CHECK(run.map.results[k].status == "end");
        CHECK(run.map.results[k].quantities.at(0).name == "body.mass.x.displacement");
        // One division: round-off.
        CHECK(run.map.results[k].quantities.at(0).value.at(0) == Approx(exact).epsilon(1e-14));
    }
    const app::Summary& s = run.outcome.summary;
    CHECK(s.status == "end");
    CHECK(quantity(s, "map.points").value == std::vector<double>{4});
    CHECK(quantity(s, "map.failed").value == std::vector<double>{0});
    const std::string u = "map.body.mass.x.displacement";
    CHECK(quantity(s, u + ".min").value.at(0) == Approx(6.0 / 1200).epsilon(1e-14));
    CHECK(quantity(s, u + ".max").value.at(0) == Approx(6.0 / 300).epsilon(1e-14));
    CHECK(quantity(s, u + ".max").unit == "m");
    CHECK(quantity(s, u + ".at_min").value == std::vector<double>{900});
    CHECK(quantity(s, u + ".at_max").value == std::vector<double>{0});
    CHECK(quantity(s, u + ".at_max").unit == "N/m");
    CHECK(run.first.bodies.size() == 1);

    run.outcome.write(folder.path());
    const File file(folder / "results.h5");
    CHECK(file.numbers("map/x") == c.map->x.values);
    CHECK(file.texts("map/key") == std::vector<std::string>{"joint.spring.stiffness"});
    CHECK(file.texts("map/status") == std::vector<std::string>(4, "end"));
    CHECK(file.texts("map/message") == std::vector<std::string>(4, ""));
    const std::string at = "map/quantities/body.mass.x.displacement/";
    CHECK(file.numbers((at + "point").c_str()) == std::vector<double>{0, 1, 2, 3});
    CHECK(file.numbers((at + "value").c_str()).at(1) == Approx(0.01).epsilon(1e-14));
}

TEST_CASE("points share bodies and threads, and give the numbers of single runs", "[app]")
{
    // Meshed bodies in contact under noise: Gmsh, FFTW and CHOLMOD, from several threads.
    const std::string noise =
        small_case_with("[analysis]", "[[load]]\nname = \"rough\"\non = \"upper.tip.y\"\n"
                                      "noise = { rms = 1e-4, band_hz = [0.0, 5e3], seed = 1 }\n\n"
                                      "[analysis]");
    for (const std::string key : {"contact.rub.friction", "substructure.lower.reduction.n_modes"}) {
        CAPTURE(key);
        const bool friction = key == "contact.rub.friction";
        const CaseFolder folder(with_map(
            noise, "key = \"" + key +
                       "\", values = " + (friction ? "[0.1, 0.3, 0.2, 0.0]" : "[2, 5, 3]")));
        const app::Case c = read(folder);
        const app::MapRun one = app::run_map(c, 1, true);
        set_blas_threads(3); // as --threads 3 does
        const int given = blas_threads();
        const app::MapRun three = app::run_map(c, 3, true);
        CHECK(blas_threads() == given);
        set_blas_threads(1);
        REQUIRE(one.map.results.size() == c.map->x.values.size());
        for (std::size_t k = 0; k < one.map.results.size(); ++k) {
            CAPTURE(k);
            CHECK(one.map.results[k].status == "end");
            check_same(one.map.results[k].quantities,
                       single_run(folder, key + "=" + number_text(c.map->x.values[k])));
            check_same(one.map.results[k].quantities, three.map.results[k].quantities);
        }
        CHECK(quantity(one.outcome.summary, "map.rub.normal_force.max.max").value.at(0) >
              quantity(one.outcome.summary, "map.rub.normal_force.max.min").value.at(0));
    }
}

TEST_CASE("a map over two keys gives F / (k + k_joint) at every pair, x-major", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", from = 0, to = 900, points = 4, "
                              "label = \"k\"") +
        "y = { key = \"load.push.force\", values = [6, 3, 12], label = \"F\" }\n");
    const app::Case c = read(folder);
    const app::MapRun run = app::run_map(c, 2, true);
    const std::vector<double> forces = {6, 3, 12};
    REQUIRE(run.map.results.size() == 12);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const studies::PointResult& point = run.map.results[3 * i + j];
            const double exact = forces[j] / (300.0 + 300.0 * static_cast<double>(i));
            CHECK(point.quantities.at(0).value.at(0) == Approx(exact).epsilon(1e-14)); // round-off
        }
    const app::Summary& s = run.outcome.summary;
    const std::string u = "map.body.mass.x.displacement";
    CHECK(quantity(s, u + ".max").value.at(0) == Approx(12.0 / 300).epsilon(1e-14));
    CHECK(quantity(s, u + ".at_max").value == std::vector<double>{0, 12});
    CHECK(quantity(s, u + ".at_min").value == std::vector<double>{900, 3});
    CHECK(quantity(s, u + ".at_min").unit == "N/m, N");
    CHECK(s.extent == "map over joint.spring.stiffness: 4 values, 0 to 900 N/m, and "
                      "load.push.force: 3 values, 3 to 12 N");

    run.outcome.write(folder.path());
    const File file(folder / "results.h5");
    CHECK(file.numbers("map/x") == c.map->x.values);
    CHECK(file.numbers("map/y") == forces);
    CHECK(file.texts("map/key") ==
          std::vector<std::string>{"joint.spring.stiffness", "load.push.force"});
    CHECK(file.texts("map/status") == std::vector<std::string>(12, "end"));
    const std::string at = "map/quantities/body.mass.x.displacement/";
    CHECK(file.numbers((at + "point").c_str()).at(7) == 7);
    CHECK(file.numbers((at + "value").c_str()).at(7) == Approx(3.0 / 900).epsilon(1e-14));
}

TEST_CASE("of two keys each may belong to a body, which is then built at each point", "[app]")
{
    for (const std::string keys :
         {"x = { key = \"substructure.body.masses.mass.x\", values = [2, 8] }\n"
          "y = { key = \"joint.spring.stiffness\", values = [0, 900] }",
          "y = { key = \"substructure.body.masses.mass.x\", values = [2, 8] }\n"
          "x = { key = \"joint.spring.stiffness\", values = [0, 900] }"}) {
        CAPTURE(keys);
        const bool mass_first = keys.starts_with("x = { key = \"sub");
        const CaseFolder folder(replaced(spring_case, "type = \"static\"", "type = \"modes\"") +
                                "\n[map]\n" + keys + "\n");
        const app::MapRun run = app::run_map(read(folder), 1, true);
        REQUIRE(run.map.results.size() == 4);
        std::vector<double> frequency;
        for (const studies::PointResult& point : run.map.results)
            frequency.push_back(point.quantities.at(0).value.at(0));
        // sqrt(k / m) / 2 pi: four times the mass halves it, four times the stiffness doubles it.
        const double f = std::sqrt(300.0 / 2) / (2 * 3.14159265358979323846);
        CHECK(frequency[0] == Approx(f).epsilon(1e-9));
        CHECK(frequency[mass_first ? 2 : 1] == Approx(f / 2).epsilon(1e-9));
        CHECK(frequency[mass_first ? 1 : 2] == Approx(2 * f).epsilon(1e-9));
        CHECK(frequency[3] == Approx(f).epsilon(1e-9));
    }
}

// ---- texts and refinement

namespace {

// A disc of radius 1 about (2, 2) in a square of side 4.
studies::PointResult disc(std::size_t, const app::MapPoint& at)
{
    const double r = std::hypot(at.x - 2, at.y - 2);
    if (at.x == 4 && at.y == 4)
        return {"failed", "corner", {}};
    return {"end", "", {{"r", {r}, "m"}, {"regime", {}, "", {r < 1 ? "stick" : "slip"}}}};
}

app::Case square_map(const io::ScratchFolder& folder, int refine)
{
    app::Case c = read(folder);
    c.map->x = {"joint.spring.stiffness", "x", {0, 1, 2, 3, 4}};
    c.map->y = {"load.push.force", "y", {0, 1, 2, 3, 4}};
    c.map->refine = refine;
    c.map->refine_on = "regime";
    return c;
}

} // namespace

TEST_CASE("texts of points reach the summary and results.h5", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [0]"));
    const app::Case c = square_map(folder, 0);
    std::string refused;
    const app::MapResults map = app::compute_map(*c.map, disc, 2, true, {}, refused);
    const app::Summary s = app::summarise_map(c, map);
    CHECK(quantity(s, "map.regime.stick.points").value == std::vector<double>{1});
    CHECK(quantity(s, "map.regime.slip.points").value == std::vector<double>{23});
    CHECK(quantity(s, "map.failed").value == std::vector<double>{1});
    CHECK_THAT(join(s.lines, "\n"), Contains("regime: slip at 23 points, stick at 1 point"));
    app::write_map(folder / "results.h5", c, app::map_source(c), s, map);
    const File file(folder / "results.h5");
    const auto texts = file.texts("map/quantities/regime/value");
    REQUIRE(texts.size() == 24);
    CHECK(texts[12] == "stick"); // the centre, i_x = i_y = 2
    CHECK(texts[0] == "slip");
    CHECK(file.numbers("map/quantities/regime/point").at(12) == 12);
}

TEST_CASE("refining adds points along the boundary of a region, with their coordinates", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [0]"));
    const app::Case c = square_map(folder, 3);
    std::string refused;
    const app::MapResults map = app::compute_map(*c.map, disc, 2, true, {}, refused);
    CHECK(refused == "");
    REQUIRE(map.points.size() == map.results.size());
    // Each point of the last round lies within a cell of the round before: sqrt(2) / 4 of the
    // circle. The failed corner has its own neighbourhood.
    int near = 0;
    double nearest = 1;
    for (std::size_t k = 25; k < map.points.size(); ++k) {
        const double d = std::abs(std::hypot(map.points[k].x - 2, map.points[k].y - 2) - 1);
        const bool corner = map.points[k].x >= 3 && map.points[k].y >= 3;
        CHECK((corner || d < std::sqrt(2.0)));
        near += d < 0.4 ? 1 : 0;
        nearest = std::min(nearest, d);
    }
    CHECK(nearest < 0.02);
    CHECK(near > 60);
    CHECK(map.points.size() < 300); // 1089 in the full grid

    const app::Summary s = app::summarise_map(c, map);
    app::write_map(folder / "results.h5", c, app::map_source(c), s, map);
    const File file(folder / "results.h5");
    CHECK(file.numbers("map/axis_x") == c.map->x.values);
    REQUIRE(file.numbers("map/x").size() == map.points.size());
    CHECK(file.numbers("map/x").back() == map.points.back().x);
    CHECK(file.numbers("map/y").at(7) == 2);
    CHECK(file.numbers("map/axis_y") == c.map->y->values);

    app::Case wrong = square_map(folder, 1);
    wrong.map->refine_on = "regme";
    const app::MapResults grid = app::compute_map(*wrong.map, disc, 1, true, {}, refused);
    CHECK(grid.points.size() == 25);
    CHECK_THAT(refused, Contains("no point gave such a text; did you mean regime?"));
}

TEST_CASE("values between two of a logarithmic axis are geometric means", "[app]")
{
    const app::MapAxis axis{"a.b", "a", {1, 16, 256}, true};
    CHECK(app::axis_value(axis, 8, 4) == 256);
    CHECK(app::axis_value(axis, 4, 4) == 16);
    CHECK(app::axis_value(axis, 2, 4) == Approx(4).epsilon(1e-14));
    CHECK(app::axis_value(axis, 5, 4) == Approx(32).epsilon(1e-14));
    CHECK(app::axis_value({"a.b", "a", {1, 3}}, 3, 4) == 2.5);
}

// ---- going on

namespace {

// Arrays of two maps, to the last digit. (The files hold the time of their writing.)
void check_same_map(const std::filesystem::path& a, const std::filesystem::path& b)
{
    const io::Hdf5Reader one(a), two(b);
    for (const std::string name : {"map/key", "map/status", "map/message", "map/names"})
        CHECK(one.texts(name) == two.texts(name));
    CHECK(one.numbers("map/x") == two.numbers("map/x"));
    CHECK(one.attribute("", "status") == two.attribute("", "status"));
    CHECK_FALSE(one.texts("map/names").empty());
    for (const std::string& name : one.texts("map/names")) {
        CAPTURE(name);
        const std::string at = "map/quantities/" + name + "/";
        CHECK(one.integers(at + "point") == two.integers(at + "point"));
        if (one.holds_texts(at + "value")) {
            CHECK(one.texts(at + "value") == two.texts(at + "value"));
            continue;
        }
        CHECK(one.numbers(at + "value") == two.numbers(at + "value"));
        CHECK(one.attribute(at + "value", "unit") == two.attribute(at + "value", "unit"));
    }
}

} // namespace

TEST_CASE("an interrupted map that goes on ends with the numbers of one that was not", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [0]"));
    const int rounds = GENERATE(0, 2);
    CAPTURE(rounds);
    const app::Case c = square_map(folder, rounds);
    const std::vector<std::string> source = app::map_source(c);
    std::string refused;
    const app::MapResults whole = app::compute_map(*c.map, disc, 1, true, {}, refused);
    const std::size_t n = whole.points.size();
    REQUIRE((rounds == 0) == (n == 25));
    for (const std::size_t kept : {std::size_t{1}, std::size_t{13}, n - 1}) {
        CAPTURE(kept);
        // As an interruption leaves it: what had not begun, and one point that had.
        app::MapResults part = whole;
        for (std::size_t k = kept; k < n; ++k)
            part.results[k] = {k == kept ? "interrupted" : "not run", "", {}};
        const app::Summary stopped = app::summarise_map(c, part);
        CHECK(stopped.status == "interrupted");
        app::write_map(folder / "results.h5", c, source, stopped, part);

        const app::EarlierMap earlier = app::read_map(folder / "results.h5", source);
        CHECK(earlier.interrupted);
        REQUIRE(earlier.results.size() == n);
        std::atomic<std::size_t> computed = 0;
        const app::MapResults rest = app::compute_map(
            *c.map,
            [&computed](std::size_t k, const app::MapPoint& at) -> studies::PointResult {
                ++computed;
                return disc(k, at);
            },
            2, true, earlier.results, refused);
        CHECK(computed == n - kept);
        app::write_map(folder / "whole.h5", c, source, app::summarise_map(c, whole), whole);
        app::write_map(folder / "rest.h5", c, source, app::summarise_map(c, rest), rest);
        check_same_map(folder / "whole.h5", folder / "rest.h5");

        std::vector<std::string> other = source; // another version, text or override
        other.back() += " ";
        const app::EarlierMap none = app::read_map(folder / "results.h5", other);
        CHECK(none.interrupted);
        CHECK(none.results.empty());
    }
    // A map that has come to its end, and files that are none, leave nothing to go on with.
    CHECK_FALSE(app::read_map(folder / "whole.h5", source).interrupted);
    CHECK_FALSE(app::read_map(folder / "case.toml", source).interrupted);
    CHECK_FALSE(app::read_map(folder / "nothing.h5", source).interrupted);
}

// ---- wrong input

TEST_CASE("a map that cannot be run is refused before its first point", "[app]")
{
    struct Row {
        std::string x, message;
    };
    const std::string spring = "key = \"joint.spring.stiffness\", ";
    for (const auto& [x, message] : std::vector<Row>{
             {"key = \"joint.spring.stifness\", values = [1]",
              "map.x: unknown key joint.spring.stifness; did you mean stiffness?"},
             {"key = \"joint.sprng.stiffness\", values = [1]",
              "map.x: no entry named sprng in joint; did you mean spring?"},
             {"key = \"contact.rub.friction\", values = [1]",
              "map.x: contact is a list of entries"},
             {spring + "values = [1, -2]",
              "map.x: joint.spring.stiffness = -2; expected a number >= 0 [N/m]"},
             {"key = \"substructure.body.reduction.n_modes\", from = 0, to = 1, points = 3",
              "map.x: substructure.body.reduction.n_modes = 0.5; expected a whole number"},
             {"key = \"analysis.type\", values = [1]", "map.x: analysis.type = 1; "},
             {"key = \"analysis\", values = [1]",
              "map.x.key = \"analysis\"; expected a dotted path"},
             {"key = \"joint.spring.stiffness=3\", values = [1]",
              "map.x.key = \"joint.spring.stiffness=3\"; expected a dotted path"},
             {"key = \"map.x.from\", values = [1]",
              "map.x.key = \"map.x.from\"; expected a key of the model"},
             {"key = \"expected.status\", values = [1]",
              "map.x.key = \"expected.status\"; expected a key of the model"},
             {spring + "values = []", "map.x.values = []; expected at least one number"},
             {spring + "values = [1], from = 2",
              "map.x.from = 2; give either values, or from, to and points"},
             {spring + "values = [1], scale = \"log\"",
              "map.x.scale = \"log\"; give either values, or from, to and points"},
             {spring + "from = 1, to = 2, points = 0",
              "map.x.points = 0; expected a whole number >= 1"},
             {spring + "from = 1, to = 1, points = 2",
              "map.x.to = 1; expected another value than from"},
             {spring + "from = 1, points = 2",
              "map.x.to = (not given); give from, to and points, or values"},
             {spring + "from = 0, to = 2, points = 2, scale = \"log\"",
              "map.x.from = 0; a logarithmic scale takes numbers > 0"},
             {spring + "from = 1, to = 2, points = 2, scale = \"cubic\"",
              "map.x.scale = \"cubic\"; "},
             {"values = [1]", "map.x: missing key key"},
         }) {
        CAPTURE(x);
        const std::string text = with_map(spring_case, x);
        const std::string place = ":" + std::to_string(line_of(text, "[map]") + 1) + ": ";
        const CaseFolder folder(text);
        const std::string refused = message_of([&folder] { app::check_map(read(folder)); });
        CHECK_THAT(refused, Contains("case.toml" + place + message));
    }
    const CaseFolder program(with_map(spring_case, spring + "values = [1, -2]"));
    const ProgramRun run = run_program(program, "run case.toml --output out");
    CHECK(run.exit_status == 2);
    CHECK(run.out == "");
    CHECK_FALSE(std::filesystem::exists(program / "out/summary.json"));

    for (const auto& [key, message] : std::vector<Row>{
             {"y = { key = \"joint.spring.stiffness\", values = [2] }",
              "map.y.key = \"joint.spring.stiffness\"; expected another key than x"},
             {"y = { key = \"load.push.force\", from = 1, points = 2 }", "map.y.to = (not given)"},
             {"y = { values = [2] }", "map.y: missing key key"},
             {"refine = 2", "map.refine = 2; name the quantity in refine_on"},
             {"refine = 7\nrefine_on = \"q\"", "map.refine = 7; expected a whole number"},
             {"refine_on = \"q\"", "map.refine_on = \"q\"; give the number of rounds in refine"},
             {"z = 2", "unknown key map.z"},
         }) {
        CAPTURE(key);
        const CaseFolder folder(with_map(spring_case, spring + "values = [1]") + key + "\n");
        CHECK_THAT(message_of([&folder] { (void)read(folder); }), Contains(message));
    }
}

TEST_CASE("a wrong second key is told at its place, before the first point", "[app]")
{
    struct Row {
        std::string y, message;
    };
    for (const auto& [y, message] : std::vector<Row>{
             {"key = \"load.psh.force\", values = [1]", "map.y: no entry named psh in load"},
             {"key = \"load.push.forec\", values = [1]", "map.y: unknown key load.push.forec"},
             {"key = \"substructure.body.reduction.n_modes\", values = [1, 0.5]",
              "map.y: substructure.body.reduction.n_modes = 0.5; expected a whole number"},
         }) {
        CAPTURE(y);
        const CaseFolder folder(
            with_map(spring_case, "key = \"joint.spring.stiffness\", values = [1, 2]") + "y = { " +
            y + " }\n");
        const std::string place =
            ":" + std::to_string(line_of(io::file_text(folder / "case.toml"), "y = {")) + ": ";
        CHECK_THAT(message_of([&folder] { app::check_map(read(folder)); }),
                   Contains("case.toml" + place + message));
    }
    // Values that refining would add are checked too.
    const CaseFolder folder(
        with_map(spring_case,
                 "key = \"substructure.body.reduction.n_modes\", from = 0, to = 2, points = 3") +
        "refine = 1\nrefine_on = \"regime\"\n");
    CHECK_THAT(message_of([&folder] { app::check_map(read(folder)); }),
               Contains("map.x: substructure.body.reduction.n_modes = 0.5; expected a whole"));
}

TEST_CASE("a value that another key does not allow names both", "[app]")
{
    const CaseFolder folder(
        with_map(replaced(small_case, "t_end = 0.002", "t_end = 0.002\nt_start = 0.001"),
                 "key = \"analysis.t_start\", values = [0, 0.003]"));
    CHECK_THAT(message_of([&folder] { app::check_map(read(folder)); }),
               Contains("map.x: at analysis.t_start = 0.003: ") &&
                   Contains("analysis.t_end = 0.002; must be later than t_start = 0.003 s"));
}

TEST_CASE("a body that is exported has no place in a map", "[app]")
{
    const CaseFolder folder(with_map(
        replaced(spring_case, "type    = \"lumped\"", "type = \"lumped\"\nexport = \"there\""),
        "key = \"joint.spring.stiffness\", values = [1]"));
    CHECK_THAT(message_of([&folder] { app::check_map(read(folder)); }),
               Contains("substructure.body.export = \"there\"; a map writes no files"));
}

// ---- the program

TEST_CASE("failed points are told and counted; a map of nothing else has failed", "[app]")
{
    // Without a spring to ground and with a joint of no stiffness the mass can move freely.
    const std::string free = replaced(
        spring_case, "springs = [{ between = [\"mass\", \"ground\"], stiffness = 300.0 }]", "");
    const std::string spring = "key = \"joint.spring.stiffness\", ";
    const CaseFolder folder(with_map(free, spring + "values = [0, 10, 20]"));
    const ProgramRun some = run_program(folder, "run case.toml --quiet --output out --threads 2");
    CHECK(some.exit_status == 0);
    CHECK(some.err == "");
    CHECK_THAT(
        some.out,
        Contains("case.toml: done, map over joint.spring.stiffness: 3 values, 0 to 20 N/m") &&
            Contains("3 points: 2 done, 1 failed") &&
            Contains("first failure, at joint.spring.stiffness = 0: ") &&
            Contains("body.mass.x.displacement: 0.3 m (joint.spring.stiffness = 20) to 0.6 "
                     "m (joint.spring.stiffness = 10)"));
    nlohmann::json summary = summary_of(folder);
    CHECK(summary["status"] == "end");
    CHECK(summary["analysis"] == "static");
    CHECK(summary["quantities"]["map.failed"]["value"] == 1);
    {
        const File file(folder / "out/results.h5");
        CHECK(file.texts("map/status") == std::vector<std::string>{"failed", "end", "end"});
        CHECK_THAT(file.texts("map/message").at(0), Contains("mechanism"));
        CHECK(file.numbers("map/quantities/body.mass.x.displacement/point") ==
              std::vector<double>{1, 2});
    }
    const ProgramRun none =
        run_program(folder, "run case.toml --quiet --output out --set map.x.values=[0]");
    CHECK(none.exit_status == 1);
    CHECK_THAT(none.out, Contains("stopped early (failed)") && Contains("1 point: 1 failed"));
    CHECK_THAT(none.err, StartsWith("stopped early: no point could be computed; first failure, at "
                                    "joint.spring.stiffness = 0: ") &&
                             Contains("mechanism"));
    CHECK(summary_of(folder)["status"] == "failed");
}

TEST_CASE("check tells the values of a map and the model of its first point", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"load.push.force\", from = 1, to = 3, points = 5"));
    const ProgramRun run = run_program(folder, "check case.toml");
    CHECK(run.exit_status == 0);
    CHECK_THAT(run.out, StartsWith("map over load.push.force: 5 values, 1 to 3 N; the model of "
                                   "the first:\nTwo springs\n") &&
                            Contains("load push on body: 1 N") && Contains("analysis static"));
}

TEST_CASE("an interrupted map keeps the points that it has, in whole files", "[app]")
{
    using namespace std::chrono_literals;
    // A short point, and two of half a minute.
    const CaseFolder folder(with_map(replaced(small_case, "value = 0.030", "value = 0.001"),
                                     "key = \"analysis.t_end\", values = [1e-3, 10, 11]"));
    RunningProgram program(folder, "run case.toml --output out");
    for (int k = 0; k < 600 && program.err().find("map over") == std::string::npos; ++k)
        std::this_thread::sleep_for(50ms);
    std::this_thread::sleep_for(3s); // meshes, reductions, and the first point
    REQUIRE_FALSE(program.ended());
    program.send(SIGINT);
    CHECK(program.wait() == 1);
    CHECK_THAT(program.err(), Contains("stopped early: interrupted with 1 of 3 points computed"));
    const nlohmann::json summary = summary_of(folder);
    CHECK(summary["status"] == "interrupted");
    CHECK(summary["quantities"]["map.time.end.max"]["value"].get<double>() ==
          Approx(1e-3).epsilon(1e-3)); // to a time step
    CHECK(summary["used"]["start"] == "new");
    const File file(folder / "out/results.h5");
    CHECK(file.texts("map/status") == std::vector<std::string>{"end", "interrupted", "not run"});
    CHECK(file.numbers("map/quantities/time.end/point") == std::vector<double>{0});
}

TEST_CASE("the program goes on with an interrupted map, and not with one of another case", "[app]")
{
    using namespace std::chrono_literals;
    // Two hundred points of 15 ms and more.
    const CaseFolder folder(
        with_map(replaced(small_case, "t_end = 0.002", "t_end = 0.04"),
                 "key = \"contact.rub.friction\", from = 0, to = 0.3, points = 200"));
    RunningProgram program(folder, "run case.toml --output out");
    for (int k = 0; k < 600 && program.err().find("map over") == std::string::npos; ++k)
        std::this_thread::sleep_for(50ms);
    std::this_thread::sleep_for(1s);
    REQUIRE_FALSE(program.ended());
    program.send(SIGINT);
    CHECK(program.wait() == 1);
    CHECK(summary_of(folder)["quantities"]["map.failed"]["value"] == 0);
    std::vector<std::string> status;
    {
        const File file(folder / "out/results.h5");
        status = file.texts("map/status");
    }
    const auto done = std::count(status.begin(), status.end(), "end");
    REQUIRE(done < 200); // none at all on a very slow machine: the rest holds too

    std::filesystem::copy(folder / "out", folder / "copy");
    const std::string goes_on =
        "goes on with " + std::to_string(done) + " points of an interrupted map";
    const ProgramRun rest = run_program(folder, "run case.toml --output out");
    CHECK(rest.exit_status == 0);
    CHECK_THAT(rest.err, Contains(goes_on));
    CHECK(summary_of(folder)["used"]["start"] == goes_on);
    const ProgramRun whole = run_program(folder, "run case.toml --output whole --quiet");
    CHECK(whole.exit_status == 0);
    check_same_map(folder / "out/results.h5", folder / "whole/results.h5");

    const ProgramRun other =
        run_program(folder, "run case.toml --output copy --set map.x.points=2");
    CHECK(other.exit_status == 0);
    CHECK_THAT(other.err, Contains("new: the case, its overrides or the version differ"));
    const File file(folder / "copy/results.h5");
    CHECK(file.numbers("map/x").size() == 2);
}
