#include "app/program/interruption.hpp"

#include "base/error.hpp"
#include "tests/app/app_test.hpp"
#include "tests/app/maps/map_cases.hpp"

// Runs that end by themselves before a time limit.

using namespace slideway;
using namespace slideway::test;
using app::time_limit_of;

TEST_CASE("A time limit is seconds, or a time as Slurm prints it", "[app]")
{
    CHECK(time_limit_of("90") == 90);
    CHECK(time_limit_of("0.5") == 0.5);
    CHECK(time_limit_of("1:30") == 90);
    CHECK(time_limit_of("02:00:05") == 7205);
    CHECK(time_limit_of("1-00:00:00") == 86400);
    for (const char* wrong : {"", "0", "-5", "nan", "inf", "10 min", "1:", ":1", "1:2:3:4", "1-2",
                              "1-02:03", "-1:00:00", "UNLIMITED", "0:00", "1:-5"})
        CHECK_THROWS_WITH(time_limit_of(wrong),
                          StartsWith("--time-limit = " + std::string(wrong) + "; expected"));
}

TEST_CASE("A map ends before its time limit, and the same command continues", "[app]")
{
    // Two hundred points of 30 ms and more.
    const CaseFolder folder(
        with_map(replaced(small_case, "t_end = 0.002", "t_end = 0.08"),
                 "key = \"contact.rub.friction\", from = 0, to = 0.3, n = 200"));
    const ProgramRun cut =
        run_program(folder, "run case.toml --quiet --output out --threads 1 --time-limit 3");
    CHECK(cut.exit_status == 1);
    CHECK_THAT(cut.err, StartsWith("stopped early: time limit of 3: interrupted with ") &&
                            !Contains("expected a longer"));
    CHECK(summary_of(folder)["status"].text() == "interrupted");
    const ProgramRun rest = run_ok(folder, "run case.toml --output out");
    CHECK_THAT(rest.err, Contains("continues with "));
    CHECK(summary_of(folder)["status"].text() == "end");
}

TEST_CASE("A time limit shorter than a point is reported", "[app]")
{
    // Half a minute and more each.
    const CaseFolder folder(with_map(replaced(small_case, "value = 0.030", "value = 0.001"),
                                     "key = \"analysis.t_end\", values = [1e-3, 200, 210]"));
    const ProgramRun first =
        run_program(folder, "run case.toml --quiet --output out --threads 1 --time-limit 2");
    CHECK(first.exit_status == 1);
    CHECK_THAT(first.err, Contains("interrupted with 1 of 3 points computed"));
    const ProgramRun next =
        run_program(folder, "run case.toml --quiet --output out --threads 1 --time-limit 1");
    CHECK(next.exit_status == 1);
    CHECK_THAT(next.err, Contains("time limit of 1: interrupted with 1 of 3 points computed") &&
                             Contains("this run computed no new point; give a longer "
                                      "--time-limit"));
    const ProgramRun none =
        run_program(folder, "run case.toml --quiet --output none --threads 1 --time-limit 1 "
                            "--set map.x.values=[200]");
    CHECK(none.exit_status == 1);
    CHECK_THAT(none.err, Contains("time limit of 1") && Contains("expected a longer --time-limit"));
}
