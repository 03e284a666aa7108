#include "tests/app/app_test.hpp"

// Forced responses about the equilibrium under constant loads.

using namespace slideway;
using namespace slideway::test;

namespace {

// A mass on a spring (k = 1e4 N/m), which friction (k_t = 4.4e3 N/m) holds while the contact is
// closed: 120 rad/s, else 100 rad/s.
std::string pressed(double preload, double press)
{
    return R"([[substructure]]
name     = "oscillator"
type     = "lumped"
masses   = { mass = { x = 1.0, y = 1.0 } }
springs  = [
  { between = ["mass.x", "ground"], stiffness = 1.0e4 },
  { between = ["mass.y", "ground"], stiffness = 1.0e6 },
]
damping  = { beta = 2e-5 }

[[joint]]
name       = "pad"
law        = "elastic-coulomb"
between    = ["oscillator.mass", "ground"]
normal_deg = 90.0
k_t        = 4.4e3
k_n        = 1.0e5
friction   = 0.5
preload    = )" +
           std::to_string(preload) + R"(

[[load]]
name  = "press"
on    = "oscillator.mass.y"
force = )" +
           std::to_string(press) + R"(

[[load]]
name  = "shaker"
on    = "oscillator.mass.x"
force = { amplitude = 1e-4 }

[analysis]
type         = "forced-response"
n_h          = 3
monitor      = "oscillator.mass.x"
frequency_hz = { from = 22.0, to = 12.0 }
)";
}

// A mass that a stop on one side meets, under a constant load.
std::string stop(double load)
{
    return R"([[substructure]]
name     = "o"
type     = "lumped"
masses   = { m = { x = 1.0 } }
springs  = [{ between = ["m", "ground"], stiffness = 1.0 }]
dashpots = [{ between = ["m", "ground"], damping = 0.1 }]

[[joint]]
name      = "stop"
law       = "gap"
between   = ["o.m.x", "ground"]
stiffness = 9.0
clearance = 0.0

[[load]]
name  = "drive"
on    = "o.m.x"
force = { amplitude = 1.0 }

[[load]]
name  = "dead"
on    = "o.m.x"
force = )" +
           std::to_string(load) + R"(

[analysis]
type    = "forced-response"
n_h     = 9
monitor = "o.m.x"
Omega   = { from = 0.5, to = 6.0 }
)";
}

} // namespace

TEST_CASE("natural frequencies with contacts stuck are those of the equilibrium", "[app]")
{
    // Normal forces there, N = (preload k_y + k_n press) / (k_y + k_n) with k_y = 1e6: from a load
    // alone, against a clearance, opened by a load, and closed by the preload.
    struct Row {
        double preload, press, omega;
    };
    for (const Row& row : {Row{0, 220, 120}, {-20, 440, 120}, {20, -880, 100}, {20, 0, 120}}) {
        CAPTURE(row.preload, row.press);
        const RunCase run(pressed(row.preload, row.press));
        const double hz = row.omega / (2 * std::numbers::pi);
        CHECK(run.quantities["stuck.frequency"]["value"][0].number() == Approx(hz).epsilon(1e-9));
        // Small vibrations without slip have their peak there, except for damping: zeta^2 = 1.4e-6.
        CHECK(run.quantities["largest.frequency"]["value"][0].number() == Approx(hz).epsilon(3e-6));
    }
}

TEST_CASE("a curve begins where a constant load presses a stop", "[app]")
{
    for (const double load : {0.2, -0.2}) {
        CAPTURE(load);
        const CaseFolder folder(stop(load));
        const ProgramRun up = run_ok(folder, "run case.toml --quiet --output up");
        run_ok(folder, "run case.toml --quiet --output down --set analysis.Omega.from=6 "
                       "--set analysis.Omega.to=0.5");
        auto peaks = [&folder](const std::string& results) -> std::vector<double> {
            return summary_of(folder, results)["quantities"].values("peaks.rms");
        };
        const std::vector<double> first = peaks("up"), second = peaks("down");
        REQUIRE(first.size() >= 2);
        CHECK_THAT(second, Catch::Matchers::Approx(first).epsilon(1e-8)); // located to 1e-10
    }
}
