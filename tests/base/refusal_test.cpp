#include "base/error.hpp"
#include "base/key_path.hpp"
#include "base/override.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace slideway;
using Catch::Matchers::Equals;
using Words = std::vector<std::string>;

TEST_CASE("a long list of names shows the nearest five", "[base]")
{
    Words names;
    for (int i = 0; i < 45; ++i)
        names.push_back("node_" + std::to_string(100 + i));
    CHECK(name_list("node_12", names) ==
          "the 5 nearest of 45: node_102, node_112, node_120, node_121, node_122");
    CHECK(name_list("b", Words{"a", "b", "c", "d", "e", "f"}) == "a, b, c, d, e, f");
}

TEST_CASE("no refusal has more than 400 bytes, and its beginning and end stay", "[base]")
{
    const std::string value = "\"" + std::string(500, 'v') + "\"";
    const std::string line =
        InputError({"case.toml", 3}, "joint.a.law", value, std::string(900, 'm') + " remedy")
            .what();
    CHECK(line.size() == most_of_refusal);
    CHECK(line.starts_with("case.toml:3: joint.a.law = \"vvv"));
    CHECK(line.ends_with(" remedy"));
    std::string umlauts;
    for (int i = 0; i < 300; ++i)
        umlauts += "ä";
    for (std::size_t most = 20; most < 30; ++most) { // complete characters only
        const std::string part = shortened(umlauts, most);
        CHECK(part.size() <= most);
        CHECK(part.size() + 4 > most);
        CHECK(part.find(" ... ") % 2 == 0);
    }
}

TEST_CASE("a part of a key that holds a dot stands in quotation marks", "[base]")
{
    CHECK(split_key("a.b.c") == Words{"a", "b", "c"});
    CHECK(split_key(R"(a."b.c".d)") == Words{"a", "b.c", "d"});
    CHECK(split_key("a.'b.\"c'") == Words{"a", "b.\"c"});
    for (const char* wrong : {R"(a."b)", R"(a."b"c)", R"(a."")", "a..b", "a.", R"(a.b"c")"}) {
        CAPTURE(wrong);
        const Words parts = split_key(wrong);
        CHECK(std::count(parts.begin(), parts.end(), "") > 0);
    }
    CHECK(override_key(R"( a."b=c" = 3)") == R"(a."b=c")");
}
