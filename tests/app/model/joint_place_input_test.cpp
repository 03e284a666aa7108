#include "tests/app/app_test.hpp"

// The place of a joint in case files: warnings, words.

using namespace slideway;
using namespace slideway::test;

namespace {

// A block, a strip of two elements without rotations, and a mass without a place.
const std::string bodies = model("placed_joint");

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
    const ProgramRun run = run_ok(folder, "check case.toml");
    return run.out;
}

} // namespace

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
    const ProgramRun run = run_ok(folder, "run case.toml --output out");
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
