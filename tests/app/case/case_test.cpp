#include "app/analyses/analysis.hpp"
#include "app/analyses/job.hpp"
#include "app/bodies/body_kinds.hpp"
#include "app/case/shipped.hpp"
#include "app/results/results.hpp"
#include "tests/app/app_test.hpp"
#include "tests/io/message_of.hpp"

using namespace slideway;
using namespace slideway::test;

namespace {

dynamics::TransientOptions transient_of(const app::Job& job)
{
    const auto& transient = std::get<app::Transient>(*job.analysis);
    return app::options_of(transient, job.c, transient.options.t_start);
}

app::Expectation expectation(const std::string& quantity)
{
    app::Expectation e;
    e.quantity = quantity;
    return e;
}

} // namespace

TEST_CASE("a shipped case reads as it is written", "[app]")
{
    const app::Job job = app::read_job(app::find_case("beam_on_beam/unstable_rough"));
    const app::Case& c = job.c;
    CHECK(c.title == "Beam on beam, unstable, rough");
    REQUIRE(c.substructures.size() == 2);
    const app::SubstructureEntry& lower = c.substructures[0];
    CHECK(lower.name == "lower");
    const auto& plane = std::get<app::PlaneStress>(lower.kind.chosen->kind);
    CHECK(plane.plane.options.material.young == 2.38e9);
    CHECK(plane.plane.options.thickness == 0.010);
    CHECK(lower.alpha == 20);
    CHECK(lower.beta == 3.6e-8);
    CHECK(lower.fixed == std::vector<std::string>{"clamp"});
    CHECK(lower.reduction.method == "hintz-herting");
    CHECK(lower.reduction.n_modes == 20);
    CHECK(std::get<app::PlaneStress>(c.substructures[1].kind.chosen->kind).placement.angle_deg ==
          30);
    REQUIRE(c.contacts.size() == 1);
    CHECK(contact::coefficient(c.contacts[0].friction, 0.03) == 0.3);
    CHECK(c.contacts[0].type == "sliding");
    REQUIRE(c.motions.size() == 1);
    CHECK(c.motions[0].velocity == 0.030);
    CHECK(c.motions[0].ramp == 0.020);
    REQUIRE(c.loads.size() == 2);
    CHECK(c.loads[0].force == -0.08);
    CHECK_FALSE(c.loads[1].force.has_value());
    CHECK(c.loads[1].noise.rms == 4e-4);
    CHECK(c.loads[1].noise.band_high == 20e3);
    CHECK(c.loads[1].noise.seed == 8);
    CHECK(c.analysis.type == "transient");
    const dynamics::TransientOptions t = transient_of(job);
    CHECK(t.h == 0);
    CHECK(t.t_end == 3.13);
    CHECK(t.history_rate_hz == 50e3);
    CHECK(t.fields_rate_hz == 100);
    CHECK(c.expected.size() >= 4);
}

TEST_CASE("overrides reach the case, and its keys know their places", "[app]")
{
    const CaseFolder folder(small_case);
    const app::Job job = app::read_job(folder / "case.toml",
                                       {"contact.rub.friction=0.1", "output.history_rate_hz=1e4"});
    const app::Case& c = job.c;
    CHECK(std::get<contact::ConstantFriction>(c.contacts[0].friction).mu == 0.1);
    CHECK(transient_of(job).history_rate_hz == 1e4);
    CHECK(c.contacts[0].places.of("friction").text() == "--set contact.rub.friction=0.1");
    CHECK(c.contacts[0].places.of("slave").line == line_of(small_case, "slave = "));
    CHECK(c.contacts[0].places.of("type").line == line_of(small_case, "[[contact]]")); // not given
    CHECK(c.substructures[1].places.of("placement.put").line == line_of(small_case, "placement"));
}

TEST_CASE("a copied body is built like its original", "[app]")
{
    const CaseFolder folder(R"(
[[substructure]]
name = "one"
type = "lumped"
chain = { masses = [1, 1, 1], springs = [4, 4, 4] }
[[substructure]]
name = "two"
like = "one"
fixed = ["m3"]
[analysis]
type = "modes"
of = "bodies"
)");
    const app::BuiltModel built = app::build_model(app::read_job(folder / "case.toml"));
    REQUIRE(built.model.bodies.size() == 2);
    CHECK(built.model.bodies[0].n() == 3);
    CHECK(built.model.bodies[1].n() == 2);
    CHECK(built.bodies[1].name == "two");
    CHECK(built.bodies[1].ports == std::vector<std::string>{"m1", "m2", "m3"});
}

TEST_CASE("the interface of a reduction is what contacts, motions and loads touch", "[app]")
{
    const CaseFolder folder(small_case);
    const app::Job job = app::read_job(folder / "case.toml");
    const app::BuiltModel built = app::build_model(job);
    // Lower: 20 free nodes of the top, x and y. Upper: the tip, x and y, and both nodes of the end.
    CHECK(built.bodies[0].reduced.n_constraint == 40);
    CHECK(built.bodies[1].reduced.n_constraint == 6);
    CHECK(built.model.bodies[0].n() == 44);
    CHECK(built.bodies[0].n_fixed == 4);
    CHECK(built.probes.size() == 2);
    CHECK(built.recorded_contacts == std::set<std::string>{"rub"});
    // `boundary` adds to it.
    const app::BuiltModel more = app::build_model(
        app::read_job(folder / "case.toml", {"substructure.upper.reduction.boundary=[\"top.x\"]"}));
    CHECK(more.bodies[1].reduced.n_constraint == 6 + 15); // 16 nodes, one of them of the end
    // A port that takes a group together adds its components, not its nodes.
    const app::BuiltModel mean = app::build_model(app::read_job(
        folder / "case.toml", {"substructure.upper.ports={ face = { group = \"top\" } }",
                               "substructure.upper.reduction.boundary=[\"face\"]"}));
    CHECK(mean.bodies[1].reduced.n_constraint == 6 + 3);
}

