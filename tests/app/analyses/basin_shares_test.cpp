#include "app/case/shipped.hpp"
#include "tests/app/analyses/stopped_oscillator.hpp"
#include "tests/app/app_test.hpp"

#include <numeric>

// Shares of basins over a parameter from a case file to results. The mechanics:
// tests/studies/basin_shares_test.cpp.

using namespace slideway;
using namespace slideway::test;

namespace {

const std::string body = stopped_oscillator.substr(0, stopped_oscillator.find("[analysis]"));

// Between the folds of its bent resonance the oscillator has two stable motions, with contact and
// without.
const std::string text = model("basin_shares");

// The case in millimetres, tonnes and seconds.
std::string small()
{
    std::string out = in_millimetres(text);
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"from = -2.0, to = 2.0", "from = -2.0e3, to = 2.0e3"},
             {"from = -2.5, to = 2.5", "from = -2.5e3, to = 2.5e3"},
             {"\"oscillator.mass.x\" = -0.4", "\"oscillator.mass.x\" = -400.0"}})
        out = replaced(out, from, to);
    return out;
}

std::vector<double> numbers(const Json& quantities, const std::string& name)
{
    return quantities.values(name);
}

} // namespace

TEST_CASE("Shares of a plane over the frequency, their ends and integrity", "[app]")
{
    const CaseFolder folder(text), mm(small());
    const ProgramRun check = run_ok(folder, "check case.toml");
    CHECK_THAT(
        check.out,
        Contains("starts: 13 x 11 on oscillator.mass.x and velocity of oscillator.mass.x\n") &&
            Contains("values: 5, Omega 1.1 to 1.58 rad/s\n") &&
            Contains("orbits from a start: free\n"));
    const ProgramRun run = run_ok(folder, "run case.toml --quiet --output out --threads 2");
    const Json quantities = summary_of(folder)["quantities"];
    const std::vector<double> free = numbers(quantities, "free.share"),
                              other = numbers(quantities, "other 1.share"),
                              none = numbers(quantities, "not_settled.share");
    for (std::size_t v = 0; v < 5; ++v)
        CHECK(free[v] + other[v] + none[v] == Approx(1).epsilon(1e-14));
    // Without contact x = 0.2 / |1 - Omega^2 + 0.1 j Omega| is less than 1 above 1.0886.
    CHECK(numbers(quantities, "free.state") == std::vector<double>(5, 2));
    CHECK(free[4] == 1);
    CHECK(other[4] == 0);
    CHECK(other[1] > 0.1);
    // The ends equal those of the separate branch.
    const RunCase branch(stopped_oscillator);
    const std::vector<double> folds = numbers(branch.quantities, "folds.Omega");
    CHECK(numbers(quantities, "other 1.fold").at(0) ==
          Approx(*std::max_element(folds.begin(), folds.end())).epsilon(1e-9));

    // Integrity against its definition, on the labels that are stored.
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<int> label = h5.integers("starts/label");
    const std::vector<double> x = h5.numbers("axes/0001/values"),
                              v = h5.numbers("axes/0002/values");
    REQUIRE(label.size() == 5 * x.size());
    int reported = 0;
    for (const int k : {0, 1}) {
        const std::string at = "orbits/000" + std::to_string(k + 1) + "/";
        const std::vector<double> radius = h5.numbers(at + "integrity"),
                                  x0 = h5.numbers(at + "at/0001/values"),
                                  v0 = h5.numbers(at + "at/0002/values");
        for (std::size_t value = 0; value < 5; ++value) {
            if (!std::isfinite(radius[value]))
                continue;
            ++reported;
            // Between axes of m and m/s: in parts of their widths.
            const auto within = [&](double r) {
                for (std::size_t i = 0; i < x.size(); ++i)
                    if (std::hypot((x[i] - x0[value]) / 4, (v[i] - v0[value]) / 5) < r &&
                        label[value * x.size() + i] != k)
                        return false;
                return std::abs(x0[value]) / 4 + r <= 0.5 && std::abs(v0[value]) / 5 + r <= 0.5;
            };
            CHECK(within(radius[value] * (1 - 1e-12)));
            CHECK_FALSE(within(radius[value] * (1 + 1e-12) + 1e-12));
        }
    }
    CHECK(reported >= 7);
    CHECK(h5.numbers("resolution").at(0) == Approx(std::hypot(1.0 / 12, 1.0 / 10)));

    // Basins at one of the values by themselves have the same labels, and the same integrity.
    std::string plain = replaced(text, "Omega  = { from = 1.1, to = 1.58, n = 5 }",
                                 "monitor = \"oscillator.mass.x\"");
    plain = replaced(plain, "basin-shares", "basins");
    plain = replaced(plain, "value        = 1.2\n", "");
    const RunCase one(replaced(plain, "[analysis]", "[excitation]\nOmega = 1.22\n\n[analysis]"));
    const std::vector<int> labels = io::Hdf5Reader(one / "out/results.h5").integers("starts/label");
    CHECK(std::equal(labels.begin(), labels.end(), label.begin() + static_cast<long>(x.size())));
    for (const std::string name : {"free", "other 1"})
        CHECK(one.quantities.value(name + ".integrity") ==
              Approx(numbers(quantities, name + ".integrity")[1]).epsilon(1e-9));

    // In millimetres, tonnes and seconds, and with one thread.
    run_ok(mm, "run case.toml --quiet --output out");
    const io::Hdf5Reader other_units(mm / "out/results.h5");
    CHECK(other_units.integers("starts/label") == label);
    const std::vector<double> a = h5.numbers("orbits/0002/integrity"),
                              b = other_units.numbers("orbits/0002/integrity");
    for (std::size_t i = 0; i < a.size(); ++i)
        CHECK((std::isfinite(a[i]) ? b[i] == Approx(a[i]).epsilon(1e-8) : !std::isfinite(b[i])));
}

