#include "tests/app/program.hpp"
#include "tests/support/source_dir.hpp"

#include <catch2/catch.hpp>

// Where a model lies is free: nothing may depend on its distance from (0, 0).

using namespace slideway;
using Catch::Matchers::Contains;

TEST_CASE("two points half a metre apart are not bonded a kilometre away", "[app]")
{
    const io::ScratchFolder folder;
    const test::ProgramRun run =
        test::run_program(folder, "check '" + test::source_dir() + "/tests/repro/bond.toml'");
    CHECK(run.exit_status == 2);
    // Eight units in the last place of 1000 m.
    CHECK_THAT(run.err,
               Contains("bond.toml:18: bond.glue: a.centre and b.centre are apart: the node "
                        "of port centre at (1000, 0) m is 0.5 m from the other; allowed "
                        "1.8e-12 m (tolerance)"));
}
