#include "tests/app/app_test.hpp"
#include "tests/support/source_dir.hpp"

#include <cmath>

// Solid bodies from the case file to results.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string geo = source_dir() + "/cases/substructures/data/solid_cantilever.geo";

// A steel bar of 200 mm x 20 mm x 10 mm along x, of few quadratic hexahedra.
std::string bar(const std::string& keys)
{
    return "[[substructure]]\nname = \"b\"\ntype = \"solid\"\nmesh = \"" + geo +
           "\"\nmesh_parameters = { nx = 4, ny = 1, nz = 1 }\n"
           "material = { young = 210e9, poisson = 0.3, density = 7800 }\n" +
           keys;
}

std::string modes(int n)
{
    return "\n[analysis]\ntype = \"modes\"\nof = \"bodies\"\nn_modes = " + std::to_string(n) + "\n";
}

std::vector<double> frequencies(const std::string& keys, int n)
{
    return RunCase(bar(keys) + modes(n)).h5().numbers("modes/b/frequency");
}

void check_equal(const std::vector<double>& found, const std::vector<double>& expected,
                 double tolerance)
{
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k)
        CHECK(found[k] == Approx(expected[k]).epsilon(tolerance).margin(0.03)); // rigid: below 0.03
}

} // namespace

TEST_CASE("The outline of a solid bar has its sharp edges alone, and their motion", "[app]")
{
    const RunCase run(bar("fixed = [\"clamp\"]\n") +
                      "[[load]]\nname = \"pull\"\n"
                      "on = \"b.end.x\"\nforce = 1e4\n[analysis]\ntype = \"static\"\n");
    const io::Hdf5Reader h5 = run.h5();
    const std::vector<double> X = h5.numbers("bodies/b/outline/X"),
                              moved = h5.numbers("bodies/b/outline/displacement");
    CHECK(h5.integers("bodies/b/outline/first").size() == 4 * 4 + 8); // 4 x 1 x 1 elements
    REQUIRE(X.size() == 3 * 4 * 5);
    REQUIRE(moved.size() == X.size());
    for (std::size_t k = 0; k < X.size(); k += 3) {
        CHECK((std::abs(X[k + 1]) - 0.01) == Approx(0).margin(1e-12));
        CHECK((std::abs(X[k + 2]) - 0.005) == Approx(0).margin(1e-12));
        CHECK(moved[k] >= 0); // pulled along x
    }
}

TEST_CASE("A solid bar under an axial force stretches as a bar, whole and reduced", "[app]")
{
    // The clamp holds x alone, and one node y, z and the turn: the stress is uniform, and the
    // displacement F L / (E A) exact. The resultant is spread as uniform traction.
    const std::string supports = "fixed = [\"clamp.x\", \"n1.y\", \"n1.z\", \"n2.z\"]\n";
    const double force = 1e4, area = 2e-4, exact = force * 0.2 / (210e9 * area);
    const std::string load = "[[load]]\nname = \"pull\"\non = \"b.end.x\"\nforce = 1e4\n"
                             "[analysis]\ntype = \"static\"\n[output]\nhistory = [\"b.end.x\"]\n";
    for (const std::string reduction :
         {"", "reduction = { method = \"craig-bampton\", n_modes = 5 }\n",
          "reduction = { method = \"guyan\" }\n",
          "reduction = { method = \"hintz-herting\", n_modes = 8 }\n"}) {
        CAPTURE(reduction);
        const RunCase run(bar(supports + reduction + load));
        CHECK(run.quantities.value("b.end.x.displacement") == Approx(exact).epsilon(1e-9));
        CHECK(run.quantities.value("b.von_mises.max") == Approx(force / area).epsilon(1e-7));
        const std::vector<double> stress = run.h5().numbers("bodies/b/stress");
        CHECK(stress.size() % 6 == 0);
        CHECK(std::filesystem::exists(run / "out/fields/static.vtu"));
    }
}

TEST_CASE("A pressure on the end of a solid bar acts against the outward normal", "[app]")
{
    const RunCase run(
        bar("fixed = [\"clamp.x\", \"n1.y\", \"n1.z\", \"n2.z\"]\n"
            "placement = { turns = [{ axis = [0, 1, 0], angle_deg = 0 }], at = [1, 2, 3] }\n"
            "[[load]]\nname = \"press\"\non = \"b.end\"\npressure = 5e7\n"
            "[analysis]\ntype = \"static\"\n[output]\nhistory = [\"b.end.x\"]\n"));
    CHECK(run.quantities.value("b.end.x.displacement") == Approx(-5e7 * 0.2 / 210e9).epsilon(1e-9));
}

