#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"
#include "tests/support/toy_list.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

// Shows how to add a joint law: the toy_law_program has one that no other file names.

using namespace slideway;
using namespace slideway::test;
using Catch::Contains;

namespace {

// A mass on a saturating spring, pulled from rest by a constant force.
const std::string pulled = R"(title = "Pulled"

[[substructure]]
name     = "body"
type     = "lumped"
masses   = { mass = { x = 2.0 } }
springs  = [{ between = ["mass.x", "ground"], stiffness = 300.0 }]
dashpots = [{ between = ["mass.x", "ground"], damping = 20.0 }]

[[joint]]
name    = "soft"
law     = "saturating"
between = ["body.mass.x", "ground"]
limit   = 5.0
length  = 0.01

[[load]]
name  = "pull"
on    = "body.mass.x"
force = 8.0

[analysis]
type   = "transient"
scheme = "forward-increment"
t_end  = 6.0
h      = 1e-3
start  = "rest"

[output]
history         = ["body.mass.x", "soft"]
history_rate_hz = 100.0
)";

const std::string forced =
    replaced(replaced(pulled, "force = 8.0", "force = { amplitude = 8.0 }"),
             "type   = \"transient\"\nscheme = \"forward-increment\"\nt_end  = 6.0\nh      = "
             "1e-3\nstart  = \"rest\"",
             "type         = \"forced-response\"\nmonitor      = \"body.mass.x\"\n"
             "frequency_hz = { from = 1, to = 2 }");

ProgramRun run(const std::string& text, const std::string& arguments)
{
    const CaseFolder folder(text);
    return run_program(folder, arguments);
}

} // namespace

TEST_CASE("a joint law is its own files and its name in one list", "[toy_law]")
{
    check_toy_list("contact/laws/joint_laws.hpp", SLIDEWAY_TOY_LIST, "toy_law");
}

TEST_CASE("a new joint law has its keys, and the choice of laws names it", "[toy_law]")
{
    const ProgramRun keys = run(pulled, "keys saturating");
    CHECK(keys.exit_status == 0);
    CHECK_THAT(keys.out, Contains("[[joint]] law = \"saturating\"") &&
                             Contains("spring that gives way") && Contains("largest force") &&
                             Contains("where the force has 76 % of it") && Contains("normal_deg"));
    const ProgramRun wrong =
        run(replaced(pulled, "\"saturating\"", "\"saturated\""), "check case.toml");
    CHECK(wrong.exit_status == 2);
    CHECK_THAT(wrong.err, Contains("did you mean saturating?"));
    const ProgramRun number =
        run(replaced(pulled, "limit   = 5.0", "limit = -5"), "check case.toml");
    CHECK_THAT(number.err, Contains("joint.soft.limit = -5; expected a number > 0 [N]"));
}

TEST_CASE("a transient takes a new joint law that has a force", "[toy_law]")
{
    // At rest k u + limit tanh(u / length) = 8, by Newton's method.
    double u = 0.01;
    for (int n = 0; n < 50; ++n) {
        const double t = std::tanh(u / 0.01);
        u -= (300 * u + 5 * t - 8) / (300 + 500 * (1 - t * t));
    }
    const CaseFolder folder(pulled);
    const ProgramRun transient = run_program(folder, "run case.toml --output out");
    INFO(transient.err);
    REQUIRE(transient.exit_status == 0);
    const ProgramRun described = run_program(folder, "check case.toml");
    CHECK_THAT(described.out, Contains("joint soft: saturating between body.mass.x and ground"));
    // The initial transient has decayed by exp(-5 / s times 6 s).
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.numbers("points/body.mass.x/displacement").back() == Approx(u).epsilon(1e-10));
    CHECK(h5.numbers("joints/soft/force").back() == Approx(5 * std::tanh(u / 0.01)).epsilon(1e-10));
}

TEST_CASE("an analysis that needs more of a joint law refuses it and names those that have it",
          "[toy_law]")
{
    const ProgramRun response = run(forced, "run case.toml");
    CHECK(response.exit_status == 2);
    CHECK_THAT(response.err, Contains("joint.soft.law = \"saturating\"; forced-response takes "
                                      "elastic-coulomb, iwan, cubic, "
                                      "polynomial, table, gap without damping, and linear"));
    const ProgramRun events =
        run(replaced(replaced(pulled, "\"forward-increment\"", "\"runge-kutta\""),
                     "h      = 1e-3\n", ""),
            "run case.toml");
    CHECK(events.exit_status == 2);
    CHECK_THAT(
        events.err,
        Contains("joint.soft.law = \"saturating\"") &&
            Contains("expected linear, elastic-coulomb, iwan, gap, cubic, polynomial or table"));
    // Other lists of laws are derived from the list and contain the new one.
    const ProgramRun dry =
        run(replaced(replaced(pulled, "\"saturating\"", "\"coulomb\""), "length  = 0.01\n", ""),
            "run case.toml");
    CHECK(dry.exit_status == 2);
    CHECK_THAT(
        dry.err,
        Contains(
            "expected linear, elastic-coulomb, iwan, gap, cubic, polynomial, table or saturating"));
}
