#include "contact/laws/force_table.hpp"

#include "contact/laws/gap.hpp"
#include "contact/laws/harmonic_force.hpp"
#include "contact/laws/joint_phases.hpp"
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

using enum TableArgument;
using enum Interpolation;

const std::vector<double> x{-2, -0.7, -0.1, 0.3, 0.5, 1.6}, f{-3, -1, 0.2, 0.4, 2, 1};

const std::vector<ForceTable> tables{{displacement, linear, x, f},
                                     {velocity, linear, x, f},
                                     {displacement, pchip, x, f},
                                     {velocity, pchip, x, f}};

HarmonicForce force_of(const JointLaw& law, const Harmonics& h, const Vector& R, double Omega,
                       const Vector& lambda = Vector())
{
    HarmonicWorkspace work(h);
    work.Omega = Omega;
    HarmonicForce out;
    harmonic_force(law, R, lambda, work, out);
    return out;
}

ForceAndTangent force_at(const JointLaw& law, double r, double v)
{
    JointMemory memory;
    ForceAndTangent out;
    law->force(memory, JointVector::Constant(1, r), JointVector::Constant(1, v), out);
    return out;
}

Vector motion(const Harmonics& h, Index rows, int seed)
{
    std::mt19937 random(static_cast<unsigned>(seed));
    std::normal_distribution<double> normal;
    Vector R(rows * h.size());
    for (Index i = 0; i < R.size(); ++i)
        R(i) = normal(random) / (1.0 + static_cast<double>(i % h.size()));
    return R;
}

} // namespace

TEST_CASE("A table meets its points, is straight between and beyond them", "[contact]")
{
    for (std::size_t k = 0; k < x.size(); ++k)
        for (const ForceTable& law : tables) {
            const bool of_velocity = law.depends_on_velocity();
            CHECK(force_at(law, of_velocity ? 9 : x[k], of_velocity ? x[k] : 9).f(0) ==
                  Approx(f[k]).epsilon(1e-14));
        }
    const ForceTable& line = tables[0];
    CHECK(force_at(line, 0.4, 0).f(0) == Approx(1.2).epsilon(1e-14));
    CHECK(force_at(line, 0.4, 0).df_dr(0, 0) == Approx(8).epsilon(1e-14));
    CHECK(force_at(line, -4, 0).f(0) == Approx(-3 - 2 * 2 / 1.3).epsilon(1e-14));
    CHECK(force_at(line, 2.6, 0).f(0) == Approx(1 - 1 / 1.1).epsilon(1e-14));
    CHECK(force_at(tables[1], 7, 0.4).df_dv(0, 0) == Approx(8).epsilon(1e-14));
}

TEST_CASE("Monotone cubics stay between the values of their points, with a continuous slope",
          "[contact]")
{
    // Slope at a knot between lines d, e of lengths a, b: the weighted harmonic mean of Fritsch and
    // Butland, 3 (a + b) / ((a + 2 b) / d + (2 a + b) / e); 0 at an extremum.
    const PiecewiseCubic p = PiecewiseCubic::monotone(x, f);
    const auto line = [](std::size_t k) -> double { return (f[k + 1] - f[k]) / (x[k + 1] - x[k]); };
    for (std::size_t k = 1; k + 1 < x.size(); ++k) {
        const double a = x[k] - x[k - 1], b = x[k + 1] - x[k], d = line(k - 1), e = line(k);
        const double slope = d * e > 0 ? 3 * (a + b) / ((a + 2 * b) / d + (2 * a + b) / e) : 0;
        CHECK(p(x[k]).slope == Approx(slope).epsilon(1e-12).margin(1e-14));
        CHECK(p(std::nextafter(x[k], -9)).slope == Approx(slope).epsilon(1e-10).margin(1e-12));
    }
    for (std::size_t k = 0; k + 1 < x.size(); ++k)
        for (double share = 0; share <= 1; share += 0.01) {
            const double value = p(x[k] + share * (x[k + 1] - x[k])).f;
            CHECK(value >= std::min(f[k], f[k + 1]) - 1e-14);
            CHECK(value <= std::max(f[k], f[k + 1]) + 1e-14);
        }
}

