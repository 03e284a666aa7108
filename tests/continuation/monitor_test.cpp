#include "problems.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

using namespace slideway;
using namespace slideway::continuation;
using Catch::Matchers::Contains;
using test::start_of;

TEST_CASE("Zeros and maxima of monitors are located on the circle", "[continuation]")
{
    // u = 0.6 x + 0.8 p is the cosine of the angle from the direction (0.6, 0.8). It has zeros at
    // right angles to it and one maximum of 1. Its derivative is given or computed by differences.
    for (bool given : {false, true}) {
        CAPTURE(given);
        Problem problem = test::circle();
        Monitor u{"u",
                  [](const Solution& solution) { return 0.6 * solution.x(0) + 0.8 * solution.p; }};
        u.zeros = u.maxima = true;
        if (given)
            u.derivative = [](const Solution& solution) {
                return 0.6 * solution.tangent(0) + 0.8 * solution.tangent(1);
            };
        problem.monitors = {{"x", [](const Solution& solution) { return solution.x(0); }}, u};
        const Branch branch = trace(problem, start_of(1, 0));
        CHECK(branch.closed());
        CHECK(branch.monitor_names == std::vector<std::string>{"x", "u"});
        CHECK(branch.monitors.row(0) == branch.x.row(0));
        const auto zeros = points_of(branch, PointKind::monitor_zero);
        const auto maxima = points_of(branch, PointKind::monitor_maximum);
        REQUIRE(zeros.size() == 2);
        REQUIRE(maxima.size() == 1);
        for (Index k : zeros) {
            CHECK(branch.monitor[static_cast<std::size_t>(k)] == 1);
            CHECK(branch.monitors(1, k) == Approx(0).margin(2e-12)); // location_tol
            CHECK(std::abs(branch.x(0, k)) == Approx(0.8).margin(1e-11));
        }
        // A difference of order 4 at 1e-3 has an error of 1e-12, and round-off of 1e-13.
        CHECK(branch.x(0, maxima[0]) == Approx(0.6).margin(1e-11));
        CHECK(branch.p(maxima[0]) == Approx(0.8).margin(1e-11));
        CHECK(branch.monitors(1, maxima[0]) == Approx(1).epsilon(1e-14));
    }
}

TEST_CASE("A closed branch has the zero of a monitor at its start once", "[continuation]")
{
    // The zero is at the start itself or closer to it than distinct points.
    Problem problem = test::circle();
    problem.monitors = {{"p", [](const Solution& solution) { return solution.p; }}};
    problem.monitors[0].zeros = true;
    for (const double beside : {-1e-8, -1e-15, 0.0, 1e-15, 1e-8})
        for (const int direction : {1, -1}) {
            const Branch branch = trace(problem, start_of(1, beside, direction));
            CAPTURE(beside, direction);
            CHECK(branch.closed());
            const auto zeros = points_of(branch, PointKind::monitor_zero);
            REQUIRE(zeros.size() == 2);
            CHECK(std::abs(branch.x(0, zeros[0]) + branch.x(0, zeros[1])) < 1e-12);
        }
}

TEST_CASE("A maximum and a minimum within one step are found", "[continuation]")
{
    // On x = p a cubic with extrema at 0.5 -+ e, the slope of which has one sign at both ends of a
    // step: for rising and falling cubics, on one of which the maximum comes first.
    Problem problem;
    problem.evaluate = [](const Vector& x, double p, Equations& out) -> bool {
        out.F(0) = x(0) - p;
        out.F_x(0, 0) = 1;
        out.F_p(0) = -1;
        return true;
    };
    for (const double sign : {1.0, -1.0})
        for (const double e : {1e-2, 1e-3}) {
            CAPTURE(sign, e);
            Monitor wave{"wave", [sign, e](const Solution& at) -> double {
                             const double d = at.p - 0.5;
                             return sign * (d * d * d / 3 - e * e * d);
                         }};
            wave.maxima = true;
            problem.monitors = {wave};
            Options options;
            options.p_min = 0;
            options.p_max = 1;
            options.max_step = 0.2;
            const Branch branch = trace(problem, start_of(0, 0), options);
            const auto maxima = points_of(branch, PointKind::monitor_maximum);
            REQUIRE(maxima.size() == 1);
            // Differences over 1e-3 leave round-off of 1e-13 in slopes, which change by 2 e per p.
            CHECK(branch.p(maxima[0]) == Approx(0.5 - sign * e).margin(1e-9));
        }
}

