#include "tests/app/app_test.hpp"

#include <sstream>

// Monitors that rest by symmetry: their displacements are round-off, and have no peaks.

using namespace slideway;
using namespace slideway::test;

namespace {

// Numbers of 1 kg, 1 N/m, 1 N/m^3 and 1 N.
struct RowUnits {
    double mass, stiffness, cubic, force;
};

// Two masses on hardening springs, driven against each other, and one between them.
// @param left  stiffness of the left link relative to that of the right one
std::string row_of_masses(const RowUnits& u, double left, const std::string& analysis)
{
    const auto number = [](double value) {
        std::ostringstream out;
        out.precision(17);
        out << value;
        return out.str();
    };
    const std::string m = number(u.mass), k = number(u.stiffness), c = number(0.05 * u.stiffness),
                      link = number(0.3 * u.stiffness), other = number(0.3 * left * u.stiffness);
    return R"([[substructure]]
name     = "row"
type     = "lumped"
masses   = { left = { x = )" +
           m + " }, middle = { x = " + m + " }, right = { x = " + m + R"( } }
springs  = [
  { between = ["left.x", "ground"], stiffness = )" +
           k + R"( },
  { between = ["right.x", "ground"], stiffness = )" +
           k + R"( },
  { between = ["middle.x", "ground"], stiffness = )" +
           k + R"( },
  { between = ["left.x", "middle.x"], stiffness = )" +
           other + R"( },
  { between = ["right.x", "middle.x"], stiffness = )" +
           link + R"( },
]
dashpots = [
  { between = ["left.x", "ground"], damping = )" +
           c + R"( },
  { between = ["right.x", "ground"], damping = )" +
           c + R"( },
  { between = ["middle.x", "ground"], damping = )" +
           c + R"( },
]
[[joint]]
name    = "hard_left"
law     = "cubic"
between = ["row.left.x", "ground"]
k3      = )" +
           number(0.3 * u.cubic) + R"(
[[joint]]
name    = "hard_right"
like    = "hard_left"
between = ["row.right.x", "ground"]
[[load]]
name  = "push"
on    = "row.left.x"
force = { amplitude = )" +
           number(0.1 * u.force) + R"( }
[[load]]
name  = "pull"
on    = "row.right.x"
force = { amplitude = )" +
           number(0.1 * u.force) + R"(, phase_deg = 180.0 }
[analysis]
)" + analysis;
}

const std::string middle_response = R"(type    = "forced-response"
n_h     = 3
monitor = "row.middle.x"
Omega   = { from = 0.5, to = 2.0 }
)";
const std::string middle_ridge = R"(type    = "backbone"
method  = "ridge"
n_h     = 3
monitor = "row.middle.x"
level   = { from = 0.5, to = 1.0, n = 2 }
Omega   = { from = 0.5, to = 2.0 }
)";
const RowUnits metres = {1, 1, 1, 1}, millimetres = {1e-3, 1e-3, 1e-9, 1};

} // namespace

TEST_CASE("a monitor that rests by symmetry has no peaks, in any units", "[app]")
{
    for (const RowUnits& units : {metres, millimetres}) {
        const CaseFolder folder(row_of_masses(units, 1, middle_response));
        const ProgramRun run = run_ok(folder, "run case.toml --output out");
        CHECK_THAT(run.out, Contains("no peak of row.middle.x"));
        const std::size_t n =
            io::Hdf5Reader(folder / "out/results.h5").numbers("levels/0001/frequency").size();
        const std::string all = std::to_string(n);
        CHECK_THAT(run.out, Contains("row.middle.x rests at " + all + " of " + all +
                                     " points: its rms there is at most") &&
                                Contains("round-off of the motion of the model"));
        const ProgramRun side =
            run_ok(folder, "run case.toml --output side --set 'analysis.monitor=\"row.left.x\"'");
        CHECK_THAT(side.out, Contains("peak ") && !Contains("rests"));
    }
}

// The middle mass moves by about 1e-9 of the others.
TEST_CASE("a monitor that moves very little has its peak", "[app]")
{
    const CaseFolder folder(row_of_masses(metres, 1 + 1e-8, middle_response));
    const ProgramRun run = run_ok(folder, "run case.toml --output out");
    CHECK_THAT(run.out, Contains("peak") && !Contains("no peak") && !Contains("rests"));
}

TEST_CASE("a ridge of a monitor that rests is refused with the reason", "[app]")
{
    const CaseFolder folder(row_of_masses(metres, 1, middle_ridge));
    const ProgramRun run = run_program(folder, "run case.toml --output out");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err,
               Contains("analysis.monitor = \"row.middle.x\"; the drive does not move it"));
}
