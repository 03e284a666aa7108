#include "fem/readers/line_reader.hpp"

#include "base/error.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "support/independent.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;
using Catch::Matchers::Contains;

namespace {

std::filesystem::path write(const io::ScratchFolder& folder, const std::string& text)
{
    std::ofstream(folder / "lines.geo") << text;
    return folder / "lines.geo";
}

// A quarter of a ring of radius 1 from (1, 0) to (0, 1), then a leg to (-1, 1), without a surface.
const std::string arc = R"(
DefineConstant[ n = 40 ];
Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {0, 1, 0}; Point(4) = {-1, 1, 0};
Circle(1) = {2, 1, 3}; Line(2) = {3, 4};
Transfinite Curve{1} = n + 1; Transfinite Curve{2} = 5;
Physical Curve("ring") = {1};
Physical Curve("both") = {1, 2};
Physical Point("top") = {3};
Physical Point("hub") = {1};
)";

const BeamOptions steel{{210e9, 0, 7800}, rectangle_section(0.02, 0.01), true, {"start"}};

} // namespace

TEST_CASE("A file of curves without surfaces becomes a beam", "[fem]")
{
    // A quarter ring of radius R = 1, clamped at one end, has a radial force P at the other. With
    // the angle phi from the force, M = P R sin phi and N = P sin phi. By Castigliano the
    // displacement along P is pi/4 (P R^3 / (E I) + P R / (E A)). A polygon of 40 elements has an
    // error of the square of its angle, 1e-3.
    const io::ScratchFolder folder;
    const Mesh mesh = read_lines(write(folder, arc));
    CHECK_FALSE(mesh.groups.contains("hub"));
    const Mesh ring = beam_curve(mesh, "ring");
    CHECK(ring.blocks[0].nodes.rows() == 40);
    CHECK(ring.groups.contains("top"));
    CHECK(ring.X.row(ring.groups.at("start").nodes[0]).isApprox(Eigen::RowVector3d(1, 0, 0), 1e-9));
    const Substructure s = beam("ring", ring, steel);
    const Port& end = port(s, "end");
    const double P = 3, E = 210e9, A = 2e-4, I = 0.02 * 1e-6 / 12;
    const Matrix f = end.W.transpose() * Eigen::Vector3d(0, P, 0); // radial at (0, 1)
    const Vector u = independent::solve_ldlt(Matrix(s.K), f.col(0));
    CHECK((end.W * u)(1) ==
          Approx(std::numbers::pi / 4 * P * (1 / (E * I) + 1 / (E * A))).epsilon(1e-3));

    CHECK(beam_curve(mesh, "both").blocks[0].nodes.rows() == 44);
    const Mesh coarse = read_lines(folder / "lines.geo", {{"n", 6}});
    CHECK(beam_curve(coarse, "ring").blocks[0].nodes.rows() == 6);
}

TEST_CASE("Curves of second order give two elements per side", "[fem]")
{
    const io::ScratchFolder folder;
    const Mesh mesh = read_lines(write(folder, "Mesh.ElementOrder = 2;\n" + arc), {{"n", 6}});
    CHECK(mesh.groups.at("ring").edges[0].middle >= 0);
    const Mesh ring = beam_curve(mesh, "ring");
    CHECK(ring.blocks[0].nodes.rows() == 12);
    CHECK((ring.X.rowwise().norm().array() - 1).abs().maxCoeff() < 1e-9);
}

TEST_CASE("Curves in millimetres are scaled to metres", "[fem]")
{
    const io::ScratchFolder folder;
    const Mesh metres = read_lines(write(folder, arc)),
               millimetres = read_lines(folder / "lines.geo", {}, 0.001);
    CHECK(millimetres.X == 0.001 * metres.X);
}

TEST_CASE("Files without a named plane curve are refused", "[fem]")
{
    const io::ScratchFolder folder;
    CHECK_THROWS_WITH(read_lines(write(folder, "Point(1) = {0,0,0}; Point(2) = {1,0,0};\n"
                                               "Line(1) = {1,2};\n")),
                      Contains("lines.geo: no curve with a name"));
    CHECK_THROWS_WITH(read_lines(write(folder, "Point(1) = {0,0,0}; Point(2) = {1,0,1};\n"
                                               "Line(1) = {1,2}; Physical Curve(\"a\") = {1};\n")),
                      Contains("has z = 1; a beam lies in z = 0"));
    // The curve deviates from the plane by its size, however far away it lies.
    CHECK_THROWS_WITH(
        read_lines(write(folder, "Point(1) = {1e7,0,0}; Point(2) = {10000001,0,0.001};\n"
                                 "Line(1) = {1,2}; Physical Curve(\"a\") = {1};\n")),
        Contains("has z = 0.001"));
    CHECK_THROWS_WITH(read_lines(folder / "none.geo"), Contains("no such file"));
    CHECK_THROWS_WITH(read_lines(folder / "a.inp"), Contains("not a file of Gmsh"));
    CHECK_THROWS_WITH(read_lines(write(folder, arc), {{"m", 6}}), Contains("no parameter \"m\""));
}
