#include "app/analyses/job.hpp"
#include "app/maps/compute_map.hpp"
#include "app/maps/map_run.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "tests/app/app_test.hpp"
#include "tests/app/maps/map_cases.hpp"

#include <atomic>

using namespace slideway;
using namespace slideway::test;

namespace {

// Quantities of a single run: one body built for it alone.
std::vector<app::Quantity> single_run(const io::ScratchFolder& folder,
                                      const std::string& assignment)
{
    const app::Job job = read(folder, {assignment, "output.fields_rate_hz=0"});
    const app::BuiltModel built = app::build_model(job);
    return app::run(job, built).summary.quantities;
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

} // namespace

// ---- numbers

TEST_CASE("a map over a spring gives F / (k + k_joint) at every point", "[app]")
{
    const CaseFolder folder(with_map(spring_case,
                                     "key = \"joint.spring.stiffness\", from = 0, to = 900, n = 4, "
                                     "label = \"k\""));
    const app::Job job = read(folder);
    const app::Case& c = job.c;
    const app::MapRun run = app::run_map(job, 1, {});
    REQUIRE(run.map->results.size() == 4);
    for (std::size_t k = 0; k < 4; ++k) {
        const double exact = 6.0 / (300.0 + 300.0 * static_cast<double>(k));
        CHECK(run.map->results[k].status == studies::Status::end);
        CHECK(run.map->results[k].quantities.at(0).name == "body.mass.x.displacement");
        // One division: round-off.
        CHECK(run.map->results[k].quantities.at(0).value.at(0) == Approx(exact).epsilon(1e-14));
    }
    const app::Summary& s = run.outcome.summary;
    CHECK(s.status == studies::Status::end);
    CHECK(quantity(s, "map.points").value == std::vector<double>{4});
    CHECK(quantity(s, "map.failed").value == std::vector<double>{0});
    const std::string u = "map.body.mass.x.displacement";
    CHECK(quantity(s, u + ".min").value.at(0) == Approx(6.0 / 1200).epsilon(1e-14));
    CHECK(quantity(s, u + ".max").value.at(0) == Approx(6.0 / 300).epsilon(1e-14));
    CHECK(quantity(s, u + ".max").unit == "m");
    CHECK(quantity(s, u + ".at_min").value == std::vector<double>{900});
    CHECK(quantity(s, u + ".at_max").value == std::vector<double>{0});
    CHECK(quantity(s, u + ".at_max").unit == "N/m");
    CHECK(run.first->bodies.size() == 1);

    app::write_arrays(folder / "results.h5", c, run.outcome);
    const io::Hdf5Reader file(folder / "results.h5");
    CHECK(file.numbers("map/x") == c.map->x.values);
    CHECK(file.texts("map/key") == std::vector<std::string>{"joint.spring.stiffness"});
    CHECK(file.texts("map/status") == std::vector<std::string>(4, "end"));
    CHECK(file.texts("map/message") == std::vector<std::string>(4, ""));
    const std::string at = "map/quantities/body.mass.x.displacement/";
    CHECK(file.numbers(at + "point") == std::vector<double>{0, 1, 2, 3});
    CHECK(file.numbers(at + "value").at(1) == Approx(0.01).epsilon(1e-14));
}

// A map over a thickness that said "friction coefficient = 0.01" would be a wrong label in its
// figure.
TEST_CASE("a key by --set loses the label that the file gives its own, unless it brings one",
          "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [1, 2], label = \"k\""));
    const std::string key = "map.x.key=load.push.force", values = "map.x.values=[6, 12]";
    CHECK(read(folder, {values}).c.map->x.label == "k");
    CHECK(read(folder, {key}).c.map->x.label == "load.push.force");
    CHECK(read(folder, {key, "map.x.label=F"}).c.map->x.label == "F");
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
        const app::Job job = read(folder);
        const app::Case& c = job.c;
        const app::MapRun one = app::run_map(job, 1, {});
        set_threads(3); // as --threads 3 does
        set_blas_threads(3);
        const int given = blas_threads();
        const app::MapRun three = app::run_map(job, 3, {});
        CHECK(blas_threads() == given);
        CHECK(threads() == 3);
        // Modes do not know friction.
        CHECK(one.first->modes->size() == (friction ? 1 : c.map->x.values.size()));
        set_threads(1);
        set_blas_threads(1);
        REQUIRE(one.map->results.size() == c.map->x.values.size());
        for (std::size_t k = 0; k < one.map->results.size(); ++k) {
            CAPTURE(k);
            CHECK(one.map->results[k].status == studies::Status::end);
            check_same(one.map->results[k].quantities,
                       single_run(folder, key + "=" + number_text(c.map->x.values[k])));
            check_same(one.map->results[k].quantities, three.map->results[k].quantities);
        }
        CHECK(quantity(one.outcome.summary, "map.rub.normal_force.max.max").value.at(0) >
              quantity(one.outcome.summary, "map.rub.normal_force.max.min").value.at(0));
    }
}

