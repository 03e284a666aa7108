#include "tests/app/app_test.hpp"

// Refused input and results of `type = "backbone"`.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string damper = model("backbone");

const std::string levels =
    "level        = { load = \"shaker\", from = 0.1, to = 100.0, n = 7, spacing = \"log\" }\n";

} // namespace

// Stuck: omega^2 = (k + k_t) / m, free k / m; the maximum of the rms of one harmonic of a linear
// oscillator lies at Omega^2 = omega^2 - c^2 / 2.
TEST_CASE("a backbone leads from the stuck resonance to the free one", "[app]")
{
    const CaseFolder folder(damper);
    run_ok(folder, "run case.toml --output out");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.attribute("", "analysis") == "backbone");
    const std::vector<double> level = h5.numbers("extrema/level"),
                              frequency = h5.numbers("extrema/frequency");
    const std::vector<int> maximum = h5.integers("extrema/maximum");
    REQUIRE(level.size() == 7);
    CHECK(std::count(maximum.begin(), maximum.end(), 1) == 7);
    CHECK(h5.integers("extrema/largest") == std::vector<int>(7, 1));
    const double k = 1e4, c = 2e-4 * k, two_pi = 2 * 3.14159265358979324;
    auto peak = [&](double stiffness) -> double {
        return std::sqrt(stiffness - c * c / 2) / two_pi;
    };
    // Damping goes with the springs of the body alone.
    CHECK(std::abs(frequency.front() - peak(k + 4.4e3)) < 1e-9 * peak(k));
    // Slip adds damping, -mu N / (amplitude ...): at 100 N a thousandth of the frequency.
    CHECK(std::abs(frequency.back() - peak(k)) < 2e-3 * peak(k));
    CHECK(h5.texts("curves/0001/ends") ==
          std::vector<std::string>{"the lowest level", "the highest level"});
    CHECK(h5.texts("extrema/states").front() == "pad stick");
    CHECK(h5.texts("extrema/states").back() == "pad stick/slip");
}

// Stuck 19.10 Hz, free 15.9 Hz: from 18 Hz on the range loses the ridge as the pad slips.
TEST_CASE("levels without a maximum are counted, end the run with 1 and leave no best preload",
          "[app]")
{
    const CaseFolder folder(damper);
    const ProgramRun whole = run_ok(folder, "run case.toml --output whole");
    CHECK_THAT(whole.out, !Contains("no maximum was found") && Contains("best preload"));
    CHECK_THAT(io::file_text(folder / "whole/summary.json"), Contains("\"largest.missing\""));
    const ProgramRun part =
        run_program(folder, "run case.toml --output part --set analysis.frequency_hz.from=18");
    CAPTURE(part.out, part.err);
    CHECK(part.exit_status == 1);
    CHECK_THAT(part.out, Contains("no maximum was found at 3 of 7 levels: 10 to 100 (3)"));
    CHECK_THAT(part.out, !Contains("best preload"));
    CHECK_THAT(part.err, Contains("stopped early: no maximum was found at 3 of 7 levels") &&
                             Contains("the curves are kept"));
    // The others are kept.
    CHECK(io::Hdf5Reader(folder / "part/results.h5").numbers("extrema/level").size() == 4);
}