TEST_CASE("Random starts agree with a plane within their standard error", "[app]")
{
    const std::string plane =
        text.substr(text.find("[analysis.plane]"),
                    text.find("[analysis.orbits") - text.find("[analysis.plane]"));
    const std::string fine = replaced(
        replaced(replaced(text, "n = 5", "n = 2"), "n = 13", "n = 41"), "n = 11", "n = 41");
    const std::string chance =
        replaced(replaced(text, "n = 5", "n = 2"), plane,
                 "[analysis.random]\nn = 1500\nseed = 7\n"
                 "displacement = { \"oscillator.mass.x\" = { from = -2.0, to = 2.0 } }\n"
                 "velocity     = { \"oscillator.mass.x\" = { from = -2.5, to = 2.5 } }\n\n");
    const auto at_1_2 = [](std::string of) {
        return replaced(replaced(std::move(of), "from = 1.1, to = 1.58", "from = 1.2, to = 1.25"),
                        "sample = 10", "sample = 0");
    };
    const CaseFolder grid(at_1_2(fine)), random(at_1_2(chance));
    run_ok(grid, "run case.toml --quiet --output out");
    const ProgramRun run = run_ok(random, "run case.toml --quiet --output out");
    const std::vector<double> s = numbers(summary_of(grid)["quantities"], "free.share"),
                              r = numbers(summary_of(random)["quantities"], "free.share");
    const std::vector<double> error =
        io::Hdf5Reader(random / "out/results.h5").numbers("orbits/0001/standard_error");
    // Every other point of the grid has shares within a standard error of all of them, so its
    // own error counts little; four standard errors are exceeded once in 16000 times.
    const std::vector<int> label = io::Hdf5Reader(grid / "out/results.h5").integers("starts/label");
    for (std::size_t v = 0; v < 2; ++v) {
        CHECK(error[v] == Approx(std::sqrt(r[v] * (1 - r[v]) / 1500)).epsilon(1e-12));
        int coarse = 0;
        for (std::size_t i = 0; i < 41; i += 2)
            for (std::size_t j = 0; j < 41; j += 2)
                coarse += label[v * 1681 + 41 * j + i] == 0;
        CHECK(std::abs(coarse / 441.0 - s[v]) < error[v]);
        CHECK(std::abs(r[v] - s[v]) < 4 * error[v]);
        CHECK(s[v] > 0.1);
        CHECK(s[v] < 0.9);
    }
    // Equal seeds give equal starts, different seeds different ones.
    const auto starts = [&](const std::string& extra) {
        run_ok(random, "run case.toml --quiet --output again --set analysis.random.n=40" + extra);
        return io::Hdf5Reader(random / "again/results.h5").numbers("axes/0001/values");
    };
    const std::vector<double> first = starts("");
    CHECK(starts("") == first);
    CHECK(starts(" --set analysis.random.seed=8") != first);
}

