#include "dynamics/harmonic/harmonic_stability.hpp"

#include "contact/laws/joint_laws.hpp"
#include "continuation/trace.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "support/hill.hpp"
#include "support/independent.hpp"
#include "support/own_force.hpp"
#include "tests/dynamics/harmonic/modal_joints.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::dynamics;
using namespace slideway::test;
using Catch::Contains;

namespace {

using std::numbers::pi;

// Coefficients of n_rows rows, all zero but c1 of the first.
Vector cosine(const contact::Harmonics& h, double amplitude, Index n_rows = 1)
{
    Vector R = Vector::Zero(n_rows * h.size());
    R(h.means ? 1 : 0) = amplitude;
    return R;
}

double determinant(const Matrix& M, double sigma)
{
    return independent::determinant(sigma * Matrix::Identity(M.rows(), M.cols()) - M);
}

// Characteristic values of Mathieu's equation x'' + (a - 2 q cos 2 t) x = 0: NIST DLMF 28.4(i),
// eigenvalues of a symmetric tridiagonal matrix. b_1, a_1, b_2, a_2.
std::array<double, 4> mathieu(double q)
{
    const Index n = 20;
    auto lowest = [&](double first_diagonal, double step, double first_side,
                      Index which) -> double {
        Matrix T = Matrix::Zero(n, n);
        for (Index i = 0; i < n; ++i) {
            const double k = step + 2 * static_cast<double>(i);
            T(i, i) = k * k;
            if (i > 0)
                T(i, i - 1) = T(i - 1, i) = i == 1 ? first_side : q;
        }
        T(0, 0) = first_diagonal;
        return independent::symmetric_eigenvalues(T)(which);
    };
    return {lowest(1 - q, 1, q, 0), lowest(1 + q, 1, q, 0), lowest(4, 2, q, 0),
            lowest(0, 0, std::sqrt(2.) * q, 1)};
}

} // namespace

TEST_CASE("multipliers about a motion that sticks or hangs free are those of the linear modes",
          "[dynamics]")
{
    // exp(s T) with s^2 + c s + omega^2 = 0: underdamped, critical (no two eigenvectors: a dense
    // exponential) and overdamped. 1e-12: the exponentials are good to round-off.
    const double Omega = 0.7, T = 2 * pi / Omega;
    const contact::Harmonics h{1, false};
    const contact::ElasticCoulomb law({3, 0, 0.5, 2});
    for (const double c : {0.1, 2., 5., 2 * std::sqrt(1 + 3.)}) {
        for (const bool sticks : {true, false}) {
            CAPTURE(c, sticks);
            DrivenJoints s = modes(Vector::Ones(1), Matrix::Constant(1, 1, c));
            contact::ElasticCoulomb contact = law;
            if (!sticks)
                contact.preload = -1;
            join(s, contact, Eigen::Vector2d(1, 0));
            HarmonicStability stability(s, h);
            const Stability at = stability(cosine(h, 0.2, 2), Omega);
            const double omega2 = sticks ? 4 : 1;
            const Complex root = std::sqrt(Complex(c * c / 4 - omega2, 0));
            // The sum and the product, for two equal ones are good to 1e-8 only.
            const Complex a = std::exp((-c / 2 + root) * T), b = std::exp((-c / 2 - root) * T);
            REQUIRE(at.multipliers.size() == 2);
            CHECK(std::abs(at.multipliers.sum() - (a + b)) < 1e-12);
            CHECK(std::abs(at.multipliers.prod() - a * b) < 1e-12);
            CHECK(at.stable);
            CHECK(at.fold_test > 0);
            CHECK(at.flip_test > 0);
            CHECK(at.neimark_sacker_test > 0);
        }
    }
}

