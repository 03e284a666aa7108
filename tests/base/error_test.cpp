#include "base/error.hpp"
#include "base/override.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using Catch::Matchers::Equals;

namespace {
const SourceLine line_14{"cases/brake.toml", 14};
}

TEST_CASE("an input error names file, line, key, value and what is allowed", "[base]")
{
    const InputError error(line_14, "contact.pad.friction", "-0.3", "expected a number >= 0");
    CHECK_THAT(error.what(), Equals("cases/brake.toml:14: contact.pad.friction = -0.3; expected a "
                                    "number >= 0"));
    CHECK(error.has_place());
}

TEST_CASE("a place without a line reads as the file alone", "[base]")
{
    CHECK(line_14.text() == "cases/brake.toml:14");
    CHECK(SourceLine{"--set a=1", 0}.text() == "--set a=1");
}

TEST_CASE("a value of the command line is reported by its place", "[base]")
{
    CHECK(override_line("a=1") == SourceLine{"--set a=1", 0});
    CHECK(is_override(override_line("a=1")));
    CHECK_FALSE(is_override(line_14));
    CHECK_FALSE(is_override({"--set.toml", 14})); // a file of that name
    CHECK_FALSE(is_override({"--set.toml", 0}));
}

TEST_CASE("a message without a place gets one where the case file is known", "[base]")
{
    const InputError option("h", "1e-3", "at most 1e-6");
    CHECK_FALSE(option.has_place());
    CHECK_THAT(option.what(), Equals("h = 1e-3; at most 1e-6"));
    CHECK_THAT(option.placed(line_14, "analysis").what(),
               Equals("cases/brake.toml:14: analysis.h = 1e-3; at most 1e-6"));
    CHECK_THAT(InputError("no such port").placed(line_14, "analysis").what(),
               Equals("cases/brake.toml:14: analysis: no such port"));
    const InputError data = InputError::in_file(SourceLine{"pad.msh", 3}, "no number");
    CHECK_THAT(data.placed(line_14, "substructure.pad").noted(" (here)").what(),
               Equals("cases/brake.toml:14: substructure.pad: pad.msh:3: no number (here)"));
    CHECK(data.file() == SourceLine{"pad.msh", 3});
    CHECK_THAT(option.moved(line_14, "map.x: ").what(),
               Equals("cases/brake.toml:14: map.x: h = 1e-3; at most 1e-6"));
}

TEST_CASE("located adds a place once and lets results and other errors pass", "[base]")
{
    const auto fail_twice = [] {
        located({"outer.toml", 1}, "outer", [] {
            located(line_14, "inner", []() -> int { throw InputError("no such port"); });
        });
    };
    CHECK_THROWS_WITH(fail_twice(), "cases/brake.toml:14: inner: no such port");
    CHECK(located(line_14, "t", [] { return 42; }) == 42);
    CHECK_THROWS_AS(located(line_14, "t", []() -> int { throw std::domain_error("singular"); }),
                    std::domain_error);
}
