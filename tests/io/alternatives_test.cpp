#include "io/alternatives.hpp"

#include "io/reader.hpp"
#include "message_of.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using io::Fields;
using test::message_of;

namespace {

struct Spring {
    static constexpr std::string_view type = "spring";
    double stiffness = 3;
};

struct Stop { // without keys
    static constexpr std::string_view type = "stop";
};

void fields(Fields& f, Spring& e)
{
    f.number({"stiffness", "N/m", "of it"}, e.stiffness);
}

using Part = std::variant<Spring, Stop>;

Part read(const std::string& text, Part part = {})
{
    io::read_table(io::parse_case_text(text, "f.toml"), "part",
                   [&part](Fields& f) { io::fields_of_type(f, "what it is", part); });
    return part;
}

std::vector<std::string> keys_of(Part part)
{
    std::vector<std::string> keys;
    for (const io::KeyDoc& doc :
         io::describe_table([&part](Fields& f) { io::fields_of_type(f, "what it is", part); }))
        keys.push_back(doc.path);
    return keys;
}

} // namespace

TEST_CASE("a type chooses one of a list, and the keys that are read", "[alternatives]")
{
    CHECK(std::get<Spring>(read("type = 'spring'\nstiffness = 5")).stiffness == 5);
    CHECK(io::type_of(read("type = 'stop'")) == "stop");
    CHECK(std::get<Spring>(read("type = 'spring'", Stop())).stiffness == 3);
    CHECK(message_of([] { (void)read("type = 'stop'\nstiffness = 5"); }) ==
          "f.toml:2: unknown key part.stiffness; allowed: type");
    CHECK(message_of([] { (void)read("type = 'sprint'"); }) ==
          "f.toml:1: part.type = \"sprint\"; did you mean spring? Allowed: spring, stop");
    CHECK(message_of([] { (void)read("stiffness = 5"); }) ==
          "f.toml:1: part: missing key type (what it is); allowed: spring, stop");
}

TEST_CASE("a list reports all that there is to choose, in its order", "[alternatives]")
{
    std::vector<std::string> types;
    for (const Part& part : io::alternatives<Part>())
        types.emplace_back(io::type_of(part));
    CHECK(types == std::vector<std::string>{"spring", "stop"});
    CHECK(keys_of(Spring()) == std::vector<std::string>{"type", "stiffness"});
    CHECK(keys_of(Stop()) == std::vector<std::string>{"type"});
}
