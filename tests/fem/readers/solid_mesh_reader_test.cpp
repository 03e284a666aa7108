#include "base/error.hpp"
#include "fem/inertia.hpp"
#include "fem/named_nodes.hpp"
#include "fem/readers/gmsh_exchange.hpp"
#include "fem/readers/mesh_reader.hpp"
#include "fem/readers/msh_writer.hpp"
#include "fem/solid.hpp"
#include "fem/traction.hpp"
#include "tests/fem/solid_mesh.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <sstream>

using namespace slideway;
using namespace slideway::fem;

namespace {

namespace fs = std::filesystem;

// Mid nodes in the order of Gmsh, as pairs of corners from 1 (checked by files that Gmsh wrote).
const std::map<std::string, std::pair<std::string, std::vector<std::array<int, 2>>>>& gmsh_mids()
{
    static const std::map<std::string, std::pair<std::string, std::vector<std::array<int, 2>>>> all{
        {"tet4", {"Tetrahedron 4", {}}},
        {"hex8", {"Hexahedron 8", {}}},
        {"wedge6", {"Prism 6", {}}},
        {"tet10", {"Tetrahedron 10", {{1, 2}, {2, 3}, {3, 1}, {1, 4}, {3, 4}, {2, 4}}}},
        {"hex20",
         {"Hexahedron 20",
          {{1, 2},
           {1, 4},
           {1, 5},
           {2, 3},
           {2, 6},
           {3, 4},
           {3, 7},
           {4, 8},
           {5, 6},
           {5, 8},
           {6, 7},
           {7, 8}}}},
        {"wedge15",
         {"Prism 15", {{1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 5}, {3, 6}, {4, 5}, {4, 6}, {5, 6}}}}};
    return all;
}

// Nodes of an element in the order of Gmsh, from 1.
std::vector<std::size_t> gmsh_nodes(const ElementBlock& block, Index e)
{
    const Shape& s = shape(block.shape);
    std::vector<std::size_t> nodes;
    const auto add = [&](int i) {
        nodes.push_back(static_cast<std::size_t>(block.nodes(e, i)) + 1);
    };
    for (int i = 0; i < s.n_corners; ++i)
        add(i);
    const auto& edges = cell_of(s).edges;
    for (const auto& [a, b] : gmsh_mids().at(block.shape).second)
        for (std::size_t k = 0; k < edges.size(); ++k)
            if (std::minmax(edges[k][0], edges[k][1]) == std::minmax(a - 1, b - 1))
                add(s.n_corners + static_cast<int>(k));
    return nodes;
}

// Gmsh's answer for a mesh with the group "start" of faces, turned inside out, and the group
// "body".
GmshAnswer answer_of(const Mesh& mesh)
{
    GmshAnswer answer;
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        answer.node_tags.push_back(static_cast<std::size_t>(i) + 1);
        for (Index c = 0; c < 3; ++c)
            answer.coordinates.push_back(mesh.X(i, c));
    }
    answer.groups = {{2, 7, "start"}, {3, 8, "body"}};
    std::size_t tag = 0;
    for (std::vector<int> face : mesh.groups.at("start").faces) {
        const std::size_t n = face.size() > 4 ? face.size() / 2 : face.size();
        std::reverse(face.begin() + 1, face.begin() + static_cast<std::ptrdiff_t>(n));
        std::reverse(face.begin() + static_cast<std::ptrdiff_t>(n), face.end());
        GmshElements& cell = answer.elements.emplace_back();
        cell.dimension = 2;
        cell.kind = (n == 3 ? "Triangle " : "Quadrilateral ") + std::to_string(face.size());
        cell.n_nodes = static_cast<int>(face.size());
        cell.tags = {++tag};
        for (const int node : face)
            cell.nodes.push_back(static_cast<std::size_t>(node) + 1);
        cell.groups = {0};
    }
    const ElementBlock& block = mesh.blocks[0];
    GmshElements& cells = answer.elements.emplace_back();
    cells.dimension = 3;
    cells.kind = gmsh_mids().at(block.shape).first;
    cells.n_nodes = static_cast<int>(block.nodes.cols());
    cells.groups = {1};
    for (Index e = 0; e < block.nodes.rows(); ++e) {
        cells.tags.push_back(++tag);
        const std::vector<std::size_t> nodes = gmsh_nodes(block, e);
        cells.nodes.insert(cells.nodes.end(), nodes.begin(), nodes.end());
    }
    return answer;
}

