#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

// What forced responses that are taken up again keep of the results of an earlier run.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

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
    REQUIRE(run_program(folder, coupled + "--output old").exit_status == 0);
    const ProgramRun more =
        run_program(folder, coupled + "--output new --set analysis.level=[1.0,0.9] "
                                      "--set analysis.restart.results=old");
    CAPTURE(more.out, more.err);
    REQUIRE(more.exit_status == 0);
    const io::Hdf5Reader old(folder / "old/results.h5"), found(folder / "new/results.h5");
    REQUIRE(n_curves(old) == 2);
    REQUIRE(n_curves(found) == 4);
    check_kept(old, 1, found, 1);
    check_kept(old, 2, found, 2);
    CHECK(found.numbers("levels/0003/level").at(0) == 0.9);
    CHECK(found.integers("levels/0004/crossing").at(0) == 1);
    // Branch points of both levels are told, not only those of the new one.
    CHECK(summary_of(folder, "new")["quantities"]["branch_points.level"]["value"].size() == 8);

    // A curve from the other end of the range.
    const std::string turns =
        duffing + "--set analysis.Omega.from=1.7 --set analysis.Omega.to=0.5 ";
    REQUIRE(run_program(folder, turns + "--output turned").exit_status == 0);
    REQUIRE(run_program(folder, turns + "--output added --set analysis.level=[0.1,1.0] "
                                        "--set analysis.restart.results=turned")
                .exit_status == 0);
    const io::Hdf5Reader turned(folder / "turned/results.h5"), added(folder / "added/results.h5");
    REQUIRE(n_curves(turned) == 2);
    REQUIRE(n_curves(added) == 3); // at a tenth of the drive nothing turns back
    check_kept(turned, 1, added, 2);
    check_kept(turned, 2, added, 3);
    CHECK(added.numbers("levels/0001/branch/p").back() == 0.5);

    // In place, all is there.
    REQUIRE(run_program(folder, turns + "--output turned --set analysis.level=[0.1,1.0] "
                                        "--set analysis.restart.results=turned")
                .exit_status == 0);
    const io::Hdf5Reader in_place(folder / "turned/results.h5");
    REQUIRE(n_curves(in_place) == 3);
    for (const int k : {1, 2, 3})
        check_kept(added, k, in_place, k);
}

TEST_CASE("A range that is widened on both sides extends the curve at both ends", "[app]")
{
    const CaseFolder folder("");
    REQUIRE(run_program(folder, duffing + "--output whole").exit_status == 0);
    REQUIRE(run_program(folder, duffing + "--output middle --set analysis.Omega.from=1.2 "
                                          "--set analysis.Omega.to=1.9")
                .exit_status == 0);
    const ProgramRun wide =
        run_program(folder, duffing + "--output wide --set analysis.restart.results=middle");
    CAPTURE(wide.out, wide.err);
    REQUIRE(wide.exit_status == 0);
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
    REQUIRE(run_program(folder, duffing + "--output up --set analysis.restart.results=middle "
                                          "--set analysis.restart.direction=forward")
                .exit_status == 0);
    CHECK(io::Hdf5Reader(folder / "up/results.h5").numbers("levels/0001/branch/p").front() == 1.2);
}