TEST_CASE("A maximum where the slope of a monitor jumps is located at the jump", "[continuation]")
{
    // Along x = p, the slope is 1 up to p = 0.3; beyond it jumps to -1 and soon rises to -0.2. The
    // smallest slope that the search finds lies far from the jump.
    Problem problem;
    problem.evaluate = [](const Vector& x, double p, Equations& out) -> bool {
        out.F(0) = x(0) - p;
        out.F_x(0, 0) = 1;
        out.F_p(0) = -1;
        return true;
    };
    Monitor roof{"roof", [](const Solution& solution) { return -std::abs(solution.p - 0.3); }};
    roof.maxima = true;
    roof.derivative = [](const Solution& solution) {
        const double beyond = solution.p - 0.3;
        return solution.tangent(1) * (beyond < 0 ? 1 : -std::max(0.2, 1 - 40 * beyond));
    };
    problem.monitors = {roof};
    Options options;
    options.p_max = 1;
    const Branch branch = trace(problem, start_of(0, 0), options);
    const auto maxima = points_of(branch, PointKind::monitor_maximum);
    REQUIRE(maxima.size() == 1);
    CHECK(branch.p(maxima[0]) == Approx(0.3).margin(4e-12)); // location_tol, on both sides
}

TEST_CASE("A monitor may see the Jacobian, and stop the branch at its zero", "[continuation]")
{
    // The stability exponent of the circle is F_x = 2 x, which is zero at the fold.
    Problem problem = test::circle();
    Monitor exponent{"exponent", [](const Solution& solution) { return solution.F_x(0, 0); }};
    exponent.stop = true;
    problem.monitors = {exponent};
    const Branch branch = trace(problem, start_of(1, 0));
    const Index last = branch.n_points() - 1;
    CHECK(branch.back.stop == Stop::monitor);
    CHECK_THAT(branch.back.message, Contains("exponent = 0 at p = 1"));
    CHECK(branch.kind_of(last) == PointKind::monitor_zero);
    CHECK(branch.p(last) == Approx(1).epsilon(1e-13));
    // Beyond it the exponent has the other sign, so the same zero is not found again.
    const Branch beyond = extend(problem, branch, End::back);
    CHECK(beyond.back.stop == Stop::monitor);
    CHECK(beyond.p(beyond.n_points() - 1) == Approx(-1).epsilon(1e-13));
}

TEST_CASE("max_change of a monitor shortens steps, but a jump does not stop the branch",
          "[continuation]")
{
    Problem problem = test::circle();
    Options options;
    Monitor steep{"steep", [](const Solution& solution) { return std::tanh(50 * solution.p); }};
    steep.max_change = 0.2;
    Monitor jump{"jump", [](const Solution& solution) { return solution.p > 0.5 ? 1.0 : -1.0; }};
    jump.max_change = 0.2;
    jump.zeros = true;
    problem.monitors = {steep, jump};
    const Branch branch = trace(problem, start_of(1, 0), options);
    CHECK(branch.closed());
    int jumps = 0;
    for (Index k = 1; k < branch.n_points(); ++k) {
        CHECK(std::abs(branch.monitors(0, k) - branch.monitors(0, k - 1)) <= 0.4);
        jumps += branch.monitors(1, k) != branch.monitors(1, k - 1);
    }
    CHECK(jumps == 2);
    // Bisection finds the jump itself.
    const auto zeros = points_of(branch, PointKind::monitor_zero);
    REQUIRE(zeros.size() == 2);
    CHECK(branch.p(zeros[0]) == Approx(0.5).margin(1e-10));
}

