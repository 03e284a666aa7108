#include "base/text.hpp"
#include "tests/app/app_test.hpp"

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string follow =
    "[analysis] scheme = \"modal-propagator\"\nh = 1e-6\nsticking = \"follow\"";

// A block of 1 kg on or above a rigid track, with its weight; steps of 1e-3 s.
std::string block(const std::vector<std::string>& changes)
{
    return changed(model("block_on_track"), changes);
}

std::string load(const std::string& name, const std::string& on, const std::string& force)
{
    return "+ [[load]]\nname = \"" + name + "\"\non = \"block.centre." + on +
           "\"\nforce = " + force;
}

} // namespace

TEST_CASE("openings that the step does not resolve are reported, those that it does are not",
          "[app]")
{
    // g = 1, from 1/2, restitution 1/2: flights of 1, 1/2, 1/4, ... s. Of steps of 0.25 s
    // those that they see last less than five; of 1e-3 s the last few do.
    for (const std::string h : {"0.25", "1e-3"}) {
        const RunCase run(block({"[[substructure]] placement = { at = [0.0, 0.5] }",
                                 "[[contact]] restitution = 0.5", "h = " + h,
                                 "[analysis] start = \"rest\"\nt_end = 4.0\nstatistics = { from = "
                                 "0.5, episode = 0.01 }"}));
        const std::string reported = run.out + run.err;
        CAPTURE(h, reported);
        if (h == "0.25")
            CHECK_THAT(reported,
                       Contains("contact rub opens") &&
                           Contains("times, mostly for less than five steps: h = 0.25 s does "
                                    "not resolve that"));
        else
            CHECK_THAT(reported, !Contains("less than five steps"));
    }
}

TEST_CASE("forces are reported of nodes in contact, and none before the statistics begin", "[app]")
{
    // A block that falls from 1/2 at g = 1 lands after 1 s: in flight there is no force, and the
    // least of those in contact is its weight. It falls from a little higher, so that it lands
    // within a step: one that ends at the very touch has hardly any force.
    const std::string falling = block(
        {"[[substructure]] placement = { at = [0.0, 0.5004] }", "[analysis] start = \"rest\""});
    const Json fallen =
        RunCase(changed(falling, {"[analysis] statistics = { from = 0.2 }"})).quantities;
    CHECK(fallen.value("rub.open") == Approx(0.8 / 1.8).epsilon(1e-2)); // steps
    CHECK(fallen.value("rub.normal_force.min") == Approx(1).epsilon(1e-9));

    // A run that ends before the ramp of a drive has no statistics, and reports no zeros.
    const RunCase run(changed(falling, {"+ [[motion]]\nname = \"push\"\non = \"block.centre.x\"\n"
                                        "velocity = { value = 1.0, ramp = 3.0 }"}));
    CHECK_THAT(run.out + run.err, Contains("contact rub: the run ended before statistics.from"));
    const Json& reported = run.quantities;
    for (const char* name : {"rub.open", "rub.sticks", "rub.gap.largest", "rub.normal_force.mean",
                             "rub.normal_force.min"})
        CHECK_FALSE(reported.contains(name));
    CHECK(reported.contains("rub.changes"));
}

TEST_CASE("the summary says where forces of friction are not unique", "[app]")
{
    const RunCase run(
        block({"[[substructure]] fixed =\ninertia = 1.0\npoints = { rear = { at = [-1.0, -1.0] }, "
               "front = { at "
               "= [1.0, -1.0] } }\nplacement = { at = [0.0, 1.0] }",
               "slave = \"block.rear\"", "friction = 0.5", "force = -10.0",
               "[analysis] start = \"rest\"\nt_end = 0.1", load("push", "x", "3.0"),
               "+ [[contact]]\nname = \"front\"\nlike = \"rub\"\nslave = \"block.front\""}));
    CHECK_THAT(run.out, Contains("in 100 steps several nodes of rigid bodies stick: of their "
                                 "forces of friction only the sum is unique"));
    const Json& q = run.quantities;
    CHECK(q.value("rub.sticks.longest") == Approx(0.1).epsilon(1e-12)); // the run
    CHECK(q.value("rub.stuck") == 1);
}

