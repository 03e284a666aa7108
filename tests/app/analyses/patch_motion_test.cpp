#include "base/text.hpp"
#include "io/hdf5_file.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

using namespace slideway::test;

namespace {

const std::string uniform =
    "pressure = { shape = \"uniform\", radius = 1.0, normal_force = 1.0 }\n";

std::string disc(const std::string& name)
{
    return "[[substructure]]\nname = \"" + name +
           "\"\ntype = \"rigid\"\nmass = 1.0\ninertia = 0.5\n";
}

// mu P = 1.
std::string patch(const std::string& name, const std::string& first, const std::string& second)
{
    return "[[joint]]\nname = \"" + name + "\"\nlaw = \"patch\"\nbetween = [\"" + first + "\", \"" +
           second + "\"]\nfriction = 1.0\n" + uniform;
}

std::string transient(const std::string& keys)
{
    return "[analysis]\ntype = \"transient\"\nscheme = \"runge-kutta\"\n" + keys;
}

Json summary_of_run(const CaseFolder& folder)
{
    const ProgramRun run = run_program(folder, "run case.toml --output out --quiet");
    CAPTURE(run.err);
    REQUIRE(run.exit_status == 0);
    return summary_of(folder);
}

} // namespace

namespace {

// A body thrown along its x and y with a spin, on a pressure given on its axes; placed and turned.
std::string placed(const std::string& pressure, double x, double y, double deg,
                   const std::string& frame = "")
{
    const auto text = [](double value) -> std::string { return slideway::number_text(value, 17); };
    const double c = std::cos(deg * std::numbers::pi / 180),
                 s = std::sin(deg * std::numbers::pi / 180), u = 0.6, v = 0.3;
    return "[[substructure]]\nname = \"body\"\ntype = \"rigid\"\nmass = 1.0\ninertia = 0.4\n"
           "placement = { at = [" +
           text(x) + ", " + text(y) + "], angle_deg = " + text(deg) +
           " }\n[[joint]]\nname = \"floor\"\nlaw = \"patch\"\nbetween = [\"body.centre\", "
           "\"ground\"]\nfriction = 1.0\n" +
           frame + pressure +
           transient("tolerance = 1e-11\nt_end = 8.0\nstart = { velocity = { \"body.centre.x\" = " +
                     text(c * u - s * v) + ", \"body.centre.y\" = " + text(s * u + c * v) +
                     ", \"body.centre.rotation\" = 1.5 } }\n") +
           "[output]\nhistory = [\"floor\"]\nhistory_rate_hz = 100.0\n";
}

} // namespace

TEST_CASE("A pressure on the axes of a body turns and moves with its placement", "[app]")
{
    const std::string ellipse = "pressure = { shape = \"ellipse\", half_axes = [0.5, 0.1], skew = "
                                "[1.2, 2.0], at = [0.2, 0.1], normal_force = 1.0 }\n",
                      triangles = "pressure = { shape = \"triangles\", normal_force = 1.0, at = "
                                  "[0.1, -0.2], vertices = [{ at = [-0.3, -0.1], pressure = 1.0 }, "
                                  "{ at = [0.4, -0.2], pressure = 2.0 }, { at = [0.2, 0.3], "
                                  "pressure = 0.5 }], triangles = [1, 2, 3] }\n",
                      feet =
                          "pressure = { parts = [{ shape = \"uniform\", radius = 0.1, at = [1.0, "
                          "0.0], normal_force = 0.6 }, { shape = \"ellipse\", half_axes = [0.2, "
                          "0.1], at = [-0.5, 0.4], normal_force = 0.4 }] }\n";
    for (const std::string& pressure : {ellipse, triangles, feet}) {
        const Json before = summary_of_run(CaseFolder(placed(pressure, 0, 0, 0)))["quantities"];
        for (const double deg : {37.0, 90.0, -143.0}) {
            const Json after =
                summary_of_run(CaseFolder(placed(pressure, 100, -50, deg)))["quantities"];
            const auto number = [](const Json& all, const std::string& name) -> double {
                return all[name]["value"].number();
            };
            CAPTURE(pressure, deg);
            // Tolerance: steps of 1e-11, about 100 of them.
            for (const std::string name :
                 {"energy.friction", "floor.stops.time", "floor.stops.rotation",
                  "floor.stops.direction_rotation"})
                CHECK(number(after, name) == Approx(number(before, name)).margin(1e-9).epsilon(0));
            const double c = std::cos(deg * std::numbers::pi / 180),
                         s = std::sin(deg * std::numbers::pi / 180),
                         x = number(before, "floor.stops.x"), y = number(before, "floor.stops.y");
            CHECK(number(after, "floor.stops.x") == Approx(c * x - s * y).margin(1e-9).epsilon(0));
            CHECK(number(after, "floor.stops.y") == Approx(s * x + c * y).margin(1e-9).epsilon(0));
        }
    }
    // On axes of space it stays where it is given.
    const std::string fixed = "frame = \"fixed\"\n";
    const ProgramRun reported =
                         run_program(CaseFolder(placed(ellipse, 0, 0, 90)), "check case.toml"),
                     stays = run_program(CaseFolder(placed(ellipse, 0, 0, 90, fixed)),
                                         "check case.toml");
    CHECK(reported.out.find("pressure on x and y of body body, turned by 90 deg") !=
          std::string::npos);
    CHECK(stays.out.find("pressure on x and y of space") != std::string::npos);
}

