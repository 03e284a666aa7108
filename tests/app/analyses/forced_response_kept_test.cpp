#include "tests/app/app_test.hpp"
#include "tests/app/waiting.hpp"

#include <csignal>

// Results of an earlier run that a restarted forced response keeps.

using namespace slideway;
using namespace slideway::test;

namespace {

// The shipped Duffing oscillator with five harmonics.
const std::string duffing = "run harmonic_balance/duffing --quiet --set analysis.n_h=5 ";
// Two coupled ones, with a closed curve that crosses at two branch points of each level.
const std::string coupled = "run harmonic_balance/coupled_duffing --quiet ";

std::string level_group(int k)
{
    return "levels/000" + std::to_string(k) + "/";
}

int n_curves(const io::Hdf5Reader& h5)
{
    int n = 0;
    while (h5.holds(level_group(n + 1) + "level"))
        ++n;
    return n;
}

// Curve i of one file is curve k of the other, to the last bit.
void check_kept(const io::Hdf5Reader& old, int i, const io::Hdf5Reader& found, int k)
{
    CAPTURE(i, k);
    const std::string from = level_group(i), to = level_group(k);
    for (const std::string name : {"level", "branch/x", "branch/p", "branch/s", "branch/tangent",
                                   "branch/monitors", "branch/step", "frequency"})
        CHECK(found.numbers(to + name) == old.numbers(from + name));
    for (const std::string name :
         {"crossing", "other_end", "branch/kind", "branch/monitor", "branch/orientation"})
        CHECK(found.integers(to + name) == old.integers(from + name));
    CHECK(found.texts(to + "branch/end") == old.texts(from + "branch/end"));
}

// Folds and peaks of a curve: Omega and the monitor's rms, in the order of the curve.
std::vector<double> labelled(const io::Hdf5Reader& h5, int k)
{
    const std::string group = level_group(k);
    const std::vector<int> kinds = h5.integers(group + "branch/kind");
    const std::vector<double> p = h5.numbers(group + "branch/p"),
                              monitors = h5.numbers(group + "branch/monitors");
    std::vector<double> found;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (kinds[i] == 2 || kinds[i] == 5) {
            found.push_back(p[i]);
            found.push_back(monitors[i]); // row 0: rms
        }
    return found;
}

// Located to Newton's tolerance, 1e-10 of the amplitude.
void check_same(const std::vector<double>& found, const std::vector<double>& expected)
{
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(found[i] == Approx(expected[i]).epsilon(1e-9));
}

} // namespace

TEST_CASE("A level that is added leaves the other levels as they are", "[app]")
{
    const CaseFolder folder("");
    // Curves that cross at branch points.
    run_ok(folder, coupled + "--output old");
    run_ok(folder, coupled + "--output new --set analysis.level=[1.0,0.9] "
                             "--set analysis.restart.results=old");
    const io::Hdf5Reader old(folder / "old/results.h5"), found(folder / "new/results.h5");
    REQUIRE(n_curves(old) == 2);
    REQUIRE(n_curves(found) == 4);
    check_kept(old, 1, found, 1);
    check_kept(old, 2, found, 2);
    CHECK(found.numbers("levels/0003/level").at(0) == 0.9);
    CHECK(found.integers("levels/0004/crossing").at(0) == 1);
    // Branch points of both levels are reported, not only those of the new one.
    CHECK(summary_of(folder, "new")["quantities"]["branch_points.level"]["value"].size() == 8);

    // A curve from the other end of the range.
    const std::string turns =
        duffing + "--set analysis.Omega.from=1.7 --set analysis.Omega.to=0.5 ";
    run_ok(folder, turns + "--output turned");
    run_ok(folder, turns + "--output added --set analysis.level=[0.1,1.0] "
                           "--set analysis.restart.results=turned");
    const io::Hdf5Reader turned(folder / "turned/results.h5"), added(folder / "added/results.h5");
    REQUIRE(n_curves(turned) == 2);
    REQUIRE(n_curves(added) == 3); // at a tenth of the drive nothing turns back
    check_kept(turned, 1, added, 2);
    check_kept(turned, 2, added, 3);
    CHECK(added.numbers("levels/0001/branch/p").back() == 0.5);

    // In place, all is there.
    run_ok(folder, turns + "--output turned --set analysis.level=[0.1,1.0] "
                           "--set analysis.restart.results=turned");
    const io::Hdf5Reader in_place(folder / "turned/results.h5");
    REQUIRE(n_curves(in_place) == 3);
    for (const int k : {1, 2, 3})
        check_kept(added, k, in_place, k);
}

