#include "io/hdf5_file.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/case/check_refused.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// Bifurcation diagrams from a case file to results. The mechanics: tests/studies.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

const std::string body = stopped_oscillator.substr(0, stopped_oscillator.find("[analysis]")),
                  over_Omega = "Omega   = { from = 1.1, to = 1.9, n = 9 }";

const std::string diagram = body + R"([analysis]
type    = "bifurcation-diagram"
monitor = "oscillator.mass.x"
Omega   = { from = 1.1, to = 1.9, n = 9 }
sweeps  = ["same", "up", "down"]
discard = 100
periods = 5

[analysis.sections]
strobe  = { phase_deg = 90.0 }
touches = { joint = "stops", level = 1.0, direction = "rising" }
)";

std::string over(const std::string& key, const std::string& range)
{
    return replaced(diagram, over_Omega, "over = { key = \"" + key + "\", " + range + " }\n") +
           "\n[excitation]\nOmega = 0.9\n";
}

void write(const CaseFolder& folder, const std::string& name, const std::string& text)
{
    std::ofstream(folder / name) << text;
}

// Motion of a mass on a spring and a dashpot that begins with x, v where the drive has phase 0.
struct Oscillator {
    double m = 1, k = 1, c = 0.1, F = 0.2, Omega = 0.9;

    [[nodiscard]] std::complex<double> response() const
    {
        return F / std::complex<double>(k - m * Omega * Omega, c * Omega);
    }
    // After a period of the drive.
    void step(double& x, double& v) const
    {
        using namespace std::complex_literals;
        const double T = 2 * std::numbers::pi / Omega, d = c / (2 * m),
                     w = std::sqrt(k / m - d * d);
        const std::complex<double> X = response();
        const double x0 = x - X.real(), v0 = v - (1i * Omega * X).real();
        const double A = x0, B = (v0 + d * x0) / w, e = std::exp(-d * T), co = std::cos(w * T),
                     si = std::sin(w * T);
        x = X.real() + e * (A * co + B * si);
        v = (1i * Omega * X).real() + e * ((-d * A + w * B) * co + (-d * B - w * A) * si);
    }
};

} // namespace

