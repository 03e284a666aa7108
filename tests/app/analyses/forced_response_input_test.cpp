#include "io/hdf5_file.hpp"
#include "tests/app/analyses/friction_damper.hpp"
#include "tests/app/case/check_refused.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>
#include <vector>

// Refused input of forced responses (one line with file, line, key, value and what is allowed), and
// their results.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

const std::string damper = friction_damper + R"([analysis]
type         = "forced-response"
monitor      = "oscillator.mass.x"
level        = { load = "shaker", values = [2.0, 5.0] }
frequency_hz = { from = 22.0, to = 12.0 }
)";

} // namespace

TEST_CASE("Wrong forced responses are refused with their line and what is allowed", "[app]")
{
    const std::string range = "frequency_hz = { from = 22.0, to = 12.0 }",
                      level = "level        = { load = \"shaker\", values = [2.0, 5.0] }",
                      analysis = "type         = \"forced-response\"\n";
    check_refused(
        damper,
        {{"stiffness zero", "k_t        = 4.4e3", "k_t = 0", "k_t = 0",
          "joint.pad.k_t = 0; expected a number > 0 [N/m]"},
         {"stiffness negative", "k_n        = 0.0", "k_n = -1", "k_n = -1",
          "joint.pad.k_n = -1; expected a number >= 0 [N/m]"},
         {"never closed", "preload    = 20.0", "preload = 0.0", "preload = 0.0",
          "joint.pad.preload = 0; expected a number > 0: with k_n = 0 it is the normal force, "
          "and without it the contact never closes"},
         {"constant motion", "[analysis]",
          "[[motion]]\nname = \"shim\"\non = \"oscillator.mass.y\"\ndisplacement = "
          "2e-3\n\n[analysis]",
          "displacement = 2e-3",
          "motion.shim.displacement = 0.002; forced-response takes harmonic motions, { "
          "amplitude "
          "= ... }; give a constant load in place of it, or static_part = \"excluded\""},
         {"no load", "force = { amplitude = 1.0 }", "force = 1.0", "load = \"shaker\"",
          "analysis.level.load = \"shaker\"; no such harmonic load; allowed: none"},
         {"load without amplitude", "amplitude = 1.0", "amplitude = 0.0", "[analysis]",
          "analysis: the system has no drive; give a load or a motion with an amplitude"},
         {"empty range", "to = 12.0", "to = 22.0", "frequency_hz",
          "analysis.frequency_hz.to = 22; expected another frequency than from"},
         {"range with zero", "to = 12.0", "to = 0.0", "frequency_hz",
          "analysis.frequency_hz.to = 0; expected a number > 0 [Hz]"},
         {"no range", range, "", "[analysis]",
          "analysis.frequency_hz = (not given); give the range of frequencies, { from = 150, "
          "to = 250 }"},
         {"two ranges", range, range + "\nOmega = { from = 1, to = 2 }",
          "Omega =", "analysis.Omega = { from = 1, to = 2 }; give either Omega or frequency_hz"},
         {"no harmonics", analysis, analysis + "n_h = 0\n", "n_h = 0",
          "analysis.n_h = 0; expected a whole number >= 1 and <= 100"},
         {"unknown monitor", "monitor      = \"oscillator.mass.x\"",
          "monitor = \"oscillator.mass.z\"", "monitor =",
          "analysis.monitor = \"oscillator.mass.z\"; port \"mass\" has no component \"z\"; "
          "allowed: x, y"},
         {"monitor twice", "monitor      = \"oscillator.mass.x\"",
          "monitor = [\"oscillator.mass.x\", \"oscillator.mass.x\"]", "monitor =",
          "analysis.monitor = [\"oscillator.mass.x\", \"oscillator.mass.x\"]; "
          "\"oscillator.mass.x\" is listed twice"},
         {"monitor of a number", "monitor      = \"oscillator.mass.x\"", "monitor = 3",
          "monitor = 3", "analysis.monitor = 3; expected a text in quotes, or a list of texts"},
         {"level zero", "values = [2.0, 5.0]", "values = [2.0, 0.0]", "level",
          "analysis.level.values.2 = 0; expected a number > 0"},
         {"a level twice", "values = [2.0, 5.0]", "values = [2.0, 5.0, 2.0]", "level",
          "analysis.level.values = [2, 5, 2]; 2 is listed twice"},
         {"a level of a list twice", level, "level = [2.0, 5.0, 2.0]", "level",
          "analysis.level = [2, 5, 2]; 2 is listed twice"},
         {"a level of a list zero", level, "level = [2.0, 0.0]", "level",
          "analysis.level.2 = 0; expected a number > 0"},
         {"no level", level, "level = []", "level",
          "analysis.level = []; expected at least one level"},
         {"level in words", level, "level = \"high\"", "level",
          "analysis.level = \"high\"; expected a number > 0, a list of them, or a table"},
         {"few samples", level, level + "\nforces = \"sampled\"\nsamples = 100", "samples",
          "analysis.samples = 100; expected a whole number >= 128 and <= 1048576"},
         {"few samples for many harmonics", level, level + "\nn_h = 40\nforces = \"sampled\"",
          "[analysis]",
          "analysis.samples = (not given); expected at least 32 n_h = 1280; fewer make peaks "
          "that are none"},
         {"levels twice", "values = [2.0, 5.0]", "values = [2.0], from = 1.0", "level",
          "analysis.level.from = 1; give either values, or from, to and points"},
         {"levels half", "values = [2.0, 5.0]", "from = 1.0, to = 2.0", "level",
          "analysis.level.points = (not given); give from, to and points, or values"},
         {"samples of exact forces", level, level + "\nsamples = 512", "samples",
          "analysis.samples = 512; exact forces have none; give forces = \"sampled\""},
         {"no damping", "damping  = { beta = 2e-4 }\n", "", "[analysis]",
          "analysis: the mode at 15.91549 Hz of the bodies without their nonlinear joints has "
          "no damping and resonates with harmonic 1 in the range; give damping to its body, "
          "or leave that frequency out"},
         {"frequency of its own", "[analysis]", "[excitation]\nOmega = 3.0\n\n[analysis]",
          "[excitation]",
          "excitation: the frequency of a forced response goes from analysis.frequency_hz.from "
          "to .to; leave [excitation] out"},
         {"another drive", "[analysis]",
          "[[load]]\nname = \"hum\"\non = \"oscillator.mass.y\"\nforce = { amplitude = 1.0 "
          "}\n\n[analysis]",
          "level ",
          "analysis.level.load = \"shaker\"; the level multiplies every harmonic drive, also "
          "load.hum; leave load out, or have one drive"},
         {"unknown key", analysis, analysis + "harmonics = 3\n", "harmonics",
          "unknown key analysis.harmonics; allowed: type, n_h, static_part, forces, samples, "
          "monitor, level, frequency_hz, Omega, max_step, tolerance, stability, branches, "
          "max_points, restart"}});
}

