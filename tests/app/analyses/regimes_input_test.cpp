#include "tests/app/case/check_refused.hpp"
#include "tests/app/maps/map_cases.hpp"
#include "tests/app/summary_of.hpp"
#include "tests/app/two_masses.hpp"
#include "tests/app/waiting.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

// Refused input of regimes and event-driven runs: one line with file, line, key, value and what is
// allowed.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

const std::string right_case = two_masses("m2", "0.8", "0.6");

void check(const std::vector<Mistake>& mistakes, const std::string& right = right_case)
{
    check_refused(right, mistakes);
}

const std::string event_driven =
    replaced(right_case, "type = \"regimes\"", "type = \"transient\"\nscheme = \"event-driven\"");

} // namespace

TEST_CASE("the two masses are right until they are spoilt", "[app]")
{
    for (const std::string& text :
         {right_case, event_driven,
          with_map(right_case, "key = \"joint.wall.limit\", from = 0.1, to = 0.8, points = 3")}) {
        const CaseFolder folder(text);
        const ProgramRun run = run_program(folder, "check case.toml");
        CHECK(run.exit_status == 0);
        CHECK(run.err == "");
    }
}

TEST_CASE("a dry contact is refused with its limit or the port at fault", "[app]")
{
    const std::string between = "\"chain.m2\", \"ground\"";
    check({
        {"negative limit", "limit   = 0.8", "limit = -0.8", "limit",
         "joint.wall.limit = -0.8; expected a number >= 0 [N]"},
        {"limit that is no number", "limit   = 0.8", "limit = nan", "limit",
         "joint.wall.limit = nan; expected a number >= 0 [N], finite"},
        {"no limit", "limit   = 0.8\n", "", "[[joint]]",
         "joint.wall: missing key limit (friction force while sliding, per component)"},
        {"a point without mass", between, "\"chain.base\", \"ground\"", "between",
         "joint.wall.between = [\"chain.base\", \"ground\"]; has no mass that friction could "
         "stop; expected a port with a mass"},
        {"unknown port", between, "\"chain.m3\", \"ground\"", "between",
         "joint.wall.between = \"chain.m3\"; substructure \"chain\" has no port \"m3\"; did you "
         "mean m1? Allowed: base, m1, m2"},
        {"unknown body", between, "\"chan.m2\", \"ground\"", "between",
         "joint.wall.between = \"chan.m2\"; no substructure chan; did you mean chain? Allowed: "
         "chain"},
        {"unknown component", between, "\"chain.m2.y\", \"ground\"", "between",
         "joint.wall.between = \"chain.m2.y\"; port \"m2\" has no component \"y\"; allowed: x"},
        {"with itself", between, "\"chain.m2\", \"chain.m2\"", "between",
         "joint.wall: joins a port to itself"},
        // A component has one row, this law two: its forces would be wrong.
        {"elastic-coulomb on a component",
         "law     = \"coulomb\"\nbetween = [\"chain.m2\", \"ground\"]\nlimit   = 0.8",
         "law = \"elastic-coulomb\"\nnormal_deg = 0\nk_t = 1.0\nk_n = 1.0\nfriction = 0.3\n"
         "between = [\"chain.m2.x\", \"ground\"]",
         "between",
         "joint.wall: elastic-coulomb acts along its normal and across it: give ports of one node "
         "with x and y, without a component (a lumped mass that moves along x alone gets a y that "
         "is fixed)"},
        {"a direction twice",
         "law     = \"coulomb\"\nbetween = [\"chain.m2\", \"ground\"]\nlimit   = 0.8",
         "law = \"gap\"\nnormal_deg = 180\nstiffness = 1.0\nclearance = 0.1\n"
         "between = [\"chain.m2.x\", \"ground\"]",
         "between",
         "joint.wall: a component is a direction of its own: give either a component or "
         "normal_deg"},
    });
}

TEST_CASE("a drive that cannot be is refused", "[app]")
{
    check({
        {"no frequency", "Omega = 0.6", "Omega = 0", "Omega",
         "excitation.Omega = 0; expected a number > 0 [rad/s]"},
        {"no frequency in Hz", "Omega = 0.6", "frequency_hz = 0", "frequency_hz",
         "excitation.frequency_hz = 0; expected a number > 0 [Hz]"},
        {"negative frequency", "Omega = 0.6", "Omega = -1", "Omega",
         "excitation.Omega = -1; expected a number > 0 [rad/s]"},
        {"not given", "Omega = 0.6\n", "", "displacement",
         "motion.shaking.displacement is harmonic: give its frequency in [excitation]"},
        {"nothing drives", "{ amplitude = 1.0 }", "0.1", "[analysis]",
         "analysis: no load drives the contact; expected a harmonic load or motion"},
    });
}