TEST_CASE("Wrong bifurcation diagrams are refused by check and run alike", "[app]")
{
    const std::string sweeps = "sweeps  = [\"same\", \"up\", \"down\"]", periods = "periods = 5";
    const std::vector<Mistake> mistakes{
        {"one value", "n = 9", "n = 1", "Omega",
         "analysis.Omega.n = 1; expected a whole number >= 2 and <= 1e+05"},
        {"no number of values", ", n = 9", "", "Omega",
         "analysis.Omega: missing key n (values evenly apart, both ends among them)"},
        {"a range that goes down", "from = 1.1, to = 1.9", "from = 1.9, to = 1.1", "Omega",
         "analysis.Omega.to = 1.1; expected more than from"},
        {"an empty range", "from = 1.1, to = 1.9", "from = 1.1, to = 1.1", "Omega",
         "analysis.Omega.to = 1.1; expected another frequency than from"},
        {"no range", over_Omega + "\n", "", "[analysis]",
         "analysis.frequency_hz = (not given); give the range of frequencies, { from = 150, to = "
         "250 "
         "}"},
        {"no sweep", sweeps, "sweeps = []", "sweeps",
         "analysis.sweeps = []; expected at least one of same, up, down"},
        {"a sweep that is none", sweeps, "sweeps = [\"upp\"]", "sweeps",
         "analysis.sweeps = [\"upp\"]; no such sweep; did you mean up? Allowed: same, up, down"},
        {"a sweep twice", sweeps, "sweeps = [\"up\", \"up\"]", "sweeps",
         "analysis.sweeps = [\"up\", \"up\"]; \"up\" is listed twice"},
        {"no periods", periods, "periods = 0",
         "periods =", "analysis.periods = 0; expected a whole number >= 1 and <= 1e+06"},
        {"no radius", periods, periods + "\nradius = 0.0", "radius",
         "analysis.radius = 0; expected a number > 0 and <= 0.1"},
        {"no such joint", "joint = \"stops\"", "joint = \"stop\"", "touches",
         "analysis.sections.touches.joint = \"stop\"; no such joint with a law of its own; did "
         "you mean stops? Allowed: stops"},
        {"a frequency too", "[analysis]", "[excitation]\nOmega = 1.2\n\n[analysis]", "[excitation]",
         "excitation: the frequency goes from the one end of its range in [analysis] to the other; "
         "leave [excitation] out"},
        {"no frequency", over_Omega, "over = { key = \"level\", from = 0.5, to = 1.0, n = 2 }",
         "over",
         "analysis.over = { key = \"level\" }; give the frequency of the drive in "
         "[excitation]"},
        {"one start and many", periods,
         periods + "\nstart = { displacement = { \"oscillator.mass.x\" = 1.0 } }\nstarts = { "
                   "displacement = { \"oscillator.mass.x\" = { from = 0.0, to = 1.0, n = 2 } } }",
         "start =",
         "analysis.start = { displacement = { oscillator.mass.x = 1 } }; give either start or "
         "starts"},
        {"too many motions", "n = 9", "n = 50000", "sweeps",
         "analysis.sweeps = [\"same\", \"up\", \"down\"]; that is 150000 motions of all values, "
         "starts and sweeps; expected at most 100000"},
        {"results that are not there", periods, periods + "\nbranches = { results = \"b1\" }",
         "branches",
         "analysis.branches.results = \"b1\"; no such file; expected results.h5 of an "
         "earlier run, or its folder, relative to the case file"},
        {"no results", periods, periods + "\nbranches = { results = [] }", "branches",
         "analysis.branches.results = []; expected at least one"}};
    for (const Mistake& m : mistakes) {
        CAPTURE(m.what);
        const std::string text = replaced(diagram, m.from, m.to);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(CaseFolder(text), text, m.place, m.message, command);
    }
}

TEST_CASE("Keys that a diagram cannot go over are refused", "[app]")
{
    for (const auto& [key, range, message] :
         {std::tuple<std::string, std::string, std::string>{
              "analysis.periods", "from = 1, to = 2, n = 2",
              "analysis.over.key = \"analysis.periods\"; expected \"level\", or a key of "
              "substructure, bond, joint, motion, load that takes a number, as "
              "\"joint.stops.clearance\""},
          {"joint.stops.clearance", "from = -1, to = 2, n = 2",
           "analysis.over.key = \"joint.stops.clearance\"; at joint.stops.clearance = -1: "
           "joint.stops.clearance = -1; expected a number >= 0 [m]"},
          {"joint.stops.law", "from = 1, to = 2, n = 2",
           "analysis.over.key = \"joint.stops.law\"; the case gives it \"gap\"; expected a key "
           "that takes a number"}}) {
        CAPTURE(key);
        const std::string text = over(key, range);
        check_refused(CaseFolder(text), text, "over", message);
    }
}

