#include "dynamics/modal/unbounded_potential.hpp"

#include "contact/laws/cubic.hpp"
#include "contact/laws/force_table.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

using Terms = std::vector<contact::PolynomialTerm>;

} // namespace

TEST_CASE("A softening spring has the maxima of its potential where its force is zero again",
          "[modal]")
{
    // k r - k3 r^3 = 0 at sqrt(k / k3), potential k^2 / (4 k3).
    for (const double unit : {1.0, 1e3}) { // metres, millimetres
        const double k = 2, k3 = 8 / (unit * unit);
        const auto sides = unbounded_sides(k, Terms{{3, 0, -k3}});
        REQUIRE(sides.size() == 2);
        for (const PotentialMaximum& maximum : sides) {
            CHECK(maximum.displacement == Approx(0.5 * unit).epsilon(1e-14));
            CHECK(maximum.energy == Approx(k * k / (4 * k3)).epsilon(1e-14));
        }
        CHECK(sides[0].side == 1);
        CHECK(sides[1].side == -1);
    }
    // Without stiffness it pulls away from rest.
    CHECK(unbounded_sides(0, Terms{{3, 0, -1}}).at(0).displacement == 0);
}

TEST_CASE("A quadratic spring has a maximum on one side", "[modal]")
{
    // r + 0.5 r^2 = 0 at -2, potential 2/3.
    const auto sides = unbounded_sides(1, Terms{{2, 0, 0.5}});
    REQUIRE(sides.size() == 1);
    CHECK(sides[0].side == -1);
    CHECK(sides[0].displacement == Approx(2).epsilon(1e-14));
    CHECK(sides[0].energy == Approx(2 / 3.0).epsilon(1e-14));
    // A linear term counts, and a cubic one bounds the energy.
    CHECK(unbounded_sides(0.25, Terms{{1, 0, 0.75}, {2, 0, 0.5}}).at(0).displacement ==
          Approx(2).epsilon(1e-14));
    CHECK(unbounded_sides(1, Terms{{2, 0, 0.5}, {3, 0, 0.3}}).empty());
    CHECK(unbounded_sides(1, Terms{{3, 0, -1}, {5, 0, 1}}).empty());
    CHECK(unbounded_sides(1, Terms{{1, 2, -1}}).empty()); // no term of r alone
}

TEST_CASE("A table that falls has a maximum of its potential, within it or beyond", "[modal]")
{
    using enum contact::TableArgument;
    const auto sides = [](double stiffness, const std::vector<contact::JointLaw>& joints) {
        std::vector<const contact::Law*> laws;
        for (const contact::JointLaw& law : joints)
            laws.push_back(&*law);
        return unbounded_sides(stiffness, std::span<const contact::Law* const>(laws));
    };
    const auto linear = contact::Interpolation::linear;
    // f = r up to 1, then 2 - r: zero at 2, area 1.
    const contact::JointLaw roof =
        contact::ForceTable(displacement, linear, {-1, 0, 1, 1.5}, {-1, 0, 1, 0.5});
    const auto falls = sides(0, {roof});
    REQUIRE(falls.size() == 1);
    CHECK(falls[0].side == 1);
    CHECK(falls[0].displacement == Approx(2).epsilon(1e-12));
    CHECK(falls[0].energy == Approx(1).epsilon(1e-12));
    // With 0.5 r: 2 - 0.5 r is zero at 4, energy 4 - 1. With r it never falls; with a cubic
    // neither.
    CHECK(sides(0.5, {roof}).at(0).displacement == Approx(4).epsilon(1e-12));
    CHECK(sides(0.5, {roof}).at(0).energy == Approx(3).epsilon(1e-12));
    CHECK(sides(1.01, {roof}).empty());
    CHECK(sides(0, {roof, contact::Cubic(1e-3)}).empty());
    // It falls within the table, and goes on down.
    const contact::JointLaw within =
        contact::ForceTable(displacement, linear, {-1, 0, 1, 3}, {-1, 0, 1, -1});
    CHECK(sides(0, {within}).at(0).displacement == Approx(2).epsilon(1e-12));
    // It pulls away from rest.
    CHECK(sides(0, {contact::ForceTable(displacement, linear, {-1, 1}, {1, -1})})
              .at(0)
              .displacement == 0);
}
