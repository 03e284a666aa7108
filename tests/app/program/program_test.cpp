#include "app/analyses/keys.hpp"
#include "app/case/shipped.hpp"
#include "app/case/version.hpp"
#include "app/maps/map_results.hpp"
#include "studies/status.hpp"
#include "tests/app/app_test.hpp"
#include "tests/app/waiting.hpp"
#include "tests/support/source_dir.hpp"

#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Equals;

namespace {

// The small case with a random force on the slave.
std::string with_noise(const std::string& component, const std::string& rms)
{
    return small_case_with("[analysis]", "[[load]]\nname = \"rough\"\non = \"upper.tip." +
                                             component + "\"\nnoise = { rms = " + rms +
                                             ", band_hz = [0.0, 5e3], seed = 1 }\n\n[analysis]");
}

// A run that stops early keeps its results and says why: exit 1.
void check_stop(const std::string& text, const std::string& status, const std::string& reason)
{
    const CaseFolder folder(text);
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 1);
    CHECK_THAT(run.err, StartsWith("stopped early: contact.rub at t = ") && Contains(reason));
    CHECK_THAT(run.out, Contains("stopped early (" + status + ")"));
    const Json summary = summary_of(folder, "out");
    CHECK(summary["status"].text() == status);
    CHECK_THAT(summary["message"].text(), Contains(reason));
    CHECK(summary["quantities"].value("time.end") > 0);
    CHECK(std::filesystem::exists(folder / "out/results.h5"));
    CHECK(std::filesystem::exists(folder / "out/transient.pvd"));
}

} // namespace

// ---- command line

TEST_CASE("version, help and list answer on stdout and succeed", "[app]")
{
    const io::ScratchFolder folder;
    const ProgramRun version = start_program(folder, "--version");
    CHECK(version.exit_status == 0);
    CHECK(version.out == "slideway " + std::string(app::version) + "\n");
    const ProgramRun help = start_program(folder, "--help");
    CHECK(help.exit_status == 0);
    CHECK_THAT(help.out, StartsWith("Usage: slideway COMMAND") && Contains("--set"));
    const ProgramRun list = start_program(folder, "list");
    CHECK(list.exit_status == 0);
    CHECK(list.err == "");
    for (const std::string& name : app::shipped_cases())
        CHECK_THAT(list.out, Contains(name));
    CHECK_THAT(list.out, Contains("Beam on beam, unstable, rough\n"));
    CHECK(folder.names().size() == 2); // the files that catch stdout and stderr
}

TEST_CASE("the program without a command prints how it is used, exit 2", "[app]")
{
    const ProgramRun nothing = run_program(io::ScratchFolder(), "");
    CHECK(nothing.exit_status == 2);
    CHECK_THAT(nothing.out, StartsWith("Usage: slideway COMMAND"));
}

// ---- new

TEST_CASE("new writes cases that run, and never overwrites a file", "[app]")
{
    const io::ScratchFolder folder;
    for (const char* kind : {"beam", "plate", "two-masses", "matrices"}) {
        CAPTURE(kind);
        const std::string name = std::string("own_") + kind;
        const ProgramRun written = run_ok(folder, std::string("new ") + kind + " " + name);
        CHECK_THAT(written.out, StartsWith("wrote " + name) &&
                                    Contains("slideway run " + name + ".toml --plot"));
        CHECK_THAT(io::file_text(folder / (name + ".toml")), Contains("title = \"" + name + "\""));
        CHECK_THAT(run_ok(folder, "run " + name + ".toml --quiet").out,
                   StartsWith(name + ".toml: done"));
    }
    // Linear elements of length h: omega = c/h sqrt(6 (1 - cos kh)/(2 + cos kh)), k = pi/(2 L).
    const Json modes = summary_of(folder, "results/own_matrices");
    const double h = 0.25, cosine = std::cos(std::numbers::pi / 2 * h);
    const double omega = std::sqrt(210e9 / 7800) / h * std::sqrt(6 * (1 - cosine) / (2 + cosine));
    CHECK(modes["quantities"].values("part.frequency").at(0) ==
          Approx(omega / (2 * std::numbers::pi)).epsilon(1e-9));
    // The case names no node, so all five are ports, which figures show.
    CHECK_THAT(run_ok(folder, "check own_matrices.toml").out,
               Contains("ports: n0, n1, n2, n3, n4; 5 nodes to name"));

    std::ofstream(folder / "own_plate_2.geo") << "// mine\n";
    const ProgramRun refused = run_program(folder, "new plate own_plate_2");
    CHECK(refused.exit_status == 2);
    CHECK(refused.err == "own_plate_2.geo exists already; new does not overwrite a file: choose "
                         "another name\n");
    CHECK(!std::filesystem::exists(folder / "own_plate_2.toml"));
}

