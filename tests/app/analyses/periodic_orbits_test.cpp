#include "io/hdf5_file.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

// Periodic motions from a case file to its results: what is refused, in one line with file, line,
// key, value and what is allowed; what a run leaves. The mechanics: tests/dynamics/orbits.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

TEST_CASE("Wrong periodic orbits are refused with their line and what is allowed", "[app]")
{
    const std::string range = "Omega   = { from = 0.8, to = 2.0 }",
                      type = "type    = \"periodic-orbits\"";
    const auto with = [&](const std::string& keys) -> std::string { return range + "\n" + keys; };
    const auto over = [&](const std::string& keys) -> std::string {
        return "over = { " + keys + " }\n[excitation]\nOmega = 1.0";
    };
    check_refused(
        stopped_oscillator,
        {{"negative clearance", "clearance  = 1.0", "clearance = -1.0", "clearance",
          "joint.stops.clearance = -1; expected a number >= 0 [m]"},
         {"negative stiffness", "stiffness  = 10.0", "stiffness = -1.0", "stiffness = -1",
          "joint.stops.stiffness = -1; expected a number > 0 [N/m]"},
         {"zero frequency", "from = 0.8", "from = 0.0", "Omega",
          "analysis.Omega.from = 0; expected a number > 0 [rad/s]"},
         {"empty range", "to = 2.0", "to = 0.8", "Omega",
          "analysis.Omega.to = 0.8; expected another frequency than from"},
         {"no range", range, "", "[analysis]",
          "analysis.frequency_hz = (not given); give the range of frequencies, { from = 150, to = "
          "250 }"},
         {"start outside of the range", "to = 2.0", "to = 2.0, at = 2.1", "Omega",
          "analysis.Omega.at = 2.1; expected a value from 0.8 to 2"},
         {"orbit outside of the range", "to = 2.0", "to = 2.0, orbits = [1.0, 2.1]", "Omega",
          "analysis.Omega.orbits = [1, 2.1]; expected a value from 0.8 to 2"},
         {"period zero", range, with("period = 0"), "period = 0",
          "analysis.period = 0; expected a whole number >= 1 and <= 1000"},
         {"settling backwards", range, with("settle = -1"), "settle",
          "analysis.settle = -1; expected a whole number >= 0 and <= 1e+06"},
         {"half of an even number of periods", range, with("period = 2\nhalf_period = true"),
          "half_period",
          "analysis.half_period = true; motions of an even number of periods are not their own "
          "mirror"},
         {"start at an unknown port", range,
          with("start = { displacement = { \"oscillator.wheel.x\" = 1.0 } }"), "start",
          "analysis.start = \"oscillator.wheel.x\"; substructure \"oscillator\" has no port "
          "\"wheel\"; allowed: mass"},
         {"start without a value", range, with("start = {}"), "start",
          "analysis.start = {  }; give displacement or velocity, or results"},
         {"start of two values", range,
          with("start = { displacement = { \"oscillator.mass.x\" = [1.0, 2.0] } }"), "start",
          "analysis.start.displacement.oscillator.mass.x = [1, 2]; expected a number [m]"},
         {"two ranges", range, range + "\nover = { key = \"level\", from = 1, to = 2 }", "over",
          "analysis.over = { key = \"level\", from = 1, to = 2 }; give either over or a range of "
          "frequencies"},
         {"level zero", range, over("key = \"level\", from = 0, to = 2"), "over",
          "analysis.over.from = 0; expected a number > 0"},
         {"over the level without a frequency", range,
          "over = { key = \"level\", from = 1, to = 2 }", "over",
          "analysis.over = { key = \"level\" }; give the frequency of the drive in [excitation]"},
         {"frequency of its own", "[analysis]", "[excitation]\nOmega = 3.0\n\n[analysis]",
          "[excitation]",
          "excitation: the frequency goes from the one end of its range in [analysis] to the "
          "other; leave [excitation] out"},
         {"nothing that drives", "force = { amplitude = 0.2 }", "force = 0.2", "[analysis]",
          "analysis = \"periodic-orbits\"; the model has no drive; expected a harmonic load or "
          "motion"},
         {"unknown monitor", "monitor = \"oscillator.mass.x\"", "monitor = \"oscillator.mass.z\"",
          "monitor",
          "analysis.monitor = \"oscillator.mass.z\"; port \"mass\" has no component \"z\"; "
          "allowed: x"},
         {"curves over what the branches go over", range,
          "over = { key = \"level\", from = 0.5, to = 2 }"
          "\ncurves = { key = \"level\", from = 0.5, to = 2 }\n[excitation]\nOmega = 1.0",
          "curves",
          "analysis.curves = { key = \"level\", from = 0.5, to = 2 }; the branches go over level "
          "too; "
          "expected another key"},
         {"curves that leave the case out", range,
          with("curves = { key = \"joint.stops.clearance\", from = 2, to = 3 }"), "curves",
          "analysis.curves.from = 2; expected a range that holds 1, the value of the case"},
         {"long steps", type, type + "\nmax_step = 0.5", "max_step",
          "analysis.max_step = 0.5; expected a number > 0 and <= 0.2"},
         {"loose Newton", type, type + "\ntolerance = 1e-3", "tolerance",
          "analysis.tolerance = 0.001; expected a number > 0 and <= 1e-06"},
         {"loose steps", type, type + "\nstep_tolerance = 1e-3", "step_tolerance",
          "analysis.step_tolerance = 0.001; expected a number >= 1e-16 and <= 1e-06"}});
}

