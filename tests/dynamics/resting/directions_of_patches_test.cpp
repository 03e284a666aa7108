#include "found_directions.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::dynamics;
using test::indices;
using test::near;

// Limit directions of bodies on patches of any kind, and beside them.

namespace {

constexpr double kappa = 2.0 / 3;

struct KnownDirection {
    Vector3 w;
    double rdot, low, high;
};

void check_directions(const LimitDirections& set, const std::vector<KnownDirection>& rows,
                      double tolerance)
{
    CHECK(set.directions.size() == rows.size());
    for (const KnownDirection& row : rows) {
        CAPTURE(row.w.transpose());
        const LimitDirection* d = near(set, row.w, tolerance);
        REQUIRE(d);
        CHECK(d->rdot == Approx(row.rdot).margin(tolerance).epsilon(0));
        CHECK(d->eigenvalues[0].real() == Approx(row.low).margin(tolerance).epsilon(0));
        CHECK(d->eigenvalues[1].real() == Approx(row.high).margin(tolerance).epsilon(0));
    }
}

void check_certified(const LimitDirections& set, const std::vector<KnownDirection>& rows)
{
    CHECK(set.certified());
    check_directions(set, rows, 1e-7);
}

} // namespace

TEST_CASE("A disc whose centre of mass is beside its middle", "[resting]")
{
    // j = 1/2 about the centre of mass, the patch 0.3 from it; M for (u_x, u_y, kappa omega) has
    // -0.45 and 1.3275. Directions by Newton's method from a grid, 10 digits.
    Matrix3 mass;
    mass << 1, 0, 0, 0, 1, -0.3, 0, -0.3, 0.59;
    auto pushed = [&](double x, double y) -> LimitDirections {
        // A force at the centre of mass, (-0.3, 0) from the patch.
        return limit_directions({PatchLaw({.radius = 1, .normal_force = 1, .friction = 1}), mass,
                                 Vector3(x, y, -0.3 * y), kappa});
    };
    check_certified(
        pushed(0.35, 0),
        {{{0.7508527685, -0.3009956476, 0.5878960284}, -0.5303473872, -1.73275907, -0.42549073},
         {{0.7508527685, 0.3009956476, -0.5878960284}, -0.5303473872, -1.73275907, -0.42549073},
         {{1, 0, 0}, -0.65, -0.64343136, 0.26343136},
         {{-1, 0, 0}, -1.35, 0.05656864, 0.96343136}});
    check_certified(
        pushed(0.2, 0.1),
        {{{0.4692519898, 0.5862423846, -0.6603956667}, -0.5042852372, -1.81379600, -0.41798147},
         {{0.6901977347, -0.3116959912, 0.6530487701}, -0.6476316742, -1.47520233, -0.26784095},
         {{0.9703193536, 0.1406044103, 0.1967504810}, -0.8021320655, -0.50112737, 0.38713456},
         {{-0.4716953149, -0.8014701891, -0.3676262584}, -1.4496931817, 0.34142352, 0.95381221}});
}

TEST_CASE("A block on a skewed ellipse", "[resting]")
{
    // m = 1, J = 0.1 about the middle of the ellipse a = 1, b = 1/2, rho = kappa. Newton's method
    // from a grid, 10 digits.
    const PatchLaw law({.friction = 1, .map = {{EllipsePressure(1, 0.5, {0.5, 0}), 1}}});
    auto under = [&law](const Vector3& load) -> LimitDirections {
        return limit_directions({law, Vector3(1, 1, 0.1).asDiagonal(), load, law.kappa()});
    };
    const LimitDirections both = under({0.3, 0.1, 0}), aside = under({0, 0.1, 0});
    check_directions(
        both,
        {{{0.8782507499, 0.4419105126, -0.1827312757}, -0.6835590831, -1.37418149, -0.15378047},
         {{-0.9669754349, -0.2079298055, 0.1473896343}, -1.3182507566, -0.77062281, 0.44228750},
         {{-0.2505811165, 0.0452222091, 0.9670388078}, -2.0714534746, 1.09944186, 1.44877246},
         {{-0.2479925716, -0.1816720739, -0.9515749797}, -2.0844935806, 1.10712512, 1.43835408}},
        1e-7);
    check_directions(
        aside,
        {{{0, 0.8634475517, -0.5044386240}, -0.8367238616, -4.53647605, -0.62758291},
         {{0, -0.8512643915, 0.5247370159}, -1.0411678420, -4.14281777, -0.40629036},
         {{0.8165695341, -0.4912815549, 0.3030785868}, -1.0574828300, -1.15838281, 0.25731660},
         {{-0.8165695341, -0.4912815549, 0.3030785868}, -1.0574828300, -1.15838281, 0.25731660},
         {{0, 0.0467138697, 0.9989083113}, -2.0633708197, 1.20734901, 1.45551179},
         {{0, -0.1825393517, -0.9831985481}, -2.0762679272, 1.21937579, 1.43955915}},
        1e-7);
    // No bounds: it says so.
    CHECK_THAT(both.doubt, Catch::Matchers::Contains("no bounds"));
    // The harmonic series has bounds, and as many directions nearby.
    const PatchLaw series({.friction = 1,
                           .form = PatchForm::spherical,
                           .n = 6,
                           .rho = {SpinLength::Of::kappa},
                           .map = law.map()});
    const LimitDirections certified =
        limit_directions({series, Vector3(1, 1, 0.1).asDiagonal(), {0.3, 0.1, 0}, law.kappa()});
    CHECK(certified.certified());
    REQUIRE(certified.directions.size() == 4);
    for (const LimitDirection& d : both.directions)
        CHECK(near(certified, d.w, 0.2));
}

