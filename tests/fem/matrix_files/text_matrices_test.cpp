#include "base/error.hpp"
#include "fem/matrix_files/imported_body.hpp"
#include "fem/matrix_files/matrix_format.hpp"
#include "fem/matrix_files/matrix_text.hpp"
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
    const DofTable table = dof_table(imported, {}, std::nullopt, 1, notes);
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
    const DofTable table = dof_table(imported, {{1, 1}}, std::nullopt, 1, notes);
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
    const DofTable table = dof_table(imported, {}, mesh, 0.001, notes);
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
                   "** SUBSTRUCTURE LOAD CASE VECTOR. SLOAD CASE 1\n***CLOAD\n** 1, 1, 2.\n"
                   "*MATRIX TYPE=MASS\n1\n0 1\n0 0 1\n0 0 0 1\n0 0 0 0 1\n");
    CHECK(imported.dofs == std::vector<FileDof>{{5, 1}, {5, 2}, {8, 1}, {8, 2}, {-1, 1}});
    REQUIRE(imported.matrices.size() == 2);
    CHECK(imported.matrices[0].quantity == FileQuantity::stiffness);
    CHECK(Matrix(imported.matrices[0].A).row(4) == (Matrix(1, 5) << 1, 2, 3, 4, 5).finished());
    CHECK(Matrix(imported.matrices[0].A).col(4) == (Vector(5) << 1, 2, 3, 4, 5).finished());
    CHECK(Matrix(imported.matrices[1].A) == Matrix::Identity(5, 5));
    CHECK(imported.notes == std::vector<std::string>{"1 load case in the file; not read"});

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
