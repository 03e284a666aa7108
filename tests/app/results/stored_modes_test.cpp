#include "app/results/stored_modes.hpp"
#include "base/error.hpp"

#include <catch2/catch.hpp>

// Whether states in results are coordinates of the modes of a case.

using namespace slideway;
using namespace slideway::app;
using Catch::Contains;

namespace {

StoredModes two_modes()
{
    StoredModes modes;
    modes.omega = Eigen::Vector2d(1, 1.4);
    modes.ports = {"pair.left.x", "pair.right.x"};
    modes.shapes = (Matrix(2, 2) << 0.7, 0.6, 0.7, -0.8).finished();
    modes.joints = {"stops"};
    modes.laws = {"gap"};
    return modes;
}

} // namespace

TEST_CASE("States of modes with other signs are coordinates of the modes of a case", "[app]")
{
    const Case c;
    const EarlierResults results{c, "restart", "old"};
    StoredModes other = two_modes();
    other.shapes.col(1) *= -1;
    CHECK(signs_of_modes(results, two_modes(), two_modes()) == Eigen::Vector2d(1, 1));
    const Vector signs = signs_of_modes(results, other, two_modes());
    CHECK(signs == Eigen::Vector2d(1, -1));
    // Displacements of the ports are equal.
    const Eigen::Vector2d q(0.3, 0.2);
    CHECK(two_modes().shapes * signs.cwiseProduct(q) == other.shapes * q);
    other.shapes(0, 1) *= 1.001;
    CHECK_THROWS_WITH(signs_of_modes(results, other, two_modes()),
                      Contains("has another shape of mode 2 than this case"));
    other.omega.conservativeResize(1);
    CHECK_THROWS_WITH(signs_of_modes(results, other, two_modes()),
                      Contains("has 1 modes, this case 2"));
}

TEST_CASE("Signs of modes follow from the ports that both cases name", "[app]")
{
    const Case c;
    const EarlierResults results{c, "restart", "old"};
    StoredModes other = two_modes();
    other.ports = {"pair.n7.x", "pair.left.x"};
    other.shapes = (Matrix(2, 2) << 0.2, 0.1, 0.7, -0.6).finished();
    CHECK(signs_of_modes(results, other, two_modes()) == Eigen::Vector2d(1, -1));
    other.shapes(1, 1) = 0.61;
    CHECK_THROWS_WITH(signs_of_modes(results, other, two_modes()),
                      Contains("has another shape of mode 2 than this case"));

    StoredModes at_rest = two_modes();
    at_rest.shapes(0, 1) = 0;
    other.shapes(1, 1) = 0;
    CHECK_THROWS_WITH(signs_of_modes(results, other, at_rest),
                      Contains("has no port of this case that moves in mode 2; name the same "
                               "ports in both cases"));
    other.ports = {"pair.n7.x", "pair.n8.x"};
    CHECK_THROWS_WITH(signs_of_modes(results, other, two_modes()),
                      Contains("has the ports pair.n7.x, pair.n8.x, this case the ports "
                               "pair.left.x, pair.right.x; they must be the same"));
}
