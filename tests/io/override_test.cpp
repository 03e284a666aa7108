#include "io/reader.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using Catch::Matchers::Contains;
using io::CaseNode;

namespace {

const char* const brake = R"(
[[substructure]]
name = "right"
reduction = { method = "craig-bampton", n_modes = 20 }
[[substructure]]
name = "left"
like = "right"
[[contact]]
name = "rub"
friction = 0.3
[[contact]]
name = "pad"
friction = 0.4
[analysis]
t_end = 3.13
)";

CaseNode overridden(const std::vector<std::string>& assignments)
{
    CaseNode root = io::parse_case_text(brake, "a.toml");
    for (const std::string& assignment : assignments)
        io::set_override(root, assignment);
    return root;
}

const CaseNode& entry(const CaseNode& root, const std::string& kind, std::size_t i)
{
    return std::get<CaseNode::Array>(root.find(kind)->value)[i];
}

} // namespace

TEST_CASE("an override replaces or adds a key and carries its own place", "[io]")
{
    const CaseNode root =
        overridden({"analysis.t_end=1.5", " analysis.n = 4", "output.history=[\"rub\"]",
                    "title=Brake, loud", "analysis.ramp={ value = 1 }"});
    const CaseNode& t_end = *root.find("analysis")->find("t_end");
    CHECK(t_end.text() == "1.5");
    CHECK(t_end.where.text() == "--set analysis.t_end=1.5");
    CHECK(root.find("analysis")->find("n")->integer);
    CHECK(root.find("analysis")->find("ramp")->find("value")->where.text() ==
          "--set analysis.ramp={ value = 1 }");
    CHECK(root.find("output")->find("history")->text() == "[\"rub\"]"); // the table is created
    CHECK(root.find("title")->text() == "\"Brake, loud\"");
}

TEST_CASE("the value of an override is TOML, or else a plain word", "[io]")
{
    struct Row {
        const char *value, *text;
    };
    const Row rows[] = {{"true", "true"},
                        {"5e-8", "5e-08"},
                        {"[1, 2]", "[1, 2]"},
                        {"\"0.3\"", "\"0.3\""},
                        {"runge-kutta", "\"runge-kutta\""},
                        {"lower.free_end.y", "\"lower.free_end.y\""},
                        {"a=b", "\"a=b\""},
                        {"", "\"\""},
                        {"[1, 2", "\"[1, 2\""},
                        {"2024-01-01", "\"2024-01-01\""},
                        {"1\ny = 2", "\"1\\ny = 2\""}};
    for (const Row& row : rows) {
        CAPTURE(row.value);
        CHECK(overridden({"analysis.x=" + std::string(row.value)})
                  .find("analysis")
                  ->find("x")
                  ->text() == row.text);
    }
}

TEST_CASE("an override addresses an entry of an array of tables by its name", "[io]")
{
    const CaseNode root = overridden({"contact.pad.friction=0.1", "contact.rub.type=sliding"});
    CHECK(entry(root, "contact", 0).find("friction")->text() == "0.3");
    CHECK(entry(root, "contact", 0).find("type")->text() == "\"sliding\"");
    CHECK(entry(root, "contact", 1).find("friction")->text() == "0.1");
}

TEST_CASE("an override of the original reaches its copies, one of a copy stays there", "[io]")
{
    CaseNode root = overridden({"substructure.right.reduction.n_modes=30"});
    io::resolve_likes(root);
    CHECK(entry(root, "substructure", 1).find("reduction")->find("n_modes")->text() == "30");

    // The other keys of the copied table remain; without `method` the default would apply.
    root = overridden({"substructure.left.reduction.n_modes=30"});
    io::resolve_likes(root);
    CHECK(entry(root, "substructure", 1).find("reduction")->text() ==
          "{ method = \"craig-bampton\", n_modes = 30 }");
    CHECK(entry(root, "substructure", 0).find("reduction")->find("n_modes")->text() == "20");
}

TEST_CASE("entries without a name and items of lists are addressed by their place", "[io]")
{
    CaseNode root = io::parse_case_text("[[body]]\nname = \"chain\"\n"
                                        "springs = [{ k = 1.0 }, { k = 2.0 }]\n"
                                        "masses = [1.0, 2.0, 3.0]\n[[body]]\nname = \"copy\"\n"
                                        "like = \"chain\"\n",
                                        "a.toml");
    for (const char* assignment :
         {"body.chain.springs.2.k=5", "body.chain.masses.3=7", "body.copy.springs.1.k=8"})
        io::set_override(root, assignment);
    CHECK(entry(root, "body", 0).find("springs")->text() == "[{ k = 1 }, { k = 5 }]");
    CHECK(entry(root, "body", 0).find("masses")->text() == "[1, 2, 7]");
    CHECK(entry(root, "body", 1).find("springs")->text() == "[{ k = 8 }, { k = 5 }]");
    struct Row {
        const char *assignment, *message;
    };
    for (const Row& row :
         {Row{"body.chain.springs.0.k=1", "no entry 0 in springs; allowed: 1 to 2"},
          {"body.chain.springs.3.k=1", "no entry 3 in springs; allowed: 1 to 2"},
          {"body.chain.masses.x=1", "no entry x in masses; allowed: 1 to 3"},
          {"body.chain.masses.1.x=1", "1 = 1 has no keys below it"},
          {"body.chain.springs.1=1", "addresses the whole entry 1; name one of its keys"},
          {"body.1.springs.1.k=1", "no entry named 1 in body; allowed: chain, copy"}})
        CHECK_THROWS_WITH(io::set_override(root, row.assignment),
                          "--set " + std::string(row.assignment) + ": " + row.message);
}