// At the peak the margin of a damper of the mass has its maximum too: its growth is zero there.
TEST_CASE("a mass on two equal dampers has the ridges of one damper of both", "[app]")
{
    std::string halves = damper;
    const auto replace = [&](const std::string& what, const std::string& by) {
        halves.replace(halves.find(what), what.size(), by);
    };
    replace("k_t        = 4.4e3", "k_t        = 2.2e3");
    replace("preload    = 20.0", "preload    = 10.0");
    replace("[[load]]", "[[joint]]\nname = \"other\"\nlike = \"pad\"\nnormal_deg = -90.0\n"
                        "between = [\"oscillator.mass\", \"ground\"]\n\n[[load]]");
    const CaseFolder folder(damper);
    std::ofstream(folder / "halves.toml") << halves;
    const std::string more = " --set analysis.frequency_hz.from=3 --set analysis.level.n=9";
    const ProgramRun whole = run_program(folder, "run case.toml --output whole" + more),
                     parts = run_program(folder, "run halves.toml --output parts" + more);
    CAPTURE(whole.out, whole.err, parts.out, parts.err);
    REQUIRE(whole.exit_status == 0);
    REQUIRE(parts.exit_status == 0);
    const io::Hdf5Reader a(folder / "whole/results.h5"), b(folder / "parts/results.h5");
    for (const char* of : {"frequency", "oscillator.mass.x/rms"}) {
        const std::vector<double> x = a.numbers("extrema/" + std::string(of)),
                                  y = b.numbers("extrema/" + std::string(of));
        REQUIRE(x.size() == y.size());
        for (std::size_t k = 0; k < x.size(); ++k)
            CHECK(std::abs(y[k] / x[k] - 1) < 1e-8); // of the tolerance, 1e-10, of both
    }
    CHECK(a.integers("extrema/curve") == b.integers("extrema/curve"));
}

// The pad without friction exerts no force along the motion: all is as without it.
TEST_CASE("a pad without friction changes nothing beside one with friction", "[app]")
{
    std::string both = damper;
    both.insert(both.find("[[load]]"),
                "[[joint]]\nname = \"smooth\"\nlike = \"pad\"\nfriction = 0.0\n"
                "between = [\"oscillator.mass\", \"ground\"]\n\n");
    const CaseFolder folder(damper);
    std::ofstream(folder / "both.toml") << both;
    const std::string methods =
        " --set 'analysis.method=[\"ridge\", \"damped-mode\", \"phase-resonance\"]'";
    const ProgramRun alone = run_program(folder, "run case.toml --output alone" + methods),
                     beside = run_program(folder, "run both.toml --output beside" + methods);
    CAPTURE(alone.out, beside.out, beside.err);
    REQUIRE(alone.exit_status == 0);
    REQUIRE(beside.exit_status == 0);
    CHECK_THAT(beside.out, !Contains("warning") && !Contains("left out"));
    const io::Hdf5Reader a(folder / "alone/results.h5"), b(folder / "beside/results.h5");
    for (const char* of : {"extrema/", "phase_resonance/", "damped_mode/0001/at_levels/"}) {
        const std::vector<double> x = a.numbers(std::string(of) + "frequency"),
                                  y = b.numbers(std::string(of) + "frequency");
        CAPTURE(of);
        REQUIRE(x.size() == y.size());
        for (std::size_t k = 0; k < x.size(); ++k)
            CHECK(std::abs(y[k] / x[k] - 1) < 1e-8);
    }
}

TEST_CASE("superharmonic maxima lie on a closed curve that starts at a response", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, "run backbones/cantilever_with_pad --quiet --output out --set "
                   "analysis.responses=[4.5] --set analysis.level=[0.02,4.5,200]");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.texts("curves/0002/ends") == std::vector<std::string>{"closed", "closed"});
    const std::vector<double> level = h5.numbers("extrema/level"),
                              frequency = h5.numbers("extrema/frequency");
    // Harmonic balance of an independent implementation, nine digits.
    bool found = false;
    for (std::size_t i = 0; i < level.size(); ++i)
        found = found || (level[i] == 4.5 && std::abs(frequency[i] / 190.618971 - 1) < 1e-8);
    CHECK(found);
}

