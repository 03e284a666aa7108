#include "problems.hpp"

#include <catch2/catch.hpp>

#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::continuation;
using Catch::Matchers::Contains;
using test::s_curve;
using test::scalar_problem;
using test::start_of;

namespace {

using std::numbers::pi;

/// Two coupled unknowns with stops of both signs: piecewise linear with 4 pieces.
Problem two_stops()
{
    Problem problem;
    problem.evaluate = [](const Vector& x, double p, Equations& out) -> bool {
        const double open = x(0) > 0.5 ? 1 : 0, shut = x(1) < -0.2 ? 1 : 0;
        out.F << x(0) + 0.5 * x(1) + open * 20 * (x(0) - 0.5) - p,
            x(1) + x(0) + shut * 50 * (x(1) + 0.2);
        out.F_x << 1 + 20 * open, 0.5, 1, 1 + 50 * shut;
        out.F_p << -1, 0;
        return true;
    };
    return problem;
}

} // namespace

TEST_CASE("A circle is recognised as closed, and its folds are those of the closed form",
          "[continuation]")
{
    const Branch branch = trace(test::circle(), start_of(1, 0));
    CHECK(branch.closed());
    CHECK(branch.back.message == "closed after a length of 6.28319");
    CHECK(branch.kind_of(0) == PointKind::start);
    const std::vector<Index> folds = points_of(branch, PointKind::fold);
    REQUIRE(folds.size() == 2);
    // Located to 1e-12 of length: x has this error, p its square.
    CHECK(branch.p(folds[0]) == Approx(1).margin(1e-13));
    CHECK(branch.x(0, folds[0]) == Approx(0).margin(2e-12));
    CHECK(branch.p(folds[1]) == Approx(-1).margin(1e-13));
    CHECK(branch.x(0, folds[1]) == Approx(0).margin(2e-12));
    CHECK(points_of(branch, PointKind::branch_point).empty());
    // Newton's tolerance is 1e-10 of the radius; lengths of arcs of circles are exact.
    for (Index k = 0; k < branch.n_points(); ++k)
        CHECK(std::hypot(branch.x(0, k), branch.p(k)) == Approx(1).epsilon(1e-9));
    const Index last = branch.n_points() - 1;
    CHECK(branch.s(last) == Approx(2 * pi).epsilon(1e-8));
    CHECK(branch.x(0, last) == branch.x(0, 0));
    CHECK(branch.p(last) == branch.p(0));
    CHECK_NOTHROW(check(branch));
}

TEST_CASE("Scales make a branch the same in any units", "[continuation]")
{
    // The circle with x in thousandths, p in thousands and F in millionths; powers of
    // two are exact.
    const double X = 0x1p-10, P = 0x1p+10, U = 0x1p-20;
    const Problem other =
        scalar_problem([=](double x, double p, double& F, double& F_x, double& F_p) {
            F = U * (x / X * x / X + p / P * p / P - 1);
            F_x = U * 2 * x / X / X;
            F_p = U * 2 * p / P / P;
        });
    Options options;
    options.scales = {Vector::Constant(1, X), P};
    const Branch branch = trace(other, start_of(X, 0), options);
    const Branch unit = trace(test::circle(), start_of(1, 0));
    REQUIRE(branch.n_points() == unit.n_points());
    // Round-off differs, because LU has other pivots in other units.
    CHECK(branch.x.isApprox(X * unit.x, 1e-12));
    CHECK(branch.p.isApprox(P * unit.p, 1e-12));
    CHECK(branch.s.isApprox(unit.s, 1e-12));
    CHECK(branch.tangent.row(0).isApprox(X * unit.tangent.row(0), 1e-12));
}

TEST_CASE("A branch starts in either direction, and at a fold", "[continuation]")
{
    Options options;
    options.max_points = 5;
    const Branch up = trace(test::circle(), start_of(1, 0, +1), options);
    const Branch down = trace(test::circle(), start_of(1, 0, -1), options);
    REQUIRE(up.n_points() == 5);
    CHECK(up.back.stop == Stop::max_points);
    CHECK(up.p(4) > 0);
    CHECK(down.p(4) < 0);
    CHECK(down.tangent(1, 0) == -up.tangent(1, 0));
    // F_x = 0 at (0, 1): the start becomes the nearest point of the branch, here along p itself.
    const Branch fold = trace(test::circle(), start_of(1e-9, 1.001), options);
    REQUIRE(fold.n_points() == 5);
    CHECK(fold.p(0) == Approx(1).margin(1e-9));
    CHECK(std::abs(fold.x(0, 4)) > 0.01);
}

