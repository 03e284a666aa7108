#include "tests/app/app_test.hpp"

using namespace slideway;
using namespace slideway::test;

namespace {

// While m1 sticks, (s + 1)^4 = 0 with one eigenvector: no complete set of modes. It slides first.
const std::string fourfold = R"(title = "Fourfold eigenvalue"

[[substructure]]
name     = "chain"
type     = "lumped"
masses   = { m1 = { x = 1.0 }, m2 = { x = 1.0 }, m3 = { x = 4.0 } }
springs  = [{ between = ["m1", "m2"], stiffness = 1.0 },
            { between = ["m2", "m3"], stiffness = 4.0 }]
dashpots = [{ between = ["m2", "ground"], damping = 4.0 }]

[[joint]]
name    = "rub"
law     = "coulomb"
between = ["chain.m1", "ground"]
limit   = 8.0

[[load]]
name  = "push"
on    = "chain.m1.x"
force = { amplitude = 10.0 }

[excitation]
Omega = 1.0

[analysis]
type   = "transient"
scheme = "event-driven"
cycles = 10

[output]
history         = ["chain.m1.x", "rub"]
history_rate_hz = 100.0
)";

} // namespace

TEST_CASE("what an event-driven motion has when it cannot go on is kept", "[app]")
{
    const CaseFolder folder(fourfold);
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 1);
    CHECK_THAT(run.err, Contains("stopped early: at t = ") &&
                            Contains(" s: damping leaves the system without a complete set of "
                                     "modes") &&
                            Contains("everything up to there is kept"));
    const auto summary = summary_of(folder, "out");
    CHECK(summary["status"].text() == "instability");
    CHECK_FALSE(summary["quantities"].contains("rub.regime"));
    // The event that cannot be passed is the first stop: all sliding before it is there.
    const double end = summary["quantities"].value("time.end");
    CHECK(summary["quantities"].value("events") >= 1);
    const io::Hdf5Reader file(folder / "out/results.h5");
    CHECK(file.numbers("time").size() == std::size_t(std::floor(100 * end)) + 1);
}

TEST_CASE("a steady state that needs such a motion is a failed computation", "[app]")
{
    const CaseFolder folder(replaced(fourfold.substr(0, fourfold.find("[output]")),
                                     "type   = \"transient\"\nscheme = \"event-driven\"",
                                     "type   = \"regimes\"\nmethod = \"simulation\""));
    const ProgramRun run = run_program(folder, "run case.toml --quiet");
    CHECK(run.exit_status == 1);
    CHECK_THAT(run.err, Contains("complete set of modes") && !Contains("kept"));
}
