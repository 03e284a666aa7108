#include "app/analyses/analysis.hpp"
#include "app/analyses/job.hpp"
#include "app/case/shipped.hpp"
#include "base/text.hpp"
#include "dynamics/frozen/complex_modes.hpp"
#include "dynamics/sliding/transient.hpp"
#include "tests/app/app_test.hpp"
#include "tests/support/source_dir.hpp"

#include <stdexcept>

// Where a model lies is free: nothing may depend on its distance from (0, 0).

using namespace slideway;

namespace {

using Overrides = std::vector<std::string>;

std::string at(double x, double y)
{
    return ".placement.at=[" + number_text(x) + ", " + number_text(y) + "]";
}

// A shipped case of the beams, both moved; (x, y) is where it places the tip.
app::Job moved_beams(const std::string& name, double dx, double dy, Overrides overrides,
                     double x = 0.010, double y = 0)
{
    overrides.push_back("substructure.lower" + at(dx, dy));
    overrides.push_back("substructure.upper" + at(x + dx, y + dy));
    return app::read_job(app::find_case(name), overrides);
}

// Their transient, with fewer modes than the shipped case and so longer steps.
dynamics::TransientResult moved_transient(const std::string& name, double dx, double dy,
                                          Overrides overrides, double x = 0.010, double y = 0)
{
    for (const char* fewer : {"substructure.lower.reduction.n_modes=6",
                              "substructure.upper.reduction.n_modes=4", "output.fields_rate_hz=0"})
        overrides.emplace_back(fewer);
    const app::Job job = moved_beams(name, dx, dy, overrides, x, y);
    const app::BuiltModel built = app::build_model(job);
    const auto& transient = std::get<app::Transient>(*job.analysis);
    return dynamics::transient(
        built.model, app::options_of(transient, job.c, transient.options.t_start), built.probes);
}

// Largest difference over the largest value.
double difference(const std::vector<double>& a, const std::vector<double>& b, double shift = 0)
{
    REQUIRE(a.size() == b.size());
    double largest = 0, apart = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(a[i]));
        apart = std::max(apart, std::abs(b[i] - shift - a[i]));
    }
    return apart / largest;
}

} // namespace

TEST_CASE("two points half a metre apart are not bonded a kilometre away", "[app]")
{
    const io::ScratchFolder folder;
    const test::ProgramRun run = test::run_program(
        folder, "check '" + test::source_dir() + "/tests/app/wrong_numbers/bond.toml'");
    CHECK(run.exit_status == 2);
    // Eight units in the last place of 1000 m.
    CHECK_THAT(run.err,
               test::Contains("bond.toml:18: bond.glue: a.centre and b.centre are apart: the node "
                              "of port centre at (1000, 0) m is 0.5 m from the other; allowed "
                              "1.8e-12 m (tolerance)"));
}

TEST_CASE("beam on beam moved by up to a kilometre gives the same samples over 0.06 s", "[app]")
{
    // 1e-7 of the largest is required; the placements themselves are rounded to 6e-14 m.
    // 3e5 steps per run.
    const auto run = [](double dx, double dy) {
        return moved_transient("beam_on_beam/unstable_rough", dx, dy, {"analysis.t_end=0.26"});
    };
    const dynamics::TransientResult here = run(0, 0);
    REQUIRE(here.history.time.size() == 3001);
    for (const auto& [dx, dy] : {std::pair{0.0, 100.0}, {1000.0, 0.0}, {1000.0, -1000.0}}) {
        CAPTURE(dx, dy);
        const dynamics::TransientResult there = run(dx, dy);
        CHECK(there.h == here.h);
        CHECK(difference(here.history.points[0].a, there.history.points[0].a) < 1e-7);
        CHECK(difference(here.history.points[0].u, there.history.points[0].u) < 1e-7);
        const dynamics::SlidingHistory &rub = here.history.sliding[0],
                                       &moved = there.history.sliding[0];
        CHECK(difference(rub.normal_force, moved.normal_force) < 1e-7);
        CHECK(difference(rub.contact_x, moved.contact_x, dx) < 1e-9);
        CHECK(moved.contact_y[1000] == Approx(rub.contact_y[1000] + dy).margin(1e-9));
    }
}

