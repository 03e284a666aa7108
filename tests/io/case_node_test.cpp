#include "io/case_node.hpp"

#include "io/case_text.hpp"

#include "message_of.hpp"
#include "scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

using namespace slideway;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using io::CaseNode;
using test::message_of;

namespace {

CaseNode parse(const std::string& text)
{
    return io::parse_case_text(text, "f.toml");
}

// Two bodies and a contact in the form of a case file.
const char* const two_bodies = R"(title = "t"
[[body]]
name = "lower"
n = 20
damping = { alpha = 20.0, beta = 1e-8 }

[[body]]
name = "upper"
like = "lower"
n = 3

[[contact]]
name = "rub"
friction = 0.3

[analysis]
t_end = 1.0
)";

const CaseNode& at(const CaseNode& root, const std::vector<std::string>& path)
{
    const CaseNode* node = &root;
    for (const std::string& part : path) {
        if (node->is_array()) {
            const auto& items = std::get<CaseNode::Array>(node->value);
            REQUIRE(std::stoul(part) < items.size());
            node = &items[std::stoul(part)];
        } else {
            node = node->find(part);
        }
        REQUIRE(node != nullptr);
    }
    return *node;
}

double number(const CaseNode& node)
{
    return std::get<double>(node.value);
}

std::string like_refusal(const std::string& text)
{
    return message_of([&] {
        CaseNode root = parse(text);
        io::resolve_likes(root);
    });
}

} // namespace

// ---- places and values

TEST_CASE("every value of a case file knows its line", "[case]")
{
    const CaseNode root = parse(two_bodies);
    CHECK(at(root, {"title"}).where.text() == "f.toml:1");
    CHECK(at(root, {"body", "0"}).where.text() == "f.toml:2");
    CHECK(at(root, {"body", "0", "n"}).where.text() == "f.toml:4");
    CHECK(at(root, {"body", "0", "damping", "beta"}).where.text() == "f.toml:5");
    CHECK(at(root, {"body", "1", "like"}).where.text() == "f.toml:9");
    CHECK(at(root, {"contact", "0", "friction"}).where.text() == "f.toml:14");
    CHECK(at(root, {"analysis"}).where.text() == "f.toml:16");
    CHECK(at(parse("a = [\n  1,\n  2,\n]\n"), {"a", "1"}).where.text() == "f.toml:3");
}

TEST_CASE("values keep their kind, and keys the order of the file", "[case]")
{
    const CaseNode root = parse("z = 3\na = 3.0\nflag = true\ntext = 'x'\nlist = [1, 'b']\n");
    CHECK(at(root, {"z"}).integer);
    CHECK_FALSE(at(root, {"a"}).integer);
    CHECK(number(at(root, {"z"})) == 3);
    CHECK(std::get<bool>(at(root, {"flag"}).value));
    CHECK(at(root, {"list"}).is_array());
    std::vector<std::string> keys;
    for (const auto& [key, child] : std::get<CaseNode::Table>(root.value))
        keys.push_back(key);
    CHECK(keys == std::vector<std::string>{"z", "a", "flag", "text", "list"});
    CHECK(root.find("none") == nullptr);
    CHECK(at(root, {"z"}).find("below a number") == nullptr);
}

