#include "base/error.hpp"
#include "fem/matrix_files/imported_body.hpp"
#include "fem/matrix_files/matrix_format.hpp"
#include "fem/readers/fortran_number.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::fem;
using Catch::Matchers::Contains;

namespace {

struct Files {
    io::ScratchFolder folder;

    [[nodiscard]] ImportedMatrices read(const std::string& text,
                                        const std::string& name = "a.mtx") const
    {
        std::ofstream(folder / name) << text;
        return read_matrices(folder / name);
    }
    [[nodiscard]] std::string message(const std::string& text) const
    {
        try {
            (void)read(text);
        } catch (const InputError& error) {
            const std::string said = error.what(), path = folder.path().string() + "/";
            return said.starts_with(path) ? said.substr(path.size()) : said;
        }
        return "nothing";
    }
};

Matrix dense(const ImportedMatrices& imported)
{
    REQUIRE(imported.matrices.size() == 1);
    return {imported.matrices.front().A};
}

} // namespace

TEST_CASE("Numbers are read in the forms of Fortran", "[matrix_files]")
{
    CHECK(fortran_number("1.5") == 1.5);
    CHECK(fortran_number("+.5") == 0.5);
    CHECK(fortran_number("-60.") == -60);
    CHECK(fortran_number("1.5D+3") == 1500);
    CHECK(fortran_number("1.5d3") == 1500);
    CHECK(fortran_number("-1.5E-2") == -0.015);
    CHECK(fortran_number("1.5+3") == 1500);
    CHECK(fortran_number("-1.5-3") == -0.0015);
    CHECK(fortran_number("1e-400") == 0.0);
    for (const char* text : {"", "x", "1.5f", "1e400", "NaN", "inf", "1 2", "--1", "1e+", "0x10"})
        CHECK_FALSE(fortran_number(text));
}

TEST_CASE("MATRIX INPUT has one triangle, each pair once, or both triangles", "[matrix_files]")
{
    const Files files;
    const Matrix A = (Matrix(3, 3) << 4, 1, 0, 1, 5, 2, 0, 2, 6).finished();
    const std::string diagonal = "7,1, 7,1, 4\n7,2, 7,2, 5.0D0\n11,1, 11,1, 6\n";
    CHECK(dense(files.read(diagonal + "7,2, 7,1, 1\n11,1, 7,2, 2\n")) == A); // lower
    CHECK(dense(files.read("7,1, 7,2, 1\n7,2, 11,1, 2\n" + diagonal)) == A); // upper
    const ImportedMatrices mixed = files.read("7,2,7,1,1\n7,2,  11,1,  2\n" + diagonal);
    CHECK(dense(mixed) == A);
    CHECK(mixed.dofs == std::vector<FileDof>{{7, 1}, {7, 2}, {11, 1}});
    CHECK(dense(files.read(diagonal + "7,2,7,1,1\n7,1,7,2,1\n11,1,7,2,2\n7,2,11,1,2\n")) == A);
    CHECK(dense(files.read(diagonal + "7,2,7,1,1\n7,1,7,2,1\n11,1,7,2,2\n")) == A);

    Matrix skew = A;
    skew(0, 1) = -1;
    CHECK(dense(files.read(diagonal + "7,2,7,1,1\n7,1,7,2,-1\n11,1,7,2,2\n7,2,11,1,2\n")) == skew);
    CHECK(files.message(diagonal + "7,2,7,1,1\n7,1,7,2,-1\n11,1,7,2,2\n") ==
          "a.mtx:5: (7, 1) (7, 2) = -1, but line 4 has (7, 2) (7, 1) = 1; expected one of them, or "
          "both triangles complete");
    CHECK(files.message(diagonal + "7,2,7,1,1\n7,2,7,1,3\n") ==
          "a.mtx:5: (7, 2) (7, 1) = 3, but line 4 has (7, 2) (7, 1) = 1; expected each entry once");
    CHECK(files.message(diagonal + "7,2,7,1\n") ==
          "a.mtx:4: 4 fields; expected node, dof, node, dof, value");
    CHECK(files.message(diagonal + "7,9,7,1,1\n") ==
          "a.mtx:4: dof \"9\"; expected a whole number from 1 to 6");
    CHECK(files.message(diagonal + "7,2,7,1,nan\n") ==
          "a.mtx:4: \"nan\"; expected a finite number");
}

