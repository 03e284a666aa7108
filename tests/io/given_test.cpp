#include "base/matrix_market.hpp"
#include "io/case_text.hpp"
#include "io/given_matrix.hpp"
#include "io/given_names.hpp"
#include "io/reader.hpp"

#include "message_of.hpp"
#include "scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>

using namespace slideway;
using namespace slideway::io;
using test::message_of;

namespace {

std::shared_ptr<const GivenMatrix> matrix(double last)
{
    SparseMatrix A(3, 3);
    A.insert(0, 0) = 1.0 / 3;
    A.insert(2, 1) = 2;
    A.insert(2, 2) = last;
    return std::make_shared<const GivenMatrix>(A);
}

// A body from files, or from values given in their place.
struct Body {
    FileOr<GivenMatrix> M;
    FileOr<GivenNames> dofs;
    std::map<std::string, std::vector<double>> nodes;
    std::map<std::string, std::vector<std::string>> groups;
};

void fields(Fields& f, Body& b)
{
    f.file_or({"M", "kg", "mass", true, {}, {}, true}, b.M);
    f.file_or({"dofs", "", "names", true, {}, {}, true}, b.dofs);
    f.named_lists({"nodes", "m", "places"}, b.nodes);
    f.named_lists({"groups", "", "of nodes"}, b.groups);
}

Body read_body(const CaseNode& table)
{
    Body body;
    read_table(table, "body", [&body](Fields& f) { fields(f, body); });
    return body;
}

Body read_body(const std::string& text)
{
    return read_body(parse_case_text(text, "case.toml"));
}

} // namespace

TEST_CASE("A matrix that is given is equal by its numbers, and its file has all of them", "[io]")
{
    const auto one = matrix(3), same = matrix(3), other = matrix(std::nextafter(3.0, 4.0));
    CHECK(one->equals(*same));
    CHECK_FALSE(one->equals(*other));
    CHECK(one->record() == same->record());
    CHECK(one->record() != other->record());
    CHECK(one->text() == "3 x 3 matrix");
    const ScratchFolder folder;
    std::ofstream stream(folder / "A.mtx");
    other->write(stream);
    stream.close();
    CHECK(GivenMatrix(read_matrix_market(folder / "A.mtx")).equals(*other));
}

TEST_CASE("A key takes a file, or what is given in its place", "[io]")
{
    CaseNode table = parse_case_text("M = \"M.mtx\"\ndofs = \"d.csv\"", "case.toml");
    CHECK(read_body(table).M.file == "M.mtx");
    CHECK(read_body(table).M.text() == "\"M.mtx\"");
    CHECK(read_body(table).dofs.file == "d.csv");
    CHECK_FALSE(read_body(table).dofs.given);

    const auto given = matrix(3);
    table.find("M")->value = std::shared_ptr<const Given>(given);
    const Body body = read_body(table);
    CHECK(body.M.given == given);
    CHECK(body.M.file.empty());
    CHECK(body.M.text() == "3 x 3 matrix");
    CHECK(table.find("M")->text() == "3 x 3 matrix");
    CHECK(case_text(table) == "M = " + given->record() + "\ndofs = \"d.csv\"\n");
    CHECK_THAT(given->record(), Catch::Matches("\"3 x 3 matrix, checksum [0-9a-f]{16}\""));

    table.find("dofs")->value = std::shared_ptr<const Given>(given);
    CHECK(message_of([&] { (void)read_body(table); }) ==
          "case.toml:2: body.dofs = 3 x 3 matrix; expected a text in quotes, or a list of texts");
    CHECK(message_of([] { (void)read_body("M = [[1, 0], [0, 1]]\ndofs = []"); }) ==
          "case.toml:1: body.M = [[1, 0], [0, 1]]; expected a text in quotes, or a matrix in "
          "Python");
}

TEST_CASE("Names in lists, and lists under free names", "[io]")
{
    const Body body = read_body("M = \"a\"\ndofs = [\"p.x\", \"\"]\n"
                                "nodes = { p = [1, 2.5] }\ngroups = { g = [\"p\", \"q\"] }");
    REQUIRE(body.dofs.given);
    CHECK(*body.dofs.given->names() == std::vector<std::string>{"p.x", ""});
    CHECK(body.dofs.given->record() == "[\"p.x\", \"\"]");
    CHECK(body.dofs.given->equals(GivenNames({"p.x", ""})));
    CHECK_FALSE(body.dofs.given->equals(GivenNames({"p.x", "q"})));
    CHECK(body.nodes.at("p") == std::vector<double>{1, 2.5});
    CHECK(body.groups.at("g") == std::vector<std::string>{"p", "q"});
    auto said = [](const std::string& more) -> std::string {
        return message_of([&] { (void)read_body("M = \"a\"\ndofs = []\n" + more); });
    };
    CHECK(said("nodes = { p = [1, \"2\"] }") ==
          "case.toml:3: body.nodes.p.2 = \"2\"; expected a number [m]");
    CHECK(said("nodes = { p = 1 }") ==
          "case.toml:3: body.nodes.p = 1; expected a list of numbers [m]");
    CHECK(said("nodes = [1]") ==
          "case.toml:3: body.nodes = [1]; expected a table of lists of numbers { a = [1, 2] }");
    CHECK(said("groups = { g = 3 }") ==
          "case.toml:3: body.groups.g = 3; expected a text in quotes, or a list of texts");
    CHECK(read_body("M = \"a\"\ndofs = []\ngroups = { g = \"p\" }").groups.at("g") ==
          std::vector<std::string>{"p"});
}

TEST_CASE("What a key takes in place of a file is documented", "[io]")
{
    Body body;
    const std::vector<KeyDoc> docs = describe_table([&body](Fields& f) { fields(f, body); });
    REQUIRE(docs.size() == 4);
    CHECK(docs[0].type == "text, or matrix in Python");
    CHECK(docs[0].given == "matrix");
    CHECK(docs[1].type == "text, or list of texts");
    CHECK(docs[1].given == "names");
    CHECK(docs[2].type == "table of lists of numbers");
    CHECK(docs[3].type == "table of lists of texts");
}
