#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/cells.hpp"
#include "fem/readers/nastran_reader.hpp"
#include "fem/readers/universal_reader.hpp"
#include "fem/solid.hpp"
#include "mesh_text_file.hpp"
#include "tests/fem/solid_mesh.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <numbers>
#include <sstream>

using namespace slideway;
using namespace slideway::fem;
using Catch::Contains;

namespace {

// A block with curved edges, clamped at x = 0; see solid_frequencies_test.cpp.
Unit curved(const Unit& p)
{
    const double a = p(0), b = p(1), c = p(2), pi = std::numbers::pi;
    return {.1 * (a + .06 * std::sin(pi * a) * (b - .5)),
            .02 * (b + .1 * std::sin(2 * pi * a) * (c - .5)),
            .01 * (c + .15 * std::sin(pi * a) * (b - .5))};
}

// Nodes of an element in the order of a file, which is given as "1 12 2 ...": corners, counted from
// 1, and pairs of corners for the mid node between them. The manuals give the order in this way.
std::vector<int> in_order(const Eigen::RowVectorXi& nodes, const SolidCell& cell,
                          const std::string& order)
{
    std::vector<int> result;
    std::istringstream words(order);
    for (std::string word; words >> word;) {
        const int a = word[0] - '1', b = word.size() > 1 ? word[1] - '1' : a;
        Index place = a;
        for (std::size_t e = 0; e < cell.edges.size() && a != b; ++e)
            if (std::minmax(cell.edges[e][0], cell.edges[e][1]) == std::minmax(a, b))
                place = cell.n_corners() + static_cast<Index>(e);
        result.push_back(10 * (nodes(place) + 1));
    }
    return result;
}

struct Variant {
    std::string shape, card;  // Nastran
    int descriptor = 0;       // of universal files
    std::string nastran, unv; // orders
    double f1 = 0;            // with the default element
};
// Page 007, section 1: orders, and first frequencies [Hz] of the block.
const std::vector<Variant> variants{
    {"tet4", "CTETRA", 111, "1 2 3 4", "1 2 3 4", 1515.43973},
    {"wedge6", "CPENTA", 112, "1 2 3 4 5 6", "1 2 3 4 5 6", 1097.58222},
    {"hex8", "CHEXA", 115, "1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8", 839.194668},
    {"tet10", "CTETRA", 118, "1 2 3 4 12 23 31 14 24 34", "1 12 2 23 3 31 14 24 34 4", 834.637135},
    {"wedge15", "CPENTA", 113, "1 2 3 4 5 6 12 23 31 14 25 36 45 56 64",
     "1 12 2 23 3 31 14 25 36 4 45 5 56 6 64", 833.021151},
    {"hex20", "CHEXA", 116, "1 2 3 4 5 6 7 8 12 23 34 41 15 26 37 48 56 67 78 85",
     "1 12 2 23 3 34 4 41 15 26 37 48 5 56 6 67 7 78 8 85", 832.501110}};

void check_block(const Mesh& mesh, const Mesh& found, const std::string& group_name,
                 const Variant& variant)
{
    CHECK((found.X - mesh.X).cwiseAbs().maxCoeff() < 1e-15);
    CHECK(found.blocks[0].nodes == mesh.blocks[0].nodes);
    CHECK(group(found, group_name).dimension == 3);
    std::vector<std::string> held;
    for (const int node : group(mesh, "start").nodes)
        held.push_back("n" + std::to_string(10 * (node + 1)));
    const Substructure s = solid("block", found, {{210e9, 0.3, 7800}, {}, held, {}});
    CHECK(lowest_modes(s.K, s.M, 1).omega(0) / (2 * std::numbers::pi) ==
          Approx(variant.f1).epsilon(6e-9).margin(0));
}

Mesh read_file(Mesh (*read)(const std::filesystem::path&), const std::string& name,
               const std::string& text)
{
    const io::ScratchFolder folder;
    const std::filesystem::path file = folder / name;
    std::ofstream(file) << text;
    return read(file);
}

Mesh read_unv(const std::filesystem::path& file)
{
    return read_universal_solids(file);
}

} // namespace

TEST_CASE("Solids of Nastran have the frequencies of the reference block", "[fem][nastran]")
{
    for (const Variant& variant : variants) {
        CAPTURE(variant.shape);
        const Mesh mesh = solid_mesh(variant.shape, {8, 2, 2}, curved);
        std::ostringstream text;
        // in a coordinate system turned by 90 degrees about z and moved by 0.5 m along x
        text << std::setprecision(17)
             << "CEND\nBEGIN BULK\nCORD2R,5,,.5,0.,0.,.5,0.,1.,\n,.5,1.,0.\n";
        for (Index i = 0; i < mesh.X.rows(); ++i)
            text << "GRID," << 10 * (i + 1) << ",5," << mesh.X(i, 1) << ',' << .5 - mesh.X(i, 0)
                 << ',' << mesh.X(i, 2) << '\n';
        for (Index e = 0; e < mesh.blocks[0].nodes.rows(); ++e) {
            text << variant.card << ',' << e + 1 << ",3";
            int field = 3;
            for (const int node : in_order(mesh.blocks[0].nodes.row(e),
                                           cell_of(shape(variant.shape)), variant.nastran)) {
                text << (field++ % 8 == 1 ? ",\n," : ",") << node;
            }
            text << '\n';
        }
        text << "PSOLID,3,1\nMAT1,1,210.E9,,.3,7800.\nENDDATA\n";
        check_block(mesh, read_file(read_nastran_solids, "block.bdf", text.str()), "pid_3",
                    variant);
    }
}