TEST_CASE("multipliers of a spring that is on for half a cycle are those of Meissner's equation",
          "[dynamics]")
{
    // With a_i^2 = omega_i^2 - c^2/4 and tau the half cycle, the trace is exp(-c tau) times
    // 2 cos a_1 tau cos a_2 tau - (a_1/a_2 + a_2/a_1) sin a_1 tau sin a_2 tau (van der Pol &
    // Strutt 1928). A stop without clearance under r = cos theta.
    const contact::Harmonics h{1, false};
    const double k = 1.5;
    int folds = 0, flips = 0;
    for (const double c : {0., 0.02})
        for (double Omega = 0.4; Omega < 3.2; Omega += 0.05) {
            CAPTURE(c, Omega);
            const DrivenJoints s = oscillator(1, c, contact::Gap({k, 0, false, 0}));
            HarmonicStability stability(s, h);
            const Matrix M = stability.monodromy(cosine(h, 0.3), Omega);
            const double a = std::sqrt(1 - c * c / 4), b = std::sqrt(1 + k - c * c / 4);
            const double tau = pi / Omega, decay = std::exp(-c * tau);
            const double trace = decay * (2 * std::cos(a * tau) * std::cos(b * tau) -
                                          (a / b + b / a) * std::sin(a * tau) * std::sin(b * tau));
            CHECK(M.trace() == Approx(trace).margin(1e-12)); // round-off
            CHECK(independent::determinant(M) == Approx(decay * decay).epsilon(1e-12));
            const Stability at = stability(cosine(h, 0.3), Omega);
            CHECK((at.fold_test < 0) == (1 - trace + decay * decay < 0));
            CHECK((at.flip_test < 0) == (1 + trace + decay * decay < 0));
            CHECK(at.stable == (at.fold_test > 0 && at.flip_test > 0));
            folds += at.fold_test < 0 ? 1 : 0;
            flips += at.flip_test < 0 ? 1 : 0;
        }
    CHECK(folds > 3);
    CHECK(flips > 3);
}

TEST_CASE("a cubic spring under a cosine has the stability boundaries of Mathieu's equation",
          "[dynamics]")
{
    // 3 k3 r^2 = 3/2 k3 A^2 (1 + cos 2 theta): a = (omega^2 + 3/2 k3 A^2) / Omega^2, 2 q = -3/2 k3
    // A^2 / Omega^2. b_1 and a_1 change places as q changes its sign. On a boundary a double
    // multiplier is 1: det(1 - M) = 0 to the 1e-10 of the steps.
    const contact::Harmonics h{1, false};
    const double Omega = 1.3, A = 0.8;
    for (const double q : {0.1, 0.25}) {
        const double k3 = 4. / 3 * q * Omega * Omega / (A * A);
        const auto [b1, a1, b2, a2] = mathieu(q);
        for (const double a : {b1, a1, b2, a2}) {
            CAPTURE(q, a);
            auto at = [&](double shift) -> Matrix {
                const double omega = std::sqrt((a + shift - 2 * q) * Omega * Omega);
                HarmonicStability stability(oscillator(omega, 0, contact::Cubic{k3}), h);
                return stability.monodromy(cosine(h, A), Omega);
            };
            CHECK(std::abs(determinant(at(0), 1)) < 1e-9);
            CHECK(determinant(at(0), 1) != 0);
            // Inside the tongues (b_1, a_1) and (b_2, a_2) one multiplier is beyond 1.
            const double inwards = a == b1 || a == b2 ? 1e-3 : -1e-3;
            CHECK(determinant(at(inwards), 1) < -1e-8);
            CHECK(determinant(at(-inwards), 1) > 1e-8);
        }
    }
}

