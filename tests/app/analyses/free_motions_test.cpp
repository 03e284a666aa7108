#include "io/hdf5_file.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <string>

// Refused input and results of `type = "backbone"` with `method = "conservative"`.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

// A mass on a spring of 1 N/m between stops.
const std::string between_stops = R"([[substructure]]
name     = "oscillator"
type     = "lumped"
masses   = { mass = { x = 1.0 } }
springs  = [{ between = ["mass", "ground"], stiffness = 1.0 }]
dashpots = [{ between = ["mass", "ground"], damping = 0.1 }]

[[joint]]
name       = "stops"
law        = "gap"
between    = ["oscillator.mass.x", "ground"]
stiffness  = 20.0
clearance  = 0.3
both_sides = true
damping    = 0.2

[analysis]
type    = "backbone"
method  = "conservative"
monitor = "oscillator.mass.x"
energy  = { from = 1e-3, to = 2.0 }
)";

const std::string gap = R"(law        = "gap"
between    = ["oscillator.mass.x", "ground"]
stiffness  = 20.0
clearance  = 0.3
both_sides = true
damping    = 0.2
)";
const std::string range = "energy  = { from = 1e-3, to = 2.0 }\n";

} // namespace

TEST_CASE("Wrong conservative backbones are refused with their line and what is allowed", "[app]")
{
    const std::string driven = "; method = \"conservative\" follows free motions, exactly, over "
                               "energy or amplitude: leave it out";
    check_refused(
        between_stops,
        {{"a level", range, range + "level = [1.0, 2.0]\n", "level",
          "analysis.level = [1, 2]" + driven},
         {"harmonics", range, range + "n_h = 3\n", "n_h", "analysis.n_h = 3" + driven},
         {"another method beside it", "\"conservative\"", "[\"conservative\", \"ridge\"]", "method",
          "analysis.method = [\"conservative\", \"ridge\"]; \"conservative\" cannot be combined: "
          "the "
          "others follow driven motions"},
         {"no range", range, "", "[analysis]",
          "analysis.energy = (not given); give one range, energy or amplitude, { from = 1e-6, to "
          "= 1.0 }"},
         {"an empty range", "to = 2.0", "to = 1e-3", "energy",
          "analysis.energy.to = 0.001; expected a larger energy than from"},
         {"a range from zero", "from = 1e-3", "from = 0.0", "energy",
          "analysis.energy.from = 0; expected a number > 0 [J]"},
         {"a frequency of zero", range, range + "at = { Omega = [0.0] }\n",
          "at =", "analysis.at.Omega.1 = 0; expected a number > 0 [rad/s]"},
         {"a mode that does not exist", range, range + "modes = [2]\n", "modes",
          "analysis.modes = 2; there are modes 1 to 1"},
         {"dry friction", gap,
          "law = \"coulomb\"\nbetween = [\"oscillator.mass.x\", \"ground\"]\nlimit = 1.0\n", "law",
          "joint.stops.law = \"coulomb\"; method = \"conservative\" takes laws that conserve the "
          "energy: gap, cubic, and linear"},
         {"a drive", "[analysis]", "[excitation]\nOmega = 1.0\n\n[analysis]", "[excitation]",
          "excitation: free motions have no drive; leave [excitation] out"},
         {"no clearance", "clearance  = 0.3", "clearance  = 0.0", "[analysis]",
          "analysis: joint.stops: it is at its stop where the system rests: small motions are not "
          "linear"},
         {"a body that moves freely",
          "springs  = [{ between = [\"mass\", \"ground\"], stiffness = 1.0 }]\n", "", "[analysis]",
          "analysis: a body moves freely, or joints alone hold it: small motions have no "
          "frequency; "
          "expected supports or springs"}});
}