TEST_CASE("Slopes, pieces and the potential of tables are those of their forces", "[contact]")
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-3, 3);
    for (const ForceTable& law : tables)
        for (int n = 0; n < 200; ++n) {
            const double r = number(random), v = number(random), d = 1e-6;
            const JointVector R = JointVector::Constant(1, r), V = JointVector::Constant(1, v);
            const ForceAndTangent at = force_at(law, r, v);
            JointPiece piece;
            ForceAndTangent in;
            piece_of(law, law.phases_at(R, V), piece);
            force_in(piece, R, V, in);
            CHECK(in.f(0) == Approx(at.f(0)).epsilon(1e-12).margin(1e-13));
            CHECK(in.df_dr(0, 0) == Approx(at.df_dr(0, 0)).epsilon(1e-11).margin(1e-12));
            CHECK(in.df_dv(0, 0) == Approx(at.df_dv(0, 0)).epsilon(1e-11).margin(1e-12));
            CHECK(law.slope(r, v).by_r == at.df_dr(0, 0));
            CHECK(law.slope(r, v).by_v == at.df_dv(0, 0));
            if (law.has_potential()) {
                const double rise = law.potential(JointVector::Constant(1, r + d)) -
                                    law.potential(JointVector::Constant(1, r - d));
                // Curvature jumps at a kink: d times the change of slope, at most 8 / 2.
                CHECK(rise / (2 * d) == Approx(at.f(0)).margin(1e-5));
            }
        }
    CHECK(tables[0].potential(JointVector::Zero(1)) == 0);
}

TEST_CASE("Guards of a table lead from interval to interval and back", "[contact]")
{
    for (const ForceTable& law : tables) {
        const JointVector low = JointVector::Constant(2, -5);
        JointPhases phases = law.phases_at(low, low);
        CHECK(phases.codes == std::vector<int>{0, 0});
        const auto end = [&](int row, double towards) -> int { // number of the guard that falls
            JointPiece piece;
            piece_of(law, phases, piece);
            for (std::size_t g = 0; g < piece.guards.size(); ++g) {
                const JointPiece::Guard& guard = piece.guards[g];
                const double rate = guard.by_r(row) + guard.by_v(row);
                if (guard.row == row && rate * towards < 0)
                    return static_cast<int>(g);
            }
            return -1;
        };
        for (std::size_t k = 0; k < x.size(); ++k)
            law.pass(phases, end(1, 1), low, low);
        CHECK(phases.codes == std::vector<int>{0, static_cast<int>(x.size())});
        CHECK(end(1, 1) == -1);
        law.pass(phases, end(0, 1), low, low);
        law.pass(phases, end(1, -1), low, low);
        CHECK(phases.codes == std::vector<int>{1, static_cast<int>(x.size()) - 1});
    }
}

TEST_CASE("The harmonic force of a table with one kink is that of a stop", "[contact]")
{
    const JointLaw stop = Gap({.stiffness = 30, .clearance = 0.2});
    const JointLaw table = ForceTable(displacement, linear, {-1, 0.2, 0.5}, {0, 0, 9});
    for (const bool means : {false, true}) {
        const Harmonics h{4, means};
        for (int seed = 1; seed < 20; ++seed) {
            const Vector R = motion(h, 2, seed), lambda = motion(h, 2, seed + 100);
            const HarmonicForce a = force_of(stop, h, R, 1, lambda),
                                b = force_of(table, h, R, 1, lambda);
            CHECK((a.F - b.F).norm() <= 1e-12 * (1 + a.F.norm()));
            CHECK((a.J - b.J).norm() <= 1e-12 * (1 + a.J.norm()));
            CHECK((a.H - b.H).norm() <= 1e-11 * (1 + a.H.norm()));
        }
    }
}

TEST_CASE("The harmonic force of a one-sided spring is that of another program", "[contact]")
{
    // TMDSimPy of github.com/tmd-lab/tmdsimpy, a spring of its own tests: 3 N/m beyond 0.3 m, with
    // 16384 steps; their number changes the values by 1e-8.
    const Harmonics h{2, true};
    Vector R(5), printed(5);
    R << 0.1, 1, 0, 0.2, 0;
    printed << 0.725438631, 1.26231052, 0, 0.801658173, 0;
    const Vector stop = force_of(Gap({.stiffness = 3, .clearance = 0.3}), h, R, 1).F,
                 table =
                     force_of(ForceTable(displacement, linear, {0, 0.3, 1}, {0, 0, 2.1}), h, R, 1)
                         .F;
    CHECK((stop - printed).norm() <= 3e-8);
    CHECK((table - printed).norm() <= 3e-8);
}

