#include "contact/patch/patch_law.hpp"
#include "contact/patch/patch_options.hpp"
#include "io/hdf5_file.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

// `type = "limit-directions"`: what a run reports and what is refused.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

const std::string pushed = R"([[substructure]]
name    = "disc"
type    = "rigid"
mass    = 1.0
inertia = 0.5
points  = { foot = { at = [0.3, 0.0] } }

[[joint]]
name     = "floor"
law      = "patch"
between  = ["disc.centre", "ground"]
friction = 1.0
pressure = { shape = "uniform", radius = 1.0, normal_force = 1.0 }
expand   = { form = "exact" }

[[load]]
name  = "push"
on    = "disc.centre.x"
force = 0.35

[analysis]
type    = "limit-directions"
diagram = { key = "load.push.force", from = 0.0, to = 1.3, points = 41 }
)";

Json run_of(const std::string& text)
{
    const CaseFolder folder(text);
    const ProgramRun run = run_program(folder, "run case.toml --output out --quiet");
    CAPTURE(run.err);
    REQUIRE(run.exit_status == 0);
    return summary_of(folder);
}

} // namespace

TEST_CASE("A free disc reports the latitude of the motion in which it comes to rest", "[app]")
{
    const Json free = run_of(replaced(pushed, "force = 0.35", "force = 0.0"));
    const Json circles = free["quantities"]["circles.eps"]["value"];
    REQUIRE(circles.numbers().size() == 1);
    CHECK(circles[0].number() == Approx(0.653001789206).margin(1e-10).epsilon(0));
    CHECK(free["quantities"]["directions.certified"]["value"].text() == "yes");
    CHECK(free["quantities"]["directions.type"]["value"].texts() ==
          std::vector<std::string>{"unstable node", "unstable node"});
}

// Where rdot = 0 the load is the friction of that direction: force 0.35 at some slip and spin, and
// the torque of the same.
TEST_CASE("A diagram over a moment reports the moment that friction of slip and spin bears",
          "[app]")
{
    const std::string turned =
        replaced(replaced(pushed, "[analysis]",
                          "[[load]]\nname = \"turn\"\non = \"disc.centre.rotation\"\n"
                          "force = 0.1\n\n[analysis]"),
                 "\"load.push.force\", from = 0.0, to = 1.3, points = 41",
                 "\"load.turn.force\", from = 0.1, to = 0.9, points = 5");
    const Json run = run_of(turned)["quantities"], tangency = run["diagram.tangency.force"];
    CHECK(run["diagram.certified"]["value"].text() == "yes");
    CHECK(tangency["unit"].text() == "N m");
    const contact::PatchLaw law({.radius = 1, .normal_force = 1, .friction = 1});
    double low = 0, high = 2; // slip of spin 1 at which friction is 0.35: it grows with slip
    while (high - low > 1e-14)
        (law.force({0.5 * (low + high), 0}, 1).force(0) < 0.35 ? low : high) = 0.5 * (low + high);
    REQUIRE(tangency["value"].numbers().size() == 1);
    CHECK(tangency["value"][0].number() ==
          Approx(law.force({low, 0}, 1).force(2)).margin(1e-10).epsilon(0));
}

