#include "problems.hpp"

#include "continuation/network.hpp"
#include "continuation/switch_branch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::continuation;
using Catch::Matchers::Contains;
using test::scalar_problem;
using test::start_of;

namespace {

Scales unit_scales(const VectorIn& z, double /*p*/)
{
    return {Vector::Ones(z.size()), 1};
}

/// Branches of one problem; branches that cross at branch points are followed in both directions.
struct Crossings {
    Problem problem;
    Options options;
    std::vector<Branch> found = {};

    [[nodiscard]] Network network()
    {
        return {.branches =
                    [this] {
                        std::vector<const Branch*> out;
                        for (const Branch& branch : found)
                            out.push_back(&branch);
                        return out;
                    },
                .scales = unit_scales,
                .solutions =
                    [this](Place place) {
                        const Branch& branch = found[place.branch];
                        const Vector x = branch.x.col(place.point);
                        std::vector<Vector> out = {x};
                        if (problem.images)
                            for (const Image& image : problem.images(
                                     x, branch.p(place.point), branch.tangent.col(place.point)))
                                out.push_back(image.x);
                        return out;
                    }};
    }
    std::optional<std::string> follow(Place place)
    {
        const Switch other = switch_branch(problem, found[place.branch], place.point, options);
        if (!other.starts.empty())
            found.push_back(trace_both(problem, other.starts.front(), options));
        return other.message;
    }
    std::vector<NotFollowed> follow_all(std::size_t most = 10)
    {
        Network all = network();
        all.follow = [this](Place place) { return follow(place); };
        all.most = most;
        return continuation::follow_all(all);
    }
};

/// A circle and two lines, x = 0.3 and x = 0.8 p, traced from the circle: five crossings.
Crossings circle_and_lines()
{
    const Problem problem =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            const double u = x * x + p * p - 1, v = x - 0.3, w = x - 0.8 * p;
            F = u * v * w;
            F_x = 2 * x * v * w + u * w + u * v;
            F_p = 2 * p * v * w - 0.8 * u * v;
        });
    Options options;
    options.p_min = -1.5;
    options.p_max = 1.5;
    Crossings out{problem, options};
    out.found = {trace(problem, start_of(-std::sqrt(0.75), -0.5), options)};
    return out;
}

/// Identifies a branch by all of its points: circle, x = 0.3, or x = 0.8 p.
int curve_of(const Branch& branch)
{
    const Vector x = branch.x.row(0).transpose();
    const double off[] = {(x.array().square() + branch.p.array().square() - 1).abs().maxCoeff(),
                          (x.array() - 0.3).abs().maxCoeff(),
                          (x - 0.8 * branch.p).cwiseAbs().maxCoeff()};
    for (int k = 0; k < 3; ++k)
        if (off[k] < 1e-9)
            return k;
    return -1;
}

} // namespace

TEST_CASE("All curves that cross one another are followed, each once", "[continuation]")
{
    Crossings all = circle_and_lines();
    REQUIRE(all.found[0].closed());
    CHECK(missing(all.network()).size() == 4); // each line meets the circle twice
    CHECK(all.follow_all().empty());
    CHECK(missing(all.network()).empty());
    std::vector<int> curves;
    for (const Branch& branch : all.found)
        curves.push_back(curve_of(branch));
    std::sort(curves.begin(), curves.end());
    CHECK(curves == std::vector{0, 1, 2});
    // A second call adds nothing.
    CHECK(all.follow_all().empty());
    CHECK(all.found.size() == 3);
}

TEST_CASE("What is not followed is reported, unless it is reached from elsewhere", "[continuation]")
{
    SECTION("the number of branches ends it")
    {
        Crossings all = circle_and_lines();
        const std::vector<NotFollowed> left = all.follow_all(2);
        CHECK(all.found.size() == 2);
        // Both crossings of the circle with the other line remain, and that of both lines.
        REQUIRE(left.size() == 3);
        for (const NotFollowed& place : left)
            CHECK(place.why == "there are 2 branches already");
        CHECK(left[0].at.branch == 0);
        CHECK(left[1].at.branch == 0);
        CHECK(left[2].at.branch == 1);
    }
    SECTION("reasons")
    {
        // One of the lines is refused from the circle; the other one leads to it.
        for (const bool other_too : {false, true}) {
            CAPTURE(other_too);
            Crossings all = circle_and_lines();
            Network network = all.network();
            network.follow = [&](Place place) -> std::optional<std::string> {
                const double x = all.found[place.branch].x(0, place.point);
                const bool level = std::abs(x - 0.3) < 1e-9;
                return place.branch == 0 && (level || other_too) ? "refused" : all.follow(place);
            };
            const std::vector<NotFollowed> left = follow_all(network);
            CHECK(all.found.size() == (other_too ? 1 : 3));
            REQUIRE(left.size() == (other_too ? 4 : 0));
            for (const NotFollowed& missed : left)
                CHECK(missed.why == "refused");
        }
    }
    SECTION("an interruption")
    {
        Crossings all = circle_and_lines();
        int calls = 0;
        Network network = all.network();
        network.follow = [&](Place place) -> std::optional<std::string> {
            ++calls;
            (void)all.follow(place);
            return std::nullopt;
        };
        const std::vector<NotFollowed> left = follow_all(network);
        CHECK(calls == 1);
        REQUIRE(left.size() == 1); // although a part of it exists
        CHECK(left[0].why == "interrupted");
    }
}