TEST_CASE("A law that forced responses do not take is named with those that they take", "[app]")
{
    const std::string begin = "law        = \"elastic-coulomb\"",
                      body = "between    = [\"oscillator.mass\", \"ground\"]\nnormal_deg = 90.0\n"
                             "k_t        = 4.4e3\nk_n        = 0.0\nfriction   = 0.5\n"
                             "preload    = 20.0\n";
    for (const auto& [law, keys, value] :
         {std::tuple<std::string, std::string, std::string>{"coulomb", "limit = 3.0\n",
                                                            "\"coulomb\""},
          {"gap", "stiffness = 1e4\nclearance = 1e-3\ndamping = 5.0\n", "\"gap\" with damping"}}) {
        const std::string text = replaced(replaced(damper, begin, "law = \"" + law + "\""), body,
                                          "between = [\"oscillator.mass.x\", \"ground\"]\n" + keys);
        const CaseFolder folder(text);
        const ProgramRun run = run_program(folder, "run case.toml");
        CHECK(run.exit_status == 2);
        CHECK(run.err.ends_with("case.toml:" + std::to_string(line_of(text, "law = ")) +
                                ": joint.pad.law = " + value +
                                "; forced-response takes elastic-coulomb, cubic, gap without "
                                "damping, and linear\n"));
    }
}

