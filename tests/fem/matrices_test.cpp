#include "fem/exported_body.hpp"
#include "fem/matrices.hpp"

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/matrix_market.hpp"
#include "base/symmetric_modes.hpp"
#include "base/text.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/group_ports.hpp"
#include "fem/named_nodes.hpp"
#include "fem/plane.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"
#include "rectangle_mesh.hpp"
#include "tests/io/full_disk.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>

using namespace slideway;
using namespace slideway::fem;
using Catch::Matchers::Contains;

namespace {

void check_same(const Substructure& a, const Substructure& b)
{
    CHECK(Matrix(a.M) == Matrix(b.M));
    CHECK(Matrix(a.C) == Matrix(b.C));
    CHECK(Matrix(a.K) == Matrix(b.K));
    CHECK(a.mass_damping == b.mass_damping);
    CHECK(a.stiffness_damping == b.stiffness_damping);
    CHECK(a.rigid == b.rigid);
    CHECK(a.rigid_names == b.rigid_names);
    REQUIRE(a.ports.size() == b.ports.size());
    for (std::size_t k = 0; k < a.ports.size(); ++k) {
        const Port &p = a.ports[k], &q = b.ports[k];
        CAPTURE(p.name);
        CHECK(p.name == q.name);
        CHECK(p.components == q.components);
        CHECK(Matrix(p.W) == Matrix(q.W));
        CHECK(p.X == q.X);
        CHECK(p.share == q.share);
        CHECK(p.edges == q.edges);
        CHECK(p.area == q.area);
        REQUIRE((p.surface != nullptr) == (q.surface != nullptr));
        if (p.surface) // vertices may have other numbers
            for (std::size_t t = 0; t < p.surface->triangles.size(); ++t)
                for (std::size_t i = 0; i < 3; ++i)
                    CHECK(p.surface->X.row(p.surface->triangles[t][i]) ==
                          q.surface->X.row(q.surface->triangles[t][i]));
    }
}

// Four masses m at the corners of a tetrahedron, joined by six bars of stiffness k: K = 0 for the
// six rigid motions.
const double tetrahedron_m = 2, tetrahedron_k = 300;
Matrix tetrahedron_X()
{
    Matrix X(4, 3);
    X << 0, 0, 0, 1, 0, 0.5, 0, 2, 0, 0.25, 0.5, 1;
    return X;
}

Matrix tetrahedron_K()
{
    const Matrix X = tetrahedron_X();
    Matrix K = Matrix::Zero(12, 12);
    for (Index a = 0; a < 4; ++a)
        for (Index b = 0; b < a; ++b) {
            Vector row = Vector::Zero(12); // elongation
            const Eigen::Vector3d d = (X.row(a) - X.row(b)).transpose().normalized();
            row.segment<3>(3 * a) = d;
            row.segment<3>(3 * b) = -d;
            K += tetrahedron_k * row * row.transpose();
        }
    return K;
}

std::string tetrahedron_table()
{
    const Matrix X = tetrahedron_X();
    std::string text = "# corners\ndof, node, component, X, Y, Z, groups\n";
    for (Index dof = 0; dof < 12; ++dof) {
        const Index node = dof / 3;
        text += std::to_string(dof + 1) + ", p" + std::to_string(node + 1) + ", " +
                std::string(1, "xyz"[dof % 3]);
        for (Index c = 0; c < 3; ++c)
            text += ", " + number_text(X(node, c));
        text += node < 3 ? ", base\n" : ", top all\n";
    }
    return text;
}

void write(const std::filesystem::path& file, const Matrix& A)
{
    std::ofstream stream(file);
    write_matrix_market(stream, A.sparseView(0, 0));
}

struct TetrahedronFiles {
    io::ScratchFolder folder;
    MatricesOptions options;

