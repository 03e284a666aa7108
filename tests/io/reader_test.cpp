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

namespace {

// One key of each kind.
struct Entry {
    double friction = 0.25;
    int n_modes = 20;
    bool on = false;
    std::string slave;
    std::string method = "none";
    std::vector<double> masses;
    double low = 1, high = 2;
    std::vector<std::string> fixed;
    std::map<std::string, double> parameters;
    bool has_damping = false;
    double alpha = 0;
    std::vector<double> springs;
    std::map<std::string, double> points;
};

void fields(Fields& f, Entry& e)
{
    f.text({"slave", "", "port of the slave", true}, e.slave);
    f.number({"friction", "", "Coulomb coefficient", false, Range::not_negative()}, e.friction);
    f.integer({"n_modes", "", "modes kept", false, Range::between(1, 50)}, e.n_modes);
    f.flag({"on", "", "switch"}, e.on);
    f.choice({"method", "", "reduction"}, e.method, {"craig-bampton", "hintz-herting", "none"});
    f.numbers({"masses", "kg", "in a row", false, Range::positive()}, e.masses);
    f.pair({"band_hz", "Hz", "band", false, Range::not_negative()}, e.low, e.high);
    f.texts({"fixed", "", "supports"}, e.fixed);
    f.named_numbers({"parameters", "", "free names"}, e.parameters);
    f.table({"damping", "", "Rayleigh"}, e.has_damping, [&e](Fields& d) {
        d.number({"alpha",
                  "1/s",
                  "of the mass",
                  false,
                  {.min = 0, .max = 0.5, .min_open = true, .max_open = true}},
                 e.alpha);
    });
    f.tables({"springs", "", "links"}, [&e](Fields& s) {
        double stiffness = 0;
        s.number({"stiffness", "N/m", "of the link", true, Range::not_negative()}, stiffness);
        e.springs.push_back(stiffness);
    });
    f.named_tables({"points", "", "masses"}, [&e](const std::string& name, Fields& p) {
        double x = 0;
        p.number({"x", "kg", "mass", true}, x);
        e.points[name] = x;
    });
}

Entry read(const std::string& text)
{
    Entry entry;
    io::read_table(io::parse_case_text(text, "f.toml"), "contact.rub",
                   [&entry](Fields& f) { fields(f, entry); });
    return entry;
}

// Returns the message for a table with a slave and this line.
std::string refusal(const std::string& line)
{
    return message_of([&line] { (void)read("slave = 'u.tip'\n" + line + "\n"); });
}

} // namespace

TEST_CASE("the reader fills what the file gives and leaves the defaults", "[reader]")
{
    const Entry e = read(R"(slave = "upper.tip"
n_modes = 7
on = true
method = "craig-bampton"
masses = [1, 2.5]
band_hz = [0, 20e3]
fixed = ["clamp", "m3.x"]
parameters = { nx = 150 }
damping = { alpha = 0.25 }
springs = [{ stiffness = 4 }, { stiffness = 5 }]
points = { blade = { x = 0.1 } }
)");
    CHECK(e.slave == "upper.tip");
    CHECK(e.friction == 0.25); // default
    CHECK(e.n_modes == 7);
    CHECK(e.on);
    CHECK(e.method == "craig-bampton");
    CHECK(e.masses == std::vector<double>{1, 2.5});
    CHECK(e.low == 0);
    CHECK(e.high == 20e3);
    CHECK(e.fixed == std::vector<std::string>{"clamp", "m3.x"});
    CHECK(e.parameters.at("nx") == 150);
    CHECK(e.has_damping);
    CHECK(e.alpha == 0.25);
    CHECK(e.springs == std::vector<double>{4, 5});
    CHECK(e.points.at("blade") == 0.1);
    CHECK_FALSE(read("slave = 'a.b'").has_damping);
}

