#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/app_test.hpp"

// Periodic motions from a case file to its results: what is refused, in one line with file, line,
// key, value and what is allowed; what a run leaves. The mechanics: tests/dynamics/orbits.

using namespace slideway;
using namespace slideway::test;

TEST_CASE("Periodic orbits write their branch, its labels and motions in full", "[app]")
{
    const CaseFolder folder(replaced(stopped_oscillator, "to = 2.0", "to = 2.0, orbits = [0.95]"));
    const ProgramRun check = run_ok(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("  Omega: 0.8 to 2 rad/s\n") &&
                              Contains("  symmetry: the model is its own mirror\n") &&
                              Contains("  start: rest, at 0.8\n"));
    run_ok(folder, "run case.toml --quiet --output out");
    const Json quantities = summary_of(folder)["quantities"];
    // Without contact |x| = F / |k - m Omega^2 + j c Omega|: it reaches the stops where that is 1.
    const auto touches = [](double sign) -> double {
        // (1 - w)^2 + 0.01 w = 0.04, w = Omega^2
        return std::sqrt((1.99 + sign * std::sqrt(1.99 * 1.99 - 4 * 0.96)) / 2);
    };
    const std::vector<double> grazing = quantities.values("grazing.Omega");
    REQUIRE(grazing.size() == 2);
    CHECK(grazing[0] == Approx(touches(-1)).epsilon(1e-10));
    CHECK(grazing[1] == Approx(touches(1)).epsilon(1e-10));
    for (const double x : quantities.values("grazing.largest"))
        CHECK(x == Approx(1).epsilon(1e-12));

    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<double> parameter = h5.numbers("branches/0001/parameter"),
                              largest =
                                  h5.numbers("branches/0001/points/oscillator.mass.x/largest");
    REQUIRE(parameter.size() == largest.size());
    CHECK(parameter.front() == Approx(0.8).epsilon(1e-12));
    CHECK(parameter.back() == Approx(2.0).epsilon(1e-12));
    // The last motion is the requested one: two contacts a period, each with its two events.
    const std::vector<int> labels = h5.integers("branches/0001/label");
    const auto labelled = std::count_if(labels.begin(), labels.end(), [](int l) { return l > 0; });
    std::string last = std::to_string(labelled + 1);
    last.insert(0, 4 - last.size(), '0');
    const std::string at = "orbits/" + last + "/";
    CHECK(h5.integers(at + "label") == std::vector<int>{0});
    CHECK(h5.numbers(at + "parameter").front() == Approx(0.95).epsilon(1e-12));
    CHECK(h5.integers(at + "events/kind") == std::vector<int>{1, 0, 1, 0});
    const std::vector<int> side = h5.integers(at + "events/side");
    REQUIRE(side.size() == 4);
    const std::vector<double> r = h5.numbers(at + "events/displacement"),
                              v = h5.numbers(at + "events/speed");
    for (std::size_t k = 0; k < 4; ++k) {
        CHECK(r[k] == Approx(side[k]).epsilon(1e-11));        // at its stop
        CHECK((v[k] * side[k] > 0) == (k % 2 == 0));          // into it, then out of it
        CHECK(v[k] == Approx(-v[(k + 2) % 4]).epsilon(1e-9)); // as its mirror
    }
    CHECK(h5.numbers(at + "symmetry").front() < 1e-8);
    // The history of the orbit is closed.
    const std::vector<double> x = h5.numbers(at + "points/oscillator.mass.x/displacement");
    CHECK(x.front() == Approx(x.back()).margin(1e-9));
}

TEST_CASE("Periodic orbits of a one-sided stop go on where they no longer touch it", "[app]")
{
    // Their own mirror there, though the model is not: no branch of symmetric motions begins.
    const RunCase run(replaced(stopped_oscillator, "both_sides = true\n", ""));
    CHECK(run.quantities.value("grazing") == 2);
    CHECK(run.quantities.value("branch_points") == 0);
    CHECK(run.quantities["branches.end"]["value"].texts() == std::vector<std::string>(2, "bound"));
}

TEST_CASE("A search for periodic orbits that finds none says why", "[app]")
{
    // Without settling, rest is far from every motion of 2 periods; after one period nothing
    // recurs.
    const CaseFolder folder(replaced(stopped_oscillator, "Omega   =", "settle = 1\nOmega   ="));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.exit_status == 1);
    CHECK_THAT(run.err, Contains("no periodic motion at Omega = 0.8: after 1 periods the motion "
                                 "does not recur within 40"));
    CHECK(summary_of(folder)["status"].text() == "no-convergence");
}

TEST_CASE("Grazing over the clearance follows the motion without stops", "[app]")
{
    const RunCase run(
        replaced(stopped_oscillator, "Omega   =",
                 "curves = { key = \"joint.stops.clearance\", from = 1.5, to = 0.8 }\nOmega   ="));
    const io::Hdf5Reader h5(run / "out/results.h5");
    const std::vector<std::string> labels = run.quantities["curves.label"]["value"].texts();
    int grazing = 0;
    for (std::size_t c = 0; c < labels.size(); ++c) {
        if (labels[c] != "grazing")
            continue;
        ++grazing;
        const std::string at = "curves/000" + std::to_string(c + 1) + "/";
        const std::vector<double> Omega = h5.numbers(at + "parameter"),
                                  clearance = h5.numbers(at + "second");
        REQUIRE(Omega.size() == clearance.size());
        for (std::size_t k = 0; k < Omega.size(); ++k) {
            const double w = Omega[k] * Omega[k];
            CHECK(clearance[k] == Approx(0.2 / std::hypot(1 - w, 0.1 * Omega[k])).epsilon(1e-9));
        }
    }
    CHECK(grazing == 2);
}

TEST_CASE("Over the clearance and the level periodic orbits graze where the motion without stops "
          "says",
          "[app]")
{
    // At Omega = 0.9 without contact |x| = 0.2 level / sqrt(0.19^2 + 0.09^2).
    const double x = 0.2 / std::hypot(0.19, 0.09);
    const std::string range = "Omega   = { from = 0.8, to = 2.0 }",
                      drive = "\n[excitation]\nOmega = 0.9\n";
    for (const auto& [keys, name, expected] :
         {std::tuple<std::string, std::string, double>{
              "over = { key = \"joint.stops.clearance\", from = 1.5, to = 0.5 }",
              "grazing.clearance", x},
          {"over = { key = \"level\", from = 0.5, to = 2.0 }", "grazing.level", 1 / x}}) {
        CAPTURE(keys);
        const RunCase run(replaced(stopped_oscillator, range, keys + drive));
        const std::vector<double> grazing = run.quantities.values(name);
        REQUIRE(grazing.size() == 1);
        CHECK(grazing[0] == Approx(expected).epsilon(1e-10));
    }
}