TEST_CASE("The fold of x^2 = p is passed and located", "[continuation]")
{
    const Problem problem =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x * x - p;
            F_x = 2 * x;
            F_p = -1;
        });
    Options options;
    options.p_max = 2;
    const Branch branch = trace(problem, start_of(1, 1, -1), options);
    const auto folds = points_of(branch, PointKind::fold);
    REQUIRE(folds.size() == 1);
    CHECK(branch.x(0, folds[0]) == Approx(0).margin(2e-12)); // location_tol
    CHECK(branch.p(folds[0]) == Approx(0).margin(1e-13));
    CHECK(branch.back.stop == Stop::bound);
    CHECK(branch.p(branch.n_points() - 1) == 2);
    CHECK(branch.x(0, branch.n_points() - 1) == Approx(-std::sqrt(2)).epsilon(1e-10));
}

TEST_CASE("Both folds of an S curve are located, down to a narrow one", "[continuation]")
{
    for (double a : {3.0, 0.3, 1e-3}) {
        CAPTURE(a);
        Options options;
        options.p_min = -1;
        options.p_max = 1;
        if (a > 1) {
            options.p_min = -4;
            options.p_max = 4;
        }
        const Branch branch =
            trace(s_curve(a), start_of(a > 1 ? -2.2 : -1.1, options.p_min), options);
        const auto folds = points_of(branch, PointKind::fold);
        REQUIRE(folds.size() == 2);
        const double x = std::sqrt(a / 3);
        // The error is 1e-10 of length; at 1e-3 the error of the tangent is divided by the
        // curvature, 1 / (6 x) = 9.
        CHECK(branch.x(0, folds[0]) == Approx(-x).margin(1e-11));
        CHECK(branch.p(folds[0]) == Approx(2 * x * x * x).margin(1e-12));
        CHECK(branch.x(0, folds[1]) == Approx(x).margin(1e-11));
        CHECK(branch.p(folds[1]) == Approx(-2 * x * x * x).margin(1e-12));
        CHECK(branch.back.stop == Stop::bound);
    }
}

TEST_CASE("Bounds of the parameter are hit exactly", "[continuation]")
{
    // For x = exp(p), p = 0.3 has no finite binary representation.
    const Problem problem =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x - std::exp(p);
            F_x = 1;
            F_p = -std::exp(p);
        });
    Options options;
    options.p_min = -0.7;
    options.p_max = 0.3;
    const Branch branch = trace_both(problem, start_of(1, 0), options);
    const Index last = branch.n_points() - 1;
    CHECK(branch.p(0) == -0.7);
    CHECK(branch.p(last) == 0.3);
    CHECK(branch.kind_of(0) == PointKind::bound);
    CHECK(branch.kind_of(last) == PointKind::bound);
    CHECK(branch.front.stop == Stop::bound);
    CHECK(branch.back.message == "reached p = 0.3");
    CHECK(branch.x(0, last) == Approx(std::exp(0.3)).epsilon(1e-10)); // Newton's tolerance
    CHECK(branch.x(0, 0) == Approx(std::exp(-0.7)).epsilon(1e-10));
    // At a bound in the outward direction there is nothing to do.
    const Branch outwards = trace(problem, start_of(1, 0.3, +1), options);
    CHECK(outwards.n_points() == 1);
    CHECK_THAT(outwards.back.message, Contains("leads outside"));
    // A fold beyond the bound within one step: the branch leaves and returns.
    options.p_min = -2;
    options.p_max = 1 - 1e-5;
    options.first_step = options.max_step = 0.1;
    const Branch cut = trace(test::circle(), start_of(1, 0), options);
    CHECK(cut.p(cut.n_points() - 1) == 1 - 1e-5);
    CHECK(cut.x(0, cut.n_points() - 1) > 0); // the first of two crossings
    CHECK(points_of(cut, PointKind::fold).empty());
}

TEST_CASE("Steps end at stations, however often the branch passes them", "[continuation]")
{
    // p = x^3 - x has folds at p = +-2 / (3 sqrt(3)) = +-0.3849; each p between them
    // occurs three times.
    const Problem problem =
        test::scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x * x * x - x - p;
            F_x = 3 * x * x - 1;
            F_p = -1;
        });
    for (const bool curved : {false, true}) {
        CAPTURE(curved);
        Options options;
        options.p_min = -6;
        options.p_max = 6;
        options.max_step = 0.3;
        options.curved = curved;
        options.stations = {-6, -2, -0.3, -0.29, 0, 0.35, 1, 6};
        const Branch branch = trace(problem, start_of(-2, -6), options);
        CHECK(branch.back.stop == Stop::bound);
        for (const double station : options.stations) {
            CAPTURE(station);
            int met = 0;
            for (Index k = 0; k < branch.n_points(); ++k)
                if (branch.p(k) == station) {
                    ++met;
                    const double x = branch.x(0, k);
                    CHECK(std::abs(x * x * x - x - station) <= 1e-12 * (3 * x * x + 2));
                }
            CHECK(met == (std::abs(station) < 0.3849 ? 3 : 1));
        }
        CHECK(points_of(branch, PointKind::fold).size() == 2);
    }
}