    TetrahedronFiles() : options{folder / "M.mtx", "", folder / "K.mtx", folder / "dofs.csv", {}}
    {
        const Matrix M = tetrahedron_m * Matrix::Identity(12, 12);
        write(options.M.file, M);
        write(options.K.file, tetrahedron_K());
        std::ofstream(options.dofs) << tetrahedron_table();
    }
    /// Message if `from` in the table of dofs is replaced by `to`.
    std::string message_with(const std::string& from, const std::string& to) const
    {
        std::string text = tetrahedron_table();
        const auto position = text.find(from);
        REQUIRE(position != std::string::npos);
        std::ofstream(options.dofs) << text.replace(position, from.size(), to);
        return message();
    }
    std::string message() const
    {
        try {
            (void)matrices("part", options);
        } catch (const InputError& error) {
            const std::string text = error.what(), path = folder.path().string() + "/";
            std::string result;
            for (std::size_t position = 0; position < text.size();)
                if (text.compare(position, path.size(), path) == 0)
                    position += path.size();
                else
                    result += text[position++];
            return result;
        }
        return "nothing";
    }
};

} // namespace

TEST_CASE("Positions of matrices are scaled to metres, their rigid motions too", "[fem]")
{
    TetrahedronFiles files;
    const Substructure metres = matrices("part", files.options);
    files.options.scale = 0.001;
    const Substructure millimetres = matrices("part", files.options);
    CHECK(port(millimetres, "base").X == 0.001 * port(metres, "base").X);
    CHECK(millimetres.rigid.leftCols(3) == metres.rigid.leftCols(3));
    CHECK(millimetres.rigid.rightCols(3).isApprox(0.001 * metres.rigid.rightCols(3), 1e-15));
}

TEST_CASE("Matrices and names that are given make the body of the files that say the same", "[fem]")
{
    const TetrahedronFiles files;
    MatricesOptions given;
    const Matrix M = tetrahedron_m * Matrix::Identity(12, 12), X = tetrahedron_X();
    given.M = std::make_shared<const SparseMatrix>(M.sparseView(0, 0));
    given.K = std::make_shared<const SparseMatrix>(tetrahedron_K().sparseView(0, 0));
    NamedDofs& dofs = given.names.emplace();
    std::vector<std::string> names;
    for (Index dof = 0; dof < 12; ++dof)
        names.push_back("p" + std::to_string(dof / 3 + 1) + "." + "xyz"[dof % 3]);
    dofs.names = std::make_shared<const std::vector<std::string>>(names);
    for (Index node = 0; node < 4; ++node)
        dofs.nodes["p" + std::to_string(node + 1)] = {X(node, 0), X(node, 1), X(node, 2)};
    dofs.groups = {{"base", {"p1", "p2", "p3"}}, {"top", {"p4"}}, {"all", {"p4"}}};
    check_same(matrices("part", given), matrices("part", files.options));

    Matrix skew = Matrix::Identity(12, 12);
    skew(0, 1) += 1;
    given.M = std::make_shared<const SparseMatrix>(skew.sparseView(0, 0));
    CHECK_THROWS_WITH(matrices("part", given),
                      Contains("M = 12 x 12 matrix; not symmetric: entry (1, 2)"));
    given.M = files.options.M;
    names.pop_back();
    dofs.names = std::make_shared<const std::vector<std::string>>(names);
    CHECK_THROWS_WITH(matrices("part", given),
                      "dofs = 11 names; expected 12, one for each row of M");
}

TEST_CASE("An exported body comes back to the last digit, with the same modes", "[fem]")
{
    const Mesh mesh = placed(rectangle_mesh("quad4", 40, 4, 0.5, 0.05), 0.3, {0, 0}, {1.0 / 3, 2});
    Substructure s =
        plane_stress("plate", mesh, {{210e9, 0.3, 7800}, 0.01, {}, {"left", "corner"}});
    add_rayleigh(s, 3.3, 1e-7 / 3);
    add_group_port(s, {"face", "right", GroupMotion::rigid});
    const io::ScratchFolder folder;
    export_matrices(folder / "parts/plate", s);
    const Substructure read = read_exported("plate", folder / "parts/plate");
    check_same(s, read);
    CHECK_FALSE(read.recovery);

    const Vector exact = lowest_modes(s.K, s.M, 12).omega;
    CHECK(lowest_modes(read.K, read.M, 12).omega.isApprox(exact, 1e-12));
    CHECK(exact(0) > 0);
}

