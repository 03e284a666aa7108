#include "base/text.hpp"
#include "tests/app/app_test.hpp"

// Patches on ports of meshed bodies, and the pressures that meshes and contacts lend them.

using namespace slideway;
using namespace slideway::test;

namespace {

// Squares of `side` in nx columns and ny rows from (0, 0), with the sets body (all), foot (columns
// and rows from the third on, `foot` each way) and curves left, right, bottom and top.
void write_block(const CaseFolder& folder, int nx, int ny, double side, int foot)
{
    std::ofstream file(folder / "block.inp");
    const auto node = [&](int i, int j) -> int { return j * (nx + 1) + i + 1; };
    file << "*NODE\n";
    for (int j = 0; j <= ny; ++j)
        for (int i = 0; i <= nx; ++i)
            file << node(i, j) << ", " << number_text(side * i) << ", " << number_text(side * j)
                 << "\n";
    file << "*ELEMENT, TYPE=CPS4I, ELSET=body\n";
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            file << j * nx + i + 1 << ", " << node(i, j) << ", " << node(i + 1, j) << ", "
                 << node(i + 1, j + 1) << ", " << node(i, j + 1) << "\n";
    file << "*ELSET, ELSET=foot\n";
    for (int j = 2; j < 2 + foot; ++j)
        for (int i = 2; i < 2 + foot; ++i)
            file << j * nx + i + 1 << "\n";
    file << "*NSET, NSET=corner\n1\n";
    file << "*SURFACE, NAME=right\n";
    for (int j = 1; j <= ny; ++j)
        file << j * nx << ", S2\n";
    file << "*SURFACE, NAME=bottom\n";
    for (int i = 1; i <= nx; ++i)
        file << i << ", S1\n";
    file << "*SURFACE, NAME=top\n";
    for (int i = 1; i <= nx; ++i)
        file << (ny - 1) * nx + i << ", S3\n";
}

// A plate that lies on the floor with all of its face.
const std::string plate =
    changed(model("plate"), {"mesh = \"block.inp\"", "group = \"beam\" -> group = \"body\""});

const std::string rigid_plate = model("rigid_plate");

Json run_of(const CaseFolder& folder, const std::string& options = "")
{
    run_ok(folder, "run case.toml --output out --quiet " + options);
    return summary_of(folder);
}

Json plate_of(int n, const std::string& text = plate)
{
    const CaseFolder folder(text);
    write_block(folder, 2 * n, n, 0.1 / n, n - 3);
    return run_of(folder);
}

} // namespace

TEST_CASE("A plate that lies on its mesh comes to rest as a rigid plate", "[app]")
{
    const Json rigid = run_of(CaseFolder(rigid_plate))["quantities"];
    std::vector<double> errors;
    for (const int n : {4, 8}) {
        const Json meshed = plate_of(n)["quantities"];
        // The pressure is that of the rectangle, whatever the mesh.
        CHECK(meshed.value("floor.kappa") == Approx(rigid.value("floor.kappa")).epsilon(1e-12));
        CHECK(meshed.value("floor.limit") == Approx(10).epsilon(1e-14));
        auto rates = meshed.values("directions.rate"), expected = rigid.values("directions.rate");
        std::sort(rates.begin(), rates.end());
        std::sort(expected.begin(), expected.end());
        REQUIRE(rates.size() == expected.size());
        // Shares of area are shares of mass: (4 - 10)/m along the load to the last digit.
        CHECK(std::count_if(rates.begin(), rates.end(),
                            [](double r) { return std::abs(r + 6 / 0.54) < 1e-9; }) == 1);
        double error = 0;
        for (std::size_t k = 0; k < rates.size(); ++k)
            error = std::max(error, std::abs(rates[k] - expected[k]));
        errors.push_back(error);
    }
    CHECK(errors[1] < 0.01 * 6 / 0.54);
}