TEST_CASE("A forced response says what it did and writes its curves", "[app]")
{
    const CaseFolder folder(damper);
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK(check.exit_status == 0);
    CHECK_THAT(check.out, Contains("forced-response of oscillator.mass.x: 22 to 12 Hz, 2 levels, 3 "
                                   "harmonics, static part balanced: 14 unknowns on 2 modes"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --threads 2");
    CHECK(run.exit_status == 0);
    CHECK_THAT(run.out, Contains("level 2: peak 18.") && Contains("(pad stick/slip)"));
    CHECK_THAT(run.out, Contains("contacts stuck, in the range: 19.0985932 Hz"));
    // One level as a plain number; curves cut short say so, and keep what there is.
    const ProgramRun few = run_program(
        folder, "run case.toml --quiet --set analysis.level=2.0 --set analysis.max_points=20");
    CHECK(few.exit_status == 1);
    CHECK_THAT(few.out, Contains("stopped early (max-points)"));
    CHECK_THAT(few.err, Contains("level 2: 20 points, as requested"));
    // Curves with one and with two threads are bitwise equal.
    const ProgramRun one = run_program(folder, "run case.toml --quiet --threads 1 --output one"),
                     two = run_program(folder, "run case.toml --quiet --threads 2 --output two");
    CHECK(one.exit_status == 0);
    CHECK(two.exit_status == 0);
    auto quantities = [&](const std::string& name) -> std::string {
        const std::string text = io::file_text(folder / (name + "/summary.json"));
        const auto begin = text.find("\"quantities\""), end = text.find("\"case\"");
        return text.substr(begin, end - begin);
    };
    CHECK(quantities("one") == quantities("two"));
    // Levels as a plain list are those of the table.
    const ProgramRun list = run_program(
        folder, "run case.toml --quiet --output list --set 'analysis.level=[2.0, 5.0]'");
    CHECK(list.exit_status == 0);
    CHECK(quantities("one") == quantities("list"));
}

TEST_CASE("Sampled forces leave out the states and the work that they do not know", "[app]")
{
    const CaseFolder folder(damper);
    for (const std::string forces : {"exact", "sampled"}) {
        const ProgramRun run = run_program(
            folder, "run case.toml --quiet --output " + forces +
                        " --set analysis.level=2.0 --set 'analysis.forces=\"" + forces + "\"'");
        CHECK(run.exit_status == 0);
        const bool exact = forces == "exact";
        CHECK((run.out.find("(pad ") != std::string::npos) == exact);
        const std::string text = io::file_text(folder / (forces + "/summary.json"));
        CHECK((text.find("\"peaks.states\"") != std::string::npos) == exact);
        CHECK(text.find("\"largest.rms\"") != std::string::npos);
        const io::Hdf5Reader h5(folder / (forces + "/results.h5"));
        auto has = [&h5](const std::string& name) -> bool {
            try {
                return !h5.numbers("levels/0001/joints/pad/" + name).empty();
            } catch (const std::exception&) {
                return false;
            }
        };
        for (const std::string name : {"dissipation", "share", "events/phase"})
            CHECK(has(name) == exact);
        CHECK(has("loops/force"));
    }
}

TEST_CASE("Natural frequencies at rest count no friction where there is none", "[app]")
{
    // 1e4 N/m on 1 kg; 4.4e3 N/m more where the contact sticks.
    const CaseFolder folder(damper);
    const ProgramRun smooth =
        run_program(folder, "run case.toml --quiet --set joint.pad.friction=0.0");
    CHECK(smooth.exit_status == 0);
    CHECK_THAT(smooth.out, Contains("natural frequencies with the joints as at rest, in the range: "
                                    "15.9154943 Hz"));
    CHECK_THAT(smooth.out, Contains("(pad slip)") && !Contains("stick"));
}

TEST_CASE("A default of a restart is refused at the line of the restart", "[app]")
{
    const CaseFolder folder(damper);
    REQUIRE(run_program(folder, "run case.toml --quiet --output out").exit_status == 0);
    const std::string again = damper + "restart      = { results = \"out\" }\n";
    std::ofstream(folder / "again.toml") << again;
    const ProgramRun run = run_program(folder, "run again.toml --quiet --output new");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, Contains("again.toml:" + std::to_string(line_of(again, "restart ")) +
                                 ": analysis.restart.at = \"end\"; the curve ends there"));
}
