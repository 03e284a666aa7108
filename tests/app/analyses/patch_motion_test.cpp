#include "base/text.hpp"
#include "tests/app/app_test.hpp"

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
    run_ok(folder, "run case.toml --output out --quiet");
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
                return all.value(name);
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
    CHECK(all.value("floor.force.x.max") == Approx(1).epsilon(1e-9));
    CHECK(all.value("floor.displacement.x.max") == Approx(0.01).epsilon(1e-7));
    CHECK(all["floor.force.x.max"]["unit"].text() == "N");
    CHECK(all.value("floor.force.rotation.max") == 0);
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
    CHECK(all.value("floor.stops.time") == Approx(1).margin(1e-10).epsilon(0));
    CHECK(all.value("floor.stops.x") == Approx(0.5).margin(1e-10).epsilon(0));
    CHECK(all.value("floor.stops.direction_x") == 1);
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
    const auto value = [&](const std::string& name) -> double { return all.value(name); };
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
        return all.values(name).at(n);
    };
    CHECK(at("floor.stops.time", 0) == Approx(1.115210438619).margin(1e-8).epsilon(0));
    CHECK(at("floor.starts.time", 0) == Approx(2.516128171865).margin(1e-8).epsilon(0));
    CHECK(at("floor.stops.time", 1) == Approx(4.443004925804).margin(1e-8).epsilon(0));
    CHECK(at("floor.stops.rotation", 1) == Approx(-0.022206613181).margin(1e-8).epsilon(0));
}
