#include "tests/app/app_test.hpp"
#include "tests/app/maps/map_cases.hpp"
#include "tests/app/two_masses.hpp"
#include "tests/app/waiting.hpp"

#include <csignal>

// Regimes and event-driven runs at the edge of what they take.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string right_case = model("two_masses");
const std::string event_driven =
    changed(right_case, {"type = \"regimes\" -> type = \"transient\"\nscheme = \"event-driven\""});

} // namespace

TEST_CASE("a drive of no amplitude leaves the contact at rest, whatever computes it", "[app]")
{
    const std::string still = replaced(right_case, "amplitude = 1.0", "amplitude = 0");
    for (const std::string analysis :
         {"type = \"regimes\"\nmethod = \"closed-form\"",
          "type = \"regimes\"\nmethod = \"steady-state\"",
          "type = \"regimes\"\nmethod = \"simulation\"",
          "type = \"transient\"\nscheme = \"event-driven\"",
          "type = \"transient\"\nscheme = \"runge-kutta\"\ncycles = 5"}) {
        CAPTURE(analysis);
        const CaseFolder folder(replaced(still, "type = \"regimes\"", analysis));
        const ProgramRun run = run_ok(folder, "run case.toml --quiet");
        CHECK(run.err == "");
        CHECK_THAT(run.out, Contains("no-motion"));
    }
}

TEST_CASE("a constant load that friction alone holds leaves the motion, and no closed form",
          "[app]")
{
    // A free block, 0.5 N constant and 1 N harmonic: held from 1.5 N on, dragged away below 0.5 N.
    const std::string block = model("rubbing_block");
    for (const std::string method : {"steady-state", "simulation"}) {
        CAPTURE(method);
        const std::string text = replaced(block, "steady-state", method);
        const auto run = [&text](const std::string& limit) -> ProgramRun {
            const CaseFolder folder(replaced(text, "1.6", limit));
            return run_program(folder, "run case.toml --quiet");
        };
        const ProgramRun held = run("1.51");
        CHECK(held.exit_status == 0);
        CHECK_THAT(held.out, Contains("floor: no-motion"));
        CHECK_THAT(run("1.3").out, Contains("floor: stick-slip"));
        const ProgramRun away = run("0.49");
        CHECK(away.exit_status == 1);
        CHECK_THAT(away.err, Contains("a constant load accelerates a body"));
    }
    const CaseFolder creeping(replaced(block, "1.6", "0.8"));
    CHECK_THAT(run_program(creeping, "run case.toml --quiet").err,
               Contains("Under its constant load it may creep on for ever"));
}

TEST_CASE("a run of less than a period has no regime, and says so", "[app]")
{
    const CaseFolder folder(event_driven);
    const ProgramRun part = run_program(folder, "run case.toml --quiet --set analysis.cycles=0.3");
    CHECK_THAT(part.out, Contains("regimes and stops per period are not given: 0.3 of a period") &&
                             !Contains("stops per period, amplitude"));
    const ProgramRun whole = run_program(folder, "run case.toml --quiet --set analysis.cycles=1");
    CHECK_THAT(whole.out, Contains("stops per period, amplitude"));
}

TEST_CASE("Ctrl-C ends an event-driven run and keeps it", "[app]")
{
    const CaseFolder folder(event_driven);
    // Half a minute and more: some 50 us a cycle.
    RunningProgram program(folder, "run case.toml --output out --set analysis.cycles=2e6 "
                                   "--set output.history_rate_hz=0.1");
    REQUIRE(wait_for_text(program, "joint wall"));
    REQUIRE(wait_for_computing(program, 0.3));
    program.send(SIGINT);
    CHECK(program.wait() == 1);
    CHECK_THAT(program.err(), Contains("stopped early: interrupted at t = "));
    const Json summary = summary_of(folder);
    CHECK(summary["status"].text() == "interrupted");
    const double end = summary["quantities"].value("time.end");
    CHECK(end > 0);
    CHECK(end < 2e6 * 2 * std::numbers::pi / 0.6);
    CHECK_FALSE(summary["quantities"].contains("wall.regime")); // no last period
    CHECK(std::filesystem::exists(folder / "out/results.h5"));
}