TEST_CASE("A solid bar has six rigid motions, and does not depend on its place", "[app]")
{
    const std::vector<double> f = frequencies("", 9);
    for (std::size_t k = 0; k < 6; ++k)
        CHECK(f[k] < 0.03);
    CHECK(f[6] > 500);
    check_equal(
        frequencies("placement = { at = [100, -70, 130], turns = [{ axis = [1, 0, 0], "
                    "angle_deg = 33 }, { axis = [0, 1, 0], angle_deg = -71 }, { axis = [1, 1, "
                    "2], angle_deg = 120 }] }\n",
                    9),
        f, 1e-8);
    // mm, tonne, s: the same mesh in other units of length
    check_equal(
        frequencies("scale = 1000\n", 9),
        [&f] {
            std::vector<double> slower = f; // a body a thousand times as large
            for (double& each : slower)
                each /= 1000;
            return slower;
        }(),
        1e-8);
}

TEST_CASE("Free-interface and fixed-interface reductions keep the frequencies of a solid", "[app]")
{
    const std::string supports = "fixed = [\"clamp\"]\nports = { tip = { group = \"end\" } }\n";
    const std::vector<double> f = frequencies(supports, 4);
    for (const std::string reduction :
         {"reduction = { method = \"craig-bampton\", n_modes = 30, boundary = [\"tip\"] }\n",
          "reduction = { method = \"hintz-herting\", n_modes = 30, boundary = [\"tip\"] }\n"}) {
        CAPTURE(reduction);
        check_equal(frequencies(supports + reduction, 4), f, 1e-4); // truncated modes
    }
}

TEST_CASE("check describes a solid body with its groups, nodes and stiff elements", "[app]")
{
    const CaseFolder folder(bar("fixed = [\"clamp\"]\nplacement = { put = \"\" }\n") + modes(1));
    const std::string text = run_ok(folder, "check case.toml").out;
    CHECK_THAT(text,
               Contains("body b (solid, ") && Contains("size 0.2 m x 0.02 m x 0.01 m, mass "
                                                       "0.312 kg, centre of mass (0.1, 0) m"));
    CHECK_THAT(text, Contains("body, clamp, end"));
}

TEST_CASE("A hanging bar states the force of its support, reduced that it has none", "[app]")
{
    // No lateral strain: u = rho g L^2 / (2 E), and the clamp carries the weight. The bar hangs
    // along -z after a turn.
    const double weight = 7800 * 9.81 * 0.2 * 2e-4, exact = 7800 * 9.81 * 0.04 / 2 / 210e9;
    for (const std::string reduction : {"", "reduction = { method = \"craig-bampton\" }\n"}) {
        CAPTURE(reduction);
        std::string text =
            bar("fixed = [\"clamp\"]\n"
                "placement = { turns = [{ axis = [0, 1, 0], angle_deg = 90 }], "
                "at = [1, 2, 3] }\n" +
                reduction +
                "[[load]]\nname = \"weight\"\non = \"b\"\n"
                "acceleration = [0, 0, -9.81]\n"
                "[analysis]\ntype = \"static\"\n[output]\nhistory = [\"b.end.z\"]\n");
        text.replace(text.find("0.3"), 3, "0.0");
        const RunCase run(text);
        if (!reduction.empty()) { // the modes that are left out take a part of the energy
            CHECK(run.quantities.value("b.end.z.displacement") == Approx(-exact).epsilon(0.05));
            CHECK_THAT(run.out, Contains("body b: forces of its supports are not given"));
            CHECK_FALSE(run.h5().holds("bodies/b/reaction"));
            continue;
        }
        CHECK(run.quantities.value("b.end.z.displacement") == Approx(-exact).epsilon(1e-9));
        CHECK(run.quantities.value("b.support.clamp.force.z") == Approx(weight).epsilon(1e-10));
        CHECK(std::abs(run.quantities.value("b.support.clamp.force.x")) < 1e-9 * weight);
        const std::vector<double> reaction = run.h5().numbers("bodies/b/reaction");
        double sum = 0;
        for (std::size_t k = 2; k < reaction.size(); k += 3)
            sum += reaction[k];
        CHECK(sum == Approx(weight).epsilon(1e-10));
    }
}