TEST_CASE("Arrays of directions hold what figures of the friction body and of laws need", "[app]")
{
    const CaseFolder folder(pushed);
    const ProgramRun run = run_program(folder, "run case.toml --output out --quiet");
    CAPTURE(run.err);
    REQUIRE(run.exit_status == 0);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const double rho = h5.numbers("law/rho").at(0);
    const contact::PatchLaw law({.radius = 1, .normal_force = 1, .friction = 1});

    // Distances of the load from friction, in the norm of M^-1, are rates in that of M: M rdot w =
    // Qe - grad D(w).
    const std::vector<double> w = h5.numbers("directions/w"), rate = h5.numbers("directions/rate"),
                              foot = h5.numbers("directions/friction"),
                              load = h5.numbers("body/load"),
                              mobility = h5.numbers("body/flexibility");
    REQUIRE(rate.size() == 4);
    const double mass[] = {1, 1, 0.5}, scale[] = {1, 1, 1 / rho};
    for (std::size_t k = 0; k < rate.size(); ++k)
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(mass[i] * rate[k] * w[3 * k + i] * scale[i] ==
                  Approx(load[i] - foot[3 * k + i]).margin(1e-12));
            CHECK(mobility[3 * i + i] == Approx(1 / mass[i]).epsilon(1e-12));
        }
    // Balances: rates of spin and of slip under that force are one.
    const std::vector<double> latitude = h5.numbers("balance/latitude"),
                              force = h5.numbers("balance/force");
    REQUIRE(latitude.size() == force.size());
    for (std::size_t k = 0; k < latitude.size(); k += 40) {
        const double u = std::cos(latitude[k]), omega = std::sin(latitude[k]) / rho;
        const contact::Vector3 f = law.force({u, 0}, omega).force;
        CHECK((force[k] - f(0)) / u == Approx(-f(2) / (0.5 * omega)).epsilon(1e-10));
    }
    CHECK(h5.numbers("balance/exact/force") == force);
    // The circle of x and spin, from x.
    const std::vector<double> circle = h5.numbers("body/circle");
    CHECK(circle.at(0) == Approx(1));
    CHECK(circle.at(3 * 180 + 2) == Approx(law.kappa())); // a quarter of 720 steps
}

TEST_CASE("A diagram over a moment alone is certified, with circles as points", "[app]")
{
    // Pure spin begins at kappa, the circle shrinks into the pole at kappa - j q1 = 1/6.
    const std::string turned = replaced(replaced(replaced(pushed, "\"disc.centre.x\"\nforce = 0.35",
                                                          "\"disc.centre.rotation\"\nforce = 0.1"),
                                                 "from = 0.0", "from = 0.001"),
                                        "to = 1.3", "to = 0.9");
    const Json run = run_of(turned)["quantities"];
    CHECK(run["diagram.certified"]["value"].text() == "yes");
    CHECK(run["diagram.tangency.force"]["value"][0].number() == Approx(2.0 / 3).epsilon(1e-10));
    CHECK(run["diagram.pitchfork.force"]["value"][0].number() == Approx(1.0 / 6).epsilon(1e-9));
    CHECK(run["circles.latitude"]["value"].numbers().size() == 3);
}

TEST_CASE("The sphere is scaled by the length of the series, unless another is given", "[app]")
{
    const std::string series =
        replaced(pushed, "form = \"exact\"", "form = \"harmonic\", n = 2, rho = \"R\"");
    const Json by_law = run_of(series),
               by_length = run_of(replaced(series, "type    = \"limit-directions\"",
                                           "type    = \"limit-directions\"\nrho = 0.5"));
    CHECK(by_law["used"]["rho"].text() == "1 m");
    CHECK(by_law["used"]["potential"].text() == "none");
    CHECK(by_length["used"]["rho"].text() == "0.5 m");
    CHECK(by_law["quantities"]["diagram.fold.force"]["value"][0].number() ==
          Approx(0.0277668280).margin(1e-8).epsilon(0));
}

TEST_CASE("A length of the spin axis has no influence, or is refused before the run", "[app]")
{
    // The fold does not depend on it (docs/theory/patch_friction.md).
    for (const std::string rho : {"1e4", "1e-4"}) {
        const Json s = run_of(replaced(pushed, "type    = \"limit-directions\"",
                                       "type    = \"limit-directions\"\nrho = " + rho));
        CAPTURE(rho);
        CHECK(s["quantities"]["diagram.certified"]["value"].text() == "yes");
        const auto load = [&](const std::string& event) -> double {
            return s["quantities"]["diagram." + event + ".force"]["value"][0].number();
        };
        CHECK(load("fold") == Approx(0.0804632471108).margin(1e-10).epsilon(0));
        CHECK(load("pitchfork") == Approx(0.5).margin(1e-10).epsilon(0));
        CHECK(load("tangency") == Approx(1).margin(1e-10).epsilon(0));
    }
    const std::string type = "type    = \"limit-directions\"";
    for (const std::string rho : {"1e8", "1e20", "1e100", "1e308", "1e-8", "1e-308"}) {
        const CaseFolder folder(replaced(pushed, type, type + "\nrho = " + rho));
        const ProgramRun run = run_program(folder, "check case.toml");
        CAPTURE(rho, run.err);
        CHECK(run.exit_status == 2);
        CHECK_THAT(run.err, Contains("analysis.rho") && Contains("1e-6 to 1e6 of kappa"));
        CHECK(run.err.size() < 400);
    }
}

