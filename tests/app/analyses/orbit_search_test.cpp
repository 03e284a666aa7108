#include "base/text.hpp"
#include "io/hdf5_file.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

// Periodic motions sought from many starts, and labels over a second parameter, from a case file to
// results. The mechanics: tests/dynamics/orbits.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

const std::string oscillator = stopped_oscillator + R"(
[analysis.search]
at           = [0.9, 1.2]
displacement = { "oscillator.mass.x" = { from = -2.0, to = 2.0, n = 5 } }
)";

// Without the search, and with keys in its place.
std::string with(const std::string& keys)
{
    return replaced(stopped_oscillator, "Omega   =", keys + "\nOmega   =");
}

} // namespace

TEST_CASE("Wrong searches for periodic orbits are refused by check and run alike", "[app]")
{
    const std::string
        at = "at           = [0.9, 1.2]",
        axis = "{ from = -2.0, to = 2.0, n = 5 }", type = "type    = \"periodic-orbits\"",
        own = "; the search takes starts and periods of its own, and continues the motions "
              "that they settle on; leave it out";
    const std::vector<Mistake> mistakes{
        {"value outside of the range", at, "at = [0.9, 2.5]",
         "at =", "analysis.search.at = 2.5; expected values from 0.8 to 2"},
        {"no values", at, "at = []",
         "at =", "analysis.search.at = []; expected at least one value"},
        {"values left out", at, "", "[analysis.search]",
         "analysis.search: missing key at (values of the parameter, in the unit of its range and "
         "within it)"},
        {"unknown port", "\"oscillator.mass.x\" = {", "\"oscillator.wheel.x\" = {",
         "[analysis.search]",
         "analysis.search = \"oscillator.wheel.x\"; substructure \"oscillator\" has no port "
         "\"wheel\"; allowed: mass"},
        {"one value on an axis", axis, "{ from = -2.0, to = 2.0, n = 1 }", "displacement",
         "analysis.search.displacement.oscillator.mass.x.n = 1; expected a whole number >= 2 and "
         "<= "
         "1000"},
        {"empty axis", axis, "{ from = 2.0, to = 2.0, n = 5 }", "displacement",
         "analysis.search.displacement.oscillator.mass.x.to = 2; expected more than from"},
        {"no recurrence asked for", at, at + "\nlongest = 0", "longest",
         "analysis.search.longest = 0; expected a whole number >= 1 and <= 1000"},
        {"one start too", type,
         type + "\nstart = { displacement = { \"oscillator.mass.x\" = 1.0 } }",
         "start =", "analysis.start = { displacement = { oscillator.mass.x = 1 } }" + own},
        {"settling twice", type, type + "\nsettle = 3", "settle", "analysis.settle = 3" + own},
        {"period", type, type + "\nperiod = 3", "period =", "analysis.period = 3" + own},
        {"half period", type, type + "\nhalf_period = true", "half_period",
         "analysis.half_period = true" + own},
        {"branches", type, type + "\nbranches = true", "branches",
         "analysis.branches = true" + own},
        {"start of a branch", "to = 2.0 }\n\n", "to = 2.0, at = 1.0 }\n\n", "[analysis.search]",
         "analysis.search = { at = [0.9, 1.2], displacement = { oscillator.mass.x = { from = -2, "
         "to = "
         "2, n = 5 } } }; it has values of its own; leave \"at\" out of the range"}};
    for (const Mistake& m : mistakes) {
        CAPTURE(m.what);
        const std::string text = replaced(oscillator, m.from, m.to);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(CaseFolder(text), text, m.place, m.message, command);
    }
}

TEST_CASE("Starts that settle on the motions of a bent resonance find one branch", "[app]")
{
    const CaseFolder folder(oscillator);
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK(check.exit_status == 0);
    CHECK_THAT(check.out, Contains("from 5 starts at each of 2 values"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities["search.starts"]["value"].number() == 10);
    CHECK(quantities["search.found"]["value"].number() == 10);
    CHECK(quantities["branches"]["value"].number() == 1);
    CHECK(quantities["branches.starts"]["value"].numbers() == std::vector<double>{10});
    CHECK(quantities["branches.found_at"]["value"].numbers().front() == Approx(0.9));
    CHECK(quantities["branches.stable"]["value"].numbers() == std::vector<double>{1});
    CHECK(quantities["period_1.starts"]["value"].numbers() == std::vector<double>{10});
    CHECK(quantities["grazing"]["value"].number() == 2);

    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.numbers("search/parameter") ==
          std::vector<double>{0.9, 0.9, 0.9, 0.9, 0.9, 1.2, 1.2, 1.2, 1.2, 1.2});
    CHECK(h5.numbers("search/displacement/oscillator.mass.x") ==
          std::vector<double>{-2, -1, 0, 1, 2, -2, -1, 0, 1, 2});
    CHECK(h5.integers("search/branch") == std::vector<int>(10, 1));
    CHECK(h5.integers("search/outcome") == std::vector<int>(10, 0));
}