TEST_CASE("a value is shown as its user would write it, in one line", "[case]")
{
    CHECK(at(parse("a = 0.3"), {"a"}).text() == "0.3");
    CHECK(at(parse("a = -5e-8"), {"a"}).text() == "-5e-08");
    CHECK(at(parse("a = false"), {"a"}).text() == "false");
    CHECK(at(parse("a = 'rub'"), {"a"}).text() == "\"rub\"");
    CHECK(at(parse("a = [1, 'b', [2]]"), {"a"}).text() == "[1, \"b\", [2]]");
    CHECK(at(parse("a = { b = 1, c = 'd' }"), {"a"}).text() == "{ b = 1, c = \"d\" }");
    CHECK(at(parse("a = \"\"\"one\ntwo\"\"\""), {"a"}).text() == "\"one\\ntwo\"");
    CHECK(at(parse(R"(a = "say \"x\" \\ \n")"), {"a"}).text() == R"("say \"x\" \\ \n")");
}

// ---- not TOML

TEST_CASE("a file that is not TOML is refused with line and column", "[case]")
{
    CHECK_THAT(message_of([] { (void)parse("a = 1\nb = = 2\n"); }),
               StartsWith("f.toml:2:5: not valid TOML: "));
    CHECK_THAT(message_of([] { (void)parse("a = 1\na = 2\n"); }),
               StartsWith("f.toml:2:") && Contains("not valid TOML: a is given twice"));
    for (const auto& [text, twice] : std::vector<std::pair<std::string, std::string>>{
             {"\"p.q\" = 1\n\"p.q\" = 2\n", "\"p.q\""},
             {"[t]\n\"p.q\" = { n = 1 }\n\"p.q\" = { n = 2 }\n", "\"p.q\""},
             {"t = { \"p.q\" = { n = 1 }, \"p.q\" = { n = 2 } }\n", "\"p.q\""},
             {"[t]\na = 1\n[t]\nb = 1\n", "[t]"}})
        CHECK_THAT(message_of([&, &text = text] { (void)parse(text); }),
                   Catch::EndsWith("not valid TOML: " + twice + " is given twice"));
}

TEST_CASE("a date is refused with the path of its key", "[case]")
{
    CHECK(message_of([] { (void)parse("[a]\n\nb = 2020-01-02"); }) ==
          "f.toml:3: a.b is a date or time; expected a number, text, true or false, list or table");
}

TEST_CASE("nesting without end is refused, not followed until the stack is used up", "[case]")
{
    std::string dotted = "a", brackets = "a = ";
    for (int k = 0; k < 100000; ++k)
        dotted += ".a";
    for (int k = 0; k < 100000; ++k)
        brackets += "[";
    CHECK(message_of([&] { (void)parse(dotted.substr(0, 401) + " = 1"); }) ==
          "f.toml:1: tables nested more than 64 deep");
    CHECK_THAT(message_of([&] { (void)parse(brackets); }), StartsWith("f.toml:1:"));
}

TEST_CASE("a case file is read with its path, a missing one and a folder are refused", "[case]")
{
    const io::ScratchFolder folder;
    const auto file = folder / "case.toml";
    std::ofstream(file) << "\na = 1\n";
    CHECK(at(io::parse_case_file(file), {"a"}).where.text() == file.string() + ":2");
    std::ofstream(folder / "empty.toml") << "";
    CHECK(std::get<CaseNode::Table>(io::parse_case_file(folder / "empty.toml").value).empty());
    CHECK(message_of([] { (void)io::parse_case_file("no/such.toml"); }) ==
          "no/such.toml: no such file, or it cannot be read");
    CHECK(message_of([&] { (void)io::parse_case_file(folder.path()); }) ==
          folder.path().string() + ": a folder; expected a file");
}

// ---- like

TEST_CASE("like copies an entry, and keys given replace whole keys", "[case]")
{
    CaseNode root = parse("[[b]]\nname = 'a'\nn = 1\nd = { x = 1, y = 2 }\n"
                          "[[b]]\nname = 'c'\nlike = 'a'\nd = { x = 3 }\n");
    io::resolve_likes(root);
    const CaseNode& copy = at(root, {"b", "1"});
    CHECK(number(at(copy, {"n"})) == 1);
    CHECK(at(copy, {"n"}).where.text() == "f.toml:3");
    CHECK(at(copy, {"d"}).text() == "{ x = 3 }");
    CHECK(at(copy, {"name"}).text() == "\"c\"");
    CHECK(at(root, {"b", "0", "d"}).text() == "{ x = 1, y = 2 }");
}

TEST_CASE("copies of copies resolve in any order of the file", "[case]")
{
    CaseNode root = parse("[[b]]\nname = 'c'\nlike = 'b'\n[[b]]\nname = 'b'\nlike = 'a'\nm = 2\n"
                          "[[b]]\nname = 'a'\nn = 1\nm = 1\n");
    io::resolve_likes(root);
    CHECK(number(at(root, {"b", "0", "n"})) == 1);
    CHECK(number(at(root, {"b", "0", "m"})) == 2);
}

TEST_CASE("a copy without a name does not take the name of the original", "[case]")
{
    CaseNode root = parse("[[b]]\nname = 'a'\nn = 1\n[[b]]\nlike = 'a'\n");
    io::resolve_likes(root);
    CHECK(at(root, {"b", "1"}).find("name") == nullptr);
    CHECK(number(at(root, {"b", "1", "n"})) == 1);
}

TEST_CASE("wrong copies are refused", "[case]")
{
    CHECK(like_refusal("[[b]]\nname = 'lower'\n[[b]]\nname = 'u'\nlike = 'lowre'\n") ==
          "f.toml:5: b.u.like = \"lowre\"; no entry of that name; did you mean lower? Allowed: "
          "lower, u");
    CHECK(like_refusal("[[b]]\nname = 'a'\nlike = 'c'\n[[b]]\nname = 'c'\nlike = 'a'\n") ==
          "f.toml:3: b.a.like = \"c\"; entries copy each other in a circle");
    CHECK(like_refusal("[[b]]\nname = 'a'\nlike = 'a'\n") ==
          "f.toml:3: b.a.like = \"a\"; entries copy each other in a circle");
    CHECK_THAT(like_refusal("[[b]]\nname = 'a'\n[[b]]\nname = 'c'\nlike = 3\n"),
               StartsWith("f.toml:5: b.c.like = 3; no entry of that name"));
}

TEST_CASE("a name that is used twice is refused with both places", "[case]")
{
    CHECK(like_refusal("[[b]]\nname = 'a'\n\n[[b]]\nname = 'a'\n") ==
          "f.toml:5: b.name = \"a\"; already used at f.toml:2");
    CHECK(like_refusal("[[b]]\nname = 'a'\n[[c]]\nname = 'a'\n") == "nothing was refused");
}

TEST_CASE("the text of a tree reads back to the same tree and the same text", "[case]")
{
    const std::string text = R"(title = "a \"quoted\" \\ title,\n\tin two lines"
yes   = true
none  = []

[[body]]
name    = "lower"
n       = 20
whole   = 3.0
tiny    = 5e-324
third   = 0.3333333333333333
large   = 3000000000
nested  = { a = [1, 2.5, [true]], "free.name" = { "" = "x" }, empty = {} }

[[body]]
like = "lower"

[analysis]
type = "modes"

[expected]
"lower.frequency" = { value = [1.0, inf, -0.0], rtol = 1e-12 }
)";
    const CaseNode root = parse(text);
    const std::string written = io::case_text(root);
    const CaseNode again = parse(written);
    CHECK(io::case_text(again) == written);
    CHECK(again.text() == root.text());
    CHECK(std::get<std::string>(at(again, {"title"}).value) ==
          "a \"quoted\" \\ title,\n\tin two lines");
    const CaseNode& lower = at(again, {"body", "0"});
    CHECK(number(at(lower, {"third"})) == 1.0 / 3);
    CHECK(number(at(lower, {"tiny"})) == 5e-324);
    CHECK(at(lower, {"n"}).integer);
    CHECK_FALSE(at(lower, {"whole"}).integer);
    CHECK(at(lower, {"nested", "free.name"}).find("") != nullptr);
    CHECK(at(again, {"body", "1", "like"}).text() == "\"lower\"");
}