TEST_CASE("A case names any pressure, and their sum", "[app]")
{
    // Sets that need no numbers: those of one disc, said in other ways.
    const Json disc = run_of(pushed)["quantities"];
    const std::string uniform = "shape = \"uniform\", radius = 1.0, normal_force = 1.0";
    const auto same_as_disc = [&](const std::string& pressure, double tolerance) {
        CAPTURE(pressure);
        const Json other = run_of(replaced(pushed, uniform, pressure))["quantities"];
        CHECK(other["floor.kappa"]["value"].number() ==
              Approx(disc["floor.kappa"]["value"].number()).epsilon(tolerance));
        for (const std::string name : {"directions.latitude", "directions.rate"}) {
            const auto a = disc[name]["value"].numbers(), b = other[name]["value"].numbers();
            REQUIRE(a.size() == b.size());
            for (std::size_t k = 0; k < a.size(); ++k)
                CHECK(b[k] == Approx(a[k]).epsilon(tolerance).margin(tolerance));
        }
    };
    same_as_disc("shape = \"power\", nu = 0.0, radius = 1.0, normal_force = 1.0", 1e-10);
    same_as_disc("shape = \"table\", radii = [0.0, 0.5, 1.0], pressures = [3.0, 3.0, 3.0], "
                 "normal_force = 1.0",
                 1e-9);
    same_as_disc("parts = [{ " + uniform + " }]", 1e-12);
    same_as_disc("parts = [{ shape = \"uniform\", radius = 1.0, normal_force = 0.3 }, { shape = "
                 "\"uniform\", radius = 1.0, normal_force = 0.7 }]",
                 1e-8);

    // A square in two triangles, its corner at the port's left.
    const Json square = run_of(replaced(
        pushed, uniform,
        "shape = \"triangles\", at = [-0.5, -0.5], normal_force = 2.0, vertices = [{ at = [0, 0], "
        "pressure = 1 }, { at = [1, 0], pressure = 1 }, { at = [1, 1], pressure = 1 }, { at = [0, "
        "1], pressure = 1 }], triangles = [1, 2, 3, 1, 3, 4]"));
    CHECK(square["quantities"]["floor.kappa"]["value"].number() ==
          Approx(0.382597858232).margin(1e-12).epsilon(0)); // (sqrt 2 + asinh 1) / 6
    CHECK(square["quantities"]["floor.limit"]["value"].number() == 2);
    CHECK(square["quantities"]["directions.certified"]["value"].text() == "no");
    CHECK(square["used"]["law"].text() == "2 triangles pressure, exact");
    CHECK(square["used"]["potential"].text() == "convex");

    const std::string ellipse = replaced(pushed, uniform,
                                         "shape = \"ellipse\", half_axes = [1.0, 0.5], skew = "
                                         "[0.5, 0.0], normal_force = 1.0");
    const std::string series = replaced(ellipse, "form = \"exact\"",
                                        "form = \"spherical-harmonics\", n = 4, rho = \"kappa\"");
    const Json smooth = run_of(replaced(series, "diagram =", "# diagram ="));
    CHECK(smooth["quantities"]["directions.certified"]["value"].text() == "yes");
    CHECK(smooth["used"]["potential"].text() == "convex");
    const Json pade = run_of(replaced(pushed, "form = \"exact\"", "form = \"pade\", n = 2"));
    CHECK(pade["quantities"]["directions.certified"]["value"].text() == "yes");
    CHECK(pade["used"]["potential"].text() == "none");
    const Json points =
        run_of(replaced(replaced(ellipse, "form = \"exact\"", "form = \"points\", n = 50"),
                        "diagram =", "# diagram ="));
    CHECK(points["quantities"]["directions.certified"]["value"].text() == "no");
}

