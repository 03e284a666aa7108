#include "app/analyses/job.hpp"
#include "app/analyses/keys.hpp"
#include "app/maps/map_run.hpp"
#include "tests/app/app_test.hpp"
#include "tests/app/maps/map_cases.hpp"
#include "tests/io/message_of.hpp"

// Keys of [map]: values and refused input.

using namespace slideway;
using namespace slideway::test;

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
    CHECK(values_of("from = 1, to = 10, n = 10") ==
          std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    CHECK(values_of("from = 0.6, to = 0, n = 3") == std::vector<double>{0.6, 0.3, 0});
    CHECK(values_of("from = 0.7, to = 9, n = 1") == std::vector<double>{0.7});
    CHECK(values_of("from = 0.7, to = 0.7, n = 1") == std::vector<double>{0.7});
    CHECK(values_of("values = [3, 1, 2.5]") == std::vector<double>{3, 1, 2.5});
    const std::vector<double> fine = values_of("from = 0.1, to = 0.7, n = 1000");
    CHECK(fine.front() == 0.1);
    CHECK(fine.back() == 0.7);

    const std::vector<double> decades = values_of("from = 1e-3, to = 1e3, n = 7, "
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