// A mass y hangs on a spring k2 at the damped mass, q = x k2 / (k2 - m2 Omega^2). It moves in phase
// below its own frequency.
TEST_CASE("responses, phases of all monitors and four motions come with a backbone", "[app]")
{
    std::string text = damper;
    const auto replace = [&text](const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
    };
    replace("masses   = { mass = { x = 1.0, y = 1.0 } }",
            "masses   = { mass = { x = 1.0, y = 1.0 }, tip = { x = 0.1 } }");
    replace("springs  = [",
            "springs  = [\n  { between = [\"mass.x\", \"tip.x\"], stiffness = 1e5 },");
    replace("monitor      = \"oscillator.mass.x\"",
            "monitor = [\"oscillator.mass.x\", \"oscillator.tip.x\"]\nmethod = [\"ridge\", "
            "\"damped-mode\", \"phase-resonance\"]\nresponses = [0.1, 10.0]\nshapes = [50.0]");
    const CaseFolder folder(text);
    run_ok(folder, "run case.toml --output out");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const auto same_phase = [&h5](const std::string& at) {
        CAPTURE(at);
        const std::vector<double> here = h5.numbers(at + "oscillator.mass.x/phase_lag"),
                                  there = h5.numbers(at + "oscillator.tip.x/phase_lag"),
                                  rms = h5.numbers(at + "oscillator.mass.x/rms"),
                                  of_tip = h5.numbers(at + "oscillator.tip.x/rms"),
                                  f = h5.numbers(at + "frequency");
        REQUIRE(!f.empty());
        CHECK(there.size() == f.size());
        for (std::size_t k = 0; k < f.size(); ++k) {
            CHECK(std::abs(there[k] - here[k]) < 0.01); // stiffness damping of its spring
            const double Omega = 2 * 3.14159265358979324 * f[k];
            // Three harmonics, of which the first has nearly all.
            CHECK(std::abs(of_tip[k] / rms[k] * (1 - 0.1 * Omega * Omega / 1e5) - 1) < 1e-3);
        }
    };
    for (const char* at :
         {"extrema/", "shapes/", "curves/0001/pieces/0001/", "phase_resonance/",
          "phase_resonance/curves/0001/", "damped_mode/0001/", "damped_mode/0001/at_levels/"})
        same_phase(at);
    // In quadrature with the force, the one by its equation, the other as it is reported.
    for (const char* at : {"phase_resonance/", "damped_mode/0001/at_levels/"})
        for (const double lag : h5.numbers(std::string(at) + "oscillator.mass.x/phase_lag"))
            CHECK(std::abs(lag - 0.5 * 3.14159265358979324) < 0.01);

    CHECK(h5.texts("shapes/what") == std::vector<std::string>{"lowest", "first slip",
                                                              "largest damping", "highest",
                                                              "largest"});
    const std::vector<double> level = h5.numbers("shapes/level"),
                              ratio = h5.numbers("damped_mode/0001/damping_ratio"),
                              of_ratio = h5.numbers("damped_mode/0001/level");
    CHECK(level.front() == 0.1);
    CHECK(level[3] == 100.0);
    CHECK(level[4] == 50.0);
    const auto most = std::max_element(ratio.begin(), ratio.end()) - ratio.begin();
    CHECK(level[2] == of_ratio[static_cast<std::size_t>(most)]);
    // Stuck until the pad carries k_t x = mu N at the peak.
    CHECK(
        std::abs(h5.numbers("shapes/oscillator.mass.x/rms")[1] / (0.5 * 20 / 4.4e3 / std::sqrt(2)) -
                 1) < 1e-9);
    CHECK(h5.texts("shapes/states").front() == "pad stick");
    CHECK(h5.texts("shapes/states").back() == "pad stick/slip");

    // The response of a level as a forced response has it: its peak is the extremum listed.
    CHECK(h5.numbers("levels/0001/level") == std::vector<double>{0.1});
    CHECK(h5.numbers("levels/0002/level") == std::vector<double>{10.0});
    const std::vector<double> f = h5.numbers("levels/0001/frequency"),
                              rms = h5.numbers("levels/0001/points/oscillator.mass.x/rms");
    const auto peak =
        static_cast<std::size_t>(std::max_element(rms.begin(), rms.end()) - rms.begin());
    CHECK(std::abs(f[peak] / h5.numbers("extrema/frequency").front() - 1) < 1e-8);
    CHECK(h5.texts("joints") == std::vector<std::string>{"pad"});
}

