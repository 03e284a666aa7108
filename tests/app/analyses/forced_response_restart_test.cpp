#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// Forced responses that are taken up again from the results of an earlier run.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

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
    REQUIRE(run_program(folder, duffing + "--output whole").exit_status == 0);
    const ProgramRun part =
        run_program(folder, duffing + "--output part --set analysis.max_points=40");
    CHECK(part.exit_status == 1);
    CHECK_THAT(part.out + part.err, Contains("max-points"));
    const ProgramRun rest =
        run_program(folder, duffing + "--output rest --set analysis.restart.results=part");
    CAPTURE(rest.out, rest.err);
    REQUIRE(rest.exit_status == 0);
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
    REQUIRE(run_program(folder, at_fold + "backward --output back").exit_status == 0);
    const io::Hdf5Reader back(folder / "back/results.h5");
    CHECK(back.numbers("levels/0001/branch/p").back() == 0.5);
    CHECK(labelled(back, 2).size() == 2); // where it begins, and the other
    REQUIRE(run_program(folder, at_fold + "both --output both").exit_status == 0);
    check_same(io::Hdf5Reader(folder / "both/results.h5"), whole);

    // Beyond the old end.
    REQUIRE(run_program(folder, duffing + "--output wide --set analysis.restart.results=rest "
                                          "--set analysis.Omega.to=3.5")
                .exit_status == 0);
    CHECK(io::Hdf5Reader(folder / "wide/results.h5").numbers("levels/0001/branch/p").back() == 3.5);
}

TEST_CASE("Of several levels the unfinished go on, the finished are kept, the missing begun",
          "[app]")
{
    const CaseFolder folder("");
    const std::string blades = "run harmonic_balance/blade_damper_blade --quiet ";
    // Levels 1.2 and 3 need about 150 points, 20 more; 50.922443 is left out.
    const std::string few = "--set analysis.level.values=[1.2,3.0,20.0] --set analysis.max_points=";
    REQUIRE(run_program(folder, blades + "--output whole").exit_status == 0);
    REQUIRE(run_program(folder, blades + few + "150 --output part").exit_status == 1);
    const ProgramRun rest =
        run_program(folder, blades + "--output rest --set analysis.restart.results=part");
    CAPTURE(rest.out, rest.err);
    REQUIRE(rest.exit_status == 0);
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

TEST_CASE("Results of another model, and labels that are not there, are refused by name", "[app]")
{
    const CaseFolder folder("");
    REQUIRE(run_program(folder, duffing + "--output old").exit_status == 0);
    REQUIRE(run_program(folder, "run lumped/chain_modes --quiet --output other").exit_status == 0);
    struct Mistake {
        std::string arguments, message;
    };
    const std::string from = "--set analysis.restart.results=old ";
    for (const Mistake& m : std::vector<Mistake>{
             {"--set analysis.restart.results=nowhere",
              "analysis.restart.results = \"nowhere\"; no such file"},
             {"--set analysis.restart.results=other", "analysis.restart.results = \"other\"; holds "
                                                      "results of modes, not of forced-response"},
             {from + "--set analysis.n_h=3", "has n_h = 5 harmonics, this case n_h = 3"},
             {from + "--set analysis.static_part=excluded",
              "has static_part = \"balanced\", this case \"excluded\""},
             {from + "--set joint.hardening.name=spring",
              "has the joints hardening, this case spring"},
             {from + "--set joint.hardening.k3=1.001 --set analysis.restart.at=fold\\ 1",
              "analysis.restart.at = \"fold 1\"; the motion there does not solve the equations"},
             {from + "--set analysis.level=2", "has no curve of level 2 but of 1"},
             {from + "--set analysis.level=2 --set analysis.restart.level=3",
              "analysis.restart.level = 3; the results have the levels 1"},
             {from + "--set analysis.restart.curve=2", "level 1 has 1 curve"},
             {from + "--set analysis.restart.at=fold",
              "there are several; the curve has begin (0.07"},
             {from + "--set analysis.restart.at=fold\\ 3",
              "no such point; the curve has begin (0.0795774"},
             {from + "--set analysis.restart.at=point\\ 99999", "no such point"},
             {from + "--set analysis.restart.direction=up", "forward, backward, both"},
             {from, "leads out of the range of frequencies; widen the range"},
             {from + "--set analysis.stability=false --set analysis.Omega.to=4",
              "recorded with stability"},
             {from + "--set analysis.restart.at=peak --set analysis.Omega.to=1.2",
              "outside the range of frequencies"}}) {
        CAPTURE(m.arguments);
        const ProgramRun run = run_program(folder, duffing + m.arguments + " --output new");
        CHECK(run.exit_status == 2);
        CHECK_THAT(run.err, Contains(m.message));
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        CHECK_FALSE(std::filesystem::exists(folder / "new/results.h5"));
    }
}

TEST_CASE("A curve continues with the friction, stiffness, damping, harmonics and monitor it has",
          "[app]")
{
    const CaseFolder folder("");
    const std::string blades =
        "run harmonic_balance/blade_damper_blade --quiet --set analysis.level.values=[20.0] ";
    REQUIRE(run_program(folder, blades + "--output old").exit_status == 0);
    const std::string wider =
        blades + "--set analysis.restart.results=old --set analysis.frequency_hz.to=189 ";
    REQUIRE(run_program(folder, wider + "--output same").exit_status == 0);
    struct Change {
        std::string key, message;
    };
    const std::string other_motion =
        "does not solve the equations of this case at level 20: off by ";
    for (const Change& change : std::vector<Change>{
             {"joint.left_face.friction=0.3001", other_motion},
             {"joint.left_face.k_n=1.0001e5", other_motion},
             {"joint.left_face.preload=50.01", other_motion},
             {"substructure.damper.damping.beta=1.51e-5", other_motion},
             {"load.engine_order.force.amplitude=1.0001", other_motion},
             {"analysis.n_h=5", "has n_h = 3 harmonics, this case n_h = 5"},
             {"analysis.monitor=left.blade.x",
              "has the peaks of monitor \"right.blade.x\", this case has \"left.blade.x\""},
             {"joint.right_face.name=face",
              "has the joints left_face, right_face, this case left_face, face"}}) {
        CAPTURE(change.key);
        const ProgramRun run = run_program(folder, wider + "--set " + change.key + " --output new");
        CHECK(run.exit_status == 2);
        CHECK_THAT(run.err, Contains("analysis.restart.") && Contains(change.message));
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        CHECK_FALSE(std::filesystem::exists(folder / "new/results.h5"));
    }
}

TEST_CASE("A closed curve that no curve of the range meets is found from another level", "[app]")
{
    const CaseFolder folder("");
    const std::string absorber = "run harmonic_balance/nonlinear_absorber --quiet ";
    REQUIRE(run_program(folder, absorber + "--output merged").exit_status == 0);
    const std::string at_015 = absorber + "--set analysis.level=0.15 --set analysis.Omega.to=2.5 ";
    REQUIRE(run_program(folder, at_015 + "--output low").exit_status == 0);
    const ProgramRun run =
        run_program(folder, at_015 + "--output isola --set analysis.restart.results=merged "
                                     "--set analysis.restart.level=0.19");
    CAPTURE(run.out, run.err);
    REQUIRE(run.exit_status == 0);
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
