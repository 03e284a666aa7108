#include "base/dense_solve.hpp"
#include "base/matrix_market.hpp"
#include "tests/app/app_test.hpp"
#include "tests/support/source_dir.hpp"

#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

// Pictures of bodies whose matrices other programs wrote: a steel block of 4 x 2 x 1 bricks, 200 x
// 60 x 30 mm, its reductions, and a superelement of Nastran.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string samples = source_dir() + "/tests/fem/matrix_files/samples/";

// Case with one imported body; file names in `keys` begin with @ if they are samples.
std::string body(std::string keys)
{
    for (auto at = keys.find('@'); at != std::string::npos; at = keys.find('@'))
        keys.replace(at, 1, samples);
    return "[[substructure]]\nname = \"b\"\ntype = \"matrices\"\n" + keys;
}

const std::string full = "M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n"
                         "mesh = \"@block.inp\"\nunits = \"mm-t-s\"\n",
                  craig_bampton = "file = \"@block_substructure.mtx\"\nmesh = \"@block.inp\"\n"
                                  "units = \"mm-t-s\"\n";

std::string pushed(const std::string& keys, const std::string& on, const std::string& force)
{
    return body(keys) + "[[load]]\nname = \"push\"\non = \"b." + on + "\"\n" + force +
           "\n[analysis]\ntype = \"static\"\n";
}

struct Picture {
    Matrix X, u; // points x 3, as drawn, and displacements
    vtkIdType n_cells = 0;
};

Picture picture(const std::filesystem::path& file)
{
    vtkNew<vtkXMLUnstructuredGridReader> reader;
    reader->SetFileName(file.c_str());
    reader->Update();
    vtkUnstructuredGrid* const grid = reader->GetOutput();
    Picture read{Matrix(grid->GetNumberOfPoints(), 3), Matrix(grid->GetNumberOfPoints(), 3),
                 grid->GetNumberOfCells()};
    vtkDataArray* const u = grid->GetPointData()->GetArray("displacement");
    REQUIRE(u != nullptr);
    for (Index i = 0; i < read.X.rows(); ++i)
        for (Index c = 0; c < 3; ++c) {
            read.X(i, c) = grid->GetPoint(i)[c];
            read.u(i, c) = u->GetComponent(i, static_cast<int>(c));
        }
    CHECK(grid->GetPointData()->GetArray("von_mises") == nullptr); // no stress is known
    return read;
}

Vector dofs_of(const RunCase& run)
{
    const std::vector<double> dofs = run.h5().numbers("bodies/b/dofs");
    return Eigen::Map<const Vector>(dofs.data(), static_cast<Index>(dofs.size()));
}

Matrix displacement_of(const RunCase& run)
{
    const std::vector<double> u = run.h5().numbers("bodies/b/displacement");
    return Eigen::Map<const Matrix>(u.data(), 3, static_cast<Index>(u.size()) / 3).transpose();
}

// The motion of a superelement to its nodes in SI, and a file of it in t, N and mm.
Matrix motion_of_superelement(const CaseFolder& folder)
{
    const Matrix T = read_matrix_market(samples + "superelement_B_T.mtx");
    Vector D(18); // units of two nodes with six dofs, and of modes: length sqrt(mass)
    D << Vector::Constant(3, 1e-3), Vector::Ones(3), Vector::Constant(3, 1e-3), Vector::Ones(3),
        Vector::Constant(6, 1e-3 * std::sqrt(1e3));
    std::ofstream stream(folder / "T.mtx");
    write_matrix_market(stream, Matrix(1e3 * T * D.asDiagonal()).sparseView(0, 0));
    return T;
}

} // namespace

TEST_CASE("matrices of a whole mesh show it, by the labels of nodes", "[app]")
{
    for (const std::string mesh : {"@block.inp", "@block.bdf"}) {
        std::string keys = full + "fixed = [\"n111\", \"n112\", \"n121\", \"n122\", \"n131\", "
                                  "\"n132\"]\n";
        keys.replace(keys.find("@block.inp"), 10, mesh);
        const RunCase run(pushed(keys, "n532.z", "force = 1000.0"));
        const Vector dofs = dofs_of(run); // six nodes are held, 24 follow with x, y and z
        REQUIRE(dofs.size() == 72);
        const Matrix u = displacement_of(run);
        REQUIRE(u.rows() == 30);
        CHECK(u.topRows(6).norm() == 0);
        for (Index node = 0; node < 24; ++node)
            CHECK(u.row(6 + node).transpose() == dofs.segment<3>(3 * node));
        const Picture seen = picture(run / "out/fields/static.vtu");
        CHECK(seen.n_cells == 8);
        CHECK(seen.u == u);
        // Drawn in place, without a factor: 1000 N move the tip by less than 1 mm.
        CHECK((seen.X.row(29) - seen.u.row(29) - Eigen::RowVector3d(0.2, 0.048, 0.021)).norm() <
              1e-15);
        // Edges of a block: four along x with five nodes, and two ends of 6 segments.
        CHECK(run.h5().numbers("bodies/b/outline/X").size() == 3 * 24);
        CHECK(run.h5().integers("bodies/b/outline/first").size() == 16 + 12);
        CHECK_FALSE(run.h5().holds("bodies/b/stress"));
    }
}