TEST_CASE("A plate that lies on its mesh sticks and slips as a rigid plate", "[app]")
{
    // Reduced to the three dofs of its face it moves as a rigid body does, with the mass and the
    // inertia of the rectangle: events differ by errors of steps.
    const std::string moved =
        "[[load]]\nname = \"twist\"\non = \"plate.PORT.rotation\"\nforce = { amplitude = 0.3, "
        "phase_deg = -90.0 }\n\n[excitation]\nOmega = 20.0\n\n[analysis]\ntype = "
        "\"transient\"\nscheme = \"runge-kutta\"\ntolerance = 1e-11\ncycles = 2\n";
    const auto under_loads = [&](const std::string& text, const std::string& port) -> std::string {
        return replaced(replaced(text, "force = 4.0", "force = { amplitude = 12.0 }"),
                        "[analysis]\ntype = \"limit-directions\"\n", replaced(moved, "PORT", port));
    };
    const Json rigid = run_of(CaseFolder(under_loads(rigid_plate, "centre")))["quantities"];
    const Json summary =
        plate_of(4, under_loads(replaced(plate, "thickness = 0.01\n",
                                         "thickness = 0.01\nreduction = { method = "
                                         "\"craig-bampton\", n_modes = 0 }\n"),
                                "face"));
    CHECK(summary["used"]["floor.law"].text() == "64 triangles pressure, exact");
    const Json meshed = summary["quantities"];
    CHECK(meshed.value("events") >= 7);
    CHECK(meshed.value("events") == rigid.value("events"));
    CHECK(std::abs(meshed.value("energy.residual")) < 1e-10);
    CHECK(meshed.value("energy.friction") == Approx(rigid.value("energy.friction")).epsilon(1e-8));
    for (const std::string name : {"floor.stops.time", "floor.starts.time", "floor.stops.x",
                                   "floor.stops.rotation", "floor.starts.direction_rotation"}) {
        const auto a = meshed.values(name), b = rigid.values(name);
        CAPTURE(name);
        REQUIRE(a.size() == b.size());
        for (std::size_t k = 0; k < a.size(); ++k)
            CHECK(a[k] == Approx(b[k]).epsilon(1e-8).margin(1e-10));
    }
}

TEST_CASE("A pressure on faces may be skew", "[app]")
{
    // p = 1 + s x on a rectangle of length a: centre of pressure at s a^2/12, so pure spin about
    // the port pushes it: compared with the same pressure in triangles.
    const std::string skew = "\"surface\", skew = [8.0, 2.0]",
                      by_hand =
                          replaced(replaced(rigid_plate, "[-0.1, -0.05], pressure = 1",
                                            "[-0.1, -0.05], pressure = 0.1"),
                                   "[0.1, -0.05], pressure = 1", "[0.1, -0.05], pressure = 1.7");
    const Json rigid = run_of(CaseFolder(
        replaced(replaced(by_hand, "[0.1, 0.05], pressure = 1", "[0.1, 0.05], pressure = 1.9"),
                 "[-0.1, 0.05], pressure = 1", "[-0.1, 0.05], pressure = 0.3")));
    const Json meshed = plate_of(4, replaced(plate, "\"surface\"", skew));
    CHECK(meshed["quantities"].value("floor.kappa") ==
          Approx(rigid["quantities"].value("floor.kappa")).epsilon(1e-12));
}

TEST_CASE("A contact of a static analysis lends its pressure", "[app]")
{
    // A pad of 40 mm x 20 mm x 10 mm on a rigid floor, without friction. Pressed evenly on its
    // top it is in uniaxial stress, whatever its elements: 100 N over 400 mm^2.
    const std::string pad =
                          changed(model("pad"), {"mesh = \"block.inp\"", "fixed = [\"corner.x\"]"}),
                      lent = changed(rigid_plate,
                                     {"force = 20.0", "pressure = { shape = \"contact\", results = "
                                                      "\"static\", contact = \"lining\" }"});
    const auto run_to = [](const CaseFolder& folder, const std::string& output,
                           const std::string& of) {
        std::ofstream(folder / "of.toml") << of;
        run_ok(folder, "run of.toml --quiet --output " + output);
    };
    const auto with_results = [&](const std::string& of, const CaseFolder& folder) {
        write_block(folder, 8, 4, 0.005, 2);
        run_to(folder, "static", of);
    };
    {
        const CaseFolder folder(lent);
        with_results(pad, folder);
        const io::Hdf5Reader h5(folder / "static/results.h5");
        for (const double p : h5.numbers("contacts/lining/pressure"))
            CHECK(p == Approx(100 / 4e-4).epsilon(1e-9));
        CHECK(h5.numbers("contacts/lining/thickness").at(0) == Approx(0.01).epsilon(1e-14));
        const Json summary = run_of(folder);
        // It says which results were read: their place, title and checksum.
        CHECK(summary["used"]["pressure"].text() ==
              "contact lining in static, \"A pad\", checksum " +
                  io::checksum_in(folder / "static/results.h5"));
        CHECK_THAT(run_program(folder, "check case.toml").out,
                   Contains("reads: static/results.h5"));
        CHECK(summary["quantities"].value("floor.limit") == Approx(50).epsilon(1e-9));
        // A rectangle of a by b turns with the mean distance of its points from the middle; the pad
        // is as much longer as Poisson's ratio has it.
        const double a = 0.04 * (1 + 0.3 * 100 / 4e-4 / 1e9), b = 0.01, d = std::hypot(a, b);
        const double mean =
            (2 * a * b * d + a * a * a * std::asinh(b / a) + b * b * b * std::asinh(a / b)) /
            (12 * a * b);
        CHECK(summary["quantities"].value("floor.kappa") == Approx(mean).epsilon(1e-9));
    }
    {
        // A moment of 0.1 N m on the lid: the centre of pressure moves by 1 mm, and the map with
        // it.
        const CaseFolder folder(lent);
        with_results(replaced(pad, "[analysis]",
                              "[[load]]\nname = \"turn\"\non = \"pad.lid.rotation\"\nforce = "
                              "-0.1\n\n[analysis]"),
                     folder);
        const io::Hdf5Reader h5(folder / "static/results.h5");
        const auto along = h5.numbers("contacts/lining/along"),
                   force = h5.numbers("contacts/lining/force");
        double sum = 0, moment = 0;
        for (std::size_t k = 0; k < along.size(); ++k) {
            sum += force[k];
            moment += force[k] * (along[k] - 0.2 - 0.02);
        }
        CHECK(sum == Approx(100).epsilon(1e-9));
        // Places are those of the deformed pad, whose middle has moved by 1.5e-6 m.
        CHECK(std::abs(moment) == Approx(0.1).epsilon(2e-3));
        const Json summary = run_of(folder);
        CHECK(summary["quantities"].value("floor.limit") == Approx(50).epsilon(1e-9));
    }
    // No static analysis ends with a contact open everywhere: a file made by hand.
    const CaseFolder folder(replaced(lent, "\"static\"", "\"open.h5\""));
    io::Hdf5Writer open(folder / "open.h5");
    open.attribute("title", "");
    const std::string at_lining = "contacts/lining/";
    open.write(at_lining + "along", Vector(Vector::LinSpaced(9, 0, 0.04)), "m", "");
    open.write(at_lining + "pressure", Vector(Vector::Zero(9)), "Pa", "");
    open.write(at_lining + "force", Vector(Vector::Zero(9)), "N", "");
    open.write(at_lining + "thickness", Vector(Vector::Constant(1, 0.01)), "m", "");
    open.close();
    const ProgramRun refused = run_program(folder, "check case.toml");
    CHECK(refused.exit_status == 2);
    CHECK(refused.err == "case.toml:12: joint.floor.pressure.results = \"open.h5\"; contact lining "
                         "is open everywhere, so there is no pressure\n");
}