TEST_CASE("A piecewise linear branch is followed through its corners", "[continuation]")
{
    Options options;
    options.p_min = -30;
    options.p_max = 30;
    options.max_step = 0.5;
    const Branch branch = trace_both(two_stops(), {Vector::Zero(2), 0}, options);
    CHECK(branch.front.stop == Stop::bound);
    CHECK(branch.back.stop == Stop::bound);
    Equations eq{Vector(2), Matrix(2, 2), Vector(2)};
    const Problem problem = two_stops();
    for (Index k = 0; k < branch.n_points(); ++k) {
        problem.evaluate(branch.x.col(k), branch.p(k), eq);
        CHECK(eq.F.cwiseAbs().maxCoeff() < 1e-8); // 1e-10 times rows of up to 52
    }
    // Solution on the last piece: both stops are closed, 21 x + 0.5 y = p + 10, x + 51 y = -10.
    const double det = 21 * 51 - 0.5;
    CHECK(branch.x(0, branch.n_points() - 1) == Approx((40 * 51 + 5) / det).epsilon(1e-9));
}

TEST_CASE("Corners are passed whatever their angle, even where they turn back", "[continuation]")
{
    // p = slope |x| + 0.2 x: the tangent turns by up to 177 degrees at x = 0, a fold.
    for (double slope : {0.5, 1.0, 3.0, 30.0}) {
        CAPTURE(slope);
        const Problem problem =
            scalar_problem([slope](double x, double p, double& F, double& F_x, double& F_p) {
                F = slope * std::abs(x) + 0.2 * x - p;
                F_x = (x < 0 ? -slope : slope) + 0.2;
                F_p = -1;
            });
        Options options;
        options.p_max = 2;
        const double x0 = 2 / (slope + 0.2);
        const Branch branch = trace(problem, start_of(x0, 2, -1), options);
        CAPTURE(branch.back.message);
        CHECK(branch.back.stop == Stop::bound);
        CHECK(branch.x(0, branch.n_points() - 1) == Approx(-2 / (slope - 0.2)).epsilon(1e-9));
        for (Index k = 1; k < branch.n_points(); ++k)
            CHECK(branch.x(0, k) <= branch.x(0, k - 1) + 1e-12); // never back on the same arm
        const auto folds = points_of(branch, PointKind::fold);
        REQUIRE(folds.size() == 1);
        CHECK(branch.x(0, folds[0]) == Approx(0).margin(1e-10)); // Newton's tolerance
    }
}

TEST_CASE("Random piecewise linear branches lead to bounds or close, and keep their orientation",
          "[continuation]")
{
    // A x + C |W y - d| = b p with y = (x, p) in four unknowns and six random corners per variable.
    // Such a curve has no end and, except for a set of measure zero, no branch points.
    std::mt19937 generator(1);
    std::normal_distribution<double> normal;
    auto draw = [&](Index rows, Index cols) -> Matrix {
        return Matrix::NullaryExpr(rows, cols, [&] { return normal(generator); });
    };
    int closed = 0, folds = 0;
    for (int k = 0; k < 60; ++k) {
        CAPTURE(k);
        const Matrix A = draw(4, 4), C = 0.6 * draw(4, 6), W = draw(6, 5);
        const Vector d = draw(6, 1), b = draw(4, 1), start = draw(4, 1);
        const Vector f = A * start + C * (W.leftCols(4) * start - d).cwiseAbs();
        Problem problem;
        problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
            const Vector r = W.leftCols(4) * x + p * W.col(4) - d;
            const Vector side = r.unaryExpr([](double value) { return value < 0 ? -1.0 : 1.0; });
            const Matrix J = C * side.asDiagonal() * W;
            out.F = A * x + C * r.cwiseAbs() - p * b - f;
            out.F_x = A + J.leftCols(4);
            out.F_p = J.col(4) - b;
            return true;
        };
        Options options;
        options.p_min = -3;
        options.p_max = 3;
        options.max_step = 0.5;
        options.max_points = 20000;
        const Branch branch = trace_both(problem, {start, 0}, options);
        CAPTURE(branch.front.message, branch.back.message);
        for (const BranchEnd* end : {&branch.front, &branch.back})
            CHECK((end->stop == Stop::bound || end->stop == Stop::closed));
        for (int orientation : branch.orientation)
            CHECK(orientation == branch.orientation[0]);
        closed += branch.closed();
        folds += static_cast<int>(points_of(branch, PointKind::fold).size());
    }
    CHECK(closed > 5); // both kinds occur
    CHECK(closed < 55);
    CHECK(folds > 60);
}