// ---- keys

TEST_CASE("keys explains every topic", "[app]")
{
    const io::ScratchFolder folder;
    const ProgramRun all = run_ok(folder, "keys");
    CHECK(all.err == "");
    // Each topic has its text, part of the whole.
    int count = 0;
    for (const app::Topic& topic : app::topics()) {
        CAPTURE(topic.name);
        const ProgramRun one = run_ok(folder, "keys " + topic.name);
        CHECK_THAT(one.out, Contains("["));
        CHECK_THAT(all.out, Contains(one.out.substr(0, one.out.find('\n'))));
        ++count;
    }
    CHECK(count >= 8);
    CHECK_THAT(run_program(folder, "keys contact").out,
               Contains("friction") && Contains("table, or number >= 0, required"));
}

TEST_CASE("keys finds keys by any part of their path", "[app]")
{
    const io::ScratchFolder folder;
    const std::string friction = run_program(folder, "keys friction").out;
    CHECK_THAT(friction, Contains("[[contact]]\n") && Contains("friction.static") &&
                             Contains("[[joint]] law = \"elastic-coulomb\"\n") &&
                             Contains("[analysis] type = \"complex-modes\"\n"));
    CHECK_THAT(friction, !Contains("slave") && !Contains("[[load]]"));
    const std::string n_modes = run_program(folder, "keys reduction.n_modes").out;
    CHECK_THAT(n_modes, Contains("reduction.n_modes") && !Contains("[analysis]"));
    // A path as --set takes it: the entry has a name, items of lists have numbers.
    const std::string path = run_program(folder, "keys contact.rub.friction").out;
    CHECK_THAT(path, StartsWith("[[contact]]\n") && Contains("  friction  ") &&
                         !Contains("friction.static") && !Contains("[[joint]]"));
    CHECK_THAT(run_program(folder, "keys substructure.pair.springs.2.stiffness").out,
               Contains("springs[].stiffness"));
    for (const auto& [asked, meant] : {std::pair{"contact.rub.frction", "friction"},
                                       {"substructure.block.reduction.nmodes", "reduction.n_modes"},
                                       {"analysis.t_ende", "t_end"}}) {
        const ProgramRun misspelt = run_program(folder, std::string("keys ") + asked);
        CHECK(misspelt.exit_status == 2);
        CHECK_THAT(misspelt.err,
                   StartsWith(std::string("no key ") + asked + "; did you mean " + meant + "?"));
    }
}

TEST_CASE("docs/how_to.md states what to do for each status of a run", "[app]")
{
    const std::string page = io::file_text(test::source_dir() + "/docs/how_to.md");
    for (const auto& status : choices(studies::Status())) {
        if (status.value == studies::Status::refused || status.value == studies::Status::not_run)
            continue; // of single points of a map
        CAPTURE(status.name);
        CHECK_THAT(page, Contains("\n| `" + std::string(status.name) + "` |"));
    }
}

TEST_CASE("docs/case_files.md is what the program says about the keys", "[app]")
{
    const io::ScratchFolder folder;
    INFO("regenerate it: slideway keys --markdown > docs/case_files.md");
    const bool same = io::file_text(test::source_dir() + "/docs/case_files.md") ==
                      run_program(folder, "keys --markdown").out;
    CHECK(same);
}

TEST_CASE("docs/results has a page for each analysis, and for maps", "[app]")
{
    const io::ScratchFolder folder;
    const std::filesystem::path pages = test::source_dir() + "/docs/results";
    const std::string all = run_program(folder, "results").out;
    std::size_t n = 0;
    for (const app::ResultPage& page : app::result_pages()) {
        INFO("regenerate it: slideway results " + page.type + " --markdown > docs/results/" +
             page.type + ".md");
        const ProgramRun run = run_program(folder, "results " + page.type + " --markdown");
        const bool same = io::file_text(pages / (page.type + ".md")) == run.out;
        CHECK(same);
        CHECK_THAT(all, Contains(page.type + ": "));
        ++n;
    }
    CHECK(n >= 16);
    CHECK(std::distance(std::filesystem::directory_iterator(pages), {}) ==
          static_cast<std::ptrdiff_t>(n));
}

