#include "app/analyses/job.hpp"
#include "app/analyses/keys.hpp"
#include "app/maps/map_run.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/maps/map_cases.hpp"
#include "tests/io/message_of.hpp"

#include <catch2/catch.hpp>

#include <cmath>

// Keys of [map]: values and refused input.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

std::vector<double> values_of(const std::string& x)
{
    const CaseFolder folder(with_map(spring_case, "key = \"joint.spring.stiffness\", " + x));
    return read(folder).c.map->x.values;
}

} // namespace

// ---- values

TEST_CASE("the values of a map meet both ends and whole numbers exactly", "[app]")
{
    CHECK(values_of("from = 1, to = 10, points = 10") ==
          std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    CHECK(values_of("from = 0.6, to = 0, points = 3") == std::vector<double>{0.6, 0.3, 0});
    CHECK(values_of("from = 0.7, to = 9, points = 1") == std::vector<double>{0.7});
    CHECK(values_of("from = 0.7, to = 0.7, points = 1") == std::vector<double>{0.7});
    CHECK(values_of("values = [3, 1, 2.5]") == std::vector<double>{3, 1, 2.5});
    const std::vector<double> fine = values_of("from = 0.1, to = 0.7, points = 1000");
    CHECK(fine.front() == 0.1);
    CHECK(fine.back() == 0.7);

    const std::vector<double> decades = values_of("from = 1e-3, to = 1e3, points = 7, "
                                                  "scale = \"log\"");
    REQUIRE(decades.size() == 7);
    CHECK(decades.back() == 1e3);
    for (int k = 0; k < 7; ++k) // round-off of pow
        CHECK(decades[static_cast<std::size_t>(k)] == Approx(std::pow(10, k - 3)).epsilon(1e-14));
}

TEST_CASE("the unit of a mapped key comes from its description", "[app]")
{
    CHECK(app::key_unit("joint.spring.stiffness") == "N/m");
    CHECK(app::key_unit("contact.rub.friction") == "");
    CHECK(app::key_unit("motion.drive.velocity.value") == "m/s");
    CHECK(app::key_unit("substructure.lower.material.young") == "Pa");
    CHECK(app::key_unit("substructure.body.masses.mass.x") == "kg"); // a free name between
    CHECK(app::key_unit("analysis.t_end") == "s");
    CHECK(app::key_unit("nothing") == "");
}

// ---- wrong input

TEST_CASE("a map that cannot be run is refused before its first point", "[app]")
{
    // With a method that takes n_modes.
    const std::string reduced_case =
        replaced(spring_case, "masses  =", "reduction = { method = \"craig-bampton\" }\nmasses  =");
    const std::string spring = "key = \"joint.spring.stiffness\", ",
                      path = "; expected a dotted path, e.g. \"contact.rub.friction\"",
                      model = "; expected a key of the model, the analysis or the output",
                      either = "; give either values, or from, to and points",
                      points = "; give from, to and points, or values",
                      key = "missing key key (a key that takes a number, as --set names it: "
                            "\"contact.rub.friction\")";
    struct Wrong {
        std::string x, message;
    };
    for (const auto& [x, message] : std::vector<Wrong>{
             {"key = \"joint.spring.stifness\", values = [1]",
              ": unknown key joint.spring.stifness; did you mean stiffness? Allowed: name, like, "
              "law, between, at, stiffness, damping, rotational_stiffness, rotational_damping"},
             {"key = \"joint.sprng.stiffness\", values = [1]",
              ": no entry named sprng in joint; did you mean spring? Allowed: spring"},
             {"key = \"contact.rub.friction\", values = [1]",
              ": contact is a list of entries; write [[contact]]"},
             {spring + "values = [1, -2]",
              ": joint.spring.stiffness = -2; expected a number >= 0 [N/m]"},
             {"key = \"substructure.body.reduction.n_modes\", from = 0, to = 1, points = 3",
              ": substructure.body.reduction.n_modes = 0.5; expected a whole number >= 0"},
             {"key = \"analysis.type\", values = [1]",
              ".key = \"analysis.type\"; a text; expected a key that takes a number"},
             {"key = \"analysis\", values = [1]", ".key = \"analysis\"" + path},
             {"key = \"joint.spring.stiffness=3\", values = [1]",
              ".key = \"joint.spring.stiffness=3\"" + path},
             {"key = \"map.x.from\", values = [1]", ".key = \"map.x.from\"" + model},
             {"key = \"expected.status\", values = [1]", ".key = \"expected.status\"" + model},
             {spring + "values = []", ".values = []; expected at least one number"},
             {spring + "values = [1], from = 2", ".from = 2" + either},
             {spring + "values = [1], scale = \"log\"", ".scale = \"log\"" + either},
             {spring + "from = 1, to = 2, points = 0",
              ".points = 0; expected a whole number >= 1 and <= 1e+05"},
             {spring + "from = 1, to = 1, points = 2",
              ".to = 1; expected another value than from; one value takes points = 1"},
             {spring + "from = 1, points = 2", ".to = (not given)" + points},
             {spring + "from = 1, to = 2", ".points = (not given)" + points},
             {spring + "from = 0, to = 2, points = 2, scale = \"log\"",
              ".from = 0; a logarithmic scale takes numbers > 0"},
             {spring + "from = 1, to = 2, points = 2, scale = \"cubic\"",
              ".scale = \"cubic\"; Allowed: linear, log"},
             {"values = [1]", ": " + key},
         }) {
        CAPTURE(x);
        check_refused(with_map(reduced_case, x), "x = {", "map.x" + message);
    }
    const CaseFolder program(with_map(reduced_case, spring + "values = [1, -2]"));
    const ProgramRun run = run_program(program, "run case.toml --output out");
    CHECK(run.exit_status == 2);
    CHECK(run.out == "");
    CHECK_FALSE(std::filesystem::exists(program / "out/summary.json"));

    for (const auto& [more, message] : std::vector<Wrong>{
             {"y = { key = \"joint.spring.stiffness\", values = [2] }",
              "map.y.key = \"joint.spring.stiffness\"; expected another key than x"},
             {"y = { key = \"load.push.force\", from = 1, points = 2 }",
              "map.y.to = (not given)" + points},
             {"y = { values = [2] }", "map.y: " + key},
             {"refine = 2", "map.refine = 2; name the quantity in refine_on"},
             {"refine = 7\nrefine_on = \"q\"",
              "map.refine = 7; expected a whole number >= 0 and <= 6"},
             {"refine_on = \"q\"", "map.refine_on = \"q\"; give the number of rounds in refine"},
             {"z = 2", "unknown key map.z; allowed: x, y, refine, refine_on"},
             {"y = { key = \"load.psh.force\", values = [1] }",
              "map.y: no entry named psh in load; did you mean push? Allowed: push"},
             {"y = { key = \"load.push.forec\", values = [1] }",
              "map.y: unknown key load.push.forec; did you mean force? Allowed: name, like, on, "
              "force, noise"},
             {"y = { key = \"substructure.body.reduction.n_modes\", values = [1, 0.5] }",
              "map.y: substructure.body.reduction.n_modes = 0.5; expected a whole number >= 0"},
         }) {
        CAPTURE(more);
        check_refused(with_map(reduced_case, spring + "values = [1, 2]") + more + "\n", more,
                      message);
    }
    // Values that refining would add are checked too.
    check_refused(with_map(reduced_case, "key = \"substructure.body.reduction.n_modes\", from = 0, "
                                         "to = 2, points = 3") +
                      "refine = 1\nrefine_on = \"regime\"\n",
                  "x = {",
                  "map.x: substructure.body.reduction.n_modes = 0.5; expected a whole number >= 0");
}

TEST_CASE("--set of a key that the map varies is refused", "[app]")
{
    const CaseFolder folder(
        with_map(spring_case, "key = \"joint.spring.stiffness\", values = [1, 2]") +
        "y = { key = \"load.push.force\", values = [6, 3] }\n");
    for (const auto& [assignment, axis] :
         {std::pair{"joint.spring.stiffness=3", "x"}, {"load.push.force = 7", "y"}})
        CHECK(message_of([&] { app::check_map(read(folder, {assignment}).c); }) ==
              std::string("--set ") + assignment + ": map." + axis +
                  " varies that key; expected another one, or other values: --set 'map." + axis +
                  ".values=[...]'");
    CHECK_NOTHROW(app::check_map(read(folder, {"map.x.values=[3]"}).c));
}

TEST_CASE("a value that another key does not allow names both", "[app]")
{
    const CaseFolder folder(
        with_map(replaced(small_case, "t_end = 0.002", "t_end = 0.002\nt_start = 0.001"),
                 "key = \"analysis.t_start\", values = [0, 0.003]"));
    CHECK_THAT(message_of([&folder] { app::check_map(read(folder).c); }),
               Contains("map.x: at analysis.t_start = 0.003: ") &&
                   Contains("analysis.t_end = 0.002; must be later than t_start = 0.003 s"));
}

TEST_CASE("a map of more points than could be kept is refused", "[app]")
{
    const std::string y = "y = { key = \"load.push.force\", from = 1, to = 2, points = 100000 }";
    check_refused(
        with_map(spring_case, "key = \"joint.spring.stiffness\", from = 1, to = 2, points = 101") +
            y + "\n",
        y, "map." + y + "; with 101 values of x; expected at most 10000000 points");
}

TEST_CASE("a body that is exported has no place in a map", "[app]")
{
    const std::string exported = "export = \"there\"";
    check_refused(
        with_map(replaced(spring_case, "type    = \"lumped\"", "type = \"lumped\"\n" + exported),
                 "key = \"joint.spring.stiffness\", values = [1]"),
        exported,
        "substructure.body." + exported + "; a map writes no files for its points; leave it out");
}