TEST_CASE("a wrong value is refused with place, key, value and what is allowed", "[reader]")
{
    struct Row {
        std::string line, message;
    };
    const std::string numbers = "expected a number >= 0";
    const std::string modes = "expected a whole number >= 1 and <= 50";
    const std::string masses = "expected a list of numbers > 0 [kg]";
    const std::string band = "expected two numbers [a, b] >= 0 [Hz]";
    const std::string texts = "expected a list of texts, e.g. [\"a\", \"b\"]";
    for (const auto& [line, message] : std::vector<Row>{
             // number
             {"friction = -0.3", "friction = -0.3; " + numbers},
             {"friction = 'high'", "friction = \"high\"; " + numbers},
             {"friction = true", "friction = true; " + numbers},
             {"friction = [0.3]", "friction = [0.3]; " + numbers},
             {"friction = { value = 1 }", "friction = { value = 1 }; " + numbers},
             {"friction = nan", "friction = nan; " + numbers + ", finite"},
             {"friction = -nan", "friction = nan; " + numbers + ", finite"},
             {"friction = inf", "friction = inf; " + numbers + ", finite"},
             {"friction = -inf", "friction = -inf; " + numbers + ", finite"},
             // whole number
             {"n_modes = 2.5", "n_modes = 2.5; " + modes},
             {"n_modes = 0", "n_modes = 0; " + modes},
             {"n_modes = 51", "n_modes = 51; " + modes},
             {"n_modes = '3'", "n_modes = \"3\"; " + modes},
             {"n_modes = nan", "n_modes = nan; " + modes + ", finite"},
             // flag, text, choice
             {"on = 1", "on = 1; expected true or false"},
             {"on = 'true'", "on = \"true\"; expected true or false"},
             {"method = 3", "method = 3; Allowed: craig-bampton, hintz-herting, none"},
             {"method = 'craig bampton'",
              "method = \"craig bampton\"; did you mean craig-bampton? Allowed: craig-bampton, "
              "hintz-herting, none"},
             {"method = 'guyan-irons-x'",
              "method = \"guyan-irons-x\"; Allowed: craig-bampton, hintz-herting, none"},
             // lists
             {"masses = 1", "masses = 1; " + masses},
             {"masses = [1, 'b']", "masses.2 = \"b\"; expected a number > 0 [kg]"},
             {"masses = [1, 0]", "masses.2 = 0; expected a number > 0 [kg]"},
             {"masses = [inf]", "masses.1 = inf; expected a number > 0 [kg], finite"},
             {"band_hz = 3", "band_hz = 3; " + band},
             {"band_hz = [1]", "band_hz = [1]; " + band},
             {"band_hz = [1, 2, 3]", "band_hz = [1, 2, 3]; " + band},
             {"band_hz = [-1, 3]", "band_hz.1 = -1; expected a number >= 0 [Hz]"},
             {"band_hz = [0, nan]", "band_hz.2 = nan; expected a number >= 0 [Hz], finite"},
             {"fixed = 'clamp'", "fixed = \"clamp\"; " + texts},
             {"fixed = [1]", "fixed.1 = 1; expected a text in quotes"},
             // tables
             {"parameters = 3", "parameters = 3; expected a table of numbers { a = 1 }"},
             {"parameters = { nx = 'a' }", "parameters.nx = \"a\"; expected a number"},
             {"parameters = { nx = nan }", "parameters.nx = nan; expected a number, finite"},
             {"damping = 3", "damping = 3; expected a table { ... }"},
             {"damping = [1]", "damping = [1]; expected a table { ... }"},
             {"damping = { alpha = 0 }",
              "damping.alpha = 0; expected a number > 0 and < 0.5 [1/s]"},
             {"damping = { alpha = 0.5 }",
              "damping.alpha = 0.5; expected a number > 0 and < 0.5 [1/s]"},
             {"springs = { stiffness = 1 }",
              "springs = { stiffness = 1 }; expected a list of tables [{ ... }]"},
             {"springs = [3]", "springs.1 = 3; expected a table { ... }"},
             {"springs = [{ stiffness = 1 }, { stiffness = -1 }]",
              "springs.2.stiffness = -1; expected a number >= 0 [N/m]"},
             {"points = [1]", "points = [1]; expected a table of tables { a = { ... } }"},
             {"points = { m = 1 }", "points.m = 1; expected a table { ... }"},
             {"points = { m = { x = 'a' } }", "points.m.x = \"a\"; expected a number [kg]"},
         }) {
        CAPTURE(line);
        CHECK(refusal(line) == "f.toml:2: contact.rub." + message);
    }
}

TEST_CASE("a number too large for a whole number is refused, not cut", "[reader]")
{
    int n = 0;
    const auto root = io::parse_case_text("seed = 3000000000", "f.toml");
    CHECK(message_of([&] {
              io::read_table(root, "", [&n](Fields& f) { f.integer({"seed", "", ""}, n); });
          }) == "f.toml:1: seed = 3000000000; expected a whole number, at most 2147483647 in size");
}

TEST_CASE("a text must be a text", "[reader]")
{
    CHECK(message_of([] { (void)read("slave = 3"); }) ==
          "f.toml:1: contact.rub.slave = 3; expected a text in quotes");
}