TEST_CASE("results prints one analysis, or refuses a name that is none", "[app]")
{
    const io::ScratchFolder folder;
    const std::string basins = run_program(folder, "results basins").out;
    CHECK_THAT(basins, Contains("orbits/K/states (2 m x n)") &&
                           Contains("K stands for the number of an orbit"));
    CHECK(basins.starts_with("basins: "));
    CHECK_THAT(basins, !Contains("\nbasin-shares: "));
    CHECK_THAT(run_program(folder, "results map").out, Contains("map/quantities/Q/value (k)"));
    const ProgramRun wrong = run_program(folder, "results basin");
    CHECK(wrong.exit_status == 2);
    CHECK(wrong.out == "");
    CHECK_THAT(wrong.err, Contains("no analysis \"basin\"; did you mean basins? Allowed: ") &&
                              Contains("transient") && Contains("limit-directions"));
}

// ---- check and run

TEST_CASE("check prints the model in words and writes nothing", "[app]")
{
    const CaseFolder folder(small_case);
    const std::size_t before = folder.names().size();
    const ProgramRun run = run_ok(folder, "check case.toml");
    CHECK(run.err == "");
    for (const char* part :
         {"Two short beams", "body lower (plane-stress, 42 nodes, 20 elements, 4 dofs fixed)",
          "hintz-herting: 80 -> ", "craig-bampton",
          "ports: beam, bottom, clamp, free_end, free_tip, top", "contact rub",
          "one slave node of upper.tip on 20 segments of lower.top, friction 0.3",
          "motion drive of upper.end.x: 0.03 m/s after a ramp of 0.001 s",
          "load pressing on upper.end.y", "scheme: forward-increment",
          "h_limit: ", "start of contact.rub: normal force"}) {
        CAPTURE(part);
        CHECK_THAT(run.out, Contains(part));
    }
    CHECK(folder.names().size() == before + 2);
    run_ok(folder, "check beam_on_beam/coupled_modes");
    CHECK_THAT(run_program(folder, "check motion_regimes/base_lower").out,
               Contains("joint wall: coulomb between chain.m1 and chain.base, one component\n"
                        "motion shaking of chain.base.x: harmonic, 1 m, Omega = 0.6 rad/s, "
                        "one dof\n"));
}

TEST_CASE("both kinds of meshes give the same model", "[app]")
{
    // "static error" differs by round-off.
    const auto described = [](const std::string& text) -> std::vector<std::string> {
        const CaseFolder folder(text);
        std::istringstream out(run_program(folder, "check case.toml").out);
        std::vector<std::string> lines;
        for (std::string line; std::getline(out, line);)
            if (!line.starts_with("  static error") && !line.starts_with("reads:"))
                lines.push_back(line);
        return lines;
    };
    const std::string of_gmsh =
        replaced(small_case_with(lower_mesh, lower_geo), "mesh = \"upper.inp\"\n",
                 "mesh = \"upper.geo\"\nmesh_parameters = { nx = 15, ny = 1 }\n");
    CHECK(described(small_case).size() > 10);
    CHECK(described(small_case) == described(of_gmsh));
    const CaseFolder other(small_case_with(lower_mesh, "mesh = \"small.msh\"\n"));
    std::ofstream(other / "small.msh") << small_mesh().text();
    run_ok(other, "check case.toml");
}

TEST_CASE("a run says on stdout what happened, and is silent on stderr with --quiet", "[app]")
{
    const CaseFolder folder(small_case);
    const ProgramRun loud = run_ok(folder, "run case.toml");
    CHECK_THAT(loud.err, Contains("body lower"));
    CHECK_THAT(loud.out, Contains("case.toml: done") && Contains("results/case"));
    CHECK(std::filesystem::exists(folder / "results/case/summary.json"));

    const ProgramRun quiet = run_ok(folder, "run case.toml --quiet --output elsewhere");
    CHECK(quiet.err == "");
    CHECK_THAT(quiet.out, Contains("elsewhere"));
    // Same case, same numbers.
    const Json first = summary_of(folder, "results/case"), second = summary_of(folder, "elsewhere");
    CHECK(first["quantities"] == second["quantities"]);
}