TEST_CASE("a copy in a circle does not hang an override", "[io]")
{
    CaseNode root =
        overridden({"substructure.right.like=left", "substructure.left.damping.beta=1"});
    CHECK_THROWS_WITH(io::resolve_likes(root), Contains("circle"));
}

TEST_CASE("overrides that address nothing are refused", "[io]")
{
    struct Row {
        std::string assignment, message;
    };
    const std::string hint = "; a part with a dot in quotation marks: "
                             "analysis.start.displacement.\"body.port.x\"=0.1";
    const Row rows[] = {
        {"contact.rib.friction=1",
         "--set contact.rib.friction=1: no entry named rib in contact; did you "
         "mean rub? Allowed: rub, pad"},
        {"contact.wheel.friction=1",
         "--set contact.wheel.friction=1: no entry named wheel in contact; allowed: rub, pad"},
        {"contact.rub=1",
         "--set contact.rub=1: addresses the whole entry rub; name one of its keys"},
        {"analysis.t_end.x=1", "--set analysis.t_end.x=1: t_end = 3.13 has no keys below it"},
        {"analysis", "--set analysis: expected KEY=VALUE, e.g. contact.rub.friction=0.1" + hint},
        {"", "--set : expected KEY=VALUE, e.g. contact.rub.friction=0.1" + hint},
        {"=1", "--set =1: expected KEY=VALUE, e.g. contact.rub.friction=0.1" + hint},
        {"analysis.=1",
         "--set analysis.=1: expected KEY=VALUE, e.g. contact.rub.friction=0.1" + hint},
        {".t_end=1", "--set .t_end=1: expected KEY=VALUE, e.g. contact.rub.friction=0.1" + hint},
        {"analysis..t_end=1",
         "--set analysis..t_end=1: expected KEY=VALUE, e.g. contact.rub.friction=0.1" + hint},
        {"title=a\x1b[31m",
         "--set title=a\\u001b[31m: holds \\u001b; expected text without control "
         "characters"},
        {"title=\xff", "--set title=\\xff: holds \\xff; expected text without control characters"},
    };
    for (const Row& row : rows)
        CHECK_THROWS_WITH(overridden({row.assignment}), row.message);
}

TEST_CASE("an override nested deeper than the stack is refused in a short message", "[io]")
{
    std::string key = "a";
    for (int i = 0; i < 50000; ++i)
        key += ".a";
    CHECK_THROWS_WITH(overridden({key + "=1"}), Contains("tables nested more than 64 deep"));
    CHECK(overridden({"a={" + key + "=1}"}).find("a")->text().size() < 3000); // a plain word
}

TEST_CASE("what the reader refuses in an override is named by the override", "[io]")
{
    const auto friction_of_rub = [](const std::string& assignment) {
        double friction = 0;
        std::string name;
        const CaseNode root = overridden({assignment});
        io::read_table(entry(root, "contact", 0), "contact.rub", [&](io::Fields& f) {
            f.text({"name", "", "name", true}, name);
            f.number({"friction", "", "mu", true, io::Range::not_negative()}, friction);
        });
        return friction;
    };
    CHECK(friction_of_rub("contact.rub.friction=0.1") == 0.1);
    CHECK_THROWS_WITH(
        friction_of_rub("contact.rub.friction=-0.3"),
        "--set contact.rub.friction=-0.3: contact.rub.friction = -0.3; expected a number >= 0");
    CHECK_THROWS_WITH(
        friction_of_rub("contact.rub.frcition=0.1"),
        "--set contact.rub.frcition=0.1: unknown key contact.rub.frcition; did you mean "
        "friction? Allowed: name, friction");
}

TEST_CASE("a value is found where an override of its key goes", "[io]")
{
    CaseNode root = overridden({"chain.springs=[{ k = 1 }, { k = 2 }]"});
    io::resolve_likes(root);
    const auto text = [&](const std::string& key) -> std::string {
        const CaseNode* node = io::find_value(root, key);
        return node ? node->text() : "none";
    };
    CHECK(text("contact.pad.friction") == "0.4");
    CHECK(text("analysis.t_end") == "3.13");
    CHECK(text("substructure.left.reduction.n_modes") == "20"); // from its copy
    CHECK(text("chain.springs.2.k") == "2");
    for (const char* key : {"contact.pad.frcition", "contact.wheel.friction", "chain.springs.3.k",
                            "analysis.t_end.value", "analysis..t_end", ""})
        CHECK(text(key) == "none");
}
