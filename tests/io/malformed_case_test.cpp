#include "base/error.hpp"
#include "io/case_node.hpp"

#include <catch2/catch.hpp>

#include <cctype>
#include <random>
#include <string>

using namespace slideway;

namespace {

// Returns the message for `text`; "" if it is a valid case file. Only InputError may be thrown.
std::string message_of(const std::string& text)
{
    try {
        io::CaseNode root = io::parse_case_text(text, "a.toml");
        io::resolve_likes(root);
        return "";
    } catch (const InputError& error) {
        return error.what();
    }
}

// True for "a.toml:LINE: ..." or "a.toml:LINE:COLUMN: ..." without a line end.
bool one_line_with_place(const std::string& message)
{
    const std::string file = "a.toml";
    if (message.rfind(file, 0) != 0 || message.find('\n') != std::string::npos)
        return false;
    std::size_t position = file.size();
    int numbers = 0;
    while (position + 1 < message.size() && message[position] == ':' &&
           std::isdigit(static_cast<unsigned char>(message[position + 1]))) {
        position = message.find_first_not_of("0123456789", position + 1);
        ++numbers;
    }
    return (numbers == 1 || numbers == 2) && message.compare(position, 2, ": ") == 0 &&
           position + 2 < message.size();
}

const char* const valid = R"(title = "Brake" # comment
[[contact]]
name = "pad"
band_hz = [0.0, 20e3, { a = 1 }]
[[contact]]
name = "rub"
like = "pad"
text = """two
lines"""
[expected]
"rub.min" = { min = 0.03, max = -1e-4, on = true }
a.b.c = 0x1F
)";

} // namespace

TEST_CASE("malformed TOML gives one line with file, line and column", "[io]")
{
    using namespace std::string_literals;
    const std::string rows[] = {
        "a",
        "a =",
        "a = ]",
        "= 1",
        "a = 1 b = 2",
        "a = 1\na = 2",
        "[a]\n[a]",
        "a = 1\n[a]",
        "[a]\nb = 1\n[a.b]",
        "[[a]]\n[a]",
        "a = []\n[[a]]",
        "[a",
        "[[a]",
        "[]",
        "[[]]",
        "[a.]",
        "[.a]",
        "a. = 1",
        "a = \"x",
        "a = 'x",
        "a = \"\"\"x",
        "a = \"\\q\"",
        "a = \"\\ud800\"",
        "a = \"x\ny\"",
        "a = [1, 2",
        "a = [1 2]",
        "a = [,]",
        "a = {",
        "a = { b = 1",
        "a = { b = 1, }",
        "a = { b }",
        "a = { b = 1\n}",
        "a = { b = 1 }\n[a.c]",
        "a = 1..2",
        "a = 1.",
        "a = .5",
        "a = 1e",
        "a = 1_",
        "a = _1",
        "a = 01",
        "a = +-1",
        "a = 0xG",
        "a = 99999999999999999999",
        "a = tru",
        "a = True",
        "a = NaN",
        "a = 2024-13-01",
        "a = 2024-02-30",
        "a = 25:00:00",
        "a = 2024-01-01",
        "a = \xff",
        "\xff = 1",
        "a = \"\xc3\x28\"",
        "a = \"\0\""s,
        "a\0 = 1"s,
        "[\0"s,
        "\0"s,
        "\x01",
        "a = \x7f",
        "\xef\xb9\xbf",
        "[\xef\xb9\xbf]",
        "a = \"\x1b\"",
        "a = 1 # \x01",
        "\"a\\nb\" = 1",
        "\"\\u0000\" = 1",
        "[\"\\u001b\"]",
        "a = \"\\u001b[31m\"",
        "a = [\"\\u0000\"]",
        "a = \"\\u009b\"",
        "a = " + std::string(5000, '['),
        "a = " + std::string(5000, '{'),
        "[[a]]\nname = \"x\"\n[[a]]\nname = \"x\"",
        "[[a]]\nlike = \"x\"",
        "a\n\n\n= 1",
        "a = 1\r b = 2",
    };
    for (const std::string& text : rows) {
        CAPTURE(text);
        const std::string message = message_of(text);
        CAPTURE(message);
        CHECK(one_line_with_place(message));
    }
}