TEST_CASE("Results tell force and displacement of each component of a patch by name", "[app]")
{
    // Pushed from rest with 1.5 along x: mu P = 1 against it, x = t^2/4, no rotation.
    const CaseFolder folder(disc("disc") + patch("floor", "disc.centre", "ground") +
                            "[[load]]\nname = \"push\"\non = \"disc.centre.x\"\nforce = 1.5\n" +
                            transient("t_end = 0.2\n") +
                            "[output]\nhistory = [\"floor\"]\nhistory_rate_hz = 100.0\n"
                            "[[output.spectrum]]\nname = \"turn\"\nof = \"floor\"\ncomponent = 2\n"
                            "quantity = \"force\"\n");
    const Json all = summary_of_run(folder)["quantities"];
    CHECK(all["floor.force.x.max"]["value"].number() == Approx(1).epsilon(1e-9));
    CHECK(all["floor.displacement.x.max"]["value"].number() == Approx(0.01).epsilon(1e-7));
    CHECK(all["floor.force.x.max"]["unit"].text() == "N");
    CHECK(all["floor.force.rotation.max"]["value"].number() == 0);
    CHECK(all["floor.force.rotation.max"]["unit"].text() == "N m");
    CHECK(all["floor.displacement.rotation.min"]["unit"].text() == "rad");
    CHECK_FALSE(all.contains("floor.force.max"));
    const slideway::io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.texts("joints/floor/components") == std::vector<std::string>{"x", "y", "rotation"});
    CHECK(h5.texts("signals/turn/of").at(0) == "floor.force.rotation");
}

TEST_CASE("A disc that slides without spin comes to rest, and reports its direction", "[app]")
{
    // From 1 m/s against mu P / m = 1: at rest after 1 s and 0.5 m. Slip over spin is no number.
    const CaseFolder folder(disc("disc") + patch("floor", "disc.centre", "ground") +
                            transient("tolerance = 1e-12\nt_end = 1.5\n"
                                      "start = { velocity = { \"disc.centre.x\" = 1.0 } }\n") +
                            "[output]\nhistory = [\"floor\"]\nhistory_rate_hz = 100.0\n");
    const Json summary = summary_of_run(folder), used = summary["used"],
               all = summary["quantities"];
    CHECK(used["floor.law"].text() == "uniform pressure, exact");
    CHECK(used["floor.potential"].text() == "convex");
    CHECK_FALSE(used.contains("floor.pressure"));
    CHECK(all["floor.stops.time"]["value"].number() == Approx(1).margin(1e-10).epsilon(0));
    CHECK(all["floor.stops.x"]["value"].number() == Approx(0.5).margin(1e-10).epsilon(0));
    CHECK(all["floor.stops.direction_x"]["value"].number() == 1);
    CHECK_FALSE(all.contains("floor.stops.slip_over_spin"));
}

TEST_CASE("A disc thrown on another one slides as on a plane, in half the time", "[app]")
{
    // Their slip and spin feel half the mass and inertia: half of t and x of
    // contact_patch/free_disc, and the momentum of both is that of the first.
    const CaseFolder folder(
        disc("upper") + "[[substructure]]\nname = \"lower\"\nlike = \"upper\"\n" +
        patch("face", "upper.centre", "lower.centre") +
        transient("tolerance = 1e-12\nt_end = 1.0\nstart = { velocity = { "
                  "\"upper.centre.x\" = 1.0, \"upper.centre.rotation\" = 1.0 } }\n") +
        "[output]\nhistory = [\"upper.centre.x\", \"lower.centre.x\", \"face\"]\n"
        "history_rate_hz = 100.0\n");
    const Json all = summary_of_run(folder)["quantities"];
    const auto value = [&](const std::string& name) -> double {
        return all[name]["value"].number();
    };
    CHECK(value("face.stops.time") == Approx(1.34029828212 / 2).margin(1e-10).epsilon(0));
    CHECK(value("face.stops.x") == Approx(0.637397224133 / 2).margin(1e-10).epsilon(0));
    CHECK(value("face.stops.slip_over_spin") == Approx(0.653001789206).margin(1e-10).epsilon(0));
    CHECK(value("upper.centre.x.displacement.end") + value("lower.centre.x.displacement.end") ==
          Approx(1).epsilon(1e-11));
    CHECK(value("energy.friction") == Approx(0.375).epsilon(1e-11)); // of 3/4, half is left
}

