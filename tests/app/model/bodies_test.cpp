#include "app/case/case_reader.hpp"
#include "app/model/build_model.hpp"
#include "app/model/export_body.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/local_origin.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/modal_form.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>

using namespace slideway;
using Catch::Matchers::Contains;

// [[substructure]] of every type: from the case file to the body.

namespace {

// A body in coordinates from its own centre.
fem::Substructure made(const app::SubstructureEntry& entry, const app::Case& c,
                       app::BuiltBody& built)
{
    app::Drawing drawing = app::draw(entry, c, built);
    const Eigen::Vector3d origin = fem::local_origin(drawing.box);
    return app::make_body(entry, c, std::move(drawing), origin, built);
}

const std::string ending = "\n[analysis]\ntype = \"modes\"\nof = \"bodies\"\n";

struct Bodies {
    io::ScratchFolder folder;

    /// The first body of a case with these lines in [[substructure]], line 1.
    [[nodiscard]] fem::Substructure make(const std::string& lines) const
    {
        const app::Case c = read(lines);
        app::BuiltBody built;
        return made(c.substructures.front(), c, built);
    }
    [[nodiscard]] app::Case read(const std::string& lines) const
    {
        std::ofstream(folder / "case.toml") << "[[substructure]]\nname = \"b\"\n"
                                            << lines << ending;
        return app::read_case(app::parse_case(folder / "case.toml"));
    }
};

const std::string beam = R"(type = "beam"
length = 0.5
elements = 4
section = { width = 0.02, height = 0.01 }
material = { young = 210e9, density = 7800 }
)";

const std::string rigid = R"(type = "rigid"
mass = 2
inertia = 0.1
)";

} // namespace

TEST_CASE("a beam of a case is the beam of the library", "[app]")
{
    const Bodies bodies;
    const app::Case c = bodies.read(beam + R"(points = { mid = 0.5 }
placement = { angle_deg = 90, put = "end", at = [1, 2] }
fixed = ["start", "end.y"]
ports = { all = { group = "axis" }, mean = { group = "axis", motion = "mean" } }
damping = { alpha = 2, ratio = 0.01 }
)");
    app::BuiltBody built;
    const fem::Substructure s = made(c.substructures.front(), c, built);
    CHECK(s.n() == 15 - 4);
    CHECK(built.n_fixed == 4);
    CHECK(built.n_elements == 4);
    CHECK(fem::port(s, "mid").X.isApprox(Eigen::RowVector3d(1, 1.75, 0), 1e-12));
    CHECK(fem::port(s, "all").components.back() == "rotation");
    CHECK(fem::port(s, "mean").n_nodes() == 1);
    CHECK(s.mass_damping == 2);
    CHECK(bodies.make(beam + "axial = false\n").n() == 10);
    CHECK(bodies.make(beam + "fixed = [\"start\"]\naxial = false\n").n() == 8);
}

TEST_CASE("sections of a case are rectangles, circles or numbers", "[app]")
{
    const Bodies bodies;
    const auto with = [](const std::string& section) {
        std::string text = beam;
        const std::string old = "{ width = 0.02, height = 0.01 }";
        return text.replace(text.find(old), old.size(), section);
    };
    const Matrix K = bodies.make(beam).K;
    CHECK(Matrix(bodies.make(with("{ area = 2e-4, second_moment = 1.6666666666666667e-9 }")).K)
              .isApprox(K, 1e-14));
    CHECK(bodies.make(with("{ diameter = 0.01 }")).n() == 15);
}

TEST_CASE("a beam of a case may follow a curve of a Gmsh file without surfaces", "[app]")
{
    const Bodies bodies;
    std::ofstream(bodies.folder / "frame.geo")
        << "DefineConstant[ n = 3 ];\nPoint(1) = {0, 0, 0}; Point(2) = {0, 1, 0};\n"
           "Point(3) = {1, 1, 0};\nLine(1) = {1, 2}; Line(2) = {2, 3};\n"
           "Transfinite Curve{1, 2} = n + 1;\nPhysical Curve(\"frame\") = {1, 2};\n"
           "Physical Point(\"knee\") = {2};\n";
    const std::string rest = "section = { diameter = 0.01 }\n"
                             "material = { young = 210e9, density = 7800 }\n";
    const std::string mesh = "type = \"beam\"\nmesh = \"frame.geo\"\n";
    const fem::Substructure s = bodies.make(mesh +
                                            "mesh_parameters = { n = 2 }\ncurve = \"frame\"\n"
                                            "fixed = [\"start\", \"end.x\"]\n" +
                                            rest);
    CHECK(s.n() == 15 - 4);
    CHECK(fem::port(s, "knee").X.isApprox(Eigen::RowVector3d(0, 1, 0), 1e-12));
}

