#include "contact/patch/patch_law.hpp"
#include "contact/patch/patch_options.hpp"
#include "tests/app/app_test.hpp"

// `type = "limit-directions"`: what a run reports and what is refused.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string pushed = model("pushed_disc");

Json run_of(const std::string& text)
{
    const RunCase run(text);
    return summary_of(run);
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
                 "\"load.push.force\", from = 0.0, to = 1.3, n = 41",
                 "\"load.turn.force\", from = 0.1, to = 0.9, n = 5");
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
    const RunCase run(pushed);
    const io::Hdf5Reader h5(run / "out/results.h5");
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
    CHECK(run.values("circles.latitude").size() == 3);
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

TEST_CASE("A length of the spin axis has no influence", "[app]")
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
}

TEST_CASE("A case names any pressure, and their sum", "[app]")
{
    // Sets that need no numbers: those of one disc, said in other ways.
    const Json disc = run_of(pushed)["quantities"];
    const std::string uniform = "shape = \"uniform\", radius = 1.0, normal_force = 1.0";
    const auto same_as_disc = [&](const std::string& pressure, double tolerance) {
        CAPTURE(pressure);
        const Json other = run_of(replaced(pushed, uniform, pressure))["quantities"];
        CHECK(other.value("floor.kappa") == Approx(disc.value("floor.kappa")).epsilon(tolerance));
        for (const std::string name : {"directions.latitude", "directions.rate"}) {
            const auto a = disc.values(name), b = other.values(name);
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
    CHECK(square["quantities"].value("floor.kappa") ==
          Approx(0.382597858232).margin(1e-12).epsilon(0)); // (sqrt 2 + asinh 1) / 6
    CHECK(square["quantities"].value("floor.limit") == 2);
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