TEST_CASE("Internal nodes of Abaqus come first and are no nodes", "[matrix_files]")
{
    const Files files;
    const ImportedMatrices imported =
        files.read("3,1, 3,1, 2\n-1,1, -1,1, 7\n-2,1, -2,1, 8\n3,1, -1,1, -0.5\n");
    CHECK(imported.dofs == std::vector<FileDof>{{-2, 1}, {-1, 1}, {3, 1}});
    CHECK(dense(imported) == (Matrix(3, 3) << 8, 0, 0, 0, 7, -0.5, 0, -0.5, 2).finished());
    std::vector<std::string> notes;
    const DofTable table = dof_table(imported, {}, std::nullopt, {}, notes);
    REQUIRE(table.nodes.size() == 1);
    CHECK(table.nodes[0].name == "n3");
    CHECK(table.nodes[0].dofs == std::vector<Index>{2});
    CHECK(table.component == std::vector<std::string>{"", "", "x"});
}

TEST_CASE("Dofs with 1e36 on the diagonal are held", "[matrix_files]")
{
    const Files files;
    ImportedMatrices imported = files.read("1,1,1,1,1e36\n1,2,1,2,3\n2,1,2,1,4\n2,1,1,2,-1\n");
    imported.matrices[0].quantity = FileQuantity::stiffness;
    CHECK(remove_held(imported) == std::vector<FileDof>{{1, 1}});
    CHECK(dense(imported) == (Matrix(2, 2) << 3, -1, -1, 4).finished());
    CHECK(imported.notes.size() == 1);
    std::vector<std::string> notes;
    const DofTable table = dof_table(imported, {{1, 1}}, std::nullopt, {}, notes);
    CHECK(table.nodes[0].components == std::vector<std::string>{"x", "y"});
    CHECK(table.nodes[0].dofs == std::vector<Index>{-1, 0});

    // any share of the dofs, and stiffnesses in any units
    for (const std::string stiffness : {"1e-12", "4e12"}) {
        CAPTURE(stiffness);
        ImportedMatrices most = files.read("1,1,1,1,1e36\n1,2,1,2,1.0000000E+36\n2,1,2,1,1e36\n"
                                           "2,2,2,2," +
                                           stiffness + "\n");
        most.matrices[0].quantity = FileQuantity::stiffness;
        CHECK(remove_held(most) == std::vector<FileDof>{{1, 1}, {1, 2}, {2, 1}});
        CHECK(most.n() == 1);
    }
}

TEST_CASE("Cards of a DMIG file that are not read are noted", "[matrix_files]")
{
    const Files files;
    const std::string matrix = "DMIG,K2,0,6,2\nDMIG,K2,7,1,,7,1,4.0\n";
    CHECK(files.read("BEGIN BULK\n" + matrix + "ENDDATA\n").notes.empty());
    CHECK(files.read("SPC1,1,12,7\n" + matrix + "CQUAD4,1,2,7,8,9,10\nSPC1,1,3,8\n").notes ==
          std::vector<std::string>{"3 cards of other kinds; not read: CQUAD4, SPC1"});
    CHECK(files.read(matrix + "A,1\nB,1\nC,1\nD,1\nE,1\nF,1\nA,1\n").notes ==
          std::vector<std::string>{"7 cards of other kinds; not read: A, B, C, D, E, ..."});
}

TEST_CASE("Files with other dofs are joined on the union of their dofs", "[matrix_files]")
{
    const Files files;
    std::vector<ImportedMatrices> parts;
    parts.push_back(files.read("1,1,1,1,2\n1,6,1,6,3\n2,1,1,1,-1\n2,1,2,1,2\n", "K.mtx"));
    parts.push_back(files.read("1,1,1,1,5\n2,1,2,1,6\n", "M.mtx")); // no mass in a rotation
    const ImportedMatrices both = joined(std::move(parts));
    CHECK(both.dofs == std::vector<FileDof>{{1, 1}, {1, 6}, {2, 1}});
    CHECK(Matrix(both.matrices[1].A) == (Matrix(3, 3) << 5, 0, 0, 0, 0, 0, 0, 0, 6).finished());

    parts.clear();
    parts.push_back(files.read("1,1,1,1,2\n", "K.mtx"));
    parts.push_back(files.read("1 1 2.0\n", "M.mtx"));
    CHECK_THROWS_WITH(joined(std::move(parts)),
                      Contains("M.mtx: does not name its rows, but") && Contains("K.mtx does"));
}

