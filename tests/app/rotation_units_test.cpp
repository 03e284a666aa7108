#include "app/analyses/job.hpp"
#include "app/maps/map_run.hpp"
#include "app/model/describe.hpp"
#include "io/array_sink.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <map>
#include <string>

// Which units results carry where something turns.

using namespace slideway;
using Catch::Matchers::Contains;

namespace {

struct Report {
    std::map<std::string, std::string> units; ///< units of quantities and arrays
    std::string model, lines;
};

void take(const app::Outcome& outcome, Report& reported)
{
    for (const app::Quantity& q : outcome.summary.quantities)
        reported.units[q.name] = q.unit;
    for (const std::string& line : outcome.summary.lines)
        reported.lines += line + "\n";
    if (outcome.complete)
        outcome.complete();
    io::ArraysInMemory arrays;
    outcome.arrays(arrays);
    for (const auto& [name, array] : arrays.arrays())
        reported.units[name] = array.unit;
}

Report report_of(const std::string& text)
{
    const io::ScratchFolder folder;
    std::ofstream(folder / "case.toml") << text;
    const app::Job job = app::read_job(folder / "case.toml");
    const app::BuiltModel built = app::build_model(job);
    Report reported{.model = app::describe_model(job.c, built)};
    take(app::run(job, built), reported);
    return reported;
}

void check_units(const Report& reported, const std::map<std::string, std::string>& expected)
{
    for (const auto& [name, unit] : expected) {
        CAPTURE(name);
        REQUIRE(reported.units.contains(name));
        CHECK(reported.units.at(name) == unit);
    }
}

const std::string cantilever = R"([[substructure]]
name     = "beam"
type     = "beam"
length   = 0.5
elements = 2
section  = { width = 0.02, height = 0.01 }
material = { young = 210e9, density = 7800 }
axial    = false
fixed    = ["start"]
)";

// A flywheel on a shaft.
const std::string flywheel = R"([[substructure]]
name     = "shaft"
type     = "lumped"
masses   = { wheel = { rotation = 2.0 } }
springs  = [{ between = ["wheel.rotation", "ground"], stiffness = 800.0 }]
dashpots = [{ between = ["wheel.rotation", "ground"], damping = 4.0 }]
)";

const std::string friction = R"([[joint]]
name    = "brake"
law     = "coulomb"
between = ["shaft.wheel.rotation", "ground"]
limit   = 0.3
)";

const std::string couple = R"([[load]]
name  = "couple"
on    = "shaft.wheel.rotation"
force = { amplitude = 1.0 }
)";

} // namespace

TEST_CASE("the history of a rotation is in rad, that of a displacement beside it in m", "[app]")
{
    const Report reported = report_of(cantilever + R"([[load]]
name  = "bend"
on    = "beam.end.rotation"
force = 2.0
[analysis]
type  = "transient"
start = "rest"
t_end = 0.01
[output]
history         = ["beam.end.rotation", "beam.end.y"]
history_rate_hz = 5000
[[output.spectrogram]]
name   = "turns"
of     = "beam.end.rotation"
window = 0.002
)");
    check_units(reported, {{"points/beam.end.rotation/displacement", "rad"},
                           {"points/beam.end.rotation/velocity", "rad/s"},
                           {"points/beam.end.rotation/acceleration", "rad/s^2"},
                           {"points/beam.end.y/acceleration", "m/s^2"},
                           {"beam.end.rotation.displacement.max", "rad"},
                           {"beam.end.rotation.displacement.end", "rad"},
                           {"beam.end.rotation.acceleration.rms", "rad/s^2"},
                           {"beam.end.y.displacement.max", "m"},
                           {"turns.peak.amplitude", "rad/s^2"},
                           {"signals/turns/power", "(rad/s^2)^2"}});
    CHECK_THAT(reported.model, Contains("load bend on beam.end.rotation: 2 N m\n"));
    CHECK_THAT(reported.lines, Contains("rad/s^2 rms"));
}

TEST_CASE("a frequency response is in the unit of its output over that of its input", "[app]")
{
    auto response = [](const std::string& quantity) -> Report {
        return report_of(cantilever + R"([analysis]
type           = "frf"
inputs         = ["beam.end.rotation", "beam.end.y"]
outputs        = ["beam.end.rotation", "beam.end.y"]
frequency_hz = { from = 1, to = 3, step = 1 }
quantity       = ")" + quantity +
                         "\"\n");
    };
    const std::string turn = "frf/beam.end.rotation.", move = "frf/beam.end.y.",
                      by_moment = "/beam.end.rotation/real", by_force = "/beam.end.y/imag";
    check_units(response("displacement"), {{turn + "displacement" + by_moment, "rad/(N m)"},
                                           {turn + "displacement" + by_force, "rad/N"},
                                           {move + "displacement" + by_moment, "m/(N m)"},
                                           {move + "displacement" + by_force, "m/N"},
                                           {"peak.magnitude", "rad/(N m)"},
                                           {"response.real", "rad/(N m)"}});
    check_units(response("acceleration"), {{turn + "acceleration" + by_moment, "rad/s^2/(N m)"},
                                           {move + "acceleration" + by_force, "m/s^2/N"}});
}

