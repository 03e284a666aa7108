#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/app_test.hpp"

// Periodic motions over any key of their case, for each value of which the model is made anew.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string range = "Omega   = { from = 0.8, to = 2.0 }",
                  drive = "\n[excitation]\nOmega = 0.9\n";

std::string over(const std::string& key, const std::string& ends)
{
    return replaced(stopped_oscillator, range,
                    "over = { key = \"" + key + "\", " + ends + " }" + drive);
}

} // namespace

TEST_CASE("Over any key periodic orbits graze where the motion without stops says", "[app]")
{
    // Without contact |x| = F / sqrt((k - m Omega^2)^2 + (c Omega)^2), and the stops are at 1.
    const double w = 0.81, rest = std::sqrt(0.04 - 0.1 * 0.1 * w);
    for (const auto& [key, ends, name, expected] :
         {std::tuple<std::string, std::string, std::string, double>{
              "substructure.oscillator.masses.mass.x", "from = 0.5, to = 1.5, at = 0.5", "x",
              (1 - rest) / w},
          {"substructure.oscillator.springs.1.stiffness", "from = 1.4, to = 0.85", "stiffness",
           w + rest},
          {"substructure.oscillator.dashpots.1.damping", "from = 0.3, to = 0.05", "damping",
           std::sqrt(0.04 - 0.19 * 0.19) / 0.9},
          {"load.shaker.force.amplitude", "from = 0.1, to = 0.4", "amplitude",
           std::hypot(0.19, 0.09)}}) {
        CAPTURE(key);
        const RunCase run(over(key, ends));
        const std::vector<double> grazing = run.quantities.values("grazing." + name);
        REQUIRE_FALSE(grazing.empty());
        double least = 1;
        for (const double at : grazing)
            least = std::min(least, std::abs(at - expected));
        CHECK(least < 1e-10);
    }
}

TEST_CASE("Labels over any key are followed along what a closed form says", "[app]")
{
    const CaseFolder folder(replaced(
        stopped_oscillator, "Omega   =",
        "curves = { key = \"substructure.oscillator.masses.mass.x\", from = 0.8, to = 1.3, "
        "labels = [\"grazing\"] }\nOmega   ="));
    // The case gives the mass within an inline table.
    run_ok(folder, "run case.toml --quiet --output out");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    for (const std::string at : {"curves/0001/", "curves/0002/"}) {
        const std::vector<double> Omega = h5.numbers(at + "parameter"),
                                  mass = h5.numbers(at + "second");
        REQUIRE(Omega.size() > 5);
        for (std::size_t k = 0; k < Omega.size(); ++k)
            CHECK(0.2 / std::hypot(1 - mass[k] * Omega[k] * Omega[k], 0.1 * Omega[k]) ==
                  Approx(1).epsilon(1e-9));
    }
}

TEST_CASE("Grazing over the clearance and the level goes by their ratio", "[app]")
{
    // The level of the stop is that of the first parameter as it is.
    const double x = 0.2 / std::hypot(0.19, 0.09);
    const RunCase run(replaced(over("joint.stops.clearance", "from = 1.5, to = 0.5"), "over =",
                               "curves = { key = \"level\", from = 0.6, to = 1.4 }\nover ="));
    const io::Hdf5Reader h5(run / "out/results.h5");
    const std::vector<double> clearance = h5.numbers("curves/0001/parameter"),
                              level = h5.numbers("curves/0001/second");
    REQUIRE(level.size() > 10);
    CHECK(*std::min_element(level.begin(), level.end()) == 0.6);
    CHECK(*std::max_element(level.begin(), level.end()) == 1.4);
    for (std::size_t k = 0; k < level.size(); ++k)
        CHECK(clearance[k] == Approx(x * level[k]).epsilon(1e-9));
}

TEST_CASE("Numbers of one joint are followed together", "[app]")
{
    // Grazing does not hang on the dashpot, which the case does not give.
    const double x = 0.2 / std::hypot(0.19, 0.09);
    const RunCase run(replaced(
        over("joint.stops.clearance", "from = 1.5, to = 0.5"),
        "over =", "curves = { key = \"joint.stops.damping\", from = 0, to = 0.5 }\nover ="));
    const io::Hdf5Reader h5(run / "out/results.h5");
    for (const double clearance : h5.numbers("curves/0001/parameter"))
        CHECK(clearance == Approx(x).epsilon(1e-9));
}

