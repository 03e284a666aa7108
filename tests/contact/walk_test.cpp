#include "contact/node_to_segment.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace slideway::contact;

namespace {

struct Surface {
    std::vector<Vector2> nodes;

    [[nodiscard]] std::pair<Eigen::Index, Projection> find(const Vector2& slave,
                                                           Eigen::Index from) const
    {
        const Walked w = all(slave, from);
        return {w.segment, w.at};
    }
    [[nodiscard]] Walked all(const Vector2& slave, Eigen::Index from) const
    {
        return walk(
            slave, from, static_cast<Eigen::Index>(nodes.size()) - 1,
            [this](Eigen::Index k) -> Vector2 { return nodes[static_cast<std::size_t>(k)]; });
    }
};

const Surface flat{{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}};
const Surface hill{{{0, 0}, {1, 0.5}, {2, 0}}}; // convex corner at (1, 0.5)
const Surface valley{{{0, 1}, {1, 0}, {2, 1}}}; // concave corner at (1, 0)

} // namespace

TEST_CASE("The contact walks to the neighbour segment that the slave is over", "[contact]")
{
    CHECK(flat.find({1.4, 0}, 1).first == 1); // stays
    CHECK(flat.find({2.3, 0}, 1).first == 2); // forward
    CHECK(flat.find({0.9, 0}, 1).first == 0); // back
    CHECK(flat.find({3.6, 0}, 0).first == 3); // several in one step
    CHECK(flat.find({3.6, 0}, 0).second.alpha == Approx(0.6).epsilon(1e-14));
    CHECK(flat.find({0.1, 0}, 3).first == 0);
}

TEST_CASE("A node belongs to the segment that begins there", "[contact]")
{
    CHECK(flat.find({2, 0}, 1).first == 2);
    CHECK(flat.find({2, 0}, 2).first == 2);
    CHECK(flat.find({0, 0}, 0).first == 0);
}

TEST_CASE("A slave past an end of the surface is distinguished from one on it", "[contact]")
{
    CHECK(flat.find({-0.1, 0}, 0).first == -1);
    CHECK(flat.find({4, 0}, 3).first == 4); // half-open: the last node is past the end
    CHECK(flat.find({4.5, 0}, 1).first == 4);
    CHECK(flat.find({3.999, 0}, 3).first == 3);
}

TEST_CASE("Over a convex corner the contact stays where it came from", "[contact]")
{
    // Both normals point away from a slave above the corner: it is past the end of each segment.
    const Vector2 above{1.05, 1.2};
    CHECK(hill.find(above, 0).first == 0);
    CHECK(hill.find(above, 0).second.alpha > 1);
    CHECK(hill.find(above, 1).first == 1);
    CHECK(hill.find(above, 1).second.alpha < 0);
    // On the surface beyond the corner it walks over.
    CHECK(hill.find({1.3, 0.35}, 0).first == 1);
    CHECK(hill.find({0.7, 0.35}, 1).first == 0);
}

TEST_CASE("In a concave corner the contact keeps its segment until it is past its end", "[contact]")
{
    // Above the corner the slave projects inside both segments: no ping-pong.
    const Vector2 inside{1.02, 0.3};
    CHECK(valley.find(inside, 0).first == 0);
    CHECK(valley.find(inside, 1).first == 1);
    const Vector2 past{1.5, 0.4};
    CHECK(valley.find(past, 0).first == 1);
}
