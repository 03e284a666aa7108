#include "app/analyses/job.hpp"
#include "app/results/summary_file.hpp"
#include "support/impatient.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/app_test.hpp"

// Basins of attraction from a case file to results. The mechanics: tests/studies,
// tests/dynamics/lanes.

using namespace slideway;
using namespace slideway::test;

namespace {

// Between the folds of its bent resonance the oscillator has two stable motions, with contact and
// without.
const std::string text = model("basins");

double number(const Json& quantities, const std::string& name)
{
    return quantities.value(name);
}

} // namespace

TEST_CASE("Basins tell where each start of the plane leads", "[app]")
{
    const CaseFolder folder(text);
    const ProgramRun check = run_ok(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("starts: 7 x 5 on oscillator.mass.x and velocity of "
                                   "oscillator.mass.x\n") &&
                              Contains("orbits to be found from a start: free\n"));
    const ProgramRun run = run_ok(folder, "run case.toml --quiet --output out --threads 2");
    const Json quantities = summary_of(folder)["quantities"];
    // Without contact: x = 0.2 / |1 - 1.44 + 0.12 j|, multiplier exp(-0.05 T).
    CHECK(number(quantities, "free.oscillator.mass.x.max") ==
          Approx(0.2 / std::hypot(0.44, 0.12)).epsilon(1e-9));
    CHECK(number(quantities, "free.growth") ==
          Approx(std::exp(-0.05 * 2 * M_PI / 1.2)).epsilon(1e-9));
    CHECK(number(quantities, "other 1.oscillator.mass.x.max") > 1); // through the stops
    CHECK(number(quantities, "orbits") == 2);
    CHECK(number(quantities, "free.starts") + number(quantities, "other 1.starts") == 35);
    CHECK(number(quantities, "free.share") + number(quantities, "other 1.share") == Approx(1));
    CHECK(number(quantities, "free.starts") > 3);
    CHECK(number(quantities, "other 1.starts") > 3);
    CHECK(number(quantities, "sample") == 12);
    CHECK(number(quantities, "sample.wrong") == 0);

    const io::Hdf5Reader h5(folder / "out/results.h5");
    // The whole state of the motion that was found, by the shapes of the modes.
    const double shape = h5.numbers("modes/shapes").at(0);
    const std::vector<double> state = h5.numbers("orbits/0002/states");
    REQUIRE(state.size() == 2);
    CHECK(shape * state[0] == Approx(h5.numbers("orbits/0002/x").at(0)).epsilon(1e-12));
    CHECK(shape * state[1] == Approx(h5.numbers("orbits/0002/y").at(0)).epsilon(1e-12));
    CHECK_THAT(run.out, Contains("found on the way: at phase 0 oscillator.mass.x ") &&
                            Contains("largest oscillator.mass.x 0.438529 m, integrity "));
    CHECK(h5.numbers("x").front() == -2);
    CHECK(h5.numbers("y").back() == 1.5);
    const std::vector<int> label = h5.integers("starts/label"), since = h5.integers("starts/since");
    REQUIRE(label.size() == 35);
    // The odd system under an odd drive: the mirror of a start leads to the mirror of the motion,
    // half a period later, and both motions are their own mirrors; but the start itself stays at
    // phase 0, so that the plane has no symmetry. At rest in the middle the drive alone never
    // reaches the stops.
    CHECK(label[17] == 0);
    CHECK(*std::min_element(since.begin(), since.end()) >= 0);
    CHECK(h5.numbers("orbits/0001/x").size() == 1);
    CHECK(h5.numbers("orbits/0001/x").front() ==
          Approx(0.2 * -0.44 / (0.44 * 0.44 + 0.12 * 0.12)).epsilon(1e-9));
    const std::string vti = io::file_text(folder / "out/basins.vti").substr(0, 600);
    CHECK_THAT(vti, Contains("WholeExtent=\"0 6 0 4 0 0\"") && Contains("Origin=\"-2 -1.5 0\"") &&
                        Contains("Name=\"label\""));
    // One thread, and one motion after another: the same labels; with one thread the same bits.
    run_ok(folder, "run case.toml --quiet --output one");
    CHECK(io::Hdf5Reader(folder / "one/results.h5").integers("starts/since") == since);
    run_ok(folder, "run case.toml --quiet --output single --set analysis.lanes=false");
    CHECK(io::Hdf5Reader(folder / "single/results.h5").integers("starts/label") == label);
}

