// Compares the shipped meshes of two beams with reference frequencies of an independent
// implementation (docs/theory, sliding beam on beam, table of substructure frequencies). This tests
// geometry, groups, element and supports at once.
#include "fem/plane_stress.hpp"
#include "fem/readers/mesh_reader.hpp"
#include "tests/fem/frequencies.hpp"
#include "tests/support/source_dir.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

using namespace slideway;
using namespace slideway::fem;

namespace {

const std::string folder = test::source_dir() + "/meshes/beam_on_beam/";
const Material polycarbonate{2.38e9, 0.37, 1200}, aluminium{70e9, 0.33, 2700};

void check_frequencies(const Substructure& body, const std::vector<double>& reference)
{
    const Vector f = lowest_frequencies(body, static_cast<Index>(reference.size()));
    for (std::size_t n = 0; n < reference.size(); ++n) {
        CAPTURE(n + 1);
        // the reference has at least 8 digits; 1e-6 allows for its eigensolver
        CHECK(f(static_cast<Index>(n)) == Approx(reference[n]).epsilon(1e-6));
    }
}

} // namespace

TEST_CASE("The lower beam, clamped, has the reference frequencies", "[fem][mesh]")
{
    const Mesh mesh = read_mesh(folder + "lower.geo");
    REQUIRE(mesh.X.rows() == 303);
    check_frequencies(plane_stress("lower", mesh, {polycarbonate, 0.01, {}, {"clamp"}}),
                      {45.514362,    284.807616,   795.627168,   1553.970451,  2558.046335,
                       3522.690117,  3801.940347,  5278.930809,  6981.454862,  8901.313237,
                       10568.586352, 11029.858414, 13358.173519, 15877.235189, 17616.028092,
                       18578.056560, 21451.808365, 24489.917692, 24666.037319, 27684.145213});
}

TEST_CASE("The upper beam, held at tip and end, has the reference frequencies", "[fem][mesh]")
{
    // turned by 30 degrees as in the case: frequencies do not change
    const Mesh mesh =
        placed(read_mesh(folder + "upper.geo"), std::numbers::pi / 6, {0, 0}, {0.01, 0});
    REQUIRE(mesh.X.rows() == 228);
    check_frequencies(plane_stress("upper", mesh, {aluminium, 0.01, {}, {"tip", "end"}}),
                      {1095.67817,   3255.87464,   6614.72373,   11141.19270,  16779.58718,
                       23359.24677,  29608.28755,  33698.59814,  41402.62264,  50955.40516,
                       60314.83854,  65887.51296,  75302.66707,  87156.30011,  96058.09446,
                       103743.91829, 116802.86533, 127989.71901, 135470.54892, 149511.04633});
    check_frequencies(plane_stress("upper", mesh, {aluminium, 0.01, {}, {"end"}}),
                      {219.42075, 1373.33246, 3838.08574, 7501.11304, 12358.31069, 16981.39753,
                       18386.99623, 25561.67865, 33853.69901, 43232.01274, 50950.64561,
                       53663.90254});
}

TEST_CASE("The groups of the beams lie where the README says", "[fem][mesh]")
{
    const Mesh lower = read_mesh(folder + "lower.geo");
    auto x_range = [](const Mesh& mesh, const std::string& name, Index c) {
        double low = 1, high = -1;
        for (const int node : group(mesh, name).nodes) {
            low = std::min(low, mesh.X(node, c));
            high = std::max(high, mesh.X(node, c));
        }
        return std::pair{low, high};
    };
    // positions of corners are exact
    CHECK(x_range(lower, "beam", 0) == std::pair{0.0, 0.1});
    CHECK(x_range(lower, "beam", 1) == std::pair{-0.002, 0.0});
    CHECK(x_range(lower, "clamp", 0) == std::pair{0.0, 0.0});
    CHECK(x_range(lower, "top", 1) == std::pair{0.0, 0.0});
    CHECK(x_range(lower, "bottom", 1) == std::pair{-0.002, -0.002});
    CHECK(x_range(lower, "free_end", 0) == std::pair{0.1, 0.1});
    CHECK(x_range(lower, "free_tip", 0) == std::pair{0.1, 0.1});
    CHECK(x_range(lower, "free_tip", 1) == std::pair{0.0, 0.0});

    const Mesh upper = read_mesh(folder + "upper.geo");
    CHECK(x_range(upper, "beam", 0) == std::pair{0.0, 0.075});
    CHECK(x_range(upper, "beam", 1) == std::pair{0.0, 0.0015});
    CHECK(x_range(upper, "tip", 0) == std::pair{0.0, 0.0});
    CHECK(x_range(upper, "tip", 1) == std::pair{0.0, 0.0});
    CHECK(x_range(upper, "end", 0) == std::pair{0.075, 0.075});
    CHECK(group(upper, "end").nodes.size() == 3);
    CHECK(group(upper, "top").edges.size() == 75);

    // nodes at (i L / nx, j h / 2): a few eps of the length of 100 cells
    for (Index n = 0; n < lower.X.rows(); ++n) {
        const double i = lower.X(n, 0) / 0.001, j = lower.X(n, 1) / 0.001;
        CHECK(std::abs(i - std::round(i)) < 1e-13);
        CHECK(std::abs(j - std::round(j)) < 1e-13);
    }
    // the sliding line runs in +x, with the body below it, on its right
    for (const auto& [first, second, middle] : group(lower, "top").edges)
        CHECK(lower.X(second, 0) > lower.X(first, 0));
}

TEST_CASE("Parameters replace the numbers of the geometry, for one reading only", "[fem][mesh]")
{
    const Mesh fine = read_mesh(folder + "upper.geo", {{"nx", 150}, {"height", 0.002}, {"ny", 4}});
    CHECK(fine.X.rows() == 151 * 5);
    CHECK(fine.X.col(1).maxCoeff() == 0.002);
    const Mesh plain = read_mesh(folder + "upper.geo");
    CHECK(plain.X.rows() == 228);
    CHECK_THROWS_WITH(read_mesh(folder + "upper.geo", {{"heigt", 0.002}}),
                      Catch::Contains("no parameter \"heigt\"") &&
                          Catch::Contains("did you mean height?") &&
                          Catch::Contains("length, height, nx, ny"));
}