TEST_CASE("statics tell rotations in rad, and the moment that holds one in N m", "[app]")
{
    const Report reported = report_of(cantilever + R"([[motion]]
name         = "turn"
on           = "beam.end.rotation"
displacement = 0.01
[[motion]]
name         = "hold"
on           = "beam.end.y"
displacement = 0.0
[analysis]
type = "static"
[output]
history = ["beam.end.rotation", "beam.end.y"]
)");
    check_units(reported, {{"beam.end.rotation.displacement", "rad"},
                           {"beam.end.y.displacement", "m"},
                           {"beam.displacement.max", "m"},
                           {"turn.force", "N m"},
                           {"hold.force", "N"},
                           {"bodies/beam/dofs", ""}}); // each in its own
    CHECK_THAT(reported.model, Contains("motion turn of beam.end.rotation: 0 rad/s") &&
                                   Contains("displaced by 0.01 rad in statics"));
    CHECK_THAT(reported.lines, Contains("motion turn: the body is held by") && Contains(" N m\n"));
}

TEST_CASE("friction of a rotation is a moment", "[app]")
{
    const std::string drive = "[excitation]\nOmega = 15.0\n";
    SECTION("in a transient")
    {
        const Report reported = report_of(flywheel + friction + couple + drive + R"([analysis]
type   = "transient"
scheme = "event-driven"
t_end  = 1.0
[output]
history_rate_hz = 200
[[output.spectrogram]]
name   = "moment"
of     = "brake"
window = 0.2
)");
        check_units(reported, {{"brake.force.max", "N m"},
                               {"brake.displacement.max", "rad"},
                               {"brake.amplitude", "rad"},
                               {"joints/brake/force", "N m"},
                               {"joints/brake/displacement", "rad"},
                               {"joints/brake/velocity", "rad/s"},
                               {"signals/moment/power", "(N m)^2"},
                               {"moment.peak.amplitude", "N m"}});
        CHECK_THAT(reported.model, Contains("harmonic, 1 N m, Omega"));
    }
    SECTION("in its regimes")
    {
        const Report reported =
            report_of(flywheel + friction + couple + drive +
                      "[analysis]\ntype = \"regimes\"\nmethod = \"steady-state\"\n");
        check_units(reported, {{"limit", "N m"},
                               {"at_key.no-motion", "N m"},
                               {"amplitude", "rad"},
                               {"boundaries/no-motion", "N m"},
                               {"boundaries/at/limit", "N m"},
                               {"orbit/brake/force", "N m"}});
        CHECK_THAT(reported.lines, Contains("stays at rest from") && Contains(" N m on"));
    }
}

TEST_CASE("friction of a port that moves and turns is in N and N m", "[app]")
{
    const Report reported = report_of(R"([[substructure]]
name   = "puck"
type   = "lumped"
masses = { centre = { x = 1.0, rotation = 1.0 } }
[[joint]]
name    = "ice"
law     = "coulomb"
between = ["puck.centre", "ground"]
limit   = 0.3
[[load]]
name  = "push"
on    = "puck.centre.x"
force = { amplitude = 1.0 }
[excitation]
Omega = 15.0
[analysis]
type   = "transient"
scheme = "event-driven"
t_end  = 1.0
[output]
history_rate_hz = 200
)");
    check_units(reported, {{"ice.force.max", "N, N m"},
                           {"ice.displacement.max", "m, rad"},
                           {"joints/ice.1/force", "N"},
                           {"joints/ice.2/force", "N m"},
                           {"joints/ice.2/displacement", "rad"}});
}

TEST_CASE("a joint between a displacement and a rotation, which has no unit, is refused", "[app]")
{
    const io::ScratchFolder folder;
    std::ofstream(folder / "case.toml") << cantilever + R"([[joint]]
name      = "tie"
law       = "linear"
between   = ["beam.end.y", "beam.end.rotation"]
stiffness = 1.0
[analysis]
type = "modes"
)";
    const app::Job job = app::read_job(folder / "case.toml");
    CHECK_THROWS_WITH(app::build_model(job),
                      Contains("case.toml:13: joint.tie: ") &&
                          Contains("a displacement and a rotation have no difference"));
}

TEST_CASE("a forced response of a rotation is in rad", "[app]")
{
    const Report reported = report_of(flywheel + couple + R"([[joint]]
name    = "stiffening"
law     = "cubic"
between = ["shaft.wheel.rotation", "ground"]
k3      = 1e3
[analysis]
type         = "forced-response"
monitor      = "shaft.wheel.rotation"
frequency_hz = { from = 2.0, to = 4.0 }
)");
    const std::string at = "levels/0001/";
    check_units(reported, {{"peaks.rms", "rad"},
                           {"largest.rms", "rad"},
                           {at + "points/shaft.wheel.rotation/rms", "rad"},
                           {at + "points/shaft.wheel.rotation/peak", "rad"},
                           {at + "points/shaft.wheel.rotation/coefficients", "rad"},
                           {at + "joints/stiffening/displacement", "rad"},
                           {at + "joints/stiffening/force", "N m"},
                           {at + "joints/stiffening/loops/force", "N m"},
                           {at + "branch/x", "rad"}});
    CHECK_THAT(reported.lines, Contains(" rad rms"));
}

TEST_CASE("a map over a moment is in N m", "[app]")
{
    const io::ScratchFolder folder;
    std::ofstream(folder / "case.toml") << cantilever + R"([[load]]
name  = "bend"
on    = "beam.end.rotation"
force = 2.0
[analysis]
type = "static"
[output]
history = ["beam.end.rotation"]
[map]
x = { key = "load.bend.force", from = 1.0, to = 2.0, n = 2, label = "M" }
)";
    const app::Job job = app::read_job(folder / "case.toml");
    Report reported;
    take(app::run_map(job, 1, {}).outcome, reported);
    const std::string turns = "beam.end.rotation.displacement";
    check_units(reported, {{"map/x", "N m"},
                           {"map." + turns + ".at_max", "N m"},
                           {"map/quantities/" + turns + "/value", "rad"}});
}