TEST_CASE("A level that fails leaves the other levels as they are", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, duffing + "--output alone --set analysis.level=[0.4,1.0]");
    const ProgramRun run =
        run_program(folder, duffing + "--output some --set analysis.level=[0.4,1e300,1.0]");
    CAPTURE(run.out, run.err);
    CHECK(run.exit_status == 1);
    const std::string why = "1 of 3 levels failed; level 1e+300: displacements overflow";
    CHECK_THAT(run.out, Contains("warning: " + why));
    CHECK_THAT(run.err,
               Contains("stopped early: " + why) && Contains("the curves of the others are kept"));
    const Json summary = summary_of(folder, "some");
    CHECK(summary["status"].text() == "failed");
    REQUIRE(summary["warnings"].size() == 1);
    CHECK_THAT(summary["warnings"][0].text(), Contains(why));
    const io::Hdf5Reader alone(folder / "alone/results.h5"), some(folder / "some/results.h5");
    REQUIRE(n_curves(alone) == 2);
    REQUIRE(n_curves(some) == 2);
    check_kept(alone, 1, some, 1);
    check_kept(alone, 2, some, 2);

    // With none left there is nothing to keep.
    const ProgramRun none =
        run_program(folder, duffing + "--output none --set analysis.level=[1e300]");
    CHECK(none.exit_status == 1);
    CHECK_THAT(none.err, Contains("level 1e+300: displacements overflow"));

    // Where it continues from, nothing of the other levels is lost.
    const ProgramRun more =
        run_program(folder, duffing + "--output more --set analysis.level=[0.4,1e300,1.0] "
                                      "--set analysis.restart.results=some");
    CAPTURE(more.out, more.err);
    CHECK(more.exit_status == 1);
    const io::Hdf5Reader found(folder / "more/results.h5");
    REQUIRE(n_curves(found) == 2);
    check_kept(alone, 2, found, 2);
}

TEST_CASE("Levels of an earlier run that the case does not have are reported", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, duffing + "--output two --set analysis.level=[1.0,0.5]");
    const std::string wider =
        duffing + "--output one --set analysis.restart.results=two --set analysis.Omega.to=3.5 ";
    const ProgramRun one = run_ok(folder, wider);
    CHECK_THAT(one.out, Contains("left out: 0.5 of two, which this case does not have among its "
                                 "levels"));
    CHECK(n_curves(io::Hdf5Reader(folder / "one/results.h5")) == 1);
    const ProgramRun both = run_ok(folder, wider + "--set analysis.level=[1.0,0.5]");
    CHECK_THAT(both.out, !Contains("left out"));
}

TEST_CASE("A range that is widened on both sides extends the curve at both ends", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, duffing + "--output whole");
    run_ok(folder, duffing + "--output middle --set analysis.Omega.from=1.2 "
                             "--set analysis.Omega.to=1.9");
    const ProgramRun wide =
        run_ok(folder, duffing + "--output wide --set analysis.restart.results=middle");
    const io::Hdf5Reader whole(folder / "whole/results.h5"), found(folder / "wide/results.h5");
    CHECK(found.numbers("levels/0001/branch/p").front() == 0.5);
    CHECK(found.numbers("levels/0001/branch/p").back() == 3);
    REQUIRE(labelled(whole, 1).size() == 6); // two folds, a peak
    check_same(labelled(found, 1), labelled(whole, 1));
    // Ends on bounds.
    CHECK(found.texts("levels/0001/branch/end") == std::vector<std::string>{"bound", "bound"});
    const std::vector<double> rms = found.numbers("levels/0001/points/oscillator.mass.x/rms"),
                              expected = whole.numbers("levels/0001/points/oscillator.mass.x/rms");
    CHECK(rms.front() == Approx(expected.front()).epsilon(1e-9));
    CHECK(rms.back() == Approx(expected.back()).epsilon(1e-9));
    // Forward alone, if so asked.
    run_ok(folder, duffing + "--output up --set analysis.restart.results=middle "
                             "--set analysis.restart.direction=forward");
    CHECK(io::Hdf5Reader(folder / "up/results.h5").numbers("levels/0001/branch/p").front() == 1.2);
}