// Millimetres, tonnes and seconds: the same labels after the same periods.
TEST_CASE("Basins do not depend on units", "[app]")
{
    std::string small = in_millimetres(text);
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"from = -2.0, to = 2.0", "from = -2.0e3, to = 2.0e3"},
             {"from = -1.5, to = 1.5", "from = -1.5e3, to = 1.5e3"},
             {"\"oscillator.mass.x\" = -0.4", "\"oscillator.mass.x\" = -400.0"}})
        small = replaced(small, from, to);
    const CaseFolder si(text), mm(small);
    run_ok(si, "run case.toml --quiet --output out");
    run_ok(mm, "run case.toml --quiet --output out");
    const io::Hdf5Reader a(si / "out/results.h5"), b(mm / "out/results.h5");
    CHECK(a.integers("starts/label") == b.integers("starts/label"));
    CHECK(a.integers("starts/since") == b.integers("starts/since"));
}

namespace {

// Branches over the frequency, from 0.8 on or from another value.
std::string branches(const std::string& range)
{
    return replaced(stopped_oscillator, "Omega   = { from = 0.8, to = 2.0 }", range);
}

// The basins with orbits of `results` in place of the guess.
std::string with_results(const std::string& keys)
{
    return text.substr(0, text.find("[analysis.orbits")) + "[analysis.orbits.bent]\nresults = \"" +
           keys;
}

std::vector<std::string> names_of(const io::Hdf5Reader& h5)
{
    std::vector<std::string> names;
    for (const std::string at : {"orbits/0001/", "orbits/0002/", "orbits/0003/"})
        if (h5.holds(at + "name"))
            names.push_back(h5.texts(at + "name").at(0));
    return names;
}

} // namespace

TEST_CASE("Labels of basins are the stable motions of earlier branches, under their names", "[app]")
{
    const CaseFolder folder(branches("Omega   = { from = 0.8, to = 2.0, at = 1.2 }"));
    run_ok(folder, "run case.toml --quiet --output old");
    const std::string old = (folder / "old").string();
    // The bent resonance passes 1.2 three times; the middle motion is not stable.
    const CaseFolder all(with_results(old + "\"\n"));
    const ProgramRun check = run_program(all, "check case.toml");
    CAPTURE(check.err);
    CHECK_THAT(check.out,
               Contains("known orbits: bent branch 1 motion 1, bent branch 1 motion 2\n"));
    run_ok(all, "run case.toml --quiet --output out");
    const io::Hdf5Reader found(all / "out/results.h5");
    CHECK(names_of(found) ==
          std::vector<std::string>{"bent branch 1 motion 1", "bent branch 1 motion 2"});
    // The starts lead to the same motions as with a guess and one found during the run.
    const RunCase guessed(text);
    const io::Hdf5Reader before(guessed / "out/results.h5");
    const std::vector<int> a = found.integers("starts/label"), b = before.integers("starts/label");
    const bool free_first = found.numbers("orbits/0001/points/oscillator.mass.x/largest").at(0) < 1;
    for (std::size_t k = 0; k < a.size(); ++k)
        CHECK((free_first ? a[k] : 1 - a[k]) == b[k]);
    CHECK(found.integers("starts/since") == before.integers("starts/since"));

    // One of them, by a name of its own: where the branch began, which is at 1.2.
    const RunCase one(with_results(old + "\"\nat = \"start 1\"\n"));
    CHECK(names_of(io::Hdf5Reader(one / "out/results.h5")) ==
          std::vector<std::string>{"bent", "other 1"});

    // Over another key of the case, whose value it gives.
    const CaseFolder over(branches("over = { key = \"joint.stops.clearance\", from = 0.9, to = 1.2 "
                                   "}\n[excitation]\nOmega = 1.2"));
    run_ok(over, "run case.toml --quiet --output old");
    const CaseFolder of_key(with_results((over / "old").string() + "\"\nbranch = 1\n"));
    CHECK_THAT(run_program(of_key, "check case.toml").out, Contains("known orbits: bent\n"));
    const CaseFolder level(branches("over = { key = \"load.shaker.force.amplitude\", from = 0.1, "
                                    "to = 0.3 }\n[excitation]\nOmega = 1.2"));
    run_ok(level, "run case.toml --quiet --output old");
    CHECK_THAT(
        run_program(CaseFolder(with_results((level / "old").string() + "\"\n")), "check case.toml")
            .out,
        Contains("known orbits: bent branch 1\n"));
}