TEST_CASE("Beams, rigid bodies and names with commas come back too", "[fem]")
{
    const io::ScratchFolder folder;
    Mesh line = beam_line({1, 3, {}});
    line.groups["tip, \"outer\" #1"] = line.groups.at("end");
    const Substructure bar =
        beam("bar", line, {{1e9, 0, 1e3}, rectangle_section(0.1, 0.1), true, {"start"}});
    export_matrices(folder / "bar", bar);
    check_same(bar, read_exported("bar", folder / "bar"));

    RigidOptions o;
    o.mass = 3;
    o.inertia = 0.1;
    o.points["foot"] = {0.1, -1};
    const Substructure block = rigid("block", o); // K = 0
    export_matrices(folder / "block", block);
    check_same(block, read_exported("block", folder / "block"));

    o.fixed = {"centre"};
    CHECK_THROWS_WITH(export_matrices(folder / "wall", rigid("wall", o)), Contains("no dof"));
}

TEST_CASE("Second-order edges of a port come back with their mid nodes", "[fem]")
{
    Substructure s = rigid("line", {1, 1, {0, 0}, 0, {}, {{"track", Matrix::Identity(3, 2)}}, 0.1});
    s.ports[1].edges = {{0, 2, 1}};
    const io::ScratchFolder folder;
    export_matrices(folder / "a", s);
    check_same(s, read_exported("line", folder / "a"));
}

TEST_CASE("an export that breaks off leaves the earlier one, or none", "[fem]")
{
    const auto line = [](int elements) -> Substructure {
        return beam("bar", beam_line({1, elements, {}}),
                    {{1e9, 0, 1e3}, rectangle_section(0.1, 0.1), true, {"start"}});
    };
    const io::ScratchFolder folder;
    export_matrices(folder / "bar", line(2));
    {
        const test::FullDisk full(100);
        CHECK_THROWS_WITH(export_matrices(folder / "bar", line(3)),
                          Contains(".mtx: cannot be written: it is larger than files may be here"));
    }
    check_same(line(2), read_exported("bar", folder / "bar"));

    std::filesystem::create_directory(folder / "bar/own");
    std::filesystem::rename(folder / "bar/K.mtx", folder / "bar/own/K.mtx");
    std::filesystem::create_directory(folder / "bar/K.mtx"); // the replacement fails here
    CHECK_THROWS_WITH(export_matrices(folder / "bar", line(3)),
                      Contains("bar/K.mtx: cannot be written"));
    std::filesystem::remove(folder / "bar/K.mtx");
    std::filesystem::rename(folder / "bar/own/K.mtx", folder / "bar/K.mtx");
    CHECK_THROWS_WITH(read_exported("bar", folder / "bar"), Contains("bar: no whole export"));
    for (const auto& entry : std::filesystem::directory_iterator(folder / "bar"))
        CHECK((entry.path().filename() == ".slideway.files" ||
               entry.path().filename().string().front() != '.'));
    export_matrices(folder / "bar", line(3));
    check_same(line(3), read_exported("bar", folder / "bar"));
}

TEST_CASE("Matrices of a 3-D part get ports by name and the rigid motions of space", "[fem]")
{
    const TetrahedronFiles files;
    Substructure s = matrices("part", files.options);
    CHECK(s.nodes->n() == 4);
    make_port(s, "p2");
    REQUIRE(s.n() == 12);
    CHECK(Matrix(s.K) == tetrahedron_K());
    CHECK(s.C.nonZeros() == 0);
    const Port& p2 = port(s, "p2");
    CHECK(p2.components == std::vector<std::string>{"x", "y", "z"});
    CHECK(p2.X.row(0) == Eigen::RowVector3d(1, 0, 0.5));
    CHECK(Matrix(p2.W) == Matrix(Matrix::Identity(12, 12).middleRows(3, 3)));
    const Port& base = port(s, "base");
    CHECK(base.n_nodes() == 3);
    CHECK(mean_row(base, 2).sum() == Approx(1).epsilon(1e-15));
    CHECK(port(s, "all").n_nodes() == 1);
    add_group_port(s, {"foot", "base", GroupMotion::rigid});

    REQUIRE(s.rigid_names == std::vector<std::string>{"translation in x", "translation in y",
                                                      "translation in z", "rotation about x",
                                                      "rotation about y", "rotation about z"});
    CHECK((s.K * s.rigid).cwiseAbs().maxCoeff() < 1e-12 * tetrahedron_k);
    const SymmetricModes modes = all_modes(Matrix(s.K), Matrix(s.M));
    CHECK((modes.omega.array() == 0).count() == 6);
}