TEST_CASE("A monitor that is no number is named, and never recorded", "[continuation]")
{
    Problem problem = test::circle();
    problem.monitors = {
        {"root", [](const Solution& solution) { return std::sqrt(0.5 - solution.p); }}};
    const Branch branch = trace(problem, start_of(1, 0));
    CHECK(branch.back.stop == Stop::failed);
    CHECK_THAT(branch.back.message, Contains("monitor root is not a finite number"));
    CHECK(branch.monitors.allFinite());
    CHECK(branch.n_points() > 3);
}

TEST_CASE("Folds and peak of a Duffing resonance are those of the closed form", "[continuation]")
{
    const test::Duffing duffing;
    Problem problem = duffing.problem();
    Monitor amplitude{"squared amplitude",
                      [](const Solution& solution) { return solution.x.squaredNorm(); }};
    amplitude.maxima = true;
    problem.monitors = {amplitude};
    Options options;
    options.p_max = 2.5;
    const Branch branch = trace(problem, {Vector::Zero(2), 0.1}, options);
    CHECK(branch.back.stop == Stop::bound);
    const auto folds = points_of(branch, PointKind::fold);
    const auto peaks = points_of(branch, PointKind::monitor_maximum);
    REQUIRE(folds.size() == 2);
    REQUIRE(peaks.size() == 1);

    // At the peak both frequencies of an amplitude coincide. At folds d(Omega^2)/dA = 0; the upper
    // one is near the peak, the lower one on the far side.
    const double A_peak = test::bisect([&](double A) { return duffing.discriminant(A); }, 0.5, 20);
    const double inside = A_peak * (1 - 1e-12);
    const double A_upper =
        test::bisect([&](double A) { return duffing.slope(A, +1); }, 1.5, inside);
    const double A_lower = test::bisect([&](double A) { return duffing.slope(A, +1); }, 0.05, 1.4);
    CHECK(branch.monitors(0, peaks[0]) == Approx(A_peak).epsilon(1e-12));
    CHECK(branch.p(peaks[0]) ==
          Approx(std::sqrt(1 + 0.75 * duffing.gamma * A_peak - duffing.c * duffing.c / 2))
              .epsilon(1e-10));
    for (const auto& [k, A] : {std::pair{folds[0], A_upper}, std::pair{folds[1], A_lower}}) {
        CAPTURE(k, A);
        CHECK(branch.p(k) == Approx(std::sqrt(duffing.omega_squared(A, +1))).epsilon(1e-11));
        CHECK(branch.monitors(0, k) == Approx(A).epsilon(1e-9)); // first order in the tangent
    }
    // Every point agrees with the closed form.
    for (Index k = 0; k < branch.n_points(); ++k) {
        const double A = branch.monitors(0, k), w = branch.p(k) * branch.p(k);
        const double r = 1 + 0.75 * duffing.gamma * A - w;
        CHECK((r * r + duffing.c * duffing.c * w) * A ==
              Approx(duffing.f * duffing.f).epsilon(1e-8));
    }
}

TEST_CASE("Two zeros of a monitor within a step are both located", "[continuation]")
{
    // Along x = p, (p - 0.43)^2 - width^2 has equal signs at both ends of a step.
    for (const double width : {0.02, 1e-3, 1e-5}) {
        CAPTURE(width);
        Problem problem;
        problem.evaluate = [](const Vector& x, double p, Equations& out) -> bool {
            out.F(0) = x(0) - p;
            out.F_x(0, 0) = 1;
            out.F_p(0) = -1;
            return true;
        };
        problem.monitors.push_back({.name = "dip",
                                    .value = [width](const Solution& solution) -> double {
                                        return std::pow(solution.p - 0.43, 2) - width * width;
                                    },
                                    .zeros = true});
        Start start;
        start.x = Vector::Zero(1);
        const Branch branch =
            trace(problem, start, {.p_min = 0, .p_max = 1, .first_step = 0.1, .max_step = 0.1});
        const std::vector<Index> zeros = points_of(branch, PointKind::monitor_zero);
        REQUIRE(zeros.size() == 2);
        CHECK(branch.p(zeros[0]) == Approx(0.43 - width).margin(1e-10));
        CHECK(branch.p(zeros[1]) == Approx(0.43 + width).margin(1e-10));
    }
}

