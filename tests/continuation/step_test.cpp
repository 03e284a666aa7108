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
    CHECK(next({.iterations = 1}) == Approx(0.02).epsilon(1e-15)); // at most doubled
    CHECK(next({.iterations = 4}) == Approx(0.01 / std::sqrt(2)).epsilon(1e-15));
    CHECK(next({.turn = 0.15, .iterations = 1}) == Approx(0.01 / 1.5).epsilon(1e-15));
    CHECK(next({.turn = 3, .iterations = 3}) == Approx(0.005).epsilon(1e-15)); // at most halved
    CHECK(next({.turn = 3, .iterations = 3, .corner = true}) == Approx(0.01).epsilon(1e-15));
    CHECK(next({.change = 1.25, .iterations = 3}) == Approx(0.008).epsilon(1e-15));
    CHECK(next_step(0.09, {.iterations = 1}, options) == options.max_step);
    CHECK(next_step(1e-6, {.iterations = 10}, options) == options.min_step);
    // A step that was cut at a bound is halved from its actual length.
    CHECK(shorter_step(0.01, {.length = 0.004}, options) == 0.002);
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

TEST_CASE("Predicted by a polynomial, steps follow what it misses", "[continuation]")
{
    Options options; // 3 iterations, 0.1 rad, steps of 1e-6 to 0.1
    options.curved = true;
    auto next = [&](const Attempt& last) -> double { return next_step(0.01, last, options); };
    const double aim = 1e-3; // aimed error; it grows with the sixth power
    CHECK(next({.miss = 64 * aim, .iterations = 2}) == Approx(0.005).epsilon(1e-14));
    CHECK(next({.miss = aim / 64, .iterations = 2}) == Approx(0.02).epsilon(1e-14));
    CHECK(next({.miss = 1e-12, .iterations = 1}) ==
          Approx(0.04).epsilon(1e-14)); // at most four times
    CHECK(next({.miss = aim / 64, .iterations = 2, .shortened = true}) == 0.01);
    // The rest of a step up to a station is no measure of the length that fails.
    CHECK(next({.length = 1e-4, .miss = aim / 64, .iterations = 2, .landed = true}) == 0.01);
    CHECK(next({.length = 0.009, .miss = aim / 64, .iterations = 2, .landed = true}) ==
          Approx(0.018).epsilon(1e-14));
    // If the first Newton step fails, the step is much too long.
    CHECK(shorter_step(0.01, {.length = 0.01, .iterations = 0}, options) == 0.0025);
    CHECK(shorter_step(0.01, {.length = 0.01, .iterations = 1}, options) == 0.005);
    CHECK(shorter_step(2e-6, {.length = 2e-6, .iterations = 0}, options) == 1e-6);
}
