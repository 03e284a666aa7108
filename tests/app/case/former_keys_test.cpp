#include "app/analyses/keys.hpp"
#include "tests/app/app_test.hpp"

using namespace slideway;
using namespace slideway::test;

// Keys that were renamed: both names give the same results, the former one with a note.

namespace {

struct Renamed {
    std::string text;            ///< case with the present name
    std::string present, former; ///< line of the case, and that line with the former name
    std::string path, name;      ///< path with the former name, and the present name
};

const std::string frf = "[analysis]\n"
                        "type = \"frf\"\n"
                        "inputs = \"body.mass.x\"\n"
                        "outputs = \"body.mass.x\"\n"
                        "frequency_hz = { from = 1.0, to = 4.0, step = 0.5 }\n";
const std::string axes = "\n[map]\n"
                         "x = { key = \"load.push.force\", from = 1.0, to = 3.0, n = 3 }\n"
                         "y = { key = \"joint.spring.stiffness\", from = 10, to = 90, n = 2 }\n";
const std::string over =
    "level = 1.0\nover = { key = \"preload\", from = 10.0, to = 40.0, n = 3 }\n";

// The part of a case before its analysis.
std::string body_of(const std::string& text)
{
    return text.substr(0, text.find("[analysis]"));
}

// A frequency response without constant loads, which would be noted.
std::string unloaded_frf()
{
    return replaced(body_of(model("spring")), "force = 6.0", "force = 0.0") + frf;
}

std::vector<Renamed> renamed_keys()
{
    const std::string backbone = model("backbone");
    const std::string level =
        "level        = { load = \"shaker\", from = 0.1, to = 100.0, n = 7, spacing = \"log\" }\n";
    return {
        {unloaded_frf(), "frequency_hz = {", "frequencies_hz = {", "analysis.frequencies_hz",
         "frequency_hz"},
        {model("spring") + axes, "to = 3.0, n = 3", "to = 3.0, points = 3", "map.x.points", "n"},
        {model("spring") + axes, "to = 90, n = 2", "to = 90, points = 2", "map.y.points", "n"},
        {model("spring") + axes, "to = 90, n = 2", "to = 90, n = 2, scale = \"log\"", "map.y.scale",
         "spacing"},
        {model("pushed_disc"), "to = 1.3, n = 41", "to = 1.3, points = 41",
         "analysis.diagram.points", "n"},
        {backbone, "to = 100.0, n = 7", "to = 100.0, points = 7", "analysis.level.points", "n"},
        {replaced(backbone, level, over), "to = 40.0, n = 3", "to = 40.0, points = 3",
         "analysis.over.points", "n"}};
}

} // namespace

TEST_CASE("Both names of a renamed key give the same results, the former one with a note", "[app]")
{
    for (const Renamed& key : renamed_keys()) {
        CAPTURE(key.path);
        const std::string former = replaced(key.text, key.present, key.former);
        const std::string note = "case.toml:" + std::to_string(line_of(former, key.former)) + ": " +
                                 key.path + " is called " + key.name + " now";
        const RunCase present_run(key.text), former_run(former);
        const Json before = summary_of(former_run), now = summary_of(present_run);
        CHECK(before["quantities"] == now["quantities"]);
        CHECK(now["quantities"].size() > 0);
        CHECK(now["warnings"].texts().empty());
        CHECK(before["warnings"].texts() == std::vector<std::string>{note});
        CHECK_THAT(former_run.out, Contains("warning: " + note));

        const ProgramRun check = run_ok(former_run, "check case.toml");
        CHECK_THAT(check.out, Contains("\nnote: " + note + "\n"));
        CHECK_THAT(run_ok(present_run, "check case.toml").out, !Contains("is called"));
    }
}

