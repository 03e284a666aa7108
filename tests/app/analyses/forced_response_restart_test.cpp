#include "tests/app/app_test.hpp"

#include <iterator>

// Forced responses that are taken up again from the results of an earlier run.

using namespace slideway;
using namespace slideway::test;

namespace {

// The shipped Duffing oscillator with five harmonics.
const std::string duffing = "run harmonic_balance/duffing --quiet --set analysis.n_h=5 ";

// Frequencies of labels along the curves of a run: 2 folds, 5 peaks.
std::vector<double> labelled(const io::Hdf5Reader& h5, int kind)
{
    const std::vector<int> kinds = h5.integers("levels/0001/branch/kind");
    const std::vector<double> p = h5.numbers("levels/0001/branch/p");
    std::vector<double> found;
    for (std::size_t k = 0; k < p.size(); ++k)
        if (kinds[k] == kind)
            found.push_back(p[k]);
    std::sort(found.begin(), found.end());
    return found;
}

// Located to Newton's tolerance, 1e-10 of the amplitude.
void check_same(const io::Hdf5Reader& a, const io::Hdf5Reader& b)
{
    for (const int kind : {2, 5}) {
        const std::vector<double> in_a = labelled(a, kind), in_b = labelled(b, kind);
        REQUIRE(in_a.size() == in_b.size());
        for (std::size_t k = 0; k < in_a.size(); ++k)
            CHECK(in_a[k] == Approx(in_b[k]).epsilon(1e-9));
    }
}

} // namespace

TEST_CASE("A run that stopped continues from its results, and gives the curve of one run", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, duffing + "--output whole");
    const ProgramRun part =
        run_program(folder, duffing + "--output part --set analysis.max_points=40");
    CHECK(part.exit_status == 1);
    CHECK_THAT(part.out + part.err, Contains("max-points"));
    const ProgramRun rest =
        run_ok(folder, duffing + "--output rest --set analysis.restart.results=part");
    std::ifstream summary(folder / "rest/summary.json");
    const std::string text((std::istreambuf_iterator<char>(summary)), {});
    CHECK_THAT(text, Contains("from end of part"));
    const io::Hdf5Reader whole(folder / "whole/results.h5"), found(folder / "rest/results.h5");
    REQUIRE(labelled(whole, 2).size() == 2);
    check_same(found, whole);
    const std::vector<double> p = found.numbers("levels/0001/branch/p");
    CHECK(p.front() == 0.5);
    CHECK(p.back() == 3);

    // From a fold the other way, and both ways, by their names.
    const std::string at_fold = duffing + "--set analysis.restart.results=rest/results.h5 "
                                          "--set 'analysis.restart.at=\"fold 2\"' "
                                          "--set analysis.restart.direction=";
    run_ok(folder, at_fold + "backward --output back");
    const io::Hdf5Reader back(folder / "back/results.h5");
    CHECK(back.numbers("levels/0001/branch/p").back() == 0.5);
    CHECK(labelled(back, 2).size() == 2); // where it begins, and the other
    run_ok(folder, at_fold + "both --output both");
    check_same(io::Hdf5Reader(folder / "both/results.h5"), whole);

    // Beyond the old end.
    run_ok(folder, duffing + "--output wide --set analysis.restart.results=rest "
                             "--set analysis.Omega.to=3.5");
    CHECK(io::Hdf5Reader(folder / "wide/results.h5").numbers("levels/0001/branch/p").back() == 3.5);
}

TEST_CASE("Of several levels the unfinished go on, the finished are kept, the missing begun",
          "[app]")
{
    const CaseFolder folder("");
    const std::string blades = "run harmonic_balance/blade_damper_blade --quiet ";
    // Levels 1.2 and 3 need about 150 points, 20 more; 50.922443 is left out.
    const std::string few = "--set analysis.level.values=[1.2,3.0,20.0] --set analysis.max_points=";
    run_ok(folder, blades + "--output whole");
    REQUIRE(run_program(folder, blades + few + "150 --output part").exit_status == 1);
    const ProgramRun rest =
        run_ok(folder, blades + "--output rest --set analysis.restart.results=part");
    const io::Hdf5Reader whole(folder / "whole/results.h5"), found(folder / "rest/results.h5");
    bool kept = false;
    for (const std::string level :
         {"levels/0001/", "levels/0002/", "levels/0003/", "levels/0004/"}) {
        CAPTURE(level);
        CHECK(found.numbers(level + "level") == whole.numbers(level + "level"));
        CHECK(found.numbers(level + "branch/p").back() == whole.numbers(level + "branch/p").back());
        kept = kept || found.numbers(level + "branch/x") == whole.numbers(level + "branch/x");
    }
    CHECK(kept);
    check_same(found, whole);
    // Nothing is left to do.
    const ProgramRun done = run_program(folder, blades + "--set analysis.restart.results=rest");
    CHECK(done.exit_status == 2);
    CHECK_THAT(done.err, Contains("analysis.restart.at = \"end\"; the curve ends there at 190 Hz"));
}

TEST_CASE("A closed curve that no curve of the range meets is found from another level", "[app]")
{
    const CaseFolder folder("");
    const std::string absorber = "run harmonic_balance/nonlinear_absorber --quiet ";
    run_ok(folder, absorber + "--output merged");
    const std::string at_015 = absorber + "--set analysis.level=0.15 --set analysis.Omega.to=2.5 ";
    run_ok(folder, at_015 + "--output low");
    const ProgramRun run =
        run_ok(folder, at_015 + "--output isola --set analysis.restart.results=merged "
                                "--set analysis.restart.level=0.19");
    CHECK_THAT(run.out, Contains("a closed curve"));
    const io::Hdf5Reader low(folder / "low/results.h5"), isola(folder / "isola/results.h5");
    CHECK(isola.texts("levels/0001/branch/end") == std::vector<std::string>{"closed", "closed"});
    // Double roots of the closed form (head of the case), by minimisation over the amplitude to
    // 1e-9.
    const std::vector<double> folds = labelled(isola, 2);
    REQUIRE(folds.size() == 2);
    CHECK(folds[0] == Approx(1.5971550927).epsilon(1e-8));
    CHECK(folds[1] == Approx(2.2660545467).epsilon(1e-8));
    // The curve from below passes under it.
    const std::vector<double> p = low.numbers("levels/0001/branch/p"),
                              rms = low.numbers("levels/0001/points/pair.mass.x/rms"),
                              large = isola.numbers("levels/0001/points/pair.mass.x/rms");
    CHECK(p.back() == 2.5);
    double below = 0;
    for (std::size_t k = 0; k < p.size(); ++k)
        if (p[k] > folds[0] && p[k] < folds[1])
            below = std::max(below, rms[k]);
    CHECK(5 * below < *std::min_element(large.begin(), large.end()));
}
