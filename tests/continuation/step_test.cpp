#include "problems.hpp"

#include "continuation/step.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::continuation;
using test::start_of;

TEST_CASE("Steps grow where Newton's method is quick, and shrink where the branch turns",
          "[continuation]")
{
    const Options options; // 3 iterations, 0.1 rad, steps of 1e-6 to 0.1
    auto next = [&](const Attempt& last) -> double { return next_step(0.01, last, options); };
    CHECK(next({.turn = 0.1, .iterations = 3}) == Approx(0.01).epsilon(1e-15));
    CHECK(next({.iterations = 1}) == Approx(0.02).epsilon(1e-15)); // doubled at most
    CHECK(next({.iterations = 4}) == Approx(0.01 / std::sqrt(2)).epsilon(1e-15));
    CHECK(next({.turn = 0.15, .iterations = 1}) == Approx(0.01 / 1.5).epsilon(1e-15));
    CHECK(next({.turn = 3, .iterations = 3}) == Approx(0.005).epsilon(1e-15)); // halved at most
    CHECK(next({.turn = 3, .iterations = 3, .corner = true}) == Approx(0.01).epsilon(1e-15));
    CHECK(next({.change = 1.25, .iterations = 3}) == Approx(0.008).epsilon(1e-15));
    CHECK(next_step(0.09, {.iterations = 1}, options) == options.max_step);
    CHECK(next_step(1e-6, {.iterations = 10}, options) == options.min_step);
    // What was cut at a bound is halved as it was tried.
    CHECK(shorter_step(0.01, {.length = 0.004}) == 0.002);
}

TEST_CASE("An attempt says why it was refused", "[continuation]")
{
    const Problem problem = test::circle();
    const Options options;
    Workspace work(problem, 1, options);
    Locator locator(work);
    Stepper stepper(work, locator);
    State a, b;
    work.size(b);
    a.x = Vector::Constant(1, 1);
    a.t = Eigen::Vector2d(0, 1);
    REQUIRE(work.resume(a));
    CHECK(stepper.attempt(a, 0.1, 0, b).outcome == Outcome::accepted);
    // On the unit circle a step of h along the tangent turns it by asin h.
    CHECK(stepper.last().turn == Approx(std::asin(0.1)).epsilon(1e-9));
    CHECK(stepper.attempt(a, 0.5, 0, b).outcome == Outcome::turned);
    CHECK(stepper.reason() == "the branch turns by 0.524 rad");
    CHECK(stepper.attempt(a, 1.5, 0, b).outcome == Outcome::newton_failed);
    CHECK_THAT(stepper.reason(),
               Catch::Contains("Newton's method") && Catch::Contains("residuals"));
}

TEST_CASE("A bend takes the prediction from the tangent to the parabola", "[continuation]")
{
    // At (1, 0) on the unit circle, h along the tangent: x^2 + p^2 - 1 is h^2, with the bend h^4/4.
    const Problem problem = test::circle();
    const Options options;
    Workspace work(problem, 1, options);
    Locator locator(work);
    Stepper stepper(work, locator);
    State a, b;
    work.size(b);
    a.x = Vector::Constant(1, 1);
    a.t = Eigen::Vector2d(0, 1);
    REQUIRE(work.resume(a));
    const double h = 0.1;
    CHECK(stepper.attempt(a, h, 0, b).outcome == Outcome::accepted);
    const double straight = work.corrector.residual_norms().front();
    const Vector at = b.x;
    a.bend = Eigen::Vector2d(-1, 0);
    CHECK(stepper.attempt(a, h, 0, b).outcome == Outcome::accepted);
    // Residuals are weighed by |F_x| + |F_p| = 2 (x + p).
    const double weight = (1 + h) / (1 - h * h / 2 + h);
    CHECK(work.corrector.residual_norms().front() / straight ==
          Approx(weight * h * h / 4).epsilon(1e-9));
    CHECK(b.x(0) == Approx(at(0)).epsilon(1e-12)); // in the same plane
}