TEST_CASE("A spiral that comes near its start is not taken for a loop", "[continuation]")
{
    // r = 1 + d theta / (2 pi) in polar form with theta as a second unknown: one turn misses the
    // start by d.
    const double d = 1e-3;
    Problem problem;
    problem.evaluate = [d](const Vector& x, double p, Equations& out) -> bool {
        const double r = 1 + d * x(1) / (2 * pi);
        out.F << x(0) - r * std::cos(x(1)), p - r * std::sin(x(1));
        out.F_x << 1, r * std::sin(x(1)) - d / (2 * pi) * std::cos(x(1)), 0,
            -r * std::cos(x(1)) - d / (2 * pi) * std::sin(x(1));
        out.F_p << 0, 1;
        return true;
    };
    Options options;
    options.scales = {(Vector(2) << 1, 1e6).finished(), 1}; // theta has little weight
    options.max_points = 400;
    const Branch branch = trace(problem, {Vector::Unit(2, 0), 0}, options);
    CHECK(branch.back.stop == Stop::max_points);
    CHECK(branch.x(1, branch.n_points() - 1) > 3 * 2 * pi);
}

TEST_CASE("A steep change is followed by shorter steps, not jumped", "[continuation]")
{
    // x = tanh(p / 1e-3): the tangent turns by 90 degrees twice within a length of 1e-3.
    const double w = 1e-3;
    const Problem problem =
        scalar_problem([w](double x, double p, double& F, double& F_x, double& F_p) {
            const double t = std::tanh(p / w);
            F = x - t;
            F_x = 1;
            F_p = -(1 - t * t) / w;
        });
    Options options;
    options.p_max = 0.5;
    options.max_angle = 0.3;
    const Branch branch = trace(problem, start_of(-1, -0.5), options);
    CHECK(branch.back.stop == Stop::bound);
    for (Index k = 1; k < branch.n_points(); ++k) {
        const double cos_angle = branch.tangent.col(k).dot(branch.tangent.col(k - 1));
        CHECK(cos_angle > std::cos(0.3) - 1e-12);
    }
}

TEST_CASE("Nearby branches are not mixed up", "[continuation]")
{
    // sin((x - a(p)) / w) = 0: copies of x = a(p) at distances of pi w = 0.031 with alternating
    // orientation. Predictors have errors of up to 0.02, from where Newton's method may lead
    // anywhere. The orientation identifies an adjacent copy, the chord (0.063 / 0.12 > max_angle) a
    // more distant one.
    const double w = 0.01;
    const Problem problem =
        scalar_problem([w](double x, double p, double& F, double& F_x, double& F_p) {
            const double phase = (x - 0.3 * std::sin(3 * p)) / w;
            F = std::sin(phase);
            F_x = std::cos(phase) / w;
            F_p = -0.9 * std::cos(3 * p) * std::cos(phase) / w;
        });
    Options options;
    options.p_max = 4;
    options.max_step = 0.12;
    options.target_angle = 0.4;
    options.target_iterations = 10; // prevents that iterations shorten the steps
    const Branch branch = trace(problem, start_of(0, 0), options);
    REQUIRE(branch.back.stop == Stop::bound);
    for (Index k = 0; k < branch.n_points(); ++k)
        CHECK(branch.x(0, k) == Approx(0.3 * std::sin(3 * branch.p(k))).margin(1e-9));
    CHECK(branch.n_points() < 120);
}

TEST_CASE("A sharp fold is not left for another branch beyond it", "[continuation]")
{
    // p = 1 - 400 x^2 and the line x = 0.3. Only the line continues beyond p = 1, with the same
    // tangent and orientation.
    const Problem problem =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            const double u = p - 1 + 400 * x * x, v = x - 0.3;
            F = u * v;
            F_x = 800 * x * v + u;
            F_p = v;
        });
    Options options;
    options.p_min = 0;
    options.p_max = 2;
    const Branch branch = trace(problem, start_of(-0.05, 0), options);
    CHECK(branch.back.message == "reached p = 0");
    CHECK(branch.x(0, branch.n_points() - 1) == Approx(0.05).epsilon(1e-9));
    const auto folds = points_of(branch, PointKind::fold);
    REQUIRE(folds.size() == 1);
    CHECK(branch.p(folds[0]) == Approx(1).epsilon(1e-13));
}
