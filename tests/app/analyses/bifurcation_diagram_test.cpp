#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/app_test.hpp"

#include <complex>

// Bifurcation diagrams from a case file to results. The mechanics: tests/studies.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string over_Omega = "Omega   = { from = 1.1, to = 1.9, n = 9 }",
                  diagram = model("bifurcation_diagram");

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

TEST_CASE("A diagram over the frequency has what each motion settled on", "[app]")
{
    const CaseFolder folder(diagram);
    const ProgramRun check = run_ok(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("values: 9, Omega 1.1 to 1.9 rad/s\n") &&
                              Contains("sweeps: same, up, down\n") && Contains("starts: 1\n"));
    run_ok(folder, "run case.toml --quiet --output out");
    const Json quantities = summary_of(folder)["quantities"];
    CHECK(quantities.value("motions") == 27);
    CHECK(quantities.value("period.1") == 27);
    CHECK(quantities.value("up.not_settled") == 0);

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
    CHECK(quantities.values("up.changes").at(0) == Approx(1.55));
    CHECK(quantities.values("down.changes").empty());
    CHECK(quantities.values("apart.from") == std::vector<double>{1.1});
    CHECK(quantities.values("apart.to").front() == Approx(1.5));
}

TEST_CASE("Displacements and velocities are taken over from value to value", "[app]")
{
    // A period at each mass, without contact: section points are where each period begins.
    const CaseFolder folder(replaced(
        replaced(over("substructure.oscillator.masses.mass.x", "from = 0.6, to = 1.4, n = 5"),
                 "discard = 100\nperiods = 5", "discard = 0\nperiods = 1"),
        "strobe  = { phase_deg = 90.0 }", "strobe  = { phase_deg = 0.0 }"));
    // Far from the stops.
    run_ok(folder, "run case.toml --quiet --output out --set load.shaker.force.amplitude=0.02");
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
        const RunCase run(over(key, range));
        const io::Hdf5Reader h5(run / "out/results.h5");
        const std::vector<double> values = h5.numbers("values");
        for (const std::string series : {"series/0001/", "series/0002/", "series/0003/"})
            for (std::size_t i = 0; i < 3; ++i)
                CHECK(h5.numbers(series + "points/oscillator.mass.x/largest")[i] ==
                      Approx(response(key, values[i])).margin(1e-7));
    }
}

TEST_CASE("Branches of an earlier run go through the same sections", "[app]")
{
    const CaseFolder folder(stopped_oscillator);
    run_ok(folder, "run case.toml --quiet --output earlier");
    const std::string with =
        replaced(diagram, "periods = 5", "periods = 5\nbranches = { results = \"earlier\" }");
    write(folder, "diagram.toml", with);
    run_ok(folder, "run diagram.toml --quiet --output out");
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
    CHECK(std::abs(fold - summary_of(folder)["quantities"].values("up.changes").at(0)) < 0.05);
    CHECK(h5.integers("branches/0001/sections/strobe/at").size() == here.size());
}