TEST_CASE("beams that stick, turn back and fall do so a hundred metres away", "[app]")
{
    // Positions of 100 m are rounded to 1.4e-14 m; that turns a segment of 1e-3 m by 1e-11.
    struct Followed {
        std::string name;
        double x, y, t_end;
    };
    for (const Followed& f :
         {Followed{"fretting_50", 0.0505, 0, 0.25}, Followed{"drop", 0.0505, 1e-4, 0.2035}}) {
        const auto run = [&f](double dx, double dy) {
            return moved_transient(
                "stick_and_impact/" + f.name, dx, dy,
                {"analysis.t_end=" + number_text(f.t_end), "analysis.statistics.from=0.201"}, f.x,
                f.y);
        };
        const dynamics::TransientResult here = run(0, 0);
        const dynamics::SlidingHistory& rub = here.history.sliding[0];
        REQUIRE(rub.n_changes > 4);
        for (const auto& [dx, dy] : {std::pair{0.0, 100.0}, {100.0, -100.0}}) {
            CAPTURE(f.name, dx, dy);
            const dynamics::SlidingHistory moved = run(dx, dy).history.sliding[0];
            CHECK(difference(rub.normal_force, moved.normal_force) < 1e-6);
            double apart = 0;
            for (std::size_t k = 0; k < rub.gap.size(); ++k)
                apart = std::max(apart, std::abs(moved.gap[k] - rub.gap[k]));
            CHECK(apart < 1e-12);
            CHECK(moved.state == rub.state);
            REQUIRE(moved.changes.size() == rub.changes.size());
            for (std::size_t k = 0; k < rub.changes.size(); ++k) {
                CHECK(moved.changes[k].time == rub.changes[k].time);
                CHECK(moved.changes[k].state == rub.changes[k].state);
            }
        }
    }
}

TEST_CASE("complex modes about the deformed state are the same a kilometre away", "[app]")
{
    const auto run = [](double dx, double dy) {
        const app::Job job = moved_beams(
            "beam_on_beam/complex_modes_deformed", dx, dy,
            {"substructure.lower.reduction.n_modes=8", "substructure.upper.reduction.n_modes=8"});
        dynamics::ComplexModesOptions options = std::get<app::ComplexModes>(*job.analysis).options;
        options.about = dynamics::About::deformed;
        options.from = 0.03;
        options.to = 0.09;
        options.step = 0.03;
        options.friction = {0.3};
        const app::BuiltModel built = app::build_model(job);
        return dynamics::complex_modes(built.model, *app::modal_model(built, {}), options)
            .loci.front();
    };
    const dynamics::ModeLocus here = run(0, 0);
    REQUIRE(here.s.rows() >= 3);
    for (const auto& [dx, dy] : {std::pair{100.0, 0.0}, {1000.0, -1000.0}}) {
        CAPTURE(dx, dy);
        const dynamics::ModeLocus there = run(dx, dy);
        REQUIRE(there.s.rows() == here.s.rows());
        // Placements rounded to 6e-14 m turn a segment of 1e-3 m by 1e-10.
        CHECK((there.s - here.s).norm() < 1e-9 * here.s.norm());
        // The rigid motion of the upper beam carries round-off of 1e-8 (condition of M 1e6), and
        // the force is the load over it.
        CHECK((there.normal_force - here.normal_force).norm() < 1e-7 * here.normal_force.norm());
    }
}