TEST_CASE("Supports balance forces, pressures and a rotation, also those on held nodes", "[app]")
{
    // The traction on the face "end" and the pressure on it act on the node n2 too, which is held.
    const RunCase run(bar("fixed = [\"clamp\"]\n") +
                      "[[load]]\nname = \"pull\"\non = \"b.end.y\"\nforce = 300\n"
                      "[[load]]\nname = \"press\"\non = \"b.end\"\npressure = 1e6\n"
                      "[rotation]\npoint = [-1, 0, 0]\nomega = 50\n"
                      "[analysis]\ntype = \"static\"\n");
    const double mass = 7800 * 0.2 * 2e-4;
    CHECK(run.quantities.value("b.support.clamp.force.x") ==
          Approx(1e6 * 2e-4 - mass * 2500 * 1.1).epsilon(1e-10));
    CHECK(run.quantities.value("b.support.clamp.force.y") == Approx(-300).epsilon(1e-10));
    CHECK(std::abs(run.quantities.value("b.support.clamp.force.z")) < 1e-9 * 300);
}

TEST_CASE("A prescribed displacement of a face strains a solid bar", "[app]")
{
    const RunCase run(bar("fixed = [\"clamp.x\", \"n1.y\", \"n1.z\", \"n2.z\"]\n") +
                      "[[motion]]\nname = \"pull\"\non = \"b.end.x\"\ndisplacement = 1e-4\n"
                      "[analysis]\ntype = \"static\"\n");
    const double force = 210e9 * 2e-4 * 1e-4 / 0.2;
    CHECK(run.quantities.value("pull.force") == Approx(force).epsilon(1e-9));
    CHECK(run.quantities.value("b.support.clamp.x.force.x") == Approx(-force).epsilon(1e-9));
    CHECK(run.quantities.value("b.von_mises.max") == Approx(force / 2e-4).epsilon(1e-7));
}

TEST_CASE("An orthotropic bar has the modulus of its axes, which turn with the body", "[app]")
{
    const auto stretch = [](const std::string& axes, const std::string& placement) -> double {
        std::string text =
            bar("fixed = [\"clamp.x\", \"n1.y\", \"n1.z\", \"n2.z\"]\n" + placement +
                "[[load]]\nname = \"pull\"\non = \"b.end.x\"\nforce = 1e4\n"
                "[analysis]\ntype = \"static\"\n[output]\nhistory = [\"b.end.x\"]\n");
        const std::string isotropic = "young = 210e9, poisson = 0.3";
        text.replace(text.find(isotropic), isotropic.size(),
                     "orthotropic = { young = [140e9, 10e9, 9e9], poisson = [0.3, 0.4, 0.28], "
                     "shear = [5e9, 3.4e9, 4.5e9]" +
                         axes + " }");
        return RunCase(text).quantities.value("b.end.x.displacement");
    };
    const double unit = 1e4 * 0.2 / 2e-4;
    CHECK(stretch("", "") == Approx(unit / 140e9).epsilon(1e-9));
    CHECK(stretch(", axis_1 = [0, 1, 0], axis_2 = [1, 0, 0]", "") ==
          Approx(unit / 10e9).epsilon(1e-9));
    CHECK(stretch(", axis_1 = [0, 2, 0], axis_2 = [0, 1, 3]", "") ==
          Approx(unit / 9e9).epsilon(1e-9));
}

TEST_CASE("A motion without energy of reduced integration is a warning", "[app]")
{
    // A single hex20r with one face held has one motion without energy; hex20 has none.
    const auto warnings = [](const std::string& element) -> std::string {
        const RunCase run("[[substructure]]\nname = \"b\"\ntype = \"solid\"\nmesh = \"" + geo +
                          "\"\nmesh_parameters = { nx = 1, ny = 1, nz = 1 }\n"
                          "elements = { hex20 = \"" +
                          element +
                          "\" }\nmaterial = { young = 210e9, poisson = 0.3, density = 7800 }\n"
                          "fixed = [\"clamp\"]\n" +
                          modes(3));
        std::string all;
        for (const std::string& warning : summary_of(run)["warnings"].texts())
            all += warning + "\n";
        return all;
    };
    CHECK_THAT(warnings("hex20r"), Catch::Contains("b: 1 mode at 0 Hz is no rigid motion"));
    CHECK_THAT(warnings("hex20"), !Catch::Contains("at 0 Hz"));
}