TEST_CASE("Motions of a reduced beam over its modulus are those of runs at each modulus", "[app]")
{
    // The basis of the reduction changes with the key; the second monitor is none of its dofs.
    const std::string beam = R"(
[[substructure]]
name      = "beam"
type      = "beam"
length    = 0.2
elements  = 10
points    = { pad = 0.5 }
section   = { width = 0.01, height = 0.01 }
material  = { young = 210e9, density = 7830 }
axial     = false
fixed     = ["start"]
damping   = { ratio = 0.01 }
reduction = { method = "craig-bampton", n_modes = 3 }

[[joint]]
name      = "stop"
law       = "gap"
between   = ["beam.end.y", "ground"]
stiffness = 5.0e4
clearance = 2e-4

[[load]]
name  = "shaker"
on    = "beam.end.y"
force = { amplitude = 2.0 }

[analysis]
type    = "periodic-orbits"
monitor = ["beam.end.y", "beam.pad.y"]
)";
    const std::string young = "substructure.beam.material.young";
    const RunCase run(beam + "over = { key = \"" + young +
                      "\", from = 200e9, to = 225e9, orbits = [203e9, 217e9] }\n"
                      "[excitation]\nfrequency_hz = 215.0\n");
    const io::Hdf5Reader h5(run / "out/results.h5");
    for (const std::string at : {"orbits/0003/", "orbits/0004/"}) {
        const double value = h5.numbers(at + "parameter").front();
        CAPTURE(value);
        const CaseFolder alone(beam + "frequency_hz = { from = 214.5, to = 215.5, at = 215 }\n");
        run_ok(alone,
               "run case.toml --quiet --output out --set " + young + "=" + std::to_string(value));
        const Json quantities = summary_of(alone)["quantities"];
        for (const std::string monitor : {"beam.end.y", "beam.pad.y"}) {
            const std::vector<double> extrema =
                h5.numbers(at + "points/" + monitor + "/extrema/value");
            CHECK(*std::max_element(extrema.begin(), extrema.end()) ==
                  Approx(quantities.value("start." + monitor + ".max")).epsilon(1e-9));
        }
    }
}

TEST_CASE("Over the level displacements go by it where the drive moves the support", "[app]")
{
    // A linear oscillator: |x| = |k + j c Omega| / |k - m Omega^2 + j c Omega| of the base.
    const RunCase run(R"(
[[substructure]]
name     = "oscillator"
type     = "lumped"
masses   = { base = { x = 1.0 }, mass = { x = 1.0 } }
springs  = [{ between = ["mass.x", "base.x"], stiffness = 1.0 }]
dashpots = [{ between = ["mass.x", "base.x"], damping = 0.1 }]

[[motion]]
name         = "shaker"
on           = "oscillator.base.x"
displacement = { amplitude = 0.1 }

[excitation]
Omega = 0.6

[analysis]
type    = "periodic-orbits"
monitor = ["oscillator.mass.x", "oscillator.base.x"]
over    = { key = "level", from = 0.5, to = 1.0 }
)");
    const double gain = std::hypot(1, 0.06) / std::hypot(1 - 0.36, 0.06);
    const io::Hdf5Reader h5(run / "out/results.h5");
    const std::vector<double> level = h5.numbers("branches/0001/parameter"),
                              mass = h5.numbers("branches/0001/points/oscillator.mass.x/largest"),
                              base = h5.numbers("branches/0001/points/oscillator.base.x/largest");
    REQUIRE(level.size() > 10);
    for (std::size_t k = 0; k < level.size(); ++k) {
        CHECK(base[k] == Approx(0.1 * level[k]).epsilon(1e-9));
        CHECK(mass[k] == Approx(0.1 * gain * level[k]).epsilon(1e-9));
    }

    run_ok(run, "run case.toml --quiet --output diagram --set analysis.type=bifurcation-diagram "
                "--set analysis.over.n=3");
    const io::Hdf5Reader diagram(run / "diagram/results.h5");
    const std::vector<double> values = diagram.numbers("values"),
                              largest =
                                  diagram.numbers("series/0001/points/oscillator.mass.x/largest");
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(largest[i] == Approx(0.1 * gain * values[i]).epsilon(1e-6)); // 0.9^300 of the start
}
