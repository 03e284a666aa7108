#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"
#include "tests/app/summary_of.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/toy_list.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

// Shows how to add an analysis: the toy_analysis_program has one that no other file names.

using namespace slideway;
using namespace slideway::test;
using Catch::Contains;

namespace {

// A mass between two springs; moved by a it takes 500 N/m a, and half of that times a.
const std::string stretched = R"(title = "Stretched"

[[substructure]]
name    = "body"
type    = "lumped"
masses  = { mass = { x = 2.0 } }
springs = [
    { between = ["mass.x", "ground"], stiffness = 300.0 },
    { between = ["mass.x", "ground"], stiffness = 200.0 },
]

[analysis]
type   = "stretch"
amount = 0.02

[expected]
"body.energy" = { value = 0.1, rtol = 1e-12 }
)";

} // namespace

TEST_CASE("an analysis is its own files and its name in one list", "[toy_analysis]")
{
    check_toy_list("app/analyses/analysis.hpp", SLIDEWAY_TOY_LIST, "toy_analysis");
}

TEST_CASE("a new analysis has its keys, and the choice of types names it", "[toy_analysis]")
{
    const CaseFolder folder(stretched);
    const ProgramRun keys = run_program(folder, "keys stretch");
    CHECK(keys.exit_status == 0);
    CHECK_THAT(keys.out, Contains("[analysis] type = \"stretch\"") &&
                             Contains("What it takes to move all dofs by one amount.") &&
                             Contains("that every dof moves by"));
    const ProgramRun wrong = run_program(folder, "check case.toml --set analysis.type=stretched");
    CHECK(wrong.exit_status == 2);
    CHECK_THAT(wrong.err, Contains("did you mean stretch?"));
    const ProgramRun number = run_program(folder, "check case.toml --set analysis.amount=0");
    CHECK_THAT(number.err, Contains("analysis.amount = 0; expected a number > 0 [m]"));
    CHECK_THAT(run_program(folder, "check case.toml").out, Contains("analysis stretch by 0.02 m"));
}

TEST_CASE("a case with a new analysis runs and writes its results", "[toy_analysis]")
{
    const CaseFolder folder(stretched);
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    INFO(run.err);
    REQUIRE(run.exit_status == 0); // [expected] is met
    const Json summary = summary_of(folder);
    CHECK(summary["analysis"].text() == "stretch");
    CHECK(summary["quantities"]["body.energy"]["unit"].text() == "J");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    REQUIRE(h5.numbers("stretch/body/force").size() == 1);
    CHECK(h5.numbers("stretch/body/force")[0] == Approx(10).epsilon(1e-14));
}

TEST_CASE("the results of a new analysis are documented and read in Python", "[toy_analysis]")
{
    const CaseFolder folder(stretched);
    const ProgramRun page = run_program(folder, "results stretch --markdown");
    CHECK(page.exit_status == 0);
    CHECK_THAT(page.out,
               Contains("| `B.energy` | J | elastic energy of the body |") &&
                   Contains("| `stretch/B/force` (dofs) | N | force that each dof takes |") &&
                   Contains("- B stands for a body."));
    REQUIRE(run_program(folder, "run case.toml --quiet --output out").exit_status == 0);
    std::ofstream(folder / "read.py") << "import slideway\n"
                                         "results = slideway.read('out')\n"
                                         "force = results.root.stretch['body'].force\n"
                                         "assert (force.unit, len(force)) == ('N', 1), force\n"
                                         "assert abs(force[0] - 10) < 1e-12, force\n";
    const std::string command = "cd '" + folder.path().string() + "' && PYTHONPATH='" +
                                source_dir() + "/python' PYTHONDONTWRITEBYTECODE=1 '" +
                                SLIDEWAY_PYTHON "' read.py";
    CHECK(std::system(command.c_str()) == 0);
}

TEST_CASE("a map goes over the keys of a new analysis", "[toy_analysis]")
{
    const std::string expected = "[expected]\n\"body.energy\" = { value = 0.1, rtol = 1e-12 }\n";
    const std::string map =
        "[map]\nx = { key = \"analysis.amount\", values = [0.01, 0.02, 0.04] }\n";
    const CaseFolder folder(replaced(stretched, expected, map));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out --threads 2");
    INFO(run.err);
    REQUIRE(run.exit_status == 0);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.texts("map/status") == std::vector<std::string>(3, "end"));
    const std::vector<double> energy = h5.numbers("map/quantities/body.energy/value");
    REQUIRE(energy.size() == 3);
    for (std::size_t k = 0; k < 3; ++k)
        CHECK(energy[k] == Approx(0.025 * (1 << 2 * k)).epsilon(1e-12));
}