TEST_CASE("phase resonance and damped mode take sampled forces, which come close to exact ones",
          "[app]")
{
    const CaseFolder folder(damper);
    const std::string others = "run case.toml --set 'analysis.method=[\"damped-mode\", "
                               "\"phase-resonance\"]' --set analysis.level=[0.1,30,100] --output ";
    const ProgramRun exact = run_program(folder, others + "exact");
    const ProgramRun sampled =
        run_program(folder, others + "sampled --set 'analysis.forces=\"sampled\"'");
    CAPTURE(exact.err, sampled.err);
    REQUIRE(exact.exit_status == 0);
    REQUIRE(sampled.exit_status == 0);
    const io::Hdf5Reader a(folder / "exact/results.h5"), b(folder / "sampled/results.h5");
    for (const char* name : {"phase_resonance/frequency", "damped_mode/0001/at_levels/frequency"}) {
        const std::vector<double> f = a.numbers(name), g = b.numbers(name);
        REQUIRE(f.size() == 3);
        REQUIRE(g.size() == 3);
        for (std::size_t k = 0; k < 3; ++k) // samples to the square of 2 pi / 1024
            CHECK(std::abs(g[k] / f[k] - 1) < 4e-5);
    }
}

TEST_CASE("a backbone draws bodies with a mesh at four levels and at its responses", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, "run backbones/clamped_plate --quiet --output out "
                   "--set analysis.level=[0.05,8,160] "
                   "--set analysis.n_h=1 "
                   "--set analysis.responses=[8] "
                   "--set analysis.stability=false");
    std::vector<std::string> drawn;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "out"))
        if (entry.path().extension() == ".pvd")
            drawn.push_back(entry.path().stem().string());
    std::sort(drawn.begin(), drawn.end());
    REQUIRE(drawn.size() == 5);
    for (const auto& [k, begin] : {std::pair{0, "first_slip_level_0.0558732_325.116_Hz"},
                                   {1, "highest_level_160_209.3"},
                                   {2, "largest_damping_level_8_"},
                                   {3, "level_8_"},
                                   {4, "lowest_level_0.05_325.116_Hz"}})
        CHECK_THAT(drawn[static_cast<std::size_t>(k)], StartsWith(begin));
}

// The spring is so weak that the motion of the joint does not identify its mode.
TEST_CASE("a damped mode that has no start is left out with the reason", "[app]")
{
    const CaseFolder folder("");
    const std::string weak =
        "run backbones/duffing --quiet --output out --set joint.hardening.k3=1e-30";
    const ProgramRun run = run_ok(folder, weak);
    CHECK_THAT(run.out,
               Contains("left out: mode 1, 0.15915494 Hz: no motion found near the linear mode"));
    const ProgramRun alone = run_program(folder, weak + " --set 'analysis.method=\"damped-mode\"'");
    CHECK(alone.exit_status == 2);
    CHECK_THAT(alone.err,
               Contains("analysis.method = \"damped-mode\"; there is nothing to follow; mode 1"));
}

// ---- over another number than the level

namespace {

// One level, and the preload of the pad over two decades.
const std::string over_preload = replaced(damper, levels,
                                          "level = 10.0\nover = { key = \"preload\", joints = "
                                          "[\"pad\"], values = [2.0, 20.0, 200.0] }\n");

} // namespace

