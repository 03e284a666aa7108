#include "dynamics/events/event_driven.hpp"
#include "dynamics/orbits/locked_contacts.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"
#include "support/coulomb_matrices.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Matchers::Contains;
using test::CoulombMatrices;

namespace {

using std::numbers::pi;

// Three unit masses and springs from the ground, contacts on the first and the third.
CoulombMatrices ends_of_three(int pushed)
{
    CoulombMatrices a = test::chain_matrices(3, "ground", 1, 1, 1);
    a.B = (Matrix(2, 3) << 1, 0, 0, 0, 0, 1).finished();
    a.limit = Vector::Ones(2);
    a.p = Vector::Unit(3, pushed - 1);
    return a;
}

Matrix random_matrix(std::mt19937& random, Index rows, Index columns)
{
    std::normal_distribution<double> normal;
    return Matrix::NullaryExpr(rows, columns, [&]() -> double { return normal(random); });
}

} // namespace

TEST_CASE("One locked contact carries what the boundary of no motion says", "[dynamics]")
{
    for (const auto& [n, wall, contact] : {std::tuple{2, "ground", 1},
                                           {2, "ground", 2},
                                           {2, "base", 1},
                                           {2, "mass", 2},
                                           {5, "ground", 4},
                                           {5, "base", 2}})
        for (const double damping : {0.0, 0.1}) {
            CoulombMatrices a = test::chain_matrices(n, wall, contact, 1, 1);
            if (damping > 0) { // couples the modes
                a.C = Matrix::Zero(n, n);
                a.C(0, 0) = damping;
            }
            const DrySystem s = test::on_modes(a).system;
            const RegimeBoundaries boundaries(s);
            for (const double Omega : {0.3, 0.6180339887498949, 1.1, 1.9}) {
                const LockedContacts l = locked_contacts(s, Omega);
                CAPTURE(n, wall, contact, damping, Omega);
                REQUIRE(l.force);
                CHECK((*l.force)(0) == Approx(*boundaries.at(Omega).no_motion).epsilon(1e-9));
            }
        }
}

TEST_CASE("Two locked contacts carry the closed form of what swings between them", "[dynamics]")
{
    // The mass between two locked ones moves by 1 / (2 - Omega^2); each spring pulls by that.
    const DrySystem middle = test::on_modes(ends_of_three(2)).system;
    for (const double Omega : {0.2, 0.4450418679126288, 1.2, 1.414, 1.5, 3.0}) {
        const double x = 1 / std::abs(2 - Omega * Omega);
        const LockedContacts l = locked_contacts(middle, Omega);
        CAPTURE(Omega);
        REQUIRE(l.force);
        // Round-off, grown by the closeness to the pole.
        CHECK((*l.force)(0) == Approx(x).epsilon(1e-14 * (10 + 4 * x)));
        CHECK((*l.force)(1) == Approx(x).epsilon(1e-14 * (10 + 4 * x)));
        CHECK(l.at_rest(Eigen::Vector2d(1.01 * x, 1.01 * x)));
        CHECK_FALSE(l.at_rest(Eigen::Vector2d(1.01 * x, 0.99 * x)));
        CHECK_FALSE(l.at_rest(Eigen::Vector2d(0.99 * x, 1.01 * x)));
    }
    // At sqrt 2 nothing holds them; close to it 1 / |2 - Omega^2| to the digits that are left.
    CHECK_FALSE(locked_contacts(middle, std::sqrt(2.0)).force);
    CHECK_FALSE(locked_contacts(middle, std::sqrt(2.0)).at_rest(Eigen::Vector2d(1e9, 1e9)));
    const double Omega = std::sqrt(2.0) * (1 + 1e-6);
    CHECK((*locked_contacts(middle, Omega).force)(0) ==
          Approx(1 / (Omega * Omega - 2)).epsilon(1e-8));
    // A push on the first mass reaches neither the second nor the third, not even at sqrt 2.
    const DrySystem first = test::on_modes(ends_of_three(1)).system;
    for (const double at : {0.7, std::sqrt(2.0), 2.2}) {
        const LockedContacts l = locked_contacts(first, at);
        CAPTURE(at);
        REQUIRE(l.force);
        CHECK((*l.force)(0) == Approx(1).epsilon(1e-12));
        CHECK((*l.force)(1) == Approx(0).margin(1e-12));
    }
}

