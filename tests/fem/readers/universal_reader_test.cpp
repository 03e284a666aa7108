#include "fem/readers/universal_reader.hpp"

#include "base/error.hpp"
#include "mesh_text_file.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::fem;
using Catch::Contains;

namespace {

std::string dataset(const std::string& number, const std::string& text)
{
    return "    -1\n  " + number + "\n" + text + "    -1\n";
}

std::string node(int label, const std::string& x, const std::string& y)
{
    return "         " + std::to_string(label) + "         1         1        11\n   " + x + "   " +
           y + "   0.0000000000000000D+00\n";
}

// A square with mid nodes 5..8 and the adjacent triangle 2 9 3, in lines of up to eight numbers.
const std::string nodes =
    dataset("2411", node(1, "0.0D+00", "0.0D+00") + node(2, "1.0D+00", "0.0D+00") +
                        node(3, "1.0D+00", "1.0D+00") + node(4, "0.0D+00", "1.0D+00") +
                        node(5, "5.0D-01", "0.0D+00") + node(6, "1.0D+00", "5.0D-01") +
                        node(7, "5.0D-01", "1.0D+00") + node(8, "0.0D+00", "5.0D-01") +
                        node(9, "2.0D+00", "0.0D+00") + node(10, "1.5D+00", "0.0D+00") +
                        node(11, "1.5D+00", "5.0D-01"));
const std::string elements =
    dataset("2412", "         1        24         3         0         7         3\n"
                    "         0         0         0\n"
                    "         4         7         3\n"
                    "         2        95         1         0         7         8\n"
                    "         1         5         2         6         3         7"
                    "         4         8\n"
                    "         3        42         1         0         7         6\n"
                    "         2        10         9        11         3         6\n");
const std::string groups =
    dataset("2467", "         1    0    0    0    0    0    0    1\ntop edge\n"
                    "         8         1         0         0\n"
                    "         2    0    0    0    0    0    0    3\ncorners\n"
                    "         7         1         0         0         7         2"
                    "         0         0\n"
                    "         7         9         0         0\n"
                    "         3    0    0    0    0    0    0    2\n\n"
                    "         8         2         0         0         8         3"
                    "         0         0\n");
const std::string plate = nodes + elements + groups;

Mesh read(const std::string& text)
{
    return read_text("plate.unv", text);
}

} // namespace

TEST_CASE("Nodes, elements and groups of a universal file become a body", "[fem][universal]")
{
    const Mesh mesh = read(plate);
    REQUIRE(mesh.X.rows() == 11);
    REQUIRE(mesh.blocks.size() == 2);
    CHECK(mesh.blocks[0].shape == "quad8");
    CHECK(mesh.blocks[1].shape == "tri6");
    CHECK_NOTHROW(check_sides(mesh));
    for (const ElementBlock& block : mesh.blocks)
        for (int i = 0; i < shape(block.shape).n_corners; ++i) {
            const auto [first, end, middle] = side(block, 0, i);
            CHECK(mesh.X.row(first) + mesh.X.row(end) == 2 * mesh.X.row(middle));
        }
    const std::vector<Edge> top{{3, 2, 6}};
    CHECK(group(mesh, "top edge").dimension == 1);
    CHECK(group(mesh, "top edge").edges == top);
    CHECK(group(mesh, "corners").dimension == 0);
    CHECK(group(mesh, "corners").nodes == std::vector<int>{0, 1, 8});
    CHECK(group(mesh, "group_3").dimension == 2);
    CHECK(group(mesh, "group_3").nodes.size() == 11);
}

TEST_CASE("First-order elements of a universal file are read by their descriptors",
          "[fem][universal]")
{
    const auto first = [](const std::string& quad, const std::string& triangle) -> std::string {
        return nodes + dataset("2412", "1 " + quad + " 1 0 7 4\n1 2 3 4\n2 " + triangle +
                                           " 1 0 7 3\n2 9 3\n3 11 1 0 7 2\n0 0 0\n1 2\n");
    };
    for (const std::string quad : {"44", "71", "94"})
        for (const std::string triangle : {"41", "74", "91"}) {
            const Mesh mesh = read(first(quad, triangle));
            CHECK(mesh.blocks[0].shape == "quad4");
            CHECK(mesh.blocks[1].shape == "tri3");
            CHECK(mesh.X.rows() == 5);
        }
    for (const std::string kind : {"54", "84", "115", "151", "23"})
        CHECK_THROWS_WITH(read(first(kind, "41")),
                          Contains("plate.unv:28: element 1 has FE descriptor " + kind +
                                   "; allowed: plane stress 41, 42, 44, 45"));
    CHECK_THROWS_WITH(read(first("44", "44")), Contains("plate.unv:30: element 2 has 3 nodes; FE "
                                                        "descriptor 44 has 4"));
}

