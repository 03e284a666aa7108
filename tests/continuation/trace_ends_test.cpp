#include "problems.hpp"

#include "base/interruptible.hpp"
#include "continuation/switch_branch.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::continuation;
using Catch::Matchers::Contains;
using test::scalar_problem;
using test::start_of;

TEST_CASE("Where Newton's method fails the branch says where and why, and keeps its points",
          "[continuation]")
{
    // F itself jumps at p = 0.5, so no step succeeds beyond.
    const Problem problem =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x - p - (p > 0.5 ? 1 : 0);
            F_x = 1;
            F_p = -1;
        });
    const Branch branch = trace(problem, start_of(0, 0));
    CHECK(branch.back.stop == Stop::failed);
    CHECK(branch.n_points() > 5);
    CHECK(branch.p(branch.n_points() - 1) == Approx(0.5).margin(3e-6)); // within the smallest step
    REQUIRE(branch.back.residual_norms.size() >= 1);
    CHECK(branch.back.residual_norms[0] == Approx(0.5).epsilon(1e-9)); // 1, in a row of sum 2
    CHECK_THAT(branch.back.message, Contains("at p = 0.49999") && Contains("no step of") &&
                                        Contains("Newton's method") && Contains("residuals 0.5"));

    // Equations that are not defined beyond p = 0.5.
    Problem undefined = test::circle();
    const auto all = undefined.evaluate;
    undefined.evaluate = [all](const Vector& x, double p, Equations& out) -> bool {
        return p <= 0.5 && all(x, p, out);
    };
    const Branch ends = trace(undefined, start_of(1, 0));
    CHECK(ends.back.stop == Stop::failed);
    CHECK_THAT(ends.back.message,
               Contains("where the equations are defined") && !Contains("residuals"));
    CHECK(ends.p(ends.n_points() - 1) == Approx(0.5).margin(3e-6));

    // x^2 + p^2 = -1 has no branch.
    const Problem none =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x * x + p * p + 1;
            F_x = 2 * x;
            F_p = 2 * p;
        });
    const Branch empty = trace(none, start_of(1, 0));
    CHECK(empty.n_points() == 0);
    CHECK(empty.back.stop == Stop::failed);
    CHECK_THAT(empty.back.message, Contains("no branch at the start"));
    CHECK(empty.back.residual_norms.size() > 1);
    CHECK_NOTHROW(check(empty));
}

TEST_CASE("Progress rises, and its answer ends the run with what was computed", "[continuation]")
{
    double last = 0;
    int calls = 0;
    bool rises = true;
    const Branch branch = trace(test::circle(), start_of(1, 0), {}, [&](double fraction) -> bool {
        rises = rises && fraction >= last && fraction <= 1;
        last = fraction;
        return ++calls < 10;
    });
    CHECK(rises);
    CHECK(branch.back.stop == Stop::interrupted);
    CHECK(branch.n_points() == 10);
    // The interrupted branch is continued.
    const Branch rest = extend(test::circle(), branch, End::back);
    CHECK(rest.closed());
    CHECK(rest.x == trace(test::circle(), start_of(1, 0)).x);
}

TEST_CASE("Equations or monitors that are interrupted end a branch as progress does",
          "[continuation]")
{
    for (const bool monitor : {false, true}) {
        CAPTURE(monitor);
        int calls = 0;
        Problem problem = test::circle();
        const auto evaluate = problem.evaluate;
        const auto count = [&calls] {
            if (++calls > 40)
                throw Interrupted();
        };
        if (monitor)
            problem.monitors.push_back(
                {.name = "slow", .value = [&](const Solution& solution) -> double {
                     count();
                     return solution.x(0);
                 }});
        else
            problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
                count();
                return evaluate(x, p, out);
            };
        const Branch branch = trace(problem, start_of(1, 0));
        CHECK(branch.back.stop == Stop::interrupted);
        REQUIRE(branch.n_points() > 5);
        calls = 0;
        const Branch first = trace(problem, start_of(1, 0), {.max_points = 6});
        CHECK(branch.x.leftCols(6) == first.x);
        // Even the start is missing; the function does not throw.
        calls = 40;
        const Branch none = trace(problem, start_of(1, 0));
        CHECK(none.back.stop == Stop::interrupted);
        CHECK(none.n_points() == 0);
    }
}

TEST_CASE("Wrong options and branches are refused by name", "[continuation]")
{
    auto with = [](auto change) -> Branch {
        Options options;
        change(options);
        return trace(test::circle(), start_of(1, 0), options);
    };
    CHECK_THROWS_WITH(with([](Options& o) {
                          o.p_min = 0;
                          o.p_max = -1;
                      }),
                      Contains("p_max = -1"));
    CHECK_THROWS_WITH(with([](Options& o) { o.p_min = 0.5; }), Contains("start p = 0"));
    CHECK_THROWS_WITH(with([](Options& o) { o.min_step = 0; }), Contains("min_step"));
    CHECK_THROWS_WITH(with([](Options& o) { o.first_step = 1; }), Contains("first_step = 1"));
    CHECK_THROWS_WITH(with([](Options& o) { o.max_angle = 2; }), Contains("max_angle"));
    CHECK_THROWS_WITH(with([](Options& o) { o.max_points = 0; }), Contains("max_points"));
    CHECK_THROWS_WITH(with([](Options& o) { o.scales.p = 0; }), Contains("scales"));
    CHECK_THROWS_WITH(with([](Options& o) { o.scales.x = Vector::Ones(3); }), Contains("3 scales"));
    CHECK_THROWS_WITH(with([](Options& o) { o.newton.residual_tol = 0; }), Contains("tolerances"));
    Branch branch = trace(test::circle(), start_of(1, 0));
    CHECK_THROWS_WITH(switch_branch(test::circle(), branch, 1), Contains("no branch point"));
    CHECK_THROWS_WITH(start_at(branch, 10000), Contains("10000"));
    branch.kind[3] = 77;
    CHECK_THROWS_WITH(extend(test::circle(), branch, End::back), Contains("kind"));
}