TEST_CASE("A lumped mass with a rotation sticks and slips as a disc", "[app]")
{
    // Events of the disc of contact_patch/stick_slip (docs/theory/patch_friction.md, section 6).
    const CaseFolder folder(
        "[[substructure]]\nname = \"mass\"\ntype = \"lumped\"\n"
        "masses = { m = { x = 1.0, y = 1.0, rotation = 0.5 } }\n" +
        patch("floor", "mass.m", "ground") +
        "[[load]]\nname = \"push\"\non = \"mass.m.x\"\nforce = { amplitude = 1.2 }\n"
        "[[load]]\nname = \"twist\"\non = \"mass.m.rotation\"\n"
        "force = { amplitude = 0.2, phase_deg = -90.0 }\n[excitation]\nOmega = 1.0\n" +
        transient("tolerance = 1e-11\nt_end = 5.0\n"));
    const Json all = summary_of_run(folder)["quantities"];
    const auto at = [&](const std::string& name, std::size_t n) -> double {
        return all[name]["value"].numbers().at(n);
    };
    CHECK(at("floor.stops.time", 0) == Approx(1.115210438619).margin(1e-8).epsilon(0));
    CHECK(at("floor.starts.time", 0) == Approx(2.516128171865).margin(1e-8).epsilon(0));
    CHECK(at("floor.stops.time", 1) == Approx(4.443004925804).margin(1e-8).epsilon(0));
    CHECK(at("floor.stops.rotation", 1) == Approx(-0.022206613181).margin(1e-8).epsilon(0));
}