// The counts of an independent program, and its small and large motions: tests/studies.
TEST_CASE("Basins of two masses with free play name the branches that starts lead to", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, "run free_play/b1 --quiet --output b1 --set analysis.Omega.to=1.25 "
                   "--set 'analysis.Omega.orbits=[]'");
    run_ok(folder, "run free_play/b2 --quiet --output b2");
    const ProgramRun run =
        run_ok(folder, "run free_play/basins --quiet --output out --set analysis.sample=0 "
                       "--set analysis.all_again=false --set "
                       "'analysis.orbits={B1={results=\"b1\"},B2={results=\"b2\"}}'");
    // Cells are 0.4 / 30 wide; the state of B2 lies beside the plane, over the basin of B1.
    CHECK_THAT(run.out, Contains("integrity 0.05486 m\n") &&
                            Contains("integrity 0.006881 m (below the resolution, 0.01886 m)\n"));
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(number(quantities, "orbits") == 3);
    CHECK(number(quantities, "B1 branch 1.starts") == 418);
    CHECK(number(quantities, "B2 branch 1.starts") == 285);
    CHECK(number(quantities, "mirror of B2 branch 1.starts") == 258);
    CHECK(number(quantities, "B1 branch 1.growth") == Approx(0.9489872946).epsilon(1e-9));
    CHECK(number(quantities, "B2 branch 1.growth") == Approx(0.9270306861).epsilon(1e-9));
    const ProgramRun unstable =
        run_program(folder, "run free_play/basins --set 'analysis.orbits={B1={results=\"b1\"}}' "
                            "--set excitation.Omega=0.88");
    CHECK(unstable.exit_status == 2);
    CHECK_THAT(unstable.err, Contains("no motion that it has at the values of this case is stable "
                                      "(of 1): no start settles there; leave it out"));
    const ProgramRun no_orbits = run_program(
        folder, "check free_play/basins --set 'analysis.orbits={B1={results=\"out\"}}'");
    CHECK(no_orbits.exit_status == 2);
    CHECK_THAT(no_orbits.err,
               Contains("holds results of basins; expected those of periodic-orbits, "
                        "transient or forced-response"));
}

TEST_CASE("Basins refined where labels change tell how many starts were run", "[app]")
{
    const CaseFolder folder(replaced(text, "sample  = 12", "sample  = 12\nrefine = 2"));
    CHECK_THAT(run_program(folder, "check case.toml").out,
               Contains("starts: 7 x 5 on oscillator.mass.x and velocity of oscillator.mass.x\n") &&
                   Contains("refine: where labels change as near as on 25 x 17\n"));
    const ProgramRun run = run_ok(folder, "run case.toml --quiet --output out");
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(number(quantities, "starts") == 25 * 17);
    const double n = number(quantities, "starts.run");
    CHECK(n > 35);
    CHECK(n < 25 * 17);
    CHECK_THAT(run.out, Contains(std::to_string(static_cast<int>(n)) +
                                 " of the 425 starts of a grid that is as fine everywhere were "
                                 "run"));
    CHECK(number(quantities, "free.share") + number(quantities, "other 1.share") == Approx(1));
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.numbers("x").size() == 25);
    CHECK(h5.numbers("y").size() == 17);
    const std::vector<int> round = h5.integers("starts/round"), label = h5.integers("starts/label");
    REQUIRE(label.size() == 425);
    CHECK(std::count_if(round.begin(), round.end(), [](int k) { return k >= 0; }) == n);
    CHECK(std::count(round.begin(), round.end(), 0) == 35);
    CHECK(std::count(label.begin(), label.end(), -2) == 0);
    const std::vector<int> start = h5.integers("sample/start");
    REQUIRE(start.size() == 12);
    for (const int k : start)
        CHECK(round.at(static_cast<std::size_t>(k)) >= 0);
    CHECK_THAT(io::file_text(folder / "out/basins.vti").substr(0, 1200),
               Contains("WholeExtent=\"0 24 0 16 0 0\"") && Contains("Name=\"round\""));
    // Compare with the full grid.
    const RunCase full(
        replaced(replaced(text, "from = -2.0, to = 2.0, n = 7", "from = -2.0, to = 2.0, n = 25"),
                 "from = -1.5, to = 1.5, n = 5", "from = -1.5, to = 1.5, n = 17"));
    const io::Hdf5Reader all(full / "out/results.h5");
    CHECK(all.numbers("x") == h5.numbers("x"));
    const std::vector<int> of_all = all.integers("starts/label");
    for (std::size_t k = 0; k < round.size(); ++k)
        if (round[k] >= 0)
            CHECK(label[k] == of_all[k]);
    for (const std::string of : {"orbits/0001/integrity", "orbits/0002/integrity"})
        CHECK(h5.numbers(of).at(0) == Approx(all.numbers(of).at(0)).epsilon(1e-9));
}

