#include "app/build_model.hpp"
#include "app/map_results.hpp"
#include "app/summary_file.hpp"
#include "tests/app/map_cases.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <random>

// Results stay, and say what was computed, whatever happens beside.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

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
    {
        io::Hdf5Writer h5(folder / "results.h5");
        h5.close();
    }
    app::write_summary(folder.path(), c, app::build_model(point), {});
    const auto summary = nlohmann::json::parse(io::file_text(folder / "summary.json"));
    CHECK(summary["case"]["text"] == text);
    CHECK(summary["checksum"] == io::checksum_in(folder / "results.h5"));
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

TEST_CASE("damaged points of an interrupted map are refused, in one line", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", from = 0, to = 900, points = 4"));
    const app::Case c = read(folder);
    const std::vector<std::string> source = app::map_source(c);
    app::MapResults part{app::map_grid(*c.map), std::vector<studies::PointResult>(4)};
    part.results[0] = {"end", "", {{"u", {0.02}, "m"}, {"regime", {}, "", {"stick"}}}};
    fs::create_directories(folder / "out");
    const fs::path file = folder / "out/results.h5";
    app::write_map(file, c, source, app::summarise_map(c, part), part);
    REQUIRE(app::read_map(file, source).results.size() == 4);
    const std::string sound = io::file_text(file);
    std::mt19937 random(16);
    const auto flip = [&] {
        const std::size_t bit = random() % (8 * sound.size());
        std::string spoilt = sound;
        spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << bit % 8));
        std::ofstream(file, std::ios::binary) << spoilt;
    };
    for (int k = 0; k < 395; ++k) {
        flip();
        CHECK_THROWS_AS(app::read_map(file, source), InputError);
    }
    const ProgramRun run = run_program(folder, "run case.toml --output out --quiet");
    CHECK(run.exit_status == 2);
    CHECK(run.err == "out/results.h5: cannot be read: damaged, its checksum does not hold; remove "
                     "it to begin anew, or give another --output\n");
    std::ofstream(file, std::ios::binary) << sound;
    CHECK(run_program(folder, "run case.toml --output out --quiet").exit_status == 0);
}

TEST_CASE("a damaged curve is not gone on with", "[app]")
{
    const CaseFolder folder("");
    const std::string run_duffing = "run harmonic_balance/duffing --quiet ";
    REQUIRE(run_program(folder, run_duffing + "--output old --set analysis.Omega.to=1.0 "
                                              "--set analysis.stability=false")
                .exit_status == 0);
    const fs::path file = folder / "old/results.h5";
    const std::string sound = io::file_text(file);
    std::mt19937 random(16);
    for (int k = 0; k < 395; ++k) {
        const std::size_t bit = random() % (8 * sound.size());
        std::string spoilt = sound;
        spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << bit % 8));
        std::ofstream(file, std::ios::binary) << spoilt;
        CHECK_THROWS_WITH(io::Hdf5Reader(file), Contains("damaged"));
    }
    const ProgramRun run =
        run_program(folder, run_duffing + "--output new --set analysis.restart.results=old");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, Contains("analysis.restart.results = \"old\"; old/results.h5: cannot be "
                                 "read: damaged, its checksum does not hold\n"));
    CHECK_FALSE(fs::exists(folder / "new/results.h5"));
}
