#include "base/matrix_market.hpp"

#include "base/error.hpp"

#include <catch2/catch.hpp>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

using namespace slideway;
using Catch::Matchers::Contains;

namespace {

// A file that its destructor removes.
class ScratchFile {
public:
    explicit ScratchFile(const std::string& text = "")
        : path_(std::filesystem::temp_directory_path() /
                ("slideway-mtx-" + std::to_string(getpid()) + ".mtx"))
    {
        std::ofstream(path_) << text;
    }
    ~ScratchFile() { std::filesystem::remove(path_); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

SparseMatrix read(const std::string& text)
{
    return read_matrix_market(ScratchFile(text).path());
}

void write(const ScratchFile& file, const SparseMatrix& A)
{
    std::ofstream stream(file.path());
    write_matrix_market(stream, A);
}

const std::string head = "%%MatrixMarket matrix coordinate real general\n";

} // namespace

TEST_CASE("matrices come back from a file to the last digit", "[base]")
{
    // Numbers of all magnitudes that need 17 digits, including the smallest and the largest.
    Matrix dense = Matrix::Random(7, 5);
    dense(0, 0) = 1.0 / 3;
    dense(1, 2) = -2.1e11 / 7;
    dense(2, 3) = 5e-324;
    dense(3, 3) = std::nextafter(1.0, 2.0);
    dense(4, 4) = 1.7e308;
    dense(5, 1) = 0;
    dense(6, 0) = 1e-300 / 3;
    const ScratchFile file;
    write(file, dense.sparseView(0, 0));
    CHECK(Matrix(read_matrix_market(file.path())) == dense);

    const Matrix square = Matrix::Random(6, 6), symmetric = square + square.transpose();
    write(file, symmetric.sparseView(0, 0));
    CHECK(Matrix(read_matrix_market(file.path())) == symmetric);
    std::string first;
    std::ifstream stream(file.path());
    std::getline(stream, first);
    CHECK_THAT(first, Contains("coordinate real symmetric"));

    Matrix nearly = symmetric; // one unit in the last place
    nearly(1, 2) = std::nextafter(nearly(1, 2), 10);
    write(file, nearly.sparseView(0, 0));
    CHECK(Matrix(read_matrix_market(file.path())) == nearly);

    write(file, SparseMatrix(3, 2));
    CHECK(read_matrix_market(file.path()).rows() == 3);
    CHECK(read_matrix_market(file.path()).nonZeros() == 0);
}

TEST_CASE("matrices of other programs are read: symmetric, array, integer, with comments", "[base]")
{
    Matrix A(2, 2);
    A << 4, -1, -1, 3;
    CHECK(Matrix(read("%%MatrixMarket matrix coordinate real symmetric\n% from afar\n\n2 2 3\n"
                      "1 1 4\n2 1 -1.0\n2 2 3e0\n")) == A);
    CHECK(Matrix(read("%%MatrixMarket matrix array real general\n2 2\n4\n-1\n-1\n3\n")) == A);
    CHECK(Matrix(read("%%MatrixMarket matrix array real symmetric\n2 2\n4\n-1\n3\n")) == A);
    CHECK(Matrix(read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 3\n1 1 4\n2 1 -1\n"
                      "2 2 3\n")) == A);
    CHECK(Matrix(read(head + "2 2 4\r\n1 1 +0.4D+1\r\n2 1 -1d0\n1 2 -1\n2 2 3\n")) == A);
    CHECK(Matrix(read(head + "2 2 6\n1 1 4\n2 1 -1\n1 2 -1\n2 2 1\n2 2 2\n1 1 1E-900\n")) ==
          A); // repeated entries add up
}

TEST_CASE("broken matrix files are refused with their name and line", "[base]")
{
    CHECK_THROWS_WITH(read_matrix_market("nowhere.mtx"),
                      "nowhere.mtx: no such file, or it cannot be read");
    CHECK_THROWS_WITH(read_matrix_market(std::filesystem::temp_directory_path()),
                      Contains("a folder; expected a file"));
    const auto refused = [](const std::string& text, const std::string& message) {
        CAPTURE(text);
        CHECK_THROWS_WITH(read(text), Contains(message));
    };
    refused("", "does not start with %%MatrixMarket");
    refused("2 2 1\n1 1 4\n", "does not start with %%MatrixMarket");
    refused("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 4 0\n",
            "mtx:1: a Matrix Market \"matrix coordinate complex general\"; allowed: matrix");
    refused("%%MatrixMarket matrix coordinate pattern symmetric\n1 1 1\n1 1\n", "pattern");
    refused("%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 0\n", "skew-symmetric");
    refused(head, "the line with the sizes is missing");
    refused(head + "2 2\n1 1 4\n", ":2: expected the sizes: rows columns entries");
    refused(head + "2 -2 1\n1 1 4\n", ":2: impossible sizes 2 x -2");
    refused(head + "6 100000000 3\n1 1 4\n", ":2: impossible sizes 6 x 100000000 with 3 entries");
    refused("%%MatrixMarket matrix array real symmetric\n2 3\n", ":2: impossible sizes 2 x 3");
    refused(head + "2 2 3\n1 1 4\n", "1 of 3 entries; the file is incomplete");
    refused("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n", "2 of 3 entries");
    refused(head + "2 2 1\n1 1 4\n1 2 4\n", ":4: more entries than the sizes state");
    refused(head + "2 2 1\n%\n3 1 4\n", ":4: entry (3, 1) is outside of the 2 x 2 matrix");
    refused(head + "2 2 1\n0 1 4\n", ":3: entry (0, 1) is outside");
    refused(head + "2 2 1\n1 1\n", ":3: expected: row column value");
    refused(head + "2 2 1\n1 1 four\n", ":3: \"four\"; expected a finite number");
    refused(head + "2 2 1\n1 1.5 4\n", ":3: \"1.5\"; expected a whole number");
    refused(head + "2 2 1\n1 1 4x\n", "\"4x\"; expected a finite number");
    refused(head + "2 2 1\n2 1 nan\n", "\"nan\"; expected a finite number");
    refused(head + "2 2 1\n2 1 1e400\n", "\"1e400\"; expected a finite number");
}

TEST_CASE("A matrix in another format is refused with what it looks like and the way out", "[base]")
{
    struct Row {
        std::string text, message;
    };
    const std::string header =
        "; looks like rows \"row column value\", as *MATRIX OUTPUT, FORMAT=COORDINATE of Abaqus "
        "writes them: put two lines before them, \"%%MatrixMarket matrix coordinate real ";
    for (const auto& [text, message] : std::vector<Row>{
             {"1 1  2.0\n1 2 -1.0\n2 1 -1.0\n2 2  1.0D+00\n", header + "general\" and \"2 2 4\""},
             {"1 1  2.0\n2 1 -1.0\n3 3  1.0\n", header + "symmetric\" and \"3 3 3\""},
             {"1 1  2.0\n2 2 1.0\n", header + "general\" and \"2 2 2\""},
             {"1,1, 1,1,  2.0\n",
              "looks like MATRIX INPUT of Abaqus: write it with *MATRIX OUTPUT, "
              "FORMAT=COORDINATE, and put a header before it"},
             {"** stiffness\n*MATRIX INPUT, NAME=K\n", "looks like MATRIX INPUT of Abaqus"},
             {"DMIG    KAAX           0       6       2\n",
              "looks like DMIG of Nastran: convert it"},
             {"$ matrix\nDMIG*   KAAX\n", "looks like DMIG of Nastran: convert it"},
             {"       2       2       6       2KGG     1P,3E24.16\n", "looks like OP4 of Nastran"},
             {"MATLAB 5.0 MAT-file, Platform: GLNXA64\n",
              "looks like a .mat file or HDF5: convert"},
             {std::string("\2\0\0\0\1", 5), "looks like a binary file, as OP2 and OP4"}}) {
        CAPTURE(text);
        CHECK_THROWS_WITH(read(text), Contains("not a Matrix Market file (it does not start with "
                                               "%%MatrixMarket)") &&
                                          Contains(message));
    }
    // with the header that the message gives
    const SparseMatrix K =
        read("%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1  2.0\n1 2 "
             "-1.0\n2 1 -1.0\n2 2  1.0D+00\n");
    CHECK(K.coeff(0, 0) == 2);
    CHECK_THROWS_WITH(read("hello\n"), Catch::EndsWith("(it does not start with %%MatrixMarket)"));
    CHECK_THROWS_WITH(read(""), Catch::EndsWith("(it does not start with %%MatrixMarket)"));
}
