#include "tests/app/program.hpp"
#include "tests/app/two_masses.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

// `check` and `run` refuse the case with the same line and exit status.
void refused_by_both(const std::string& text, int exit_status, const std::string& message)
{
    const CaseFolder folder(text);
    const ProgramRun check = run_program(folder, "check case.toml");
    const ProgramRun run = run_program(folder, "run case.toml --quiet");
    CHECK(check.exit_status == exit_status);
    CHECK(run.exit_status == exit_status);
    CHECK_THAT(check.err, Contains(message));
    CHECK(check.err == run.err);
}

std::string transient(const std::string& scheme, const std::string& output = "")
{
    return two_masses("m2", "0.3", "1.5",
                      "type = \"transient\"\nscheme = \"" + scheme + "\"\ncycles = 1000\n" +
                          output);
}

std::string regimes(const std::string& method)
{
    return "type = \"regimes\"\nmethod = \"" + method + "\"";
}

// A second contact of the same mass.
std::string doubled(const std::string& text)
{
    return replaced(text, "[excitation]",
                    "[[joint]]\nname = \"floor\"\nlaw = \"coulomb\"\n"
                    "between = [\"chain.m2\", \"ground\"]\nlimit = 0.1\n\n[excitation]");
}

// A probe and a short step: 5e7 samples.
const std::string long_record = R"([[substructure]]
name = "o"
type = "lumped"
masses = { m = { x = 1.0 } }
springs = [{ between = ["m", "ground"], stiffness = 1e4 }]
[[load]]
name = "weight"
on = "o.m.x"
force = 1.0
[analysis]
type = "transient"
t_end = 1.0
h = 1e-10
[output]
history = ["o.m.x"]
history_rate_hz = 5e7
)";

// Driven at the frequency of a mode without damping, by more than friction takes.
const std::string at_resonance = R"([[substructure]]
name = "o"
type = "lumped"
masses = { m = { x = 1.0 } }
springs = [{ between = ["m", "ground"], stiffness = 1.0 }]
[[load]]
name = "shaker"
on = "o.m.x"
force = { amplitude = 1.0 }
[[joint]]
name = "wall"
law = "coulomb"
between = ["o.m", "ground"]
limit = 0.1
[excitation]
Omega = 1.0
[analysis]
)";

} // namespace

TEST_CASE("check refuses what run refuses before it computes", "[app]")
{
    const std::string fast = "[output]\nhistory = [\"chain.m1.x\"]\nhistory_rate_hz = 1e9";
    const std::string dependent = "the contacts depend on each other (wall, floor)";
    for (const std::string scheme : {"event-driven", "runge-kutta", "taylor"}) {
        CAPTURE(scheme);
        refused_by_both(transient(scheme, fast), 2,
                        "analysis: the results would take 5.03e+05 GB (limit 4 GB); lower "
                        "history_rate_hz");
        refused_by_both(doubled(transient(scheme)), 2, dependent);
    }
    refused_by_both(long_record, 2,
                    "the results would take 5.2 GB (limit 4 GB); lower history_rate_hz or "
                    "fields_rate_hz");
    refused_by_both(two_masses("m2", "0.3", "1.5",
                               "type = \"regimes\"\n"
                               "Omega_range = { from = 1e-8, to = 1.0, step = 0.5 }"),
                    2, "boundaries take 1.3e+09 samples of a mode of 1.61803 rad/s");
    for (const std::string method : {"steady-state", "simulation"}) {
        CAPTURE(method);
        refused_by_both(doubled(two_masses("m2", "0.3", "1.5", regimes(method))), 2, dependent);
        refused_by_both(at_resonance + regimes(method) + "\n", 1,
                        "no steady state: Omega = 1 rad/s is an undamped resonance");
    }
}