TEST_CASE("a map over two keys gives F / (k + k_joint) at every pair, x-major", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", from = 0, to = 900, n = 4, "
                              "label = \"k\"") +
        "y = { key = \"load.push.force\", values = [6, 3, 12], label = \"F\" }\n");
    const app::Job job = read(folder);
    const app::Case& c = job.c;
    const app::MapRun run = app::run_map(job, 2, {});
    const std::vector<double> forces = {6, 3, 12};
    REQUIRE(run.map->results.size() == 12);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const studies::PointResult& point = run.map->results[3 * i + j];
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

    app::write_arrays(folder / "results.h5", c, run.outcome);
    const io::Hdf5Reader file(folder / "results.h5");
    CHECK(file.numbers("map/x") == c.map->x.values);
    CHECK(file.numbers("map/y") == forces);
    CHECK(file.texts("map/key") ==
          std::vector<std::string>{"joint.spring.stiffness", "load.push.force"});
    CHECK(file.texts("map/status") == std::vector<std::string>(12, "end"));
    const std::string at = "map/quantities/body.mass.x.displacement/";
    CHECK(file.numbers(at + "point").at(7) == 7);
    CHECK(file.numbers(at + "value").at(7) == Approx(3.0 / 900).epsilon(1e-14));
}

TEST_CASE("a map over a spring of a body, addressed by its place, gives F / (k + k_joint)", "[app]")
{
    const CaseFolder folder(with_map(
        spring_case, "key = \"substructure.body.springs.1.stiffness\", values = [200, 500]"));
    const app::MapRun map = app::run_map(read(folder), 1, {});
    REQUIRE(map.map->results.size() == 2);
    CHECK(quantity(map.outcome.summary, "map.body.mass.x.displacement.at_max").unit == "N/m");
    for (std::size_t k = 0; k < 2; ++k) {
        const studies::PointResult& point = map.map->results[k];
        CAPTURE(k, point.message);
        REQUIRE(point.status == studies::Status::end);
        CHECK(point.quantities.at(0).value.at(0) ==
              Approx(6.0 / (k == 0 ? 300 : 600)).epsilon(1e-14)); // one division: round-off
    }
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
        const app::MapRun run = app::run_map(read(folder), 1, {});
        REQUIRE(run.map->results.size() == 4);
        std::vector<double> frequency;
        for (const studies::PointResult& point : run.map->results)
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
        return {studies::Status::failed, "corner", {}};
    return {studies::Status::end,
            "",
            {{"r", {r}, "m"}, {"regime", {}, "", {r < 1 ? "stick" : "slip"}}}};
}

app::Job square_map(const io::ScratchFolder& folder, int refine)
{
    app::Job job = read(folder);
    app::Case& c = job.c;
    c.map->x = {"joint.spring.stiffness", "x", {0, 1, 2, 3, 4}};
    c.map->y = {"load.push.force", "y", {0, 1, 2, 3, 4}};
    c.map->refine = refine;
    c.map->refine_on = "regime";
    return job;
}

} // namespace

