#include "app/analyses/job.hpp"
#include "app/results/summary_file.hpp"
#include "io/hdf5_file.hpp"
#include "support/impatient.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

// Basins of attraction from a case file to results. The mechanics: tests/studies,
// tests/dynamics/lanes.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

// Between the folds of its bent resonance the oscillator has two stable motions, with contact and
// without.
const std::string text =
    stopped_oscillator.substr(0, stopped_oscillator.find("[analysis]")) + R"([excitation]
Omega = 1.2

[analysis]
type    = "basins"
monitor = "oscillator.mass.x"
sample  = 12

[analysis.plane]
displacement = { "oscillator.mass.x" = { from = -2.0, to = 2.0, n = 7 } }
velocity     = { "oscillator.mass.x" = { from = -1.5, to = 1.5, n = 5 } }

[analysis.orbits.free.displacement]
"oscillator.mass.x" = -0.4
)";

double number(const Json& quantities, const std::string& name)
{
    return quantities[name]["value"].number();
}

} // namespace

TEST_CASE("Wrong basins are refused by check and run alike", "[app]")
{
    const std::string
        velocity = "velocity     = { \"oscillator.mass.x\" = { from = -1.5, to = 1.5, n = 5 } }",
        sample = "sample  = 12", guess = "\"oscillator.mass.x\" = -0.4";
    const std::vector<Mistake> mistakes{
        {"one axis", velocity, "", "[analysis.plane]",
         "analysis.plane = { displacement = { oscillator.mass.x = { from = -2, to = 2, n = 7 } } "
         "}; has 1 axis; expected "
         "two"},
        {"no plane", "[analysis.plane]", "[analysis.plain]", "[analysis.plain]",
         "unknown key analysis.plain; did you mean plane? Allowed: type, monitor, start, plane, "
         "refine, orbits, periods, radius, stay, longest, tolerance, sample, all_again, lanes"},
        {"a range without width", "from = -1.5, to = 1.5", "from = 1.5, to = 1.5", "velocity",
         "analysis.plane.velocity.oscillator.mass.x.to = 1.5; expected more than from"},
        {"an axis that does not exist", "velocity     = { \"oscillator.mass.x\"",
         "velocity     = { \"oscillator.wheel.x\"", "[analysis.plane]",
         "analysis.plane = \"oscillator.wheel.x\"; substructure \"oscillator\" has no port "
         "\"wheel\"; allowed: mass"},
        {"a start that does not exist", sample,
         sample + "\nstart = { displacement = { \"oscillator.wheel.x\" = 1.0 } }", "start",
         "analysis.start = \"oscillator.wheel.x\"; substructure \"oscillator\" has no port "
         "\"wheel\"; allowed: mass"},
        {"an orbit at a port that does not exist", guess, "\"oscillator.wheel.x\" = -0.4",
         "[analysis.orbits.free.displacement]",
         "analysis.orbits.free = \"oscillator.wheel.x\"; substructure \"oscillator\" has no port "
         "\"wheel\"; allowed: mass"},
        {"a grid that is too fine", sample, sample + "\nrefine = 10", "refine",
         "analysis.refine = 10; the finest grid has 25176065 points; expected at most 2e+07"},
        {"a branch without results", guess, guess + "\n[analysis.orbits.other]\nbranch = 1\n",
         "branch",
         "analysis.orbits.other.branch = 1; is of results of periodic-orbits; give results"},
        {"no radius", sample, sample + "\nradius = 0.0", "radius",
         "analysis.radius = 0; expected a number > 0 and < 1"},
        {"no periods", sample, sample + "\nperiods = 0", "periods",
         "analysis.periods = 0; expected a whole number >= 1 and <= 1e+06"},
        {"a sample and all", sample, sample + "\nall_again = true", "sample",
         "analysis.sample = 12; all_again takes every start; give either"},
        {"an axis that start gives too", sample,
         sample + "\nstart = { velocity = { \"oscillator.mass.x\" = 1.0 } }", "start",
         "analysis.start = { velocity = { oscillator.mass.x = 1 } }; gives oscillator.mass.x, "
         "which is an axis of the "
         "plane"},
        {"an orbit without a start", guess, "", "[analysis.orbits.free.displacement]",
         "analysis.orbits = { free = { displacement = {  } } }; orbit free: give displacement or "
         "velocity, or results"}};
    for (const Mistake& m : mistakes) {
        CAPTURE(m.what);
        const std::string wrong = replaced(text, m.from, m.to);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(CaseFolder(wrong), wrong, m.place, m.message, command);
    }
}

