#include "support/independent.hpp"
#include "tests/app/program.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <Eigen/Core>

#include <complex>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::test;

// Harmonic balance of both masses by hand, with one harmonic: 3/4 k3 |X|^2 X is all of a cube.
TEST_CASE("the curve that crosses at a lost symmetry solves the equations of motion", "[app]")
{
    const CaseFolder folder("");
    run_ok(folder, "run harmonic_balance/coupled_duffing --quiet --output out");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::complex<double> j(0, 1);
    double asymmetry = 0;
    for (const std::string level : {"levels/0001/", "levels/0002/"}) {
        CAPTURE(level);
        const std::vector<double> frequency = h5.numbers(level + "frequency"),
                                  left = h5.numbers(level + "points/pair.left.x/coefficients"),
                                  right = h5.numbers(level + "points/pair.right.x/coefficients");
        const std::size_t n = frequency.size();
        REQUIRE(left.size() == 2 * n); // c1, s1
        double largest = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const double Omega = 2 * std::numbers::pi * frequency[i];
            const std::complex<double> X(left[i], -left[n + i]), Y(right[i], -right[n + i]);
            auto balance = [&](std::complex<double> own, std::complex<double> other,
                               double F) -> double {
                return std::abs((1.1 - Omega * Omega + 0.05 * j * Omega) * own - 0.1 * other +
                                0.75 * std::norm(own) * own - F);
            };
            largest = std::max({largest, balance(X, Y, 0.1), balance(Y, X, -0.1)});
            asymmetry = std::max(asymmetry, std::abs(X + Y));
        }
        // Newton's tolerance, 1e-10 of the displacements, times stiffnesses of 1 to 10.
        CHECK(largest < 1e-8);
    }
    CHECK(asymmetry > 0.5); // the second curve is no copy of the first
}

TEST_CASE("a fold and a branch point beside it have changes of stability of their own", "[app]")
{
    // Two bodies alike on friction contacts, coupled weakly: at each fold of both in phase, motions
    // in which they differ cross close by. A series with seven harmonics shows both, and no other
    // change of the number of its multipliers.
    const CaseFolder folder("");
    std::ofstream(folder / "twins.toml") << R"(
title = "Twins on friction contacts, coupled"
[[substructure]]
name     = "a"
type     = "lumped"
masses   = { m = { x = 1.0, y = 1.0 }, far = { x = 0.65 } }
springs  = [
  { between = ["m.x", "ground"], stiffness = 1.0 },
  { between = ["m.y", "ground"], stiffness = 2.0 },
  { between = ["m.x", "far.x"], stiffness = 1.0 },
]
dashpots = [
  { between = ["m.x", "ground"], damping = 0.1 },
  { between = ["m.y", "ground"], damping = 0.1 },
  { between = ["far.x", "ground"], damping = 0.1 },
]
[[substructure]]
name = "b"
like = "a"
[[joint]]
name       = "face_a"
law        = "elastic-coulomb"
between    = ["a.m", "ground"]
normal_deg = 62.0
k_t        = 5.0
k_n        = 4.0
friction   = 0.4
preload    = 0.5
[[joint]]
name    = "face_b"
like    = "face_a"
between = ["b.m", "ground"]
[[joint]]
name      = "link"
law       = "linear"
between   = ["a.far.x", "b.far.x"]
stiffness = 0.05
[[load]]
name  = "push_a"
on    = "a.far.x"
force = { amplitude = 0.3 }
[[load]]
name = "push_b"
like = "push_a"
on   = "b.far.x"
[analysis]
type    = "forced-response"
n_h     = 7
Omega   = { from = 0.98, to = 1.22 }
monitor = "a.m.x"
)";
    const ProgramRun run = run_program(folder, "run twins.toml --quiet --output out");
    CAPTURE(run.out, run.err);
    REQUIRE(run.exit_status == 0);
    const Json quantities = summary_of(folder)["quantities"];
    const auto numbers = [&](const std::string& name) -> std::vector<double> {
        return quantities[name]["value"].numbers();
    };
    // Folds of one body alone
    const std::vector<double> folds = numbers("folds.frequency"),
                              known = {0.16836, 0.15955, 0.18785, 0.17673};
    REQUIRE(folds.size() == known.size());
    for (std::size_t k = 0; k < known.size(); ++k)
        CHECK(folds[k] == Approx(known[k]).epsilon(1e-4));
    CHECK(numbers("branch_points.frequency").size() == 4);
    for (const std::string name : {"folds.multiplicity", "branch_points.multiplicity"})
        for (const double multiplicity : numbers(name))
            CHECK(multiplicity == 1);
    CHECK(!quantities.contains("other_changes.frequency"));
}

