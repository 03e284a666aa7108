#include "reduction/mechanism.hpp"

#include "base/error.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/hintz_herting.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using Catch::Contains;

namespace {

fem::Substructure plate(const std::vector<std::string>& fixed)
{
    fem::PlaneStressOptions plane{{70e9, 0.33, 2700}, 0.01};
    plane.fixed = fixed;
    return fem::plane_stress("plate", test::rectangle_mesh(0.04, 0, 0.01, 8, 2), plane);
}

} // namespace

TEST_CASE("The motions that supports leave to a body are named", "[reduction]")
{
    CHECK(reduction::free_motions(plate({}), {}) == "translation in x, translation in y, rotation");
    // The left end lies at x = 0. Held in y, it can still rotate about the origin.
    CHECK(reduction::free_motions(plate({"left.y"}), {}) == "translation in x, rotation");
    CHECK(reduction::free_motions(plate({"left"}), {}).empty());
    CHECK(reduction::free_motions(plate({"left.y", "right.y"}), {}) == "translation in x");
    CHECK(reduction::free_motions(plate({"left.x"}), {}) == "translation in y");
}

TEST_CASE("Held dofs act as supports in the search for free motions", "[reduction]")
{
    const fem::Substructure s = plate({});
    CHECK(reduction::free_motions(s, reduction::port_dofs(fem::port(s, "right"))).empty());
    CHECK(reduction::free_motions(s, reduction::port_dofs(fem::port(s, "right"), 0)) ==
          "translation in y");
    // With one pinned corner a rotation about it remains: a rotation about the origin
    // and a translation.
    CHECK_THAT(reduction::free_motions(s, reduction::port_dofs(fem::port(s, "top_right"))),
               Contains("rotation"));
}

TEST_CASE("A body that moves with its interface held is refused by name and motion", "[reduction]")
{
    const fem::Substructure s = plate({});
    const auto corner = reduction::port_dofs(fem::port(s, "top_right"));
    CHECK_THROWS_WITH(reduction::craig_bampton(s, corner, 3),
                      Contains("body plate") && Contains("rotation") && Contains("interface"));
    CHECK_THROWS_WITH(reduction::hintz_herting(s, corner, 3),
                      Contains("body plate") && Contains("rotation"));
    CHECK_THROWS_WITH(
        reduction::craig_bampton(s, reduction::port_dofs(fem::port(s, "right"), 1), 3),
        Contains("translation in x"));
}

TEST_CASE("A loose part of a held body is an internal mechanism", "[reduction]")
{
    const fem::Substructure s =
        fem::lumped("pair", {{{"a", {{"x", 1}}}, {"b", {{"x", 1}}}, {"c", {{"x", 1}}}},
                             {{"a", "ground", 1}, {"b", "c", 1}},
                             {},
                             {}});
    CHECK_THAT(reduction::free_motions(s, {}), Contains("internal mechanism"));
    CHECK_THROWS_WITH(reduction::craig_bampton(s, {0}, 1),
                      Contains("body pair") && Contains("internal mechanism"));
}