TEST_CASE("keys and values nested deeper than the stack are refused", "[io]")
{
    const auto dotted = [](int n) -> std::string {
        std::string key = "a";
        for (int i = 1; i < n; ++i)
            key += i % 2 == 0 ? ".a" : " . \"b.c\"";
        return key;
    };
    const std::string message = "a.toml:2: tables nested more than 64 deep";
    for (const std::string& text :
         {dotted(50000) + " = 1", "[" + dotted(50000) + "]", "b = { " + dotted(50000) + " = 1 }",
          "c = " + std::string(50000, '[') + std::string(50000, ']')})
        CHECK(message_of("# a.a.a\n" + text) == message);
    // Dots and brackets in texts and comments do not count.
    const std::string dots(300, '.'), brackets(300, '[');
    std::string numbers = "a = [";
    for (int i = 0; i < 300; ++i)
        numbers += "1.5, ";
    for (const std::string& text :
         {"a = \"" + dots + "\\\"" + brackets + "\"", "a = '" + dots + brackets + "\\'",
          "a = 1 # \"" + dots + brackets, "a = '''\n'" + dots + "\n" + brackets + "'''",
          "a = \"\"\"\n\"" + dots + "\\\"\"\"\"\nb = 1", dotted(60) + " = 1", numbers + "]"})
        CHECK(message_of(text).empty());
}

TEST_CASE("a parse error is placed at the line and column at fault", "[io]")
{
    CHECK_THROWS_AS(io::parse_case_text("a = 1\nb = [1,\n  2 3]", "a.toml"), InputError);
    CHECK(message_of("a = 1\nb = [1,\n  2 3]").rfind("a.toml:3:5: not valid TOML: ", 0) == 0);
}

TEST_CASE("a case file with random damage is read or refused, never worse", "[io]")
{
    REQUIRE(message_of(valid).empty());
    const std::string text = valid;
    const std::string inserts = "[]{}=.,\"'#\n\r\t 019eE+-_xa:TZ\\\x01\x7f\xc3\xff";
    std::mt19937 random(1);
    int refused = 0;
    const int n = 3000;
    for (int i = 0; i < n; ++i) {
        std::string damaged = text;
        for (int k = 0; k <= i % 3; ++k) {
            const std::size_t position = random() % damaged.size();
            const char c = inserts[random() % inserts.size()];
            switch (random() % 4) {
            case 0:
                damaged[position] = c;
                break;
            case 1:
                damaged.insert(position, 1, c);
                break;
            case 2:
                damaged.erase(position, 1 + random() % 8);
                break;
            default:
                damaged.resize(position + 1);
                break;
            }
        }
        const std::string message = message_of(damaged);
        if (!message.empty() && !one_line_with_place(message)) {
            CAPTURE(damaged, message);
            FAIL("not one line with a place");
        }
        refused += !message.empty();
    }
    CHECK(refused > n / 3); // the damage reaches the parser
}

TEST_CASE("overrides with random damage are applied or refused, never worse", "[io]")
{
    const std::string text = "contact.pad.band_hz = [1, { b = \"x\" }]";
    const std::string inserts = "[]{}=.,\"'#\n 09-_x\\\x01\xff";
    std::mt19937 random(2);
    for (int i = 0; i < 2000; ++i) {
        std::string damaged = text;
        for (int k = 0; k <= i % 4; ++k)
            damaged[random() % damaged.size()] = inserts[random() % inserts.size()];
        io::CaseNode root = io::parse_case_text(valid, "a.toml");
        try {
            io::set_override(root, damaged);
        } catch (const InputError& error) {
            CHECK(std::string(error.what()).rfind("--set ", 0) == 0);
        }
    }
}