TEST_CASE("COORDINATE has rows without names, which a mesh names", "[matrix_files]")
{
    const Files files;
    ImportedMatrices imported = files.read("1 1 2.0\n1 2 -1.0\n2 1 -1.0\n2 2 1.0\n3 3 1\n");
    CHECK(imported.dofs.empty());
    CHECK(dense(imported) == (Matrix(3, 3) << 2, -1, 0, -1, 1, 0, 0, 0, 1).finished());
    LabelledNodes mesh{"part.inp", {{9, {1, 2, 3}}}, {{"TIP", {9}}, {"GONE", {}}}};
    name_rows(imported, mesh);
    CHECK(imported.dofs == std::vector<FileDof>{{9, 1}, {9, 2}, {9, 3}});
    std::vector<std::string> notes;
    const DofTable table = dof_table(imported, {}, mesh, {.length = 0.001}, notes);
    CHECK(table.nodes[0].X.isApprox(Eigen::Vector3d(0.001, 0.002, 0.003), 1e-15));
    CHECK(table.groups.at("TIP") == std::vector<std::size_t>{0});
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], Contains("sets of the mesh without a port: GONE"));
    mesh.X[10] = {0, 0, 0};
    imported.dofs.clear();
    CHECK_THROWS_WITH(name_rows(imported, mesh),
                      Contains("3 rows without names, and part.inp has 2 nodes; expected 3 or 6"));
    CHECK(files.message("1 1 1\n900000 1 1\n") ==
          "a.mtx:2: row 900000 in a file of 2 entries; expected an entry in every row");
}

TEST_CASE("A substructure has its nodes and dofs in comments and lists", "[matrix_files]")
{
    const Files files;
    // Nodes may repeat; numbers may end with a comma or continue on the next line.
    const std::string head = "**\n** GENERATION OF SUBSTRUCTURE\n*USER ELEMENT, NODES= 4, LINEAR\n"
                             "** ELEMENT NODES\n** 5, 5, 8,\n** -1\n1\n2, 2\n3, 1, 2\n4, 1\n";
    const std::string K = "*MATRIX,TYPE=STIFFNESS\n9. ,\n1. , 8.\n0, 0, 7\n0, 0, 0, 6\n1, 2, 3, 4\n"
                          "5.0E+0,\n";
    const ImportedMatrices imported =
        files.read(head + K +
                   "** SUBSTRUCTURE LOAD CASE VECTOR. SLOAD CASE push\n***CLOAD\n** 1, 1, 2.\n"
                   "** 4, 1, -3.\n** 3, 2, 0\n"
                   "*MATRIX TYPE=MASS\n1\n0 1\n0 0 1\n0 0 0 1\n0 0 0 0 1\n");
    CHECK(imported.dofs == std::vector<FileDof>{{5, 1}, {5, 2}, {8, 1}, {8, 2}, {-1, 1}});
    REQUIRE(imported.matrices.size() == 2);
    CHECK(imported.matrices[0].quantity == FileQuantity::stiffness);
    CHECK(Matrix(imported.matrices[0].A).row(4) == (Matrix(1, 5) << 1, 2, 3, 4, 5).finished());
    CHECK(Matrix(imported.matrices[0].A).col(4) == (Vector(5) << 1, 2, 3, 4, 5).finished());
    CHECK(Matrix(imported.matrices[1].A) == Matrix::Identity(5, 5));
    CHECK(imported.notes.empty());
    // Forces name positions in the list of nodes: the first is node 5, the fourth the mode.
    REQUIRE(imported.loads.size() == 1);
    CHECK(imported.loads[0].source == "SLOAD CASE PUSH");
    CHECK(imported.loads[0].forces ==
          std::vector<std::pair<FileDof, double>>{{{5, 1}, 2.0}, {{-1, 1}, -3.0}});
    const std::string load =
        head + K + "** SUBSTRUCTURE LOAD CASE VECTOR. SLOAD CASE 1\n***CLOAD\n";
    CHECK_THAT(files.message(load + "** 5, 1, 2.\n"), Contains("a.mtx:20: ") && Contains("1 to 4"));
    CHECK_THAT(files.message(load + "** 1, 6, 2.\n"),
               Contains("a force on node 5, component 6, which the substructure lacks"));
    CHECK_THAT(files.message(load + "** 1, 1, x\n"), Contains("a.mtx:20: "));

    CHECK(files.message(head + K + "6\n") ==
          "a.mtx:11: STIFFNESS: 16 numbers; 15 expected for 5 dofs");
    CHECK_THAT(files.message("*USER ELEMENT, NODES=1, UNSYMM\n"),
               Contains("a.mtx:1: ") && Contains("UNSYMM"));
    CHECK_THAT(files.message("*USER ELEMENT, NODES=1\n1, 2\n"), Contains("no list of nodes"));
    CHECK_THAT(files.message("**\n** ELEMENT NUMBER 11\n*USER ELEMENT, NODES= 2, LINEAR\n"),
               Contains("a.mtx:2: matrices of single elements") && Contains("*MATRIX GENERATE"));
    CHECK_THAT(files.message(head + "*MATRIX,TYPE=LOAD\n1\n"),
               Contains("a.mtx:11: *MATRIX, TYPE=LOAD; allowed: STIFFNESS, MASS"));
    CHECK_THAT(files.message("*USER ELEMENT\n** ELEMENT NODES\n** 5, 5\n1\n2, 1\n"),
               Contains("node 5, component 1 comes twice"));
    CHECK_THAT(files.message("*USER ELEMENT\n** ELEMENT NODES\n** 5, 6\n1\n3, 1\n"),
               Contains("a.mtx:5: position of a node \"3\"; expected a whole number from 2 to 2"));
}