Mesh curved_mesh(const std::string& shape)
{
    return solid_mesh(shape, {2, 2, 1}, [](const Unit& p) -> Unit {
        return {p(0) + .1 * p(1) * p(2), p(1) + .1 * p(0) * p(0), p(2) + .05 * p(0) * p(1)};
    });
}

void check_equal(const Mesh& found, const Mesh& mesh)
{
    REQUIRE(found.blocks.size() == 1);
    CHECK(found.blocks[0].shape == mesh.blocks[0].shape);
    CHECK(found.blocks[0].nodes == mesh.blocks[0].nodes);
    CHECK(found.X.isApprox(mesh.X, 1e-15));
    const NodeGroup &start = found.groups.at("start"), &wanted = mesh.groups.at("start");
    CHECK(start.nodes == wanted.nodes);
    std::vector<std::vector<int>> faces = wanted.faces;
    std::sort(faces.begin(), faces.end());
    CHECK(start.faces == faces); // outward again
    CHECK(found.groups.at("body").elements == mesh.groups.at("body").elements);
    CHECK(found.tags.size() == static_cast<std::size_t>(mesh.X.rows()));
}

fs::path temporary(const std::string& name, const std::string& text)
{
    const fs::path folder = fs::temp_directory_path() / "slideway_solid_mesh_test";
    fs::create_directories(folder);
    std::ofstream(folder / name) << text;
    return folder / name;
}

// A box of n x n x n cells.
std::string box_geo(const std::string& options, bool hexahedra)
{
    return options +
           "Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {1, 1, 0}; Point(4) = {0, 1, "
           "0};\n"
           "Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};\n"
           "Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};\n"
           "Transfinite Curve{1, 2, 3, 4} = 3; Transfinite Surface{1};\n" +
           std::string(hexahedra ? "Recombine Surface{1};\n" : "") +
           "out[] = Extrude {0, 0, 2} { Surface{1}; Layers{2};" + (hexahedra ? " Recombine;" : "") +
           " };\n"
           "Physical Volume(\"body\") = {out[1]}; Physical Surface(\"clamp\") = {1};\n"
           "Physical Surface(\"top\") = {out[0]}; Physical Curve(\"edge\") = {1};\n"
           "Physical Point(\"corner\") = {3};\n";
}

} // namespace

TEST_CASE("Solid elements of Gmsh get the own order of nodes, and faces get their elements'",
          "[fem]")
{
    for (const auto& [shape, kind] : gmsh_mids()) {
        CAPTURE(shape);
        const Mesh mesh = curved_mesh(shape);
        check_equal(solid_mesh_of("cube", answer_of(mesh)), mesh);
    }
}

TEST_CASE("Solid meshes are read from .msh 4.1 and 2.2", "[fem]")
{
    const Mesh mesh = curved_mesh("hex20");
    const GmshAnswer answer = answer_of(mesh);
    std::ostringstream msh4;
    write_msh(msh4, answer);
    check_equal(read_solid_mesh(temporary("v4.msh", msh4.str())), mesh);

    std::ostringstream msh2;
    msh2.precision(17);
    msh2 << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 7 \"start\"\n3 8 "
            "\"body\"\n$EndPhysicalNames\n$Nodes\n"
         << answer.node_tags.size() << "\n";
    for (std::size_t i = 0; i < answer.node_tags.size(); ++i)
        msh2 << i + 1 << " " << answer.coordinates[3 * i] << " " << answer.coordinates[3 * i + 1]
             << " " << answer.coordinates[3 * i + 2] << "\n";
    msh2 << "$EndNodes\n$Elements\n"
         << std::accumulate(answer.elements.begin(), answer.elements.end(), std::size_t{0},
                            [](std::size_t n, const GmshElements& b) { return n + b.tags.size(); })
         << "\n";
    for (const GmshElements& block : answer.elements)
        for (std::size_t e = 0; e < block.tags.size(); ++e) {
            msh2 << block.tags[e] << (block.dimension == 2 ? " 16 2 7 1" : " 17 2 8 2");
            for (int i = 0; i < block.n_nodes; ++i)
                msh2 << " "
                     << block.nodes[e * static_cast<std::size_t>(block.n_nodes) +
                                    static_cast<std::size_t>(i)];
            msh2 << "\n";
        }
    msh2 << "$EndElements\n";
    check_equal(read_solid_mesh(temporary("v2.msh", msh2.str())), mesh);
}