TEST_CASE("an undamped resonance without a bounded response is named with its frequency", "[app]")
{
    // 2 sin(pi / 10), where friction below pi |p| / (4 |b|) = 0.4854 N takes less than the drive
    // gives.
    const std::string resonant =
        replaced(replaced(right_case, "Omega = 0.6", "Omega = 0.6180339887498949"), "limit   = 0.8",
                 "limit   = 0.01");
    const CaseFolder folder(resonant);
    const ProgramRun boundaries = run_ok(folder, "run case.toml --quiet");
    CHECK_THAT(boundaries.out,
               Contains("Omega = 0.618034 rad/s is a free resonance without damping: below "
                        "0.485403 N the response grows without bound"));
    CHECK_THAT(boundaries.out, Contains("limit 0.01 N: unbounded"));
    for (const std::string method : {"steady-state", "simulation"}) {
        CAPTURE(method);
        const ProgramRun motion =
            run_program(folder, "run case.toml --quiet --set 'analysis.method=\"" + method + "\"'");
        CHECK(motion.exit_status == 1);
        CHECK_THAT(motion.err, Contains("no steady state: Omega = 0.6180339887 rad/s is an "
                                        "undamped resonance"));
    }
    // From there on friction bounds it.
    const ProgramRun bounded =
        run_program(folder, "run case.toml --quiet --set joint.wall.limit=0.5");
    CHECK_THAT(bounded.out, Contains("limit 0.5 N: stick-slip"));
}

TEST_CASE("several contacts are reported with what the closed forms leave open", "[app]")
{
    // Locked on m1 and m2, nothing of the base's motion passes m1: it carries k times 1 m.
    const std::string two = replaced(right_case, "[excitation]",
                                     "[[joint]]\nname = \"floor\"\nlike = \"wall\"\n"
                                     "between = [\"chain.m1\", \"ground\"]\n\n[excitation]");
    const CaseFolder folder(two);
    const ProgramRun moving = run_ok(folder, "run case.toml --quiet");
    CHECK_THAT(moving.out,
               Contains("boundary of continuous sliding: not available for several contacts "
                        "(wall, floor)") &&
                   Contains("wall 0 N of 0.8 N, floor 1 N of 0.8 N") &&
                   Contains("at least one contact moves"));
    const ProgramRun resting =
        run_program(folder, "run case.toml --quiet --set joint.floor.limit=1.1");
    CHECK_THAT(resting.out, Contains("all contacts stay at rest"));
}

TEST_CASE("what loads and contacts leave of modes by round-off alone decides nothing", "[app]")
{
    auto regime = [](const std::string& text) -> std::string {
        const RunCase run(text);
        CHECK(run.quantities["found_by"]["value"].text() != "simulation");
        return run.quantities["regime"]["value"].text();
    };
    const std::string end = R"([[joint]]
name    = "wall"
law     = "coulomb"
between = BETWEEN
limit   = LIMIT
[excitation]
Omega = OMEGA
[analysis]
type   = "regimes"
method = "steady-state"
)";
    // Load and contact on the middle mass of three: sqrt(2) rad/s is the mode where it stands
    // still. Locked, the two others swing freely at that frequency too and take the load.
    std::string absorber = R"([[substructure]]
name  = "chain"
type  = "lumped"
masses = { a = { x = 1.0 }, b = { x = 1.0 }, c = { x = 1.0 } }
springs = [{ between = ["ground", "a"], stiffness = 1.0 }, { between = ["a", "b"], stiffness = 1.0 },
           { between = ["b", "c"], stiffness = 1.0 }, { between = ["c", "ground"], stiffness = 1.0 }]
[[load]]
name  = "push"
on    = "chain.b.x"
force = { amplitude = 10.0 }
)" + end;
    absorber = replaced(absorber, "BETWEEN", "[\"chain.b\", \"ground\"]");
    absorber = replaced(replaced(absorber, "LIMIT", "1.0"), "OMEGA", "1.4142135623730951");
    CHECK(regime(absorber) == "no-motion");
    // Constant loads that cancel do not push a chain without support.
    std::string balanced = R"([[substructure]]
name  = "chain"
type  = "lumped"
masses = { a = { x = 1.0 }, b = { x = 0.3 }, c = { x = 0.7 } }
springs = [{ between = ["a", "b"], stiffness = 1.0 }, { between = ["b", "c"], stiffness = 1.7 }]
[[load]]
name  = "pull"
on    = "chain.c.x"
force = 10.0
[[load]]
name  = "hold"
on    = "chain.a.x"
force = -10.0
[[load]]
name  = "push"
on    = "chain.b.x"
force = { amplitude = 1.0 }
)" + end;
    balanced = replaced(balanced, "BETWEEN", "[\"chain.a\", \"chain.b\"]");
    balanced = replaced(replaced(balanced, "LIMIT", "0.3"), "OMEGA", "0.9");
    const std::string alone =
        replaced(replaced(balanced, "force = 10.0", "force = 0.0"), "force = -10.0", "force = 0.0");
    CHECK(regime(balanced) == regime(alone));
}
