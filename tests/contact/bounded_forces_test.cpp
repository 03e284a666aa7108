#include "contact/bounded_forces.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace slideway;
using namespace slideway::contact;

TEST_CASE("bounded forces are the only solution among all patterns", "[contact]")
{
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    for (int trial = 0; trial < 100; ++trial) {
        const Index n = 1 + trial % 5;
        const Matrix R = Matrix::NullaryExpr(n, n, [&] { return normal(random); });
        const Matrix G = R * R.transpose() + 0.01 * Matrix::Identity(n, n);
        const Vector b = Vector::NullaryExpr(n, [&] { return 3 * normal(random); });
        const Vector high = Vector::NullaryExpr(n, [&] { return std::abs(normal(random)); });
        const BoundedForces x = bounded_forces(G, b, -high, high);
        const Vector a = b - G * x.f;
        for (Index i = 0; i < n; ++i) {
            CAPTURE(trial, i, x.f(i), high(i), a(i));
            // Inside: a = 0; at a limit: a in its direction. Round-off of b and G f.
            const double slack = 1e-12 * (1 + b.cwiseAbs().maxCoeff() + G.norm() * high.norm());
            CHECK(std::abs(x.f(i)) <= high(i) + slack);
            if (std::abs(x.f(i)) < high(i) - slack)
                CHECK(std::abs(a(i)) < slack);
            else
                CHECK(a(i) * x.f(i) > -slack);
        }
    }
}
