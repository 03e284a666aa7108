#include "tests/app/case/check_refused.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string beam = R"([[substructure]]
name = "beam"
type = "beam"
length = 1.0
elements = 10
section = { diameter = 0.01 }
material = { young = 210e9, density = 7830 }
fixed = ["start"]
damping = { beta = 0 }
[[load]]
name = "push"
on = "beam.end.y"
force = 1.0
[analysis]
type = "static"
)";

const std::string duffing = R"([[substructure]]
name = "o"
type = "lumped"
masses = { m = { x = 1.0 } }
springs = [{ between = ["m", "ground"], stiffness = 1.0 }]
dashpots = [{ between = ["m", "ground"], damping = 0.1 }]
[[joint]]
name = "hardening"
law = "cubic"
between = ["o.m.x", "ground"]
k3 = 1.0
[[load]]
name = "push"
on = "o.m.x"
force = { amplitude = 0.4 }
[analysis]
type = "forced-response"
monitor = "o.m.x"
Omega = { from = 0.5, to = 3.0 }
level = 1.0
)";

const std::string overflows = " matrix overflows: an entry is above 1.8e308. Check sizes, material "
                              "and damping, and their units";

} // namespace

TEST_CASE("matrices that overflow are reported as such", "[app]")
{
    const std::string length = "length = 1.0", place = "[[substructure]]";
    check_refused(
        beam, {{"stiffness", length, "length = 1e-150", place,
                "substructure.beam: its stiffness" + overflows},
               {"mass", length, "length = 1e300", place, "substructure.beam: its mass" + overflows},
               {"damping", "beta = 0", "beta = 1e300", place,
                "substructure.beam: its damping" + overflows},
               {"no length", length, "length = 1e-323", place,
                "substructure.beam: the beam: beam element 1 has no length"}});
}

TEST_CASE("frequencies that overflow are reported as such", "[app]")
{
    // omega_1^2 = 12.36 EI / (rho A L^4) is a number; those of the highest modes are none.
    const std::string modes = replaced(beam, "type = \"static\"", "type = \"modes\"");
    const CaseFolder folder(replaced(modes, "density = 7830", "density = 1e-300"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, Catch::Contains("its frequencies overflow: "));
}

TEST_CASE("a level whose motion overflows is reported as such", "[app]")
{
    const CaseFolder folder(replaced(duffing, "level = 1.0", "level = 1e300"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet");
    CHECK(run.exit_status == 1);
    CHECK(run.err ==
          "slideway: the computation failed: level 1e+300: displacements overflow, or "
          "cannot be distinguished from 0; check the level, loads, masses and stiffnesses\n");
}