TEST_CASE("outputs that a run would not write are refused", "[app]")
{
    check({{"histories of regimes", "[excitation]",
            "[output]\nhistory_rate_hz = 10\n\n[excitation]", "[output]",
            "output: a regimes analysis writes one period of the motion, whatever stands here; "
            "leave out [output]"}});
    check(
        {{"frames of masses", "[excitation]", "[output]\nfields_rate_hz = 10\n\n[excitation]",
          "fields_rate_hz", "output.fields_rate_hz = 10; no body has a mesh to show; expected 0"}},
        event_driven);
}

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
        const ProgramRun run = run_program(folder, "run case.toml --quiet");
        CHECK(run.exit_status == 0);
        CHECK(run.err == "");
        CHECK_THAT(run.out, Contains("no-motion"));
    }
}

TEST_CASE("a constant load that friction alone holds leaves the motion, and no closed form",
          "[app]")
{
    // A free block, 0.5 N constant and 1 N harmonic: held from 1.5 N on, dragged away below 0.5 N.
    const std::string block = R"([[substructure]]
name   = "block"
type   = "lumped"
masses = { p = { x = 1.0 } }

[[load]]
name  = "weight"
on    = "block.p.x"
force = 0.5

[[load]]
name  = "shaker"
on    = "block.p.x"
force = { amplitude = 1.0 }

[[joint]]
name    = "floor"
law     = "coulomb"
between = ["block.p", "ground"]
limit   = 1.6

[excitation]
Omega = 0.6

[analysis]
type   = "regimes"
method = "steady-state"
)";
    const std::string reason = "a constant load pushes a rigid motion that friction alone holds: "
                               "the boundaries have no closed form";
    check({{"closed form", "method = \"steady-state\"\n", "", "[analysis]",
            "analysis: " + reason +
                "; the motion itself: method = \"steady-state\" or \"simulation\""},
           {"boundaries", "steady-state\"", "steady-state\"\nboundaries = [\"no-motion\"]",
            "boundaries", "analysis.boundaries: " + reason}},
          block);
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
    const double end = summary["quantities"]["time.end"]["value"].number();
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
    const ProgramRun boundaries = run_program(folder, "run case.toml --quiet");
    CHECK(boundaries.exit_status == 0);
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
    const ProgramRun moving = run_program(folder, "run case.toml --quiet");
    CHECK(moving.exit_status == 0);
    CHECK_THAT(moving.out,
               Contains("boundary of continuous sliding: not available for several contacts "
                        "(wall, floor)") &&
                   Contains("wall 0 N of 0.8 N, floor 1 N of 0.8 N") &&
                   Contains("at least one contact moves"));
    const ProgramRun resting =
        run_program(folder, "run case.toml --quiet --set joint.floor.limit=1.1");
    CHECK_THAT(resting.out, Contains("all contacts stay at rest"));
}

TEST_CASE("what regimes do not compute is refused at its key", "[app]")
{
    const std::string type = "type = \"regimes\"";
    auto key = [&](const std::string& line) -> std::string { return type + "\n" + line; };
    check({
        {"a range backwards", type, key("Omega_range = { from = 2, to = 1, step = 0.1 }"),
         "Omega_range", "analysis.Omega_range.to = 1; must be at least from = 2 rad/s"},
        {"no step", type, key("Omega_range = { from = 1, to = 2, step = 0 }"), "Omega_range",
         "analysis.Omega_range.step = 0; expected a number > 0 [rad/s]"},
        {"from rest", type, key("Omega_range = { from = 0, to = 2, step = 0.1 }"), "Omega_range",
         "analysis.Omega_range.from = 0; expected a number > 0 [rad/s]"},
        {"unknown boundary", type, key("boundaries = [\"stick\"]"), "boundaries",
         "analysis.boundaries = [\"stick\"]; no boundary \"stick\"; allowed: continuous, "
         "continuous-unit-S, no-motion"},
        {"no boundary", type, key("boundaries = []"), "boundaries",
         "analysis.boundaries = []; expected at least one of continuous, continuous-unit-S, "
         "no-motion"},
        {"cycles of a closed form", type, key("cycles = 10"), "cycles",
         "analysis.cycles = 10; closed-form simulates nothing; give method = \"steady-state\" or "
         "\"simulation\""},
        {"no cycles", type, key("method = \"steady-state\"\ncycles = 0"), "cycles",
         "analysis.cycles = 0; expected a whole number > 0"},
        {"unknown method", type, key("method = \"newton\""), "method",
         "analysis.method = \"newton\"; Allowed: closed-form, steady-state, simulation"},
    });
    const std::string two = replaced(right_case, "[excitation]",
                                     "[[joint]]\nname = \"floor\"\nlike = \"wall\"\n"
                                     "between = [\"chain.m1\", \"ground\"]\n\n[excitation]");
    check({{"boundaries of two contacts", type, key("boundaries = [\"continuous\"]"), "boundaries",
            "analysis.boundaries: boundaries are those of one contact, here are wall, floor; the "
            "forces that hold all of them are given without it"}},
          two);
}