TEST_CASE("a matrix T moves the nodes of the mesh of a superelement", "[app]")
{
    const std::string keys = "mesh = \"@block.inp\"\nunits = \"mm-t-s\"\nT = \"T.mtx\"\n";
    for (const auto& [files, node] :
         {std::pair{"file = \"@se.pch\"\nfixed = [\"n901\"]\n", "n902"},
          {"file = \"@se_dense_le.op4\"\ndofs = \"@se.asm.csv\"\nfixed = [\"901\"]\n", "902"}}) {
        CAPTURE(files);
        const CaseFolder folder(pushed(files + keys, node + std::string(".z"), "force = 1.0"));
        const Matrix T = motion_of_superelement(folder);
        (void)run_ok(folder, "run case.toml --quiet --output out");
        const Picture seen = picture(folder / "out/fields/static.vtu");
        CHECK(seen.n_cells == 10); // 8 bricks, and the nodes of the superelement as points
        const std::vector<double> dofs =
            io::Hdf5Reader(folder / "out/results.h5").numbers("bodies/b/dofs");
        REQUIRE(dofs.size() == 12);
        Vector q = Vector::Zero(18);
        q.tail(12) = Eigen::Map<const Vector>(dofs.data(), 12);
        const Matrix expected = Matrix(T * q).reshaped(3, 30).transpose();
        // T has 17 digits; the nodes of the mesh come first.
        CHECK((seen.u.topRows(30) - expected).norm() < 1e-12 * expected.norm());
        CHECK(q(2 + 6) == Approx(5.257831117e-08).epsilon(1e-8));
        CHECK(seen.u.topRows(6).norm() < 1e-12 * expected.norm()); // the held face
    }
}

TEST_CASE("recovery vectors of Abaqus move the nodes that T_nodes names", "[app]")
{
    // A load on a retained node: the reduction has the static solution of the whole block.
    const RunCase whole(pushed(full + "fixed = [\"FOOT\"]\n", "n532.z", "force = 1000.0")),
        reduced(pushed(craig_bampton + "fixed = [\"FOOT\"]\nT_nodes = [321]\n", "n532.z",
                       "force = 1000.0"));
    const Matrix u = displacement_of(whole), seen = displacement_of(reduced);
    REQUIRE(seen.rows() == 13); // node 321 and the twelve retained ones
    // Node 321 is the 15th of the block, and comes first here. The file has 13 digits of K, whose
    // condition number is 1e5.
    CHECK((seen.row(0) - u.row(14)).norm() < 1e-7 * u.row(14).norm());
    CHECK((seen.bottomRows(6) - u.bottomRows(6)).norm() < 1e-7 * u.bottomRows(6).norm());
}

TEST_CASE("without a motion of other nodes, the faces of retained nodes are drawn", "[app]")
{
    const RunCase run(pushed(craig_bampton + "fixed = [\"FOOT\"]\n", "n532.z", "force = 1.0"));
    const Picture seen = picture(run / "out/fields/static.vtu");
    CHECK(seen.X.rows() == 12);
    CHECK(seen.n_cells == 4);                                        // two faces at each end
    CHECK(run.h5().integers("bodies/b/outline/first").size() == 12); // their outer edges
    // Without elements there are points: the table of dofs has positions.
    const RunCase points(pushed("M = \"@block_M.mtx\"\nK = \"@block_K.mtx\"\n"
                                "dofs = \"@block_dofs.csv\"\n"
                                "fixed = [\"n111\", \"n112\", \"n121\"]\n",
                                "n532.z", "force = 1.0"));
    CHECK(picture(points / "out/fields/static.vtu").n_cells == 30);
}

TEST_CASE("MUG1 and TUG1 of an external superelement move its nodes", "[app]")
{
    const RunCase run(body("file = [\"@outboard.op4\", \"@outboard.pch\"]\n") +
                      "[analysis]\ntype = \"modes\"\nof = \"bodies\"\nn_modes = 8\n");
    const std::vector<double> X = run.h5().numbers("bodies/b/outline/X"),
                              shapes = run.h5().numbers("modes/b/outline/b");
    REQUIRE(X.size() == 12); // of six grids of TUG1 two have no position in the punch file
    REQUIRE(shapes.size() == 12 * 8);
    CHECK_THAT(run_ok(run, "check case.toml").out,
               Contains("2 of 7 nodes of MUG1 are not drawn: they have no position"));
    // In the six rigid motions all nodes follow u = t + w x X, although node 11 moves in another
    // coordinate system.
    Matrix rigid(12, 6);
    for (Index node = 0; node < 4; ++node) {
        const auto at = static_cast<std::size_t>(3 * node);
        const double x = X[at], y = X[at + 1], z = X[at + 2];
        rigid.middleRows<3>(3 * node) << 1, 0, 0, 0, z, -y, 0, 1, 0, -z, 0, x, 0, 0, 1, y, -x, 0;
    }
    const Matrix seen = Eigen::Map<const Matrix>(shapes.data(), 8, 12).transpose();
    const auto rest = [&](Index mode) -> double {
        const Vector u = seen.col(mode);
        return (u - rigid * least_squares(rigid, u).x).norm() / u.norm();
    };
    for (Index mode = 0; mode < 6; ++mode)
        CHECK(rest(mode) < 1e-6); // ten digits of the positions and of MUG1
    CHECK(picture(run / "out/shapes/b/mode_07_1.75766_Hz.vtu").X.rows() == 4);
}