TEST_CASE("A group of several kinds becomes one for each", "[fem][universal]")
{
    const Mesh mesh = read(nodes + elements +
                           dataset("2467", "5 0 0 0 0 0 0 3\nmixed\n8 1 0 0 7 1 0 0\n8 2 0 0\n"));
    CHECK(group(mesh, "mixed").dimension == 1);
    CHECK(group(mesh, "mixed_nodes").nodes == std::vector<int>{0});
    CHECK(group(mesh, "mixed_elements").nodes.size() == 8);
}

TEST_CASE("Older groups with two numbers per entity are read", "[fem][universal]")
{
    const Mesh mesh =
        read(nodes + elements + dataset("2432", "5 0 0 0 0 0 0 3\nold\n7 1 7 2 7 9\n"));
    CHECK(group(mesh, "old").nodes == std::vector<int>{0, 1, 8});
}

TEST_CASE("Lengths of a universal file come to metres by its units", "[fem][universal]")
{
    const std::string mm =
        dataset("164", "         5  mm (milli-newton)         2\n"
                       "   1.0000000000000000D+03   1.0D+03   1.0D+00\n   2.7315D+02\n");
    const Mesh mesh = read(mm + plate);
    CHECK(mesh.X(8, 0) == 2e-3);
    CHECK_THAT(mesh.notes.front(),
               Contains("plate.unv:4: lengths are divided by 1000 to be metres"));
    const std::string si = dataset("164", "1  SI: Meter (newton)  2\n1.0 1.0 1.0\n273.15\n");
    CHECK(read(si + plate).X(8, 0) == 2);
}

TEST_CASE("A scale replaces the units that a universal file states", "[fem][universal]")
{
    // Salome writes SI units for any drawing: 2 units are 2 mm with a scale of 0.001.
    const io::ScratchFolder folder;
    for (const char* factor : {"1.0", "1.0D+03"}) {
        CAPTURE(factor);
        write_file(folder / "plate.unv",
                   dataset("164", std::string("1  units  2\n") + factor + " 1.0 1.0\n273.15\n") +
                       plate);
        CHECK(read_mesh(folder / "plate.unv", {}, 0.001).X(8, 0) == 2e-3);
    }
    CHECK_THAT(read_mesh(folder / "plate.unv", {}, 0.001).notes.front(),
               Contains("lengths are divided by 1000 to be metres; scale = 0.001 is taken in its "
                        "place"));
}

TEST_CASE("Lines between datasets are skipped and noted", "[fem][universal]")
{
    const Mesh mesh = read("a plate\n" + nodes + "Workpiece\n\nwritten by somebody\n" + elements +
                           groups + "the end\n");
    CHECK(mesh.X == read(plate).X);
    CHECK(mesh.groups.size() == read(plate).groups.size());
    CHECK_THAT(mesh.notes[0], Contains("plate.unv:1: 4 lines between datasets; not read"));
    // without its last line -1, a dataset inverts the delimiters after it
    const std::string open = nodes.substr(0, nodes.size() - 7);
    CHECK_THROWS_WITH(
        read(open + elements + groups),
        Contains("plate.unv:26: \"2412\" after the end of a dataset; expected -1 before "
                 "the number of the next one"));
}

TEST_CASE("Several materials of a universal file are noted", "[fem][universal]")
{
    const auto with_group = [](const std::string& one, const std::string& other) -> Mesh {
        return read(nodes + dataset("2412", "1 44 " + one + " 7 4\n1 2 3 4\n2 41 " + other +
                                                " 7 3\n2 9 3\n"));
    };
    CHECK_THAT(
        with_group("1 7", "2 8").notes[0],
        Contains("plate.unv:28: elements of 2 materials: 7, 8; not read: all elements have the "
                 "body's material"));
    CHECK_THAT(with_group("1 7", "2 8").notes[1],
               Contains("elements of 2 properties: 1, 2; not read: all elements have the body's "
                        "material and thickness"));
    CHECK(with_group("1 7", "1 7").notes.size() == 1); // unused nodes
}

TEST_CASE("Point masses and springs of a universal file are left out with their number",
          "[fem][universal]")
{
    const Mesh mesh = read(
        nodes + dataset("2412", "1 44 1 0 7 4\n1 2 3 4\n2 161 1 0 7 1\n3\n3 136 1 0 7 2\n1 2\n") +
        dataset("2467", "5 0 0 0 0 0 0 2\nall\n8 1 0 0 8 2 0 0\n"));
    CHECK(group(mesh, "all").faces.size() == 1);
    CHECK_THAT(mesh.notes[0], Contains("plate.unv:30: 1 point masses: left out"));
    CHECK_THAT(mesh.notes[1], Contains("plate.unv:32: 1 springs: left out"));
    CHECK_THAT(mesh.notes[2], Contains("7 nodes belong to no plane element and are left out, the "
                                       "first 5 at (0.5, 0, 0)"));
    CHECK(mesh.notes.size() == 3);
}