TEST_CASE("Recovery vectors of a substructure are columns of displacements", "[matrix_files]")
{
    const Files files;
    const std::string text =
        "*USER ELEMENT, NODES= 2, LINEAR\n** ELEMENT NODES\n** 5, 8\n1\n"
        "*MATRIX,TYPE=STIFFNESS\n9.\n1. , 8.\n"
        "** SUBSTRUCTURE RECOVERY VECTOR CORRESPONDING TO RETAINED DOFS NUMBER 2\n"
        "** 0.5, -1.5E-1,\n** 3\n"
        "** SUBSTRUCTURE LOAD CASE VECTOR. SLOAD CASE 1\n***CLOAD\n"
        "** 1, 1, 2.\n";
    const ImportedMatrices imported = files.read(text);
    REQUIRE(imported.outputs.size() == 1);
    CHECK(Matrix(imported.outputs[0].A) == (Matrix(3, 2) << 0, 0.5, 0, -0.15, 0, 3).finished());
    const std::string first =
        "** SUBSTRUCTURE RECOVERY VECTOR CORRESPONDING TO RETAINED DOFS NUMBER 1\n** 1.\n";
    CHECK_THAT(files.message(text + first),
               Contains("the recovery vector of dof 2 has 3 numbers, and that of dof 1 has 1"));
    CHECK_THAT(files.message(text + first + first),
               Contains("a.mtx:16: a second recovery vector of dof 1"));
}

TEST_CASE("Motions of nodes are in a rectangular matrix, and turn with its grids", "[matrix_files]")
{
    const Files files;
    const Matrix T = (Matrix(3, 2) << 1, 0, 2, 0, 0, -1.5).finished();
    const auto rectangular = [&](const std::string& text) -> Matrix {
        std::ofstream(files.folder / "T.mtx") << text;
        return read_rectangular(files.folder / "T.mtx");
    };
    CHECK(rectangular("%%MatrixMarket matrix coordinate real general\n3 2 3\n1 1 1\n2 1 2\n"
                      "3 2 -1.5\n") == T);
    const std::string op4 = "       2       3       2       2T       1P,3E10.3\n"
                            "       1       1       2\n 1.000E+00 2.000E+00\n"
                            "       2       3       1\n-1.500E+00\n"
                            "       3       1       1\n 1.414E+00\n";
    CHECK(rectangular(op4) == T);
    std::string other = op4;
    other[other.find('T')] = 'S';
    CHECK_THROWS_WITH(rectangular(op4 + other), Contains("T.mtx: 2 matrices (T, S); expected one"));
    CHECK_THROWS_WITH(rectangular("DMIG,K2,0,6,1\n"),
                      Contains("not a matrix that is read; expected Matrix Market or OP4"));

    // Grid 7 is a dof along z of a system that is turned by 90 degrees about z, and grid 8 moves
    // in it: u8 = 2 u7 along y of the system, which is -x.
    ImportedMatrices imported;
    imported.dofs = {{7, 1}, {7, 2}, {7, 3}};
    SparseMatrix K(3, 3);
    K.setIdentity();
    imported.matrices.push_back({"K", FileQuantity::stiffness, K, ""});
    imported.outputs.push_back(
        {"MUG1", FileQuantity::unknown, Matrix(2 * Matrix::Identity(3, 3)).sparseView(0, 0), ""});
    imported.output_rows = {{false, 8, 3, 0}};
    NodeAxes axes;
    axes.Q << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    imported.axes[7] = imported.axes[8] = axes;
    turn_to_basic(imported);
    CHECK((Matrix(imported.outputs[0].A) - 2 * Matrix::Identity(3, 3)).norm() < 1e-15);
    imported.axes.erase(8); // now only the dofs are turned: u8 = 2 Q^T u7 in basic directions
    imported.outputs[0].A = Matrix(2 * Matrix::Identity(3, 3)).sparseView(0, 0);
    turn_to_basic(imported);
    CHECK((Matrix(imported.outputs[0].A) - 2 * Matrix(axes.Q.transpose())).norm() < 1e-15);
}

