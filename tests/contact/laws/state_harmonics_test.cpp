#include "contact/laws/coulomb.hpp"
#include "contact/laws/cubic.hpp"
#include "contact/laws/harmonic_force.hpp"
#include "contact/laws/joint_phases.hpp"
#include "contact/laws/polynomial.hpp"
#include "tests/contact/laws/harmonic_draws.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::test;
using std::numbers::pi;

namespace {

HarmonicForce force_at(const JointLaw& law, const Harmonics& h, const Vector& R, double Omega,
                       const Vector& lambda = Vector())
{
    HarmonicWorkspace work(h);
    work.Omega = Omega;
    HarmonicForce out;
    harmonic_force(law, R, lambda, work, out);
    return out;
}

struct Motion {
    Harmonics h;
    Vector R, lambda;
    double Omega = 0;
};

std::vector<Motion> motions(Index rows)
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    std::vector<Motion> list;
    for (const bool means : {false, true})
        for (const Index n_h : {1, 2, 5}) {
            Motion motion{{n_h, means}, {}, {}, 1.3};
            const Index n = rows * motion.h.size();
            motion.R = motion.lambda = Vector::Zero(n);
            for (Index i = 0; i < n; ++i) {
                motion.R(i) = normal(random) / (1.0 + static_cast<double>(i % motion.h.size()));
                motion.lambda(i) = normal(random);
            }
            list.push_back(motion);
        }
    return list;
}

// Largest errors of all derivatives against central differences, relative to their sizes.
double worst_derivative(const JointLaw& law, const Motion& m)
{
    const HarmonicForce at = force_at(law, m.h, m.R, m.Omega, m.lambda);
    const double d = 2e-6;
    const auto error = [](const Matrix& expected, const Matrix& found) -> double {
        return (expected - found).norm() / (1 + found.norm());
    };
    const Index n = m.R.size();
    Matrix J(n, n), H(n, n);
    const auto gradient = [&](const HarmonicForce& force) -> Vector {
        return force.J.transpose() * m.lambda;
    };
    for (Index j = 0; j < n; ++j) {
        const Vector step = d * Vector::Unit(n, j);
        const HarmonicForce up = force_at(law, m.h, m.R + step, m.Omega),
                            down = force_at(law, m.h, m.R - step, m.Omega);
        J.col(j) = (up.F - down.F) / (2 * d);
        H.col(j) = (gradient(up) - gradient(down)) / (2 * d);
    }
    double worst = std::max(error(J, at.J), error(H, at.H));
    if (!law->depends_on_velocity()) {
        CHECK(at.F_Omega.size() == 0);
        return worst;
    }
    const HarmonicForce up = force_at(law, m.h, m.R, m.Omega + d, m.lambda),
                        down = force_at(law, m.h, m.R, m.Omega - d, m.lambda);
    worst = std::max(worst, error((up.F - down.F) / (2 * d), at.F_Omega));
    worst = std::max(worst, error((gradient(up) - gradient(down)) / (2 * d), at.H_Omega));
    const double H_OmegaOmega = m.lambda.dot(up.F_Omega - down.F_Omega) / (2 * d);
    return std::max(worst,
                    std::abs(H_OmegaOmega - at.H_OmegaOmega) / (1 + std::abs(at.H_OmegaOmega)));
}

const std::vector<JointLaw> smooth_laws{
    Cubic(-0.7),
    Cubic(0.4, 0.9),
    Polynomial({{2, 0, 0.5}, {3, 0, 0.3}}),
    Polynomial({{0, 0, 0.2}, {1, 0, -0.4}, {0, 1, 0.1}, {0, 3, -0.2}, {2, 1, 0.7}, {4, 2, 0.1}}),
    SmoothedCoulomb({.limit = 0.5, .speed = 0.8}),
    SmoothedCoulomb({.limit = 0.5, .speed = 0.8, .sign = SmoothedSign::arctan})};

} // namespace