TEST_CASE("names, addresses and files have no line ends", "[reader]")
{
    std::string name;
    std::vector<std::string> list;
    auto read = [&](const std::string& text) {
        const io::CaseNode root = io::parse_case_text(text, "a.toml");
        io::read_table(root, "contact.rub", [&](io::Fields& f) {
            f.text({"name", "", "name"}, name);
            f.texts({"list", "", "names"}, list);
            f.text_or_texts({"either", "", "names"}, list);
        });
    };
    CHECK_NOTHROW(read("name = '\u202e \u00e9'"));
    const std::string allowed = "; expected a text in one line, without tabs";
    CHECK_THROWS_WITH(read("name = \"a\\nb\""), "a.toml:1: contact.rub.name = \"a\\nb\"" + allowed);
    CHECK_THROWS_WITH(read("list = ['a', \"\\t\"]"),
                      "a.toml:1: contact.rub.list.2 = \"\\t\"" + allowed);
    CHECK_THROWS_WITH(read("either = \"\"\"a\nb\"\"\""),
                      "a.toml:1: contact.rub.either = \"a\\nb\"" + allowed);
}

TEST_CASE("an unknown key is refused with the nearest one", "[reader]")
{
    const std::string all =
        "slave, friction, n_modes, on, method, masses, band_hz, fixed, parameters, "
        "damping, springs, points";
    CHECK(refusal("frcition = 0.3") ==
          "f.toml:2: unknown key contact.rub.frcition; did you mean friction? Allowed: " + all);
    CHECK(refusal("temperature = 0.3") ==
          "f.toml:2: unknown key contact.rub.temperature; allowed: " + all);
    CHECK(refusal("damping = { alhpa = 1 }") ==
          "f.toml:2: unknown key contact.rub.damping.alhpa; did you mean alpha? Allowed: alpha");
    CHECK(refusal("points = { m = { x = 1, z = 1 } }") ==
          "f.toml:2: unknown key contact.rub.points.m.z; allowed: x");
}

TEST_CASE("a missing key is named with its meaning, a misspelt one as misspelt", "[reader]")
{
    CHECK(message_of([] { (void)read("friction = 0.3"); }) ==
          "f.toml:1: contact.rub: missing key slave (port of the slave)");
    CHECK(message_of([] {
              (void)read("friction = 0.3\nslvae = 'a.b'");
          }).find("f.toml:2: unknown key contact.rub.slvae; did you mean slave?") == 0);
    CHECK(refusal("springs = [{ }]") ==
          "f.toml:2: contact.rub.springs.1: missing key stiffness (of the link)");
}

TEST_CASE("a required choice decides on the other keys, so it is requested first", "[reader]")
{
    const auto message = [](const std::string& text, const std::string& path) -> std::string {
        std::string type;
        const auto root = io::parse_case_text(text, "f.toml");
        return message_of([&] {
            io::read_table(root, path, [&type](Fields& f) {
                f.choice({"type", "", "the question", true}, type, {"modes"});
            });
        });
    };
    CHECK(message("t_end = 1", "analysis") ==
          "f.toml:1: analysis: missing key type (the question); allowed: modes");
    CHECK(message("", "") == "f.toml:1: missing key type (the question); allowed: modes");
    CHECK(message("\ntpye = 'modes'", "analysis") ==
          "f.toml:2: unknown key analysis.tpye; did you mean type? Values: modes");
}

namespace {

enum class Spring { steel, rubber };
constexpr auto choices(Spring /*one of*/)
{
    using enum Spring;
    return std::to_array<Choice<Spring>>({{steel, "steel", "stiff"}, {rubber, "soft-rubber"}});
}

} // namespace

TEST_CASE("a choice is read, refused and described by the names of its enum", "[reader]")
{
    Spring spring = Spring::steel;
    auto read = [&spring](const std::string& text, const std::string& help) {
        const auto root = io::parse_case_text(text, "f.toml");
        io::read_table(root, "t", [&](Fields& f) {
            f.choice({"of", "", help, help == "needed"}, spring);
        });
    };
    read("of = 'soft-rubber'", "");
    CHECK(spring == Spring::rubber);
    read("", "");
    CHECK(spring == Spring::rubber);
    read("of = 'steel'", "");
    CHECK(spring == Spring::steel);
    CHECK(message_of([&] { read("of = 'stel'", ""); }) ==
          "f.toml:1: t.of = \"stel\"; did you mean steel? Allowed: steel, soft-rubber");
    CHECK(message_of([&] { read("", "needed"); }) ==
          "f.toml:1: t: missing key of (needed); allowed: steel, soft-rubber");
    CHECK(spring == Spring::steel);

    const auto described = [&spring](const std::string& help) -> io::KeyDoc {
        return io::describe_table([&](Fields& f) { f.choice({"of", "", help}, spring); }).at(0);
    };
    CHECK(described("").type == "one of steel, soft-rubber");
    CHECK(described("").default_text == "\"steel\"");
    CHECK(described("").help == "steel: stiff");
    CHECK(described("made of").help == "made of");
    CHECK(name_of(Spring::rubber) == "soft-rubber");
    CHECK(quoted_name(Spring::rubber) == "\"soft-rubber\"");
}