TEST_CASE("an override changes a run, and the summary says so", "[app]")
{
    const CaseFolder folder(small_case);
    run_ok(folder, "run case.toml --quiet --output out "
                   "--set contact.rub.friction=0.1 --set analysis.t_end=1e-3");
    const Json summary = summary_of(folder, "out");
    CHECK(summary["quantities"].value("time.end") == Approx(1e-3).epsilon(1e-3));
    CHECK(summary["case"]["overrides"].texts() ==
          std::vector<std::string>{"contact.rub.friction=0.1", "analysis.t_end=1e-3"});
    CHECK(summary["case"]["text"].text() == small_case);
    CHECK(summary["title"].text() == "Two short beams");
    CHECK(summary["version"].text() == app::version);
    CHECK(summary["status"].text() == "end");
    CHECK(summary["message"].text() == "");
    CHECK(summary["bodies"].size() == 2);
    for (const std::string& name : summary["quantities"].keys()) {
        CAPTURE(name);
        CHECK(summary["quantities"][name].contains("value"));
        CHECK(summary["quantities"][name].contains("unit"));
    }
}

TEST_CASE("expected values that are not met are listed and end a whole run with status 1", "[app]")
{
    const CaseFolder folder(
        std::string(small_case) +
        "\n[expected]\nstatus = \"end\"\n\"rub.normal_force.min\" = { min = 5 }\n");
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 1);
    CHECK_THAT(run.err, Equals("not as expected: 1 of 2 values of the case\n"));
    CHECK(summary_of(folder, "out")["status"].text() == "end");
    CHECK(std::filesystem::exists(folder / "out/results.h5"));
    CHECK_THAT(run.out, Contains("1 of 2 expected values of the case met") &&
                            Contains("not met: rub.normal_force.min = ") &&
                            Contains(" N; expected at least 5"));

    // A changed case owes nothing.
    const ProgramRun changed =
        run_ok(folder, "run case.toml --quiet --output out --set contact.rub.friction=0.1");
    CHECK_THAT(changed.out, !Contains("expected"));
}

TEST_CASE("a new run replaces the results of the last one", "[app]")
{
    const RunCase run(small_case);
    CHECK(std::filesystem::exists(run / "out/transient.pvd"));
    run_ok(run, "run case.toml --quiet --output out --set output.fields_rate_hz=0");
    CHECK_FALSE(std::filesystem::exists(run / "out/transient.pvd"));
    CHECK_FALSE(std::filesystem::exists(run / "out/fields"));
}

// ---- early ends

TEST_CASE("a case that slides past the end stops with that reason and keeps everything", "[app]")
{
    // 1 mm before the end, at 0.2 m/s.
    std::string text = small_case_with("at = [0.010, 0.0]", "at = [0.099, 0.0]");
    text = replaced(text, "value = 0.030, ramp = 0.001", "value = 0.2, ramp = 0.005");
    text = replaced(replaced(text, "friction = 0.3", "friction = 0.1"), "t_end = 0.002",
                    "t_end = 0.02");
    check_stop(text, "left-master", "the slave leaves the master surface past segment 19 of 20");
}

TEST_CASE("a slave that lifts off stops the run", "[app]")
{
    check_stop(with_noise("y", "0.05"), "detachment", "the slave lifts off (normal force -");
}

TEST_CASE("a sliding velocity that reaches zero stops the run", "[app]")
{
    check_stop(replaced(with_noise("x", "0.03"), "value = 0.030", "value = 0.0005"), "reversal",
               "the sliding velocity reaches zero");
}

// ---- signals

TEST_CASE("Ctrl-C ends a run cleanly and keeps what was computed", "[app]")
{
    const CaseFolder folder(small_case);
    // 100 s of motion: half a minute of computing; few frames to write.
    RunningProgram program(folder, "run case.toml --output out --set analysis.t_end=100 "
                                   "--set output.fields_rate_hz=1 "
                                   "--set motion.drive.velocity.value=0.0001");
    REQUIRE(wait_for_text(program, "load pressing"));
    REQUIRE(wait_for_computing(program, 1));
    program.send(SIGINT);
    CHECK(program.wait() == 1);
    CHECK_THAT(program.err(), Contains("stopped early: "));
    const Json summary = summary_of(folder, "out");
    CHECK(summary["status"].text() == "interrupted");
    CHECK(summary["quantities"].value("time.end") < 100);
    CHECK(std::filesystem::exists(folder / "out/results.h5"));
}
