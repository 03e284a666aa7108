#include "app/analyses/job.hpp"
#include "app/maps/map_run.hpp"
#include "app/results/summary_file.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "tests/app/app_test.hpp"

#include <optional>
#include <stdexcept>

using namespace slideway;
using namespace slideway::test;

namespace {

// base cos(Omega t) -k- m1 -k- m2, m2 rubs on the ground. It is held by the force of the spring on
// m1, k_2 x_1 with x_1 = k_1 Y / (k_1 + k_2 - m_1 Omega^2).
const char* const wall_case = R"(title = "Wall on the second mass"

[[substructure]]
name    = "chain"
type    = "lumped"
masses  = { base = { x = 1.0 }, first = { x = 0.5 }, second = { x = 2.0 } }
springs = [{ between = ["base", "first"], stiffness = 300.0 }, { between = ["first", "second"], stiffness = 200.0 }]

[[motion]]
name         = "shaking"
on           = "chain.base.x"
displacement = { amplitude = 0.01 }

[[joint]]
name    = "wall"
law     = "coulomb"
between = ["chain.second", "ground"]
limit   = 0.3

[excitation]
Omega = 20.0

[analysis]
type = "regimes"
)";

std::string with_map(const std::string& keys)
{
    return std::string(wall_case) + "\n[map]\n" + keys + "\n";
}

const std::string over_limit = "y = { key = \"joint.wall.limit\", from = 0.1, to = 6, n = 3 }\n";

app::MapRun run(const io::ScratchFolder& folder, int threads = 1)
{
    const app::Job job = app::read_job(folder / "case.toml", {});
    app::MapRun map = app::run_map(job, threads, {});
    app::write_arrays(folder / "results.h5", job.c, map.outcome);
    return map;
}

// A quantity of a run of its own; nothing if it has none.
std::optional<double> single(const io::ScratchFolder& folder, const std::string& key, double value,
                             const std::string& quantity)
{
    const app::Job job = app::read_job(folder / "case.toml", {key + "=" + number_text(value)});
    const app::BuiltModel built = app::build_model(job);
    for (const app::Quantity& q : app::run(job, built).summary.quantities)
        if (q.name == quantity)
            return q.value.at(0);
    return {};
}

bool holds(const io::Hdf5Reader& h5, const std::string& array)
{
    try {
        return !h5.numbers(array).empty();
    } catch (const std::runtime_error&) {
        return false;
    }
}

double no_motion(double m, double Omega)
{
    return std::abs(200 * 0.01 * 300 / (500 - m * Omega * Omega));
}

} // namespace

