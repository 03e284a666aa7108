#include "tests/app/app_test.hpp"

// Refused input and results of `type = "backbone"` with `method = "conservative"`.

using namespace slideway;
using namespace slideway::test;

namespace {

// A mass on a spring of 1 N/m between stops.
const std::string between_stops = model("free_between_stops");

const std::string gap = R"(law        = "gap"
between    = ["oscillator.mass.x", "ground"]
stiffness  = 20.0
clearance  = 0.3
both_sides = true
damping    = 0.2
)";
const std::string range = "energy  = { from = 1e-3, to = 2.0 }\n";

} // namespace

TEST_CASE("a conservative backbone is reported with its labels, and what has been left out",
          "[app]")
{
    const CaseFolder folder(replaced(between_stops, range,
                                     "amplitude = { from = 1e-3, to = 0.5 }\n"
                                     "at = { Omega = [1.5] }\n"));
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("  range: amplitude 0.001 to 0.5 m\n") &&
                              Contains("  small motions: 0.15915494 Hz\n") &&
                              Contains("  left out: damping of the bodies, dashpot of stops\n"));
    const ProgramRun run = run_ok(folder, "run case.toml --output out");
    CHECK_THAT(run.out, Contains("curve 1, grazing: 0.15915494309 Hz, energy 0.045 J, amplitude "
                                 "oscillator.mass.x 0.3 m (stops at 0.3, stops at -0.3)"));
    CHECK_THAT(run.out, Contains("ends: the largest amplitude"));
    CHECK_THAT(run.out, Contains("left out of the free motions: dashpot of stops"));
    const Json quantities = summary_of(folder)["quantities"];
    const double hz = 1 / (2 * std::numbers::pi);
    CHECK(quantities.values("grazing.frequency")[0] == Approx(hz).epsilon(1e-11));
    CHECK(quantities.values("grazing.oscillator.mass.x.amplitude")[0] ==
          Approx(0.3).epsilon(1e-11));
    CHECK(quantities.values("at.frequency")[0] == Approx(1.5 * hz).epsilon(1e-11));
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
    CHECK_THAT(check.out,
               Contains("equations: 8 unknowns to begin with, by harmonics, on 2 modes"));
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
    run_ok(folder, "run case.toml --output out");
    const Json quantities = summary_of(folder)["quantities"];
    const double first = quantities.values("small.frequency")[0];
    CHECK(quantities.values("grazing.frequency")[0] == Approx(first).epsilon(1e-9));
    CHECK(quantities.values("grazing.lower.free_end.y.amplitude")[0] == Approx(1e-3).epsilon(1e-9));
    const io::Hdf5Reader h5((folder / "out" / "results.h5").string());
    CHECK(h5.numbers("free_motions/0001/frequency").back() > 1.001 * first);
}
