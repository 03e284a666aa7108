#include "problems.hpp"
#include "same_branch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numbers>

using namespace slideway;
using namespace slideway::continuation;
using test::s_curve;
using test::start_of;

TEST_CASE("A branch extended at both ends is the one computed in one go", "[continuation]")
{
    Options whole, part;
    whole.p_min = part.p_min = -4;
    whole.p_max = part.p_max = 4;
    whole.max_points = 200;
    part.max_points = 7;
    const Branch once = trace_both(s_curve(3), start_of(0, 0), whole);
    Branch pieces = trace(s_curve(3), start_of(0, 0), part);
    for (int k = 0; k < 40; ++k) {
        pieces = extend(s_curve(3), pieces, End::back, part);
        pieces = extend(s_curve(3), pieces, End::front, part);
    }
    CHECK(pieces.front.stop == Stop::bound);
    test::check_same_points(pieces, once); // unit scales
    CHECK(once.s(0) < 0);
}

TEST_CASE("A loop found in two directions closes on its other end", "[continuation]")
{
    Options options;
    options.max_points = 20;
    Branch branch = trace(test::circle(), start_of(1, 0), options);
    CHECK_FALSE(branch.closed());
    options.max_points = 500;
    branch = extend(test::circle(), branch, End::front, options);
    CHECK(branch.closed());
    CHECK(branch.front.stop == Stop::closed);
    CHECK(branch.s(branch.n_points() - 1) - branch.s(0) ==
          Approx(2 * std::numbers::pi).epsilon(1e-8));
    CHECK(points_of(branch, PointKind::fold).size() == 2);
    // Nothing is added to a closed branch.
    CHECK(extend(test::circle(), branch, End::back, options).n_points() == branch.n_points());
}

TEST_CASE("A run continues from any labelled point, which is not found again", "[continuation]")
{
    Options options;
    options.p_min = -4;
    options.p_max = 4;
    const Branch branch = trace(s_curve(3), start_of(-2.2, -4), options);
    const auto folds = points_of(branch, PointKind::fold);
    REQUIRE(folds.size() == 2);
    for (int direction : {+1, -1}) {
        CAPTURE(direction);
        const Branch again = trace(s_curve(3), start_at(branch, folds[0], direction), options);
        CHECK(again.p(0) == branch.p(folds[0]));
        CHECK(again.kind_of(0) == PointKind::fold);
        CHECK(again.p(again.n_points() - 1) == (direction > 0 ? 4 : -4));
        CHECK(points_of(again, PointKind::fold).size() == (direction > 0 ? 2 : 1));
    }
}

TEST_CASE("From every kind of label both ways lead over the points of the first run",
          "[continuation]")
{
    // The parabola p = x^2 + 0.2 x has a fold at x = -0.1 and crosses x = 0. Monitors have a zero
    // at x = 0.5 and a maximum at 0.3.
    Problem problem =
        test::scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x * x * x - p * x + 0.2 * x * x;
            F_x = 3 * x * x - p + 0.4 * x;
            F_p = -x;
        });
    Monitor zero{"half", [](const Solution& solution) { return solution.x(0) - 0.5; }};
    zero.zeros = true;
    Monitor peak{"peak",
                 [](const Solution& solution) { return -std::pow(solution.x(0) - 0.3, 2); }};
    peak.maxima = true;
    problem.monitors = {zero, peak};
    Options options;
    options.p_min = -1;
    options.p_max = 1;
    const Branch branch = trace(problem, start_of(-1.1049875621, 1, -1), options);
    REQUIRE(branch.back.stop == Stop::bound);
    for (const PointKind kind : {PointKind::fold, PointKind::branch_point, PointKind::monitor_zero,
                                 PointKind::monitor_maximum, PointKind::bound}) {
        CAPTURE(name(kind));
        const std::vector<Index> found = points_of(branch, kind);
        REQUIRE(found.size() == 1);
        for (const int direction : {+1, -1}) {
            CAPTURE(direction);
            const Branch again = trace(problem, start_at(branch, found[0], direction), options);
            CHECK(again.x(0, 0) == branch.x(0, found[0]));
            CHECK(again.kind_of(0) == kind);
            // The labels on that side appear once each at their old positions. 1e-10 is Newton's
            // tolerance; that of p at the fold is its square.
            std::vector<double> expected, labels;
            for (Index k = 0; k < branch.n_points(); ++k)
                if (branch.kind_of(k) != PointKind::regular &&
                    branch.kind_of(k) != PointKind::start && direction * (k - found[0]) > 0)
                    expected.push_back(branch.x(0, k));
            for (Index k = 1; k < again.n_points(); ++k)
                if (again.kind_of(k) != PointKind::regular)
                    labels.push_back(again.x(0, k));
            if (direction < 0) {
                std::reverse(expected.begin(), expected.end());
                expected.push_back(branch.x(0, 0)); // the bound where the first run began
            }
            REQUIRE(labels.size() == expected.size());
            for (std::size_t k = 0; k < labels.size(); ++k)
                CHECK(labels[k] == Approx(expected[k]).margin(1e-9));
        }
    }
}