TEST_CASE("Wrong pressures are refused by key", "[app]")
{
    const std::string uniform = "shape = \"uniform\", radius = 1.0, normal_force = 1.0";
    const std::string square =
        "shape = \"triangles\", normal_force = 1.0, vertices = [{ at = [0, 0], pressure = 1 }, { "
        "at = [1, 0], pressure = 1 }, { at = [1, 1], pressure = 1 }, { at = [0, 1], pressure = 1 "
        "}], triangles = [1, 2, 3, 1, 3, 4]";
    const std::string at = "joint.floor.pressure.";
    check_refused(
        pushed,
        {{"no such exponent", uniform,
          "shape = \"power\", nu = -1.0, radius = 1.0, normal_force = 1.0", "pressure",
          at + "nu = -1; expected a number > -1 and <= 1000"},
         {"an exponent of another shape", uniform, uniform + ", nu = 1.0", "pressure",
          at + "nu = 1; a pressure of shape \"uniform\" has none; leave it out"},
         {"no exponent", uniform, "shape = \"power\", radius = 1.0, normal_force = 1.0", "pressure",
          "joint.floor.pressure: missing key nu (power: exponent)"},
         {"negative pressure", uniform,
          "shape = \"table\", radii = [0.0, 1.0], pressures = [1.0, -1.0], normal_force = 1.0",
          "pressure", at + "pressures.2 = -1; expected a number >= 0"},
         {"no resultant", uniform,
          "shape = \"table\", radii = [0.0, 1.0], pressures = [0.0, 0.0], normal_force = 1.0",
          "pressure", at + "pressures = 0; expected a resultant > 0"},
         {"no axis", uniform, "shape = \"ellipse\", half_axes = [1.0, 0.0], normal_force = 1.0",
          "pressure", at + "half_axes.2 = 0; expected a number > 0 [m]"},
         {"too skew", uniform,
          "shape = \"ellipse\", half_axes = [1.0, 0.5], skew = [0.9, 0.9], normal_force = 1.0",
          "pressure",
          at + "skew = [0.9, 0.9]; the pressure is negative at the rim; expected the root of (half "
               "axis times skew) squared, summed, at most 1"},
         {"turned over", uniform, replaced(square, "1, 3, 4]", "1, 4, 3]"), "pressure",
          at + "triangles = triangle 2; it is clockwise; expected its corners counter-clockwise"},
         {"overlapping", uniform, replaced(square, "1, 3, 4]", "1, 2, 4]"), "pressure",
          at + "triangles = triangle 2; it overlaps triangle 1; expected triangles side by side"},
         {"no such corner", uniform, replaced(square, "1, 3, 4]", "1, 3, 5]"), "pressure",
          at + "triangles = 5; expected numbers of vertices, 1 to 4"},
         {"two corners", uniform, replaced(square, "1, 3, 4]", "1, 3]"), "pressure",
          at + "triangles = 5 numbers; expected three for each triangle"},
         {"a triangle that pulls", uniform,
          replaced(square, "[1, 1], pressure = 1",
                   "[1, 1], "
                   "pressure = -1"),
          "pressure", at + "vertices.3.pressure = -1; expected a number >= 0"},
         {"triangles without a load", uniform,
          "shape = \"triangles\", normal_force = 1.0, vertices = [{ at = [0, 0], pressure = 0 }, "
          "{ at = [1, 0], pressure = 0 }, { at = [1, 1], pressure = 0 }], triangles = [1, 2, 3]",
          "pressure",
          at + "triangles = 1 of them; the pressure has no resultant; expected one > 0"},
         {"a triangle without area", uniform, replaced(square, "1, 3, 4]", "1, 3, 3]"), "pressure",
          at + "triangles = triangle 2; it has no area; expected corners that are not on a line"},
         {"keys of one beside parts", uniform,
          "radius = 1.0, parts = [{ shape = \"hertz\", radius = 1.0, normal_force = 1.0 }]",
          "pressure", at + "radius = 1; give either one pressure or parts"},
         {"both", uniform, uniform + ", parts = []", "pressure",
          at + "shape = \"uniform\"; give either one pressure or parts"},
         {"no parts", uniform, "parts = []", "pressure",
          at + "parts = []; expected one or more tables"},
         {"a part beyond numbers", uniform,
          "parts = [{ shape = \"hertz\", radius = 1.0, normal_force = 1.0 }, { shape = \"hertz\", "
          "radius = 1.0, normal_force = 1.0, at = [1e154, 0.0] }]",
          "pressure",
          "joint.floor.pressure = of 2 N out to 1e+154 m; has no torque within the range of "
          "numbers; expected other units"},
         {"a part without load", uniform, "parts = [{ shape = \"hertz\", radius = 1.0 }]",
          "pressure",
          "joint.floor.pressure.parts.1: missing key normal_force (resultant of the pressure)"}});
    check_refused(
        replaced(pushed, uniform,
                 "shape = \"ellipse\", half_axes = [1.0, 0.5], normal_force = 1.0"),
        {{"fractions of an ellipse", "form = \"exact\"", "form = \"pade\", n = 2", "expand",
          "joint.floor.expand.form = \"pade\"; expected a pressure on one disc about the port; "
          "others take exact, spherical-harmonics or points"},
         {"a series of an ellipse", "form = \"exact\"", "form = \"harmonic\", n = 2, rho = \"R\"",
          "expand",
          "joint.floor.expand.form = \"harmonic\"; expected a pressure on one disc about "
          "the port; others take exact, spherical-harmonics or points"},
         {"an odd degree", "form = \"exact\"", "form = \"spherical-harmonics\", n = 3, rho = \"R\"",
          "expand", "joint.floor.expand.n = 3; expected an even degree: the dissipation is even"}});
}

