#include "reduction/without_massless.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/lumped.hpp"
#include "fem/massless.hpp"
#include "reduction/reduced_model.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace slideway;
using Catch::Matchers::Contains;

namespace {

Matrix random_matrix(Index rows, Index columns, std::mt19937& random)
{
    std::uniform_real_distribution<double> uniform(-1, 1);
    return Matrix::NullaryExpr(rows, columns, [&]() -> double { return uniform(random); });
}

fem::Substructure body_of(const Matrix& M, const Matrix& K)
{
    fem::Substructure s;
    s.name = "b";
    s.M = M.sparseView(0, 0);
    s.K = K.sparseView(0, 0);
    s.C.resize(s.n(), s.n());
    s.rigid.resize(s.n(), 0);
    const fem::MassLimits limits = fem::mass_limits(s.n(), 0);
    if (fem::check_mass(s.M, limits).combined)
        s.massless_below = limits.none;
    return s;
}

reduction::ReducedModel condensed(const fem::Substructure& s, const std::vector<Index>& acted = {})
{
    return reduction::without_massless(
        s, {}, acted, [](const fem::Substructure& rest, const reduction::Interface&) {
            return reduction::unreduced(rest);
        });
}

Vector frequencies(const fem::Substructure& s)
{
    return all_modes(Matrix(s.K), Matrix(s.M)).omega;
}

} // namespace

TEST_CASE("Motions without mass follow exactly: frequencies of the whole pencil", "[reduction]")
{
    // The finite eigenvalues of K - omega^2 M, by the QZ algorithm, for masses that lack two
    // combinations of dofs with mass, one dof without mass, and an unequal scale of dofs.
    std::mt19937 random(7);
    const Index n = 9;
    const Matrix A = random_matrix(n, n, random), B = random_matrix(n - 3, n - 1, random);
    Matrix K = A.transpose() * A + 0.1 * Matrix::Identity(n, n), M = Matrix::Zero(n, n);
    M.topLeftCorner(n - 1, n - 1) = B.transpose() * B;
    const Vector scale =
        Vector::LinSpaced(n, -3, 3).unaryExpr([](double x) -> double { return std::pow(10.0, x); });
    K = (scale.asDiagonal() * K * scale.asDiagonal()).eval();
    M = (scale.asDiagonal() * M * scale.asDiagonal()).eval();
    const fem::Substructure s = body_of(M, K);
    CHECK(s.massless_below > 0);
    const fem::MasslessMotions motions = fem::massless_motions(s);
    CHECK(motions.at.size() == 3);
    const reduction::ReducedModel model = condensed(s);
    CHECK(model.following->names.size() == 3);
    CHECK(model.substructure.n() == n - 3);

    const Vector omega = frequencies(model.substructure);
    const PencilEigenvalues all = eigenvalues(M, K); // M v = mu K v, mu = 1 / omega^2
    std::vector<double> expected;
    for (Index i = 0; i < n; ++i) {
        const double mu = all.alpha(i).real() / all.beta(i);
        if (mu > 1e-9)
            expected.push_back(1 / std::sqrt(mu));
    }
    std::sort(expected.begin(), expected.end());
    REQUIRE(static_cast<Index>(expected.size()) == omega.size());
    for (Index i = 0; i < omega.size(); ++i)
        CHECK(omega(i) == Approx(expected[static_cast<std::size_t>(i)]).epsilon(1e-7));

    // The shapes satisfy all rows, those without mass too: K u = omega^2 M u.
    const SymmetricModes modes =
        all_modes(Matrix(model.substructure.K), Matrix(model.substructure.M));
    const Matrix u = *model.T * modes.Phi;
    const Matrix left = K * u, right = M * u * modes.omega.cwiseAbs2().asDiagonal();
    const Matrix terms = K.cwiseAbs() * u.cwiseAbs();
    CHECK(((left - right).array().abs() <= 1e-9 * terms.array()).all());
}

