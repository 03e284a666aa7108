#include "io/hdf5_file.hpp"
#include "io/reader.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/maps/map_cases.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;
using namespace slideway::test;
using Catch::Contains;

namespace {

// Two masses, the first rubs on the ground.
const std::string rubbing = R"(title = "Rub"

[[substructure]]
name  = "chain"
type  = "lumped"
chain = { from = "ground", masses = [1.0, 1.0], springs = [100.0, 100.0] }

[[joint]]
name    = "rub"
law     = "coulomb"
between = ["chain.m1", "ground"]
limit   = 4.656

[[load]]
name  = "push"
on    = "chain.m1.x"
force = { amplitude = 10.0 }

[excitation]
Omega = 3.0

[analysis]
type   = "transient"
scheme = "runge-kutta"
cycles = 20

[output]
history = ["chain.m1.x", "chain.m2.x", "rub"]
)";

// A mass dropped on a spring: it swings for ever, and a loose tolerance lets it die out.
const std::string swinging = R"(title = "Swing"

[[substructure]]
name  = "chain"
type  = "lumped"
chain = { from = "ground", masses = [1.0], springs = [1.0] }

[[load]]
name  = "weight"
on    = "chain.m1.x"
force = 1.0

[analysis]
type      = "transient"
scheme    = "runge-kutta"
tolerance = 1e-3
t_end     = 1000.0
)";

// A mass pushed along a rough elastic pad into a stop; nothing is harmonic.
const std::string stopped = R"(title = "Stop"

[[substructure]]
name    = "block"
type    = "lumped"
masses  = { mass = { x = 2.0, y = 2.0 } }
springs = [{ between = ["mass.x", "ground"], stiffness = 300.0 }]

[[joint]]
name       = "pad"
law        = "elastic-coulomb"
between    = ["block.mass", "ground"]
normal_deg = 90
k_t        = 2000.0
k_n        = 3000.0
friction   = 0.3
preload    = 6.0

[[joint]]
name      = "stop"
law       = "gap"
between   = ["block.mass.x", "ground"]
stiffness = 4000.0
clearance = 0.012

[[joint]]
name    = "hard"
law     = "cubic"
between = ["block.mass.y", "ground"]
k3      = 4e7

[[load]]
name  = "push"
on    = "block.mass.x"
force = 9.0

[analysis]
type   = "transient"
scheme = "runge-kutta"
t_end  = 0.5

[output]
history         = ["block.mass.x", "pad", "stop", "hard"]
history_rate_hz = 1000
)";

} // namespace

TEST_CASE("all schemes that locate events write the same motion", "[app]")
{
    const std::string scheme = GENERATE("runge-kutta", "taylor");
    const CaseFolder steps(replaced(rubbing, "runge-kutta", scheme));
    const CaseFolder exact(replaced(rubbing, "runge-kutta", "event-driven"));
    REQUIRE(run_program(steps, "run case.toml --quiet --output out --set analysis.tolerance=1e-11")
                .exit_status == 0);
    REQUIRE(run_program(exact, "run case.toml --quiet --output out").exit_status == 0);
    const Json a = summary_of(exact)["quantities"], b = summary_of(steps)["quantities"];
    CHECK(summary_of(steps)["used"]["scheme"].text() == scheme);
    CHECK(summary_of(steps)["used"]["tolerance"].text() == "1e-11");
    for (const std::string& name : a.keys()) {
        CAPTURE(name);
        REQUIRE(b.contains(name));
        if (a[name]["value"].is_text())
            CHECK(b[name]["value"] == a[name]["value"]);
        else // 20 periods, as in the tests of the scheme; 1e-8 of forces and energies of 1 to 100
            CHECK(b[name]["value"].number() ==
                  Approx(a[name]["value"].number()).epsilon(1e-7).margin(1e-8));
    }
    const io::Hdf5Reader x(exact / "out/results.h5"), y(steps / "out/results.h5");
    for (const std::string name :
         {"time", "points/chain.m2.x/acceleration", "joints/rub/force", "joints/rub/velocity",
          "joints/rub/events/time", "energy/stored", "energy/friction", "energy/drive"}) {
        CAPTURE(name);
        const std::vector<double> u = x.numbers(name), v = y.numbers(name);
        REQUIRE(u.size() == v.size());
        REQUIRE(!u.empty());
        double most = 0, difference = 0;
        for (std::size_t n = 0; n < u.size(); ++n) {
            most = std::max(most, std::abs(u[n]));
            difference = std::max(difference, std::abs(u[n] - v[n]));
        }
        CHECK(difference < 1e-7 * most);
    }
    CHECK(x.integers("joints/rub/state") == y.integers("joints/rub/state"));
    CHECK(x.integers("joints/rub/events/kind") == y.integers("joints/rub/events/kind"));
}