TEST_CASE("Editors and other writers change the form of a file, not its content", "[matrix_files]")
{
    const Files files;
    const Matrix A = (Matrix(3, 3) << 4, 1, 0, 1, 5, 2, 0, 2, 6).finished();
    const std::string mark = "\xEF\xBB\xBF";
    // a mark of UTF-8, ends of lines of Windows, tabs, and either case of letters
    CHECK(dense(files.read(mark + "%%MatrixMarket MATRIX coordinate Real Symmetric\r\n\r\n"
                                  "3 3 5\r\n1 1 4\r\n1 2 1\r\n2 2 5D0\r\n3\t2\t2\r\n3 3 6\r\n")) ==
          A);
    CHECK(dense(files.read(mark + "1,1, 1,1, 4\r\n2,1, 1,1, 1\r\n2,1,\t2,1, 5\r\n"
                                  "3,1, 2,1, 2\r\n3,1, 3,1, 6\r\n")) == A);
    std::string dmig = "Dmig,K,0,6,1\r\nDMIG\tk\t1\t1\t\t1\t1\t4.\r\n\t2\t1\t1.\r\n"
                       "dmig,K,2,1,,2,1,5.\r\n*,3,1,2.0D0\r\n"
                       "DMIG*   K                              3               1\r\n"
                       "*                      3               1        6.00+000\r\n";
    CHECK(dense(files.read(mark + dmig)) == A);
    std::string long_head;
    for (int line = 0; line < 2000; ++line)
        long_head += "$ heading of another program, as long as it likes\r\n";
    CHECK(dense(files.read(long_head + "Dummy\r\n" + dmig)) == A);
    // a pair on both sides of the diagonal counts once
    const std::string head = "%%MatrixMarket matrix coordinate real symmetric\n3 3 6\n1 1 4\n"
                             "2 1 1\n1 2 1\n2 2 5\n3 3 6\n";
    CHECK(dense(files.read(head + "2 3 2\n")) == A);
    CHECK_THAT(files.message("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 1\n"
                             "1 2 1.5\n"),
               Contains("a.mtx: entry (2, 1) = 1, but (1, 2) = 1.5 in a symmetric matrix"));
    // formats of numbers without a comma, in brackets, and repeated
    for (const std::string format : {"1P,3E16.9", "1P3E16.9", "(1P,3E16.9)", "3E16.9", "3D16.9"}) {
        CAPTURE(format);
        CHECK(dense(files.read("       3       3       6       2KAA     " + format + "\n" +
                               "       1       1       3\n"
                               " 4.000000000E+00 1.000000000E+00 0.000000000E+00\n"
                               "       2       1       3\n"
                               " 1.000000000D+00 5.000000000D+00 2.000000000+00\n"
                               "       3       2       2\n 2.000000000E+00 6.000000000E+00\n"
                               "       4       1       1\n 1.414213562E+00\n")) == A);
    }
    for (const std::string format : {"(1P,3D8.1)", "(3(D8.1))", "(1P3E8.1)"}) {
        CAPTURE(format);
        CHECK(dense(files.read("A matrix\n 3 1 1 1 0\nRSA 3 3 5 0\n(4I3)           "
                               "(5I3)           " +
                               format +
                               "\n  1  3  5  6\n  1  2  2  3  3\n"
                               " 4.0D+00 1.0D+00 5.0D+00\n 2.0D+00 6.0D+00\n")) == A);
    }
}

TEST_CASE("INCLUDE has a name in quotes, which may continue, or without", "[matrix_files]")
{
    const Files files;
    std::ofstream(files.folder / "stiffness.bdf") << "DMIG,K,0,6,1\nDMIG,K,7,1,,7,1,4.\n";
    std::ofstream(files.folder / "M.bdf") << "DMIG,M,0,6,1\nDMIG,M,7,1,,7,1,2.\n";
    const ImportedMatrices imported =
        files.read("BEGIN BULK\ninclude 'stiff\n  ness.bdf' $ K\nINCLUDE M.bdf $ mass\n");
    REQUIRE(imported.matrices.size() == 2);
    CHECK_THAT(files.message("BEGIN BULK\nINCLUDE 'M.bdf\nDMIG,K,0,6,1\n"),
               Contains("a.mtx:3: INCLUDE without a closing quote"));
    CHECK_THAT(files.message("BEGIN BULK\nGRID,1,,0.,0.,0.\n=,*1,=,*1.,==\n"),
               Contains("a.mtx:3: cards that repeat those before them (=) are not read"));
}

TEST_CASE("Other files are refused with what to write instead", "[matrix_files]")
{
    const Files files;
    CHECK_THAT(files.message("version https://git-lfs.github.com/spec/v1\n"),
               Contains("a.mtx: looks like a pointer of Git LFS; fetch the file"));
    CHECK_THAT(files.message(std::string("\x18\0\0\0", 4)), Contains("looks like a binary file"));
    CHECK_THAT(files.message("    -1\n   151\n"), Contains("looks like a universal file"));
    CHECK_THAT(files.message("hello\n"),
               Contains("not a file of matrices that is read; expected Matrix Market, "));
    CHECK_THAT(files.message(""), Contains("not a file of matrices that is read"));
}