// A factor on the level and the preload is one on the motion: level 10 with 2, 20 and 200 N is ten
// times, once, a tenth of levels 100, 10 and 1 with 20 N.
TEST_CASE("ridges over the preload are those over the level in another measure", "[app]")
{
    const CaseFolder folder(over_preload);
    const ProgramRun over = run_ok(folder, "run case.toml --output over");
    CHECK_THAT(over.out, Contains("curve 1: from preload 2, "));
    std::ofstream(folder / "level.toml") << damper;
    run_ok(folder, "run level.toml --output level --set analysis.level=[100,10,1]");
    const io::Hdf5Reader a(folder / "over/results.h5"), b(folder / "level/results.h5");
    CHECK(a.attribute("", "parameter") == "preload");
    CHECK(b.attribute("", "parameter") == "level");
    CHECK(a.numbers("extrema/value") == std::vector<double>{2, 20, 200});
    CHECK(a.numbers("extrema/level") == std::vector<double>(3, 10.0));
    const std::vector<double> f = a.numbers("extrema/frequency"),
                              g = b.numbers("extrema/frequency"),
                              rms = a.numbers("extrema/oscillator.mass.x/rms"),
                              other = b.numbers("extrema/oscillator.mass.x/rms"),
                              by_preload = a.numbers("extrema/derivatives/pad.preload/rms"),
                              by_level = b.numbers("extrema/derivatives/level/rms");
    REQUIRE(g.size() == 3);
    const double scale[] = {0.1, 1, 10};
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(std::abs(f[k] / g[k] - 1) < 1e-9); // twice the tolerance of Newton's method and more
        CHECK(std::abs(rms[k] / other[k] / scale[k] - 1) < 1e-9);
        CHECK(std::abs(by_preload[k] + by_level[k] - 1) < 1e-7);
    }
    // Along the curve `value` stands in place of `level`.
    const std::vector<double> along = a.numbers("curves/0001/pieces/0001/value");
    CHECK(std::abs(along.front() / 2 - 1) < 1e-12);
    CHECK(!a.holds("curves/0001/pieces/0001/level"));
    const std::string summary = io::file_text(folder / "over/summary.json");
    for (const char* quantity : {"\"largest.value\"", "\"largest.frequency\""})
        CHECK_THAT(summary, Contains(quantity));
    for (const char* quantity : {"\"largest.level\"", "best_preload", "shapes.", "first_slip"})
        CHECK_THAT(summary, !Contains(quantity));
}

// Stuck, x = level / (c sqrt(omega^2 - c^2 / 4)) at the peak, c = factor beta k.
TEST_CASE("a stuck resonance goes over the damping as the closed form does", "[app]")
{
    const CaseFolder folder(replaced(over_preload,
                                     "key = \"preload\", joints = [\"pad\"], "
                                     "values = [2.0, 20.0, 200.0]",
                                     "key = \"damping\", from = 0.5, to = 2.0, n = 3, spacing "
                                     "= \"log\""));
    run_ok(folder, "run case.toml --output out --set analysis.level=0.1");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<double> value = h5.numbers("extrema/value"),
                              frequency = h5.numbers("extrema/frequency"),
                              rms = h5.numbers("extrema/oscillator.mass.x/rms");
    REQUIRE(value.size() == 3);
    CHECK(std::abs(value[1] - 1) < 1e-15);
    for (std::size_t k = 0; k < 3; ++k) {
        const double c = value[k] * 2e-4 * 1e4, stiffness = 1.44e4;
        CHECK(std::abs(2 * 3.14159265358979324 * frequency[k] / std::sqrt(stiffness - c * c / 2) -
                       1) < 1e-9);
        CHECK(std::abs(rms[k] * c * std::sqrt(2 * (stiffness - c * c / 4)) / 0.1 - 1) < 1e-9);
    }
}

TEST_CASE("derivatives by level and by all preloads add up to one", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, "run backbones/blade_damper_blade --quiet --output out --set "
                   "analysis.level=[1,6.3,20,140] --set 'analysis.method=\"ridge\"' --set "
                   "analysis.responses=[20] --set analysis.stability=false");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const auto by = [&h5](const std::string& parameter, const char* what) {
        return h5.numbers("extrema/derivatives/" + parameter + "/" + what);
    };
    const std::size_t n = h5.numbers("extrema/level").size();
    const std::vector<int> maximum = h5.integers("extrema/maximum");
    REQUIRE(n > 8); // maxima and minima of four levels
    for (const auto& [what, sum] : {std::pair{"rms", 1.0}, {"frequency", 0.0}}) {
        const std::vector<double> level = by("level", what), all = by("all.preload", what),
                                  left = by("left_face.preload", what),
                                  right = by("right_face.preload", what);
        REQUIRE(all.size() == n);
        for (std::size_t k = 0; k < n; ++k) {
            CAPTURE(what, k);
            CHECK(std::abs(level[k] + all[k] - sum) < 1e-9);
            CHECK(std::abs(left[k] + right[k] - all[k]) < 1e-9);
        }
    }
    for (const char* name : {"damping", "all.friction", "all.k_t", "all.k_n", "right_face.k_n"})
        CHECK(by(name, "rms").size() == n);
}