TEST_CASE("Locked contacts solve the system bordered by their rows", "[dynamics]")
{
    // Damping of any kind, moved contacts, loads of several sources; round-off of a complex solve.
    std::mt19937 random(3);
    for (int trial = 0; trial < 20; ++trial) {
        const Index n = 3 + trial % 5, k = 1 + trial % 3;
        CoulombMatrices a;
        a.M = Matrix::Identity(n, n);
        const Matrix R = random_matrix(random, n, n), Q = random_matrix(random, n, 2);
        a.K = R * R.transpose() + Matrix::Identity(n, n);
        a.C = 0.1 * Q * Q.transpose();
        a.B = random_matrix(random, k, n);
        a.p = random_matrix(random, n, 1);
        a.limit = Vector::Ones(k);
        DrySystem s = test::on_modes(a).system;
        s.r = random_matrix(random, k, 1).cast<Complex>() * Complex(0.3, 0.5);
        s.inertia = random_matrix(random, n, 1).cast<Complex>() * Complex(1, -0.4);
        s.drag = random_matrix(random, n, 1).cast<Complex>();
        const double Omega = 0.4 + 0.1 * trial;
        ComplexMatrix A = ComplexMatrix::Zero(n + k, n + k);
        A.topLeftCorner(n, n) = Complex(0, Omega) * s.modes.D.cast<Complex>();
        A.topLeftCorner(n, n).diagonal().array() +=
            (s.modes.omega.array().square() - Omega * Omega).cast<Complex>();
        A.topRightCorner(n, k) = s.B.transpose().cast<Complex>();
        A.bottomLeftCorner(k, n) = s.B.cast<Complex>();
        ComplexVector load(n + k);
        load << s.p_at(Omega), -s.r;
        const ComplexVector exact = independent::solve(A, load);
        const LockedContacts l = locked_contacts(s, Omega);
        CAPTURE(trial);
        REQUIRE(l.force);
        CHECK((*l.force - exact.tail(k).cwiseAbs()).norm() < 1e-10 * exact.tail(k).norm());
    }
}

TEST_CASE("Contacts rest from any start where each holds what it carries, and else one moves",
          "[dynamics]")
{
    // Constant forces left by a start approach the limit ever more slowly: the slip per cycle
    // decreases algebraically, to 1e-6 in 400 cycles, not exponentially.
    std::mt19937 random(11);
    for (int trial = 0; trial < 6; ++trial) {
        CoulombMatrices a = test::two_contact_block();
        a.C = 0.1 * (Matrix(3, 3) << 2, 0, -1, 0, 1, 0, -1, 0, 1.5).finished();
        a.Omega = 0.6 + 0.25 * trial;
        DrySystem s = test::on_modes(a).system;
        const Vector force = *locked_contacts(s, a.Omega).force;
        auto moved = [&](const Vector& limit) -> double {
            s.limit = limit;
            EventDrivenOptions options;
            options.t_end = 400 * 2 * pi / a.Omega;
            options.energies = false;
            options.q = random_matrix(random, 3, 1);
            options.v = random_matrix(random, 3, 1);
            const MotionRecord result = event_driven(s, options);
            return std::max(result.last_period[0].amplitude, result.last_period[1].amplitude);
        };
        CAPTURE(trial, force(0), force(1));
        CHECK(moved(1.01 * force) < 2e-6);
        CHECK(moved(Eigen::Vector2d(0.97 * force(0), 1.01 * force(1))) > 2e-4);
        CHECK(moved(Eigen::Vector2d(1.01 * force(0), 0.97 * force(1))) > 2e-4);
    }
}

TEST_CASE("Locked contacts refuse what they cannot answer", "[dynamics]")
{
    CoulombMatrices a = test::two_contact_block();
    DrySystem s = test::on_modes(a).system;
    CHECK_THROWS_WITH(locked_contacts(s, 0), Contains("Omega must be positive"));
    CHECK_THROWS_WITH((void)locked_contacts(s, 1).at_rest(Vector::Ones(3)),
                      Contains("one limit per contact"));
    s.force.setZero();
    CHECK(locked_contacts(s, 1).force->isZero(0)); // nothing drives it: at rest at every limit
    CHECK(locked_contacts(s, 1).at_rest(Vector::Zero(2)));
    a.B.row(1) = 2 * a.B.row(0);
    CHECK_THROWS_WITH(locked_contacts(test::on_modes(a).system, 1),
                      Contains("depend on each other (rub1, rub2)"));
    a.B.resize(0, 3);
    a.limit.resize(0);
    CHECK_THROWS_WITH(locked_contacts(test::on_modes(a).system, 1),
                      Contains("no [[joint]] with law = \"coulomb\""));
    a = test::two_contact_block();
    a.K.setZero();
    s = test::on_modes(a).system;
    s.p0 = Vector::Ones(3);
    CHECK_THROWS_WITH(locked_contacts(s, 1), Contains("pushes a rigid motion"));
}