TEST_CASE("a curve that turns back is completed from the other end of the range", "[app]")
{
    const CaseFolder folder("");
    // The upper motion of the Duffing oscillator is not met from above: at its fold, 0.2204507 Hz,
    // the lower one turns back.
    const ProgramRun part = run_ok(folder, "run harmonic_balance/duffing --quiet --output out "
                                           "--set analysis.Omega.from=1.7 "
                                           "--set analysis.Omega.to=0.5");
    CHECK_THAT(part.out,
               Contains("folds at 0.2204506") && Contains("level 1, from the other end: "));
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(h5.integers("levels/0001/other_end") == std::vector<int>{0});
    CHECK(h5.integers("levels/0002/other_end") == std::vector<int>{1});
    CHECK(h5.numbers("levels/0002/branch/p").front() == 0.5);
    CHECK(h5.numbers("levels/0002/branch/p").back() == 1.7);

    // Not completed: with few points the second does not reach the first.
    const ProgramRun short_of = run_program(
        folder, "run harmonic_balance/duffing --quiet --output part --set analysis.Omega.from=1.45 "
                "--set analysis.Omega.to=0.01 --set analysis.max_points=60");
    CAPTURE(short_of.out, short_of.err);
    CHECK(short_of.exit_status == 1);
    CHECK_THAT(short_of.out + short_of.err, Contains("turned-back") &&
                                                Contains("turns back at 0.22045") &&
                                                Contains("the one from the other end gets to") &&
                                                Contains("60 points, as requested"));
}

// A mass on a spring, and a light one held by a cubic spring alone: x'' + x + 0.01 x' = f + 0.03
// cos Omega t, 0.1 y'' = -f, with f = 0.02 (y' - x') + (y - x)^3 / 7.5.
namespace {

const char* const light_mass = R"(
[[substructure]]
name     = "pair"
type     = "lumped"
masses   = { mass = { x = 1.0 }, light = { x = 0.1 } }
springs  = [{ between = ["mass", "ground"], stiffness = 1.0 }]
dashpots = [
  { between = ["mass", "ground"], damping = 0.01 },
  { between = ["mass", "light"], damping = 0.02 },
]

[[joint]]
name    = "cubic"
law     = "cubic"
between = ["pair.mass.x", "pair.light.x"]
k3      = 0.13333333333333333

[[load]]
name  = "push"
on    = "pair.mass.x"
force = { amplitude = 0.03 }

[analysis]
type        = "forced-response"
n_h         = 9
static_part = "excluded"
monitor     = ["pair.mass.x", "pair.light.x"]
Omega       = { from = 0.8, to = 1.2 }
)";

// One cycle by the classical Runge-Kutta steps of order 4, with the derivatives by the start:
// columns 1 to 4. At 2000 steps the error is about (2 pi / 2000)^4 / 120 = 1e-12.
using State = Eigen::Matrix<double, 4, 5>; // x, y, x', y'

