#include "app/build_model.hpp"
#include "app/map_results.hpp"
#include "app/summary_file.hpp"
#include "tests/app/map_cases.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

// Results stay, and say what was computed, whatever happens beside.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

// The mass of spring_case under a harmonic load, in time.
const std::string history_case = R"(title = "A mass in time"

[[substructure]]
name    = "body"
type    = "lumped"
masses  = { mass = { x = 2.0 } }
springs = [{ between = ["mass", "ground"], stiffness = 300.0 }]

[[load]]
name  = "push"
on    = "body.mass.x"
force = 6.0

[analysis]
type   = "transient"
scheme = "runge-kutta"
t_end  = 1.0

[output]
history         = ["body.mass.x"]
history_rate_hz = 1000.0
)";

} // namespace

TEST_CASE("the text of the case in a summary is the one that was computed", "[app]")
{
    const std::string text =
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [100, 200]");
    const CaseFolder folder(text);
    const app::Case c = read(folder);
    const std::vector<std::string> source = app::map_source(c);
    // Edited while the case runs.
    std::ofstream(folder / "case.toml") << replaced(text, "force = 6.0", "force = 60.0");
    CHECK(app::map_source(c) == source);
    const app::Case point = app::MapCases(c).at({100, 0});
    CHECK(point.loads.at(0).force == 6.0);
    app::write_summary(folder.path(), c, app::build_model(point), {});
    const auto summary = nlohmann::json::parse(io::file_text(folder / "summary.json"));
    CHECK(summary["case"]["text"] == text);
}

TEST_CASE("a history that is asked for twice is refused before the run", "[app]")
{
    const std::string text =
        replaced(history_case, "[\"body.mass.x\"]", "[\"body.mass.x\", \"body.mass.x\"]");
    const CaseFolder folder(text);
    for (const std::string command : {"check case.toml", "run case.toml --quiet --output out"}) {
        const ProgramRun run = run_program(folder, command);
        CHECK(run.exit_status == 2);
        CHECK(run.err == "case.toml:" + std::to_string(line_of(text, "history  ")) +
                             ": output.history = [\"body.mass.x\", \"body.mass.x\"]; "
                             "\"body.mass.x\" stands there twice\n");
    }
}
