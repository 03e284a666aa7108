#include "io/hdf5_file.hpp"
#include "tests/app/case/check_refused.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

// What `type = "backbone"` refuses, and what a run of it leaves.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

// A mass with a friction damper: a Jenkins oscillator.
const std::string damper = R"(title = "Mass with a friction damper"

[[substructure]]
name     = "oscillator"
type     = "lumped"
masses   = { mass = { x = 1.0, y = 1.0 } }
springs  = [
  { between = ["mass.x", "ground"], stiffness = 1.0e4 },
  { between = ["mass.y", "ground"], stiffness = 1.0e6 },
]
damping  = { beta = 2e-4 }

[[joint]]
name       = "pad"
law        = "elastic-coulomb"
between    = ["oscillator.mass", "ground"]
normal_deg = 90.0
k_t        = 4.4e3
k_n        = 0.0
friction   = 0.5
preload    = 20.0

[[load]]
name  = "shaker"
on    = "oscillator.mass.x"
force = { amplitude = 1.0 }

[analysis]
type         = "backbone"
monitor      = "oscillator.mass.x"
level        = { load = "shaker", from = 0.1, to = 100.0, points = 7, spacing = "log" }
frequency_hz = { from = 12.0, to = 22.0 }
)";

const std::string levels =
    "level        = { load = \"shaker\", from = 0.1, to = 100.0, points = 7, spacing = \"log\" }\n";

} // namespace

TEST_CASE("Wrong backbones are refused with their line and what is allowed", "[app]")
{
    const std::string range = "frequency_hz = { from = 12.0, to = 22.0 }";
    check_refused(
        damper,
        {{"level zero", "from = 0.1", "from = 0", "level ",
          "analysis.level.from = 0; expected a number > 0"},
         {"one level", levels, "level = 2.0\n", "level = 2",
          "analysis.level = 2; expected at least two levels: the curves go from the lowest to the "
          "highest"},
         {"no level", levels, "", "[analysis]",
          "analysis: missing key level (levels of the drive at which extrema are listed; curves "
          "span "
          "them)"},
         {"a method that is none", "monitor  ", "method = \"peak\"\nmonitor  ", "method",
          "analysis.method = \"peak\"; expected one or several of ridge, damped-mode, "
          "phase-resonance"},
         {"no range", range, "", "[analysis]",
          "analysis.frequency_hz = (not given); give the range of frequencies, { from = 150, "
          "to = 250 }"},
         {"a frequency of its own", "[analysis]", "[excitation]\nfrequency_hz = 15.0\n\n[analysis]",
          "[excitation]",
          "excitation: the frequency of a forced response goes from "
          "analysis.frequency_hz.from to .to; leave [excitation] out"}});
}

TEST_CASE("a range without an extremum is refused", "[app]")
{
    const CaseFolder folder(damper);
    const ProgramRun run =
        run_program(folder, "run case.toml --output out --set analysis.frequency_hz.from=25 --set "
                            "analysis.frequency_hz.to=30");
    CAPTURE(run.out, run.err);
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, Contains("the response has no maximum or minimum there"));
}

// Stuck: omega^2 = (k + k_t) / m, free k / m; the maximum of the rms of one harmonic of a linear
// oscillator lies at Omega^2 = omega^2 - c^2 / 2.
TEST_CASE("a backbone leads from the stuck resonance to the free one", "[app]")
{
    const CaseFolder folder(damper);
    const ProgramRun run = run_program(folder, "run case.toml --output out");
    CAPTURE(run.out, run.err);
    REQUIRE(run.exit_status == 0);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.attribute("", "analysis") == "backbone");
    const std::vector<double> level = h5.numbers("extrema/level"),
                              frequency = h5.numbers("extrema/frequency");
    const std::vector<int> maximum = h5.integers("extrema/maximum");
    REQUIRE(level.size() == 7);
    CHECK(std::count(maximum.begin(), maximum.end(), 1) == 7);
    CHECK(h5.integers("extrema/largest") == std::vector<int>(7, 1));
    const double k = 1e4, c = 2e-4 * k, two_pi = 2 * 3.14159265358979324;
    auto peak = [&](double stiffness) -> double {
        return std::sqrt(stiffness - c * c / 2) / two_pi;
    };
    // Damping goes with the springs of the body alone.
    CHECK(std::abs(frequency.front() - peak(k + 4.4e3)) < 1e-9 * peak(k));
    // Slip adds damping, -mu N / (amplitude ...): at 100 N a thousandth of the frequency.
    CHECK(std::abs(frequency.back() - peak(k)) < 2e-3 * peak(k));
    CHECK(h5.texts("curves/0001/ends") ==
          std::vector<std::string>{"the lowest level", "the highest level"});
    CHECK(h5.texts("extrema/states").front() == "pad stick");
    CHECK(h5.texts("extrema/states").back() == "pad stick/slip");
}

TEST_CASE("superharmonic maxima lie on a closed curve that starts at a response", "[app]")
{
    const CaseFolder folder("");
    const ProgramRun run =
        run_program(folder, "run backbones/cantilever_with_pad --quiet --output out --set "
                            "analysis.responses=[4.5] --set analysis.level=[0.02,4.5,200]");
    CAPTURE(run.out, run.err);
    REQUIRE(run.exit_status == 0);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.texts("curves/0002/ends") == std::vector<std::string>{"closed", "closed"});
    const std::vector<double> level = h5.numbers("extrema/level"),
                              frequency = h5.numbers("extrema/frequency");
    // Harmonic balance of an independent implementation, nine digits.
    bool found = false;
    for (std::size_t i = 0; i < level.size(); ++i)
        found = found || (level[i] == 4.5 && std::abs(frequency[i] / 190.618971 - 1) < 1e-8);
    CHECK(found);
}