TEST_CASE("Patches that a transient cannot move are refused by name", "[app]")
{
    const std::string scheme = "scheme = \"runge-kutta\"\n",
                      text = disc("disc") + patch("floor", "disc.centre", "ground") +
                             "[[load]]\nname = \"push\"\non = \"disc.centre.x\"\nforce = { "
                             "amplitude = 1.2 }\n[excitation]\nOmega = 1.0\n" +
                             transient("t_end = 1.0\n");
    const std::string second = "[[joint]]\nname = \"other\"\n",
                      on_disc = "between = [\"disc.centre";
    const auto expand = [&](const std::string& form) {
        return uniform + "expand = { " + form + " }\n";
    };
    check_refused(
        text,
        {{"loads on points", uniform, expand("form = \"points\", n = 64"), "expand",
          "joint.floor.expand.form = \"points\"; a load on a point has a kink where the patch "
          "turns about it; expected another form; limit-directions takes points"},
         {"a point beside areas", uniform,
          "pressure = { parts = [{ shape = \"point\", normal_force = 1.0 }, { shape = "
          "\"uniform\", radius = 1.0, normal_force = 1.0 }] }\n",
          "pressure",
          "joint.floor.pressure.parts = with a point; a load on a point has a kink where the "
          "patch turns about it; expected areas of pressure, or one point alone"},
         {"no mass in a direction", "inertia = 0.5", "fixed = [\"centre.rotation\"]", "between",
          "joint.floor.between = [\"disc.centre\", \"ground\"]; has no mass that friction could "
          "stop in rotation; expected a port with a mass"},
         {"a frame", uniform, "frame = \"second\"\n" + uniform, "frame",
          "joint.floor.frame = \"second\"; Allowed: first-body, fixed"},
         {"a point in a form", uniform,
          "pressure = { shape = \"point\", normal_force = 1.0 }\nexpand = { form = \"points\", n = "
          "4 "
          "}\n",
          "expand",
          "joint.floor.expand.form = \"points\"; expected exact: friction of a point is a limit "
          "and "
          "no more"},
         {"a point with a radius", uniform,
          "pressure = { shape = \"point\", normal_force = 1.0, at = [0.1, 0.0] }\n", "pressure",
          "joint.floor.pressure.at = [0.1, 0]; a pressure of shape \"point\" has none; leave it "
          "out"},
         {"wear of nothing", scheme, scheme + "wear = [\"flor\"]\n", "wear",
          "analysis.wear = \"flor\"; no joint of law patch with an area has that name; did you "
          "mean floor? Allowed: floor"},
         {"no potential", uniform, expand("form = \"harmonic\", n = 2, rho = \"R\""), "expand",
          "joint.floor.expand.form = \"harmonic\"; at rest friction has no convex set of "
          "reactions; expected \"exact\", \"ellipsoid\" with rho = \"kappa\", or \"potential\" "
          "or \"spherical-harmonics\" with other n"},
         {"another length than kappa", uniform, expand("form = \"ellipsoid\", rho = \"R\""),
          "expand",
          "joint.floor.expand.form = \"ellipsoid\"; at rest friction has no convex set of "
          "reactions; expected \"exact\", \"ellipsoid\" with rho = \"kappa\", or \"potential\" "
          "or \"spherical-harmonics\" with other n"},
         {"a second port without rotation",
          "[[joint]]\nname = \"floor\"\nlaw = \"patch\"\nbetween = [\"disc.centre\", \"ground\"]",
          "[[substructure]]\nname = \"block\"\ntype = \"lumped\"\nmasses = { m = { x = 1.0, y = "
          "1.0 "
          "} }\n[[joint]]\nname = \"floor\"\nlaw = \"patch\"\nbetween = [\"disc.centre\", "
          "\"block.m\"]",
          "between",
          "joint.floor: law patch slips and spins: expected ports of one node with x, y and "
          "rotation, without a component; m has x, y"},
         {"two patches", "[[load]]",
          second + "law = \"patch\"\n" + on_disc + "\", \"ground\"]\nfriction = 1.0\n" + uniform +
              "[[load]]",
          "[analysis]",
          "analysis: the contacts depend on each other (floor, other); how they share friction is "
          "not determined; expected one patch on a rigid body, its pressure a sum (parts), and "
          "other contacts on other bodies"},
         {"a dry contact beside it", "[[load]]",
          second + "law = \"coulomb\"\n" + on_disc + ".x\", \"ground\"]\nlimit = 1.0\n[[load]]",
          "[analysis]",
          "analysis: the contacts depend on each other (other, floor); how they share friction is "
          "not determined; expected one patch on a rigid body, its pressure a sum (parts), and "
          "other contacts on other bodies"},
         {"a smoothed stop beside it", "[[load]]",
          second + "law = \"gap\"\n" + on_disc +
              ".x\", \"ground\"]\nstiffness = 1.0\nclearance = 0.1\nsmoothing = 100.0\n[[load]]",
          "smoothing",
          "joint.other.smoothing = 100; corners cannot be smoothed in a model with a patch; leave "
          "it out"},
         {"taylor", "\"runge-kutta\"", "\"taylor\"", "law",
          "joint.floor.law = \"patch\"; its friction has no power series; expected scheme = "
          "\"runge-kutta\""},
         {"event-driven", "\"runge-kutta\"", "\"event-driven\"", "[[joint]]",
          "joint.floor.law = \"patch\"; expected linear or coulomb; scheme = \"runge-kutta\" or "
          "\"taylor\" takes linear, coulomb, elastic-coulomb, gap and cubic, runge-kutta also "
          "patch"}});
    check_refused(
        replaced(replaced(text, "{ amplitude = 1.2 }", "1.2"), "[excitation]\nOmega = 1.0\n", ""),
        {{"forward-increment", scheme, "scheme = \"forward-increment\"\nh = 1e-3\n", "[[joint]]",
          "joint.floor.law = \"patch\"; forward-increment has no sticking, event-driven, "
          "runge-kutta and taylor have; expected linear, elastic-coulomb, gap or cubic"},
         {"modal-propagator", scheme, "scheme = \"modal-propagator\"\nh = 1e-3\n", "[[joint]]",
          "joint.floor.law = \"patch\"; modal-propagator has no sticking, event-driven, "
          "runge-kutta and taylor have; expected linear, elastic-coulomb, gap or cubic"}});
    const std::string point = "pressure = { shape = \"point\", normal_force = 1.0 }\n";
    const std::string still = replaced(
        replaced(replaced(text, "{ amplitude = 1.2 }", "0.2"), "[excitation]\nOmega = 1.0\n", ""),
        "type = \"transient\"\n" + scheme + "t_end = 1.0\n", "type = \"limit-directions\"\n");
    check_refused(
        still, {{"a point in limit-directions", uniform, point, "pressure",
                 "joint.floor.pressure.shape = \"point\"; a point has no spin, and comes to rest "
                 "along its load; limit-directions takes a patch with an area"}});
    check_refused(
        text,
        {{"a point on one component", "disc.centre\", \"ground\"]\nfriction = 1.0\n" + uniform,
          "disc.centre.x\", \"ground\"]\nfriction = 1.0\n" + point, "between",
          "joint.floor: law patch of a point slips: expected ports of one node with "
          "x and y, without a component; centre has x, y, rotation"}});
}
