#include "contact/patch/map_cells.hpp"
#include "contact/patch/patch_options.hpp"
#include "contact/patch/turned_map.hpp"

#include <catch2/catch.hpp>

#include <random>

using namespace slideway;
using namespace slideway::contact;

// Pressures on axes that are turned.

TEST_CASE("the force of a turning map changes by its turn and by the slip that it meets", "[patch]")
{
    const PatchLaw law({.friction = 0.4, .map = {{EllipsePressure(1, 0.5, {0.5, 0.2}), 2}}});
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int draw = 0; draw < 50; ++draw) {
        const Vector3 v(number(random), number(random), number(random)),
            a(number(random), number(random), number(random));
        const double angle = 3 * number(random), turning = number(random), h = 1e-5;
        const auto at = [&](double t) -> PatchForce {
            return force_on(law, axes_turned_by(angle + turning * t), v + t * a);
        };
        const Vector3 rate = force_rate(at(0), v, a, turning);
        const Vector3 by_difference = (at(h).force - at(-h).force) / (2 * h);
        CAPTURE(draw, rate, by_difference);
        // h^2 times third derivatives, which grow where the centre nears the rim.
        CHECK((rate - by_difference).norm() < 1e-6 * (1 + rate.norm()));
        CHECK(at(0).power == Approx(at(0).force.dot(v)).epsilon(1e-12));
        // Turned with the map and the slip it is the same.
        const Matrix3 turn = axes_turned_by(0.7);
        CHECK((turn * at(0).force - force_on(law, turn * axes_turned_by(angle), turn * v).force)
                  .norm() < 1e-13);
    }
}

TEST_CASE("the law of a turned map is that of the map on turned axes", "[patch]")
{
    const PressureMap map = {
        {EllipsePressure(1, 0.4, {0.5, 0.3}), 2, {0.2, -0.1}},
        {TrianglePressure({{{-0.3, -0.1}, 1}, {{0.4, -0.2}, 2}, {{0.2, 0.3}, 0.5}}, {{0, 1, 2}}),
         1,
         {-0.5, 0.3}},
        {DiscPart{PressureShape::hertz, 0.3}, 1, {0.1, 0.8}}};
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    for (const PatchForm form : {PatchForm::exact, PatchForm::spherical, PatchForm::points})
        for (const double angle : {0.645771823237902, 1.5707963267948966, -2.5}) {
            PatchOptions options{.friction = 0.4, .form = form, .n = 8, .map = map};
            const PatchLaw law(options);
            options.map = turned(turned(map, angle / 3), 2 * angle / 3);
            const PatchLaw by_map(options);
            const Matrix3 axes = axes_turned_by(angle);
            CHECK(by_map.kappa() == Approx(law.kappa()).epsilon(1e-12));
            CHECK(by_map.radius() == Approx(law.radius()).epsilon(1e-12));
            for (int draw = 0; draw < 20; ++draw) {
                const Vector3 v(number(random), number(random), number(random));
                const PatchForce a = by_map.force(v.head<2>(), v(2)), b = force_on(law, axes, v);
                CAPTURE(name_of(form), angle, v.transpose());
                // Coefficients of harmonics are integrals of D, which is not smooth where the
                // centre passes a rim: the nodes of their rule do not turn with the map.
                const double fit = form == PatchForm::spherical ? 1e-8 : 1e-12;
                CHECK((a.force - b.force).norm() < fit);
                CHECK((a.tangent - b.tangent).norm() < 100 * fit * b.tangent.norm());
                CHECK(a.power == Approx(b.power).epsilon(fit));
            }
        }
    const MapCells cells = cells_of(map, 60), there = cells_of(turned(map, 0.7), 60);
    REQUIRE(there.size() == cells.size());
    const Eigen::Matrix2d turn = axes_turned_by(0.7).topLeftCorner<2, 2>();
    for (std::size_t k = 0; k < cells.size(); ++k) {
        CHECK((there.loads[k].at - turn * cells.loads[k].at).norm() < 1e-14);
        CHECK(there.loads[k].load == Approx(cells.loads[k].load).epsilon(1e-13));
    }
}
