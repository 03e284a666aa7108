#include "contact/polyline.hpp"

#include "base/error.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

using namespace slideway;
using Catch::Contains;
using Edges = std::vector<std::array<int, 2>>;

TEST_CASE("Edges in any order make up the same polyline", "[contact]")
{
    const std::vector<int> nodes{7, 2, 9, 4, 0, 11, 3};
    Edges edges;
    for (std::size_t k = 0; k + 1 < nodes.size(); ++k)
        edges.push_back({nodes[k], nodes[k + 1]});
    std::mt19937 random(1);
    for (int trial = 0; trial < 20; ++trial) {
        std::shuffle(edges.begin(), edges.end(), random);
        CHECK(contact::polyline(edges) == nodes);
    }
    CHECK(contact::polyline({{5, 3}}) == std::vector<int>{5, 3});
}

TEST_CASE("A master surface that is not one open curve is refused with the reason", "[contact]")
{
    CHECK_THROWS_WITH(contact::polyline({}), Contains("no edges"));
    CHECK_THROWS_WITH(contact::polyline(Edges{{0, 1}, {1, 2}, {1, 3}}), Contains("branches"));
    CHECK_THROWS_WITH(contact::polyline(Edges{{0, 1}, {2, 1}}), Contains("branches"));
    CHECK_THROWS_WITH(contact::polyline(Edges{{0, 1}, {1, 2}, {2, 0}}), Contains("closed loop"));
    CHECK_THROWS_WITH(contact::polyline(Edges{{0, 1}, {2, 3}, {4, 5}}),
                      Contains("3 separate pieces"));
    CHECK_THROWS_WITH(contact::polyline(Edges{{0, 1}, {2, 3}, {3, 4}, {4, 2}}),
                      Contains("an open curve and closed loops"));
}