TEST_CASE("Hill's matrix approaches the monodromy matrix as it takes more harmonics", "[dynamics]")
{
    // Two modes with damping that couples them, under any motion. Cubic spring: the error falls
    // faster than any power. Free play: the harmonics of its stiffness fall like 1/k.
    const Matrix D = (Matrix(2, 2) << 0.1, 0.02, 0.02, 0.2).finished();
    const Eigen::Vector2d omega(1, 2.7);
    const Eigen::RowVector2d row(1, 0.6);
    const double Omega = 1.2;
    const contact::Harmonics h{3, true};
    Vector R(h.size());
    R << 0.1, 0.9, 0.4, -0.1, 0.2, 0.15, -0.05;
    struct Row {
        contact::JointLaw law;
        std::vector<Index> n_hill;
        double last; // error at the last of them
    };
    for (const Row& at : {Row{contact::Cubic{0.8}, {4, 8, 12, 16, 20}, 1e-8},
                          Row{contact::Gap({2, 0.3, true, 0}), {5, 10, 20, 40}, 2e-4}}) {
        CAPTURE(at.law->keyword());
        DrivenJoints s = modes(omega, D);
        join(s, at.law, row);
        HarmonicStability stability(s, h);
        const ComplexVector sigma = stability(R, Omega).multipliers;
        double before = std::numeric_limits<double>::infinity();
        for (const Index n_hill : at.n_hill) {
            CAPTURE(n_hill);
            const double error =
                distance(sigma, independent::eigenvalues(hill_monodromy(s, h, R, Omega, n_hill)));
            CHECK(error < 0.7 * before);
            before = error;
        }
        CHECK(before < at.last);

        // Eigenvalues are the exponents, with copies at j k Omega. Of the copies of a multiplier,
        // the one with the smallest |Im| has converged best.
        const ComplexVector lambda =
            independent::eigenvalues(hill_matrix(s, h, R, Omega, at.n_hill.back()));
        for (const Complex& wanted : sigma) {
            double nearest = std::numeric_limits<double>::infinity();
            for (const Complex& l : lambda)
                if (std::abs(l.imag()) <= Omega / 2 + 1e-6)
                    nearest = std::min(nearest, std::abs(std::exp(l * 2. * pi / Omega) - wanted));
            CHECK(nearest < 10 * at.last);
        }
    }
}

TEST_CASE("a law of (r, v) that damps has the multipliers of the damped modes", "[dynamics]")
{
    // A spring and a dashpot between two masses, as a law and as parts of the modes.
    constexpr double k3 = 0.8, c = 0.06;
    const contact::JointLaw law = own_law(
        [](double r, double v) -> contact::OwnForce::Value {
            return {k3 * r * r * r + c * v, 3 * k3 * r * r, c};
        },
        {.smooth = true, .odd = true});
    const Vector omega = Vector{{1, 1.7}};
    const Eigen::RowVector2d row(0.6, -0.9);
    const Matrix light = Vector{{0.02, 0.03}}.asDiagonal();
    DrivenJoints own = modes(omega, light), known = modes(omega, light + c * row.transpose() * row);
    join(own, law, row);
    join(known, contact::Cubic{k3}, row);
    const contact::Harmonics h{3, false};
    Vector R = cosine(h, 1.1);
    R(3) = 0.4;
    const Matrix found = HarmonicStability(own, h).monodromy(R, 1.3),
                 expected = HarmonicStability(known, h).monodromy(R, 1.3);
    CHECK(independent::determinant(found) < 0.9); // it damps
    CHECK((found - expected).norm() < 1e-9 * expected.norm());
}

TEST_CASE("Duffing's branch loses its stability where it turns back", "[dynamics]")
{
    // Turns of the branch and multipliers through +1 are the same points as n_h grows.
    DrivenJoints s = oscillator(1, 0.1, contact::Cubic{1});
    s.force(0) = 1;
    double before = std::numeric_limits<double>::infinity();
    for (const Index n_h : {1, 3, 7}) {
        CAPTURE(n_h);
        const contact::Harmonics h{n_h, false};
        HarmonicBalance hb(s, h);
        HarmonicStability stability(s, h);
        const continuation::Problem problem =
            problem_with_zeros(hb, stability, 0.5, &Stability::fold_test);
        continuation::Options options;
        options.p_min = 1;
        options.p_max = 3.5;
        const continuation::Branch branch =
            continuation::trace(problem, {Vector::Zero(hb.n()), 3.5, -1}, options);
        REQUIRE(branch.back.stop == continuation::Stop::bound);
        const auto turns = continuation::points_of(branch, continuation::PointKind::fold);
        const auto zeros = continuation::points_of(branch, continuation::PointKind::monitor_zero);
        REQUIRE(turns.size() == 2);
        REQUIRE(zeros.size() == 2);
        double apart = 0;
        for (std::size_t i = 0; i < 2; ++i)
            apart = std::max(apart, std::abs(branch.p(turns[i]) - branch.p(zeros[i])));
        CHECK(apart < 0.1 * before);
        before = apart;
    }
    CHECK(before < 1e-9);
}