TEST_CASE("boundaries of a map are those of single cases at the same value", "[app]")
{
    struct Row {
        std::string key, axis;
        double pole; // locked, the first mass swings at sqrt(500 / m)
    };
    for (const auto& [key, axis, pole] : std::vector<Row>{
             {"excitation.Omega", "from = 3, to = 60, n = 4", std::sqrt(500 / 0.5)},
             {"excitation.frequency_hz", "from = 0.5, to = 9, n = 4",
              std::sqrt(500 / 0.5) / (2 * std::numbers::pi)},
             {"substructure.chain.masses.first.x", "from = 0.2, to = 3, n = 4",
              500 / (20.0 * 20.0)},
             {"substructure.chain.masses.first.x", "from = 0.2, to = 3, n = 4, scale = \"log\"",
              500 / (20.0 * 20.0)},
         }) {
        CAPTURE(key, axis);
        std::string text = with_map("x = { key = \"" + key + "\", " + axis + " }\n" + over_limit);
        if (key == "excitation.frequency_hz")
            text = replaced(text, "Omega = 20.0", "frequency_hz = 2.0");
        const CaseFolder folder(text);
        const app::MapRun map = run(folder);
        const io::Hdf5Reader h5(folder / "results.h5");
        const std::vector<double> x = h5.numbers("boundaries/x");
        REQUIRE(x.size() > 1000);
        CHECK(std::is_sorted(x.begin(), x.end()));
        const app::Job job = app::read_job(folder / "case.toml", {});
        const app::Case& c = job.c;
        for (const double own : c.map->x.values)
            CHECK(std::count(x.begin(), x.end(), own) == 1);
        for (const auto& [array, quantity] : std::vector<std::pair<std::string, std::string>>{
                 {"continuous", "at_key.continuous"},
                 {"continuous-unit-S", "at_key.continuous-unit-S"},
                 {"no-motion", "at_key.no-motion"},
                 {"S", "S"}}) {
            CAPTURE(array);
            const std::vector<double> values = h5.numbers("boundaries/" + array);
            REQUIRE(values.size() == x.size());
            for (std::size_t k = 0; k < x.size(); k += 97) {
                CAPTURE(x[k]);
                // Both evaluate the same functions of the same model.
                CHECK(values[k] ==
                      Approx(single(folder, key, x[k], quantity).value()).epsilon(1e-12));
            }
        }
        // Closed form; 1e-10 of the axis, times round-off of the eigenvalues.
        const std::vector<double> poles = h5.numbers("boundaries/poles");
        REQUIRE(poles.size() == 1);
        CHECK(poles[0] == Approx(pole).epsilon(1e-8));
        // On both sides the curve leaves every axis.
        const std::vector<double> held = h5.numbers("boundaries/no-motion");
        const auto right = std::upper_bound(x.begin(), x.end(), poles[0]) - x.begin();
        for (const auto k : {right - 1, right})
            CHECK(held[static_cast<std::size_t>(k)] > 1e6);
        for (std::size_t k = 0; k < x.size(); k += 97) {
            const double Omega = key == "excitation.Omega"          ? x[k]
                                 : key == "excitation.frequency_hz" ? 2 * std::numbers::pi * x[k]
                                                                    : 20;
            const double m = key.starts_with("substructure") ? x[k] : 0.5;
            // V / W keeps eight digits; closer to the pole round-off of the locked frequency grows.
            if (held[k] < 1e3)
                CHECK(held[k] == Approx(no_motion(m, Omega)).epsilon(1e-8));
        }
    }
}

TEST_CASE("a value at which nothing holds the contact has no point on the curves", "[app]")
{
    // Five equal masses, the fourth held: three of them between two walls, 2 sin(k pi / 8).
    const std::string chain = replaced(
        replaced(with_map("x = { key = \"excitation.Omega\", values = [0.5, " +
                          number_text(std::sqrt(2)) + ", 2.5] }\n" + over_limit),
                 "masses  = { base = { x = 1.0 }, first = { x = 0.5 }, second = { x = 2.0 } }",
                 "chain = { from = \"base\", masses = [1.0, 1.0, 1.0, 1.0, 1.0], springs = [1.0, "
                 "1.0, 1.0, 1.0, 1.0] }"),
        "springs = [{ between = [\"base\", \"first\"], stiffness = 300.0 }, { between = "
        "[\"first\", "
        "\"second\"], stiffness = 200.0 }]",
        "");
    const CaseFolder folder(replaced(chain, "chain.second", "chain.m4"));
    run(folder);
    const io::Hdf5Reader h5(folder / "results.h5");
    const std::vector<double> poles = h5.numbers("boundaries/poles");
    REQUIRE(poles.size() == 3);
    // 1e-10 of an axis of 2, in the 1e-9 to either side of a locked frequency without a boundary.
    for (int k = 1; k <= 3; ++k)
        CHECK(poles[static_cast<std::size_t>(k - 1)] ==
              Approx(2 * std::sin(k * std::numbers::pi / 8)).epsilon(1.2e-9));
    for (const double value : h5.numbers("boundaries/no-motion"))
        CHECK(value < 1e10);
    for (const std::string name : {"continuous", "continuous-unit-S", "no-motion", "S", "x"})
        for (const double value : h5.numbers("boundaries/" + name))
            CHECK(std::isfinite(value));
}