TEST_CASE("a rule between keys is refused at the place of its key", "[reader]")
{
    const auto root = io::parse_case_text("a = 1\nb = 2", "f.toml");
    const auto rule = [&root](const std::string& key) -> std::string {
        return message_of([&] {
            io::read_table(root, "t", [&key](Fields& f) {
                CHECK(f.has("a"));
                CHECK_FALSE(f.has("c"));
                CHECK(f.where("b").text() == "f.toml:2");
                CHECK(f.path("b") == "t.b");
                f.refuse(key, "must differ");
            });
        });
    };
    CHECK(rule("b") == "f.toml:2: t.b = 2; must differ");
    CHECK(rule("c") == "f.toml:1: t.c = (not given); must differ");
}

TEST_CASE("a number, a list of numbers and a table may stand for the same key", "[reader]")
{
    std::vector<double> values = {1};
    bool table = false;
    double from = 0;
    const auto fields = [&](Fields& f) {
        f.numbers_or_table({"level", "N", "of the drive", false, Range::positive()}, values, table,
                           [&from](Fields& l) {
                               l.number({"from", "N", "first"}, from);
                           });
    };
    const auto read = [&](const std::string& text) {
        io::read_table(io::parse_case_text(text, "f.toml"), "t", fields);
    };
    read("");
    CHECK((values == std::vector<double>{1} && !table));
    read("level = 2");
    CHECK((values == std::vector<double>{2} && !table));
    read("level = [3, 4.5]");
    CHECK((values == std::vector<double>{3, 4.5} && !table));
    read("level = { from = 7 }");
    CHECK((values == std::vector<double>{3, 4.5} && table && from == 7));
    CHECK(message_of([&] { read("level = -1"); }) ==
          "f.toml:1: t.level = -1; expected a number > 0 [N], a list of them, or a table");
    CHECK(message_of([&] { read("level = [3, 0]"); }) ==
          "f.toml:1: t.level.2 = 0; expected a number > 0 [N]");
    CHECK(message_of([&] { read("level = { form = 7 }"); }) ==
          "f.toml:1: unknown key t.level.form; did you mean from? Allowed: from");
    values = {1, 2};
    const std::vector<io::KeyDoc> docs = io::describe_table(fields);
    REQUIRE(docs.size() == 2);
    CHECK(docs[0].type == "table, number, or list of numbers");
    CHECK(docs[0].default_text == "1, 2");
    CHECK(docs[1].path == "level.from");
}

TEST_CASE("an overridden value is refused at the option, not at a line of the file", "[reader]")
{
    io::CaseNode root = io::parse_case_text("a = 1", "f.toml");
    io::set_override(root, "a=-1");
    double a = 0;
    CHECK(message_of([&] {
              io::read_table(root, "", [&a](Fields& f) {
                  f.number({"a", "m", "", false, Range::positive()}, a);
              });
          }) == "--set a=-1: a = -1; expected a number > 0 [m]");
}

TEST_CASE("the same description lists every key with unit, range, default and meaning", "[reader]")
{
    Entry entry;
    const auto docs = io::describe_table([&entry](Fields& f) { fields(f, entry); });
    const auto doc = [&docs](const std::string& path) -> io::KeyDoc {
        for (const io::KeyDoc& d : docs)
            if (d.path == path)
                return d;
        FAIL("no key " << path);
        return {};
    };
    CHECK(docs.size() == 15);
    CHECK(docs.front().path == "slave");
    CHECK(doc("slave").required);
    CHECK(doc("slave").default_text.empty());
    CHECK(doc("friction").default_text == "0.25");
    CHECK(doc("friction").range == ">= 0");
    CHECK(doc("friction").help == "Coulomb coefficient");
    CHECK(doc("friction").type == "number");
    CHECK(doc("n_modes").type == "whole number");
    CHECK(doc("n_modes").range == ">= 1 and <= 50");
    CHECK(doc("on").type == "true or false");
    CHECK(doc("on").default_text == "false");
    CHECK(doc("method").type == "one of craig-bampton, hintz-herting, none");
    CHECK(doc("method").default_text == "\"none\"");
    CHECK(doc("masses").unit == "kg");
    CHECK(doc("band_hz").default_text == "[1, 2]");
    CHECK(doc("damping").type == "table");
    CHECK(doc("damping.alpha").unit == "1/s");
    CHECK(doc("damping.alpha").range == "> 0 and < 0.5");
    CHECK(doc("springs[].stiffness").required);
    CHECK(doc("points.NAME.x").unit == "kg");
}
