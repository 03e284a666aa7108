#include "tests/app/app_test.hpp"

// Forced responses about the equilibrium under constant loads.

using namespace slideway;
using namespace slideway::test;

namespace {

// A mass on a spring (k = 1e4 N/m), which friction (k_t = 4.4e3 N/m) holds while the contact is
// closed: 120 rad/s, else 100 rad/s.
std::string pressed(double preload, double press)
{
    return changed(model("forced_response"),
                   {"damping = { beta = 2e-5 }", "k_n = 1.0e5",
                    "preload = " + std::to_string(preload), "force = { amplitude = 1e-4 }",
                    "[analysis] n_h = 3\nlevel =",
                    "+ [[load]]\nname = \"press\"\non = \"oscillator.mass.y\"\nforce = " +
                        std::to_string(press)});
}

// A mass that a stop on one side meets, under a constant load.
std::string stop(double load)
{
    return changed(
        model("stopped_oscillator"),
        {"[[joint]] stiffness = 9.0\nclearance = 0.0\nboth_sides =", "force = { amplitude = 1.0 }",
         "[analysis] type = \"forced-response\"\nn_h = 9\nOmega = { from = 0.5, to = 6.0 }",
         "+ [[load]]\nname = \"dead\"\non = \"oscillator.mass.x\"\nforce = " +
             std::to_string(load)});
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
