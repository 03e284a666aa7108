#include "tests/app/app_test.hpp"
#include "tests/support/source_dir.hpp"

// Bodies of revolution from the case file to results.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string rectangle = source_dir() + "/meshes/plates/rectangle.geo";

// A steel ring of 100 mm x 30 mm from the radius 50 mm. @param length  length unit of the mesh [m]
std::string ring(const std::string& name, double y, const std::string& keys, double length = 1)
{
    const auto in_units = [length](double metres) { return std::to_string(metres / length); };
    return "[[substructure]]\nname = \"" + name + "\"\ntype = \"axisymmetric\"\nmesh = \"" +
           rectangle + "\"\nmesh_parameters = { length = " + in_units(0.1) +
           ", height = " + in_units(0.03) +
           ", nx = 6, ny = 2, order = 2 }\nscale = " + std::to_string(length) +
           "\nplacement = { put = \"bottom_left\", at = [0.05, " + std::to_string(y) +
           "] }\nmaterial = { young = 210e9, poisson = 0.3, density = 7800 }\n" + keys;
}

std::vector<double> frequencies(const std::string& body)
{
    return RunCase(body + "[analysis]\ntype = \"modes\"\nof = \"bodies\"\nn_modes = 5\n")
        .h5()
        .numbers("modes/r/frequency");
}

void check_equal(const std::vector<double>& found, const std::vector<double>& expected,
                 double tolerance)
{
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k)
        CHECK(found[k] == Approx(expected[k]).epsilon(tolerance));
}

} // namespace

TEST_CASE("A ring has the same frequencies far along its axis, in millimetres and reduced", "[app]")
{
    const std::vector<double> whole = frequencies(ring("r", 0, "fixed = [\"left.y\"]\n"));
    check_equal(frequencies(ring("r", 100, "fixed = [\"left.y\"]\n")), whole, 1e-8);
    check_equal(frequencies(ring("r", 0, "fixed = [\"left.y\"]\n", 1e-3)), whole, 1e-8);
    const std::vector<double> reduced = frequencies(
        ring("r", 0,
             "fixed = [\"left.y\"]\nreduction = { method = \"hintz-herting\", n_modes = 30 }\n"));
    check_equal({reduced.begin(), reduced.begin() + 3}, {whole.begin(), whole.begin() + 3}, 1e-6);
}

TEST_CASE("Two rings bonded along the axis carry a pressure to their support", "[app]")
{
    // Without contraction (nu = 0 is not needed: the load is the resultant) the support carries the
    // pressure times the area of the annulus, whole and reduced, wherever the rings are.
    const double area = 3.141592653589793 * (0.15 * 0.15 - 0.05 * 0.05);
    for (const double y : {0.0, 100.0})
        for (const std::string reduction :
             {"", "reduction = { method = \"craig-bampton\", n_modes = 8 }\n"}) {
            CAPTURE(y, reduction);
            const RunCase run(ring("r", y, "fixed = [\"bottom\"]\n") +
                              ring("s", y + 0.03, "fixed = []\n" + reduction) +
                              "[[bond]]\nname = \"glue\"\nbetween = [\"s.bottom\", \"r.top\"]\n"
                              "[[load]]\nname = \"p\"\non = \"s.top\"\npressure = 1e6\n"
                              "[analysis]\ntype = \"static\"\n");
            CHECK(run.quantities.value("r.support.bottom.force.y") ==
                  Approx(1e6 * area).epsilon(1e-8));
        }
}

TEST_CASE("The rotation of a ring acts about its axis wherever the ring is", "[app]")
{
    const auto widening = [](double y) -> double {
        const RunCase run(
            ring("r", y, "fixed = [\"left.y\"]\n") +
            "[rotation]\naxis = [0, 1, 0]\nomega = 1000\n"
            "[analysis]\ntype = \"static\"\n[output]\nhistory = [\"r.bottom_left.x\"]\n");
        return run.quantities.value("r.bottom_left.x.displacement");
    };
    CHECK(widening(100) == Approx(widening(0)).epsilon(1e-8));
}