TEST_CASE("A patch beside its port is a body beside its patch", "[resting]")
{
    // The offset disc once more, from the port in its centre of mass: slip there is u_y - 0.3
    // omega.
    const PatchLaw at_mass(
        {.friction = 1, .map = {{DiscPart{PressureShape::uniform, 1}, 1, {0.3, 0}}}}),
        at_patch({.radius = 1, .normal_force = 1, .friction = 1});
    Matrix3 move = Matrix3::Identity(), mass;
    move(1, 2) = 0.3; // slip of the patch from that of the centre of mass
    mass << 1, 0, 0, 0, 1, -0.3, 0, -0.3, 0.59;
    const Vector3 load(0.2, 0.1, 0);
    const LimitDirections here = limit_directions(
                              {at_mass, Vector3(1, 1, 0.5).asDiagonal(), load, kappa}),
                          there = limit_directions({at_patch, mass, {0.2, 0.1, -0.03}, kappa});
    CHECK(here.certified());
    CHECK(there.certified());
    REQUIRE(here.directions.size() == 4);
    REQUIRE(there.directions.size() == 4);
    for (const LimitDirection& d : here.directions) {
        const Vector3 v = move * Vector3(d.w(0), d.w(1), d.w(2) / kappa);
        const Vector3 w(v(0), v(1), kappa * v(2));
        const LimitDirection* same = near(there, w.normalized(), 1e-9);
        REQUIRE(same);
        // Only the ratio of eigenvalues and rate does not depend on the coordinates.
        CHECK(same->rdot == Approx(d.rdot * w.norm()).epsilon(1e-9));
        for (std::size_t i = 0; i < 2; ++i)
            CHECK(same->eigenvalues[i].real() / same->rdot ==
                  Approx(d.eigenvalues[i].real() / d.rdot).epsilon(1e-8));
    }
}

TEST_CASE("A stool on three feet has certified directions, and a search from a grid finds them",
          "[resting]")
{
    // Feet of 6-fold polygons have no bounds; with small feet they are as good as discs.
    auto foot = [](double load, const Vector2& at, bool disc) -> PressurePart {
        if (disc)
            return {DiscPart{PressureShape::uniform, 0.01}, load, at};
        std::vector<TrianglePressure::Vertex> corners;
        for (int k = 0; k < 6; ++k) {
            const double angle = k * std::numbers::pi / 3;
            corners.push_back({{0.011 * std::cos(angle), 0.011 * std::sin(angle)}, 1});
        }
        return {TrianglePressure(corners, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}), load, at};
    };
    for (const Vector3& load : {Vector3(0.2, 0.1, 0), Vector3(0.5, 0, 0.1), Vector3(0, 1.4, 0)}) {
        std::array<LimitDirections, 2> sets;
        for (const bool disc : {true, false}) {
            const PatchLaw law({.friction = 1,
                                .map = {foot(0.5, {1, 0}, disc), foot(0.25, {-0.5, 0.8}, disc),
                                        foot(0.25, {-0.5, -0.8}, disc)}});
            sets[disc ? 0 : 1] =
                limit_directions({law, Vector3(1, 1, 0.4).asDiagonal(), load, 0.8});
        }
        CAPTURE(load.transpose(), sets[0].doubt);
        CHECK(sets[0].certified());
        CHECK_FALSE(sets[1].certified());
        CHECK(indices(sets[0]) == 2);
        CHECK(sets[1].directions.size() == sets[0].directions.size());
        for (const LimitDirection& d : sets[0].directions) {
            CHECK(d.eigenvalues[0].imag() == 0);
            CHECK(near(sets[1], d.w, 0.02));
        }
    }
}

