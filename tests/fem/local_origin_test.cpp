#include "fem/local_origin.hpp"

#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/matrices.hpp"
#include "fem/recovery.hpp"

#include <catch2/catch.hpp>

#include <numbers>

using namespace slideway;
using namespace slideway::fem;

TEST_CASE("the local origin is near the box, and the origin for a box near that", "[fem]")
{
    const auto origin_of = [](double x, double y, double width, double height) -> Eigen::Vector3d {
        return local_origin({Eigen::Vector3d(x, y, 0), Eigen::Vector3d(x + width, y + height, 0)});
    };
    CHECK(origin_of(0, 0, 0.1, 0.002) == Eigen::Vector3d(0, 0, 0));
    CHECK(origin_of(-0.1, -0.1, 0.1, 0.1) == Eigen::Vector3d(0, 0, 0));
    CHECK(origin_of(7, 7, 0, 0) == Eigen::Vector3d(0, 0, 0));
    CHECK(local_origin({}) == Eigen::Vector3d(0, 0, 0));
    for (const double far : {3.0, 100.0, 777.123, -1e6})
        for (const double size : {1e-3, 0.1, 0.7}) {
            CAPTURE(far, size);
            const Eigen::Vector3d origin = origin_of(far, 2 * far, size, size / 9);
            CHECK((origin - Eigen::Vector3d(far, 2 * far, 0)).cwiseAbs().maxCoeff() <= 5 * size);
            // Nothing is rounded: differences from the origin and sums with it are exact.
            CHECK(origin.x() + (far - origin.x()) == far);
        }
}

TEST_CASE("a box holds the places and boxes that it is extended by", "[fem]")
{
    Box box;
    CHECK(box.empty());
    box.extend(Box());
    CHECK(box.empty());
    box.extend(Eigen::Vector3d(2, -1, 5));
    CHECK_FALSE(box.empty());
    CHECK(box.sizes() == Eigen::Vector3d(0, 0, 0));
    box.extend(Box{{-1, 0, 5}, {1, 3, 6}});
    CHECK(box.min == Eigen::Vector3d(-1, -1, 5));
    CHECK(box.max == Eigen::Vector3d(2, 3, 6));
}

TEST_CASE("a quarter turn carries x to y, and y to -x", "[fem]")
{
    const Eigen::Matrix2d quarter = rotation(std::numbers::pi / 2);
    CHECK((quarter * Eigen::Vector2d(1, 0)).isApprox(Eigen::Vector2d(0, 1), 1e-15));
    CHECK((quarter * Eigen::Vector2d(0, 1)).isApprox(Eigen::Vector2d(-1, 0), 1e-15));
}

TEST_CASE("a body that is moved keeps its matrices, and shows its places", "[fem]")
{
    const BeamOptions steel{{210e9, 0, 7800}, rectangle_section(0.02, 0.01), true, {}};
    const Substructure rod = beam("rod", beam_line({0.5, 4, {}}), steel);
    Substructure far = rod;
    move(far, {1000, -2, 0});
    CHECK(port(far, "end").X == Eigen::RowVector3d(1000.5, -2, 0));
    CHECK(far.recovery->mesh.X.row(4) == Eigen::RowVector3d(1000.5, -2, 0));
    CHECK(rod.recovery->mesh.X.row(4) == Eigen::RowVector3d(0.5, 0, 0));
    CHECK(Matrix(far.K) == Matrix(rod.K));
    CHECK(box_of(far).sizes() == Eigen::Vector3d(0.5, 0, 0));

    // A rotation about (3, 2) moves the end at (0.5, 0) by e_z x (-2.5, -2).
    turn_about(far, {3, 2, 0});
    const Vector motion = port(far, "end").W * far.rigid.col(2);
    CHECK(motion.isApprox(Eigen::Vector3d(2, -2.5, 1), 1e-14));
}