TEST_CASE("Displacements in the system of a grid are turned to the basic axes", "[matrix_files]")
{
    const Files files;
    // springs of 1, 2 and 3 N/m along e_r, e_theta and e_z; grid 7 lies at theta = 90 degrees
    const std::string springs = "DMIG,K2,0,6,2\nDMIG,K2,7,1,,7,1,1.0\nDMIG,K2,7,2,,7,2,2.0\n"
                                "DMIG,K2,7,3,,7,3,3.0\n";
    const auto turned = [&](const std::string& cards) -> Matrix {
        std::vector<ImportedMatrices> parts;
        parts.push_back(files.read(cards + springs));
        ImportedMatrices imported = joined(std::move(parts));
        turn_to_basic(imported);
        return dense(imported);
    };
    const auto springs_along = [](double x, double y, double z) -> Matrix {
        return Eigen::Vector3d(x, y, z).asDiagonal();
    };
    constexpr double eps = 1e-15; // roundings of numbers of order 1
    const std::string grid = "GRID,7,,0.,5.,0.,4\n", points = ",0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n";
    CHECK((turned(grid + "CORD2R,4," + points) - springs_along(1, 2, 3)).norm() <= eps);
    CHECK((turned(grid + "CORD2C,4," + points) - springs_along(2, 1, 3)).norm() <= eps);
    // spherical at theta = 90, phi = 90 degrees: e_r = y, e_theta = -z, e_phi = -x
    CHECK((turned(grid + "CORD2S,4," + points) - springs_along(3, 1, 2)).norm() <= eps);
    // x of the system along the basic z; cards of 8 and 16 columns, in any order
    const std::string small = "CORD2R  4       0       0.      0.      0.      0.      1.      0.\n"
                              "        0.      0.      1.\n",
                      wide = "CORD2R* 4               0               0.              0.\n"
                             "*       0.              0.              1.              0.\n"
                             "*       0.              0.              1.\n";
    // e_z = y, e_y = y x z = x, e_x = x x y = z
    CHECK((turned(small + grid) - springs_along(2, 3, 1)).norm() <= eps);
    CHECK((turned(wide + grid + wide + grid) - springs_along(2, 3, 1)).norm() <= eps);
    CHECK((turned("GRDSET,,,,,,4\nGRID,7,,0.,5.,0.\n" + small) - springs_along(2, 3, 1)).norm() <=
          eps);
    // a grid in a system of its own, defined by grids
    CHECK((turned("GRID,7,4,5.,90.,0.,4\nGRID,1,,0.,0.,0.\nGRID,2,,0.,0.,1.\nGRID,3,,1.,0.,0.\n"
                  "CORD1C,4,1,2,3\n") -
           springs_along(2, 1, 3))
              .norm() <= eps);

    CHECK_THROWS_WITH(turned(grid), Contains("a.mtx:1: grid 7 is in coordinate system 4, which is "
                                             "not in the file"));
    CHECK_THROWS_WITH(turned(grid + "GRID,7,,0.,6.,0.,4\n"),
                      Contains("a.mtx:2: grid 7 is defined twice, first at ") &&
                          Contains("a.mtx:1"));
    std::vector<ImportedMatrices> parts;
    parts.push_back(files.read("DMIG,K2,0,6,2\nDMIG,K2,7,1,,7,1,1.0\n" + small + grid));
    ImportedMatrices one = joined(std::move(parts));
    CHECK_THROWS_WITH(turn_to_basic(one),
                      Contains("node 7 moves in the axes of a coordinate system (field CD), and "
                               "has component 1 without component 3"));
}

TEST_CASE("Bulk data may be split into files, and continued by name", "[matrix_files]")
{
    const Files files;
    std::ofstream(files.folder / "grids.bdf") << "GRID,7,,1.,2.,3.\n";
    const ImportedMatrices imported =
        files.read("SOL 103\nCEND\nTITLE = a, b\nBEGIN BULK\nINCLUDE 'grids.bdf'\n"
                   "DMIG    K2      0       6       1\n"
                   "dmig    k2      7       1               7       1       4.0     +a\n"
                   "+a      7       2       1.5-1           7       3       2.D0\n"
                   "DMIG*,M2,0,6,1\nDMIG*,M2,7,1,\n*,7,1,2.5+1,\nSPOINT,1,THRU,9\nENDDATA\n");
    CHECK(imported.dofs == std::vector<FileDof>{{7, 1}, {7, 2}, {7, 3}});
    CHECK(Matrix(imported.matrices[0].A) ==
          (Matrix(3, 3) << 4, 0.15, 2, 0.15, 0, 0, 2, 0, 0).finished());
    CHECK(imported.matrices[1].A.coeff(0, 0) == 25);
    CHECK(imported.nodes.X.at(7) == std::array<double, 3>{1, 2, 3});
    CHECK(imported.notes ==
          std::vector<std::string>{
              "matrix K2 has numbers of 2 digits (8 columns); wide fields (DMIG*) have more"});
}

