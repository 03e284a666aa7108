#include "problems.hpp"

#include "continuation/branch_point.hpp"
#include "continuation/switch_branch.hpp"

#include <catch2/catch.hpp>

#include <numbers>

using namespace slideway;
using namespace slideway::continuation;
using Catch::Matchers::Contains;
using test::scalar_problem;
using test::start_of;

namespace {

Problem pitchfork()
{
    return scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
        F = p * x - x * x * x;
        F_x = p - 3 * x * x;
        F_p = x;
    });
}

Options within(double bound)
{
    Options options;
    options.p_min = -bound;
    options.p_max = bound;
    return options;
}

} // namespace

TEST_CASE("The branch point of p x - x^3 is found, and both arms are reached from it",
          "[continuation]")
{
    const Problem problem = pitchfork();
    const Branch trivial = trace(problem, start_of(0, -1), within(1.03));
    const auto found = points_of(trivial, PointKind::branch_point);
    REQUIRE(found.size() == 1);
    CHECK(trivial.p(found[0]) == Approx(0).margin(1e-14)); // round-off of a regular system
    CHECK(trivial.x(0, found[0]) == Approx(0).margin(1e-14));
    CHECK(trivial.tangent(1, found[0]) == Approx(1).epsilon(1e-12));
    CHECK(points_of(trivial, PointKind::fold).empty());
    CHECK(trivial.orientation.front() == -trivial.orientation.back());

    const Switch other = switch_branch(problem, trivial, found[0], within(1.03));
    REQUIRE(other.starts.size() == 1);
    CHECK(std::abs(other.starts[0].tangent(0)) ==
          Approx(1).epsilon(1e-9)); // differences of Jacobians
    for (int direction : {+1, -1}) {
        CAPTURE(direction);
        Start start = other.starts[0];
        start.direction = direction;
        const Branch arm = trace(problem, start, within(1.03));
        const Index last = arm.n_points() - 1;
        CHECK(arm.kind_of(0) == PointKind::branch_point);
        CHECK(arm.p(last) == 1.03);
        CHECK(arm.x(0, last) * start.tangent(0) * direction > 0);
        CHECK(std::abs(arm.x(0, last)) == Approx(std::sqrt(1.03)).epsilon(1e-10));
        // The arm leaves the branch point, which is a fold of the arms, and meets nothing else.
        CHECK(points_of(arm, PointKind::fold).empty());
        CHECK(points_of(arm, PointKind::branch_point).size() == 1);
    }
    const Branch both = trace_both(problem, other.starts[0], within(1.03));
    CHECK(both.p(0) == 1.03);
    CHECK(both.p(both.n_points() - 1) == 1.03);
    CHECK(both.x(0, 0) == Approx(-both.x(0, both.n_points() - 1)).epsilon(1e-10));

    // From an arm the trace passes the branch point to the other arm; from there it switches
    // to the axis.
    const Branch arms = trace(problem, start_of(1, 1, -1), within(1.03));
    const auto again = points_of(arms, PointKind::branch_point);
    REQUIRE(again.size() == 1);
    CHECK(arms.x(0, again[0]) == Approx(0).margin(1e-14));
    CHECK(arms.x(0, arms.n_points() - 1) == Approx(-std::sqrt(1.03)).epsilon(1e-10));
    const Switch axis = switch_branch(problem, arms, again[0], within(1.03));
    REQUIRE(axis.starts.size() == 1);
    CHECK(std::abs(axis.starts[0].tangent(1)) == Approx(1).epsilon(1e-9));
}

TEST_CASE("Branches that cross transversally are followed straight through, and switched",
          "[continuation]")
{
    // Two curved branches, x = sin p and x = p^2 / 2 - 0.3, cross at sin p = p^2 / 2 - 0.3.
    const Problem problem =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            const double u = x - std::sin(p), v = x - p * p / 2 + 0.3;
            F = u * v;
            F_x = u + v;
            F_p = -std::cos(p) * v - p * u;
        });
    const double crossing =
        test::bisect([](double p) { return std::sin(p) - p * p / 2 + 0.3; }, 1, 2.5);
    const double left = test::bisect([](double p) { return std::sin(p) - p * p / 2 + 0.3; }, -1, 0);
    const Branch sine = trace(problem, start_of(std::sin(-1.0), -1), within(2.5));
    const auto found = points_of(sine, PointKind::branch_point);
    REQUIRE(found.size() == 2);
    CHECK(sine.p(found[0]) == Approx(left).margin(1e-13)); // round-off
    CHECK(sine.p(found[1]) == Approx(crossing).margin(1e-13));
    CHECK(sine.x(0, sine.n_points() - 1) == Approx(std::sin(2.5)).epsilon(1e-10));
    const Switch other = switch_branch(problem, sine, found[1], within(2.5));
    REQUIRE(other.starts.size() == 1);
    CHECK(other.starts[0].tangent(0) / other.starts[0].tangent(1) ==
          Approx(crossing).epsilon(1e-8));
    const Branch parabola = trace_both(problem, other.starts[0], within(2.5));
    for (Index k = 0; k < parabola.n_points(); ++k)
        CHECK(parabola.x(0, k) == Approx(std::pow(parabola.p(k), 2) / 2 - 0.3).margin(1e-9));
    CHECK(points_of(parabola, PointKind::branch_point).size() == 2);
    CHECK(points_of(parabola, PointKind::fold).empty());
    CHECK(std::abs(parabola.p(0)) == 2.5);
}