TEST_CASE("On a surface at which the branch turns, what only jumps over zero is no zero",
          "[continuation]")
{
    // x = |p| / slope turns by more than a right angle for a slope of 0.2.
    for (const double slope : {2.0, 0.2}) {
        CAPTURE(slope);
        Problem problem;
        problem.evaluate = [slope](const Vector& x, double p, Equations& out) -> bool {
            out.F(0) = slope * x(0) - std::abs(p);
            out.F_x(0, 0) = slope;
            out.F_p(0) = p < 0 ? 1 : -1;
            return true;
        };
        problem.monitors.push_back(
            {.name = "corner",
             .value = [](const Solution& solution) -> double { return solution.p; },
             .zeros = true});
        problem.surfaces = {
            .monitor = 0,
            .beyond = [](const Solution& solution) -> int { return solution.p > 0 ? 1 : 0; },
            .on = [](const Solution& solution) -> int {
                return std::abs(solution.p) < 1e-9 ? 1 : 0;
            },
            .room = [](const Solution& solution) -> double {
                return solution.p > 0 ? 1e300 : -solution.p;
            }};
        // The monitor jumps from 1 to -1 at the corner and is zero at 0.0625.
        problem.monitors.push_back({.name = "jumps",
                                    .value = [](const Solution& solution) -> double {
                                        return solution.p < 0 ? 1 : 16 * solution.p - 1;
                                    },
                                    .zeros = true});
        Start start;
        start.x = Vector::Constant(1, 1 / slope);
        start.p = -1;
        const Branch branch = trace(problem, start, {.p_min = -1, .p_max = 1});
        CHECK(branch.back.stop == Stop::bound);
        const std::vector<Index> zeros = points_of(branch, PointKind::monitor_zero);
        REQUIRE(zeros.size() == 2);
        CHECK(branch.monitor[static_cast<std::size_t>(zeros[0])] == 0);
        CHECK(branch.p(zeros[0]) == Approx(0).margin(1e-9));
        CHECK(branch.monitor[static_cast<std::size_t>(zeros[1])] == 1);
        CHECK(branch.p(zeros[1]) == Approx(0.0625).margin(1e-10));
        CHECK(points_of(branch, PointKind::fold).empty());
    }
}

TEST_CASE("A branch that meets an image of its start has closed", "[continuation]")
{
    // x = (cos a, sin a, cos 3a, sin 3a), p = cos 6a / 6. After a third of the circle the
    // last pair and p are those of the start. There, a state turned by 120 degrees represents
    // the same solution.
    constexpr double third = 2 * 3.14159265358979323846 / 3;
    Problem problem;
    problem.evaluate = [](const Vector& x, double p, Equations& out) -> bool {
        // Unknowns (c, s); p = (cos 6a) / 6 by multiples of a.
        const std::complex<double> z(x(0), x(1)), z5 = std::pow(z, 5), z6 = z5 * z;
        out.F << x.squaredNorm() - 1, z6.real() / 6 - p;
        out.F_x << 2 * x(0), 2 * x(1), z5.real(), -z5.imag();
        out.F_p << 0, -1;
        return true;
    };
    problem.images = [](const Vector& x, double, const Vector& t) -> std::vector<Image> {
        std::vector<Image> out;
        for (const int k : {1, 2}) {
            const double c = std::cos(k * third), s = std::sin(k * third);
            const Matrix turn = (Matrix(2, 2) << c, -s, s, c).finished();
            Vector tangent = t;
            tangent.head(2) = turn * t.head(2);
            out.push_back({turn * x, tangent});
        }
        return out;
    };
    Start start;
    start.x = Eigen::Vector2d(std::cos(0.1), std::sin(0.1));
    start.p = std::cos(0.6) / 6;
    const Branch branch = trace(problem, start);
    CHECK(branch.closed());
    CHECK(points_of(branch, PointKind::fold).size() == 4); // of twelve
    problem.images = nullptr;
    CHECK(points_of(trace(problem, start), PointKind::fold).size() == 12);
}
