#include "contact/complementarity.hpp"

#include "contact/node_to_segment.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

MatrixXd random_matrix(Eigen::Index n, double diagonal, std::mt19937& random)
{
    std::normal_distribution<double> number;
    MatrixXd A(n, n);
    for (Eigen::Index j = 0; j < n; ++j)
        for (Eigen::Index i = 0; i < n; ++i)
            A(i, j) = number(random) + (i == j ? diagonal : 0);
    return A;
}

// Rows and columns of the set bits.
MatrixXd principal(const MatrixXd& A, unsigned set)
{
    std::vector<Eigen::Index> rows;
    for (Eigen::Index i = 0; i < A.rows(); ++i)
        if (set >> i & 1U)
            rows.push_back(i);
    return A(rows, rows);
}

double smallest_principal_minor(const MatrixXd& A)
{
    double smallest = std::numeric_limits<double>::infinity();
    for (unsigned set = 1; set < 1U << A.rows(); ++set)
        smallest = std::min(smallest, independent::determinant(principal(A, set)));
    return smallest;
}

// Closed sets that satisfy A lambda + gap >= 0, lambda >= 0, lambda . (A lambda + gap) = 0.
int solutions(const MatrixXd& A, const VectorXd& gap)
{
    const Eigen::Index n = A.rows();
    int count = 0;
    for (unsigned set = 0; set < 1U << n; ++set) {
        std::vector<Eigen::Index> closed;
        for (Eigen::Index i = 0; i < n; ++i)
            if (set >> i & 1U)
                closed.push_back(i);
        VectorXd lambda = VectorXd::Zero(n);
        if (!closed.empty())
            lambda(closed) = -independent::solve(principal(A, set), gap(closed));
        VectorXd distance = A * lambda + gap;
        for (const Eigen::Index i : closed)
            distance(i) = 0;
        if (lambda.minCoeff() >= 0 && distance.minCoeff() >= 0)
            ++count;
    }
    return count;
}

} // namespace