TEST_CASE("The table of dofs may be in any order, with nameless dofs and planar rotations", "[fem]")
{
    const TetrahedronFiles files;
    write(files.options.M.file, Matrix::Identity(4, 4));
    write(files.options.K.file, Matrix::Identity(4, 4));
    std::ofstream(files.options.dofs) << "node,dof,X,component,Y\n"
                                         "tip,3,2,rotation,1\n"
                                         "tip,1,2,x,1\n"
                                         ",4,,,\n"
                                         "tip,2,2,y,1\n";
    Substructure s = matrices("part", files.options);
    CHECK(s.ports.empty());
    make_port(s, "tip");
    REQUIRE(s.ports.size() == 1);
    CHECK(s.ports[0].components == std::vector<std::string>{"x", "y", "rotation"});
    Matrix rigid(4, 3);
    rigid << 1, 0, -1, 0, 1, 2, 0, 0, 1, 0, 0, 0;
    CHECK(s.rigid == rigid);
}

TEST_CASE("Ports of matrices can be held", "[fem]")
{
    TetrahedronFiles files;
    files.options.fixed = {"base", "p4.z"};
    Substructure s = matrices("part", files.options);
    make_port(s, "p4");
    REQUIRE(s.n() == 2);
    CHECK(Matrix(s.K) == tetrahedron_K().block(9, 9, 2, 2));
    CHECK(port(s, "base").W.nonZeros() == 0);
    CHECK(Matrix(port(s, "p4").W) == (Matrix(3, 2) << 1, 0, 0, 1, 0, 0).finished());
    CHECK(s.rigid.rows() == 2);

    files.options.fixed = {"base", "p4"};
    CHECK(files.message() == "no free dof is left; fixed supports every dof");
    files.options.fixed = {"p5"};
    CHECK_THAT(files.message(), Contains("fixed = \"p5\"; substructure \"part\" has no port"));
    files.options.fixed = {"p4.w"};
    CHECK_THAT(files.message(), Contains("fixed = \"p4.w\"") && Contains("no component \"w\""));
    Substructure whole = matrices("part", TetrahedronFiles().options);
    add_group_port(whole, {"foot", "base", GroupMotion::mean});
    CHECK_THROWS_WITH(hold(whole, {"foot.x"}), Contains("combines 3 dofs"));
}

TEST_CASE("Matrices that do not fit together are refused", "[fem]")
{
    TetrahedronFiles files;
    const Matrix I = Matrix::Identity(12, 12);
    write(files.options.M.file, Matrix::Identity(6, 6));
    CHECK(files.message() == "K.mtx: 12 x 12, but M.mtx is 6 x 6");
    write(files.options.M.file, I.topRows(3));
    CHECK(files.message() == "M.mtx: 3 x 12; expected a square matrix");
    write(files.options.M.file, I);
    files.options.C = files.folder / "C.mtx";
    write(files.options.C.file, Matrix::Identity(2, 2));
    CHECK(files.message() == "C.mtx: 2 x 2, but M.mtx is 12 x 12");
    files.options.C = {};

    Matrix M = I;
    M(2, 7) += 2e-8;
    write(files.options.M.file, M);
    CHECK_THAT(files.message(), Contains("M.mtx: not symmetric: entry (3, 8) = ") &&
                                    Contains("and (8, 3) = ") && Contains("1e-8 of the diagonal"));
    // The units of rows do not matter: the same answer for entries that are much
    // smaller than others.
    Matrix small = M;
    for (const Index row : {2, 7}) {
        small.row(row) *= 1e-9;
        small.col(row) *= 1e-9;
    }
    write(files.options.M.file, small);
    CHECK_THAT(files.message(), Contains("M.mtx: not symmetric: entry (3, 8) = "));
    M(2, 7) -= 1.5e-8; // round-off of other programs
    write(files.options.M.file, M);
    CHECK(files.message() == "nothing");

    M = I;
    M(4, 4) = 0;
    write(files.options.M.file, M);
    CHECK_THAT(files.message(), Contains("M.mtx: ") && Contains(".y has stiffness and no mass, and "
                                                                "other translations of the node "
                                                                "have some; is the file whole?"));
    M = I;
    M(4, 5) = M(5, 4) = 1.5;
    write(files.options.M.file, M);
    CHECK_THAT(
        files.message(),
        Contains("M.mtx: not positive definite; a mass matrix is: ") &&
            Contains(" has the largest share of a motion with a negative mass, eigenvalue -0.5"));
    write(files.options.M.file, I * 1e-9); // the unit does not matter
    CHECK(files.message() == "nothing");
    files.options.M = files.folder / "none.mtx";
    CHECK(files.message() == "none.mtx: no such file, or it cannot be read");
}