TEST_CASE("A motion without mass stays if something acts on it", "[reduction]")
{
    const fem::Substructure s =
        fem::lumped("m", {{{"a", {{"x", 0}}}, {"b", {{"x", 0}}}, {"c", {{"x", 2}}}},
                          {{"ground", "a", 300}, {"a", "b", 300}, {"b", "c", 300}},
                          {},
                          {}});
    const reduction::ReducedModel all = condensed(s);
    CHECK(all.following->names == std::vector<std::string>{"a.x", "b.x"});
    CHECK(frequencies(all.substructure)(0) == Approx(std::sqrt(100.0 / 2)).epsilon(1e-14));
    CHECK((*all.T - Vector(Eigen::Vector3d(1. / 3, 2. / 3, 1))).norm() < 1e-14);
    const reduction::ReducedModel some = condensed(s, {0}); // a moves freely
    CHECK(some.following->names == std::vector<std::string>{"b.x"});
    CHECK(Matrix(some.substructure.K)
              .isApprox((Matrix(2, 2) << 450, -150, -150, 150).finished(), 1e-14));
    CHECK_FALSE(condensed(s, {0, 1}).following);
}

TEST_CASE("Motions that are no statics of the others are refused by name", "[reduction]")
{
    const std::vector<fem::LumpedMass> masses{{"a", {{"x", 0}}}, {"b", {{"x", 1}}}};
    CHECK_THROWS_WITH(
        condensed(fem::lumped("m", {masses, {}, {}, {}})),
        "body m: a.x has neither mass nor stiffness; give it one of them, or hold it");
    CHECK_THROWS_WITH(
        condensed(fem::lumped("m", {masses, {{"a", "b", 1}}, {{"ground", "a", 0.5}}, {}})),
        Contains("body m: a.x has no mass and a damper"));
    // Damping in proportion to mass and stiffness leaves the statics as they are.
    fem::Substructure s = fem::lumped("m", {masses, {{"ground", "a", 2}, {"a", "b", 2}}, {}, {}});
    fem::add_rayleigh(s, 0.3, 0.1);
    const reduction::ReducedModel model = condensed(s);
    CHECK(model.substructure.C.coeff(0, 0) == Approx(0.3 + 0.1).epsilon(1e-14));
    fem::Substructure all = fem::lumped("m", {{{"a", {{"x", 0}}}}, {{"ground", "a", 2}}, {}, {}});
    CHECK(condensed(all).substructure.n() == 1); // a body without any mass stays as it is
}

TEST_CASE("A negative mass is told from round-off of single precision", "[reduction]")
{
    // A direction without mass, with entries to seven digits: its eigenvalue is about +-1e-8.
    std::mt19937 random(3);
    const Index n = 12;
    for (int trial = 0; trial < 20; ++trial) {
        const Matrix B = random_matrix(n - 1, n, random);
        const Matrix M = (B.transpose() * B).cast<float>().cast<double>();
        const SparseMatrix sparse = M.sparseView(0, 0);
        const double precision = fem::relative_precision(sparse);
        CHECK(precision == 6e-8);
        const fem::MassCheck check = fem::check_mass(sparse, fem::mass_limits(n, precision));
        CHECK(check.negative == -1);
        CHECK(check.combined);
    }
    Matrix M = Matrix::Identity(3, 3);
    M(1, 2) = M(2, 1) = 1 + 1e-6;
    CHECK(fem::check_mass(M.sparseView(0, 0), fem::mass_limits(3, 6e-8)).negative > 0);
    M(1, 2) = M(2, 1) = 1 - 1e-11;
    CHECK(fem::check_mass(M.sparseView(0, 0), fem::mass_limits(3, 0)).negative == -1);
    CHECK_FALSE(fem::check_mass(M.sparseView(0, 0), fem::mass_limits(3, 0)).combined);
    CHECK(fem::relative_precision((Matrix(1, 2) << 1.234567891, 3.3).finished().sparseView(0, 0)) ==
          Approx(5e-10));
    CHECK(fem::relative_precision(Matrix::Constant(1, 1, 1. / 3).sparseView(0, 0)) == 0);
}