TEST_CASE("Wrong keys of a patch and of its limit directions are refused by name", "[app]")
{
    const std::string second = "\n[[joint]]\nname = \"spring\"\nlaw = \"linear\"\nbetween = "
                               "[\"disc.centre.x\", \"ground\"]\nstiffness = 1.0\n";
    check_refused(
        pushed,
        {{"negative pressure", "normal_force = 1.0", "normal_force = -1.0", "normal_force",
          "joint.floor.pressure.normal_force = -1; expected a number > 0 [N]"},
         {"no radius", "radius = 1.0", "radius = 0.0", "radius",
          "joint.floor.pressure.radius = 0; expected a number > 0 [m]"},
         {"another shape", "\"uniform\"", "\"uniforn\"", "pressure",
          "joint.floor.pressure.shape = \"uniforn\"; did you mean uniform? Allowed: uniform, "
          "hertz, flat-punch, power, table, ellipse, triangles, surface, contact, point"},
         {"a series without rho", "form = \"exact\"", "form = \"harmonic\", n = 2", "expand",
          "joint.floor.expand: missing key rho (length that scales the spin axis of a series; "
          "ellipsoid, harmonic, potential and spherical-harmonics need it); allowed: kappa, R"},
         {"a series without terms", "form = \"exact\"", "form = \"potential\", rho = \"R\"",
          "expand",
          "joint.floor.expand: missing key n (terms of harmonic and potential, degree of pade "
          "and spherical-harmonics, number of points)"},
         {"no degree", "form = \"exact\"", "form = \"spherical-harmonics\", rho = \"R\"", "expand",
          "joint.floor.expand: missing key n (terms of harmonic and potential, degree of pade "
          "and spherical-harmonics, number of points)"},
         {"too many terms", "form = \"exact\"", "form = \"potential\", n = 99, rho = \"R\"",
          "expand", "joint.floor.expand.n = 99; expected a whole number >= 1 and <= 40"},
         {"rho of the exact law", "form = \"exact\"", "form = \"exact\", rho = \"R\"", "expand",
          "joint.floor.expand.rho = \"R\"; the form \"exact\" has none; leave it out"},
         {"a length of nothing", "form = \"exact\"", "form = \"harmonic\", n = 2, rho = 0.0",
          "expand", "joint.floor.expand.rho = 0; expected a number > 0 [m]"},
         {"a length of another name", "form = \"exact\"", "form = \"ellipsoid\", rho = \"radius\"",
          "expand",
          "joint.floor.expand.rho = \"radius\"; expected a number > 0 [m], or one of kappa, R"},
         {"a port without rotation", "\"disc.centre\", \"ground\"", "\"disc.centre.x\", \"ground\"",
          "between",
          "joint.floor: law patch slips and spins: expected ports of one node with x, y and "
          "rotation, without a component; centre has x, y, rotation"},
         {"held", "inertia = 0.5", "fixed = [\"centre.rotation\"]", "between",
          "joint.floor.between = [\"disc.centre\", \"ground\"]; the patch cannot slip and spin; "
          "expected a port whose x, y and rotation move a mass, without supports that hold them"},
         {"another load", "load.push.force", "load.pull.force", "diagram",
          "analysis.diagram.key = \"load.pull.force\"; expected one of load.push.force"},
         {"a load beyond all friction", "force = 0.35", "force = 1e12", "[analysis]",
          "analysis: loads of 1e+12 N with friction of at most 1 N; expected between 1e-9 and "
          "1e9 "
          "of that"},
         {"no range", "to = 1.3", "to = 0.0", "diagram",
          "analysis.diagram.to = 0; expected a load larger than from"},
         {"a second patch", "\n[[load]]",
          "\n[[joint]] # heel\nname = \"heel\"\nlaw = \"patch\"\nbetween = [\"disc.foot\", "
          "\"ground\"]\nfriction = 1.0\npressure = { shape = \"uniform\", radius = 1.0, "
          "normal_force = 1.0 }\n\n[[load]]",
          "# heel", "joint.heel: a second patch; limit-directions takes one"},
         {"a motion", "\n[[load]]",
          "\n[[substructure]]\nname = \"block\"\ntype = \"rigid\"\nmass = 1.0\ninertia = 1.0\n"
          "\n[[motion]]\nname = \"drag\"\non = \"block.centre.x\"\nvelocity = { value = 1.0 "
          "}\n\n[[load]]",
          "[[motion]]", "motion.drag: limit-directions takes no imposed motions"},
         {"a load on another body", "\n[[load]]\nname  = \"push\"\non    = \"disc",
          "\n[[substructure]]\nname = \"block\"\ntype = \"rigid\"\nmass = 1.0\ninertia = "
          "1.0\n\n[[load]]\nname  = \"push\"\non    = \"block",
          "diagram",
          "analysis.diagram.key = \"load.push.force\"; this load does not act on the patch"},
         {"loads beyond all friction", "to = 1.3", "to = 1e10", "[analysis]",
          "analysis.diagram: loads of 1e+10 N with friction of at most 1 N; expected between "
          "1e-9 and 1e9 of that"},
         {"one load", "points = 41", "points = 1", "diagram",
          "analysis.diagram.points = 1; expected a whole number >= 2 and <= 10000"},
         {"another kind of key", "load.push.force", "joint.floor.friction", "diagram",
          "analysis.diagram.key = \"joint.floor.friction\"; expected one of load.push.force"},
         {"fractions of third degree", "form = \"exact\"", "form = \"pade\", n = 3", "expand",
          "joint.floor.expand.n = 3; expected a whole number >= 1 and <= 2"},
         {"fractions of no degree", "form = \"exact\"", "form = \"pade\"", "expand",
          "joint.floor.expand: missing key n (terms of harmonic and potential, degree of pade "
          "and spherical-harmonics, number of points)"},
         {"a second joint", "\n[[load]]", second + "\n[[load]]", "law = \"linear\"",
          "joint.spring.law = \"linear\"; limit-directions takes one joint, of law patch"},
         {"what is recorded", "[analysis]", "[output]\nhistory = [\"floor\"]\n\n[analysis]",
          "history", "output.history: limit-directions records no motion; leave [output] out"},
         {"a series of an offset disc", "normal_force = 1.0 }\nexpand   = { form = \"exact\" }",
          "normal_force = 1.0, at = [0.1, 0.0] }\nexpand   = { form = \"ellipsoid\", rho = "
          "\"kappa\" }",
          "expand",
          "joint.floor.expand.form = \"ellipsoid\"; expected a pressure on one disc about the "
          "port; others take exact, spherical-harmonics or points"},
         {"a harmonic load", "force = 0.35",
          "force = { amplitude = 1.0 }\n\n[excitation]\nOmega = 1.0\n", "[[load]]",
          "load.push: limit-directions takes constant forces"}});
    check_refused(replaced(replaced(pushed, "disc.centre\", \"ground", "disc.foot\", \"ground"),
                           "[0.3, 0.0]", "[1e9, 0.0]"),
                  "between",
                  "joint.floor.between = [\"disc.foot\", \"ground\"]; too far from the centre of "
                  "mass; expected a port within about 1e5 radii of gyration");
}
