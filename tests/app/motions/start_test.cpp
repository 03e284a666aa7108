#include "tests/app/app_test.hpp"

#include <array>
#include <cstdio>

// Transients that begin where earlier runs were.

using namespace slideway;
using namespace slideway::test;

namespace {

using std::numbers::pi;

// Two masses between stops, without an analysis.
const std::string pair = model("pair");

const std::string rub = R"(
[[joint]]
name    = "rub"
law     = "coulomb"
between = ["pair.right.x", "ground"]
limit   = 0.004
)";

// From 0 to 100 periods of Omega = 1.2.
std::string transient(const std::string& scheme, const std::string& keys)
{
    return R"(
[excitation]
Omega = 1.2

[analysis]
type   = "transient"
scheme = ")" +
           scheme + "\"\n" + keys + R"(
[output]
history         = ["pair.left.x", "pair.right.x"]
history_rate_hz = 0.5
)";
}

const double period = 2 * pi / 1.2;

std::string number(double value)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.17g", value);
    return text.data();
}

void run_into(const CaseFolder& folder, const std::string& out, const std::string& set = "")
{
    run_ok(folder, "run case.toml --quiet --output " + out + (set.empty() ? "" : " --set ") + set);
}

std::vector<double> end_of(const CaseFolder& folder, const std::string& out)
{
    const io::Hdf5Reader h5(folder / (out + "/results.h5"));
    std::string at = "states/0001/";
    for (int k = 2; h5.holds("states/000" + std::to_string(k) + "/q"); ++k)
        at = "states/000" + std::to_string(k) + "/";
    std::vector<double> z = h5.numbers(at + "q");
    for (const double v : h5.numbers(at + "v"))
        z.push_back(v);
    return z;
}

double difference(const std::vector<double>& a, const std::vector<double>& b)
{
    double most = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max(most, std::abs(a[i] - b.at(i)));
        size = std::max(size, std::abs(b[i]));
    }
    return most / size;
}

const std::string response = R"(
[analysis]
type    = "forced-response"
monitor = "pair.left.x"
n_h     = 5
level   = { values = [1.0, 0.5] }
Omega   = { from = 0.93, to = 1.2 }
)";

} // namespace

TEST_CASE("a transient that continues from a kept state or an end is the one that did not stop",
          "[app]")
{
    struct Row {
        std::string scheme, model, keys;
        double in_parts; // steps: of errors of some thousand steps; else of round-off
    };
    const std::string without_stops = changed(pair, {"[[joint]] =", "[[joint]] ="}) + rub,
                      with_dashpot = pair + "damping = 0.5\n" + rub;
    const Row rows[] = {{"event-driven", without_stops, "", 1e-12},
                        {"runge-kutta", with_dashpot, "tolerance = 1e-13\n", 1e-11},
                        {"taylor", with_dashpot, "tolerance = 1e-16\n", 1e-11}};
    const std::string middle = number(50.3 * period), end = number(100 * period);
    for (const Row& row : rows) {
        CAPTURE(row.scheme);
        const CaseFolder folder(row.model +
                                transient(row.scheme, row.keys + "t_end = " + end + "\n"));
        run_into(folder, "whole");
        run_into(folder, "halted", "analysis.keep_at=[" + middle + "]");
        run_into(folder, "first", "analysis.t_end=" + middle);
        run_into(folder, "rest", "'analysis.start={ results = \"halted\", t = " + middle + " }'");
        run_into(folder, "second", "'analysis.start={ results = \"first\" }'");
        const double off = difference(end_of(folder, "second"), end_of(folder, "whole"));
        CAPTURE(off);
        CHECK(end_of(folder, "rest") == end_of(folder, "halted"));
        CHECK(off < row.in_parts);
        // Time continues, and so does the drive.
        const io::Hdf5Reader h5(folder / "second/results.h5");
        CHECK(h5.numbers("time").front() == 50.3 * period);
        CHECK(summary_of(folder, "second")["used"]["start"].text() ==
              "from first at t = 263.3701841 s");
        // At another frequency the drive continues in its phase, at the time that has it there.
        run_into(folder, "faster",
                 "'analysis.start={ results = \"first\" }' --set excitation.Omega=1.5");
        const io::Hdf5Reader faster(folder / "faster/results.h5");
        CHECK(faster.numbers("time").front() == Approx(50.3 * 2 * pi / 1.5).epsilon(1e-15));
        CHECK(faster.numbers("points/pair.left.x/displacement").front() ==
              Approx(h5.numbers("points/pair.left.x/displacement").front()).epsilon(1e-14));
        // Unless the case says when it begins.
        run_into(folder, "anew",
                 "'analysis.start={ results = \"first\" }' --set analysis.t_start=0");
        CHECK(io::Hdf5Reader(folder / "anew/results.h5").numbers("time").front() == 0);
        // It reads what `check` prints.
        const ProgramRun check =
            run_program(folder, "check case.toml --set 'analysis.start={ results = \"first\" }'");
        CHECK_THAT(check.out, Contains("reads: first/results.h5") &&
                                  Contains("time: 263.370184 to 523.598776 s"));
    }
}