TEST_CASE("a conservative backbone is reported with its labels, and what has been left out",
          "[app]")
{
    const CaseFolder folder(replaced(between_stops, range,
                                     "amplitude = { from = 1e-3, to = 0.5 }\n"
                                     "at = { Omega = [1.5] }\n"));
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("conservative: amplitude 0.001 to 0.5 m, from 0.15915494 Hz: 4 "
                                   "unknowns on 1 modes; left out: damping of the bodies, dashpot "
                                   "of stops"));
    const ProgramRun run = run_program(folder, "run case.toml --output out");
    CAPTURE(run.err);
    REQUIRE(run.exit_status == 0);
    CHECK_THAT(run.out, Contains("curve 1, grazing: 0.15915494309 Hz, energy 0.045 J, amplitude "
                                 "oscillator.mass.x 0.3 m (stops at 0.3, stops at -0.3)"));
    CHECK_THAT(run.out, Contains("ends: the largest amplitude"));
    CHECK_THAT(run.out, Contains("left out of the free motions: dashpot of stops"));
    const Json quantities = summary_of(folder)["quantities"];
    const double hz = 1 / (2 * std::numbers::pi);
    CHECK(quantities["grazing.frequency"]["value"].numbers()[0] == Approx(hz).epsilon(1e-11));
    CHECK(quantities["grazing.oscillator.mass.x.amplitude"]["value"].numbers()[0] ==
          Approx(0.3).epsilon(1e-11));
    CHECK(quantities["at.frequency"]["value"].numbers()[0] == Approx(1.5 * hz).epsilon(1e-11));
    const io::Hdf5Reader h5((folder / "out" / "results.h5").string());
    const std::string at = "free_motions/0001/";
    const std::vector<double> energy = h5.numbers(at + "energy"),
                              frequency = h5.numbers(at + "frequency"),
                              amplitude = h5.numbers(at + "oscillator.mass.x/amplitude");
    REQUIRE(energy.size() == frequency.size());
    CHECK(amplitude.front() == Approx(1e-3).epsilon(1e-10));
    CHECK(amplitude.back() == Approx(0.5).epsilon(1e-10));
    CHECK(energy.back() == Approx(0.125 + 10 * 0.04).epsilon(1e-10));
}

TEST_CASE("check states the unknowns of the equations that a backbone takes", "[app]")
{
    // The second mode is 141 times as fast as the first one: by harmonics. The one pair (1, 1) and
    // the five odd harmonics up to the ninth of the displacement, with frequency and damping.
    const CaseFolder folder(R"([[substructure]]
name    = "pair"
type    = "lumped"
masses  = { left = { x = 1.0 }, right = { x = 1.0 } }
springs = [
  { between = ["left", "ground"], stiffness = 1.0 },
  { between = ["left", "right"],  stiffness = 1e4 },
]

[[joint]]
name    = "hardening"
law     = "cubic"
between = ["pair.right.x", "ground"]
k3      = 1.0

[analysis]
type    = "backbone"
method  = "conservative"
monitor = "pair.right.x"
modes   = [1]
energy  = { from = 1e-3, to = 0.1 }
)");
    const ProgramRun check = run_program(folder, "check case.toml");
    CAPTURE(check.err);
    CHECK_THAT(check.out, Contains(" Hz: 8 unknowns to begin with, by harmonics, on 2 modes"));
}

TEST_CASE("a meshed beam that is reduced hits its stop where its first mode reaches it", "[app]")
{
    const CaseFolder folder(R"([[substructure]]
name = "lower"
type = "plane-stress"
mesh = "lower.inp"
material = { young = 2.38e9, poisson = 0.37, density = 1200.0 }
thickness = 0.010
damping = { alpha = 20.0, beta = 3.6e-8 }
fixed = ["clamp"]
reduction = { method = "modal-truncation", n_modes = 3 }

[[joint]]
name      = "stop"
law       = "gap"
between   = ["lower.free_end.y", "ground"]
stiffness = 500.0
clearance = 1e-3

[analysis]
type       = "backbone"
method     = "conservative"
monitor    = "lower.free_end.y"
amplitude  = { from = 1e-5, to = 1.05e-3 }
modes      = [1]
max_curves = 1
)");
    const ProgramRun run = run_program(folder, "run case.toml --output out");
    CAPTURE(run.err);
    REQUIRE(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    const double first = quantities["small.frequency"]["value"].numbers()[0];
    CHECK(quantities["grazing.frequency"]["value"].numbers()[0] == Approx(first).epsilon(1e-9));
    CHECK(quantities["grazing.lower.free_end.y.amplitude"]["value"].numbers()[0] ==
          Approx(1e-3).epsilon(1e-9));
    const io::Hdf5Reader h5((folder / "out" / "results.h5").string());
    CHECK(h5.numbers("free_motions/0001/frequency").back() > 1.001 * first);
}
