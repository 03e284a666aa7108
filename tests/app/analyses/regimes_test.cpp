#include "app/analyses/analysis.hpp"
#include "app/analyses/job.hpp"
#include "app/analyses/regimes/orbit.hpp"
#include "app/maps/map_run.hpp"
#include "app/results/quantities.hpp"
#include "app/results/summary_file.hpp"
#include "base/text.hpp"
#include "io/entries.hpp"
#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"
#include "tests/app/two_masses.hpp"

#include <map>
#include <memory>

using namespace slideway;
using namespace slideway::test;

namespace {

// A row of the reference, docs/theory/motion_regimes.md: stick-slip, two stops, amplitude
// 0.30405606.
const std::string wall_case =
    two_masses("m1", "0.6906", "1.2", "type = \"regimes\"\nmethod = \"steady-state\"");

const std::string second_wall = R"(
[[joint]]
name    = "upper"
law     = "coulomb"
between = ["chain.m2", "ground"]
limit   = 0.2

[excitation])";

struct Result {
    app::Summary summary;
    std::map<std::string, std::vector<double>> value;
    std::map<std::string, std::string> text;
};

Result run(const io::ScratchFolder& folder)
{
    const app::Job job = app::read_job(folder / "case.toml", {});
    const app::BuiltModel built = app::build_model(job);
    const app::Outcome outcome = app::run(job, built);
    outcome.complete();
    app::write_results(folder.path(), job.c, built, outcome);
    Result result{outcome.summary, {}, {}};
    for (const app::Quantity& q : outcome.summary.quantities) {
        result.value[q.name] = q.value;
        if (!q.texts.empty())
            result.text[q.name] = q.texts.front();
    }
    return result;
}

Result run(const std::string& text)
{
    const CaseFolder folder(text);
    return run(folder);
}

} // namespace

TEST_CASE("a steady state from a case file is the reference motion, and so is a long simulation",
          "[app]")
{
    for (const std::string method : {"steady-state", "simulation"}) {
        CAPTURE(method);
        const std::string text =
            replaced(wall_case, "method = \"steady-state\"",
                     "method = \"" + method + "\"\n" +
                         (method == "simulation" ? "cycles = 400" : "cycles = 50"));
        const CaseFolder folder(text);
        Result r = run(folder);
        CHECK(r.text["regime"] == "stick-slip");
        CHECK(r.text["regime.by_boundaries"] == "stick-slip");
        CHECK(r.text["found_by"] == (method == "simulation" ? "simulation" : "newton"));
        CHECK(r.value["stops_per_period"].at(0) == 2);
        CHECK(r.value["amplitude"].at(0) == Approx(0.30405606).epsilon(1e-7));
        // Two strokes of two amplitudes a cycle.
        CHECK(r.value["dissipation_per_cycle"].at(0) ==
              Approx(4 * 0.6906 * 0.30405606).epsilon(1e-7));
        // Half a period apart, and as long as the state says.
        const std::vector<double> begin = r.value["stick.begin"], end = r.value["stick.end"];
        REQUIRE(begin.size() == 2);
        REQUIRE(end.size() == 2);
        CHECK(begin[1] - begin[0] == Approx(180).epsilon(1e-6));
        CHECK(end[1] - end[0] == Approx(180).epsilon(1e-6));
        CHECK((end[0] - begin[0] + end[1] - begin[1]) / 360 ==
              Approx(r.value["sticking"].at(0)).epsilon(1e-9));

        // The arrays show that motion: rest within the phases, sliding at the limit outside.
        const io::Hdf5Reader h5(folder / "results.h5");
        const std::vector<double> t = h5.numbers("orbit/time"),
                                  x = h5.numbers("orbit/wall/displacement"),
                                  v = h5.numbers("orbit/wall/velocity"),
                                  f = h5.numbers("orbit/wall/force");
        REQUIRE(t.size() == 1441);
        const auto [low, high] = std::minmax_element(x.begin(), x.end());
        CHECK((*high - *low) / 2 == Approx(0.30405606).epsilon(1e-7));
        for (std::size_t i = 0; i < t.size(); ++i) {
            const double degrees = (t[i] - t[0]) * 1.2 * 180 / std::numbers::pi;
            bool sticks = false, near = false;
            for (std::size_t k = 0; k < 2; ++k)
                for (const double turn : {-360.0, 0.0, 360.0}) {
                    const double from = begin[k] + turn, to = end[k] + turn;
                    sticks = sticks || (degrees > from && degrees < to);
                    near = near || std::abs(degrees - from) < 1e-3 || std::abs(degrees - to) < 1e-3;
                }
            if (near)
                continue;
            CAPTURE(degrees, v[i]);
            REQUIRE((v[i] == 0) == sticks);
            if (!sticks)
                REQUIRE(f[i] == std::copysign(0.6906, v[i]));
        }
        CHECK(h5.numbers("orbit/wall/events/time").size() == 4);
    }
}

TEST_CASE("a simulation of one cycle begins at rest, and all of its motion is change", "[app]")
{
    const CaseFolder folder(
        replaced(wall_case, "method = \"steady-state\"", "method = \"simulation\"\ncycles = 1"));
    Result r = run(folder);
    CHECK(r.text["found_by"] == "simulation");
    CHECK(r.value["cycles"].at(0) == 1);
    CHECK(r.value["change_per_cycle"].at(0) == 1);
    const io::Hdf5Reader h5(folder / "results.h5");
    CHECK(h5.numbers("orbit/time").at(0) == 0);
    CHECK(h5.numbers("orbit/wall/velocity").at(0) == 0);
}

