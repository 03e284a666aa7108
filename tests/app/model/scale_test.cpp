#include "app/analyses/job.hpp"
#include "dynamics/modal/modes.hpp"
#include "tests/app/app_test.hpp"

// Meshes in other units than metres, and what a case reports about the size of its bodies.

using namespace slideway;
using namespace slideway::test;

namespace {

// A steel strip of 100 x 10 x 5 mm, drawn in millimetres, and a beam of 0.2 m.
const char* const strip = R"(*NODE
1, 20, 0
2, 70, 0
3, 120, 0
4, 120, 10
5, 70, 10
6, 20, 10
*ELEMENT, TYPE=CPS4, ELSET=strip
1, 1, 2, 5, 6
2, 2, 3, 4, 5
*NSET, NSET=clamp
1, 6
)";

const char* const two_bodies = R"([[substructure]]
name = "strip"
type = "plane-stress"
mesh = "strip.inp"
scale = 0.001
material = { young = 210e9, poisson = 0.3, density = 8000 }
thickness = 0.005
fixed = ["clamp"]

[[substructure]]
name = "rod"
type = "beam"
length = 0.2
elements = 4
section = { width = 0.01, height = 0.01 }
material = { young = 210e9, density = 8000 }
placement = { angle_deg = 90, at = [1, 0] }
fixed = ["start"]

[[substructure]]
name = "swing"
type = "lumped"
chain = { masses = [2, 3], springs = [1, 1] }

[analysis]
type = "modes"
of = "bodies"
n_modes = 1
)";

struct Strip : io::ScratchFolder {
    explicit Strip(const std::string& text = two_bodies)
    {
        std::ofstream(*this / "strip.inp") << strip;
        std::ofstream(*this / "case.toml") << text;
    }
};

} // namespace

TEST_CASE("a mesh in millimetres has the modes of the part in metres", "[app]")
{
    // Frequencies of plane stress go with 1 / length, whatever the thickness.
    const Strip folder;
    const auto first = [&](const std::string& scale) {
        const app::Job job =
            app::read_job(folder / "case.toml", {"substructure.strip.scale=" + scale});
        const Vector f =
            dynamics::modes(app::build_model(job).model, {dynamics::ModesOf::bodies, 1})[0]
                .frequency_hz;
        return f(0);
    };
    CHECK(first("0.001") == Approx(1000 * first("1")).epsilon(1e-10));
}

TEST_CASE("check reports size, mass and centre of mass of each body", "[app]")
{
    const Strip folder;
    const std::string said = run_program(folder, "check case.toml").out;
    CHECK_THAT(said,
               Contains("  size 0.1 m x 0.01 m, mass 0.04 kg, centre of mass (0.07, 0.005) m\n"));
    CHECK_THAT(said, Contains("  size 0 m x 0.2 m, mass 0.16 kg, centre of mass (1, 0.1) m\n"));
    CHECK_THAT(said, Contains("  mass 5 kg\n"));
    // Without scale the strip is 100 m long, and now says so.
    CHECK_THAT(run_program(folder, "check case.toml --set substructure.strip.scale=1").out,
               Contains("  size 100 m x 10 m, mass 40000 kg, centre of mass (70, 5) m\n"));
}

TEST_CASE("the summary reports size, mass and centre of mass of each body", "[app]")
{
    const Strip folder;
    run_ok(folder, "run case.toml --quiet --output out");
    const Json bodies = summary_of(folder)["bodies"];
    const auto close = [](const Json& value, double x, double y) {
        CHECK(value[0].number() == Approx(x).margin(1e-15));
        CHECK(value[1].number() == Approx(y).margin(1e-15));
    };
    close(bodies[0]["size_m"], 0.1, 0.01);
    close(bodies[0]["centre_of_mass_m"], 0.07, 0.005);
    CHECK(bodies[0]["mass_kg"].number() == Approx(0.04).epsilon(1e-14));
    close(bodies[1]["size_m"], 0, 0.2);
    CHECK(bodies[2]["mass_kg"].number() == 5.0);
    CHECK_FALSE(bodies[2].contains("size_m"));
    CHECK_FALSE(bodies[2].contains("centre_of_mass_m"));
}

TEST_CASE("a scale without a mesh, and one that is not positive, are refused", "[app]")
{
    const auto said = [](const std::string& from, const std::string& to) {
        const Strip folder(replaced(two_bodies, from, to));
        const ProgramRun run = run_program(folder, "check case.toml");
        CHECK(run.exit_status == 2);
        return run.err;
    };
    CHECK(said("length = 0.2", "length = 0.2\nscale = 0.001") ==
          "case.toml:14: substructure.rod.scale = 0.001; needs mesh; length is in metres\n");
    CHECK(said("scale = 0.001", "scale = 0") ==
          "case.toml:5: substructure.strip.scale = 0; expected a number > 0 [m]\n");
    CHECK_THAT(said("type = \"lumped\"", "type = \"lumped\"\nscale = 1"),
               Contains("unknown key substructure.swing.scale"));
}
