#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <string>

// The place of a joint in case files: refusals, warnings, words.

using namespace slideway;
using namespace slideway::test;
using Catch::Contains;

namespace {

// A block, a strip of two elements without rotations, and a mass without a place.
const std::string bodies = R"(title = "Places"

[[substructure]]
name      = "block"
type      = "rigid"
mass      = 1.0
inertia   = 0.1
points    = { p = { at = [0.1, 0.0] } }
placement = { at = [0.2, 0.3] }

[[substructure]]
name      = "strip"
type      = "plane-stress"
mesh      = "lower.inp"
material  = { young = 70e9, poisson = 0.3, density = 2700 }
thickness = 0.005
ports     = { face = { group = "free_end", motion = "rigid" } }

[[substructure]]
name      = "other"
like      = "strip"
placement = { at = [0.0, 0.05] }

[[substructure]]
name   = "mass"
type   = "lumped"
masses = { m = { x = 1.0, y = 1.0 } }

[[joint]]
name      = "link"
law       = "linear"
between   = ["block.p.y", "strip.free_tip.y"]
stiffness = 100.0

[analysis]
type = "modes"
of   = "bodies"
)";

std::string with_joint(const std::string& keys)
{
    return replaced(bodies,
                    "law       = \"linear\"\nbetween   = [\"block.p.y\", \"strip.free_tip.y\"]\n"
                    "stiffness = 100.0\n",
                    keys);
}

std::string linear(const std::string& between, const std::string& more = "")
{
    return with_joint("law = \"linear\"\nbetween = " + between + "\nstiffness = 100\n" + more);
}

std::string checked(const std::string& text)
{
    const CaseFolder folder(text);
    const ProgramRun run = run_program(folder, "check case.toml");
    INFO(run.err);
    REQUIRE(run.exit_status == 0);
    return run.out;
}

} // namespace

TEST_CASE("places of joints are refused with the reason", "[app]")
{
    const std::string rotation =
        " m across the direction of the joint from a port without the rotation that a lever needs; "
        "expected the place of that port, or a port with a rotation (ports = { NAME = { group = "
        "..., motion = \"rigid\" } })";
    const auto refused = [](const std::string& text, const std::string& place,
                            const std::string& message) {
        check_refused(text, place, "joint.link." + place + "; " + message);
    };
    const std::string apart = "[\"block.p.y\", \"strip.free_tip.y\"]";
    refused(linear(apart, "at = [0.25]"), "at = [0.25]", "expected two or three coordinates [m]");
    refused(linear(apart, "at = [0.25, 0.3]"), "at = [0.25, 0.3]", "this place is 0.15" + rotation);
    refused(linear("[\"strip.free_tip.x\", \"ground\"]", "at = [0, 0.5]"), "at = [0, 0.5]",
            "this place is 0.5" + rotation);
    check_refused(linear(apart, "at = [0, 2e12]"), "at = [0, 2e12]",
                  "joint.link.at.2 = 2e+12; expected a number >= -1e+12 and <= 1e+12 [m]");
    refused(linear("[\"block.p\", \"block.centre\"]", "at = [3e+06, 0]"), "at = [3e+06, 0]",
            "this place is 3e+06 m from port block.p, more than a million times the size of the "
            "joint and its body; expected a place near the ports, in global axes [m]");
    refused(linear("[\"block.p\", \"ground\"]", "at = [0.1, 0.3, 2]"), "at = [0.1, 0.3, 2]",
            "the ports of the joint move in the plane of x and y; expected two coordinates");
    refused(linear("[\"mass.m\", \"ground\"]", "at = [0, 0.5]"), "at = [0, 0.5]",
            "no port of the joint has a place (lumped masses and matrices without coordinates have "
            "none); leave it out");
    refused(linear("[\"block.p.x\", \"strip.free_tip.y\"]", "at = [0, 0.5]"), "at = [0, 0.5]",
            "the joint has another direction on each body, so it acts at no place; leave it out, "
            "or give the same component on both sides");
    refused(with_joint("law = \"patch\"\nbetween = [\"block.p\", \"ground\"]\nfriction = 0.1\n"
                       "pressure = { shape = \"uniform\", radius = 0.1, normal_force = 1 }\n"
                       "at = [0, 0.5]"),
            "at = [0, 0.5]",
            "this law acts at its first port, about which its pressure is given; leave it out "
            "(pressure.at moves the pressure)");
}

TEST_CASE("check and the summary name the place of a joint and its levers", "[app]")
{
    // The strip has no rotation: the block's lever reaches to its tip, 0.2 m to the left.
    CHECK_THAT(checked(bodies), Contains("between block.p.y and strip.free_tip.y, one component, "
                                         "acts at (0.1, ") &&
                                    Contains("with levers of 0.2 m to block.p.y\n"));
    CHECK_THAT(checked(linear("[\"block.p\", \"ground\"]", "at = [0.1, 0.3]")),
               Contains("3 components, acts at (0.1, 0.3) m, with levers of 0.2 m to block.p\n"));
    // Without a place, at a port, or along the line of its ports: nothing to add.
    for (const char* between :
         {"[\"mass.m\", \"ground\"]", "[\"block.p\", \"ground\"]", "[\"mass.m.x\", \"block.p.x\"]",
          "[\"strip.free_tip.y\", \"other.free_tip.y\"]"})
        CHECK_THAT(checked(linear(between)), !Contains("acts at") && !Contains("warning"));
}

TEST_CASE("a lever without a rotation to carry it is a warning with the offset", "[app]")
{
    const std::string offset = "joint link: strip.free_tip.x and other.free_tip.x are 0.05 m apart "
                               "across the direction of the joint";
    const CaseFolder folder(linear("[\"strip.free_tip.x\", \"other.free_tip.x\"]"));
    const ProgramRun run = run_program(folder, "run case.toml --output out");
    CHECK(run.exit_status == 0);
    CHECK_THAT(run.out, Contains("warning: " + offset));
    const Json warnings = summary_of(folder)["warnings"];
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings[0].text(), Contains(offset));
    CHECK_THAT(checked(linear("[\"strip.free_tip.x\", \"other.free_tip.x\"]")),
               Contains("  warning: strip.free_tip.x and other.free_tip.x are 0.05 m apart"));
    // A port with a rotation is the remedy that the warning names; one of them is enough.
    for (const char* between :
         {"[\"strip.face.x\", \"other.face.x\"]", "[\"strip.face.x\", \"other.free_tip.x\"]"})
        CHECK_THAT(checked(linear(between)), !Contains("warning"));
    CHECK_THAT(checked(linear("[\"block.p.x\", \"other.free_tip.y\"]")),
               Contains("warning: block.p.x and other.free_tip.y are components in different "
                        "directions"));
}