TEST_CASE("an interrupted simulation ends with a whole period, from where the drive has phase 0",
          "[app]")
{
    const CaseFolder folder(
        replaced(wall_case, "method = \"steady-state\"", "method = \"simulation\"\ncycles = 400"));
    const app::Job job = app::read_job(folder / "case.toml", {});
    const app::BuiltModel built = app::build_model(job);
    const auto& asked = std::get<app::Regimes>(*job.analysis);
    const dynamics::DrySystem system = dynamics::dry_system(built.model, *app::modal_model(built));
    auto stick_begin = [&](const dynamics::Orbit& orbit) -> std::vector<double> {
        app::Summary summary;
        app::add_quantities(
            summary, [&](io::Entries& q) { app::orbit_quantities(q, &asked, system, orbit); });
        for (const app::Quantity& q : summary.quantities)
            if (q.name == "stick.begin")
                return q.value;
        return {};
    };
    const std::vector<double> whole = stick_begin(app::compute_orbit(asked, system, {}));
    REQUIRE(whole.size() == 2);
    for (const double from : {0.0, 0.4, 0.5, 0.6}) {
        CAPTURE(from);
        const dynamics::Orbit part = app::compute_orbit(
            asked, system, [from](double fraction) -> bool { return fraction < from; });
        CHECK(part.interrupted);
        CHECK(part.cycles < 400);
        // Round-off of a time of some thousand radians.
        const double periods = part.t * system.Omega / (2 * std::numbers::pi);
        CHECK(std::abs(periods - std::round(periods)) < 1e-9);
        CHECK(part.cycles == Approx(std::round(periods) + 1).epsilon(1e-12));
        if (from == 0)
            continue; // still settling
        const std::vector<double> begin = stick_begin(part);
        REQUIRE(begin.size() == 2);
        for (std::size_t k = 0; k < 2; ++k)
            CHECK(begin[k] == Approx(whole[k]).epsilon(1e-6)); // settled as far as the amplitude
    }
}

TEST_CASE("several contacts have regimes each, and the forces that hold them all", "[app]")
{
    const std::string text = replaced(wall_case, "\n[excitation]", second_wall);
    Result r = run(text);
    // Both masses locked: the base's spring pushes on the first with k Y, nothing on the second.
    CHECK(r.value["wall.locked_force"].at(0) == Approx(1));
    CHECK(r.value["upper.locked_force"].at(0) == Approx(0).margin(1e-12));
    CHECK(r.text["regime.by_boundaries"] == "moving");
    CHECK(r.text["wall.regime"] != "no-motion");
    CHECK(r.text["upper.regime"] != "no-motion");

    Result held = run(replaced(text, "limit   = 0.6906", "limit = 1.01"));
    CHECK(held.text["regime.by_boundaries"] == "no-motion");
    CHECK(held.text["wall.regime"] == "no-motion");
    CHECK(held.text["upper.regime"] == "no-motion");
    CHECK(held.text["found_by"] == "locked");

    CHECK_THROWS_WITH(
        run(replaced(text, "method = \"steady-state\"", "boundaries = [\"continuous\"]")),
        Contains("case.toml:") && Contains("analysis.boundaries") &&
            Contains("one contact, here are wall, upper"));
}

TEST_CASE("a map of regimes knows the motions without stops above the closed form", "[app]")
{
    // At Omega = 0.64, where S = 56, the fourth mass turns back twice more in each half period
    // without a stop: docs/theory/motion_regimes.md. The closed form is that of two reversals, and
    // its motion with six is followed above it.
    const std::string text = R"(title = "Five masses"

[[substructure]]
name  = "chain"
type  = "lumped"
chain = { from = "base", masses = [1.0, 1.0, 1.0, 1.0, 1.0], springs = [1.0, 1.0, 1.0, 1.0, 1.0] }

[[motion]]
name         = "shaking"
on           = "chain.base.x"
displacement = { amplitude = 1.0 }

[[joint]]
name    = "wall"
law     = "coulomb"
between = ["chain.m4", "ground"]
limit   = 0.01

[excitation]
Omega = 0.64

[analysis]
type   = "regimes"
method = "steady-state"

[map]
x = { key = "excitation.Omega", values = [0.64, 1.1] }
y = { key = "joint.wall.limit", values = [0.01, 0.1, 3.0] }
)";
    const CaseFolder folder(text);
    const app::Job job = app::read_job(folder / "case.toml", {});
    const app::MapRun map = app::run_map(job, 2, {});
    auto at_points = [&](const std::string& name) -> std::vector<std::string> {
        std::vector<std::string> texts;
        for (const studies::PointResult& point : map.map->results)
            for (const app::Quantity& q : point.quantities)
                if (q.name == name)
                    texts.push_back(q.texts.empty() ? number_text(q.value.front())
                                                    : q.texts.front());
        return texts;
    };
    using Texts = std::vector<std::string>;
    CHECK(at_points("regime.by_boundaries") ==
          Texts{"continuous", "stick-slip", "no-motion", "continuous", "continuous", "no-motion"});
    CHECK(at_points("regime") ==
          Texts{"continuous", "stick-slip", "no-motion", "continuous", "continuous", "no-motion"});
    CHECK(at_points("reversals_per_period").front() == "6");
}

TEST_CASE("a transient that locates events takes the modes that the points of a map share", "[app]")
{
    for (const std::string scheme : {"event-driven", "runge-kutta"}) {
        CAPTURE(scheme);
        const CaseFolder folder(
            two_masses("m1", "0.6906", "1.2",
                       "type = \"transient\"\nscheme = \"" + scheme + "\"\ncycles = 2"));
        const app::Job job = app::read_job(folder / "case.toml", {});
        app::BuiltModel built = app::build_model(job);
        built.modes = std::make_shared<dynamics::SharedModes>();
        CHECK(app::run(job, built).summary.status == studies::Status::end);
        CHECK(built.modes->size() == 1); // requested there
    }
}