TEST_CASE("A block on a port of three dofs sticks, slides, spins and stops as the unreduced block",
          "[app]")
{
    // Hard rubber, so that it strains while it slides: the port's displacements within 1e-3 of
    // their largest with 24 fixed modes, and its stop, in fewer steps.
    const std::string text = R"([[substructure]]
name      = "block"
type      = "plane-stress"
mesh      = "block.inp"
material  = { young = 50e6, poisson = 0.45, density = 1200 }
thickness = 0.02
ports     = { stand = { group = "foot" }, grip = { group = "right" } }
damping   = { beta = 1e-5 }
reduction = { method = "craig-bampton", n_modes = 24 }

[[joint]]
name     = "floor"
law      = "patch"
between  = ["block.stand", "ground"]
friction = 0.5
pressure = { shape = "uniform", radius = 0.024, normal_force = 12.0 }

[[load]]
name  = "push"
on    = "block.grip.x"
force = { amplitude = 7.0, phase_deg = -90.0 }

[[load]]
name  = "twist"
on    = "block.grip.y"
force = { amplitude = 0.1, phase_deg = -90.0 }

[excitation]
Omega = 60.0

[analysis]
type      = "transient"
scheme    = "runge-kutta"
tolerance = 1e-8
t_end     = 0.1

[output]
history         = ["block.stand.x", "block.stand.y", "block.stand.rotation", "floor"]
history_rate_hz = 1000.0
)";
    struct Report {
        double steps, stop;
    };
    std::vector<Report> reported;
    const auto motion = [&](const std::string& options) -> std::vector<std::vector<double>> {
        const CaseFolder folder(text);
        write_block(folder, 14, 7, 0.0115, 3);
        const Json q = run_of(folder, options)["quantities"];
        reported.push_back({q.value("steps"), q.values("floor.stops.time").at(0)});
        const io::Hdf5Reader h5(folder / "out/results.h5");
        std::vector<std::vector<double>> motion;
        for (const std::string component : {"x", "y", "rotation"})
            motion.push_back(h5.numbers("points/block.stand." + component + "/displacement"));
        return motion;
    };
    const auto full = motion("--set 'substructure.block.reduction={ method = \"none\" }'"),
               reduced = motion("");
    for (std::size_t c = 0; c < 3; ++c) {
        CAPTURE(c);
        double largest = 0, error = 0;
        REQUIRE(full[c].size() == reduced[c].size());
        for (std::size_t k = 0; k < full[c].size(); ++k) {
            largest = std::max(largest, std::abs(full[c][k]));
            error = std::max(error, std::abs(full[c][k] - reduced[c][k]));
        }
        CHECK(error < 1e-3 * largest);
    }
    CAPTURE(reported[0].steps, reported[1].steps);
    CHECK(reported[1].stop == Approx(reported[0].stop).epsilon(1e-4));
    CHECK(reported[1].steps <
          0.75 * reported[0].steps); // the fastest modes of a coarse mesh are near
}
