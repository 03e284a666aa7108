#include "io/json_file.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numbers>

using namespace slideway;
using Catch::Matchers::Contains;
using io::JsonValue;

TEST_CASE("a JSON object keeps its order and indents by two", "[io]")
{
    JsonValue force = JsonValue::object();
    force.set("value", 0.0312).set("unit", "N");
    JsonValue root = JsonValue::object();
    root.set("title", "Beam \"on\"\nbeam").set("done", true).set("steps", 12).set("force", force);
    root.set("hz", std::vector<double>{1.5, 30}).set("ports", std::vector<std::string>{"tip"});
    root.set("none", JsonValue::array()).set("title", "Beam");
    CHECK(io::json_text(root) == R"({
  "title": "Beam",
  "done": true,
  "steps": 12,
  "force": {
    "value": 0.0312,
    "unit": "N"
  },
  "hz": [
    1.5,
    30.0
  ],
  "ports": [
    "tip"
  ],
  "none": []
})");
    CHECK(io::json_text("a\"b\n") == R"("a\"b\n")");
}

TEST_CASE("JSON numbers read back to the same double, and integers stay integers", "[io]")
{
    for (const double value : {std::numbers::pi, 1.0 / 3, 5e-324, -1.7e308, 1e22}) {
        CAPTURE(value);
        CHECK(std::strtod(io::json_text(value).c_str(), nullptr) == value);
    }
    CHECK(io::json_text(std::int64_t{9007199254740993}) == "9007199254740993");
    CHECK_THROWS_AS(JsonValue(std::numeric_limits<std::uint64_t>::max()), std::invalid_argument);
}

TEST_CASE("NaN and infinity have no place in JSON and are named by their path", "[io]")
{
    const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
    JsonValue root = JsonValue::object(), inner = JsonValue::object();
    root.set("quantities", inner.set("gap", std::vector<double>{0, nan}));
    CHECK_THROWS_AS(io::json_text(root), std::invalid_argument);
    CHECK_THROWS_WITH(io::json_text(root), Contains("quantities.gap[1] = nan"));
    CHECK_THROWS_AS(io::json_text(-infinite), std::invalid_argument);
}

TEST_CASE("set on an array and push on an object are misuse", "[io]")
{
    CHECK_THROWS_AS(JsonValue::array().set("a", 1), std::invalid_argument);
    CHECK_THROWS_AS(JsonValue::object().push(1), std::invalid_argument);
    CHECK_THROWS_AS(JsonValue("text").push(1), std::invalid_argument);
}

TEST_CASE("bytes that are no UTF-8 do not stop a summary", "[io]")
{
    CHECK(io::json_text("a\xff") == "\"a\xEF\xBF\xBD\"");
    CHECK(io::json_text("µ") == "\"µ\"");
}
