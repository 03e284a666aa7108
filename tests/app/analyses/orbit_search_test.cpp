#include "base/text.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/app_test.hpp"

// Periodic motions sought from many starts, and labels over a second parameter, from a case file to
// results. The mechanics: tests/dynamics/orbits.

using namespace slideway;
using namespace slideway::test;

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

TEST_CASE("Starts that settle on the motions of a bent resonance find one branch", "[app]")
{
    const CaseFolder folder(oscillator);
    const ProgramRun check = run_ok(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("start: 5 starts at each of 2 values"));
    run_ok(folder, "run case.toml --quiet --output out");
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities.value("search.starts") == 10);
    CHECK(quantities.value("search.found") == 10);
    CHECK(quantities.value("branches") == 1);
    CHECK(quantities.values("branches.starts") == std::vector<double>{10});
    CHECK(quantities.values("branches.found_at").front() == Approx(0.9));
    CHECK(quantities.values("branches.stable") == std::vector<double>{1});
    CHECK(quantities.values("period_1.starts") == std::vector<double>{10});
    CHECK(quantities.value("grazing") == 2);

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
    const RunCase run(oscillator);
    const double grazing = run.quantities.values("grazing.Omega")[0];
    for (const double beside : {-1e-9, 1e-9}) {
        const std::string at = number_text(grazing + beside, 12);
        CAPTURE(at);
        run_ok(run, "run case.toml --quiet --output out --set "
                    "\"analysis.search.at=[" +
                        at + "]\"");
        const Json quantities = summary_of(run)["quantities"];
        CHECK(quantities.values("branches.found_at").front() == Approx(grazing).epsilon(1e-8));
        CHECK(quantities.value("grazing") == 2);
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

TEST_CASE("Curves of chosen labels tell why they end", "[app]")
{
    const RunCase run(with("curves = { key = \"joint.stops.clearance\", from = 1.5, to = 0.8, "
                           "labels = [\"grazing\"] }"));
    CHECK(run.quantities["curves.label"]["value"].texts() ==
          std::vector<std::string>(2, "grazing"));
    CHECK(run.quantities.values("curves.branch") == std::vector<double>{1, 1});
    const std::vector<std::string> ends = run.quantities["curves.end"]["value"].texts();
    CHECK(ends == std::vector<std::string>(4, "bound"));
}