TEST_CASE("A diagram over the frequency has what each motion settled on", "[app]")
{
    const CaseFolder folder(diagram);
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK(check.exit_status == 0);
    CHECK_THAT(check.out, Contains("9 values of Omega, 1.1 to 1.9 rad/s, same, up, down, 1 start, "
                                   "5 periods behind 100 at each, 1 modes"));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CAPTURE(run.err);
    CHECK(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities["motions"]["value"].number() == 27);
    CHECK(quantities["period.1"]["value"].number() == 27);
    CHECK(quantities["up.not_settled"]["value"].number() == 0);

    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.attribute("", "parameter") == "Omega");
    const std::vector<double> Omega = h5.numbers("values");
    REQUIRE(Omega.size() == 9);
    // From rest above 1.1 the motion stays between the stops, a linear one.
    const std::vector<double> largest = h5.numbers("series/0001/points/oscillator.mass.x/largest"),
                              strobe =
                                  h5.numbers("series/0001/sections/strobe/points/oscillator.mass.x/"
                                             "displacement");
    const std::vector<int> at = h5.integers("series/0001/sections/strobe/at");
    REQUIRE(at.size() == 45);
    int below = 0;
    for (std::size_t i = 0; i < 9; ++i) {
        const std::complex<double> X = Oscillator{.Omega = Omega[i]}.response();
        if (std::abs(X) > 0.5)
            continue;
        ++below;
        // 100 periods leave e^-(0.05 2 pi 100 / Omega) of 1, 1e-7 at most.
        CHECK(largest[i] == Approx(std::abs(X)).margin(1e-6));
        CHECK(at[5 * i + 4] == static_cast<int>(i));
        CHECK(strobe[5 * i + 4] == Approx(-X.imag()).margin(1e-6));
    }
    CHECK(below >= 6);
    CHECK(h5.integers("series/0003/joined").size() == 8);
    // Upwards it stays in contact up to the fold of its branch.
    CHECK(quantities["up.changes"]["value"].numbers().at(0) == Approx(1.55));
    CHECK(quantities["down.changes"]["value"].numbers().empty());
    CHECK(quantities["apart.from"]["value"].numbers() == std::vector<double>{1.1});
    CHECK(quantities["apart.to"]["value"].numbers().front() == Approx(1.5));
}

TEST_CASE("Displacements and velocities are taken over from value to value", "[app]")
{
    // A period at each mass, without contact: section points are where each period begins.
    const CaseFolder folder(replaced(
        replaced(over("substructure.oscillator.masses.mass.x", "from = 0.6, to = 1.4, n = 5"),
                 "discard = 100\nperiods = 5", "discard = 0\nperiods = 1"),
        "strobe  = { phase_deg = 90.0 }", "strobe  = { phase_deg = 0.0 }"));
    // Far from the stops.
    const ProgramRun run = run_program(
        folder, "run case.toml --quiet --output out --set load.shaker.force.amplitude=0.02");
    CAPTURE(run.err);
    REQUIRE(run.exit_status == 0);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    for (const std::string series : {"series/0002/", "series/0003/"}) {
        CAPTURE(series);
        const bool down = series == "series/0003/";
        CHECK(h5.integers(series + "sweep") == std::vector<int>{down ? 2 : 1});
        const std::string points = series + "sections/strobe/points/oscillator.mass.x/";
        const std::vector<double> x = h5.numbers(points + "displacement"),
                                  v = h5.numbers(points + "velocity");
        REQUIRE(x.size() == 5);
        double x0 = 0, v0 = 0;
        for (std::size_t k = 0; k < 5; ++k) {
            const std::size_t i = down ? 4 - k : k;
            CHECK(x[i] == Approx(x0).margin(1e-9));
            CHECK(v[i] == Approx(v0).margin(1e-9));
            Oscillator{.m = 0.6 + 0.2 * static_cast<double>(i), .F = 0.02}.step(x0, v0);
        }
    }
}

TEST_CASE("Over any key the settled motion is that of the model at each value", "[app]")
{
    const auto response = [](const std::string& key, double value) -> double {
        Oscillator of;
        (key == "level"               ? of.F
         : key.ends_with("stiffness") ? of.k
         : key.ends_with("amplitude") ? of.F
                                      : of.m) = key == "level" ? 0.2 * value : value;
        return std::abs(of.response());
    };
    for (const auto& [key, range] :
         {std::pair<std::string, std::string>{"level", "from = 0.25, to = 0.75, n = 3"},
          {"load.shaker.force.amplitude", "from = 0.05, to = 0.15, n = 3"},
          {"substructure.oscillator.masses.mass.x", "from = 0.5, to = 0.8, n = 3"},
          {"substructure.oscillator.springs.1.stiffness", "from = 1.2, to = 1.6, n = 3"}}) {
        CAPTURE(key);
        const CaseFolder folder(over(key, range));
        const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
        CAPTURE(run.err);
        CHECK(run.exit_status == 0);
        const io::Hdf5Reader h5(folder / "out/results.h5");
        const std::vector<double> values = h5.numbers("values");
        for (const std::string series : {"series/0001/", "series/0002/", "series/0003/"})
            for (std::size_t i = 0; i < 3; ++i)
                CHECK(h5.numbers(series + "points/oscillator.mass.x/largest")[i] ==
                      Approx(response(key, values[i])).margin(1e-7));
    }
}