// Newton's method from any start may take minutes on a model that makes no sense.
TEST_CASE("Orbits are sought from their starts by run alone", "[app]")
{
    const std::string guess = "\"oscillator.mass.x\" = -0.4",
                      again =
                          guess + "\n[analysis.orbits.again.velocity]\n\"oscillator.mass.x\" = 0.0",
                      twice = replaced(text, guess, again);
    CHECK(run_program(CaseFolder(twice), "check case.toml").exit_status == 0);
    check_refused(
        CaseFolder(twice), twice, "[analysis.orbits.again",
        "analysis.orbits.again = \"again\"; is the same motion as \"free\"; expected another",
        "run case.toml --quiet");
}

TEST_CASE("A plane of starts with equal axes is refused", "[app]")
{
    const std::string axis = "\"oscillator.mass.x\" = { from = -2.0, to = 2.0, n = 7 }";
    const CaseFolder folder(replaced(text, axis, axis + ", " + axis));
    const ProgramRun run = run_program(folder, "check case.toml");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, Contains("not valid TOML: \"oscillator.mass.x\" is given twice\n"));
    const CaseFolder lines(replaced(
        text,
        "[analysis.plane]\ndisplacement = { \"oscillator.mass.x\" = { from = -2.0, to = 2.0, n = 7 "
        "} }",
        "[analysis.plane.displacement]\n\"oscillator.mass.x\" = { from = -2.0, to = 2.0, n = 7 }\n"
        "\"oscillator.mass.x\" = { from = -2.0, to = 2.0, n = 7 }\n[analysis.plane]"));
    CHECK_THAT(run_program(lines, "check case.toml").err,
               Contains("not valid TOML: \"oscillator.mass.x\" is given twice\n"));
}

TEST_CASE("A plane whose axes are one component under two names is refused by its own key", "[app]")
{
    const std::string
        axes =
            R"(displacement = { "beam.end.y" = { from = -1e-3, to = 1e-3, n = 3 }, "beam.twin.y" = { from = -1e-3, to = 1e-3, n = 3 } })",
        beam = R"([[substructure]]
name     = "beam"
type     = "beam"
length   = 0.5
elements = 2
section  = { width = 0.02, height = 0.01 }
material = { young = 210e9, density = 7800 }
fixed    = ["start"]
ports    = { twin = { group = "end", motion = "mean" } }
damping  = { ratio = 0.01 }
[[load]]
name  = "shaker"
on    = "beam.end.y"
force = { amplitude = 1.0 }
[excitation]
frequency_hz = 30.0
[analysis]
type    = "basins"
monitor = "beam.end.y"
plane   = { )" +
               axes + " }\n";
    for (const std::string command : {"check case.toml", "run case.toml --quiet"})
        check_refused(CaseFolder(beam), beam, "plane",
                      "analysis.plane = beam.end.y, beam.twin.y; these components cannot move "
                      "independently",
                      command);
}

