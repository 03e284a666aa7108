#include "io/hdf5_file.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

// Long motions from a case file to results. The mechanics: tests/dynamics/orbits.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

const std::string body = stopped_oscillator.substr(0, stopped_oscillator.find("[analysis]"));

const std::string one = body + R"([excitation]
Omega = 1.2

[analysis]
type    = "long-motions"
monitor = "oscillator.mass.x"
discard = 50
periods = 200

[analysis.sections]
strobe  = { phase_deg = 90.0 }
turns   = { of = "oscillator.mass.x", quantity = "velocity" }
touches = { joint = "stops", level = 1.0, direction = "rising" }
)";

const std::string many = body + R"([excitation]
Omega = 1.2

[analysis]
type    = "long-motions"
monitor = "oscillator.mass.x"
periods = 300

[analysis.starts]
count_after  = [1, 300]
displacement = { "oscillator.mass.x" = { from = -2.0, to = 2.0, n = 5 } }
)";

} // namespace

TEST_CASE("Wrong long motions are refused by check and run alike", "[app]")
{
    const std::string strobe = "strobe  = { phase_deg = 90.0 }", periods = "periods = 200",
                      touches = "touches = { joint = \"stops\", level = 1.0, direction = "
                                "\"rising\" }";
    const std::vector<Mistake> mistakes{
        {"no periods", periods, "periods = 0",
         "periods =", "analysis.periods = 0; expected a whole number >= 1 and <= 1e+06"},
        {"periods left out", periods, "", "[analysis]",
         "analysis: missing key periods (after these)"},
        {"no radius", periods, periods + "\nradius = 0.0", "radius",
         "analysis.radius = 0; expected a number > 0 and <= 0.1"},
        {"tolerance of nothing", periods, periods + "\ntolerance = 0.0", "tolerance",
         "analysis.tolerance = 0; expected a number >= 1e-16 and <= 0.001"},
        {"no frequency", "[excitation]\nOmega = 1.2\n", "", "amplitude",
         "load.shaker.force is harmonic: give its frequency in [excitation]"},
        {"a phase beyond the period", strobe, "strobe  = { phase_deg = 360.0 }", "strobe",
         "analysis.sections.strobe.phase_deg = 360; expected a number >= 0 and < 360 [deg]"},
        {"a phase and a level", strobe, "strobe  = { phase_deg = 90.0, level = 1.0 }", "strobe",
         "analysis.sections.strobe.level = 1; a section at a phase passes no level; give either"},
        {"nothing that passes", touches, "touches = { level = 1.0 }", "[analysis.sections]",
         "analysis.sections = { strobe = { phase_deg = 90 }, turns = { of = \" ... antity = "
         "\"velocity\" }, touches = { level = 1 } }; section touches: give phase_deg, "
         "of or joint"},
        {"a name that is no name", strobe, "\"a/b\"  = { phase_deg = 90.0 }", "[analysis.sections]",
         "analysis.sections = { a/b = { phase_deg = 90 }, turns = { of = \"osc ... t = \"stops\", "
         "level = 1, direction = \"rising\" } }; \"a/b\": a name is not empty and has no dot, "
         "slash or space"},
        {"two that pass", touches, "touches = { joint = \"stops\", of = \"oscillator.mass.x\" }",
         "touches", "analysis.sections.touches.joint = \"stops\"; give either of or joint"},
        {"no such joint", touches, "touches = { joint = \"stop\" }", "touches",
         "analysis.sections.touches.joint = \"stop\"; no such joint with a law of its own; did "
         "you mean stops? Allowed: stops"},
        {"no such row", touches, "touches = { joint = \"stops\", row = 1 }", "touches",
         "analysis.sections.touches.row = 1; the joint has 1 row; expected 0 to 0"},
        {"a row of a component", touches, "touches = { of = \"oscillator.mass.x\", row = 0 }",
         "touches", "analysis.sections.touches.row = 0; is of a joint; give joint"},
        {"no such component", "of = \"oscillator.mass.x\"", "of = \"oscillator.wheel.x\"",
         "monitor =",
         "analysis.monitor = \"oscillator.wheel.x\"; substructure \"oscillator\" has no port "
         "\"wheel\"; allowed: mass"},
        {"several starts too", periods,
         periods + "\nstarts = { displacement = { \"oscillator.mass.x\" = { from = -1.0, to = 1.0, "
                   "n = 3 } } }",
         "[analysis.sections]",
         "analysis.sections = { strobe = { phase_deg = 90 }, turns = { of = \" ... t = \"stops\", "
         "level = 1, direction = \"rising\" } }; points of sections are those of one start; leave "
         "them or starts out"}};
    for (const Mistake& m : mistakes) {
        CAPTURE(m.what);
        const std::string text = replaced(one, m.from, m.to);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(CaseFolder(text), text, m.place, m.message, command);
    }
    const std::string axis = "{ from = -2.0, to = 2.0, n = 5 }",
                      type = "type    = \"long-motions\"";
    const std::vector<Mistake> of_starts{
        {"one start too", type,
         type + "\nstart = { displacement = { \"oscillator.mass.x\" = 1.0 } }", "start =",
         "analysis.start = { displacement = { oscillator.mass.x = 1 } }; give either start or "
         "starts"},
        {"no axis", "displacement = { \"oscillator.mass.x\" = " + axis + " }", "",
         "[analysis.starts]",
         "analysis.starts = { count_after = [1, 300] }; give displacement or velocity"},
        {"empty axis", axis, "{ from = 2.0, to = 2.0, n = 5 }", "displacement",
         "analysis.starts.displacement.oscillator.mass.x.to = 2; expected more than from"},
        {"counted before any period", "[1, 300]", "[0]", "count_after",
         "analysis.starts.count_after.1 = 0; expected a number >= 1 and <= 1e+06"}};
    for (const Mistake& m : of_starts) {
        CAPTURE(m.what);
        const std::string text = replaced(many, m.from, m.to);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(CaseFolder(text), text, m.place, m.message, command);
    }
}

