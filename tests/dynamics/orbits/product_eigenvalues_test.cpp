#include "dynamics/orbits/product_eigenvalues.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

// Well-conditioned matrices with a fixed sequence of entries.
Matrix well_conditioned(Index n, int seed)
{
    Matrix V(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            V(i, j) = (i == j ? 2 : 0) + std::sin(1.7 * i + 2.9 * j + 0.6 * seed);
    return V;
}

// Factors A_k = V_k D_k V_{k-1}^-1 with V_N = V_0. Their product has the eigenvalues of D_N ...
// D_1.
std::vector<Matrix> factors_of(const Matrix& D, Index N)
{
    const Index n = D.rows();
    std::vector<Matrix> factors;
    for (Index k = 0; k < N; ++k) {
        const Matrix before = well_conditioned(n, static_cast<int>(k)),
                     after = well_conditioned(n, static_cast<int>((k + 1) % N));
        factors.emplace_back(after * D * independent::inverse(before));
    }
    return factors;
}

// Smallest relative distance of an eigenvalue from an expected one.
double miss(const ComplexVector& found, Complex expected)
{
    return (found.array() - expected).abs().minCoeff() / std::abs(expected);
}

} // namespace

TEST_CASE("Small eigenvalues of a product keep their accuracy beside large ones", "[dynamics]")
{
    // A pair of modulus near one beside multipliers from 1e-8 to 1e12, as of long unstable motions.
    for (const Index N : {2, 8, 16}) {
        CAPTURE(N);
        const auto root = [&](double value) {
            return std::pow(value, 1. / static_cast<double>(N));
        };
        const double angle = 2.1 / static_cast<double>(N), r = root(0.98);
        Matrix D = Matrix::Zero(5, 5);
        D(0, 0) = root(1e12);
        D.block(1, 1, 2, 2) << r * std::cos(angle), -r * std::sin(angle), r * std::sin(angle),
            r * std::cos(angle);
        D(3, 3) = -root(3e-4);
        D(4, 4) = root(1e-8);
        const ComplexVector found = product_eigenvalues(factors_of(D, N));
        REQUIRE(found.size() == 5);
        for (const Complex& expected : {Complex(1e12), std::polar(0.98, 2.1),
                                        std::polar(0.98, -2.1), Complex(3e-4), Complex(1e-8)})
            // A factor determines its part of an eigenvalue to round-off of its largest entries.
            CHECK(miss(found, expected) < 1e-12 * root(1e12) / root(std::abs(expected)));
    }
}

TEST_CASE("Eigenvalues of a product of like size are those of the product", "[dynamics]")
{
    Matrix D = Matrix::Zero(3, 3);
    D.diagonal() << 1.2, -0.9, 0.5;
    const std::vector<Matrix> factors = factors_of(D, 3);
    const ComplexVector found = product_eigenvalues(factors);
    for (const double expected : {1.728, -0.729, 0.125})
        CHECK(miss(found, expected) < 1e-12);
    // One factor alone.
    CHECK(miss(product_eigenvalues({factors[0]}),
               product_eigenvalues({factors[0].transpose()})(0)) < 1e-12);
    // Beside a singular factor there is nothing to separate.
    Matrix projection = Matrix::Zero(3, 3);
    projection(0, 0) = 1;
    CHECK(miss(product_eigenvalues({factors[0], projection}), factors[0](0, 0)) < 1e-12);
}