TEST_CASE("the shipped cases with free play have the same events by either kind of steps", "[app]")
{
    // 1199 events in 100 periods and 80 in 20; smoothed stops have none. Times to 1e-9 of that of
    // the run, displacements to 1e-9 of the largest.
    struct Row {
        std::string name;
        std::vector<std::string> numbers, states;
    };
    const std::string at_stops = "joints/stops/events/", motion = "points/pair.left.x/displacement";
    for (const Row& row : std::vector<Row>{
             {"motion_regimes/free_play",
              {"joints/rub/events/time", at_stops + "time"},
              {"joints/rub/events/kind", at_stops + "state"}},
             {"free_play/high_orbit", {at_stops + "time", motion}, {at_stops + "state"}},
             {"free_play/high_orbit_smoothed", {motion}, {}}}) {
        CAPTURE(row.name);
        const CaseFolder folder("");
        const auto results = [&](const std::string& scheme) -> io::Hdf5Reader {
            CHECK(run_program(folder,
                              "run " + row.name + " --quiet --output " + scheme +
                                  " --set analysis.tolerance=1e-12 --set analysis.scheme=" + scheme)
                      .exit_status == 0);
            return io::Hdf5Reader(folder / scheme / "results.h5");
        };
        const io::Hdf5Reader x = results("runge-kutta"), y = results("taylor");
        for (const std::string& name : row.numbers) {
            CAPTURE(name);
            const std::vector<double> u = x.numbers(name), v = y.numbers(name);
            REQUIRE(u.size() == v.size());
            REQUIRE(u.size() >= 80);
            double difference = 0;
            for (std::size_t n = 0; n < u.size(); ++n)
                difference = std::max(difference, std::abs(u[n] - v[n]));
            CHECK(difference < 1e-9 * *std::max_element(u.begin(), u.end()));
        }
        for (const std::string& name : row.states)
            CHECK(x.integers(name) == y.integers(name));
    }
}

TEST_CASE("joints of every law move by steps without excitation", "[app]")
{
    const CaseFolder folder(replaced(stopped, "runge-kutta", GENERATE("runge-kutta", "taylor")));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CAPTURE(run.err);
    REQUIRE(run.exit_status == 0);
    const Json summary = summary_of(folder);
    CHECK(summary["used"]["Omega"].text() == "none");
    CHECK(summary["quantities"]["energy.joints"]["value"].number() > 0);
    CHECK(std::abs(summary["quantities"]["energy.residual"]["value"].number()) < 1e-7);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<double> time = h5.numbers("time"), r = h5.numbers("joints/stop/displacement"),
                              f = h5.numbers("joints/stop/force"),
                              state = h5.numbers("joints/stop/state");
    REQUIRE(time.size() == 501);
    REQUIRE(r.size() == 501);
    for (std::size_t n = 0; n < r.size(); ++n) {
        CHECK(f[n] == Approx(4000 * std::max(0.0, r[n] - 0.012)).margin(1e-9));
        CHECK(state[n] == (r[n] > 0.012 ? 1 : 0));
    }
    // Touching and leaving by turns.
    const std::vector<int> after = h5.integers("joints/stop/events/state");
    REQUIRE(after.size() > 3);
    for (std::size_t n = 0; n < after.size(); ++n)
        CHECK(after[n] == (n % 2 == 0 ? 1 : 0));
    CHECK(h5.numbers("joints/stop/events/time").size() == after.size());
    CHECK(h5.numbers("joints/pad/force").size() == 2 * 501); // t and n
    CHECK_THROWS(h5.numbers("joints/hard/state"));           // smooth
    const std::vector<double> x = h5.numbers("points/block.mass.x/displacement");
    CHECK(x == r);
}