TEST_CASE("Derivatives of harmonic forces of polynomials and smoothed friction are those of their "
          "differences",
          "[contact]")
{
    for (const JointLaw& law : smooth_laws)
        for (const Index rows : {1, 2})
            for (const Motion& motion : motions(rows)) {
                CAPTURE(law->keyword(), rows, motion.h.n_h, motion.h.means);
                CHECK(worst_derivative(law, motion) < 1e-8); // d^2 and round-off over d
            }
}

TEST_CASE("Harmonic forces of polynomials are exact: more samples change nothing", "[contact]")
{
    for (const JointLaw& law : smooth_laws)
        if (!law->is_state_function())
            for (const Motion& m : motions(1)) {
                const HarmonicForce exact = force_at(law, m.h, m.R, m.Omega);
                for (const Index samples : {400, 577}) {
                    HarmonicForce out;
                    sampled_force(law, m.h, m.R, m.Omega, samples, out);
                    CHECK((out.F - exact.F).norm() < 1e-13 * (1 + exact.F.norm()));
                    CHECK((out.J - exact.J).norm() < 1e-13 * (1 + exact.J.norm()));
                    CHECK(out.dissipated == Approx(exact.dissipated).epsilon(1e-12).margin(1e-13));
                }
            }
}

TEST_CASE("A quadratic spring pulls the mean and the second harmonic", "[contact]")
{
    // (A cos)^2 = A^2/2 + A^2/2 cos 2.
    const Harmonics h{2, true};
    Vector R = Vector::Zero(h.size());
    const double A = 0.3, k_2 = 5;
    R(1) = A;
    Vector expected = Vector::Zero(h.size());
    expected(0) = expected(3) = k_2 * A * A / 2;
    CHECK((force_at(Polynomial({{2, 0, k_2}}), h, R, 1).F - expected).norm() < 1e-15);
}

TEST_CASE("Damping that grows with the displacement dissipates pi c3 Omega A^4 / 4 per cycle",
          "[contact]")
{
    // r^2 v = -Omega A^3 cos^2 sin = -Omega A^3 / 4 (sin + sin 3).
    const Harmonics h{3};
    Vector R = Vector::Zero(h.size());
    const double A = 0.7, c_3 = 2, Omega = 1.9;
    R(0) = A;
    Vector expected = Vector::Zero(h.size());
    expected(1) = expected(5) = -c_3 * Omega * A * A * A / 4;
    const HarmonicForce out = force_at(Cubic(0, c_3), h, R, Omega);
    CHECK((out.F - expected).norm() < 1e-14);
    CHECK(out.dissipated == Approx(pi * c_3 * Omega * std::pow(A, 4) / 4).epsilon(1e-14));
}

TEST_CASE("Smoothed friction of a small speed is that of dry friction", "[contact]")
{
    // A harmonic of amplitude A loses 4 limit A per cycle to dry friction. Smoothing changes this
    // by the square of speed / (Omega A).
    const Harmonics h{1};
    Vector R = Vector::Zero(h.size());
    const double A = 2, limit = 0.5, Omega = 3;
    R(0) = A;
    double before = 1;
    for (const double speed : {0.4, 0.1, 0.025}) {
        const double dissipated = force_at(SmoothedCoulomb({limit, speed}), h, R, Omega).dissipated;
        const double error = 1 - dissipated / (4 * limit * A);
        CHECK(error > 0);
        CHECK(error < before / 10);
        before = error;
    }
    // The limit of small motions is a dashpot.
    R(0) = 1e-5;
    CHECK(force_at(SmoothedCoulomb({limit, 0.4}), h, R, Omega).F(1) ==
          Approx(-limit / 0.4 * Omega * 1e-5).epsilon(1e-8));
    CHECK(force_at(SmoothedCoulomb({limit, 0.4, SmoothedSign::arctan}), h, R, Omega).F(1) ==
          Approx(-limit / 0.4 * 2 / pi * Omega * 1e-5).epsilon(1e-8));
}

TEST_CASE("The harmonic force of smoothed friction that needs too many samples is refused",
          "[contact]")
{
    const Harmonics h{1};
    Vector R = Vector::Zero(h.size());
    R(0) = 1e6;
    CHECK_THROWS_WITH(force_at(SmoothedCoulomb({0.5, 1e-3}), h, R, 1),
                      Catch::Contains("smoothing = 0.001"));
}

