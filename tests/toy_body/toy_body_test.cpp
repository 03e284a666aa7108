#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"
#include "tests/support/toy_list.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

// Shows how to add a kind of body: the toy_body_program has one that no other file names.

using namespace slideway;
using namespace slideway::test;
using Catch::Contains;

namespace {

// omega^2 = twist / (mass radius^2 / 2) = 8 / (4 x 0.25 / 2) = 16.
const std::string disc_case = R"(title = "A disc on a shaft"

[[substructure]]
name   = "wheel"
type   = "disc"
mass   = 4.0
radius = 0.5
twist  = 8.0

[analysis]
type    = "modes"
n_modes = 1

[map]
x = { key = "substructure.wheel.twist", values = [2.0, 8.0] }
)";

} // namespace

TEST_CASE("a kind of body is its own files and its name in one list", "[toy_body]")
{
    check_toy_list("app/bodies/body_kinds.hpp", SLIDEWAY_TOY_LIST, "toy_body");
}

TEST_CASE("a new kind of body has its keys, and the choice of types names it", "[toy_body]")
{
    const CaseFolder folder(disc_case);
    const ProgramRun keys = run_program(folder, "keys disc");
    CHECK(keys.exit_status == 0);
    CHECK_THAT(keys.out, Contains("[[substructure]] type = \"disc\"") &&
                             Contains("A round plate on a shaft that twists.") &&
                             Contains("stiffness of the shaft"));
    const ProgramRun wrong =
        run_program(folder, "check case.toml --set substructure.wheel.type=disk");
    CHECK(wrong.exit_status == 2);
    CHECK_THAT(wrong.err, Contains("did you mean disc?"));
    const ProgramRun number =
        run_program(folder, "check case.toml --set substructure.wheel.mass=0");
    CHECK_THAT(number.err, Contains("wheel.mass = 0; expected a number > 0 [kg]"));
}

TEST_CASE("a map goes over the keys of a new kind of body", "[toy_body]")
{
    const CaseFolder folder(disc_case);
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    INFO(run.err);
    REQUIRE(run.exit_status == 0);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.texts("map/status") == std::vector<std::string>(2, "end"));
    const std::vector<std::string> names = h5.texts("map/names");
    REQUIRE_FALSE(names.empty());
    const std::vector<double> f = h5.numbers("map/quantities/" + names.front() + "/value");
    REQUIRE(f.size() == 2);
    // 2 and 4 rad/s: one square root.
    CHECK(f[0] * 2 * 3.14159265358979323846 == Approx(2).epsilon(1e-12));
    CHECK(f[1] * 2 * 3.14159265358979323846 == Approx(4).epsilon(1e-12));
}