TEST_CASE("a rigid body of a case has its points, tracks and supports", "[app]")
{
    const Bodies bodies;
    const fem::Substructure s = bodies.make(rigid + R"(placement = { angle_deg = 90, at = [1, 2] }
points = { foot = { at = [0.1, 0] } }
polylines = { track = { x = [0, 1], y = [0, 0] } }
thickness = 0.1
)");
    CHECK(s.n() == 3);
    CHECK(fem::port(s, "foot").X.isApprox(Eigen::RowVector3d(1, 2.1, 0), 1e-14));
    CHECK(fem::port(s, "track").area == Approx(0.1).epsilon(1e-14));
    CHECK(bodies.make("type = \"rigid\"\nfixed = [\"centre\"]\n").n() == 0);
}

TEST_CASE("an exported body of a case comes back with its damping and the same modes", "[app]")
{
    const Bodies bodies;
    const app::Case c = bodies.read(beam + R"(fixed = ["start"]
damping = { ratios = [0.01, 0.02] }
export = "parts/b"
)");
    const app::SubstructureEntry& entry = c.substructures.front();
    app::BuiltBody built;
    const fem::Substructure full = made(entry, c, built);
    fem::Substructure reduced =
        reduction::craig_bampton(full, reduction::port_dofs(fem::port(full, "end")), 4)
            .substructure;
    app::add_damping_ratios(entry, reduced);
    app::export_body(entry, c, reduced, built.pole);

    const fem::Substructure read = bodies.make("type = \"matrices\"\nfolder = \"parts/b\"\n");
    const reduction::ModalForm before = reduction::modal_form(reduced),
                               after = reduction::modal_form(read);
    CHECK(after.omega.isApprox(before.omega, 1e-12));
    CHECK(after.c.isApprox(before.c, 1e-12));
    CHECK(after.c(1) == Approx(2 * 0.02 * after.omega(1)).epsilon(1e-9));
    CHECK(Matrix(fem::port(read, "end").W) == Matrix(fem::port(reduced, "end").W));
    CHECK(fem::port(read, "axis").edges == fem::port(reduced, "axis").edges);
    CHECK(bodies.make("type = \"matrices\"\nfolder = \"parts/b\"\nfixed = [\"end.x\"]\n").n() ==
          read.n() - 1);

    fem::Substructure rod = full;
    app::SubstructureEntry many = entry;
    many.damping_ratios.assign(30, 0.1);
    CHECK_THROWS_WITH(app::add_damping_ratios(many, rod),
                      Contains("case.toml:9: substructure.b.damping") &&
                          Contains("30 are given, body b has 12"));
    std::ofstream(bodies.folder / "file") << "";
    many.export_folder = "file/b";
    CHECK_THROWS_WITH(app::export_body(many, c, rod, built.pole),
                      Contains("case.toml:10: substructure.b.export = \"file/b\"; ") &&
                          Contains("cannot be made"));
}

TEST_CASE("an exported body has the same rigid motions far away", "[app]")
{
    // In a model they turn about a point near it, in the files about (0, 0).
    const Bodies bodies;
    const app::Case c = bodies.read(beam + R"(placement = { at = [1000, -3000] }
export = "parts/b"
)");
    app::BuiltBody built;
    const fem::Substructure body = made(c.substructures.front(), c, built);
    CHECK((built.pole - Eigen::Vector3d(1000, -3000, 0)).norm() < 5 * 0.5);
    CHECK(fem::port(body, "end").X == Eigen::RowVector3d(1000.5, -3000, 0));
    app::export_body(c.substructures.front(), c, body, built.pole);
    // Written about (0, 0), they lose 1e-16 of 3000 m.
    const fem::Substructure read = bodies.make("type = \"matrices\"\nfolder = \"parts/b\"\n");
    CHECK((read.rigid - body.rigid).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(body.rigid.cwiseAbs().maxCoeff() <= 5 * 0.5);
    CHECK(fem::port(read, "end").X == fem::port(body, "end").X);
}

TEST_CASE("a body of matrices has the damping, supports and edges of its files", "[app]")
{
    const Bodies bodies;
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(bodies.folder / name) << text;
    };
    const std::string head = "%%MatrixMarket matrix coordinate real symmetric\n";
    write("M.mtx", head + "2 2 2\n1 1 1\n2 2 1\n");
    write("K.mtx", head + "2 2 2\n1 1 5\n2 2 5\n");
    write("dofs.csv", "dof,node,component,X,Y\n1,a,x,0,0\n2,b,x,1,0\n");
    const std::string files = "type = \"matrices\"\nM = \"M.mtx\"\nK = \"K.mtx\"\n"
                              "dofs = \"dofs.csv\"\n";
    CHECK(bodies.make(files).n() == 2);
    CHECK(bodies.make(files + "fixed = [\"a\"]\n").n() == 1);
    CHECK(bodies.make(files + "C = \"K.mtx\"\n").C.coeff(1, 1) == 5);

    write("faces.csv", "group,nodes\nline,a b\n");
    CHECK(fem::port(bodies.make(files + "faces = \"faces.csv\"\n"), "line").edges.size() == 1);
}