TEST_CASE("A key of periodic orbits that is listed twice is no TOML", "[app]")
{
    const CaseFolder folder(
        replaced(stopped_oscillator, "Omega   =", "period = 1\nperiod = 2\nOmega   ="));
    const ProgramRun run = run_program(folder, "check case.toml");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, Contains("case.toml:26") && Contains(": period is given twice"));
}

TEST_CASE("Half a period is requested with its reason of a model that is not its own mirror",
          "[app]")
{
    const std::string half =
        replaced(stopped_oscillator, "Omega   =", "half_period = true\nOmega   =");
    const std::string one_sided = replaced(half, "both_sides = true\n", "");
    check_refused(one_sided, "half_period",
                  "analysis.half_period = true; the system is not its own mirror: joint.stops: its "
                  "force is not odd");
    const std::string loaded = replaced(
        half, "[analysis]",
        "[[load]]\nname = \"weight\"\non = \"oscillator.mass.x\"\nforce = 1.0\n\n[analysis]");
    check_refused(loaded, "half_period",
                  "analysis.half_period = true; the system is not its own mirror: a constant load");
    // The run refuses it in the same line.
    check_refused(CaseFolder(loaded), loaded, "half_period",
                  "analysis.half_period = true; the system is not its own mirror: a constant load",
                  "run case.toml --quiet");
}

TEST_CASE("Joints that remember or stick are refused by periodic orbits with their law", "[app]")
{
    const std::string gap = "stiffness  = 10.0\nclearance  = 1.0\nboth_sides = true\n";
    const auto refused = [&](const std::string& model, const std::string& law,
                             const std::string& keys) {
        const std::string text = replaced(replaced(model, "\"gap\"", "\"" + law + "\""), gap, keys);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(CaseFolder(text), text, "law ",
                          "joint.stops.law = \"" + law +
                              "\"; periodic-orbits takes laws whose force is a function of the "
                              "motion alone: linear, gap, cubic",
                          command);
    };
    refused(stopped_oscillator, "coulomb", "limit = 0.5\n");
    std::string plane = replaced(stopped_oscillator, "{ x = 1.0 }", "{ x = 1.0, y = 1.0 }");
    plane = replaced(plane, "springs  = [",
                     "springs  = [{ between = [\"mass.y\", \"ground\"], stiffness = 1.0 }, ");
    refused(
        replaced(plane, "[\"oscillator.mass.x\", \"ground\"]", "[\"oscillator.mass\", \"ground\"]"),
        "elastic-coulomb",
        "normal_deg = 90.0\nk_t = 1.0\nk_n = 1.0\nfriction = 0.5\npreload = 1.0\n");
}