TEST_CASE("An interrupted run of basins continues in its folder, to the same file", "[app]")
{
    const CaseFolder folder(replaced(text, "sample  = 12", "sample  = 12\nrefine = 1"));
    const app::Job job = app::read_job(folder / "case.toml");
    const app::BuiltModel built = app::build_model(job);
    const auto run_into = [&](const std::string& name, const Monitor& monitor) -> app::Summary {
        std::filesystem::create_directories(folder / name);
        const app::Outcome outcome = app::run(job, built, monitor, folder / name);
        app::write_arrays(folder / name / "results.h5", job.c, outcome);
        return outcome.summary;
    };
    const app::Summary whole = run_into("whole", Monitor());
    CHECK(whole.status == app::Status::end);
    int sessions = 0;
    for (app::Summary part; sessions == 0 || part.status == app::Status::interrupted;) {
        REQUIRE(++sessions < 40);
        part = run_into("parts", Impatient(40)); // a search for orbits is done in one of them
        if (part.status != app::Status::interrupted) {
            CHECK(part.quantities.size() == whole.quantities.size());
            for (std::size_t k = 0; k < part.quantities.size(); ++k)
                CHECK(part.quantities[k].value == whole.quantities[k].value);
        } else {
            CHECK_THAT(part.message, Contains("the same run into the same folder resumes"));
        }
    }
    CHECK(sessions > 4);
    CHECK(io::file_text(folder / "parts/results.h5") == io::file_text(folder / "whole/results.h5"));

    // Another case begins anew; damaged results stay until they are removed.
    CHECK(run_into("parts", Monitor()).status == app::Status::end);
    CHECK(run_into("other", Impatient(9)).status == app::Status::interrupted);
    const std::string left = io::file_text(folder / "other/results.h5");
    const ProgramRun other =
        run_ok(folder, "run case.toml --output other --set analysis.periods=250");
    CHECK_THAT(other.err, Contains("new: the case, its overrides, a file that it names"));
    std::ofstream(folder / "other/results.h5") << left;
    const ProgramRun same = run_ok(folder, "run case.toml --output other");
    CHECK_THAT(same.err, Contains(" starts of an interrupted run"));
    std::ofstream(folder / "other/results.h5") << left.substr(0, left.size() - 8) << "damaged!";
    const ProgramRun damaged = run_program(folder, "run case.toml --output other");
    CHECK(damaged.exit_status == 2);
    CHECK_THAT(damaged.err, Contains("remove it to start again, or give another --output"));
}

TEST_CASE("Basins without any periodic motion say so", "[app]")
{
    const RunCase run(replaced(text.substr(0, text.find("[analysis.orbits")), "sample  = 12",
                               "sample  = 0\nperiods = 1\nlongest = 1"));
    CHECK_THAT(run.out,
               Contains("warning: no periodic motion is given, and none was found on which "
                        "a start settles in 1 period; give analysis.orbits, or more "
                        "analysis.periods"));
}