TEST_CASE("A P-matrix is recognised by all its principal minors", "[contact]")
{
    // Random numbers leave no minor near zero by accident: 1e-9 is never met by 600 matrices.
    std::mt19937 random(3);
    int positive = 0, negative = 0;
    for (Eigen::Index n = 1; n <= 8; ++n)
        for (int k = 0; k < 75; ++k) {
            const MatrixXd A =
                random_matrix(n, static_cast<double>(k % 5) * 0.6 * static_cast<double>(n), random);
            const double minor = smallest_principal_minor(A);
            REQUIRE(std::abs(minor) > 1e-9);
            CAPTURE(n, k, minor);
            CHECK(is_p_matrix(A) == (minor > 0));
            ++(minor > 0 ? positive : negative);
        }
    CHECK(positive > 100);
    CHECK(negative > 100);
    CHECK(is_p_matrix(MatrixXd(0, 0)));
    CHECK_FALSE(is_p_matrix(MatrixXd::Zero(1, 1)));
    CHECK_FALSE(is_p_matrix(MatrixXd::Constant(1, 1, std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("Contact forces have exactly one solution for a P-matrix and not for others", "[contact]")
{
    std::mt19937 random(5);
    std::normal_distribution<double> number;
    int p_matrices = 0, others = 0;
    for (int k = 0; k < 200; ++k) {
        const MatrixXd A = random_matrix(4, 1.5, random);
        const bool unique = is_p_matrix(A);
        bool always_one = true;
        for (int g = 0; g < 400; ++g) {
            VectorXd gap(4);
            for (double& value : gap)
                value = number(random);
            always_one = always_one && solutions(A, gap) == 1;
        }
        if (unique) {
            CHECK(always_one);
            ++p_matrices;
        } else if (!always_one) { // a gap that shows it was among the 400
            ++others;
        }
    }
    CHECK(p_matrices > 20);
    CHECK(others > 100);
}

TEST_CASE("Beyond 16 rows a positive definite matrix passes and a negative minor does not",
          "[contact]")
{
    std::mt19937 random(11);
    for (const Eigen::Index n : {17, 40}) {
        const MatrixXd R = random_matrix(n, 0, random);
        const MatrixXd skew = R - R.transpose();
        MatrixXd A = MatrixXd::Identity(n, n) + skew; // positive definite, not symmetric
        CHECK(is_p_matrix(A));
        A(n - 1, n - 1) = -0.1; // a minor of one row
        CHECK_FALSE(is_p_matrix(A));
        A = MatrixXd::Identity(n, n);
        A(2, n - 3) = A(n - 3, 2) = 1.5; // of two rows: 1 - 2.25
        CHECK_FALSE(is_p_matrix(A));
        A = MatrixXd::Identity(n, n); // of the last three rows: 1 + 2 (-0.9)^3 ... < 0
        A.bottomRightCorner(3, 3) << 1, -0.9, -0.9, -0.9, 1, -0.9, -0.9, -0.9, 1;
        REQUIRE(independent::determinant(A.bottomRightCorner(3, 3)) < 0);
        CHECK_FALSE(is_p_matrix(A));
        A = MatrixXd::Identity(n, n).eval();
        A(0, 1) = 30; // far from positive definite, but triangular: all minors are one
        CHECK(is_p_matrix(A));
    }
}

TEST_CASE("A rod that pushes its contact ahead of it jams at the friction of Painleve's paradox",
          "[contact]")
{
    // Contact point at (x, -h) from the centre of mass, sliding to the right. A force lambda
    // (n - mu t) gives the acceleration lambda / m up and the angular one lambda (x - mu h) / J, so
    // the point accelerates upwards by lambda (1/m + x (x - mu h) / J): zero at
    // mu = (J/m + x^2) / (x h). Source: P. Painleve, C. R. Acad. Sci. 121, 1895.
    const double m = 3, J = 0.2, x = 0.25, h = 0.6;
    const double critical = (J / m + x * x) / (x * h);
    auto compliance = [&](double mu, double direction) -> MatrixXd {
        const Projection on_floor = project({0, 0}, {-1, 0}, {1, 0});
        const ContactRow C = compatibility_row(on_floor),
                         E = equilibrium_row(on_floor, mu, direction);
        Eigen::Matrix<double, 2, 3> point; // of (x, y, rotation) of the rod
        point << 1, 0, h, 0, 1, x;
        const Eigen::Vector3d inverse_mass{1 / m, 1 / m, 1 / J};
        const Eigen::Vector3d on_C = point.transpose() * Eigen::Vector2d(C.slave[0], C.slave[1]);
        const Eigen::Vector3d on_E = point.transpose() * Eigen::Vector2d(E.slave[0], E.slave[1]);
        return MatrixXd::Constant(1, 1, on_C.dot(inverse_mass.cwiseProduct(on_E)));
    };
    CHECK(is_p_matrix(compliance((1 - 1e-9) * critical, 1)));
    CHECK_FALSE(is_p_matrix(compliance((1 + 1e-9) * critical, 1)));
    CHECK(is_p_matrix(compliance(100, -1))); // trailing its contact it never jams
}

TEST_CASE("Complementary pivots solve contacts of a rigid body, however redundant", "[contact]")
{
    // Three motions see up to 12 nodes, some of them 1e-4 apart. Round-off of entries of order one,
    // over the distance squared: 1e-16 / 1e-8.
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> draw(-1, 1);
    for (int k = 0; k < 500; ++k) {
        const Eigen::Index n = 2 + k % 11;
        MatrixXd J(n, 3);
        for (Eigen::Index i = 0; i < n; ++i) {
            if (i > 0 && i % 3 == 0) {
                J.row(i) = J.row(i - 1);
                J(i, 2) += 1e-4 * draw(random);
            } else {
                const double angle = 1.5 * draw(random); // normals of a half-plane: it can get away
                J.row(i) << std::cos(angle), std::sin(angle), draw(random);
            }
        }
        const MatrixXd M = J * J.transpose();
        const VectorXd q = J * Eigen::Vector3d(draw(random), draw(random), draw(random));
        const std::optional<VectorXd> z = complementary_pivots(M, q);
        CAPTURE(k, n);
        REQUIRE(z);
        const VectorXd w = M * *z + q;
        CHECK(z->minCoeff() >= 0);
        CHECK(w.minCoeff() > -1e-8);
        CHECK(std::abs(z->dot(w)) < 1e-8 * (1 + z->norm()));
    }
}

TEST_CASE("Complementary pivots report conditions that no forces can meet", "[contact]")
{
    // A node between two walls that face each other, each 1 inside of it.
    Eigen::Matrix2d M;
    M << 1, -1, -1, 1;
    CHECK_FALSE(complementary_pivots(M, Eigen::Vector2d(-1, -1)));
    CHECK(complementary_pivots(M, Eigen::Vector2d(-1, 2)));
}