TEST_CASE("a transient that begins on a motion of a forced response stays on it", "[app]")
{
    // A stable orbit that meets a stop. The force has kinks, so that harmonic k of the displacement
    // falls as k^-4, and the motion of n harmonics misses the orbit by some n^-3.
    const CaseFolder folder(pair + transient("taylor", "cycles = 10\n"));
    const CaseFolder curves(pair + response);
    double last = 1;
    for (const int n_h : {5, 17, 33}) {
        run_into(curves, "out", "analysis.n_h=" + std::to_string(n_h));
        const std::string results = (curves / "out").string();
        run_into(folder, "out",
                 "'analysis.start={ results = \"" + results +
                     "\", at = \"begin\" }' --set excitation.Omega=0.93 --set "
                     "output.history_rate_hz=" +
                     number(64 * 0.93 / (2 * pi)));
        const io::Hdf5Reader h5(folder / "out/results.h5"), hb(curves / "out/results.h5");
        const std::vector<double> x = h5.numbers("points/pair.left.x/displacement");
        REQUIRE(x.size() == 641);
        CHECK(hb.integers("levels/0001/stable").front() == 1);
        // The whole motion is that of the harmonics.
        const std::vector<double> c = hb.numbers("levels/0001/points/pair.left.x/coefficients");
        const std::size_t points = hb.integers("levels/0001/stable").size();
        double off = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double theta = 2 * pi * static_cast<double>(i) / 64;
            double y = c[0];
            for (int k = 1; k <= n_h; ++k)
                y += c[static_cast<std::size_t>(2 * k - 1) * points] * std::cos(k * theta) +
                     c[static_cast<std::size_t>(2 * k) * points] * std::sin(k * theta);
            off = std::max(off, std::abs(y - x[i]));
            if (i == 0)
                CHECK(x[i] == Approx(y).epsilon(1e-12));
        }
        CAPTURE(n_h, off);
        CHECK(*std::max_element(x.begin(), x.end()) > 0.052); // in touch
        CHECK(off < 2 * 0.05 * std::pow(n_h, -2));
        CHECK(off < last / 3);
        last = off;
    }
    // Half a period later, by its clock, the motion is what it is there.
    const std::string from = "'analysis.start={ results = \"" + (curves / "out").string() +
                             "\", Omega = 0.93 }' --set excitation.Omega=0.93";
    run_into(folder, "later", from + " --set analysis.t_start=" + number(pi / 0.93));
    run_into(folder, "begin", from);
    const io::Hdf5Reader later(folder / "later/results.h5"), begin(folder / "begin/results.h5");
    CHECK(later.numbers("points/pair.right.x/displacement").front() ==
          Approx(-begin.numbers("points/pair.right.x/displacement").front()).epsilon(1e-9));
    CHECK_THAT(summary_of(folder, "begin")["used"]["start"].text(),
               Contains("point 0 of ") && Contains(", level 1, Omega = 0.93 rad/s"));
}

