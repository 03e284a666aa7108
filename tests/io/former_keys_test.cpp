#include "io/reader.hpp"
#include "message_of.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace slideway;
using io::Fields;
using io::Key;
using io::Range;
using test::message_of;

// Keys that are given under their former names.

namespace {

struct Span {
    bool given = false;
    double from = 0, to = 0;
    int n = 0;
};

void fields(Fields& f, Span& span)
{
    const Key table{.name = "frequency_hz",
                    .unit = "Hz",
                    .help = "of the drive",
                    .required = true,
                    .former = "frequencies_hz"};
    f.table(table, span.given, [&span](Fields& s) {
        s.number({"from", "Hz", "first", true}, span.from);
        s.number({"to", "Hz", "last", true}, span.to);
        s.integer({.name = "n",
                   .help = "number of values",
                   .range = Range::between(1, 9),
                   .former = "points"},
                  span.n);
        if (s.has("n") && span.n == 1)
            s.refuse("n", "expected two");
    });
}

struct Reading {
    Span span;
    std::vector<std::string> notes;
};

Reading read(const std::string& text, const std::vector<std::string>& overrides = {})
{
    io::CaseNode root = io::parse_case_text("[t]\n" + text, "f.toml");
    for (const std::string& assignment : overrides)
        io::set_override(root, assignment);
    Reading reading;
    std::vector<io::FormerKey> former_keys;
    io::read_table(
        *root.find("t"), "t", [&reading](Fields& f) { fields(f, reading.span); }, &former_keys);
    for (const io::FormerKey& key : former_keys)
        reading.notes.push_back(key.note());
    return reading;
}

std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {})
{
    return message_of([&] { (void)read(text, overrides); });
}

const std::string note_of_table = "f.toml:2: t.frequencies_hz is called frequency_hz now";

} // namespace

TEST_CASE("a key takes the value that is given under its former name, with a note", "[reader]")
{
    const Reading present = read("frequency_hz = { from = 1, to = 3, n = 5 }");
    CHECK(present.notes.empty());
    const Reading former = read("frequencies_hz = { from = 1, to = 3, points = 5 }");
    CHECK(former.notes == std::vector<std::string>{note_of_table,
                                                   "f.toml:2: t.frequencies_hz.points is called n "
                                                   "now"});
    for (const Span& span : {present.span, former.span}) {
        CHECK(span.given);
        CHECK(span.from == 1);
        CHECK(span.to == 3);
        CHECK(span.n == 5);
    }
}

TEST_CASE("a key that is given under both of its names is refused", "[reader]")
{
    CHECK(refusal("frequency_hz = { from = 1, to = 3 }\nfrequencies_hz = { from = 1, to = 3 }") ==
          "f.toml:3: t.frequencies_hz = { from = 1, to = 3 }; a former name of frequency_hz, which "
          "f.toml:2 gives, too; give frequency_hz alone");
    CHECK(
        refusal("frequency_hz = { from = 1, to = 3, n = 4, points = 5 }") ==
        "f.toml:2: t.frequency_hz.points = 5; a former name of n, which f.toml:2 gives, too; give "
        "n alone");
    CHECK(refusal("frequency_hz = { from = 1, to = 3 }",
                  {"t.frequency_hz.n=4", "t.frequency_hz.points=5"}) ==
          "--set t.frequency_hz.points=5: t.frequency_hz.points = 5; a former name of n, which "
          "--set t.frequency_hz.n=4 gives, too; give n alone");
    CHECK(refusal("frequency_hz = { from = 1, to = 3 }",
                  {"t.frequencies_hz.to=4", "t.frequency_hz.to=5"}) ==
          "--set t.frequencies_hz.to=4: t.frequencies_hz = { to = 4 }; a former name of "
          "frequency_hz, which --set t.frequency_hz.to=5 gives, too; give frequency_hz alone");
}

TEST_CASE("--set replaces a value of the file under either name of its key", "[reader]")
{
    struct Row {
        std::string file, set;
        std::vector<std::string> notes;
    };
    for (const auto& [file, set, notes] : std::vector<Row>{
             {"frequency_hz = { from = 1, to = 3, n = 5 }",
              "t.frequencies_hz.n=7",
              {"--set t.frequencies_hz.n=7: t.frequencies_hz is called frequency_hz now"}},
             {"frequencies_hz = { from = 1, to = 3, n = 5 }",
              "t.frequency_hz.n=7",
              {note_of_table}},
             {"frequencies_hz = { from = 1, to = 3, n = 5 }",
              "t.frequencies_hz.n=7",
              {note_of_table}},
             {"frequency_hz = { from = 1, to = 3, n = 5 }",
              "t.frequency_hz.points=7",
              {"--set t.frequency_hz.points=7: t.frequency_hz.points is called n now"}},
             {"frequency_hz = { from = 1, to = 3, n = 5 }",
              "t.frequencies_hz.points=7",
              {"--set t.frequencies_hz.points=7: t.frequencies_hz is called frequency_hz now",
               "--set t.frequencies_hz.points=7: t.frequencies_hz.points is called n now"}},
             {"frequency_hz = { from = 1, to = 3, points = 5 }",
              "t.frequency_hz.n=7",
              {"f.toml:2: t.frequency_hz.points is called n now"}}}) {
        CAPTURE(file, set);
        const Reading reading = read(file, {set});
        CHECK(reading.span.from == 1);
        CHECK(reading.span.to == 3);
        CHECK(reading.span.n == 7);
        CHECK(reading.notes == notes);
    }
}

TEST_CASE("messages about a value name its key as it is written", "[reader]")
{
    CHECK(refusal("frequencies_hz = 3") ==
          "f.toml:2: t.frequencies_hz = 3; expected a table { ... }");
    CHECK(refusal("frequencies_hz = { from = 1, to = 3, points = 0 }") ==
          "f.toml:2: t.frequencies_hz.points = 0; expected a whole number >= 1 and <= 9");
    CHECK(refusal("frequency_hz = { from = 1, to = 3, points = 1 }") ==
          "f.toml:2: t.frequency_hz.points = 1; expected two");
    CHECK(refusal("frequency_hz = { from = 1, to = 3 }", {"t.frequency_hz.points=0"}) ==
          "--set t.frequency_hz.points=0: t.frequency_hz.points = 0; expected a whole number >= 1 "
          "and <= 9");
    // Messages about missing and unknown keys list present names.
    CHECK(refusal("") == "f.toml:1: t: missing key frequency_hz (of the drive)");
    CHECK(refusal("frequency_hz = { from = 1, to = 3, m = 4 }") ==
          "f.toml:2: unknown key t.frequency_hz.m; allowed: from, to, n");
}

TEST_CASE("a described key has the path with its former name", "[reader]")
{
    Span span;
    const std::vector<io::KeyDoc> docs =
        io::describe_table([&span](Fields& f) { fields(f, span); });
    REQUIRE(docs.size() == 4);
    CHECK(docs[0].path == "frequency_hz");
    CHECK(docs[0].former == "frequencies_hz");
    CHECK(docs[1].path == "frequency_hz.from");
    CHECK(docs[1].former == "frequencies_hz.from");
    CHECK(docs[3].path == "frequency_hz.n");
    CHECK(docs[3].former == "frequency_hz.points");
}