TEST_CASE("Solids of a universal file have the frequencies of the reference block",
          "[fem][universal]")
{
    for (const Variant& variant : variants) {
        CAPTURE(variant.shape);
        const Mesh mesh = solid_mesh(variant.shape, {8, 2, 2}, curved);
        std::ostringstream text;
        text << std::setprecision(17) << "    -1\n  2411\n";
        for (Index i = 0; i < mesh.X.rows(); ++i)
            text << 10 * (i + 1) << " 1 1 11\n" << mesh.X.row(i) << '\n';
        text << "    -1\n    -1\n  2412\n";
        const Index count = mesh.blocks[0].nodes.rows();
        for (Index e = 0; e < count; ++e) {
            const std::vector<int> nodes =
                in_order(mesh.blocks[0].nodes.row(e), cell_of(shape(variant.shape)), variant.unv);
            text << e + 1 << ' ' << variant.descriptor << " 1 1 7 " << nodes.size();
            for (std::size_t i = 0; i < nodes.size(); ++i)
                text << (i % 8 == 0 ? '\n' : ' ') << nodes[i];
            text << '\n';
        }
        text << "    -1\n    -1\n  2467\n1 0 0 0 0 0 0 " << count << "\nall\n";
        for (Index e = 0; e < count; ++e)
            text << "8 " << e + 1 << " 0 0\n";
        text << "    -1\n";
        check_block(mesh, read_file(read_unv, "block.unv", text.str()), "all", variant);
    }
}

namespace {

const std::string cube = "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\n"
                         "GRID,5,,0.,0.,1.\nGRID,6,,1.,0.,1.\nGRID,7,,1.,1.,1.\nGRID,8,,0.,1.,1.\n";
const std::string element = "CHEXA,1,3,1,2,3,4,5,6,\n,7,8\n";

std::string message(Mesh (*read)(const std::filesystem::path&), const std::string& name,
                    const std::string& text)
{
    try {
        (void)read_file(read, name, text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("Shells and bars of Nastran name faces and edges of solids", "[fem][nastran]")
{
    const Mesh mesh = read_file(read_nastran_solids, "cube.bdf",
                                cube + element +
                                    "CQUAD4,2,7,5,8,7,6\nCBAR,4,8,1,2,0.,0.,1.\n"
                                    "CTRIA3,5,9,1,2,7\nPSOLID,3,1\nMAT9,1,2.E11\n");
    const std::vector<std::vector<int>> top{{4, 5, 6, 7}};
    CHECK(group(mesh, "pid_7").faces == top); // outward, not as the shell
    CHECK(group(mesh, "pid_8").edges.size() == 1);
    CHECK(group(mesh, "pid_3").elements.front().size() == 1);
    CHECK(!mesh.groups.contains("pid_9")); // no face of the body, with a note
    const auto has = [&mesh](const std::string& text) -> bool {
        return std::any_of(mesh.notes.begin(), mesh.notes.end(), [&](const std::string& note) {
            return note.find(text) != std::string::npos;
        });
    };
    CHECK(has("group \"pid_9\": 1 of 1 faces left out"));
    CHECK(has("1 material: MAT9 1"));
    CHECK(has("1 property: PSOLID 3 (material 1)"));
}

TEST_CASE("Wrong solids of Nastran and universal files are refused", "[fem][nastran][universal]")
{
    const auto of_nastran = [](const std::string& rest) -> std::string {
        return message(read_nastran_solids, "cube.bdf", cube + rest);
    };
    CHECK_THAT(of_nastran("CTETRA,1,3,1,2,3,5,6,0,\n,7,8\n"),
               Contains("cube.bdf:9: CTETRA 1 lacks mid node G6; all or none of G5 to G10 are "
                        "needed"));
    CHECK_THAT(of_nastran("CPYRAM,1,3,1,2,3,4,5\n"), Contains("CPYRAM 1 (pyramid); not supported"));
    CHECK_THAT(of_nastran("CPENTA,1,3,1,2,3,5,6,9\n"),
               Contains("element 1 names node 9, which is not in the file"));
    CHECK_THAT(of_nastran("CQUAD4,1,3,1,2,3,4\n"), Contains("no solid elements in the file"));
    CHECK_THAT(message(read_nastran, "cube.bdf", cube + element),
               Contains("CHEXA 1; not supported in a plane mesh"));
    const std::string nodes = "    -1\n  2411\n1 1 1 11\n0 0 0\n    -1\n";
    CHECK_THAT(message(read_unv, "cube.unv", nodes + "    -1\n  2412\n1 117 1 1 7 32\n    -1\n"),
               Contains("element 1 has FE descriptor 117 (cubic); allowed: tetrahedra 111, 118"));
    CHECK_THAT(message(read_unv, "cube.unv", nodes + "    -1\n  2412\n1 116 1 1 7 8\n    -1\n"),
               Contains("element 1 has 8 nodes; FE descriptor 116 has 20"));
}