TEST_CASE("wrong keys of runs by steps are refused with what is allowed", "[app]")
{
    const std::string cycles = "cycles = 20", end = "t_end  = 0.5";
    check_refused(
        rubbing,
        {{"tolerance of round-off", cycles, "tolerance = 1e-14", "tolerance",
          "analysis.tolerance = 1e-14; expected a number >= 1e-13 and <= 0.001"},
         {"loose tolerance", cycles, "tolerance = 0.01", "tolerance",
          "analysis.tolerance = 0.01; expected a number >= 1e-13 and <= 0.001"},
         {"time step", cycles, "h = 1e-5",
          "h = ", "analysis.h = 1e-05; runge-kutta has no time step and no separation"},
         {"cycles and an end", cycles, cycles + "\nt_end = 1", cycles,
          "analysis.cycles = 20; give either cycles or t_end"},
         {"start in equilibrium", cycles, "start = \"static-equilibrium\"", "start = ",
          "analysis.start = \"static-equilibrium\"; runge-kutta starts at rest; expected auto or "
          "rest"}});
    check_refused(stopped,
                  {{"no end", end, "", "scheme",
                    "analysis.scheme = \"runge-kutta\"; give t_end, or the frequency of a drive in "
                    "[excitation]"},
                   {"noise", "force = 9.0", "noise = { rms = 1.0, band_hz = [1.0, 10.0] }",
                    "[[load]]", "load.push: expected a constant or harmonic force, not noise"}});
    // Keys and drives of one scheme are not those of another.
    check_refused(replaced(rubbing, "runge-kutta", "event-driven"),
                  {{"tolerance of events", cycles, "tolerance = 1e-9", "tolerance",
                    "analysis.tolerance = 1e-09; the tolerance is that of runge-kutta and taylor"},
                   {"time step of events", cycles, "h = 1e-5", "h = ",
                    "analysis.h = 1e-05; event-driven has no time step and no separation"}});
    check_refused(replaced(rubbing, "runge-kutta", "taylor"),
                  {{"sticking of joints", cycles, cycles + "\nsticking = \"follow\"", "sticking",
                    "analysis.sticking = \"follow\"; taylor has no sliding contacts, and joints "
                    "stick according to their laws"}});
    check_refused(
        replaced(rubbing, "runge-kutta", "taylor"),
        {{"tolerance of round-off", cycles, "tolerance = 1e-17", "tolerance",
          "analysis.tolerance = 1e-17; expected a number >= 1e-16 and <= 0.001"},
         {"time step", cycles, "h = 1e-5",
          "h = ", "analysis.h = 1e-05; taylor has no time step and no separation"},
         {"start in equilibrium", cycles, "start = \"static-equilibrium\"", "start = ",
          "analysis.start = \"static-equilibrium\"; taylor starts at rest; expected auto or "
          "rest"}});
    check_refused(replaced(stopped, "runge-kutta", "taylor"),
                  {{"no end", end, "", "scheme",
                    "analysis.scheme = \"taylor\"; give t_end, or the frequency of a drive in "
                    "[excitation]"}});
    // Laws that event-driven does not know name the scheme that does.
    const std::string gap = replaced(replaced(rubbing, "law     = \"coulomb\"", "law = \"gap\""),
                                     "limit   = 4.656", "stiffness = 1.0\nclearance = 1.0");
    const CaseFolder folder(replaced(gap, "runge-kutta", "event-driven"));
    CHECK_THAT(run_program(folder, "check case.toml").err,
               Contains("\"runge-kutta\" or \"taylor\" takes"));
}