TEST_CASE("A branch that is found at a label of its own is traced from there", "[app]")
{
    const CaseFolder folder(oscillator);
    REQUIRE(run_program(folder, "run case.toml --quiet --output out").exit_status == 0);
    const double grazing = summary_of(folder)["quantities"]["grazing.Omega"]["value"].numbers()[0];
    for (const double beside : {-1e-9, 1e-9}) {
        const std::string at = number_text(grazing + beside, 12);
        CAPTURE(at);
        REQUIRE(run_program(folder, "run case.toml --quiet --output out --set "
                                    "\"analysis.search.at=[" +
                                        at + "]\"")
                    .exit_status == 0);
        const Json quantities = summary_of(folder)["quantities"];
        CHECK(quantities["branches.found_at"]["value"].numbers().front() ==
              Approx(grazing).epsilon(1e-8));
        CHECK(quantities["grazing"]["value"].number() == 2);
    }
}

TEST_CASE("A search that finds no periodic motion says what became of its starts", "[app]")
{
    // From 2 the motion is not back after a period.
    const CaseFolder folder(replaced(replaced(oscillator, "from = -2.0", "from = 1.9"), "at   ",
                                     "settle = 0\nlongest = 1\nat   "));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 1);
    CHECK_THAT(run.err, Contains("no periodic motion: 10 no recurrence of 10 starts"));
    CHECK(summary_of(folder)["status"].text() == "no-convergence");
    CHECK(io::Hdf5Reader(folder / "out/results.h5").integers("search/branch") ==
          std::vector<int>(10, 0));
}

TEST_CASE("Wrong curves of labels are refused by check and run alike", "[app]")
{
    const auto refused = [](const std::string& keys, const std::string& message) {
        const std::string text = with("curves = { " + keys + " }");
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(CaseFolder(text), text, "curves", "analysis.curves." + message, command);
    };
    const std::string clearance = "key = \"joint.stops.clearance\", ";
    refused(clearance + "from = 2.0, to = 3.0",
            "from = 2; expected a range that holds 1, the value of the case");
    refused("key = \"level\", from = 0.2, to = 0.9",
            "from = 0.2; expected a range that holds 1, the value of the case");
    refused("key = \"damping\", from = 1, to = 2",
            "key = \"damping\"; expected \"level\", or a key of substructure, bond, joint, motion, "
            "load that takes a number, as \"joint.stops.clearance\"");
    refused(clearance + "from = 1.0, to = 1.0", "to = 1; expected another value than from");
    refused(clearance + "from = 0.5, to = 1.5, max_step = 0.5",
            "max_step = 0.5; expected a number > 0 and <= 0.2");
    refused(clearance + "from = 0.5, to = 1.5, max_points = 1",
            "max_points = 1; expected a whole number >= 2 and <= 1e+06");
    refused(clearance + "from = 0.5, to = 1.5, labels = [\"grazings\"]",
            "labels = [\"grazings\"]; no such label; did you mean grazing? Allowed: fold, branch "
            "point, "
            "period doubling, Neimark-Sacker, grazing");
    refused(clearance + "from = 0.5, to = 1.5, labels = []",
            "labels = []; expected at least one of fold, branch point, period doubling, "
            "Neimark-Sacker, grazing");
}

TEST_CASE("Curves of chosen labels tell why they end", "[app]")
{
    const CaseFolder folder(
        with("curves = { key = \"joint.stops.clearance\", from = 1.5, to = 0.8, "
             "labels = [\"grazing\"] }"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities["curves.label"]["value"].texts() == std::vector<std::string>(2, "grazing"));
    CHECK(quantities["curves.branch"]["value"].numbers() == std::vector<double>{1, 1});
    const std::vector<std::string> ends = quantities["curves.end"]["value"].texts();
    CHECK(ends == std::vector<std::string>(4, "bound"));
}
