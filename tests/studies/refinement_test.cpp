#include "studies/refinement.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>

using namespace slideway;
using studies::Cells;
using studies::GridNode;

namespace {

using Field = std::function<std::string(double x, double y)>;

std::vector<std::string> texts(const Cells& cells, const Field& field)
{
    std::vector<std::string> all;
    for (const GridNode& node : cells.nodes())
        all.push_back(field(double(node.i) / cells.step(), double(node.j) / cells.step()));
    return all;
}

} // namespace

TEST_CASE("cells are halved along the edges on which a text changes, and nowhere else", "[studies]")
{
    // Labels change at x = 1.3, between the second and the third of four columns of points.
    Cells cells(4, 3, 2);
    CHECK(cells.step() == 4);
    REQUIRE(cells.nodes().size() == 12);
    CHECK(cells.nodes()[5].i == 4); // point = i_x * n_y + i_y
    CHECK(cells.nodes()[5].j == 8);
    const Field field = [](double x, double) -> std::string { return x < 1.3 ? "stick" : "slip"; };

    cells.refine(texts(cells, field));
    // Two cells with x in [1, 2] have 3 x 5 nodes, 6 of them in the grid.
    REQUIRE(cells.nodes().size() == 12 + 9);
    for (std::size_t k = 12; k < cells.nodes().size(); ++k) {
        CHECK(cells.nodes()[k].i >= 4);
        CHECK(cells.nodes()[k].i <= 8);
    }
    cells.refine(texts(cells, field));
    // Four cells with x in [1, 1.5] have 3 x 9 nodes, 10 of them existing.
    CHECK(cells.nodes().size() == 21 + 17);
    std::set<std::pair<int, int>> different;
    for (const GridNode& node : cells.nodes())
        different.emplace(node.i, node.j);
    CHECK(different.size() == cells.nodes().size());
    CHECK_FALSE(cells.refine(texts(cells, field))); // none is halved a third time
    CHECK(cells.nodes().size() == 21 + 17);
    CHECK_THROWS_AS(cells.refine(std::vector<int>(3)), std::invalid_argument);
}

TEST_CASE("a boundary that enters a cell through its edge alone is followed", "[studies]")
{
    // An island around (1, 1.5) contains no corner of the right cells. It contains the midpoint of
    // the edge x = 1, which exists once the left cell is halved for another reason.
    Cells cells(3, 2, 2);
    const Field field = [](double x, double y) -> std::string {
        return x < 0.1 || (std::abs(x - 1) < 0.2 && std::abs(y - 0.5) < 0.2) ? "in" : "out";
    };
    cells.refine(texts(cells, field)); // the left cell: its edge x = 0 is "in"
    CHECK(cells.nodes().size() == 6 + 5);
    cells.refine(texts(cells, field));
    CHECK(std::any_of(cells.nodes().begin(), cells.nodes().end(),
                      [](const GridNode& n) -> bool { return n.i == 6 && n.j == 2; }));
}

TEST_CASE("intervals of one key are halved where a text changes", "[studies]")
{
    Cells cells(5, 1, 3);
    const Field field = [](double x, double) -> std::string { return x < 2.6 ? "a" : "b"; };
    for (int round = 0; round < 3; ++round)
        cells.refine(texts(cells, field));
    REQUIRE(cells.nodes().size() == 8);
    CHECK(cells.nodes()[5].i == 20); // 2.5
    CHECK(cells.nodes()[6].i == 22); // 2.75
    CHECK(cells.nodes()[7].i == 21); // 2.625
    Cells point(1, 1, 1);
    point.refine(std::vector<std::string>{"a"});
    CHECK(point.nodes().size() == 1);
    CHECK_THROWS_AS(Cells(0, 1, 1), std::invalid_argument);
    CHECK_THROWS_AS(Cells(2, 2, 17), std::invalid_argument);
    CHECK_THROWS_AS(Cells(2, 2, 1).refine(std::vector<std::string>{"a"}), std::invalid_argument);
}

TEST_CASE("more rounds halve the cells that were left behind beside nodes added late", "[studies]")
{
    // A strip leaves the first column of cells for the second one between two rows of points.
    const Field field = [](double x, double y) -> std::string {
        return x < 0.4 || (x < 1.6 && std::abs(y - 0.5) < 0.1) ? "in" : "out";
    };
    Cells cells(4, 2, 3);
    while (cells.refine(texts(cells, field))) {
    }
    // If the values of two neighbours on the finest grid differ, both are nodes.
    std::set<std::pair<int, int>> nodes;
    for (const GridNode& node : cells.nodes())
        nodes.emplace(node.i, node.j);
    const auto value_at = [&](int i, int j) {
        return field(double(i) / cells.step(), double(j) / cells.step());
    };
    for (int i = 0; i < 24; ++i)
        for (int j = 0; j <= 8; ++j)
            if (value_at(i, j) != value_at(i + 1, j)) {
                CAPTURE(i, j);
                CHECK(nodes.count({i, j}) == 1);
                CHECK(nodes.count({i + 1, j}) == 1);
            }
    CHECK(nodes.size() < 25 * 9);
    // A restart from the nodes alone, in another order, gives the same cells.
    Cells again(4, 2, 3);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
        again.add({node->first, node->second});
    CHECK(again.nodes().size() == nodes.size());
    CHECK_FALSE(again.refine(texts(again, field)));
    int area = 0;
    again.each_cell([&](const Cells::Cell& cell, std::size_t) {
        area += cell.width * cell.height;
        CHECK((cell.width == 1 || again.border(cell).size() >= 4));
    });
    CHECK(area == 24 * 8);
}