TEST_CASE("schemes that locate events start from displacements and velocities of ports", "[app]")
{
    // The first sample is the start.
    const std::string start = "start = { displacement = { \"chain.m1.x\" = 0.1, \"chain.m2.x\" = "
                              "-0.05 }, velocity = { \"chain.m2.x\" = 2.0 } }";
    for (const std::string scheme : {"event-driven", "runge-kutta", "taylor"}) {
        CAPTURE(scheme);
        const CaseFolder folder(replaced(replaced(rubbing, "runge-kutta", scheme), "cycles = 20",
                                         "cycles = 1\n" + start));
        const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
        CAPTURE(run.err);
        REQUIRE(run.exit_status == 0);
        const io::Hdf5Reader h5(folder / "out/results.h5");
        CHECK(h5.numbers("points/chain.m1.x/displacement").front() == Approx(0.1).epsilon(1e-12));
        CHECK(h5.numbers("points/chain.m2.x/displacement").front() == Approx(-0.05).epsilon(1e-12));
        CHECK(h5.numbers("points/chain.m1.x/velocity").front() == Approx(0).margin(1e-12));
        CHECK(h5.numbers("points/chain.m2.x/velocity").front() == Approx(2).epsilon(1e-12));
        CHECK(summary_of(folder, "out")["used"]["start"].text() == "given");
    }
    const std::string cycles = "cycles = 20";
    const auto with = [](const std::string& table) -> std::string { return "start = " + table; };
    check_refused(
        rubbing,
        {{"nothing given", cycles, with("{}"),
          "start = ", "analysis.start = {  }; give displacement or velocity, or results"},
         {"unknown mass", cycles, with("{ displacement = { \"chain.m3.x\" = 1.0 } }"), "start = ",
          "analysis.start = \"chain.m3.x\"; substructure \"chain\" has no port \"m3\"; did you "
          "mean m1? Allowed: m1, m2"},
         {"a list", cycles, with("{ velocity = { \"chain.m1.x\" = [1.0, 2.0] } }"),
          "start = ", "analysis.start.velocity.chain.m1.x = [1, 2]; expected a number [m/s]"},
         {"unknown key", cycles, with("{ position = { \"chain.m1.x\" = 1.0 } }"), "start = ",
          "unknown key analysis.start.position; allowed: displacement, velocity, results, t, "
          "level, curve, at, frequency_hz, Omega"}});
    check_refused(replaced(stopped, "runge-kutta", "forward-increment"),
                  {{"of time steps", "t_end  = 0.5",
                    "t_end = 0.5\nstart = { results = \"earlier\" }", "start = ",
                    "analysis.start = { results = \"earlier\" }; results of earlier runs are for "
                    "event-driven, runge-kutta and taylor; give displacement or velocity, or a "
                    "word"}});
}

TEST_CASE("an energy account that does not close is warned of", "[app]")
{
    const CaseFolder folder(swinging);
    const ProgramRun loose = run_program(folder, "run case.toml --quiet --output out");
    CHECK_THAT(loose.out, Contains("warning: that the energy account is open by 0.2") &&
                              Contains("more than 0.01") && Contains("lower analysis.tolerance"));
    const ProgramRun tight =
        run_program(folder, "run case.toml --quiet --output out --set analysis.tolerance=1e-8");
    CHECK_THAT(tight.out, Contains("energy account closes") && !Contains("warning"));
    // Ten thousand samples without a period of a drive.
    const Json summary = summary_of(folder);
    CHECK(summary["used"]["history_rate"].text() == "10 Hz");

    // A map says at which of its points.
    const CaseFolder map(with_map(swinging, "key = \"analysis.tolerance\", values = [1e-8, 1e-3]"));
    const ProgramRun run = run_program(map, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 0);
    CHECK_THAT(run.out, Contains("2 points: 2 done\n1 point with a warning; the first, at "
                                 "analysis.tolerance = 0.001: warning: that the energy account"));
}

TEST_CASE("the energy account counts what is turned over at any sample, whatever the scheme",
          "[app]")
{
    // A mass dropped on a spring is where it began after a period: nothing is turned over then.
    const std::string dropped = R"(title = "Dropped"

[[substructure]]
name  = "chain"
type  = "lumped"
chain = { from = "ground", masses = [1.0], springs = [1.0] }

[[load]]
name  = "weight"
on    = "chain.m1.x"
force = 1.0

[analysis]
type   = "transient"
scheme = "SCHEME"
start  = "rest"
t_end  = 6.283185307179586

[output]
history         = ["chain.m1.x"]
history_rate_hz = 100.0
)";
    for (const std::string scheme : {"modal-propagator", "runge-kutta", "taylor"}) {
        CAPTURE(scheme);
        const CaseFolder folder(replaced(dropped, "SCHEME", scheme));
        REQUIRE(run_program(folder, "run case.toml --quiet --output out").exit_status == 0);
        const auto quantities = summary_of(folder, "out")["quantities"];
        // 4 J are exchanged at half the period; the tolerance is 1e-8 of the energy exchanged at
        // the end.
        CHECK(std::abs(quantities["energy.residual"]["value"].number()) < 1e-9);
    }
}