State cycle(const Eigen::Vector4d& start, double Omega)
{
    auto rate = [Omega](const State& s, double t) -> State {
        const double r = s(1, 0) - s(0, 0), tangent = r * r / 2.5;
        State d;
        d.topRows<2>() = s.bottomRows<2>();
        Eigen::Matrix<double, 1, 5> f =
            0.02 * (s.row(3) - s.row(2)) + tangent * (s.row(1) - s.row(0));
        f(0) += r * r * r / 7.5 - tangent * r;
        d.row(2) = f - s.row(0) - 0.01 * s.row(2);
        d(2, 0) += 0.03 * std::cos(Omega * t);
        d.row(3) = -f / 0.1;
        return d;
    };
    const int n = 2000;
    const double h = 2 * std::numbers::pi / Omega / n;
    State s;
    s << start, Eigen::Matrix4d::Identity();
    for (int i = 0; i < n; ++i) {
        const double t = i * h;
        const State a = rate(s, t), b = rate(s + h / 2 * a, t + h / 2),
                    c = rate(s + h / 2 * b, t + h / 2), d = rate(s + h * c, t + h);
        s += h / 6 * (a + 2 * b + 2 * c + d);
    }
    return s;
}

// Largest magnitude of a pair of complex Floquet multipliers of the periodic motion near `start`,
// which becomes that motion by Newton's method.
double pair_magnitude(Eigen::Vector4d& start, double Omega)
{
    State end = cycle(start, Omega);
    for (int i = 0; i < 20; ++i) {
        const Eigen::Matrix4d change = end.rightCols<4>() - Eigen::Matrix4d::Identity();
        const Eigen::Vector4d step = independent::solve(change, end.col(0) - start);
        start -= step;
        end = cycle(start, Omega);
        if (step.norm() < 1e-13)
            break;
    }
    REQUIRE((end.col(0) - start).norm() < 1e-12);
    double largest = 0;
    const ComplexVector multipliers = independent::eigenvalues(end.rightCols<4>());
    for (const std::complex<double> s : multipliers)
        if (s.imag() != 0)
            largest = std::max(largest, std::abs(s));
    return largest;
}

} // namespace

TEST_CASE("Neimark-Sacker points are where a pair of multipliers of the motion in time crosses",
          "[app]")
{
    const RunCase run(light_mass);
    CHECK_THAT(run.out, Contains("Neimark-Sacker points at 0.15744584, 0.16623747 Hz"));

    const io::Hdf5Reader h5(run / "out/results.h5");
    const std::string level = "levels/0001/";
    const std::vector<double> frequency = h5.numbers(level + "frequency"),
                              stable = h5.numbers(level + "stable"),
                              x = h5.numbers(level + "points/pair.mass.x/coefficients"),
                              y = h5.numbers(level + "points/pair.light.x/coefficients");
    const std::vector<int> kind = h5.integers(level + "branch/kind"),
                           monitor = h5.integers(level + "branch/monitor");
    const std::size_t n = frequency.size();
    std::vector<double> found;
    for (std::size_t i = 0; i < n; ++i) {
        if (kind[i] != 4 || monitor[i] != 3) // docs/results/forced-response.md
            continue;
        const double Omega = 2 * std::numbers::pi * frequency[i];
        Eigen::Vector4d start = Eigen::Vector4d::Zero();
        for (std::size_t k = 1; k <= 9; ++k) {
            start(0) += x[2 * (k - 1) * n + i];
            start(1) += y[2 * (k - 1) * n + i];
            start(2) += static_cast<double>(k) * Omega * x[(2 * k - 1) * n + i];
            start(3) += static_cast<double>(k) * Omega * y[(2 * k - 1) * n + i];
        }
        // The secant through both sides of the crossing in time.
        double a = Omega - 1e-6, b = Omega + 1e-6;
        const double at_a = pair_magnitude(start, a) - 1, at_b = pair_magnitude(start, b) - 1;
        CAPTURE(Omega, at_a, at_b);
        CHECK(at_a * at_b < 0);
        const double in_time = a - at_a * (b - a) / (at_b - at_a);
        CHECK(Omega == Approx(in_time).epsilon(1e-9)); // tolerance of the curve: 1e-10
        found.push_back(Omega);
        // Stability is lost at the first; the second lies between folds, where it is lost anyhow.
        CHECK(stable[i - 1] == (found.size() == 1 ? 1 : 0));
        CHECK(stable[i + 1] == 0);
    }
    REQUIRE(found.size() == 2);
    CHECK(found[0] == Approx(0.98926).margin(5e-6));
    CHECK(found[1] == Approx(1.04450).margin(5e-6));
}