TEST_CASE("Positions come from bulk data, or from a list of nodes of Mechanical", "[matrix_files]")
{
    const Files files;
    const auto nodes = [&](const std::string& text) -> LabelledNodes {
        std::ofstream(files.folder / "nodes.txt") << text;
        return read_labelled_nodes(files.folder / "nodes.txt");
    };
    const LabelledNodes polar = nodes("$ a ring\nCORD2C,1,,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n"
                                      "GRID,7,1,2.,90.,3.\nCHEXA,1,1,7,8,9,10,11,12,\n,13,14\n");
    CHECK(polar.X.at(7) == std::array<double, 3>{0, 2, 3});
    CHECK_FALSE(polar.unit);
    CHECK_THROWS_WITH(nodes("CORD2C,1,,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\nGRID,7,,2.,0.,3.,1\n"),
                      Contains("grid 7 moves in another coordinate system (field CD)"));
    const LabelledNodes list =
        nodes("Node\tX (mm)\tY (mm)\tZ (mm)\t\n7\t1,5e+001\t0\t-2,5e-016\t\n");
    CHECK(list.X.at(7) == std::array<double, 3>{15, 0, -2.5e-16});
    CHECK(list.unit == 1e-3);
    CHECK_THROWS_WITH(nodes("Node\tX\tY\tZ\n7\t1\t0\t0\n"),
                      Contains("nodes.txt:1: heading \"X\"; expected a length unit in brackets"));
    CHECK_THROWS_WITH(nodes("7\t1\t0\t0\n7\t1\t0\t0\n"),
                      Contains("nodes.txt:2: node 7 comes twice"));
    CHECK_THROWS_WITH(nodes("7\t1\t0\tx\n"), Contains("nodes.txt:1: \"x\"; expected a finite"));
    CHECK_THROWS_WITH(nodes("hello\n"), Contains("no positions that are read; expected an input"));
}

TEST_CASE("EXTRN names the rows of matrices of another file", "[matrix_files]")
{
    const Files files;
    const std::string op4 = "       3       3       6       2KAA     1P,3E16.9\n"
                            "       1       1       3\n"
                            " 4.000000000E+00 1.000000000E+00 0.000000000E+00\n"
                            "       2       1       3\n"
                            " 1.000000000D+00 5.000000000D+00 2.000000000+00\n"
                            "       3       2       2\n 2.000000000E+00 6.000000000E+00\n"
                            "       4       1       1\n 1.414213562E+00\n";
    const std::string punch = "EXTRN,9,31,4,0\n";
    std::vector<ImportedMatrices> parts;
    parts.push_back(files.read(punch));
    parts.push_back(files.read(op4));
    const ImportedMatrices both = joined(std::move(parts));
    CHECK(both.dofs == std::vector<FileDof>{{9, 1}, {9, 3}, {4, 0}});
    CHECK(dense(both) == (Matrix(3, 3) << 4, 1, 0, 1, 5, 2, 0, 2, 6).finished());
    CHECK(both.format == "OP4 of Nastran");

    parts.clear();
    parts.push_back(files.read(op4, "K.op4"));
    parts.push_back(files.read("EXTRN,9,3,4,0\n", "K.pch"));
    CHECK_THROWS_WITH(joined(std::move(parts)),
                      Contains("K.pch: 2 dofs, but KAA of ") && Contains("K.op4 has 3 rows"));
    CHECK(files.message("EXTRN,9,37\n") ==
          "a.mtx:1: EXTRN: components \"37\" of grid 9; expected digits from 1 to 6, or 0");
    CHECK(files.message("EXTRN,9,33\n") == "a.mtx:1: EXTRN: node 9, component 3 comes twice");
    const auto spoilt = [&](const std::string& from, const std::string& to) -> std::string {
        std::string text = op4;
        return files.message(text.replace(text.find(from), from.size(), to));
    };
    CHECK(spoilt("       2       1", "       2       2") == "a.mtx:4: KAA: row 4 of 3");
    CHECK(spoilt("       2       1", "       1       1") ==
          "a.mtx:4: KAA: column 1 after column 1 of 3");
    CHECK(spoilt(" 6.000000000E+00", " 6.000000000EE00") ==
          "a.mtx:7: \"6.000000000EE00\"; expected a finite number");
    CHECK(spoilt("       3       3", "2000000000000000") ==
          "a.mtx:1: KAA: 20000000 columns; expected 1 or more, in a file of 297 bytes");
}