TEST_CASE("a run that follows sticking stops at the end of the surface, and where it may not open",
          "[app]")
{
    auto stopped = [](const std::vector<std::string>& changes,
                      const std::string& status) -> std::string {
        const CaseFolder folder(block(changes));
        const ProgramRun run = run_program(folder, "run case.toml --output out");
        CHECK(run.exit_status == 1);
        CHECK(summary_of(folder)["status"].text() == status);
        return summary_of(folder)["message"].text();
    };
    CHECK_THAT(stopped({"friction = 0.1",
                        "[analysis] start = { velocity = { \"block.centre.x\" = 10.0 } }"},
                       "left-master"),
               Contains("contact.rub at t = 0.9") && Contains("leaves the master surface past"));
    CHECK_THAT(stopped({"friction = 0.1", "[analysis] separation = \"stop\"",
                        load("lift", "y", "{ value = 2.0, ramp = 2.0 }")},
                       "detachment"),
               Contains("contact.rub at t = 1.0") && Contains("lifts off"));
}

TEST_CASE("the list of changes of state is bounded, and says so", "[app]")
{
    // Shaken with a period of ten steps beyond its friction: it turns back twice in each, through
    // a stick or not, in 1.1e6 steps.
    const RunCase run(
        block({"[analysis] start = \"rest\"\nt_end = 1100.0",
               load("shake", "x", "{ amplitude = 1.0 }"), "+ [excitation]\nfrequency_hz = 100.0"}));
    CHECK(run.quantities.value("rub.changes") > 200000);
    const io::Hdf5Reader h5(run / "out/results.h5");
    CHECK(h5.numbers("contacts/rub/events/time").size() == 200000);
    CHECK_THAT(run.out, Contains("contact rub: the event list holds the first 200000 of "));
}

TEST_CASE("a run that follows its contacts reports every change and what became of the energy",
          "[app]")
{
    // To and fro by 40 micrometres: the tip sticks and turns back.
    const std::string text = changed(
        small_case, {follow, "velocity = { amplitude = 0.06, frequency_hz = 250.0, ramp = 0.002 }",
                     "[analysis] t_end = 0.012\nstatistics = { from = 0.004, episode = 2e-6 }"});
    const CaseFolder folder(text);
    run_ok(folder, "run case.toml --output out");
    const Json q = summary_of(folder)["quantities"];
    auto number = [&](const std::string& name) { return q.value(name); };
    CHECK(std::abs(number("energy.residual")) < 1e-10);
    CHECK(number("rub.backward") > 0.05);
    CHECK(number("rub.stuck") > 0.001);
    CHECK(number("rub.backward") + number("rub.stuck") + number("rub.open") < 0.95);
    CHECK(number("rub.sticks") > 0);
    CHECK(number("rub.sticks.longest") > 1e-6);
    CHECK(number("rub.normal_force.mean") == Approx(0.08).epsilon(0.1));
    CHECK(number("rub.slip_path") > 1e-5);
    const io::Hdf5Reader h5(folder / "out" / "results.h5");
    const std::vector<double> time = h5.numbers("contacts/rub/events/time");
    const std::vector<int> state = h5.integers("contacts/rub/events/state");
    REQUIRE(static_cast<double>(time.size()) == number("rub.changes"));
    int sticks = 0;
    for (std::size_t k = 0; k < time.size(); ++k) {
        CHECK((k == 0 || (time[k] > time[k - 1] && state[k] != state[k - 1])));
        sticks += state[k] == 3 && time[k] >= 0.004 ? 1 : 0;
    }
    CHECK(sticks == number("rub.sticks"));
    for (const char* name : {"impact", "turning"})
        CHECK(h5.numbers(std::string("energy/") + name).size() == h5.numbers("time").size());
}