TEST_CASE("The transcritical point of x (p - x) has the directions of both lines", "[continuation]")
{
    const Problem problem =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x * (p - x);
            F_x = p - 2 * x;
            F_p = x;
        });
    const Branch branch = trace(problem, start_of(0, -0.97), within(1));
    const auto found = points_of(branch, PointKind::branch_point);
    REQUIRE(found.size() == 1);
    CHECK(branch.p(found[0]) == Approx(0).margin(1e-14));
    const Switch other = switch_branch(problem, branch, found[0], within(1));
    REQUIRE(other.starts.size() == 1);
    CHECK(other.starts[0].tangent(0) == Approx(other.starts[0].tangent(1)).epsilon(1e-9));
    const Branch line = trace_both(problem, other.starts[0], within(1));
    CHECK((line.x.row(0).transpose() - line.p).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(line.p.cwiseAbs().minCoeff() < 1e-14);
}

TEST_CASE("Buckling of three rigid links: branch points at the critical loads, in any units",
          "[continuation]")
{
    // Links of length 1 with two rotational springs k at the inner joints and a load P. The slopes
    // are theta_1..3. The energy k/2 sum (theta_(i+1) - theta_i)^2 + P sum cos theta_i has the
    // constraint sum sin theta_i = 0 (multiplier R). The straight chain buckles at P = k and 3 k.
    const double k = 4e5;
    Problem problem;
    problem.evaluate = [k](const Vector& x, double p, Equations& out) -> bool {
        const Vector theta = x.head(3);
        Matrix K(3, 3);
        K << 1, -1, 0, -1, 2, -1, 0, -1, 1;
        out.F.head(3) = k * (K * theta);
        out.F_x.setZero();
        out.F_x.topLeftCorner(3, 3) = k * K;
        out.F(3) = 0;
        for (int i = 0; i < 3; ++i) {
            const double s = std::sin(theta(i)), c = std::cos(theta(i));
            out.F(i) += -p * s + x(3) * c;
            out.F_x(i, i) += -p * c - x(3) * s;
            out.F_x(i, 3) = c;
            out.F_p(i) = -s;
            out.F(3) += s;
            out.F_x(3, i) = c;
        }
        out.F_p(3) = 0;
        return true;
    };
    Options options;
    options.scales = {(Vector(4) << 1, 1, 1, k).finished(), k};
    options.p_max = 4 * k;
    options.p_min = 0;
    const Branch straight = trace(problem, {Vector::Zero(4), 0}, options);
    const auto found = points_of(straight, PointKind::branch_point);
    REQUIRE(found.size() == 2);
    CHECK(straight.p(found[0]) == Approx(k).epsilon(1e-12)); // round-off of a 6 x 6 system
    CHECK(straight.p(found[1]) == Approx(3 * k).epsilon(1e-12));
    // The first mode is (1, 0, -1); the buckled chain carries P = k theta / sin theta.
    const Switch buckled = switch_branch(problem, straight, found[0], options);
    REQUIRE(buckled.starts.size() == 1);
    const Branch arm = trace(problem, buckled.starts[0], options);
    const Index last = arm.n_points() - 1;
    CHECK(arm.x(0, last) == Approx(-arm.x(2, last)).epsilon(1e-8));
    CHECK(arm.p(last) == Approx(k * arm.x(0, last) / std::sin(arm.x(0, last))).epsilon(1e-8));
    CHECK(std::abs(arm.x(0, last)) > 0.5);
}

TEST_CASE("A branch point at a corner is still found, to the place of the corner", "[continuation]")
{
    // x (p - |x|) = 0: the arms x = +-p leave with a corner; along x = 0 the
    // derivatives are one-sided.
    const Problem problem =
        scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x * (p - std::abs(x));
            F_x = p - 2 * std::abs(x);
            F_p = x;
        });
    const Branch branch = trace(problem, start_of(0, -0.97), within(1));
    const auto found = points_of(branch, PointKind::branch_point);
    REQUIRE(found.size() == 1);
    CHECK(branch.p(found[0]) == Approx(0).margin(1e-10));
}

TEST_CASE("Where branches only come near, or none leaves, the message says so", "[continuation]")
{
    // x^2 - p^2 = 1e-4 is a hyperbola; x^2 + p^2 = 0 is an isolated point.
    for (int sign : {-1, +1}) {
        const double gap = sign < 0 ? 1e-4 : 0;
        const Problem problem =
            scalar_problem([=](double x, double p, double& F, double& F_x, double& F_p) {
                F = x * x + sign * p * p - gap;
                F_x = 2 * x;
                F_p = sign * 2 * p;
            });
        Corrector corrector(problem, 1, {}, {});
        const BranchPoint point = locate_branch_point(corrector, Vector::Constant(1, 0.01), 0.002);
        CAPTURE(point.message);
        CHECK(point.found == (sign > 0));
        CHECK_THAT(point.message, Contains(sign > 0 ? "isolated point" : "pass each other"));
        CHECK(point.tangents.cols() == 0);
    }
}