TEST_CASE("damping that feeds the motion is refused where motions are taken to decay", "[app]")
{
    const std::string matrices = R"([[substructure]]
name = "body"
type = "matrices"
M    = "one.mtx"
K    = "one.mtx"
C    = "C.mtx"
dofs = "dofs.csv"
[[load]]
name  = "push"
on    = "body.p.x"
force = { amplitude = 1.0 }
[[joint]]
name    = "wall"
law     = "coulomb"
between = ["body.p.x", "ground"]
limit   = 0.1
[excitation]
Omega = 0.7
[analysis]
type = "regimes"
)";
    const std::string head = "%%MatrixMarket matrix coordinate real symmetric\n";
    const std::string event_driven_one =
        replaced(matrices, "\"regimes\"", "\"transient\"\nscheme = \"event-driven\"\ncycles = 3");
    auto prepare = [&](const CaseFolder& folder) {
        std::ofstream(folder / "dofs.csv") << "dof,node,component,X,Y\n1,p,x,0,0\n";
        std::ofstream(folder / "one.mtx") << head << "1 1 1\n1 1 1\n";
        std::ofstream(folder / "C.mtx") << head << "1 1 1\n1 1 -0.2\n";
    };
    for (const std::string& text : {matrices, event_driven_one}) {
        const CaseFolder folder(text);
        prepare(folder);
        check_refused(
            folder, text, "[analysis]",
            "analysis: damping feeds the motion (-0.2 1/s on the modes); expected damping "
            "that takes energy, or type = \"transient\", scheme = \"runge-kutta\" or \"taylor\"");
    }
    const CaseFolder folder(replaced(event_driven_one, "event-driven", "runge-kutta"));
    prepare(folder);
    CHECK(run_program(folder, "check case.toml").exit_status == 0);
}

TEST_CASE("what loads and contacts leave of modes by round-off alone decides nothing", "[app]")
{
    auto regime = [](const std::string& text) -> std::string {
        const CaseFolder folder(text);
        const ProgramRun run = run_program(folder, "run case.toml --output out --quiet");
        CAPTURE(run.err);
        CHECK(run.exit_status == 0);
        const Json quantities = summary_of(folder)["quantities"];
        CHECK(quantities["found_by"]["value"].text() != "simulation");
        return quantities["regime"]["value"].text();
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

TEST_CASE("keys that mean nothing to an event-driven run are refused", "[app]")
{
    const std::string scheme = "scheme = \"event-driven\"";
    auto key = [&](const std::string& line) -> std::string { return scheme + "\n" + line; };
    const std::string neither = "event-driven has no time step and no separation";
    const std::string rest = "event-driven starts at rest; expected auto or rest";
    check(
        {
            {"time step", scheme, key("h = 1e-3"), "h = 1e-3", "analysis.h = 0.001; " + neither},
            {"separation", scheme, key("separation = \"follow\""), "separation",
             "analysis.separation = \"follow\"; " + neither},
            {"separation, its default", scheme, key("separation = \"stop\""), "separation",
             "analysis.separation = \"stop\"; " + neither},
            {"start", scheme, key("start = \"static-equilibrium\""), "start",
             "analysis.start = \"static-equilibrium\"; " + rest},
            {"start of sliding", scheme, key("start = \"sliding-equilibrium\""), "start",
             "analysis.start = \"sliding-equilibrium\"; " + rest},
            {"no cycles", scheme, key("cycles = 0"), "cycles",
             "analysis.cycles = 0; expected a number > 0"},
            {"cycles and an end", scheme, key("cycles = 5\nt_end = 3"), "cycles",
             "analysis.cycles = 5; give either cycles or t_end"},
            {"end before start", scheme, key("t_start = 1\nt_end = 0.5"), "t_end",
             "analysis.t_end = 0.5; must be later than t_start = 1 s"},
            {"another law", "law     = \"coulomb\"\n",
             "law = \"gap\"\nstiffness = 1\nclearance = 0\n", "limit",
             "unknown key joint.wall.limit; allowed: name, like, law, between, normal_deg, "
             "at, stiffness, clearance, both_sides, damping, smoothing"},
        },
        event_driven);
    check(
        {{"cycles of time steps", scheme + "\n", "cycles = 5\n", "cycles",
          "analysis.cycles = 5; cycles are for event-driven, runge-kutta and taylor; give t_end"}},
        event_driven);
}
