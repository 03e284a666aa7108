#include "tests/app/app_test.hpp"

using namespace slideway::test;

namespace {

// Three masses in a row, pushed to and fro.
const std::string chain = R"(title = "Row of masses"

[[substructure]]
name  = "chain"
type  = "lumped"
chain = { from = "ground", masses = [1.0, 1.0, 1.0], springs = [100.0, 100.0, 100.0] }

[[load]]
name  = "push"
on    = "chain.m1.x"
force = { amplitude = 1.0 }

[excitation]
Omega = 3.0

)";

const std::string displaced =
    "chain.m1.x; the other 2 dofs (chain.m2.x, chain.m3.x) stand where "
    "bodies and linear joints have the least elastic energy, which need not be 0";
const std::string struck = "chain.m1.x; the other 2 dofs (chain.m2.x, chain.m3.x) have the "
                           "velocities of least kinetic energy";

} // namespace

TEST_CASE("a start states what it leaves to the least energy", "[app]")
{
    const std::string start = "start = { displacement = { \"chain.m1.x\" = 0.1 }, velocity = { "
                              "\"chain.m1.x\" = 1.0 } }\n";
    const std::string plane = "plane.displacement.\"chain.m1.x\" = { from = -0.1, to = 0.1, n = 2 "
                              "}\nplane.velocity.\"chain.m1.x\" = { from = -1.0, to = 1.0, n = 2 "
                              "}\nmonitor = [\"chain.m1.x\"]\n";
    const std::string watched = "monitor = [\"chain.m1.x\"]\n";
    std::vector<std::pair<std::string, std::string>> analyses; // the table, what it calls the start
    for (const std::string scheme :
         {"forward-increment", "modal-propagator", "event-driven", "runge-kutta", "taylor"})
        analyses.emplace_back(
            "type = \"transient\"\nscheme = \"" + scheme + "\"\nt_end = 0.1\n" + start, "start");
    analyses.emplace_back("type = \"long-motions\"\ndiscard = 1\nperiods = 1\n" + watched + start,
                          "start");
    analyses.emplace_back("type = \"long-motions\"\ndiscard = 1\nperiods = 1\n" + watched +
                              "starts.displacement.\"chain.m1.x\" = { from = -0.1, to = 0.1, n = 2 "
                              "}\nstarts.velocity.\"chain.m1.x\" = { from = -1.0, to = 1.0, n = 2 "
                              "}\n",
                          "starts");
    analyses.emplace_back("type = \"basins\"\n" + plane, "plane");
    for (const auto& [table, key] : analyses) {
        CAPTURE(table);
        const CaseFolder folder(chain + "[analysis]\n" + table);
        const ProgramRun check = run_program(folder, "check case.toml");
        INFO(check.out << check.err);
        CHECK(check.exit_status == 0);
        CHECK_THAT(check.out, Contains(key + ".displacement names " + displaced) &&
                                  Contains(key + ".velocity names " + struck));
        const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
        CHECK_THAT(run.out, Contains(key + ".displacement names " + displaced) &&
                                Contains(key + ".velocity names " + struck));
    }
}

TEST_CASE("a start that names every dof or none leaves nothing to the least energy", "[app]")
{
    for (const std::string start :
         {"start = { displacement = { \"chain.m1.x\" = 0.1, \"chain.m2.x\" = 0.0, \"chain.m3.x\" = "
          "0.0 } }\n",
          ""}) {
        const RunCase run(chain +
                          "[analysis]\ntype = \"transient\"\nscheme = "
                          "\"runge-kutta\"\nt_end = 0.1\n" +
                          start);
        CHECK_THAT(run.out, !Contains("least"));
    }
}