TEST_CASE(
    "With a potential directions are a gradient flow: no focus, index sum 2, one repelling at "
    "most",
    "[resting]")
{
    // Phi(x) = D(x) - Qe . x is convex and the flow on the sphere of M descends it. Of discs, sums
    // of them and series certified; of an ellipse and triangles as they are found.
    const EllipsePressure ellipse(1, 0.5, {0.5, 0});
    const TrianglePressure plate({{{-1, -1}, 1}, {{1, -1}, 2}, {{1, 0.8}, 1}, {{-0.4, 1}, 0}},
                                 {{0, 1, 2}, {0, 2, 3}});
    const std::vector<PressurePart> feet = {
        {DiscPart{PressureShape::uniform, 0.3}, 0.5, {1, 0}},
        {DiscPart{PressureShape::hertz, 0.4}, 0.5, {-0.5, 0.8}}};
    auto of_disc = [](PressureShape shape, PatchForm form) -> PatchLaw {
        return PatchLaw(
            {.shape = shape, .radius = 1, .normal_force = 1, .friction = 1, .form = form, .n = 3});
    };
    const std::vector<PatchLaw> laws = {
        of_disc(PressureShape::uniform, PatchForm::exact),
        of_disc(PressureShape::uniform, PatchForm::potential),
        of_disc(PressureShape::hertz, PatchForm::exact),
        of_disc(PressureShape::hertz, PatchForm::potential),
        of_disc(PressureShape::flat_punch, PatchForm::exact),
        PatchLaw({.friction = 1, .map = feet}),
        PatchLaw({.friction = 1, .form = PatchForm::spherical, .n = 4, .map = {{ellipse, 1}}}),
        PatchLaw({.friction = 1, .map = {{ellipse, 1}}}),
        PatchLaw({.friction = 1, .map = {{plate, 1}}})};
    std::mt19937 random(11);
    std::normal_distribution<double> number;
    for (const PatchLaw& law : laws)
        for (int k = 0; k < 12; ++k) {
            Matrix3 root;
            for (double& entry : root.reshaped())
                entry = number(random);
            const Matrix3 mass = Matrix3::Identity() + 0.4 * root * root.transpose();
            const Vector3 load =
                0.6 * Vector3(number(random), number(random), 0.5 * number(random));
            REQUIRE(law.is_convex());
            const LimitDirections set = limit_directions({law, mass, load, 0.7});
            CAPTURE(text(law.map()), name_of(law.options().form), k, set.doubt);
            CHECK(set.certified() == law.has_bounds());
            CHECK(indices(set) == 2);
            int repelling = 0;
            for (const LimitDirection& d : set.directions) {
                repelling += d.attracting() ? 0 : 1;
                CHECK(d.eigenvalues[0].imag() == 0);
                CHECK(d.type != DirectionType::degenerate);
            }
            CHECK(repelling <= 1);
        }
}

TEST_CASE("However hard a mass is to spin, the grid misses no direction", "[resting]")
{
    // A strip, and a skewed ellipse beside its port: radii of gyration of 1/30 to 30 of the map's,
    // loads from 0.1 to 1.6 of the friction limit.
    const TrianglePressure strip(
        {{{-1, -0.25}, 1}, {{1, -0.25}, 1}, {{1, 0.25}, 1}, {{-1, 0.25}, 1}},
        {{0, 1, 2}, {0, 2, 3}});
    for (const PatchLaw& law : {PatchLaw({.friction = 1, .map = {{strip, 1}}}),
                                PatchLaw({.friction = 1,
                                .map = {{EllipsePressure(1, 0.5, {0.5, 0.2}), 1, {0.1, -0.2}}}})})
        for (const double J : {1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1e3})
            for (const double load : {0.1, 0.4, 0.7, 1.0, 1.3, 1.6}) {
                CAPTURE(text(law.map()), J, load);
                const LimitDirections set = limit_directions(
                    {law, Vector3(1, 1, J).asDiagonal(), load * Vector3(1, 0.2, 0.1), 1});
                CHECK(indices(set) == 2);
            }
}

TEST_CASE("Directions are the same in every unit and for every length of the spin axis",
          "[resting]")
{
    // The offset disc in mm, tonne, s.
    Matrix3 mass;
    mass << 2, 0, 0, 0, 2, -0.6e-2, 0, -0.6e-2, 1e-4;
    const Vector3 load(0.7, 0.3, -0.9e-3), to_mm(1e-3, 1e-3, 1);
    const PatchOptions si{.radius = 0.01, .normal_force = 10, .friction = 0.2};
    PatchOptions mm = si;
    mm.radius = 10;
    const LimitDirections a = limit_directions({PatchLaw(si), mass, load, 0.005}),
                          b = limit_directions(
                              {PatchLaw(mm), 1e3 * to_mm.asDiagonal() * mass * to_mm.asDiagonal(),
                               1e3 * to_mm.cwiseProduct(load), 5}),
                          other = limit_directions({PatchLaw(si), mass, load, 0.01});
    REQUIRE(a.certified());
    REQUIRE(a.directions.size() >= 2);
    REQUIRE(b.directions.size() == a.directions.size());
    REQUIRE(other.directions.size() == a.directions.size());
    for (std::size_t k = 0; k < a.directions.size(); ++k) {
        const LimitDirection &d = a.directions[k], &m = b.directions[k];
        CHECK((d.w - m.w).norm() <= 1e-10);
        CHECK(m.rdot == Approx(1e3 * d.rdot).epsilon(1e-10));
        const Vector3 on_other = Vector3(d.w(0), d.w(1), 2 * d.w(2)).normalized();
        const LimitDirection* same = near(other, on_other, 1e-9);
        REQUIRE(same);
        // Only the ratio of eigenvalues and rate does not depend on the length.
        for (std::size_t i = 0; i < 2; ++i)
            CHECK(same->eigenvalues[i].real() / same->rdot ==
                  Approx(d.eigenvalues[i].real() / d.rdot).epsilon(1e-8));
    }
}
