#include "base/printable.hpp"

#include "base/error.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace std::string_literals;

TEST_CASE("a printable text has no control characters and no broken UTF-8", "[base]")
{
    CHECK(printable("\xc3\xa9 \xe2\x98\x83 \xf0\x9f\x98\x80 \xe2\x80\xae") ==
          "\xc3\xa9 \xe2\x98\x83 \xf0\x9f\x98\x80 \xe2\x80\xae"); // not changed
    CHECK(printable("a\nb\tc\x1b[31m\x7f\0"s) == "a\\nb\\tc\\u001b[31m\\u007f\\u0000");
    CHECK(printable("\xc2\x9b\xc2\x85") == "\\u009b\\u0085"); // control codes of a terminal
    // A single invalid byte, a truncated character, an overlong one, a surrogate, one
    // above the last.
    CHECK(printable("\xff") == "\\xff");
    CHECK(printable("\xe2\x98") == "\\xe2\\x98");
    CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
    CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

TEST_CASE("the middle of a long text is left out, its beginning and its end stay", "[base]")
{
    const std::string text = "begin" + std::string(100000, 'm') + "end";
    const std::string shown = printable(text);
    CHECK(shown.size() < 2100);
    CHECK((shown.starts_with("begin") && shown.ends_with("end")));
    CHECK(shown.find(" ... ") != std::string::npos);
    CHECK(printable(std::string(1900, 'm')) == std::string(1900, 'm'));
    std::string snow; // no character is truncated
    for (int i = 0; i < 2000; ++i)
        snow += "\xe2\x98\x83";
    CHECK(printable(snow).find("\\x") == std::string::npos);
}

TEST_CASE("the first control character is named, line ends where they have no place", "[base]")
{
    CHECK(control_character("plain \xc3\xa9").empty());
    CHECK(control_character("a\nb") == "\\n");
    CHECK(control_character("a\nb\x1b", true) == "\\u001b");
    CHECK(control_character("a\n\tb\r\n", true).empty());
    CHECK(control_character("\xff") == "\\xff");
}

TEST_CASE("an input error is one line, whatever its user wrote", "[base]")
{
    CHECK(InputError("no port a\nb").what() == "no port a\\nb"s);
    CHECK(InputError({"a\x1b.toml", 3}, "k", "v", "allowed").what() ==
          "a\\u001b.toml:3: k = v; allowed"s);
}