TEST_CASE("A restart that finds nothing leaves the results of its own folder as they are", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, duffing + "--output own");
    const std::string arrays = io::file_text(folder / "own/results.h5"),
                      summary = io::file_text(folder / "own/summary.json");
    const std::string from_peak = duffing + "--set analysis.restart.results=own "
                                            "--set analysis.restart.level=1 "
                                            "--set analysis.restart.at=peak ";
    // There is no such high motion at a fifth of the drive.
    const ProgramRun none =
        run_program(folder, from_peak + "--set analysis.level=0.2 --output own");
    CAPTURE(none.out, none.err);
    CHECK(none.exit_status == 1);
    CHECK_THAT(none.err, Contains("stopped early: level 0.2: the motion at 0.319") &&
                             Contains("cannot be led from level 1 to 0.2: its branch over the "
                                      "level turns back at level 0.") &&
                             Contains("there is no curve"));
    CHECK_THAT(none.err, !Contains("Omega in rad/s"));
    CHECK_THAT(none.out, Contains("results in own stay as they were: no new point"));
    CHECK(io::file_text(folder / "own/results.h5") == arrays);
    CHECK(io::file_text(folder / "own/summary.json") == summary);
    // Elsewhere the failure is the result.
    CHECK(run_program(folder, from_peak + "--set analysis.level=0.2 --output other").exit_status ==
          1);
    CHECK(summary_of(folder, "other")["status"].text() == "failed");

    // A curve that is gone on with replaces itself.
    run_ok(folder, duffing + "--output own --set analysis.restart.results=own "
                             "--set analysis.Omega.to=3.5");
    CHECK(io::Hdf5Reader(folder / "own/results.h5").numbers("levels/0001/branch/p").back() == 3.5);

    // Results without a curve are reported as such.
    const ProgramRun empty =
        run_program(folder, duffing + "--output new --set analysis.restart.results=other");
    CHECK(empty.exit_status == 2);
    CHECK_THAT(empty.err,
               Contains("analysis.restart.results = \"other\"; holds no curve: that run "
                        "stopped before the first point (failed: level 0.2: the motion"));
}

TEST_CASE("An interrupted curve that continues has the points of one that was not", "[app]")
{
    const CaseFolder folder("");
    const std::string slow = "run harmonic_balance/duffing --set analysis.n_h=5 "
                             "--set analysis.max_step=2e-4 --set "
                             "analysis.max_points=1000000 --set analysis.level=[1.0,0.9] "
                             "--set analysis.stability=false ";
    run_ok(folder, slow + "--output whole");
    RunningProgram program(folder, slow + "--output part");
    REQUIRE(wait_for_text(program, "load push"));
    REQUIRE(wait_for_computing(program, 0.3)); // of several seconds
    program.send(SIGINT);
    CHECK(program.wait() == 1);
    CAPTURE(program.err());
    CHECK_THAT(program.err(), Contains("stopped early: interrupted: level 1 stops at ") &&
                                  Contains("; what was computed is kept") && !Contains("0 not"));
    const io::Hdf5Reader whole(folder / "whole/results.h5"), part(folder / "part/results.h5");
    const std::vector<double> begun = part.numbers("levels/0001/branch/p");
    REQUIRE(begun.size() > 10);
    REQUIRE(begun.back() < 3);
    run_ok(folder, slow + "--output part --set analysis.restart.results=part");
    const io::Hdf5Reader found(folder / "part/results.h5");
    REQUIRE(n_curves(found) == 2);
    for (const int k : {1, 2}) {
        check_same(labelled(found, k), labelled(whole, k));
        CHECK(found.numbers(level_group(k) + "branch/p").back() == 3);
    }
    // The points before the interruption are those of the whole run.
    const std::vector<double> p = found.numbers("levels/0001/branch/p"),
                              expected = whole.numbers("levels/0001/branch/p");
    for (std::size_t i = 0; i < begun.size(); ++i)
        REQUIRE(p[i] == Approx(expected[i]).epsilon(1e-9));
}
