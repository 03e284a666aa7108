#include "contact/laws/smoothed_corner.hpp"
#include "tests/app/program.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

// Gaps with `smoothing` as a user meets them.

using namespace slideway;
using namespace slideway::test;
using Catch::Contains;

namespace {

// A driven mass between stops.
const std::string stops = R"(title = "Stops"

[[substructure]]
name     = "block"
type     = "lumped"
masses   = { mass = { x = 2.0 } }
springs  = [{ between = ["mass.x", "ground"], stiffness = 800.0 }]
dashpots = [{ between = ["mass.x", "ground"], damping = 4.0 }]

[[joint]]
name       = "stops"
law        = "gap"
between    = ["block.mass.x", "ground"]
stiffness  = 4000.0
clearance  = 0.02
both_sides = true
smoothing  = 2000.0

[[load]]
name  = "shake"
on    = "block.mass.x"
force = { amplitude = 10.0 }

[excitation]
Omega = 22.0

[analysis]
type      = "transient"
scheme    = "taylor"
tolerance = 1e-12
cycles    = 10
)";

const std::string driven = "[excitation]\nOmega = 22.0\n\n", harmonic = "{ amplitude = 10.0 }";

// With another analysis.
std::string with_analysis(const std::string& keys)
{
    return stops.substr(0, stops.find("[analysis]")) + "[analysis]\n" + keys;
}

int line_of(const std::string& text, const std::string& what)
{
    return static_cast<int>(
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(what)),
                       '\n'));
}

// The one line in which the case is refused, behind its file and line.
std::string refused(const std::string& text, const std::string& at)
{
    const CaseFolder folder(text);
    const ProgramRun check = run_program(folder, "check case.toml");
    const ProgramRun run = run_program(folder, "run case.toml --quiet");
    CHECK(run.exit_status == 2);
    CHECK(check.err == run.err);
    const std::string place = "case.toml:" + std::to_string(line_of(text, at)) + ": ";
    CAPTURE(run.err);
    REQUIRE(run.err.find(place) != std::string::npos);
    return run.err.substr(run.err.find(place) + place.size());
}

} // namespace

TEST_CASE("a run with smoothed stops says how far they are from stops", "[app]")
{
    const CaseFolder folder(stops);
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("joint stops: gap between block.mass.x and ground, one "
                                   "component, corners smoothed with 2000 1/m\n"));
    for (const std::string scheme : {"taylor", "runge-kutta"}) {
        const ProgramRun run =
            run_program(folder, "run case.toml --output out --set analysis.scheme=" + scheme);
        INFO(run.err);
        REQUIRE(run.exit_status == 0);
        CHECK_THAT(run.out, Contains("joint stops: the corners of its stops are smoothed; radius "
                                     "of influence 0.00128901 m, 0.0645 of the clearance, the "
                                     "force up to 0.556929 N too small"));
        const Json quantities = summary_of(folder)["quantities"];
        const auto number = [&](const std::string& name) -> double {
            return quantities["stops.smoothing." + name]["value"].number();
        };
        CHECK(number("radius") == contact::radius_of_influence() / 2000);
        CHECK(quantities["stops.smoothing.radius"]["unit"].text() == "m");
        CHECK(number("part_of_clearance") == number("radius") / 0.02);
        CHECK(number("force_error") == Approx(contact::largest_error() * 4000 / 2000));
        CHECK(quantities["stops.smoothing.force_error"]["unit"].text() == "N");
        CHECK(quantities["events"]["value"].number() == 0);
    }
    // Without smoothing nothing is said; without clearance there is no part of it.
    const ProgramRun exact = run_program(CaseFolder(replaced(stops, "smoothing  = 2000.0\n", "")),
                                         "run case.toml --output out");
    CHECK(exact.exit_status == 0);
    CHECK_THAT(exact.out, !Contains("smoothed"));
    const ProgramRun none = run_program(
        CaseFolder(replaced(stops, "clearance  = 0.02", "clearance  = 0.0")), "run case.toml");
    CHECK(none.exit_status == 0);
    CHECK_THAT(none.out, Contains("0.00128901 m, the force up to"));
}

TEST_CASE("a smoothing that is none, or of a dashpot, is refused", "[app]")
{
    const std::string key = "smoothing  = 2000.0";
    for (const std::string value : {"0.0", "-3", "inf", "nan"}) {
        CAPTURE(value);
        CHECK_THAT(refused(replaced(stops, key, "smoothing  = " + value), "smoothing"),
                   Contains("joint.stops.smoothing = ") && Contains("expected a number > 0"));
    }
    CHECK_THAT(refused(replaced(stops, key, "smoothing  = \"sharp\""), "smoothing"),
               Contains("joint.stops.smoothing = \"sharp\"; expected a number > 0"));
    CHECK(refused(replaced(stops, key, key + "\ndamping = 5.0"), "smoothing") ==
          "joint.stops.smoothing = 2000; with damping > 0 the force jumps where the stop is met, "
          "and smoothing is of its corner alone; leave one of them out\n");
    CHECK(run_program(CaseFolder(replaced(stops, key, key + "\ndamping = 0.0")), "check case.toml")
              .exit_status == 0);
}

TEST_CASE("analyses take a smoothed gap, or refuse it and say what to do", "[app]")
{
    const std::string response =
        replaced(with_analysis("type    = \"forced-response\"\nmonitor = \"block.mass.x\"\n"
                               "Omega   = { from = 15.0, to = 25.0 }\nn_h     = 7\n"),
                 driven, "");
    CHECK(refused(response, "smoothing") ==
          "joint.stops.smoothing = 2000; exact forces are those of stops with corners; leave "
          "smoothing out, or give analysis.forces = \"sampled\" where forced-response takes it\n");
    const CaseFolder sampled(response + "forces  = \"sampled\"\n");
    const ProgramRun run = run_program(sampled, "run case.toml --output out");
    INFO(run.err);
    REQUIRE(run.exit_status == 0);
    CHECK_THAT(run.out, Contains("joint stops: the corners of its stops are smoothed"));

    const std::string backbone = replaced(
        with_analysis("type    = \"backbone\"\nmonitor = \"block.mass.x\"\nlevel   = [0.5, 2.0]\n"
                      "Omega   = { from = 15.0, to = 30.0 }\n"),
        driven, "");
    CHECK_THAT(refused(backbone, "smoothing"),
               Contains("exact forces are those of stops with corners; leave smoothing out"));
    CHECK_THAT(refused(backbone + "forces  = \"sampled\"\n", "forces"),
               Contains("sampled forces have no second derivatives"));

    CHECK_THAT(
        refused(with_analysis("type = \"transient\"\nscheme = \"event-driven\"\n"), "[[joint]]"),
        Contains("joint.stops.law = \"gap\"; expected linear or coulomb"));

    // Constant loads, for steps and for what is linear about rest.
    const std::string constant =
        replaced(replaced(with_analysis(""), driven, ""), harmonic, "10.0");
    for (const std::string keys : {"type = \"modes\"\n", "type = \"complex-modes\"\n",
                                   "type = \"transient\"\nscheme = \"forward-increment\"\n"
                                   "t_end = 0.5\nh = 1e-4\nstart = \"rest\"\n"}) {
        CAPTURE(keys);
        const ProgramRun of =
            run_program(CaseFolder(constant + keys), "run case.toml --output out");
        INFO(of.err);
        CHECK(of.exit_status == 0);
        CHECK_THAT(of.out, Contains("radius of influence"));
    }
    CHECK_THAT(refused(constant + "type = \"static\"\n", "[[joint]]"),
               Contains("a static analysis takes linear joints"));
}