TEST_CASE("A motion that begins at a period doubling is called so", "[app]")
{
    std::string one_sided = body;
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"damping = 0.1", "damping = 0.2"},
             {"stiffness  = 10.0", "stiffness  = 20.0"},
             {"clearance  = 1.0", "clearance  = 0.2"},
             {"both_sides = true\n", ""},
             {"amplitude = 0.2", "amplitude = 1.0"}})
        one_sided = replaced(one_sided, from, to);
    const RunCase run(one_sided + R"([analysis]
type  = "basin-shares"
Omega = { from = 2.0, to = 2.2, n = 3 }

[analysis.random]
n            = 20
displacement = { "oscillator.mass.x" = { from = -0.5, to = 0.2 } }
velocity     = { "oscillator.mass.x" = { from = -0.5, to = 0.5 } }

[analysis.orbits.bounce.displacement]
"oscillator.mass.x" = 0.0
)");
    const std::vector<double> bounce = numbers(run.quantities, "bounce.share");
    CHECK(bounce[0] == 1);
    CHECK(bounce[1] > 0);
    CHECK(bounce[2] == 0);
    CHECK(numbers(run.quantities, "P2 of bounce.share") == std::vector<double>{0, 0, 1});
    // The period doubling of the separate branch is at 2.1522480853.
    CHECK(numbers(run.quantities, "bounce.period_doubling").at(0) ==
          Approx(2.1522480853).epsilon(1e-9));
    CHECK(numbers(run.quantities, "P2 of bounce.branch_point").at(0) ==
          Approx(2.1522480853).epsilon(1e-8));
    CHECK_THAT(run.out + run_program(run, "run case.toml --output again").out,
               Contains("P2 of bounce: 2 periods, from a branch point at 2.152248085 on bounce"));
}

// Over a mass the modes of the model are others at each value.
TEST_CASE("Shares over a key of the case are those of a run with its value", "[app]")
{
    const std::string keyed = replaced(
        replaced(text, "Omega  = { from = 1.1, to = 1.58, n = 5 }",
                 "over = { key = \"substructure.oscillator.masses.mass.x\", from = 0.9, to = 1.1, "
                 "n = 2 }"),
        "value        = 1.2\n", "");
    const RunCase run(replaced(keyed, "[analysis]", "[excitation]\nOmega = 1.25\n\n[analysis]"));
    const std::vector<int> label = io::Hdf5Reader(run / "out/results.h5").integers("starts/label");
    for (const int v : {0, 1}) {
        std::string plain = replaced(text, "Omega  = { from = 1.1, to = 1.58, n = 5 }",
                                     "monitor = \"oscillator.mass.x\"");
        plain = replaced(replaced(plain, "basin-shares", "basins"), "value        = 1.2\n", "");
        plain = replaced(plain, "mass = { x = 1.0 }",
                         v == 0 ? "mass = { x = 0.9 }" : "mass = { x = 1.1 }");
        const RunCase one(
            replaced(plain, "[analysis]", "[excitation]\nOmega = 1.25\n\n[analysis]"));
        const std::vector<int> labels =
            io::Hdf5Reader(one / "out/results.h5").integers("starts/label");
        CHECK(std::equal(labels.begin(), labels.end(), label.begin() + v * 143));
    }
}

// Two masses of which one is other at each value, with a pair of motions that are mirrors.
TEST_CASE("Mirrors keep apart over a key of the case", "[app]")
{
    const auto coarse = [](std::string of, const std::string& n) {
        for (const std::string side : {"left.x\"  ", "right.x\" "})
            of = replaced(of, side + "= { from = -0.2, to = 0.2, n = " + n,
                          side + "= { from = -0.2, to = 0.2, n = 7");
        return of.substr(0, of.find("[expected]"));
    };
    std::string shares = coarse(io::file_text(app::find_case("free_play/shares")), "21");
    shares =
        replaced(shares, "Omega  = { from = 1.12, to = 1.34, n = 23 }\nsought = 20\nsample = 10\n",
                 "over = { key = \"substructure.pair.masses.left.x\", from = 0.9, to = 1.1, n "
                 "= 2 }\n[excitation]\nOmega = 1.2\n");
    const std::string value = "value        = 1.2\n"; // of both orbits
    for (int orbit = 0; orbit < 2; ++orbit)
        shares.erase(shares.find(value), value.size());
    const CaseFolder over(shares),
        one(coarse(io::file_text(app::find_case("free_play/basins")), "31"));
    const ProgramRun run = run_ok(over, "run case.toml --quiet --output out");
    const Json quantities = summary_of(over)["quantities"];
    CHECK(quantities.value("orbits") == 3);
    for (const std::size_t v : {std::size_t{0}, std::size_t{1}}) {
        run_ok(one, std::string("run case.toml --quiet --output out --set "
                                "substructure.pair.masses.left.x=") +
                        (v == 0 ? "0.9" : "1.1"));
        const Json basin = summary_of(one)["quantities"];
        for (const std::string name : {"PO1", "PO2+", "mirror of PO2+"})
            CHECK(numbers(quantities, name + ".starts")[v] == basin.value(name + ".starts"));
    }
}
