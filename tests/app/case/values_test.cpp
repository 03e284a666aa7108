#include "tests/app/app_test.hpp"

// Values of analyses and maps: a list, or a range with a number of values or a step, gives the same
// results.

using namespace slideway;
using namespace slideway::test;

namespace {

struct Stated {
    std::string text;                ///< case
    std::string line;                ///< line of the case with values
    std::vector<std::string> others; ///< other lines with the same values
    std::string array;               ///< values in the results
};

const std::string frf = "[analysis]\n"
                        "type = \"frf\"\n"
                        "inputs = \"body.mass.x\"\n"
                        "outputs = \"body.mass.x\"\n"
                        "frequency_hz = { from = 1.0, to = 4.0, step = 1.5 }\n";

std::vector<Stated> cases()
{
    const std::string spring = model("spring"), diagram = model("bifurcation_diagram"),
                      shares = model("basin_shares"),
                      over = "Omega   = { from = 1.1, to = 1.9, n = 9 }",
                      shares_over = "Omega  = { from = 1.1, to = 1.58, n = 5 }";
    const std::string map =
        "\n[map]\nx = { key = \"load.push.force\", from = 1.0, to = 4.0, n = 3, "
        "spacing = \"log\" }\n";
    return {
        {spring.substr(0, spring.find("[analysis]")) + frf,
         "{ from = 1.0, to = 4.0, step = 1.5 }",
         {"[1.0, 2.5, 4.0]", "{ values = [1.0, 2.5, 4.0] }", "{ from = 1.0, to = 4.0, n = 3 }"},
         "frequency"},
        {spring + map,
         "from = 1.0, to = 4.0, n = 3, spacing = \"log\"",
         {"values = [1.0, 2.0, 4.0]"},
         "map/x"},
        {replaced(diagram, over, "Omega = { from = 1.1, to = 1.3, n = 3 }"),
         "{ from = 1.1, to = 1.3, n = 3 }",
         {"{ from = 1.1, to = 1.3, step = 0.1 }", "[1.1, 1.2, 1.3]"},
         "values"},
        {replaced(shares, shares_over, "Omega = { from = 1.1, to = 1.2, n = 2 }"),
         "{ from = 1.1, to = 1.2, n = 2 }",
         {"[1.1, 1.2]", "{ values = [1.1, 1.2] }"},
         "parameter"},
    };
}

} // namespace

TEST_CASE("A list gives the results of the range with the same values", "[app]")
{
    for (const Stated& one : cases()) {
        CAPTURE(one.line);
        const RunCase expected(one.text);
        const std::vector<double> values =
            io::Hdf5Reader(expected / "out/results.h5").numbers(one.array);
        for (const std::string& other : one.others) {
            CAPTURE(other);
            const RunCase run(replaced(one.text, one.line, other));
            const std::vector<double> same =
                io::Hdf5Reader(run / "out/results.h5").numbers(one.array);
            REQUIRE(same.size() == values.size());
            for (std::size_t k = 0; k < values.size(); ++k)
                CHECK(same[k] == Approx(values[k]).epsilon(1e-15));
            CHECK(summary_of(run)["quantities"].size() ==
                  summary_of(expected)["quantities"].size());
        }
    }
}

TEST_CASE("An override of the step replaces the number of values of the file, and vice versa",
          "[app]")
{
    const std::string spring = model("spring");
    const CaseFolder folder(spring.substr(0, spring.find("[analysis]")) + frf);
    run_ok(folder, "run case.toml --quiet --output out --set analysis.frequency_hz.n=2");
    CHECK(io::Hdf5Reader(folder / "out/results.h5").numbers("frequency") ==
          std::vector<double>{1, 4});
    const ProgramRun both = run_program(folder, "check case.toml --set analysis.frequency_hz.n=2 "
                                                "--set analysis.frequency_hz.step=1");
    CHECK(both.exit_status == 2);
    CHECK_THAT(both.err, Contains("analysis.frequency_hz.step = 1; give either n or step"));
}

TEST_CASE("Starts take a list of values, planes take evenly spaced ones", "[app]")
{
    const std::string grid = "{ from = -1.0, to = 1.0, n = 3 }", list = "{ values = [-1, 0.0, 1] }";
    const std::string diagram = replaced(
        replaced(model("bifurcation_diagram"), "Omega   = { from = 1.1, to = 1.9, n = 9 }",
                 "Omega = [1.1, 1.2]"),
        "[analysis]\n",
        "[analysis]\nstarts = { displacement = { \"oscillator.mass.x\" = " + grid + " } }\n");
    const RunCase even(diagram), listed(replaced(diagram, grid, list));
    for (const RunCase* run : {&even, &listed})
        CHECK(io::Hdf5Reader(*run / "out/results.h5")
                  .numbers("starts/displacement/oscillator.mass.x") ==
              std::vector<double>{-1, 0, 1});
    CHECK(summary_of(even)["quantities"] == summary_of(listed)["quantities"]);
}
