#include "base/text.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

using namespace slideway;

TEST_CASE("the shortest text of a number reads back to the same number", "[base]")
{
    CHECK(number_text(0.1) == "0.1");
    CHECK(number_text(30) == "30");
    CHECK(number_text(5e-8) == "5e-08");
    for (const double value : {std::numbers::pi, 1.0 / 3, -2.2250738585072014e-308, 1.7e308,
                               std::nextafter(1.0, 2.0), 0.0, -0.0}) {
        CAPTURE(value);
        CHECK(std::strtod(number_text(value).c_str(), nullptr) == value);
    }
    CHECK(number_text(std::numeric_limits<double>::infinity()) == "inf");
    CHECK(number_text(std::nan("")) == "nan");
}

TEST_CASE("a number with fewer digits is rounded", "[base]")
{
    CHECK(number_text(7.34549e-8, 4) == "7.345e-08");
    CHECK(number_text(0.1, 12) == "0.1");
}

TEST_CASE("join puts the separator between the words only", "[base]")
{
    const std::vector<std::string> none, one{"a"}, three{"a", "b", "c"};
    CHECK(join(none).empty());
    CHECK(join(one) == "a");
    CHECK(join(three) == "a, b, c");
    CHECK(join(three, " and ") == "a and b and c");
}

TEST_CASE("lower case is that of ASCII letters alone", "[base]")
{
    CHECK(lower_case("PLOTEL-7_b") == "plotel-7_b");
    CHECK(lower_case("\u00c9T\u00c9") == "\u00c9t\u00c9");
}

TEST_CASE("the nearest name has the fewest edits, and none is near if over half differs", "[base]")
{
    const std::vector<std::string> names{"friction", "fraction", "master", "slave"};
    CHECK(nearest_name("frcition", names) == "friction");
    CHECK(nearest_name("fractoin", names) == "fraction");
    CHECK(nearest_name("mastre", names) == "master");
    CHECK(nearest_name("slav", names) == "slave");
    CHECK(nearest_name("temperature", names).empty());
    CHECK(nearest_name("", names).empty());
    CHECK(nearest_name("friction", std::vector<std::string>{}).empty());
}

TEST_CASE("a hint names the nearest candidate and lists all", "[base]")
{
    const std::vector<std::string> names{"friction", "master"};
    CHECK(name_hint("frcition", names) == "; did you mean friction? Allowed: friction, master");
    CHECK(name_hint("temperature", names) == "; allowed: friction, master");
    CHECK(name_hint("x", std::vector<std::string>{}) == "; allowed: none");
}

TEST_CASE("a swap of neighbours is one slip, also in a short word", "[base]")
{
    // With insertions and deletions only, "tpo" would be equally far from "top" and "tie".
    CHECK(nearest_name("tpo", std::vector<std::string>{"tie", "top"}) == "top");
    CHECK(nearest_name("frcition", std::vector<std::string>{"fraction", "friction"}) == "friction");
    CHECK(nearest_name("xy", std::vector<std::string>{"yx"}) == "yx");
    CHECK(nearest_name("ab", std::vector<std::string>{"cd"}).empty());
}

TEST_CASE("Words are listed with a word before the last", "[base]")
{
    const std::vector<std::string> words{"gap", "cubic", "linear"};
    CHECK(listed(words, "or") == "gap, cubic or linear");
    CHECK(listed(quoted({"gap", "cubic"}), "and") == "\"gap\" and \"cubic\"");
    CHECK(listed(quoted({"gap"}), "and") == "\"gap\"");
    CHECK(listed({}, "and").empty());
}