TEST_CASE("a picture does not depend on labels of nodes and on the place", "[app]")
{
    // Labels run backwards, and the block lies 100 m away.
    const CaseFolder folder(pushed("M = \"M.mtx\"\nK = \"K.mtx\"\nmesh = \"far.inp\"\n"
                                   "units = \"mm-t-s\"\nfixed = [\"FOOT\"]\n",
                                   "n468.z", "force = 1000.0"));
    const auto relabelled = [](std::string text) -> std::string {
        std::string result; // each label of three digits that is a whole word
        for (std::size_t i = 0; i < text.size();) {
            const auto end = std::min(text.find_first_not_of("0123456789", i), text.size());
            const bool label = end - i == 3 && (end == text.size() || text[end] == ',') &&
                               (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\n');
            result += label ? std::to_string(1000 - std::stoi(text.substr(i, 3)))
                            : text.substr(i, std::max<std::size_t>(end - i, 1));
            i = std::max(end, i + 1);
        }
        return result;
    };
    for (const auto& [from, to] :
         {std::pair{"block_MASS1.mtx", "M.mtx"}, {"block_STIF1.mtx", "K.mtx"}}) {
        std::ifstream in(samples + from);
        std::ofstream out(folder / to);
        for (std::string line; std::getline(in, line);)
            out << relabelled(line) << "\n";
    }
    std::ifstream in(samples + "block.inp");
    std::ofstream out(folder / "far.inp");
    bool nodes = false;
    for (std::string line; std::getline(in, line); out << line << "\n") {
        nodes = line.starts_with("*NODE") || (nodes && !line.starts_with("*"));
        line = relabelled(line);
        if (const auto comma = line.find(','); nodes && !line.starts_with("*"))
            line = line.substr(0, comma + 1) +
                   std::to_string(1e5 + std::stod(line.substr(comma + 1))) +
                   line.substr(line.find(',', comma + 1));
    }
    out.close();
    (void)run_ok(folder, "run case.toml --quiet --output out");
    const RunCase near(pushed(full + "fixed = [\"FOOT\"]\n", "n532.z", "force = 1000.0"));
    const Picture far = picture(folder / "out/fields/static.vtu"),
                  seen = picture(near / "out/fields/static.vtu");
    CHECK(far.n_cells == 8);
    CHECK((far.u.colwise().reverse() - seen.u).norm() < 1e-9 * seen.u.norm());
    Matrix X = seen.X;
    X.col(0).array() += 100;
    CHECK((far.X.colwise().reverse() - X).norm() < 1e-9); // round-off of 100 m times 1e5
}

TEST_CASE("a surface of a mesh has areas and normals", "[app]")
{
    const auto tip = [](const std::string& on, const std::string& force) -> Matrix {
        const CaseFolder folder(
            pushed("M = \"@block_MASS1.mtx\"\nK = \"@block_STIF1.mtx\"\n"
                   "mesh = \"faces.inp\"\nunits = \"mm-t-s\"\n"
                   "fixed = [\"FOOT\"]\n"
                   "ports = { mean = { group = \"END\", motion = \"mean\" } }\n",
                   on, force));
        std::ifstream in(samples + "block.inp");
        std::ofstream out(folder / "faces.inp");
        out << in.rdbuf() << "*SURFACE, NAME=END, TYPE=ELEMENT\n7, S4\n8, S4\n";
        out.close();
        (void)run_ok(folder, "run case.toml --quiet --output out");
        return picture(folder / "out/fields/static.vtu").u;
    };
    // The end is a rectangle of 48 mm x 21 mm with the normal x. A pressure acts against it. A
    // force on the surface, or on its mean motion, is the same uniform traction.
    const Matrix pressed = tip("END", "pressure = 1e6");
    const double force = -1e6 * 0.048 * 0.021;
    for (const std::string on : {"END.x", "mean.x"}) {
        const Matrix u = tip(on, "force = " + std::to_string(force));
        CHECK((u - pressed).norm() < 1e-9 * pressed.norm()); // std::to_string gives 7 digits here
    }
    CHECK(pressed.row(29).x() < 0);
    // Equal forces at the six nodes are another load: corners take half of their share.
    const Matrix equal = tip("TIP.x", "force = " + std::to_string(force));
    CHECK((equal - pressed).norm() > 1e-3 * pressed.norm());
}