TEST_CASE("A point is on a branch if an image of it is", "[continuation]")
{
    // x^2 = p and x^2 = 2 - p cross at p = 1, x = 1 and -1. Up to p = 1.5 the second curve has two
    // parts, each the mirror of the other.
    Problem problem = scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
        const double u = x * x - p, v = x * x - 2 + p;
        F = u * v;
        F_x = 2 * x * (u + v);
        F_p = u - v;
    });
    Options options;
    options.p_min = -1;
    options.p_max = 1.5;
    const Branch parabola = trace_both(problem, start_of(0.9, 0.81), options);
    REQUIRE(points_of(parabola, PointKind::branch_point).size() == 2);
    for (const bool mirrored : {false, true}) {
        CAPTURE(mirrored);
        if (mirrored)
            problem.images = [](const Vector& x, double, const Vector& t) -> std::vector<Image> {
                return {{-x, (Vector(2) << -t(0), t(1)).finished()}};
            };
        Crossings all{problem, options, {parabola}};
        CHECK(all.follow_all().empty());
        CHECK(all.found.size() == (mirrored ? 2 : 3));
    }
}

namespace {

/// Cycles of n points of f(x) = p x (1 - x): F_k = f(x_k) - x_(k+1). A monitor is zero at period
/// doublings, where the derivative of f after n steps is -1.
Problem cycles(Index n)
{
    Problem problem;
    problem.evaluate = [n](const Vector& x, double p, Equations& out) -> bool {
        out.F_x.setZero();
        for (Index k = 0; k < n; ++k) {
            const Index next = (k + 1) % n;
            out.F(k) = p * x(k) * (1 - x(k)) - x(next);
            out.F_x(k, k) += p * (1 - 2 * x(k));
            out.F_x(k, next) -= 1;
            out.F_p(k) = x(k) * (1 - x(k));
        }
        return true;
    };
    Monitor& doubling = problem.monitors.emplace_back();
    doubling.name = "doubling";
    doubling.zeros = true;
    doubling.value = [](const Solution& solution) -> double {
        return (solution.p * (1 - 2 * solution.x.array())).prod() + 1;
    };
    return problem;
}

/// The doubled cycle, in the direction in which it doubles.
Start doubled(const Vector& x, double p)
{
    const Index n = x.size();
    Start start;
    start.p = p;
    start.x.resize(2 * n);
    start.x << x, x;
    start.tangent.setZero(2 * n + 1);
    double v = 1;
    for (Index k = 0; k < 2 * n; ++k) {
        start.tangent(k) = v;
        v *= p * (1 - 2 * start.x(k));
    }
    start.kind = PointKind::branch_point;
    return start;
}

} // namespace

TEST_CASE("Branches of several problems: the logistic map doubles its period, each time once",
          "[continuation]")
{
    Options options;
    options.p_min = 2.5;
    options.p_max = 3.55;
    options.max_step = 0.05;
    std::vector<Branch> found = {trace(cycles(1), start_of(1 - 1 / 2.5, 2.5), options)};
    const auto solutions = [&](Place place) {
        // the cycle started at each of its points
        std::vector<Vector> out;
        for (const double x : found[place.branch].x.col(place.point))
            out.push_back(Vector::Constant(1, x));
        return out;
    };
    const auto leads_off = [&](Place place) -> bool {
        const PointKind kind = found[place.branch].kind_of(place.point);
        return kind == PointKind::branch_point ||
               (kind == PointKind::monitor_zero && found[place.branch].x.rows() < 4);
    };
    const auto branches = [&] {
        std::vector<const Branch*> out;
        for (const Branch& branch : found)
            out.push_back(&branch);
        return out;
    };
    std::vector<double> left_at;
    const auto follow = [&](Place place) -> std::optional<std::string> {
        const Vector x = found[place.branch].x.col(place.point);
        left_at.push_back(found[place.branch].p(place.point));
        found.push_back(trace_both(cycles(2 * x.size()), doubled(x, left_at.back()), options));
        return "";
    };
    const std::vector<NotFollowed> left =
        follow_all({branches, unit_scales, follow, leads_off, solutions});
    CHECK(left.empty());
    REQUIRE(found.size() == 3);
    // The cycle of two points is on its branch twice, started at either point; so
    // are its doublings.
    CHECK(points_of(found[1], PointKind::monitor_zero).size() == 2);
    // Closed form: 3 and 1 + sqrt 6; the cycle of four points doubles at 3.5440903596 (Feigenbaum).
    REQUIRE(left_at.size() == 2);
    CHECK(left_at[0] == Approx(3).epsilon(1e-11));
    CHECK(left_at[1] == Approx(1 + std::sqrt(6)).epsilon(1e-11));
    const std::vector<Index> third = points_of(found[2], PointKind::monitor_zero);
    REQUIRE(third.size() == 2);
    for (const Index k : third)
        CHECK(found[2].p(k) == Approx(3.5440903596).epsilon(1e-10));
}