TEST_CASE("Harmonic forces of tables are what samples approach", "[contact]")
{
    for (const ForceTable& law : tables)
        for (const bool means : {false, true}) {
            const Harmonics h{3, means};
            for (int seed = 1; seed < 6; ++seed) {
                const Vector R = motion(h, 2, seed);
                const HarmonicForce exact = force_of(law, h, R, 1.3);
                HarmonicForce out;
                sampled_force(law, h, R, 1.3, 20000, out);
                // Kinks leave an error of the square of the step, jumps of slopes one of a step.
                CHECK((out.F - exact.F).norm() <= 1e-6 * exact.F.norm());
                CHECK((out.J - exact.J).norm() <= 2e-3 * exact.J.norm());
                CHECK(out.dissipated == Approx(exact.dissipated).epsilon(1e-6).margin(1e-9));
            }
        }
}

TEST_CASE("Derivatives of harmonic forces of tables are those of their differences", "[contact]")
{
    const double d = 1e-6, Omega = 1.3;
    for (const ForceTable& law : tables)
        for (const bool means : {false, true}) {
            const Harmonics h{2, means};
            const Index n = h.size();
            for (int seed = 1; seed < 6; ++seed) {
                const Vector R = motion(h, 1, seed), lambda = motion(h, 1, seed + 50);
                const HarmonicForce at = force_of(law, h, R, Omega, lambda);
                Matrix J(n, n), H(n, n);
                for (Index j = 0; j < n; ++j) {
                    const Vector step = d * Vector::Unit(n, j);
                    const HarmonicForce up = force_of(law, h, R + step, Omega),
                                        down = force_of(law, h, R - step, Omega);
                    J.col(j) = (up.F - down.F) / (2 * d);
                    H.col(j) = (up.J - down.J).transpose() * lambda / (2 * d);
                }
                // d^2 of third derivatives, which grow near tangencies, and round-off over d.
                CHECK((J - at.J).norm() <= 1e-7 * (1 + J.norm()));
                CHECK((H - at.H).norm() <= 1e-6 * (1 + H.norm()));
                if (!law.depends_on_velocity())
                    continue;
                const HarmonicForce up = force_of(law, h, R, Omega + d, lambda),
                                    down = force_of(law, h, R, Omega - d, lambda);
                const Vector F_Omega = (up.F - down.F) / (2 * d),
                             H_Omega = (up.J - down.J).transpose() * lambda / (2 * d);
                const double twice = lambda.dot(up.F_Omega - down.F_Omega) / (2 * d);
                CHECK((F_Omega - at.F_Omega).norm() <= 1e-7 * (1 + F_Omega.norm()));
                CHECK((H_Omega - at.H_Omega).norm() <= 1e-6 * (1 + H_Omega.norm()));
                CHECK(std::abs(twice - at.H_OmegaOmega) <= 1e-6 * (1 + std::abs(twice)));
            }
        }
}

TEST_CASE("A steep table over velocity dissipates as dry friction does", "[contact]")
{
    // 4 limit A per cycle but for the slope: F(v) = limit v / s for |v| < s. With s = Omega A sin a
    // the work is limit A (4 cos a + (2 a - sin 2 a) / sin a) =: exact.
    const Harmonics h{1};
    Vector R = Vector::Zero(2);
    const double A = 2, limit = 0.5, Omega = 3, s = 0.1, a = std::asin(s / (Omega * A));
    R(0) = A;
    const JointLaw law =
        ForceTable(velocity, linear, {-1, -s, s, 1}, {-limit, -limit, limit, limit});
    const double exact = limit * A * (4 * std::cos(a) + (2 * a - std::sin(2 * a)) / std::sin(a));
    CHECK(force_of(law, h, R, Omega).dissipated == Approx(exact).epsilon(1e-13));
    CHECK(law->dissipation() == Dissipation::bounded_force);
    CHECK(law->is_odd());
    CHECK(ForceTable(velocity, linear, {-1, 1}, {-1, 1}).dissipation() ==
          Dissipation::unbounded_force);
    CHECK(ForceTable(velocity, linear, {-1, 1}, {1, -1}).dissipation() == Dissipation::none);
    CHECK_FALSE(tables[0].is_odd());
}