TEST_CASE("mechanisms are reported in the same words a kilometre away", "[app]")
{
    const auto said = [](const std::string& text, double x) {
        const test::CaseFolder folder(text);
        return test::run_program(folder, "check case.toml --set 'substructure.lower" + at(x, 0) +
                                             "' --set 'substructure.upper" + at(0.010 + x, 0) + "'")
            .err;
    };
    using test::small_case_with;
    for (const std::string& text : {small_case_with("fixed = [\"clamp\"]\n", ""),
                                    small_case_with("[\"clamp\"]", "[\"clamp.y\"]")}) {
        CHECK_THAT(said(text, 0), test::Contains("nothing holds translation in x"));
        CHECK(said(text, 1000) == said(text, 0));
    }
}

// ---- heights: gaps are of the size of displacements, and h^2 divides them

namespace {

double quantity(const app::Outcome& outcome, const std::string& name)
{
    for (const app::Quantity& q : outcome.summary.quantities)
        if (q.name == name)
            return q.value.front();
    throw std::runtime_error("no quantity " + name);
}

} // namespace

TEST_CASE("a pad has the same equilibrium and forces at any height", "[app]")
{
    double least = 0, largest = 0;
    for (const double y : {0.0, 2.0, -7.3, 123.0}) {
        CAPTURE(y);
        const app::Job job =
            app::read_job(app::find_case("substructures/elastic_pad"),
                          {"substructure.pad" + at(-0.02, y), "substructure.track" + at(0, y),
                           "analysis.t_end=0.0005", "output.fields_rate_hz=0"});
        const app::Outcome outcome = app::run(job, app::build_model(job));
        CHECK(outcome.summary.status == studies::Status::end);
        if (y == 0) {
            least = quantity(outcome, "lining.normal_force.min");
            largest = quantity(outcome, "lining.normal_force.max");
            CHECK(least > 0.1);
        }
        // The mesh has elements of 2 mm, and its places round-off of 1.4e-14 m at 123 m.
        CHECK(quantity(outcome, "lining.normal_force.min") == Approx(least).epsilon(1e-8));
        CHECK(quantity(outcome, "lining.normal_force.max") == Approx(largest).epsilon(1e-8));
    }
}

TEST_CASE("the force under a block keeps its digits at any height with a small step", "[app]")
{
    for (const double y : {0.0, -30.0}) {
        CAPTURE(y);
        const test::CaseFolder folder(R"(
[[substructure]]
name = "block"
type = "rigid"
mass = 2.0
inertia = 0.01
points = { foot = { at = [0, -0.05] } }
fixed = ["rotation"]
placement = { at = [0, )" + number_text(y + 0.05) +
                                      R"(] }
[[substructure]]
name = "ground"
type = "rigid"
polylines = { top = { x = [-3, 3], y = [0, 0] } }
fixed = ["centre"]
placement = { at = [0, )" + number_text(y) +
                                      R"(] }
[[contact]]
name = "c"
slave = "block.foot"
master = "ground.top"
friction = 0.3
[[load]]
name = "weight"
on = "block.centre.y"
force = -19.62
[[load]]
name = "pull"
on = "block.centre.x"
force = { value = 8.0, ramp = 1e-4 }
[analysis]
type = "transient"
sticking = "follow"
start = "rest"
h = 1e-8
t_end = 3e-4
[output]
history = ["block.centre.x"]
history_rate_hz = 1e4
)");
        const app::Job job = app::read_job(folder / "case.toml", {});
        const app::Outcome outcome = app::run(job, app::build_model(job));
        // Round-off of places at 30 m, 3.6e-15 m, over h^2 would be 70 N for 2 kg.
        CHECK(quantity(outcome, "c.normal_force.min") == Approx(19.62).epsilon(1e-9));
        CHECK(quantity(outcome, "c.normal_force.max") == Approx(19.62).epsilon(1e-9));
        CHECK(quantity(outcome, "block.centre.x.acceleration.max_abs") ==
              Approx((8 - 0.3 * 19.62) / 2).epsilon(1e-6));
    }
}
