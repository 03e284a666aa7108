#include "io/reader.hpp"
#include "tests/app/app_test.hpp"
#include "tests/app/maps/map_cases.hpp"

using namespace slideway;
using namespace slideway::test;

namespace {

// Two masses, the first rubs on the ground.
const std::string rubbing = model("rubbing_chain");

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
const std::string stopped = model("block_at_stop");

} // namespace

TEST_CASE("all schemes that locate events write the same motion", "[app]")
{
    const std::string scheme = GENERATE("runge-kutta", "taylor");
    const CaseFolder steps(replaced(rubbing, "runge-kutta", scheme));
    const CaseFolder exact(replaced(rubbing, "runge-kutta", "event-driven"));
    run_ok(steps, "run case.toml --quiet --output out --set analysis.tolerance=1e-11");
    run_ok(exact, "run case.toml --quiet --output out");
    const Json a = summary_of(exact)["quantities"], b = summary_of(steps)["quantities"];
    CHECK(summary_of(steps)["used"]["scheme"].text() == scheme);
    CHECK(summary_of(steps)["used"]["tolerance"].text() == "1e-11");
    for (const std::string& name : a.keys()) {
        CAPTURE(name);
        REQUIRE(b.contains(name));
        if (a[name]["value"].is_text())
            CHECK(b[name]["value"] == a[name]["value"]);
        else // 20 periods, as in the tests of the scheme; 1e-8 of forces and energies of 1 to 100
            CHECK(b.value(name) == Approx(a.value(name)).epsilon(1e-7).margin(1e-8));
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
            run_ok(folder, "run " + row.name + " --quiet --output " + scheme +
                               " --set analysis.tolerance=1e-12 --set analysis.scheme=" + scheme);
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
    const RunCase run(replaced(stopped, "runge-kutta", GENERATE("runge-kutta", "taylor")));
    const Json summary = summary_of(run);
    CHECK(summary["used"]["Omega"].text() == "none");
    CHECK(summary["quantities"].value("energy.joints") > 0);
    CHECK(std::abs(summary["quantities"].value("energy.residual")) < 1e-7);
    const io::Hdf5Reader h5(run / "out/results.h5");
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

TEST_CASE("schemes that locate events start from displacements and velocities of ports", "[app]")
{
    // The first sample is the start.
    const std::string start = "start = { displacement = { \"chain.m1.x\" = 0.1, \"chain.m2.x\" = "
                              "-0.05 }, velocity = { \"chain.m2.x\" = 2.0 } }";
    for (const std::string scheme : {"event-driven", "runge-kutta", "taylor"}) {
        CAPTURE(scheme);
        const RunCase run(replaced(replaced(rubbing, "runge-kutta", scheme), "cycles = 20",
                                   "cycles = 1\n" + start));
        const io::Hdf5Reader h5(run / "out/results.h5");
        CHECK(h5.numbers("points/chain.m1.x/displacement").front() == Approx(0.1).epsilon(1e-12));
        CHECK(h5.numbers("points/chain.m2.x/displacement").front() == Approx(-0.05).epsilon(1e-12));
        CHECK(h5.numbers("points/chain.m1.x/velocity").front() == Approx(0).margin(1e-12));
        CHECK(h5.numbers("points/chain.m2.x/velocity").front() == Approx(2).epsilon(1e-12));
        CHECK(summary_of(run, "out")["used"]["start"].text() == "given");
    }
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

    // A map tells at which of its points.
    const RunCase run(with_map(swinging, "key = \"analysis.tolerance\", values = [1e-8, 1e-3]"));
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
        const RunCase run(replaced(dropped, "SCHEME", scheme));
        const auto quantities = summary_of(run, "out")["quantities"];
        // 4 J are exchanged at half the period; the tolerance is 1e-8 of the energy exchanged at
        // the end.
        CHECK(std::abs(quantities.value("energy.residual")) < 1e-9);
    }
}
