#include "contact/patch/patch_law.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <string>

// `type = "limit-directions"`: what a run tells and what is refused.

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

TEST_CASE("A free disc tells the latitude of the motion in which it comes to rest", "[app]")
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
TEST_CASE("A diagram over a moment tells the moment that friction of slip and spin bears", "[app]")
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
          "hertz, "
          "flat-punch"},
         {"a series without rho", "form = \"exact\"", "form = \"harmonic\", n = 2", "expand",
          "joint.floor.expand: missing key rho (length that scales the spin axis; all but exact "
          "need it); allowed: kappa, R"},
         {"a series without terms", "form = \"exact\"", "form = \"potential\", rho = \"R\"",
          "expand", "joint.floor.expand: missing key n (terms; harmonic and potential need it)"},
         {"too many terms", "form = \"exact\"", "form = \"potential\", n = 99, rho = \"R\"",
          "expand", "joint.floor.expand.n = 99; expected a whole number >= 1 and <= 40"},
         {"rho of the exact law", "form = \"exact\"", "form = \"exact\", rho = \"R\"", "expand",
          "joint.floor.expand.rho = \"R\"; the exact law has none; leave it out"},
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
          "analysis: loads of 1e+12 N beside friction of at most 1 N; expected between 1e-9 and "
          "1e9 "
          "of that"},
         {"no range", "to = 1.3", "to = 0.0", "diagram",
          "analysis.diagram.to = 0; expected a load larger than from"},
         {"a second joint", "\n[[load]]", second + "\n[[load]]", "law = \"linear\"",
          "joint.spring.law = \"linear\"; limit-directions takes one joint, of law patch"},
         {"a harmonic load", "force = 0.35",
          "force = { amplitude = 1.0 }\n\n[excitation]\nOmega = 1.0\n", "[[load]]",
          "load.push: limit-directions takes constant forces"}});
    check_refused(replaced(replaced(pushed, "disc.centre\", \"ground", "disc.foot\", \"ground"),
                           "[0.3, 0.0]", "[1e9, 0.0]"),
                  "between",
                  "joint.floor.between = [\"disc.foot\", \"ground\"]; too far from the centre of "
                  "mass; expected a port within about 1e5 radii of gyration");
}