TEST_CASE("phases without two eigenvectors to each mode fit in between their neighbours",
          "[dynamics]")
{
    // A critically damped mode has one eigenvector while the contact is open: the exponential is
    // dense there. The trace and the determinant of M are smooth in c: those at c = 2 are the mean
    // of both sides, except for the square of the 1e-3 between them.
    const contact::Harmonics h{2, true};
    Vector R(15);
    R << 0.2, 1.2, 0, 0.1, 0.3, 0.1, 0, 0.8, 0, 0.1, 0.1, 0.5, 0.3, 0, 0.2;
    for (const bool cubic : {false, true}) {
        CAPTURE(cubic);
        auto monodromy = [&](double c) -> Matrix {
            DrivenJoints s = modes(Eigen::Vector2d(1, 2.3), Eigen::Vector2d(c, 0.1).asDiagonal());
            join(s, contact::ElasticCoulomb({1.5, 0.8, 0.4, 0.3}),
                 (Matrix(2, 2) << 1, 0.4, 0.5, -0.6).finished());
            if (cubic)
                join(s, contact::Cubic{0.7}, Eigen::RowVector2d(0.3, 1));
            HarmonicStability stability(s, h);
            return stability.monodromy(R.head(cubic ? 15 : 10), 1.7);
        };
        const Matrix low = monodromy(2 - 1e-3), at = monodromy(2), high = monodromy(2 + 1e-3);
        REQUIRE(at.rows() == 5);
        CHECK(at.trace() == Approx((low.trace() + high.trace()) / 2).epsilon(1e-5));
        CHECK((at * at).trace() ==
              Approx(((low * low).trace() + (high * high).trace()) / 2).epsilon(1e-5));
    }
}

TEST_CASE("modes that die out within a phase leave the multipliers of the others", "[dynamics]")
{
    // A friction damper that sticks and slips four times a cycle; beside it modes so damped that
    // nothing is left of them after a phase, joined to the damper ever more weakly: what they
    // change is of second order in their row.
    const contact::Harmonics h{3, false};
    Vector R = cosine(h, 1.4, 2);
    R(5) = 0.3;
    ComplexVector alone;
    double before = 0;
    for (const double row : {0., 1e-2, 1e-3}) {
        const Index m = row == 0 ? 2 : 5;
        Vector omega(m), c(m);
        omega.head(2) << 1, 2.7;
        c.head(2) << 0.05, 0.1;
        Matrix rows = Matrix::Zero(2, m);
        rows.topLeftCorner(1, 2) << 1, 0.8;
        if (m > 2) {
            omega.tail(3) << 900, 1500, 2500;
            c.tail(3) << 500, 900, 4000; // complex and real exponents: 1e-24 after 0.02 s
            rows.topRightCorner(1, 3).setConstant(row * 900);
        }
        DrivenJoints s = modes(omega, c.asDiagonal());
        join(s, contact::ElasticCoulomb({1.2, 0, 0.5, 0.9}), rows);
        const Stability at = HarmonicStability(s, h)(R, 1.25);
        REQUIRE(at.multipliers.size() == 2 * m + 1);
        if (m == 2) {
            alone = at.multipliers;
            continue;
        }
        const double error = distance(alone.head(4), at.multipliers);
        CAPTURE(row, error);
        if (before > 0)
            CHECK(before / error == Approx(100).epsilon(0.05));
        before = error;
        for (Index i = 5; i < at.multipliers.size(); ++i)
            CHECK(std::abs(at.multipliers(i)) < 1e-15);
    }
    CHECK(before < 1e-5);
}