TEST_CASE("a load may be raised from zero", "[app]")
{
    const CaseFolder folder(
        "[[substructure]]\nname = \"body\"\ntype = \"lumped\"\nmasses = { m = { "
        "x = 1.0 } }\n[[load]]\nname = \"push\"\non = \"body.m.x\"\nforce = { "
        "value = 2.0, ramp = 0.5 }\n[analysis]\ntype = \"transient\"\nscheme = "
        "\"forward-increment\"\nh = 1e-3\nt_end = 1.0\n");
    const app::BuiltModel built = app::build_model(app::read_job(folder / "case.toml"));
    const auto* raised = std::get_if<assembly::Raised>(&built.model.loads.at(0).signal);
    REQUIRE(raised);
    CHECK(raised->force == 2);
    CHECK(raised->ramp == 0.5);
}

TEST_CASE("what a summary must be is compared as stated", "[app]")
{
    app::Summary summary;
    summary.status = studies::Status::end;
    summary.quantities = {{"force", {0.08}, "N"}, {"frequency", {10, 20}, "Hz"}};
    const auto unmet = [&summary](const app::Expectation& e) -> std::string {
        const std::vector<std::string> lines = app::unmet({e}, summary);
        REQUIRE(lines.size() <= 1);
        return lines.empty() ? "" : lines.front();
    };

    app::Expectation status = expectation("status");
    status.texts = {"end"};
    CHECK(unmet(status) == "");
    status.texts = {"detachment"};
    CHECK(unmet(status) == "status = \"end\"; expected \"detachment\"");

    app::Expectation value = expectation("force");
    value.value = {0.0800001};
    value.rtol = 1e-5;
    CHECK(unmet(value) == "");
    value.rtol = 1e-7;
    CHECK(unmet(value) == "force = 0.08 N; expected 0.0800001, relative to 1e-07");
    value.rtol = 0;
    value.atol = 1e-6;
    CHECK(unmet(value) == "");

    app::Expectation range = expectation("force");
    range.min = 0.07;
    range.max = 0.08; // the ends belong to it
    CHECK(unmet(range) == "");
    range.min = 0.081;
    range.max = 0.09;
    CHECK(unmet(range) == "force = 0.08 N; expected at least 0.081, at most 0.09");

    app::Expectation list = expectation("frequency");
    list.value = {10, 20};
    list.rtol = 1e-12;
    CHECK(unmet(list) == "");
    list.value = {10, 20, 30};
    CHECK_THAT(unmet(list), Contains("frequency = 10, 20 Hz; expected 10, 20, 30"));

    summary.quantities.push_back({"regime", {}, "", {"stick", "slip"}});
    app::Expectation texts = expectation("regime");
    texts.texts = {"stick", "slip"};
    CHECK(unmet(texts) == "");
    texts.texts = {"slip"};
    CHECK(unmet(texts) == "regime = \"stick\", \"slip\"; expected \"slip\"");
    app::Expectation number = expectation("regime"); // a number never meets a text
    number.max = 1;
    CHECK_THAT(unmet(number), Contains("regime = \"stick\", \"slip\"; expected at most 1"));
    number.quantity = "force";
    number.texts = {"0.08"};
    CHECK(unmet(number) == "force = 0.08 N; expected \"0.08\"");
    summary.quantities.pop_back();

    app::Expectation wrong = expectation("forec");
    wrong.min = 0;
    CHECK(unmet(wrong) == "no quantity forec; did you mean force? Allowed: force, frequency");

    summary.quantities[0].value = {std::nan("")};
    CHECK(unmet(value) != "");
    CHECK(unmet(range) != "");
}

TEST_CASE("a summary of a transient names its key figures and options", "[app]")
{
    const CaseFolder folder(small_case);
    const app::Job job = app::read_job(folder / "case.toml");
    const app::BuiltModel built = app::build_model(job);
    const app::Summary summary = app::run(job, built).summary;
    CHECK(summary.status == studies::Status::end);
    CHECK(summary.message == "");
    for (const char* name :
         {"time.end", "steps", "time_step", "time_step.limit", "rub.normal_force.start",
          "rub.segment.start", "rub.alpha.start", "rub.normal_force.min", "rub.normal_force.max",
          "rub.sliding_velocity.min", "rub.slave_velocity_x.max", "rub.contact_x.end",
          "lower.free_end.y.displacement.end", "lower.free_end.y.acceleration.max_abs",
          "energy.stored", "energy.residual"}) {
        CAPTURE(name);
        const auto found = std::find_if(summary.quantities.begin(), summary.quantities.end(),
                                        [name](const app::Quantity& q) { return q.name == name; });
        REQUIRE(found != summary.quantities.end());
        CHECK(found->value.size() == 1);
        CHECK(std::isfinite(found->value.front()));
    }
    CHECK(summary.used.front() ==
          std::pair<std::string, std::string>{"scheme", "forward-increment"});
}

TEST_CASE("a name of a case is a shipped one or a path", "[app]")
{
    CHECK(std::filesystem::exists(app::find_case("beam_on_beam/stable_rough")));
    const CaseFolder folder(small_case);
    CHECK(app::find_case((folder / "case.toml").string()) == folder / "case.toml");
    CHECK_THAT(message_of([] { (void)app::find_case("beam_on_beam/stable_ruogh"); }),
               Contains("did you mean beam_on_beam/stable_rough?"));
}