TEST_CASE("Basins tell where each start of the plane leads", "[app]")
{
    const CaseFolder folder(text);
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK(check.exit_status == 0);
    CHECK_THAT(check.out, Contains("7 x 5 starts on oscillator.mass.x and velocity of "
                                   "oscillator.mass.x, 1 orbit to be found from a start (free)"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out --threads 2");
    CHECK(run.exit_status == 0);
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
    REQUIRE(run_program(folder, "run case.toml --quiet --output one").exit_status == 0);
    CHECK(io::Hdf5Reader(folder / "one/results.h5").integers("starts/since") == since);
    REQUIRE(run_program(folder, "run case.toml --quiet --output single --set analysis.lanes=false")
                .exit_status == 0);
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
    REQUIRE(run_program(si, "run case.toml --quiet --output out").exit_status == 0);
    REQUIRE(run_program(mm, "run case.toml --quiet --output out").exit_status == 0);
    const io::Hdf5Reader a(si / "out/results.h5"), b(mm / "out/results.h5");
    CHECK(a.integers("starts/label") == b.integers("starts/label"));
    CHECK(a.integers("starts/since") == b.integers("starts/since"));
}

// Between the two stable motions lies a third.
TEST_CASE("An orbit that is not stable is refused: no start settles on it", "[app]")
{
    const std::string guess = "\"oscillator.mass.x\" = -0.4",
                      unstable =
                          "\"oscillator.mass.x\" = "
                          "-1.1\n[analysis.orbits.free.velocity]\n\"oscillator.mass.x\" = 0.45";
    const CaseFolder folder(replaced(text, guess, unstable));
    const ProgramRun refused = run_program(folder, "run case.toml --quiet");
    CHECK(refused.exit_status == 2);
    CHECK_THAT(
        refused.err,
        Contains(
            "analysis.orbits.free = \"free\"; the periodic motion there is not stable (largest "
            "multiplier 3.034"));
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
    REQUIRE(run_program(folder, "run case.toml --quiet --output old").exit_status == 0);
    const std::string old = (folder / "old").string();
    // The bent resonance passes 1.2 three times; the middle motion is not stable.
    const CaseFolder all(with_results(old + "\"\n"));
    const ProgramRun check = run_program(all, "check case.toml");
    CAPTURE(check.err);
    CHECK_THAT(check.out, Contains("2 orbits known (bent branch 1 motion 1, bent branch 1 motion "
                                   "2)"));
    REQUIRE(run_program(all, "run case.toml --quiet --output out").exit_status == 0);
    const io::Hdf5Reader found(all / "out/results.h5");
    CHECK(names_of(found) ==
          std::vector<std::string>{"bent branch 1 motion 1", "bent branch 1 motion 2"});
    // The starts lead to the same motions as with a guess and one found during the run.
    const CaseFolder guessed(text);
    REQUIRE(run_program(guessed, "run case.toml --quiet --output out").exit_status == 0);
    const io::Hdf5Reader before(guessed / "out/results.h5");
    const std::vector<int> a = found.integers("starts/label"), b = before.integers("starts/label");
    const bool free_first = found.numbers("orbits/0001/points/oscillator.mass.x/largest").at(0) < 1;
    for (std::size_t k = 0; k < a.size(); ++k)
        CHECK((free_first ? a[k] : 1 - a[k]) == b[k]);
    CHECK(found.integers("starts/since") == before.integers("starts/since"));

    // One of them, by a name of its own: where the branch began, which is at 1.2.
    const CaseFolder one(with_results(old + "\"\nat = \"start 1\"\n"));
    REQUIRE(run_program(one, "run case.toml --quiet --output out").exit_status == 0);
    CHECK(names_of(io::Hdf5Reader(one / "out/results.h5")) ==
          std::vector<std::string>{"bent", "other 1"});

    // Over another key of the case, whose value it gives.
    const CaseFolder over(branches("over = { key = \"joint.stops.clearance\", from = 0.9, to = 1.2 "
                                   "}\n[excitation]\nOmega = 1.2"));
    REQUIRE(run_program(over, "run case.toml --quiet --output old").exit_status == 0);
    const std::string clearances = (over / "old").string();
    const CaseFolder of_key(with_results(clearances + "\"\nbranch = 1\n"));
    CHECK_THAT(run_program(of_key, "check case.toml").out, Contains("1 orbit known (bent)"));
    const CaseFolder level(branches("over = { key = \"load.shaker.force.amplitude\", from = 0.1, "
                                    "to = 0.3 }\n[excitation]\nOmega = 1.2"));
    REQUIRE(run_program(level, "run case.toml --quiet --output old").exit_status == 0);
    CHECK_THAT(
        run_program(CaseFolder(with_results((level / "old").string() + "\"\n")), "check case.toml")
            .out,
        Contains("1 orbit known (bent branch 1)"));
    const CaseFolder phase(branches("over = { key = \"load.shaker.force.phase_deg\", from = 0.0, "
                                    "to = 10.0 }\n[excitation]\nOmega = 1.2"));
    REQUIRE(run_program(phase, "run case.toml --quiet --output old").exit_status == 0);

    struct Refused {
        std::string keys, from, to, message;
    };
    const std::vector<Refused> refused{
        {old + "\"\nat = \"grazing 1\"", "", "",
         "analysis.orbits.bent.at = \"grazing 1\"; that motion lies at Omega 0.9"},
        {old + "\"\nbranch = 3", "", "",
         "analysis.orbits.bent.branch = 3; the results have 1 branch"},
        {old + "\"\nat = \"fold 7\"", "", "", "no such point; the curve has begin"},
        {old + "\"\nperiods = 2", "", "",
         "analysis.orbits.bent.periods = 2; is for results of a transient or a forced-response; "
         "these are of periodic-orbits"},
        {old + "\"", "Omega = 1.2", "Omega = 2.5",
         "its branches have no motion at Omega 2.5, as this case has it; all branches lie from "
         "Omega 0.8 to Omega 2\n"},
        {old + "\"", "clearance  = 1.0", "clearance  = 0.9",
         "has joint.stops.clearance = 1 (this case: 0.9); it must be the same"},
        {clearances + "\"", "Omega = 1.2", "Omega = 1.25",
         "has Omega = 1.2 (this case: 1.25); it must be the same"},
        {clearances + "\"", "clearance  = 1.0", "clearance  = 1.5",
         "its branches have no motion at joint.stops.clearance 1.5"},
        {(phase / "old").string() + "\"", "", "",
         "has branches over load.shaker.force.phase_deg, which this case does not give; give its "
         "value\n"},
        {old + "\"", "stiffness = 1.0 }", "stiffness = 1.1 }",
         "has mode 1 at 1 rad/s, this case at 1.04880885 rad/s"},
        {old + "\"", "amplitude = 0.2", "amplitude = 0.25",
         "does not solve the equations of this case: off by "}};
    for (const Refused& r : refused) {
        CAPTURE(r.keys, r.to);
        std::string wrong = with_results(r.keys + "\n");
        if (!r.from.empty())
            wrong = replaced(wrong, r.from, r.to);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"}) {
            const ProgramRun run = run_program(CaseFolder(wrong), command);
            CHECK(run.exit_status == 2);
            CHECK_THAT(run.err, Contains("analysis.orbits.bent.") && Contains(r.message));
        }
    }
}

// The counts of an independent program, and its small and large motions: tests/studies.
TEST_CASE("Basins of two masses with free play name the branches that starts lead to", "[app]")
{
    const CaseFolder folder("");
    REQUIRE(run_program(folder, "run free_play/b1 --quiet --output b1 --set analysis.Omega.to=1.25 "
                                "--set 'analysis.Omega.orbits=[]'")
                .exit_status == 0);
    REQUIRE(run_program(folder, "run free_play/b2 --quiet --output b2").exit_status == 0);
    const ProgramRun run =
        run_program(folder, "run free_play/basins --quiet --output out --set analysis.sample=0 "
                            "--set analysis.all_again=false --set "
                            "'analysis.orbits={B1={results=\"b1\"},B2={results=\"b2\"}}'");
    REQUIRE(run.exit_status == 0);
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
               Contains("7 x 5 starts on oscillator.mass.x and velocity of oscillator.mass.x, "
                        "where labels change as near as on 25 x 17"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    REQUIRE(run.exit_status == 0);
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
    const CaseFolder full(
        replaced(replaced(text, "from = -2.0, to = 2.0, n = 7", "from = -2.0, to = 2.0, n = 25"),
                 "from = -1.5, to = 1.5, n = 5", "from = -1.5, to = 1.5, n = 17"));
    REQUIRE(run_program(full, "run case.toml --quiet --output out").exit_status == 0);
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
        run_program(folder, "run case.toml --output other --set analysis.periods=250");
    CHECK(other.exit_status == 0);
    CHECK_THAT(other.err, Contains("new: the case, its overrides, a file that it names"));
    std::ofstream(folder / "other/results.h5") << left;
    const ProgramRun same = run_program(folder, "run case.toml --output other");
    CHECK(same.exit_status == 0);
    CHECK_THAT(same.err, Contains(" starts of an interrupted run"));
    std::ofstream(folder / "other/results.h5") << left.substr(0, left.size() - 8) << "damaged!";
    const ProgramRun damaged = run_program(folder, "run case.toml --output other");
    CHECK(damaged.exit_status == 2);
    CHECK_THAT(damaged.err, Contains("remove it to start again, or give another --output"));
}

TEST_CASE("Basins without any periodic motion say so", "[app]")
{
    const CaseFolder folder(replaced(text.substr(0, text.find("[analysis.orbits")), "sample  = 12",
                                     "sample  = 0\nperiods = 1\nlongest = 1"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    CHECK_THAT(run.out,
               Contains("warning: no periodic motion is given, and none was found on which "
                        "a start settles in 1 period; give analysis.orbits, or more "
                        "analysis.periods"));
}