TEST_CASE("the Jacobian of harmonic balance shows a multiplier +1, with friction too", "[dynamics]")
{
    // Hill's determinant at lambda = 0: det F_x = det (1 - M) / det (1 - M_0), M_0 of the modes
    // alone, under any motion, as n_h grows. What is cut off falls like 1 / n_h: G_k does like 1 /
    // k^2. The memory of the contact (stick, slip both ways, separation) is in both.
    const Eigen::Vector2d omega(1, 2.3), c(0.05, 0.1);
    const double Omega = 1.7, T = 2 * pi / Omega;
    DrivenJoints s = modes(omega, c.asDiagonal());
    s.force << 1, 0.3;
    join(s, contact::ElasticCoulomb({1.5, 0.8, 0.4, 0.3}),
         (Matrix(2, 2) << 1, 0.4, 0.5, -0.6).finished());
    const contact::Harmonics h{2, true};
    Vector R(10);
    R << 0.2, 1.2, 0, 0.1, 0.3, 0.1, 0, 0.8, 0, 0.1;
    double free = 1;
    for (const Index i : {0, 1}) {
        const double decay = std::exp(-c(i) * T / 2);
        const double turn = std::sqrt(omega(i) * omega(i) - c(i) * c(i) / 4) * T;
        free *= 1 - 2 * decay * std::cos(turn) + decay * decay;
    }
    HarmonicStability stability(s, h);
    const double exact = determinant(stability.monodromy(R, Omega), 1) / free;
    double coarse = 0, before = 0;
    for (const Index n_h : {16, 32, 64}) {
        CAPTURE(n_h);
        const contact::Harmonics wide{n_h, true};
        const HarmonicBalance hb(s, wide);
        HarmonicBalance::Evaluation at(hb);
        hb.evaluate(widen(R, h, wide), Omega, 1, at);
        const double D = independent::determinant(at.equations.F_x);
        if (n_h > 16)
            CHECK(std::abs(D - exact) < 0.6 * before);
        before = std::abs(D - exact);
        if (n_h == 64)
            CHECK(2 * D - coarse == Approx(exact).epsilon(1e-3));
        coarse = D;
    }
}

TEST_CASE("Hill's determinant holds for random motions of two contacts", "[dynamics]")
{
    // Same comparison with n_h = 32 and 64. Motions that always stick are left out: with mean
    // values, F_x may move their sliders with the bounds of stick, but small disturbances do not.
    std::mt19937 engine(3);
    std::normal_distribution<double> normal(0, 0.7);
    std::uniform_real_distribution<double> uniform(0, 1);
    const contact::Harmonics h{3, true};
    int separations = 0, sticks = 0;
    for (int trial = 0; trial < 20; ++trial) {
        CAPTURE(trial);
        const Index m = 3;
        Vector omega(m), c(m);
        double free = 1;
        const double Omega = 0.6 + 2 * uniform(engine), T = 2 * pi / Omega;
        for (Index i = 0; i < m; ++i) {
            omega(i) = 0.5 + 3 * uniform(engine);
            c(i) = 0.02 + 0.3 * uniform(engine);
            const double decay = std::exp(-c(i) * T / 2);
            const double turn = std::sqrt(omega(i) * omega(i) - c(i) * c(i) / 4) * T;
            free *= 1 - 2 * decay * std::cos(turn) + decay * decay;
        }
        DrivenJoints s = modes(omega, c.asDiagonal());
        s.force(0) = 1;
        for (int k = 0; k < 2; ++k) {
            Matrix rows(2, m);
            for (double& b : rows.reshaped())
                b = 0.7 * normal(engine);
            join(s,
                 contact::ElasticCoulomb({0.5 + uniform(engine), uniform(engine),
                                          0.8 * uniform(engine), 0.05 + uniform(engine)}),
                 rows);
        }
        Vector R(4 * h.size());
        for (double& x : R)
            x = normal(engine);
        HarmonicStability stability(s, h);
        const double exact = determinant(stability.monodromy(R, Omega), 1) / free;
        double D[2];
        bool moves = true;
        for (const int fine : {0, 1}) {
            const contact::Harmonics wide{fine == 1 ? 64 : 32, true};
            const HarmonicBalance hb(s, wide);
            HarmonicBalance::Evaluation at(hb);
            hb.evaluate(widen(R, h, wide), Omega, 1, at);
            D[fine] = independent::determinant(at.equations.F_x);
            for (const contact::HarmonicForce& force : at.forces) {
                moves = moves && !force.events.empty();
                for (const contact::FrictionEvent& event : force.events) {
                    separations += event.after == contact::FrictionState::separation ? 1 : 0;
                    sticks += event.after == contact::FrictionState::stick ? 1 : 0;
                }
            }
        }
        if (moves)
            CHECK(2 * D[1] - D[0] == Approx(exact).epsilon(0.01).margin(0.001));
    }
    CHECK(separations > 50);
    CHECK(sticks > 100);
}