TEST_CASE("Unsymmetric stiffness and damping are kept in two parts", "[fem]")
{
    TetrahedronFiles files;
    Matrix K = tetrahedron_K(), C = 1e-3 * K;
    K(2, 7) += 0.1 * std::sqrt(K(2, 2) * K(7, 7));
    C(1, 0) += 0.1 * C(0, 0);
    write(files.options.K.file, K);
    files.options.C = files.folder / "C.mtx";
    write(files.options.C.file, C);
    const Substructure s = matrices("tetrahedron", files.options);
    CHECK(Matrix(s.K + s.K_skew).isApprox(K, 1e-15));
    CHECK(Matrix(s.C + s.C_skew).isApprox(C, 1e-15));
    CHECK(Matrix(s.K) == Matrix(s.K).transpose());
    CHECK(Matrix(s.K_skew) == -Matrix(s.K_skew).transpose());
    CHECK(s.K_skew.coeff(2, 7) == Approx(0.05 * std::sqrt(K(2, 2) * K(7, 7))).epsilon(1e-9));
    CHECK(s.H.rows() == 0);
}

TEST_CASE("A wrong table of dofs is refused with its line", "[fem]")
{
    const TetrahedronFiles f;
    CHECK(f.message_with("dof, node,", "dof, nodes,") ==
          "dofs.csv:2: unknown column \"nodes\"; did you mean node? Allowed: dof, node, component, "
          "X, Y, Z, groups");
    CHECK_THAT(f.message_with("dof, node, component, X", "dof, node, component, Z"),
               Contains("dofs.csv:2: column \"Z\" is given twice"));
    CHECK_THAT(f.message_with("2, p1, y, 0, 0, 0, base", "2, p1, y, 0, 0, 0"),
               Contains("dofs.csv:4: 6 values; expected 7"));
    CHECK(f.message_with("2, p1, y", "1, p1, y") == "dofs.csv:4: dof = 1; it is at line 3 already");
    CHECK(f.message_with("2, p1, y", "13, p1, y") ==
          "dofs.csv:4: dof = 13; expected a whole number from 1 to 12");
    CHECK(f.message_with("2, p1, y", "#2, p1, y") == "dofs.csv: no line for dof 2; M.mtx has 12");
    CHECK(f.message_with("2, p1, y", "2, p1, x") == "dofs.csv:4: node p1 has component x twice");
    CHECK(f.message_with("2, p1, y, 0", "2, p1, y, 1") ==
          "dofs.csv:4: node p1 lies elsewhere at line 3");
    CHECK(f.message_with("2, p1, y, 0", "2, p1, y, here") ==
          "dofs.csv:4: X = here; expected a finite number");
    CHECK_THAT(f.message_with("2, p1, y", "2, p1.a, y"),
               Contains("dofs.csv:4: node = p1.a; a name has no dot"));
    CHECK(f.message_with("2, p1, y", "2, p1, w")
              .starts_with("dofs.csv:6: group base: node p2 has "
                           "components x, y, z, node p1 has "));
    CHECK(f.message_with("2, p1, y", "2, p1, ") == "dofs.csv:4: component is empty; node p1 needs "
                                                   "one");
    CHECK(f.message_with("0, 0, 0, base", "0, 0, 0, p2") ==
          "dofs.csv:3: groups = p2; a node has that name");
    CHECK_THAT(f.message_with("2, p1, y", "2, \"p1, y"),
               Contains("dofs.csv:4: a \" without its end"));
    std::ofstream(f.options.dofs) << "# nothing\n";
    CHECK_THAT(f.message(), Contains("dofs.csv: empty; expected a line with the columns dof"));
    std::ofstream(f.options.dofs) << "dof,node,X,Y\n";
    CHECK_THAT(f.message(), Contains("dofs.csv:1: column \"component\" is missing"));
    std::ofstream(f.options.dofs) << "dof,node,component,X,Y\n";
    CHECK(f.message() == "dofs.csv: no lines; M.mtx has 12 dofs");
}

