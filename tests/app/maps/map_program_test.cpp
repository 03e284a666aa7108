#include "tests/app/app_test.hpp"
#include "tests/app/maps/map_cases.hpp"
#include "tests/app/waiting.hpp"

#include <csignal>

// Maps as a user runs them.

using namespace slideway;
using namespace slideway::test;

TEST_CASE("failed points are reported and counted, and a map of nothing else has failed", "[app]")
{
    // Without a spring to ground and with a joint of no stiffness the mass can move freely.
    const std::string free = replaced(
        spring_case, "springs = [{ between = [\"mass\", \"ground\"], stiffness = 300.0 }]", "");
    const std::string spring = "key = \"joint.spring.stiffness\", ";
    const CaseFolder folder(with_map(free, spring + "values = [0, 10, 20]"));
    const ProgramRun some = run_ok(folder, "run case.toml --quiet --output out --threads 2");
    CHECK(some.err == "");
    CHECK_THAT(
        some.out,
        Contains("case.toml: done, map over joint.spring.stiffness: 3 values, 0 to 20 N/m") &&
            Contains("3 points: 2 done, 1 failed") &&
            Contains("first failure, at joint.spring.stiffness = 0: ") &&
            Contains("body.mass.x.displacement: 0.3 m (joint.spring.stiffness = 20) to 0.6 "
                     "m (joint.spring.stiffness = 10)"));
    const Json summary = summary_of(folder);
    CHECK(summary["status"].text() == "end");
    CHECK(summary["analysis"].text() == "static");
    CHECK(summary["quantities"].value("map.failed") == 1);
    {
        const io::Hdf5Reader file(folder / "out/results.h5");
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
    CHECK(summary_of(folder)["status"].text() == "failed");
}

TEST_CASE("check reports the values of a map and the model of its first point", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"load.push.force\", from = 1, to = 3, n = 5"));
    const ProgramRun run = run_ok(folder, "check case.toml");
    CHECK_THAT(run.out, StartsWith("map over load.push.force: 5 values, 1 to 3 N; the model of "
                                   "the first:\nTwo springs\n") &&
                            Contains("load push on body.mass.x: 1 N") &&
                            Contains("analysis static"));
}

TEST_CASE("an interrupted map keeps the points that it has, in whole files", "[app]")
{
    // A short point, and two of half a minute or more.
    const CaseFolder folder(with_map(replaced(small_case, "value = 0.030", "value = 0.001"),
                                     "key = \"analysis.t_end\", values = [1e-3, 200, 210]"));
    RunningProgram program(
        folder,
        "run case.toml --output out --threads 1 --keep 0 --set output.history_rate_hz=10000");
    REQUIRE(wait_for_points(folder, program, 1));
    REQUIRE(wait_for_computing(program, 0.1)); // of the second
    program.send(SIGINT);
    CHECK(program.wait() == 1);
    CHECK_THAT(program.err(), Contains("stopped early: interrupted with 1 of 3 points computed"));
    const Json summary = summary_of(folder);
    CHECK(summary["status"].text() == "interrupted");
    CHECK(summary["quantities"].value("map.time.end.max") ==
          Approx(1e-3).epsilon(1e-3)); // to a time step
    CHECK(summary["used"]["start"].text() == "new");
    const io::Hdf5Reader file(folder / "out/results.h5");
    CHECK(file.texts("map/status") == std::vector<std::string>{"end", "interrupted", "not run"});
    CHECK(file.numbers("map/quantities/time.end/point") == std::vector<double>{0});
}

TEST_CASE("an interruption of the boundaries is said before all else, and continues", "[app]")
{
    // Two points, nothing to refine, and two thousand values with modes of 400 masses each: half a
    // minute and more.
    std::string ones = "1.0";
    for (int k = 1; k < 400; ++k)
        ones += ", 1.0";
    const CaseFolder folder(R"(title = "Long row"

[[substructure]]
name  = "row"
type  = "lumped"
chain = { from = "ground", masses = [)" +
                            ones + "], springs = [" + ones + R"(] }

[[load]]
name  = "push"
on    = "row.m1.x"
force = { amplitude = 1.0 }

[[joint]]
name    = "wall"
law     = "coulomb"
between = ["row.m2", "ground"]
limit   = 0.1

[[joint]]
name      = "spring"
law       = "linear"
between   = ["row.m3.x", "ground"]
stiffness = 1.0

[excitation]
Omega = 1.21

[analysis]
type = "regimes"

[map]
x         = { key = "joint.spring.stiffness", values = [1.0, 2.0] }
refine    = 1
refine_on = "nothing"
)");
    RunningProgram program(folder, "run case.toml --output out --threads 1 --keep 0");
    REQUIRE(wait_for_points(folder, program, 1));
    REQUIRE(wait_for_computing(program, 1)); // the second, and into the boundaries
    program.send(SIGINT);
    CHECK(program.wait() == 1);
    CHECK_THAT(program.err(), Contains("stopped early: interrupted before the boundaries"));
    CHECK(summary_of(folder)["status"].text() == "interrupted");
    const io::Hdf5Reader file(folder / "out/results.h5");
    CHECK(file.attribute("", "status") == "interrupted"); // by which the next run continues
    CHECK(file.texts("map/status") == std::vector<std::string>{"end", "end"});
}

TEST_CASE("the program continues with an interrupted map, and not with one of another case",
          "[app]")
{
    // Two hundred points of 15 ms and more.
    const CaseFolder folder(
        with_map(replaced(small_case, "t_end = 0.002", "t_end = 0.04"),
                 "key = \"contact.rub.friction\", from = 0, to = 0.3, n = 200"));
    RunningProgram program(folder, "run case.toml --output out --keep 0");
    REQUIRE(wait_for_points(folder, program, 3));
    program.send(SIGINT);
    CHECK(program.wait() == 1);
    CHECK(summary_of(folder)["quantities"].value("map.failed") == 0);
    std::vector<std::string> status;
    {
        const io::Hdf5Reader file(folder / "out/results.h5");
        status = file.texts("map/status");
    }
    const auto done = std::count(status.begin(), status.end(), "end");
    REQUIRE(done >= 3);
    REQUIRE(done < 200);

    std::filesystem::copy(folder / "out", folder / "copy");
    const std::string goes_on =
        "continues with " + std::to_string(done) + " points of an interrupted map";
    const ProgramRun rest = run_ok(folder, "run case.toml --output out");
    CHECK_THAT(rest.err, Contains(goes_on));
    CHECK(summary_of(folder)["used"]["start"].text() == goes_on);
    const ProgramRun whole = run_ok(folder, "run case.toml --output whole --quiet");
    check_same_map(folder / "out/results.h5", folder / "whole/results.h5");

    const ProgramRun other = run_ok(folder, "run case.toml --output copy --set map.x.n=2");
    CHECK_THAT(other.err,
               Contains("new: the case, its overrides, a file that it names or the version "
                        "differ"));
    const io::Hdf5Reader file(folder / "copy/results.h5");
    CHECK(file.numbers("map/x").size() == 2);
}