TEST_CASE("Datasets that are not read are noted", "[fem][universal]")
{
    const Mesh mesh = read(dataset("151", "model\nfile\n") + plate + dataset("2420", "1\n") +
                           dataset("2420", "1\n"));
    CHECK_THAT(mesh.notes[1], Contains("plate.unv:2: dataset 151; not read"));
    CHECK_THAT(mesh.notes[2], Contains("dataset 2420 (2 times); not read"));
    CHECK_THAT(mesh.notes[0], Contains("1 line elements are sides of groups"));
}

TEST_CASE("What is wrong in a universal file is reported with its line", "[fem][universal]")
{
    CHECK_THROWS_WITH(
        read("hello\n"),
        Contains("plate.unv: not a universal file: it has no dataset, which begins with"));
    CHECK_THROWS_WITH(read(""), Contains("plate.unv: not a universal file: it has no dataset"));
    CHECK_THROWS_WITH(read(nodes.substr(0, nodes.size() - 7)),
                      Contains("plate.unv:24: the file ends within a dataset"));
    CHECK_THROWS_WITH(read(with(plate, "1.5D+00   5.0D-01", "1.5D+00   x.0D-01")),
                      Contains("plate.unv:24: coordinate \"x.0D-01\"; expected a number"));
    CHECK_THROWS_WITH(read(with(plate, "        11         1", "        10         1")),
                      Contains("plate.unv:24: node 10 is defined twice"));
    CHECK_THROWS_WITH(read(with(plate, "7         9         0", "7        99         0")),
                      Contains("group \"corners\" names node 99, which is not in the file"));
    CHECK_THROWS_WITH(read(with(plate, "2        10         9", "2        10        99")),
                      Contains("plate.unv:33: element 3 names node 99, which is not in the file"));
    CHECK_THROWS_WITH(read(with(plate, "4         7         3", "1         7         3")),
                      Contains("plate.unv:28: element 1 (FE descriptor 24) is no side of the"));
    CHECK_THROWS_WITH(read(with(plate, "         3        42", "         2        42")),
                      Contains("plate.unv:33: element 2 is defined twice"));
}

TEST_CASE("Elements of a group that are not in the file are noted", "[fem][universal]")
{
    // Gmsh 4.8.4 writes groups of points in this way, and crashes when it reads them
    const Mesh mesh = read(with(plate, "8         1         0", "8        77         0"));
    CHECK_FALSE(mesh.groups.contains("top edge"));
    CHECK_THAT(mesh.notes[1], Contains("plate.unv:38: elements of group \"top edge\" that are not "
                                       "in the file; not read"));
}

TEST_CASE("Counts beyond what a file can hold are refused", "[fem][universal]")
{
    // times the four numbers of an entity: 2^64, which is 0
    CHECK_THROWS_WITH(read(nodes + elements +
                           dataset("2467", "1 0 0 0 0 0 0 4611686018427387904\nmany\n7 1 0 0\n")),
                      Contains("group 1 of 4611686018427387904 entities"));
    // 2^32 + 44
    CHECK_THROWS_WITH(read(nodes + dataset("2412", "1 4294967340 1 0 7 4\n1 2 3 4\n")),
                      Contains("FE descriptor 4294967340"));
    CHECK_THROWS_WITH(read(dataset("164", "1 SI 2\n1D-300 1 1\n0\n") + nodes + elements),
                      Contains("expected numbers up to 1e100"));
}

TEST_CASE("Groups with names that cannot be written are left out and noted", "[fem][universal]")
{
    const Mesh mesh = read(nodes + elements +
                           dataset("2467", "1 0 0 0 0 0 0 1\na\x1b[31m\n7 1 0 0\n"
                                           "2 0 0 0 0 0 0 1\nR\xe4nder\n7 1 0 0\n"
                                           "3 0 0 0 0 0 0 1\nR\xc3\xa4nder\n7 1 0 0\n"));
    CHECK(mesh.groups.size() == 1);
    CHECK(mesh.groups.contains("R\xc3\xa4nder"));
    REQUIRE(mesh.notes.size() >= 2);
    CHECK_THAT(mesh.notes[mesh.notes.size() - 2], Contains("\\u001b in its name; left out"));
    CHECK_THAT(mesh.notes.back(), Contains("\\xe4 in its name; left out"));
}