TEST_CASE("Harwell-Boeing has fixed columns in the formats of its header", "[matrix_files]")
{
    const Files files;
    const auto text = [](const std::string& type, const std::string& values) -> std::string {
        return "A matrix\n             3             1             1             1             "
               "0\n" +
               type +
               "                        3             3             5             0\n"
               "(4I3)           (5I3)           (1P,3D8.1)          \n"
               "  1  3  5  6\n  1  2  2  3  3\n" +
               values;
    };
    const std::string values = " 4.0D+00 1.0D+00 5.0D+00\n 2.0D+00 6.0D+00\n";
    const Matrix A = (Matrix(3, 3) << 4, 1, 0, 1, 5, 2, 0, 2, 6).finished();
    CHECK(dense(files.read(text("RSA", values))) == A);
    CHECK(dense(files.read(text("rua", values))) == Matrix(A.triangularView<Eigen::Lower>()));
    CHECK(files.message(text("RSA", " 4.0D+00 1.0D+00 5.0D+00\n")) ==
          "a.mtx:7: the file ends within its numbers");
    CHECK(files.message(text("CSA", values)) ==
          "a.mtx:3: type CSA is complex; expected a real assembled matrix, RSA or RUA");
    CHECK_THAT(files.message(text("RSE", values)), Contains("a.mtx:3: type RSE has matrices of "));
    CHECK_THAT(files.message(text("RZA", values)), Contains("is skew-symmetric"));
}

TEST_CASE("Spoilt files are read, or refused in one line", "[matrix_files]")
{
    const std::vector<std::string> seeds{
        "7,1, 7,1, 4\n7,2, 7,2, 5.0D0\n11,1, 11,1, 6\n7,2, 7,1, 1\n-1,1, 7,2, -2.5e-1\n",
        "1 1 2.0\n1 2 -1.0\n2 1 -1.0\n2 2 1.0\n3 3 1\n",
        "**\n*USER ELEMENT, NODES= 3, LINEAR\n** ELEMENT NODES\n** 5, 5,\n** -1\n1\n2, 2\n3, 1\n"
        "*MATRIX,TYPE=STIFFNESS\n9. ,\n1. , 8.\n0, 0, 7\n*MATRIX TYPE=MASS\n1\n0 1\n0 0 1\n",
        "$ a comment\nGRID           1              0.      1.      0.\nGRID*                  2"
        "               0 2.0\n*        1.0\nDMIG    K2             0       6       1       0\n"
        "DMIG    K2             1       1               1       1   1250.\n               7       0"
        "   -250.\nDMIG*   K2                             7               0\n*                     "
        " "
        "7               0 2.5000000D+02\ndmig,m,0,6,1\nDMIG,M,7,,,7,,5.-1\n",
        "       2      -2       6       2KAA     1P,3E10.3\n       1       0       6\n"
        "       5       1\n 4.000E+00 1.000E+00\n       2       1       2\n 1.000D+00 5.000+00\n"
        "       3       1       1\n 1.414E+00\n",
        "A matrix\n 1 1 1 1 0\nRSA 2 2 3 0\n(4I3)           (5I3)           (1P,3D8.1)\n"
        "  1  3  4\n  1  2  2\n 4.0D+00 1.0D+00 5.0D+00\n",
        "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 -1\n2 2 1\n"};
    const Files files;
    std::minstd_rand random(7); // the same files on every machine
    const auto below = [&random](std::size_t n) -> std::size_t { return random() % n; };
    const std::string signs = "0123456789-+.,eED* \n$\t";
    int n_read = 0, n_refused = 0;
    for (int k = 0; k < 2000; ++k) {
        std::string text = seeds[static_cast<std::size_t>(k) % seeds.size()];
        for (std::size_t change = 0; change <= below(4) && !text.empty(); ++change) {
            const std::size_t at = below(text.size()), n = 1 + below(8);
            switch (below(5)) {
            case 0:
                text.erase(at, n);
                break;
            case 1:
                text[at] = signs[below(signs.size())];
                break;
            case 2:
                text.insert(at, text.substr(below(text.size()), n));
                break;
            case 3:
                text.insert(at, std::string(1 + below(3), signs[below(10)]));
                break;
            default:
                text.resize(at);
            }
        }
        CAPTURE(k, text);
        try {
            for (const FileMatrix& matrix : files.read(text).matrices) {
                CHECK(matrix.A.rows() == matrix.A.cols());
                CHECK(
                    Eigen::Map<const Vector>(matrix.A.valuePtr(), matrix.A.nonZeros()).allFinite());
            }
            ++n_read;
        } catch (const InputError& error) {
            const std::string said = error.what();
            CHECK(said.find('\n') == std::string::npos);
            CHECK(said.find("a.mtx") != std::string::npos);
            ++n_refused;
        }
    }
    CHECK(n_read > 100);
    CHECK(n_refused > 500);
}