TEST_CASE("boundaries stand over a key that is not the limit, and are those requested", "[app]")
{
    const std::string omega = "x = { key = \"excitation.Omega\", from = 3, to = 60, n = 4 }\n";
    struct Row {
        std::string text;
        bool curves;
    };
    for (const auto& [text, curves] : std::vector<Row>{
             {with_map(omega), true},
             {with_map(omega + "y = { key = \"motion.shaking.displacement.amplitude\", values = "
                               "[0.01, 0.02] }"),
              false},
             {with_map("x = { key = \"joint.wall.limit\", from = 0.1, to = 6, n = 3 }"), false},
             {replaced(with_map(omega), "type = \"regimes\"", "type = \"modes\""), false},
         }) {
        CAPTURE(text);
        const CaseFolder folder(text);
        const app::MapRun map = run(folder);
        CHECK(map.map->boundaries.has_value() == curves);
        const io::Hdf5Reader h5(folder / "results.h5");
        CHECK(holds(h5, "boundaries/x") == curves);
    }
    const CaseFolder folder(replaced(with_map(omega + over_limit), "type = \"regimes\"",
                                     "type = \"regimes\"\nboundaries = [\"no-motion\"]"));
    run(folder);
    const io::Hdf5Reader h5(folder / "results.h5");
    CHECK(holds(h5, "boundaries/no-motion"));
    CHECK_FALSE(holds(h5, "boundaries/continuous"));
    CHECK_FALSE(holds(h5, "boundaries/S"));
}

TEST_CASE("boundaries are the same with any number of threads", "[app]")
{
    const CaseFolder folder(with_map("x = { key = \"substructure.chain.masses.first.x\", from = "
                                     "0.2, to = 3, n = 4 }\n" +
                                     over_limit));
    const app::MapRun one = run(folder), three = run(folder, 3);
    REQUIRE(one.map->boundaries.has_value());
    REQUIRE(three.map->boundaries.has_value());
    CHECK(one.map->boundaries->x == three.map->boundaries->x);
    CHECK(one.map->boundaries->poles == three.map->boundaries->poles);
    for (std::size_t k = 0; k < one.map->boundaries->limits.size(); ++k)
        CHECK(one.map->boundaries->limits[k].continuous ==
              three.map->boundaries->limits[k].continuous);
}