TEST_CASE("A motion that settles is reported in full", "[app]")
{
    const CaseFolder folder(one);
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK(check.exit_status == 0);
    CHECK_THAT(check.out, Contains("1 start, 200 periods of the drive behind 50, 1 modes"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    const auto number = [&](const std::string& name) -> double {
        return quantities[name]["value"].number();
    };
    // From rest the oscillator, driven at 1.2 of its frequency, ends below its stops, on
    // x = 0.2 / |1 - 1.44 + 0.12 j| = 0.4385, its multiplier exp(-0.05 T).
    const double T = 2 * std::numbers::pi / 1.2, amplitude = 0.2 / std::hypot(0.44, 0.12);
    CHECK(number("settled.period") == 1);
    CHECK(number("settled.growth") == Approx(std::exp(-0.05 * T)).epsilon(1e-9));
    CHECK(number("settled.life") > 1);
    CHECK(quantities["outcome"]["value"].text() == "periodic");
    CHECK_THAT(run.out, Contains("periodic, beside orbit 1: 1 period, largest multiplier 0.769"));
    CHECK(number("exponent") == Approx(-0.05).epsilon(2e-2));
    CHECK(number("oscillator.mass.x.max") == Approx(amplitude).epsilon(1e-4));
    CHECK(number("impacts_per_period") == 0);
    CHECK(number("sections.strobe.points") == 200);
    CHECK(number("sections.turns.points") == 400);
    CHECK(number("sections.touches.points") == 0);
    CHECK_THAT(run.out, Contains("section touches is never met: no stops at 1, rising in 200 "
                                 "periods; displacements go from -0.438"));

    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<double> time = h5.numbers("sections/strobe/time"),
                              u = h5.numbers(
                                  "sections/strobe/points/oscillator.mass.x/displacement"),
                              v = h5.numbers("sections/strobe/points/oscillator.mass.x/velocity"),
                              last = h5.numbers("last/points/oscillator.mass.x/displacement");
    REQUIRE(time.size() == 200);
    CHECK(time.front() == Approx(50.25 * T));
    // x = Re(A exp(j (Omega t))), A = 0.2 / (1 - 1.44 + 0.12 j), at the phase of 90 degrees.
    const std::complex<double> A = 0.2 / std::complex<double>(-0.44, 0.12);
    CHECK(u.back() == Approx(-A.imag()).epsilon(1e-6));
    CHECK(v.back() == Approx(-1.2 * A.real()).epsilon(1e-6));
    CHECK(h5.numbers("growth").size() == 200);
    CHECK(h5.numbers("states").size() == 200);
    CHECK(h5.integers("told") == std::vector<int>{50, 250});
    REQUIRE(last.size() == 2001);
    CHECK(last.back() == Approx(A.real()).epsilon(1e-6));
    CHECK(h5.numbers("orbits/0001/points/oscillator.mass.x/displacement").front() ==
          Approx(A.real()).epsilon(1e-9));
    CHECK(h5.numbers("starts/points/oscillator.mass.x/largest").front() ==
          number("oscillator.mass.x.max"));
}

TEST_CASE("Smoothed stops have no impacts, and no penetration", "[app]")
{
    const CaseFolder folder(
        replaced(one, "both_sides = true", "both_sides = true\nsmoothing = 100.0"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities.contains("settled.life"));
    CHECK(!quantities.contains("penetration"));
    CHECK(!quantities.contains("impacts_per_period"));
    CHECK(!io::Hdf5Reader(folder / "out/results.h5").holds("starts/penetration"));
}

TEST_CASE("A motion discarded for less than its life time is a transient", "[app]")
{
    const CaseFolder folder(replaced(one, "discard = 50", "discard = 0"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    CHECK(summary_of(folder)["quantities"]["outcome"]["value"].text() == "transient");
    CHECK_THAT(run.out, Contains("transient of ") && Contains(", ended in orbit 1: 1 period"));
}

TEST_CASE("Many starts are reported one by one, and on what they settle", "[app]")
{
    const CaseFolder folder(many);
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out --threads 2");
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities["starts"]["value"].number() == 5);
    CHECK(quantities["starts.transient"]["value"].number() == 5);
    CHECK(quantities["starts.not_settled"]["value"].number() == 0);
    CHECK(quantities["unsettled.1"]["value"].number() == 5);
    CHECK(quantities["unsettled.300"]["value"].number() == 0);
    // Between the folds of the bent resonance there are two motions, with contact and without.
    CHECK(quantities["orbits.period"]["value"].numbers() == std::vector<double>(2, 1));
    const std::vector<double> led = quantities["orbits.starts"]["value"].numbers();
    CHECK(led.at(0) + led.at(1) == 5);
    CHECK(led.at(0) > 0);
    CHECK(led.at(1) > 0);

    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.numbers("starts/displacement/oscillator.mass.x") ==
          std::vector<double>{-2, -1, 0, 1, 2});
    CHECK(h5.integers("starts/outcome") == std::vector<int>(5, 2));
    const std::vector<int> life = h5.integers("starts/life"), ran = h5.integers("starts/periods");
    for (std::size_t k = 0; k < 5; ++k) { // they end once they have stayed, and recurred
        CHECK(ran[k] >= life[k] + 5);
        CHECK(ran[k] <= life[k] + 15);
    }
    CHECK(!h5.holds("sections"));
    CHECK(!h5.holds("last"));
    CHECK(!h5.holds("starts/exponent"));
    // One and two threads: the same bits.
    REQUIRE(run_program(folder, "run case.toml --quiet --output again --threads 1").exit_status ==
            0);
    const io::Hdf5Reader again(folder / "again/results.h5");
    for (const std::string name : {"points/oscillator.mass.x/largest", "penetration", "impacts"})
        CHECK(h5.numbers("starts/" + name) == again.numbers("starts/" + name));
}
