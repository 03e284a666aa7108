#include "tests/app/app_test.hpp"

// Results of forced responses.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string damper = model("forced_response");

} // namespace

TEST_CASE("A forced response says what it did and writes its curves", "[app]")
{
    const CaseFolder folder(damper);
    const ProgramRun check = run_ok(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("  monitor: oscillator.mass.x\n  frequency: 22 to 12 Hz\n") &&
                              Contains("  levels: 2\n") && Contains("  unknowns: 14\n"));
    const ProgramRun run = run_ok(folder, "run case.toml --quiet --threads 2");
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
    const ProgramRun list =
        run_ok(folder, "run case.toml --quiet --output list --set 'analysis.level=[2.0, 5.0]'");
    CHECK(quantities("one") == quantities("list"));
}

TEST_CASE("Sampled forces leave out the states and the work that they do not know", "[app]")
{
    const CaseFolder folder(damper);
    for (const std::string forces : {"exact", "sampled"}) {
        const ProgramRun run = run_ok(
            folder, "run case.toml --quiet --output " + forces +
                        " --set analysis.level=2.0 --set 'analysis.forces=\"" + forces + "\"'");
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
    const ProgramRun smooth = run_ok(folder, "run case.toml --quiet --set joint.pad.friction=0.0");
    CHECK_THAT(smooth.out, Contains("natural frequencies with the joints as at rest, in the range: "
                                    "15.9154943 Hz"));
    CHECK_THAT(smooth.out, Contains("(pad slip)") && !Contains("stick"));
}
