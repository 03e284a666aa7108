#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <numbers>

using namespace slideway;
using namespace slideway::test;

// Harmonic balance of both masses by hand, with one harmonic: 3/4 k3 |X|^2 X is all of a cube.
TEST_CASE("the curve that crosses at a lost symmetry solves the equations of motion", "[app]")
{
    const CaseFolder folder("");
    REQUIRE(run_program(folder, "run harmonic_balance/coupled_duffing --quiet --output out")
                .exit_status == 0);
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

TEST_CASE("a curve that turns back is completed from the other end of the range", "[app]")
{
    const CaseFolder folder("");
    // The upper motion of the Duffing oscillator is not met from above: at its fold, 0.2204507 Hz,
    // the lower one turns back.
    const ProgramRun part = run_program(folder, "run harmonic_balance/duffing --quiet --output out "
                                                "--set analysis.Omega.from=1.7 "
                                                "--set analysis.Omega.to=0.5");
    CAPTURE(part.out, part.err);
    CHECK(part.exit_status == 0);
    CHECK_THAT(part.out, Catch::Contains("folds at 0.2204506") &&
                             Catch::Contains("level 1, from the other end: "));
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
    CHECK_THAT(short_of.out + short_of.err,
               Catch::Contains("turned-back") && Catch::Contains("turns back at 0.22045") &&
                   Catch::Contains("the one from the other end gets to") &&
                   Catch::Contains("60 points, as asked for"));
}