TEST_CASE("A spoilt export is refused with the file at fault", "[fem]")
{
    const io::ScratchFolder folder;
    const Substructure bar = beam("bar", beam_line({1, 2, {}}),
                                  {{1e9, 0, 1e3}, rectangle_section(0.1, 0.1), true, {"start"}});
    const auto message = [&](const std::string& file, const std::string& text) -> std::string {
        export_matrices(folder / "bar", bar);
        std::ofstream(folder / ("bar/" + file)) << text;
        try {
            (void)read_exported("bar", folder / "bar");
        } catch (const InputError& error) {
            return error.what();
        }
        return "nothing";
    };
    const std::string head = "%%MatrixMarket matrix coordinate real general\n";
    CHECK_THAT(message("rows.mtx", head + "1 6 0\n"),
               Contains("rows.mtx: 1 x 6; expected 24 x 6 by ports.csv"));
    CHECK_THAT(message("rigid.mtx", head + "6 1 0\n"),
               Contains("rigid.mtx: 6 x 1; expected 6 x 3"));
    CHECK_THAT(message("edges.csv", "port,first,second,middle\naxis,1,9,0\n"),
               Contains("edges.csv:2: second = 9; expected a whole number from 1 to 3"));
    CHECK_THAT(message("edges.csv", "port,first,second,middle\nbody,1,2,0\n"),
               Contains("edges.csv:2: port = body; ports.csv has no such port"));
    CHECK_THAT(message("ports.csv", "port,node,component,X,Y,share,area\na,1,x,0,0,1,0\n"
                                    "b,1,x,0,0,1,0\na,2,x,0,0,1,0\n"),
               Contains("ports.csv:4: port = a; its lines are not adjacent"));
    CHECK_THAT(message("ports.csv", "port,node,component,X,Y,share,area\na,2,x,0,0,1,0\n"),
               Contains("ports.csv:2: node = 2; expected a whole number from 1 to 1"));
    CHECK_THAT(message("body.csv", "key,value\nmass,1\n"), Contains("body.csv:2: key = mass"));
    CHECK_THROWS_WITH(read_exported("bar", folder / "none"), Contains("none: no such folder"));
}

namespace {

// Six nodes of a body of points, x = 0, 1, 3 by y = 0, 2, in a plane that rises by 3 in 4 along x.
// They form two rectangles of 1 by 2 and 2 by 2. Names by columns: a0, a1, b0, b1, c0, c1.
struct FaceFiles : TetrahedronFiles {
    FaceFiles(double cos, double sin, const std::string& faces_text)
    {
        const Matrix I = Matrix::Identity(18, 18);
        write(options.M.file, I);
        write(options.K.file, I);
        std::ofstream table(options.dofs);
        table << "dof,node,component,X,Y,Z,groups\n";
        int dof = 0;
        for (const auto& [column, x] : {std::pair{"a", 0.0}, {"b", 1.0}, {"c", 3.0}})
            for (const int row : {0, 1})
                for (const char* component : {"x", "y", "z"})
                    table << ++dof << "," << column << row << "," << component << "," << cos * x
                          << "," << 2 * row << "," << sin * x << ",all\n";
        options.faces = folder / "faces.csv";
        faces(faces_text);
    }
    void faces(const std::string& text) const
    {
        std::ofstream(options.faces) << "group,nodes\n" << text;
    }
};

} // namespace

