#include "problems.hpp"

#include "continuation/corrector.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::continuation;

TEST_CASE("The corrector converges quadratically", "[continuation]")
{
    const Problem problem = test::Duffing{}.problem();
    Corrector corrector(problem, 2, {}, {.residual_tol = 1e-13, .step_tol = 1});
    Vector x(2);
    x << 0.9, 0.35;
    double p = 1.0;
    const Vector normal = (Vector(3) << 1, 1, 1).finished().normalized();
    REQUIRE(corrector.correct(x, p, normal) == NewtonStatus::converged);
    const std::vector<double>& norms = corrector.residual_norms();
    REQUIRE(norms.size() >= 4);
    // Estimates the order from the last three residuals above round-off.
    std::size_t k = norms.size() - 1;
    while (norms[k] < 1e-14)
        --k;
    REQUIRE(k >= 2);
    CAPTURE(norms[k - 2], norms[k - 1], norms[k]);
    CHECK(std::log(norms[k] / norms[k - 1]) / std::log(norms[k - 1] / norms[k - 2]) ==
          Approx(2).margin(0.2));
    CHECK(normal.dot((Vector(3) << x(0) - 0.9, x(1) - 0.35, p - 1).finished()) ==
          Approx(0).margin(1e-15)); // stays in its plane
}

TEST_CASE("With p fixed the corrector does not touch it", "[continuation]")
{
    const Problem problem = test::Duffing{}.problem();
    Corrector corrector(problem, 2, {Vector::Constant(2, 0.37), 3.3}, {});
    Vector x = Vector::Zero(2);
    double p = 0.1 + 0.2;
    REQUIRE(corrector.correct(x, p, Vector::Unit(3, 2)) == NewtonStatus::converged);
    CHECK(p == 0.1 + 0.2);
}

TEST_CASE("Errors of each evaluation are separated from what bends the equations", "[continuation]")
{
    // Roughness of x - p^3 + e sin(2e12 p) with row sum 4; second differences are at most 4 e.
    const auto roughness = [](double e) -> double {
        const Problem problem =
            test::scalar_problem([e](double x, double p, double& F, double& F_x, double& F_p) {
                F = x - p * p * p + e * std::sin(2e12 * p);
                F_x = 1;
                F_p = -3 * p * p;
            });
        return Corrector(problem, 1, {}, {}).roughness(Vector::Ones(1), 1, Vector::Unit(2, 1));
    };
    CHECK(roughness(0) < 1e-15);
    CHECK(roughness(1e-9) > 0.25e-9);
    CHECK(roughness(1e-9) <= 1.001e-9);
    // If p does not change, nothing is rough.
    const Problem problem = test::Duffing{}.problem();
    Corrector corrector(problem, 2, {}, {});
    CHECK(corrector.roughness(Vector::Zero(2), 1, Vector::Zero(3)) == 0);
}

TEST_CASE("Residuals of rows like unknowns are small in comparison with these", "[continuation]")
{
    // Two masses that a stiff spring joins: x = y = 1. Its stiffness hides the distance from there.
    constexpr double k = 1e9, off = 1e-3;
    Problem problem;
    problem.evaluate = [](const Vector& x, double, Equations& out) -> bool {
        const double force = k * (x(0) - x(1));
        out.F << x(0) - 1 + force, x(1) - 1 - force;
        out.F_x << 1 + k, -k, -k, 1 + k;
        out.F_p.setZero();
        return true;
    };
    for (const Index rows : {0, 2}) {
        problem.n_like_unknowns = rows;
        Corrector corrector(problem, 2, {}, {});
        Vector x = Vector::Constant(2, 1 + off);
        double p = 0;
        REQUIRE(corrector.correct(x, p, Vector::Unit(3, 2)) == NewtonStatus::converged);
        CHECK(corrector.iterations() == 0);
        CHECK(x.sum() - 2 == Approx(rows == 0 ? 2 * off : 0).margin(1e-8));
    }
}

TEST_CASE("Halved steps converge across a kink where full Newton steps diverge", "[continuation]")
{
    // atan with a jump of slope at 0: full steps from |x| > 1.39 diverge.
    const Problem problem =
        test::scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            const double m = x < 0 ? 3 : 1;
            F = m * std::atan(x) - p;
            F_x = m / (1 + x * x);
            F_p = -1;
        });
    Vector x = Vector::Constant(1, 4);
    double p = 0;
    Corrector full(problem, 1, {}, {.max_halvings = 0});
    CHECK(full.correct(x, p, Vector::Unit(2, 1)) == NewtonStatus::no_descent);
    x(0) = 4;
    Corrector halved(problem, 1, {}, {});
    CHECK(halved.correct(x, p, Vector::Unit(2, 1)) == NewtonStatus::converged);
    CHECK(x(0) == Approx(0).margin(1e-9)); // Newton's tolerance of 1e-10 for rows of 2
    const std::vector<double>& norms = halved.residual_norms();
    for (std::size_t k = 1; k < norms.size(); ++k)
        CHECK(norms[k] < norms[k - 1]);
}

TEST_CASE("The corrector says what stopped it", "[continuation]")
{
    const Problem flat =
        test::scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
            F = x * x + 1 + p;
            F_x = 2 * x;
            F_p = 1;
        });
    Vector x = Vector::Zero(1);
    double p = 0;
    Corrector corrector(flat, 1, {}, {});
    CHECK(corrector.correct(x, p, Vector::Unit(2, 1)) == NewtonStatus::singular);
    CHECK(corrector.residual_norms().size() == 1);
    Problem nowhere = flat;
    nowhere.evaluate = [](const Vector&, double, Equations& out) -> bool {
        out.F(0) = std::nan("");
        return true;
    };
    Corrector lost(nowhere, 1, {}, {});
    CHECK(lost.correct(x, p, Vector::Unit(2, 1)) == NewtonStatus::undefined);
    CHECK(lost.residual_norms().empty());
    CHECK_FALSE(text(NewtonStatus::undefined).empty());
}

TEST_CASE("Orientation is the sign of the determinant, also beyond the range of numbers",
          "[continuation]")
{
    // For F = 1e-3 x - 0 p in 300 unknowns, det = 1e-900 underflows but its logarithm does not.
    const Index n = 300;
    Problem problem;
    problem.evaluate = [](const Vector& x, double, Equations& out) -> bool {
        out.F = 1e-3 * x;
        out.F(0) = -out.F(0);
        out.F_x.setZero();
        out.F_x.diagonal().setConstant(1e-3);
        out.F_x(0, 0) = -1e-3;
        out.F_p.setZero();
        return true;
    };
    Corrector corrector(problem, n, {}, {});
    REQUIRE(corrector.evaluate(Vector::Zero(n), 0));
    Vector t;
    REQUIRE(corrector.tangent(Vector::Unit(n + 1, n), t));
    CHECK(t(n) == 1);
    CHECK(corrector.orientation() == -1);
    CHECK(corrector.log_det() == Approx(n * std::log(1e-3)).epsilon(1e-12));
}
