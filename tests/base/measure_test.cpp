#include "base/measure.hpp"

#include <catch2/catch.hpp>

using namespace slideway;

TEST_CASE("units on a rotation have rad for m and N m for N", "[base]")
{
    const Measure rotation = Measure::rotation;
    CHECK(unit_on("m", rotation) == "rad");
    CHECK(unit_on("m/s^2", rotation) == "rad/s^2");
    CHECK(unit_on("N", rotation) == "N m");
    CHECK(unit_on("N s/m", rotation) == "N m s/rad");
    CHECK(unit_on("N/m^3", rotation) == "N m/rad^3");
    CHECK(unit_on("Hz", rotation) == "Hz");
    CHECK(unit_on("mm", rotation) == "mm"); // not a unit of displacements
    CHECK(unit_on("", rotation) == "");
    CHECK(unit_on("N/m", Measure::displacement) == "N/m");
}

TEST_CASE("rows that differ have both units, once each", "[base]")
{
    using enum Measure;
    CHECK(unit_on("N", {displacement, displacement}) == "N");
    CHECK(unit_on("N", {displacement, displacement, rotation}) == "N, N m");
    CHECK(unit_on("m", {rotation, rotation}) == "rad");
    CHECK(unit_on("J", {displacement, rotation}) == "J");
    CHECK(unit_on("m", std::vector<Measure>()) == "m");
}

TEST_CASE("components of these names alone are rotations", "[base]")
{
    for (const char* name : {"rotation", "rotation_x", "rotation_y", "rotation_z"})
        CHECK(measure_of(name) == Measure::rotation);
    for (const char* name : {"x", "radial", "rotations", "Rotation", ""})
        CHECK(measure_of(name) == Measure::displacement);
}