TEST_CASE("states of a reduced body are those of its modes, sliders of joints with them", "[app]")
{
    const std::string body =
        changed(with_body("# body = harmonic_balance/cantilever_with_pad\n"),
                {"[[substructure]] reduction = { method = \"craig-bampton\", n_modes = 4 }",
                 "k_t = 2.0e7", "force = { amplitude = 20.0 }"});
    const CaseFolder folder(body + R"([excitation]
Omega = 1500.0

[analysis]
type      = "transient"
scheme    = "taylor"
tolerance = 1e-15
keep_at   = [0.0103]
t_end     = 0.05

[output]
history = ["beam.end.y"]
)");
    run_into(folder, "whole");
    const std::string from = "'analysis.start={ results = \"whole\", t = 0.0103 }' --set "
                             "'analysis.keep_at=[]'";
    run_into(folder, "rest", from);
    CHECK(end_of(folder, "rest") == end_of(folder, "whole"));
    const io::Hdf5Reader h5(folder / "whole/results.h5");
    CHECK(h5.numbers("states/0001/joints/pad/memory").at(0) != 0);
    CHECK(h5.numbers("states/0001/q").size() == h5.numbers("states/omega").size());
    const ProgramRun fewer = run_program(
        folder, "check case.toml --set substructure.beam.reduction.n_modes=3 --set " + from);
    CHECK(fewer.exit_status == 2);
    CHECK_THAT(fewer.err, Contains(" modes, this case "));

    // A forced response does not tell position of the slider.
    const CaseFolder curves(body + R"([analysis]
type         = "forced-response"
monitor      = "beam.end.y"
n_h          = 3
Omega        = { from = 1500.0, to = 1510.0 }
)");
    run_into(curves, "out");
    const ProgramRun response_start =
        run_program(folder, "check case.toml --set 'analysis.start={ results = \"" +
                                (curves / "out").string() + "\" }'");
    CHECK(response_start.exit_status == 2);
    CHECK_THAT(response_start.err,
               Contains("does not contain the position of the slider of joint \"pad\" "
                        "stands; start from a transient"));
}

TEST_CASE("periodic motions begin on those of a transient, at any phase, and of a forced response",
          "[app]")
{
    const CaseFolder orbits(pair + R"(
[analysis]
type    = "periodic-orbits"
monitor = "pair.left.x"
Omega   = { from = 0.92, to = 0.94, at = 0.93 }
start   = { displacement = { "pair.left.x" = 0.05 } }
period  = 1
settle  = 100
)");
    run_into(orbits, "settled");
    const Json settled = summary_of(orbits, "settled")["quantities"];
    const double largest = settled.value("start.pair.left.x.max"),
                 growth = settled.value("start.growth");
    CHECK(largest > 0.052); // in touch
    const CaseFolder motion(pair + transient("taylor", "cycles = 100.3\n"));
    run_into(motion, "out",
             "excitation.Omega=0.93 --set 'analysis.start={ displacement = { \"pair.left.x\" = "
             "0.05 } }'");
    const CaseFolder curves(pair + response);
    run_into(curves, "out", "analysis.n_h=17");
    for (const auto& [folder, keys] : {std::pair{&motion, ""}, {&curves, ", at = \"begin\""}}) {
        const std::string results = (*folder / "out").string();
        CAPTURE(results);
        run_into(orbits, "out",
                 "'analysis.start={ results = \"" + results + "\"" + keys +
                     " }' --set analysis.settle=0");
        const Json found = summary_of(orbits, "out")["quantities"];
        CHECK(found.value("start.pair.left.x.max") == Approx(largest).epsilon(1e-10));
        CHECK(found.value("start.growth") == Approx(growth).epsilon(1e-9));
    }
    const ProgramRun check =
        run_program(orbits, "check case.toml --set 'analysis.start={ results = \"none\" }'");
    CHECK(check.exit_status == 2);
    CHECK_THAT(check.err, Contains("analysis.start.results = \"none\"; no such file"));
}
