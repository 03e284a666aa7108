#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/app_test.hpp"

#include <complex>

// Long motions from a case file to results. The mechanics: tests/dynamics/orbits.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string one = model("long_motion"), many = model("long_motions");

} // namespace

TEST_CASE("A motion that settles is reported in full", "[app]")
{
    const CaseFolder folder(one);
    const ProgramRun check = run_ok(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("discard: 50\n") && Contains("periods: 200\n") &&
                              Contains("starts: 1\n") && Contains("modes: 1\n"));
    const ProgramRun run = run_ok(folder, "run case.toml --quiet --output out");
    const Json quantities = summary_of(folder)["quantities"];
    const auto number = [&](const std::string& name) -> double { return quantities.value(name); };
    // From rest the oscillator, driven at 1.2 of its frequency, ends below its stops, on
    // x = 0.2 / |1 - 1.44 + 0.12 j| = 0.4385, its multiplier exp(-0.05 T).
    const double T = 2 * std::numbers::pi / 1.2, amplitude = 0.2 / std::hypot(0.44, 0.12);
    CHECK(number("settled.period") == 1);
    CHECK(number("settled.growth") == Approx(std::exp(-0.05 * T)).epsilon(1e-9));
    CHECK(number("settled.life") > 1);
    CHECK(quantities["outcome"]["value"].text() == "periodic");
    CHECK_THAT(run.out, Contains("periodic, beside orbit 1: 1 period, largest multiplier 0.769"));
    CHECK(number("exponent") == Approx(-0.05).epsilon(2e-2));
    CHECK(number("oscillator.mass.x.max") == Approx(amplitude).epsilon(1e-4));
    CHECK(number("impacts_per_period") == 0);
    CHECK(number("sections.strobe.points") == 200);
    CHECK(number("sections.turns.points") == 400);
    CHECK(number("sections.touches.points") == 0);
    CHECK_THAT(run.out, Contains("section touches is never met: no stops at 1, rising in 200 "
                                 "periods; displacements go from -0.438"));

    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<double> time = h5.numbers("sections/strobe/time"),
                              u = h5.numbers(
                                  "sections/strobe/points/oscillator.mass.x/displacement"),
                              v = h5.numbers("sections/strobe/points/oscillator.mass.x/velocity"),
                              last = h5.numbers("last/points/oscillator.mass.x/displacement");
    REQUIRE(time.size() == 200);
    CHECK(time.front() == Approx(50.25 * T));
    // x = Re(A exp(j (Omega t))), A = 0.2 / (1 - 1.44 + 0.12 j), at the phase of 90 degrees.
    const std::complex<double> A = 0.2 / std::complex<double>(-0.44, 0.12);
    CHECK(u.back() == Approx(-A.imag()).epsilon(1e-6));
    CHECK(v.back() == Approx(-1.2 * A.real()).epsilon(1e-6));
    CHECK(h5.numbers("growth").size() == 200);
    CHECK(h5.numbers("states").size() == 200);
    CHECK(h5.integers("told") == std::vector<int>{50, 250});
    REQUIRE(last.size() == 2001);
    CHECK(last.back() == Approx(A.real()).epsilon(1e-6));
    CHECK(h5.numbers("orbits/0001/points/oscillator.mass.x/displacement").front() ==
          Approx(A.real()).epsilon(1e-9));
    CHECK(h5.numbers("starts/points/oscillator.mass.x/largest").front() ==
          number("oscillator.mass.x.max"));
}

TEST_CASE("Smoothed stops have no impacts, and no penetration", "[app]")
{
    const RunCase run(replaced(one, "both_sides = true", "both_sides = true\nsmoothing = 100.0"));
    CHECK(run.quantities.contains("settled.life"));
    CHECK(!run.quantities.contains("penetration"));
    CHECK(!run.quantities.contains("impacts_per_period"));
    CHECK(!io::Hdf5Reader(run / "out/results.h5").holds("starts/penetration"));
}

TEST_CASE("A motion discarded for less than its life time is a transient", "[app]")
{
    const RunCase run(replaced(one, "discard = 50", "discard = 0"));
    CHECK(run.quantities["outcome"]["value"].text() == "transient");
    CHECK_THAT(run.out, Contains("transient of ") && Contains(", ended in orbit 1: 1 period"));
}

TEST_CASE("Many starts are reported one by one, and on what they settle", "[app]")
{
    const CaseFolder folder(many);
    const ProgramRun run = run_ok(folder, "run case.toml --quiet --output out --threads 2");
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities.value("starts") == 5);
    CHECK(quantities.value("starts.transient") == 5);
    CHECK(quantities.value("starts.not_settled") == 0);
    CHECK(quantities.value("unsettled.1") == 5);
    CHECK(quantities.value("unsettled.300") == 0);
    // Between the folds of the bent resonance there are two motions, with contact and without.
    CHECK(quantities.values("orbits.period") == std::vector<double>(2, 1));
    const std::vector<double> led = quantities.values("orbits.starts");
    CHECK(led.at(0) + led.at(1) == 5);
    CHECK(led.at(0) > 0);
    CHECK(led.at(1) > 0);

    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.numbers("starts/displacement/oscillator.mass.x") ==
          std::vector<double>{-2, -1, 0, 1, 2});
    CHECK(h5.integers("starts/outcome") == std::vector<int>(5, 2));
    const std::vector<int> life = h5.integers("starts/life"), ran = h5.integers("starts/periods");
    for (std::size_t k = 0; k < 5; ++k) { // they end once they have stayed, and recurred
        CHECK(ran[k] >= life[k] + 5);
        CHECK(ran[k] <= life[k] + 15);
    }
    CHECK(!h5.holds("sections"));
    CHECK(!h5.holds("last"));
    CHECK(!h5.holds("starts/exponent"));
    // One and two threads: the same bits.
    run_ok(folder, "run case.toml --quiet --output again --threads 1");
    const io::Hdf5Reader again(folder / "again/results.h5");
    for (const std::string name : {"points/oscillator.mass.x/largest", "penetration", "impacts"})
        CHECK(h5.numbers("starts/" + name) == again.numbers("starts/" + name));
}