TEST_CASE("test functions change their sign where a multiplier crosses the unit circle",
          "[dynamics]")
{
    auto of = [](const std::vector<Complex>& sigma) -> Stability {
        return stability_of(Eigen::Map<const ComplexVector>(sigma.data(), 4));
    };
    const Complex pair = std::polar(1., 0.7);
    for (const double beyond : {-1e-3, 1e-3}) {
        CAPTURE(beyond);
        const bool before = beyond < 0;
        const Stability fold = of({0.5, 1 + beyond, 0.3 * pair, 0.3 * std::conj(pair)});
        CHECK(fold.stable == before);
        CHECK(fold.fold_test == Approx(-beyond));
        CHECK(fold.flip_test > 0);
        CHECK(fold.neimark_sacker_test > 0);
        const Stability flip = of({0.5, -1 - beyond, 0.3 * pair, 0.3 * std::conj(pair)});
        CHECK(flip.stable == before);
        CHECK(flip.flip_test == Approx(-beyond));
        CHECK(flip.fold_test > 0);
        CHECK(flip.neimark_sacker_test > 0);
        const Stability turn = of({0.5, -0.4, (1 + beyond) * pair, (1 + beyond) * std::conj(pair)});
        CHECK(turn.stable == before);
        CHECK(turn.neimark_sacker_test == Approx(1 - (1 + beyond) * (1 + beyond)));
        CHECK_FALSE(turn.neutral_saddle);
        CHECK(turn.fold_test > 0);
        const Stability saddle = of({2, 0.5 + beyond, 0.3 * pair, 0.3 * std::conj(pair)});
        CHECK_FALSE(saddle.stable);
        CHECK(saddle.neimark_sacker_test == Approx(-2 * beyond));
        CHECK(saddle.neutral_saddle);
        CHECK(saddle.multipliers(0) == Complex(2));
    }
}

TEST_CASE("stability of harmonic balance refuses what it is not made for", "[dynamics]")
{
    const contact::Harmonics h{2, false};
    const DrivenJoints s = oscillator(1, 0.1, contact::Cubic{1});
    CHECK_THROWS_WITH(HarmonicStability(oscillator(1, 0.1, contact::Gap({1, 1, true, 0.5})), h),
                      Contains("joint.joint"));
    HarmonicStability stability(s, h);
    CHECK_THROWS_WITH(stability(Vector::Zero(3), 1), Contains("3 coefficients; needs 4"));
    CHECK_THROWS_WITH(stability(Vector::Zero(4), 0), Contains("Omega > 0"));
    CHECK_THROWS_WITH(stability(Vector::Constant(4, std::numeric_limits<double>::quiet_NaN()), 1),
                      Contains("finite"));
    CHECK_THROWS_WITH(hill_matrix(s, h, Vector::Zero(4), 1, 1), Contains("n_hill = 1"));
    // Growth beyond the range of numbers is no number, and not stable.
    HarmonicStability explosive(oscillator(1, -1e4, contact::Cubic{1}), h);
    const Stability at = explosive(Vector::Zero(4), 1);
    CHECK_FALSE(at.stable);
    CHECK(at.multipliers.size() == 0);
    CHECK(std::isfinite(at.fold_test));
}