TEST_CASE("Pieces, slopes and tangents of polynomials are those of their forces", "[contact]")
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1.5, 1.5);
    for (const JointLaw& law : smooth_laws)
        for (int n = 0; n < 50; ++n) {
            const JointVector r = JointVector::Constant(1, number(random)),
                              v = JointVector::Constant(1, number(random));
            JointMemory memory;
            ForceAndTangent at, up, down;
            law->force(memory, r, v, at);
            const RowSlope slope = law->slope(r(0), v(0));
            CHECK(slope.by_r == at.df_dr(0, 0));
            CHECK(slope.by_v == at.df_dv(0, 0));
            const JointVector d = JointVector::Constant(1, 1e-5);
            const double scale = 1e-9 * (1 + std::abs(at.f(0)) + std::abs(slope.by_r));
            law->force(memory, r + d, v, up);
            law->force(memory, r - d, v, down);
            CHECK(std::abs((up.f(0) - down.f(0)) / 2e-5 - slope.by_r) < scale);
            law->force(memory, r, v + d, up);
            law->force(memory, r, v - d, down);
            CHECK(std::abs((up.f(0) - down.f(0)) / 2e-5 - slope.by_v) < scale);
            if (law->is_state_function())
                continue;
            JointPiece piece;
            piece_of(law, law->phases_at(r, v), piece);
            force_in(piece, r, v, up);
            CHECK(up.f(0) == Approx(at.f(0)).epsilon(1e-14).margin(1e-15));
            CHECK(up.df_dr(0, 0) == Approx(slope.by_r).epsilon(1e-14).margin(1e-15));
            CHECK(up.df_dv(0, 0) == Approx(slope.by_v).epsilon(1e-14).margin(1e-15));
        }
}

TEST_CASE("The potential of a polynomial is the integral of its force", "[contact]")
{
    const JointLaw law = Polynomial({{0, 0, 0.2}, {1, 0, -0.4}, {2, 0, 3}, {5, 0, -1}});
    const auto energy = [&law](double r) -> double {
        return law->potential(JointVector::Constant(1, r));
    };
    CHECK(energy(0) == 0);
    CHECK(energy(-0.5) == Approx(-0.1 - 0.05 - 0.125 - 1 / 384.0).epsilon(1e-14));
    CHECK(law->has_potential());
    CHECK_FALSE(JointLaw(Polynomial({{1, 1, 1}}))->has_potential());
    CHECK(JointLaw(Polynomial({{1, 0, 1}, {2, 1, 1}}))->is_odd());
    CHECK_FALSE(JointLaw(Polynomial({{2, 0, 1}}))->is_odd());
}

TEST_CASE("The bound of a polynomial holds within its reach", "[contact]")
{
    for (const JointLaw& law :
         {JointLaw(Cubic(-2, -0.3)), JointLaw(Cubic(3, 0.4)),
          JointLaw(
              Polynomial({{2, 0, 0.5}, {3, 0, -0.3}, {4, 0, 1}, {0, 1, -0.2}, {1, 1, 0.7}}))}) {
        const double reach = 1.7;
        const Bound bound = law->bound(0, reach);
        double stiffest = 0, hardest = 0;
        for (int i = -100; i <= 100; ++i) {
            const RowSlope slope = law->slope(reach * i / 100, 0);
            stiffest = std::max(stiffest, slope.by_r);
            hardest = std::max(hardest, slope.by_v);
        }
        CHECK(stiffest <= bound.stiffness * (1 + 1e-14));
        CHECK(hardest <= bound.damping * (1 + 1e-14));
    }
}

TEST_CASE("A multiple of a law has that multiple of its force", "[contact]")
{
    for (const JointLaw& law : smooth_laws) {
        const auto twice = law->times(2);
        REQUIRE(twice);
        for (const Motion& m : motions(1))
            CHECK((force_at(*twice, m.h, m.R, m.Omega).F - 2 * force_at(law, m.h, m.R, m.Omega).F)
                      .norm() < 1e-13);
    }
}