TEST_CASE("Faces weigh the nodes of a group by area, sides by length", "[fem]")
{
    const std::string quads = "foot, a0 b0 b1 a1\nfoot, b0 c0 c1 b1\n";
    for (const auto& [cos, sin] : {std::pair{1.0, 0.0}, {0.8, 0.6}}) {
        CAPTURE(sin);
        FaceFiles files(cos, sin, quads + "edge, a0 b0\nedge, b0 c0\n");
        Substructure s = matrices("part", files.options);
        const Port& foot = port(s, "foot");
        Vector share(6);
        share << 1, 1, 3, 3, 2, 2;
        CHECK(foot.share.isApprox(share / 12, 1e-14));
        CHECK(port(s, "edge").share.isApprox(Eigen::Vector3d(1, 3, 2) / 6, 1e-14));
        CHECK(port(s, "edge").edges == std::vector<Edge>{{0, 1}, {1, 2}});
        CHECK(port(s, "all").share.isApproxToConstant(1.0 / 6, 1e-15));
        // Triangles divide the first rectangle into halves; the shares follow: thirds of
        // 1/6 and 1/3.
        files.faces("foot, a0 b0 a1\nfoot, b0 b1 a1\nfoot, b0 c0 c1 b1\n");
        share << 1.0 / 18, 2.0 / 18, 2.0 / 18 + 1.0 / 6, 1.0 / 18 + 1.0 / 6, 1.0 / 6, 1.0 / 6;
        CHECK(port(matrices("part", files.options), "foot").share.isApprox(share, 1e-14));

        // The port lies at the centroid of the area. A force and a moment on it have the same
        // resultant on the body.
        add_group_port(s, {"port", "foot", GroupMotion::rigid});
        const Port& p = s.ports.back();
        CHECK(p.X.row(0).isApprox(Eigen::RowVector3d(1.5 * cos, 1, 1.5 * sin), 1e-14));
        Vector load = Vector::Zero(6);
        load << 3, -2, 0, 0, 0, 0.7;
        const Vector f = p.W.transpose() * load, g = s.rigid.transpose() * f;
        CHECK(g(0) == Approx(3).epsilon(1e-14));
        CHECK(g(1) == Approx(-2).epsilon(1e-14));
        CHECK(g(5) == Approx(0.7 + 1.5 * cos * -2 - 3).epsilon(1e-14)); // about z
        REQUIRE(p.surface);
        CHECK(p.surface->level == (sin == 0));
        CHECK(p.surface->triangles.size() == 4);
    }
}

TEST_CASE("Faces that turn clockwise are turned over, of second order cut through all nodes",
          "[fem]")
{
    const FaceFiles files(1, 0, "foot, a1 b1 b0 a0\nfoot, b1 c1 c0 b0\n");
    const Substructure part = matrices("part", files.options);
    const Surface& foot = *port(part, "foot").surface;
    for (const auto& [a, b, c] : foot.triangles) {
        const Eigen::RowVector2d u = foot.X.row(b) - foot.X.row(a),
                                 v = foot.X.row(c) - foot.X.row(a);
        CHECK(u.x() * v.y() - u.y() * v.x() > 0);
    }
    // A triangle (0, 0), (2, 0), (0, 2) with straight sides and mid nodes.
    Matrix X(6, 2);
    X << 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1;
    X = positions_in_space(X);
    const std::vector<std::vector<int>> face{{0, 1, 2, 3, 4, 5}};
    Vector share(6);
    share << 0, 0, 0, 2.0 / 3, 2.0 / 3, 2.0 / 3;
    CHECK((face_shares(X, face) - share).norm() < 1e-14);
    CHECK(surface_of(X, face, {0, 0, 0})->triangles.size() == 4);
}

TEST_CASE("A wrong table of faces is refused with its line", "[fem]")
{
    const FaceFiles files(1, 0, "");
    const auto message = [&](const std::string& text) -> std::string {
        files.faces(text);
        return files.message();
    };
    CHECK(message("foot, a0 b0\nfoot, a0 b0 b1\n") ==
          "faces.csv:3: group foot has faces and sides; expected one of the two");
    CHECK(message("foot, a0 b0 b2\n") == "faces.csv:2: nodes: no dof has the node b2");
    CHECK(message("foot, a0 b0 a0\n") == "faces.csv:2: nodes: a0 comes twice");
    CHECK(message("foot, a0 b0 b1 a1 c0\n") ==
          "faces.csv:2: nodes: 5 of them; a face has 3, 4, 6 or 8, a side of a curve 2");
    CHECK(message("a0, a0 b0 b1\n") == "faces.csv: group a0: a node has that name");
    CHECK(message("fo.ot, a0 b0 b1\n") ==
          "faces.csv:2: group = fo.ot; a name is not empty and has no dot, slash, '=', quote or "
          "blank");
    CHECK(message("all, a0 b0 b1\n") ==
          "faces.csv: group all: its node a1 is on none of its faces");
    CHECK(message("line, a0 b0 c0\n") == "group line: its faces have no area");
}