TEST_CASE("Branches of an earlier run go through the same sections, those of another are refused",
          "[app]")
{
    const CaseFolder folder(stopped_oscillator);
    REQUIRE(run_program(folder, "run case.toml --quiet --output earlier").exit_status == 0);
    const std::string with =
        replaced(diagram, "periods = 5", "periods = 5\nbranches = { results = \"earlier\" }");
    write(folder, "diagram.toml", with);
    const ProgramRun run = run_program(folder, "run diagram.toml --quiet --output out");
    CAPTURE(run.err);
    REQUIRE(run.exit_status == 0);
    const io::Hdf5Reader h5(folder / "out/results.h5"), earlier(folder / "earlier/results.h5");
    const std::vector<double> all = earlier.numbers("branches/0001/parameter"),
                              all_largest =
                                  earlier.numbers("branches/0001/points/oscillator.mass.x/largest"),
                              here = h5.numbers("branches/0001/parameter"),
                              largest =
                                  h5.numbers("branches/0001/points/oscillator.mass.x/largest");
    const std::vector<int> point = h5.integers("branches/0001/point");
    REQUIRE(here.size() > 10);
    for (std::size_t k = 0; k < here.size(); ++k) {
        const auto of = static_cast<std::size_t>(point[k]);
        CHECK(here[k] == all[of]);
        CHECK((here[k] >= 1.1 && here[k] <= 1.9));
        CHECK(largest[k] == Approx(all_largest[of]).epsilon(1e-7));
    }
    // The sweep up leaves the branch at its fold.
    const std::vector<int> labels = h5.integers("branches/0001/label");
    double fold = 0; // the last: there are two, and that of the sweep down is below 1.1
    for (std::size_t k = 0; k < labels.size(); ++k)
        fold = labels[k] == 2 ? here[k] : fold;
    CHECK(std::abs(fold - summary_of(folder)["quantities"]["up.changes"]["value"].numbers().at(0)) <
          0.05);
    CHECK(h5.integers("branches/0001/sections/strobe/at").size() == here.size());

    const auto refused = [&](const std::string& from, const std::string& to,
                             const std::string& message) {
        const std::string text = replaced(with, from, to);
        write(folder, "case.toml", text);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(folder, text,
                          "branches =", "analysis.branches.results = \"earlier\"; " + message,
                          command);
    };
    refused("stiffness = 1.0 }", "stiffness = 1.1 }",
            "has mode 1 at 1 rad/s, this case at 1.04880885 rad/s; bodies, their reductions, "
            "supports, bonds and linear joints must be the same");
    refused("clearance  = 1.0", "clearance  = 1.1",
            "has joint.stops.clearance = 1 (this case: 1.1); it must be the same");
    refused("from = 1.1, to = 1.9", "from = 2.1, to = 2.9", "has no motion from Omega 2.1 to 2.9");
    // The results do not contain loads; their motions show them.
    const std::string weaker = replaced(with, "amplitude = 0.2", "amplitude = 0.201");
    write(folder, "case.toml", weaker);
    const ProgramRun other = run_program(folder, "check case.toml");
    CHECK(other.exit_status == 2);
    CHECK_THAT(other.err, Contains("that is none of this case: after its period it misses its "
                                   "start by ") &&
                              Contains("loads, damping and all else must be the same"));

    const std::string over_level =
        replaced(over("level", "from = 0.5, to = 1.0, n = 3"), "periods = 5",
                 "periods = 5\nbranches = { results = \"earlier\" }");
    write(folder, "case.toml", over_level);
    check_refused(folder, over_level, "branches =",
                  "analysis.branches.results = \"earlier\"; has branches over the frequency, this "
                  "case goes over level");
}