TEST_CASE("Periodic orbits write their branch, its labels and motions in full", "[app]")
{
    const CaseFolder folder(replaced(stopped_oscillator, "to = 2.0", "to = 2.0, orbits = [0.95]"));
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK(check.exit_status == 0);
    CHECK_THAT(check.out, Contains("analysis periodic-orbits of oscillator.mass.x: Omega 0.8 to "
                                   "2 rad/s, from rest at 0.8, the model is its own mirror, 1 "
                                   "modes"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    // Without contact |x| = F / |k - m Omega^2 + j c Omega|: it reaches the stops where that is 1.
    const auto touches = [](double sign) -> double {
        // (1 - w)^2 + 0.01 w = 0.04, w = Omega^2
        return std::sqrt((1.99 + sign * std::sqrt(1.99 * 1.99 - 4 * 0.96)) / 2);
    };
    const std::vector<double> grazing = quantities["grazing.Omega"]["value"].numbers();
    REQUIRE(grazing.size() == 2);
    CHECK(grazing[0] == Approx(touches(-1)).epsilon(1e-10));
    CHECK(grazing[1] == Approx(touches(1)).epsilon(1e-10));
    for (const double x : quantities["grazing.largest"]["value"].numbers())
        CHECK(x == Approx(1).epsilon(1e-12));

    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<double> parameter = h5.numbers("branches/0001/parameter"),
                              largest =
                                  h5.numbers("branches/0001/points/oscillator.mass.x/largest");
    REQUIRE(parameter.size() == largest.size());
    CHECK(parameter.front() == Approx(0.8).epsilon(1e-12));
    CHECK(parameter.back() == Approx(2.0).epsilon(1e-12));
    // The last motion is the requested one: two contacts a period, each with its two events.
    const std::vector<int> labels = h5.integers("branches/0001/label");
    const auto labelled = std::count_if(labels.begin(), labels.end(), [](int l) { return l > 0; });
    std::string last = std::to_string(labelled + 1);
    last.insert(0, 4 - last.size(), '0');
    const std::string at = "orbits/" + last + "/";
    CHECK(h5.integers(at + "label") == std::vector<int>{0});
    CHECK(h5.numbers(at + "parameter").front() == Approx(0.95).epsilon(1e-12));
    CHECK(h5.integers(at + "events/kind") == std::vector<int>{1, 0, 1, 0});
    const std::vector<int> side = h5.integers(at + "events/side");
    REQUIRE(side.size() == 4);
    const std::vector<double> r = h5.numbers(at + "events/displacement"),
                              v = h5.numbers(at + "events/speed");
    for (std::size_t k = 0; k < 4; ++k) {
        CHECK(r[k] == Approx(side[k]).epsilon(1e-11));        // at its stop
        CHECK((v[k] * side[k] > 0) == (k % 2 == 0));          // into it, then out of it
        CHECK(v[k] == Approx(-v[(k + 2) % 4]).epsilon(1e-9)); // as its mirror
    }
    CHECK(h5.numbers(at + "symmetry").front() < 1e-8);
    // The history of the orbit is closed.
    const std::vector<double> x = h5.numbers(at + "points/oscillator.mass.x/displacement");
    CHECK(x.front() == Approx(x.back()).margin(1e-9));
}

TEST_CASE("Periodic orbits of a one-sided stop go on where they no longer touch it", "[app]")
{
    // Their own mirror there, though the model is not: no branch of symmetric motions begins.
    const CaseFolder folder(replaced(stopped_oscillator, "both_sides = true\n", ""));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities["grazing"]["value"].number() == 2);
    CHECK(quantities["branch_points"]["value"].number() == 0);
    CHECK(quantities["branches.end"]["value"].texts() == std::vector<std::string>(2, "bound"));
}

TEST_CASE("A search for periodic orbits that finds none says why", "[app]")
{
    // Without settling, rest is far from every motion of 2 periods; after one period nothing
    // recurs.
    const CaseFolder folder(replaced(stopped_oscillator, "Omega   =", "settle = 1\nOmega   ="));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 1);
    CHECK_THAT(run.err, Contains("no periodic motion at Omega = 0.8: after 1 periods the motion "
                                 "does not recur within 40"));
    CHECK(summary_of(folder)["status"].text() == "no-convergence");
}

TEST_CASE("Grazing over the clearance follows the motion without stops", "[app]")
{
    const CaseFolder folder(
        replaced(stopped_oscillator, "Omega   =",
                 "curves = { key = \"joint.stops.clearance\", from = 1.5, to = 0.8 }\nOmega   ="));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<std::string> labels = quantities["curves.label"]["value"].texts();
    int grazing = 0;
    for (std::size_t c = 0; c < labels.size(); ++c) {
        if (labels[c] != "grazing")
            continue;
        ++grazing;
        const std::string at = "curves/000" + std::to_string(c + 1) + "/";
        const std::vector<double> Omega = h5.numbers(at + "parameter"),
                                  clearance = h5.numbers(at + "second");
        REQUIRE(Omega.size() == clearance.size());
        for (std::size_t k = 0; k < Omega.size(); ++k) {
            const double w = Omega[k] * Omega[k];
            CHECK(clearance[k] == Approx(0.2 / std::hypot(1 - w, 0.1 * Omega[k])).epsilon(1e-9));
        }
    }
    CHECK(grazing == 2);
}

TEST_CASE("Over the clearance and the level periodic orbits graze where the motion without stops "
          "says",
          "[app]")
{
    // At Omega = 0.9 without contact |x| = 0.2 level / sqrt(0.19^2 + 0.09^2).
    const double x = 0.2 / std::hypot(0.19, 0.09);
    const std::string range = "Omega   = { from = 0.8, to = 2.0 }",
                      drive = "\n[excitation]\nOmega = 0.9\n";
    for (const auto& [keys, name, expected] :
         {std::tuple<std::string, std::string, double>{
              "over = { key = \"joint.stops.clearance\", from = 1.5, to = 0.5 }",
              "grazing.clearance", x},
          {"over = { key = \"level\", from = 0.5, to = 2.0 }", "grazing.level", 1 / x}}) {
        CAPTURE(keys);
        const CaseFolder folder(replaced(stopped_oscillator, range, keys + drive));
        const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
        CHECK(run.exit_status == 0);
        const std::vector<double> grazing =
            summary_of(folder)["quantities"][name]["value"].numbers();
        REQUIRE(grazing.size() == 1);
        CHECK(grazing[0] == Approx(expected).epsilon(1e-10));
    }
}