TEST_CASE("Both names of a renamed key together are refused", "[app]")
{
    for (const Renamed& key : renamed_keys()) {
        CAPTURE(key.path);
        const bool line = key.name == "frequency_hz"; // a key of its own, not one of a range
        const std::string twice =
            key.name == "spacing" ? ", spacing = \"log\", scale = \"log\"" : ", points = 3";
        const std::string both =
            line ? replaced(key.text, frf, frf + "frequencies_hz = { from = 1, to = 2, step = 1 }")
                 : replaced(key.text, key.present, key.present + twice);
        const ProgramRun check = run_program(CaseFolder(both), "check case.toml");
        CHECK(check.exit_status == 2);
        const std::string present = "case.toml:" + std::to_string(line_of(both, key.present));
        CHECK_THAT(check.err, StartsWith("case.toml:") && Contains(key.path + " = ") &&
                                  Contains("; a former name of " + key.name + ", which " + present +
                                           " gives, too; give " + key.name + " alone"));
    }
}

TEST_CASE("Overrides and keys of maps take both names of a renamed key", "[app]")
{
    const CaseFolder folder(unloaded_frf());
    const auto frequencies = [&folder](const std::string& set) -> std::vector<double> {
        run_ok(folder, "run case.toml --quiet --output out --set " + set);
        return io::Hdf5Reader(folder / "out/results.h5").numbers("frequency");
    };
    const std::vector<double> expected = {1, 2.5, 4};
    CHECK(frequencies("analysis.frequency_hz.step=1.5") == expected);
    CHECK(frequencies("analysis.frequencies_hz.step=1.5") == expected);
    const ProgramRun both = run_program(folder, "check case.toml --set analysis.frequency_hz.to=3 "
                                                "--set analysis.frequencies_hz.step=1.5");
    CHECK(both.exit_status == 2);
    CHECK_THAT(both.err, Contains("--set analysis.frequencies_hz.step=1.5: ") &&
                             Contains("; a former name of frequency_hz, which --set "
                                      "analysis.frequency_hz.to=3 gives, too; give frequency_hz"));

    const auto map = [&folder](const std::string& key) -> Json {
        run_ok(folder, "run case.toml --quiet --output out --set "
                       "'map={ x = { key = \"" +
                           key + "\", from = 2, to = 4, n = 2 } }'");
        return summary_of(folder)["quantities"];
    };
    CHECK(map("analysis.frequency_hz.to") == map("analysis.frequencies_hz.to"));
    CHECK(app::key_unit("analysis.frequency_hz.to") == "Hz");
    CHECK(app::key_unit("analysis.frequencies_hz.to") == "Hz");
}

TEST_CASE("The reference lists present names and finds them by the former ones", "[app]")
{
    const io::ScratchFolder folder;
    for (const std::string wanted : {"analysis.frequencies_hz", "frequencies_hz"}) {
        const ProgramRun keys = run_ok(folder, "keys " + wanted);
        CHECK_THAT(keys.out, Contains("frequency_hz"));
        CHECK_THAT(keys.out, !Contains("frequencies_hz"));
    }
    CHECK_THAT(run_ok(folder, "keys map.x.points").out, Contains("x.n "));
}

TEST_CASE("A text stands for a list of one text", "[app]")
{
    const CaseFolder listed(replaced(small_case, ", \"upper.end.x\", \"rub\"]", "]"));
    run_ok(listed, "run case.toml --quiet --output out");
    const std::string one = " --set substructure.lower.fixed=clamp --set "
                            "output.history=lower.free_end.y";
    run_ok(listed, "run case.toml --quiet --output one" + one);
    CHECK(summary_of(listed)["quantities"] == summary_of(listed, "one")["quantities"]);
    CHECK(
        io::Hdf5Reader(listed / "out/results.h5").numbers("points/lower.free_end.y/displacement") ==
        io::Hdf5Reader(listed / "one/results.h5").numbers("points/lower.free_end.y/displacement"));
    // Two ports are never one text.
    const ProgramRun check = run_program(
        CaseFolder(replaced(model("spring"), "[\"body.mass.x\", \"ground\"]", "\"body.mass.x\"")),
        "check case.toml");
    CHECK_THAT(check.err, Contains("joint.spring.between = \"body.mass.x\"; expected a list of "
                                   "texts, e.g. [\"a\", \"b\"]"));
}