TEST_CASE("Gmsh meshes the volume of a .geo with solid elements of every shape", "[fem]")
{
    const std::string second = "Mesh.ElementOrder = 2; Mesh.SecondOrderIncomplete = 1;\n";
    for (const auto& [options, hexahedra, shape] :
         std::vector<std::tuple<std::string, bool, std::string>>{
             {"", true, "hex8"}, {second, true, "hex20"}, {second, false, "tet10"}}) {
        CAPTURE(shape);
        const Mesh mesh =
            read_solid_mesh(temporary("box.geo", box_geo(options, hexahedra)), {}, 0.5);
        REQUIRE(mesh.blocks.size() == 1);
        CHECK(mesh.blocks[0].shape == shape);
        Substructure s = solid("box", mesh, {{1, 0.3, 2}, {}, {"clamp"}, {}});
        CHECK(inertia(mesh, SolidOptions{{1, 0.3, 2}, {}, {}, {}}).mass ==
              Approx(2 * 0.25).epsilon(1e-12));
        for (const char* name : {"top", "edge", "corner", "body"})
            make_port(s, name);
        CHECK(port(s, "top").area == Approx(0.25).epsilon(1e-12));
        const Eigen::RowVector3d middle = port(s, "body").share.transpose() * port(s, "body").X;
        CHECK((middle - Eigen::RowVector3d(0.25, 0.25, 0.5)).norm() < 1e-12);
        const Eigen::RowVector3d of_edge = port(s, "edge").share.transpose() * port(s, "edge").X;
        CHECK((of_edge - Eigen::RowVector3d(0.25, 0, 0)).norm() < 1e-12);
        CHECK((port(s, "corner").X - Eigen::RowVector3d(0.5, 0.5, 0)).norm() < 1e-15);
        for (const std::vector<int>& face : mesh.groups.at("top").faces) {
            Vector area;
            CHECK(area_vectors(mesh.X, face, area).colwise().sum()(2) > 0); // outward
        }
    }
}

TEST_CASE("Solid meshes that cannot be used are refused with the remedy", "[fem]")
{
    const std::string complete = "Mesh.ElementOrder = 2; Mesh.SecondOrderIncomplete = 0;\n";
    CHECK_THROWS_WITH(read_solid_mesh(temporary("complete.geo", box_geo(complete, true))),
                      Catch::Contains("Hexahedron 27") &&
                          Catch::Contains("Mesh.SecondOrderIncomplete = 1"));
    const Mesh mesh = curved_mesh("hex8");
    GmshAnswer answer = answer_of(mesh);
    answer.elements.back().kind = "Pyramid 8";
    CHECK_THROWS_WITH(solid_mesh_of("m.msh", answer),
                      Catch::Contains("Pyramid") && Catch::Contains("Recombine"));
    answer.elements.pop_back();
    CHECK_THROWS_WITH(solid_mesh_of("m.msh", answer), Catch::Contains("no solid elements"));
    CHECK_THROWS_WITH(read_solid_mesh(temporary("m.unv", "    -1\n  2411\n    -1\n")),
                      Catch::Contains("no solid elements in the file"));
    // .med: Debian's Gmsh is built without it
    CHECK_THROWS_WITH(read_solid_mesh(temporary("m.med", "\x89HDF\r\n\x1a\n")),
                      Catch::Contains(".med") && Catch::Contains(".msh"));
    // a hexahedron of the body, inside out, is refused by its number later; two in one place are
    // one
    GmshAnswer twice = answer_of(mesh);
    GmshElements again = twice.elements.back();
    again.tags = {999};
    again.nodes.resize(8);
    twice.elements.push_back(again);
    const Mesh once = solid_mesh_of("m.msh", twice);
    CHECK(once.blocks[0].nodes.rows() == mesh.blocks[0].nodes.rows());
    CHECK_FALSE(once.notes.empty());
}