TEST_CASE("texts of points reach the summary and results.h5", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [0]"));
    const app::Job job = square_map(folder, 0);
    const app::Case& c = job.c;
    const app::MapResults map = app::compute_map(*c.map, disc, 2, {}, {}).map;
    const app::Summary s = app::summarise_map(c, map);
    CHECK(quantity(s, "map.regime.stick.points").value == std::vector<double>{1});
    CHECK(quantity(s, "map.regime.slip.points").value == std::vector<double>{23});
    CHECK(quantity(s, "map.failed").value == std::vector<double>{1});
    CHECK_THAT(join(s.lines, "\n"), Contains("regime: slip at 23 points, stick at 1 point"));
    write(folder / "results.h5", c, app::source_of(job), s, map);
    const io::Hdf5Reader file(folder / "results.h5");
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
    const app::Job job = square_map(folder, 3);
    const app::Case& c = job.c;
    const auto [map, not_refined] = app::compute_map(*c.map, disc, 2, {}, {});
    CHECK(not_refined == "");
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
    write(folder / "results.h5", c, app::source_of(job), s, map);
    const io::Hdf5Reader file(folder / "results.h5");
    CHECK(file.numbers("map/axis_x") == c.map->x.values);
    REQUIRE(file.numbers("map/x").size() == map.points.size());
    CHECK(file.numbers("map/x").back() == map.points.back().x);
    CHECK(file.numbers("map/y").at(7) == 2);
    CHECK(file.numbers("map/axis_y") == c.map->y->values);

    app::Case wrong = square_map(folder, 1).c;
    wrong.map->refine_on = "regme";
    const app::ComputedMap grid = app::compute_map(*wrong.map, disc, 1, {}, {});
    CHECK(grid.map.points.size() == 25);
    CHECK_THAT(grid.not_refined, Contains("no point gave such a text; did you mean regime?"));
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

TEST_CASE("the model of the first point is reported, also if its analysis fails", "[app]")
{
    // At the undamped resonance of the first point the response grows without bound.
    const CaseFolder folder(R"(title = "A mass on a spring"

[[substructure]]
name  = "one"
type  = "lumped"
chain = { from = "ground", masses = [1.0], springs = [1.0] }

[[load]]
name  = "push"
on    = "one.m1.x"
force = { amplitude = 1.0 }

[[joint]]
name    = "wall"
law     = "coulomb"
between = ["one.m1", "ground"]
limit   = 0.1

[excitation]
Omega = 1.2

[analysis]
type   = "regimes"
method = "steady-state"

[map]
x = { key = "excitation.Omega", values = [1.0, 1.2] }
)");
    const app::MapRun run = app::run_map(read(folder), 1, {});
    REQUIRE(run.map->results.front().status == studies::Status::failed);
    CHECK(run.outcome.summary.status == studies::Status::end);
    REQUIRE(run.first->bodies.size() == 1);
    CHECK(run.first->bodies.front().name == "one");
}

// ---- continuing

TEST_CASE("of a map that is left in the middle, points that began are interrupted", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [0, 1, 2, 3]"));
    const app::Job job = read(folder);
    app::MapSoFar so_far;
    std::vector<std::string> seen; // from within the third point
    (void)app::compute_map(
        *job.c.map,
        [&](std::size_t k, const app::MapPoint&) -> studies::PointResult {
            if (k == 1)
                throw std::runtime_error("too soft");
            if (k == 2)
                for (const studies::PointResult& result : so_far.map().results)
                    seen.emplace_back(name_of(result.status));
            return {studies::Status::end, "", {}};
        },
        1, {}, {}, &so_far);
    CHECK(seen == std::vector<std::string>{"end", "failed", "interrupted", "not run"});
}

TEST_CASE("an interrupted map that continues ends with the numbers of one that was not", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [0]"));
    const int rounds = GENERATE(0, 2);
    CAPTURE(rounds);
    const app::Job job = square_map(folder, rounds);
    const app::Case& c = job.c;
    const std::vector<std::string> source = app::source_of(job);
    const app::MapResults whole = app::compute_map(*c.map, disc, 1, {}, {}).map;
    const std::size_t n = whole.points.size();
    REQUIRE((rounds == 0) == (n == 25));
    for (const std::size_t kept : {std::size_t{1}, std::size_t{13}, n - 1}) {
        CAPTURE(kept);
        // State after an interruption: points that had not begun, and one that had.
        app::MapResults part = whole;
        for (std::size_t k = kept; k < n; ++k)
            part.results[k] = {
                k == kept ? studies::Status::interrupted : studies::Status::not_run, "", {}};
        const app::Summary stopped = app::summarise_map(c, part);
        CHECK(stopped.status == studies::Status::interrupted);
        write(folder / "results.h5", c, source, stopped, part);

        const app::EarlierMap earlier = app::read_map(folder / "results.h5", source);
        CHECK(earlier.interrupted);
        REQUIRE(earlier.results.size() == n);
        std::atomic<std::size_t> computed = 0;
        const app::MapResults rest =
            app::compute_map(
                *c.map,
                [&computed](std::size_t k, const app::MapPoint& at) -> studies::PointResult {
                    ++computed;
                    return disc(k, at);
                },
                2, {}, earlier.results)
                .map;
        CHECK(computed == n - kept);
        write(folder / "whole.h5", c, source, app::summarise_map(c, whole), whole);
        write(folder / "rest.h5", c, source, app::summarise_map(c, rest), rest);
        check_same_map(folder / "whole.h5", folder / "rest.h5");

        std::vector<std::string> other = source; // another version, text or override
        other.back() += " ";
        const app::EarlierMap none = app::read_map(folder / "results.h5", other);
        CHECK(none.interrupted);
        CHECK(none.results.empty());
    }
    // A map that has come to its end leaves nothing to resume.
    CHECK_FALSE(app::read_map(folder / "whole.h5", source).interrupted);
    CHECK_FALSE(app::read_map(folder / "nothing.h5", source).interrupted);
    CHECK_THROWS_AS(app::read_map(folder / "case.toml", source), InputError);
}
