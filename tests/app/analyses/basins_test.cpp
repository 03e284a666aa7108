#include "io/hdf5_file.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
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
         "orbits, periods, radius, stay, longest, tolerance, sample, all_again, lanes"},
        {"a range without width", "from = -1.5, to = 1.5", "from = 1.5, to = 1.5", "velocity",
         "analysis.plane.velocity.oscillator.mass.x.to = 1.5; expected more than from"},
        {"an axis that does not exist", "velocity     = { \"oscillator.mass.x\"",
         "velocity     = { \"oscillator.wheel.x\"", "[analysis.plane]",
         "analysis.plane = \"oscillator.wheel.x\"; substructure \"oscillator\" has no port "
         "\"wheel\"; allowed: mass"},
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
         "velocity, or results"},
        {"the same orbit twice", guess,
         guess + "\n[analysis.orbits.again.velocity]\n\"oscillator.mass.x\" = 0.0",
         "[analysis.orbits.again",
         "analysis.orbits.again = \"again\"; is the same motion as \"free\"; expected another"}};
    for (const Mistake& m : mistakes) {
        CAPTURE(m.what);
        const std::string wrong = replaced(text, m.from, m.to);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(CaseFolder(wrong), wrong, m.place, m.message, command);
    }
}

TEST_CASE("Basins tell where each start of the plane leads", "[app]")
{
    const CaseFolder folder(text);
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK(check.exit_status == 0);
    CHECK_THAT(
        check.out,
        Contains(
            "7 x 5 starts on oscillator.mass.x and velocity of oscillator.mass.x, 1 orbits known"));
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
    std::string small = text;
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"mass = { x = 1.0 }", "mass = { x = 1.0e-3 }"},
             {"stiffness = 1.0 }", "stiffness = 1.0e-3 }"},
             {"damping = 0.1 }", "damping = 1.0e-4 }"},
             {"stiffness  = 10.0", "stiffness  = 1.0e-2"},
             {"clearance  = 1.0", "clearance  = 1.0e3"},
             {"amplitude = 0.2", "amplitude = 0.2"},
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
    const ProgramRun refused = run_program(folder, "check case.toml");
    CHECK(refused.exit_status == 2);
    CHECK_THAT(
        refused.err,
        Contains(
            "analysis.orbits.free = \"free\"; the periodic motion there is not stable (largest "
            "multiplier 3.034"));
}