TEST_CASE("a map over friction and a spring makes the modes of each spring once", "[app]")
{
    const CaseFolder folder(with_map(R"(
x = { key = "joint.wall.limit", values = [0.1, 0.4, 2.0, 0.7] }
y = { key = "joint.spring.stiffness", values = [50, 25, 200] }

[[joint]]
name      = "spring"
law       = "linear"
between   = ["chain.first", "ground"]
stiffness = 0.0
)"));
    const std::vector<std::string> steady = {"analysis.method=steady-state"};
    const app::Job job = app::read_job(folder / "case.toml", steady);
    const app::MapRun one = app::run_map(job, 1, {}), three = app::run_map(job, 3, {});
    CHECK(one.first->modes->size() == 3);
    CHECK(three.first->modes->size() == 3);
    REQUIRE(one.map->results.size() == 12);
    for (std::size_t k = 0; k < 12; ++k) {
        CAPTURE(k);
        const app::MapPoint& at = one.map->points[k];
        const app::Job alone =
            app::read_job(folder / "case.toml", {steady[0], "joint.wall.limit=" + number_text(at.x),
                                                 "joint.spring.stiffness=" + number_text(at.y)});
        const app::Summary single = app::run(alone, app::build_model(alone)).summary;
        for (const app::MapRun* run : {&one, &three}) {
            const studies::PointResult& point = run->map->results[k];
            CHECK(point.status == studies::Status::end);
            REQUIRE(point.quantities.size() == single.quantities.size());
            for (std::size_t i = 0; i < single.quantities.size(); ++i) {
                CAPTURE(single.quantities[i].name);
                CHECK(point.quantities[i].value == single.quantities[i].value);
                CHECK(point.quantities[i].texts == single.quantities[i].texts);
            }
        }
    }
}

TEST_CASE("boundaries that are interrupted are said to be so", "[app]")
{
    const CaseFolder folder(
        with_map("x = { key = \"excitation.Omega\", from = 3, to = 60, points = "
                 "4 }\n" +
                 over_limit));
    const app::Job job = app::read_job(folder / "case.toml", {});
    const app::MapCases cases(job.c);
    struct : Monitor {
        mutable int asked = 0;
        [[nodiscard]] bool stopped() const override { return ++asked >= 100; }
    } impatient;
    const auto curves = app::map_boundaries(
        job, cases, [](const app::Job& at) -> app::BuiltModel { return app::build_model(at); }, 1,
        impatient);
    REQUIRE(curves.has_value());
    CHECK(curves->interrupted);
    CHECK(curves->x.empty());
}

TEST_CASE("values without a point on the boundaries are counted by reason", "[app]")
{
    // 2001 values and two of the axis between them. The force that holds the wall goes with the
    // amplitude.
    const std::string key = "motion.shaking.displacement.amplitude";
    const CaseFolder folder(
        with_map("x = { key = \"" + key + "\", from = 0.01, to = 0.02, n = 4 }\n" + over_limit));
    const app::Job job = app::read_job(folder / "case.toml", {});
    const app::MapCases cases(job.c);
    auto curves = [&](double refused_below, double failed_above) {
        return app::map_boundaries(
            job, cases,
            [=](const app::Job& at) -> app::BuiltModel {
                const double amplitude = at.c.motions.front().harmonic.value().amplitude;
                if (amplitude < refused_below)
                    throw InputError("too little");
                if (amplitude > failed_above)
                    throw std::runtime_error("too much");
                return app::build_model(at);
            },
            2);
    };
    const auto all = curves(0, 1);
    REQUIRE(all.has_value());
    CHECK(all->lines.empty());
    CHECK(all->x.size() == 2003);

    // The first values of the axis among them; bounds half a step of 5e-6 off the values.
    const auto some = curves(0.0119975, 0.0180025);
    REQUIRE(some.has_value());
    CHECK(
        some->lines ==
        std::vector<std::string>{
            "boundaries: 400 of 2003 values are refused and left out; the first, " + key +
                " = 0.01: too little",
            "boundaries: 400 of 2003 values failed; the first, " + key + " = 0.018005: too much"});
    CHECK(some->x.size() == 2003 - 800);
    CHECK(some->x.front() == Approx(0.012).epsilon(1e-12));
    CHECK(some->x.back() == Approx(0.018).epsilon(1e-12));

    const auto failed = curves(0, 0);
    REQUIRE(failed.has_value());
    CHECK(failed->x.empty());
    CHECK(failed->lines ==
          std::vector<std::string>{"boundaries: 2003 of 2003 values failed; the first, " + key +
                                   " = 0.01: too much"});
    CHECK_FALSE(curves(1, 1).has_value()); // the points say it

    // A number of modes between two.
    const CaseFolder halves(replaced(
        with_map("x = { key = \"substructure.chain.reduction.n_modes\", values = [0, 1] }\n" +
                 over_limit),
        "[[motion]]", "reduction = { method = \"craig-bampton\", n_modes = 1 }\n\n[[motion]]"));
    CHECK_THAT(join(run(halves).outcome.summary.lines, "\n"),
               Contains("boundaries: 1999 of 2001 values are refused and left out; the "
                        "first, substructure.chain.reduction.n_modes = 5e-04: ") &&
                   Contains("case.toml:"));
}