TEST_CASE("a block given a velocity stops where Coulomb's law says, by either stepping scheme",
          "[app]")
{
    // v^2 / (2 mu g) with v = 1, mu = 0.3, g = 9.81; in SI and in mm, tonnes, s 100 m away.
    struct Units {
        double metre, kilogram;
        double x, y;
    };
    for (const std::string scheme : {"forward-increment", "modal-propagator"})
        for (const Units& u : {Units{1, 1, 0, 0}, {1e3, 1e-3, 100e3, 100e3}}) {
            const auto text = [](double value) { return number_text(value, 17); };
            const std::string placement =
                "placement = { at = [" + text(u.x) + ", " + text(u.y) + "] }";
            const RunCase run(block(
                {"mass = " + text(2 * u.kilogram), "[[substructure]] " + placement,
                 "polylines = { face = { x = [" + text(-u.metre) + ", " + text(u.metre) +
                     "], y = [0, 0] } }\n" + placement,
                 "force = " + text(-2 * 9.81 * u.kilogram * u.metre), "scheme = \"" + scheme + "\"",
                 "[analysis] t_end = 0.5\nstart = { velocity = { \"block.centre.x\" = " +
                     text(u.metre) +
                     " } }\nstatistics = { from = 0.0, episode = 0.01, window = 0.01 }",
                 "[output] history_rate_hz = 100.0\nhistory = [\"block.centre.x\", \"rub\"]"}));
            CAPTURE(scheme, u.metre);
            const Json& q = run.quantities;
            CHECK(q.value("block.centre.x.displacement.end") / u.metre ==
                  Approx(0.169894665).margin(1e-7));
            CHECK(q.value("rub.sticks") == 1);
            CHECK(std::abs(q.value("energy.residual")) < 1e-11);
        }
}

TEST_CASE("two masters that end at one place are noted, unless one extends beyond the corner",
          "[app]")
{
    // A ball flies into the corner of a floor and a wall that are two bodies. Where they only meet,
    // a node beyond both ends leaves them: 16 of 40 throws stopped with left-master.
    const auto noted = [](const std::string& floor_begins) -> std::string {
        const CaseFolder folder(
            "title = \"Corner of two bodies\"\n[[substructure]]\nname = \"ball\"\ntype = "
            "\"rigid\"\nmass = 1.0\n"
            "placement = { at = [100.337, 0.713] }\nfixed = [\"rotation\"]\n[[substructure]]\nname "
            "= "
            "\"floor\"\n"
            "type = \"rigid\"\nplacement = { at = [100.1, 0.2], angle_deg = 37.0 }\npolylines = { "
            "face = { x = [" +
            floor_begins +
            ", 2.0], y = [0.0, 0.0] } }\nfixed = [\"centre\"]\n[[substructure]]\nname = \"wall\"\n"
            "type = \"rigid\"\nplacement = { at = [100.1, 0.2], angle_deg = 37.0 }\npolylines = { "
            "face = { x = [0.0, "
            "0.0], "
            "y = [2.0, 0.0] } }\nfixed = [\"centre\"]\n[[contact]]\nname = \"a\"\nslave = "
            "\"ball.centre\"\n"
            "master = \"floor.face\"\nfriction = 0.0\nrestitution = 1.0\n[[contact]]\nname = "
            "\"b\"\n"
            "slave = \"ball.centre\"\nmaster = \"wall.face\"\nfriction = 0.0\nrestitution = "
            "1.0\n[analysis]\n"
            "type = \"transient\"\nscheme = \"forward-increment\"\nh = 0.01\nseparation = "
            "\"follow\"\n"
            "sticking = \"follow\"\nt_end = 0.1\nstart = { velocity = { \"ball.centre.x\" = -1.0, "
            "\"ball.centre.y\" = -1.01 } }\n[output]\nhistory = "
            "[\"ball.centre.x\"]\nhistory_rate_hz = 100.0\n");
        return run_program(folder, "check case.toml").out;
    };
    const std::string corner = "masters of contacts a and b end at the same place, (100.1, 0.2) m";
    CHECK_THAT(noted("0.0"), Contains(corner));
    CHECK_THAT(noted("-0.1"), !Contains(corner));
}
