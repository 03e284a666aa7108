#include "base/two_pi.hpp"
#include "dynamics/harmonic/damped_modes.hpp"

#include "contact/laws/joint_laws.hpp"
#include "dynamics/harmonic/modal_joints.hpp"
#include "support/harmonic_models.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

struct Row {
    double level, hz, rms, ratio;
};

DampedModeOptions range(double near_hz, double from_hz, double to_hz, double level_from,
                        double level_to, const std::vector<Row>& rows)
{
    DampedModeOptions options;
    options.Omega_near = two_pi * near_hz;
    options.Omega_low = two_pi * from_hz;
    options.Omega_high = two_pi * to_hz;
    options.level_from = level_from;
    options.level_to = level_to;
    for (const Row& row : rows)
        options.levels.push_back(row.level);
    return options;
}

// References have 9 digits of frequency and rms, levels 8: 1e-6; ratios 8
// decimals.
void check_rows(const DampedMode& mode, const std::vector<Row>& rows)
{
    CHECK(mode.branch.back.message == "the highest level");
    CHECK(mode.lost == std::vector<std::string>{});
    REQUIRE(mode.at_levels.size() == rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        CAPTURE(rows[k].level);
        REQUIRE(mode.at_levels[k].size() == 1);
        const DampedMotion& at = mode.at_levels[k][0];
        CHECK(at.level == Approx(rows[k].level).epsilon(1e-12));
        CHECK(at.x(at.x.size() - 2) / two_pi == Approx(rows[k].hz).epsilon(1e-6));
        CHECK(std::exp(at.log_rms) == Approx(rows[k].rms).epsilon(1e-6));
        CHECK(at.ratio == Approx(rows[k].ratio).epsilon(0).margin(1e-8));
    }
}

const std::vector<Row> cantilever_rows = {{0.05, 582.734447, 9.51380677e-6, 0.00609374},
                                          {0.15409492, 579.714669, 1.10879410e-5, 0.01621709},
                                          {0.57713871, 569.480721, 1.17127683e-5, 0.05864326},
                                          {1.7899656, 527.369360, 1.23112041e-5, 0.18649596},
                                          {8.0958785, 209.150323, 7.71621796e-3, 0.005486675}};
const std::vector<Row> blade_rows = {{2.8502097, 211.321828, 2.24961505e-4, 0.00972334},
                                     {10.133771, 208.199230, 3.09447530e-4, 0.02560152}};

} // namespace

TEST_CASE("The damped mode of the cantilever with a pad is the known one, with "
          "its largest damping "
          "ratio",
          "[dynamics]")
{
    const test::HarmonicModel model = test::beam_with_pad();
    const HarmonicBalance hb(model.system, {1, false}, model.outputs);
    const DampedMode mode = damped_mode(hb, range(580, 150, 700, 0.02, 200, cantilever_rows));
    CHECK(mode.mode == 1);
    check_rows(mode, cantilever_rows);
    const auto maxima =
        continuation::points_of(mode.branch, continuation::PointKind::monitor_maximum);
    REQUIRE(maxima.size() == 1);
    CHECK(mode.branch.monitors(damped_ratio, maxima[0]) ==
          Approx(0.573191).epsilon(0).margin(5e-7));
    CHECK(mode.branch.x(hb.n(), maxima[0]) / two_pi == Approx(283.298).epsilon(0).margin(5e-4));
    CHECK((mode.branch.monitors(damped_level, maxima[0]) + 1) * 200 ==
          Approx(4.69176).epsilon(0).margin(5e-6));
}

TEST_CASE("A mode with the pad near its node is followed and found at every level, though joints "
          "hardly change it",
          "[dynamics]")
{
    // Free 3670.04 Hz, stuck 3668.20 Hz: G is large and r + G f(r) cancels.
    const test::HarmonicModel model = test::beam_with_pad();
    for (const Index n_h : {1, 3}) {
        const HarmonicBalance hb(model.system, {n_h, false}, model.outputs);
        DampedModeOptions options = range(3668, 1000, 4500, 0.02, 200, {});
        const int N = 50;
        for (int k = 0; k < N; ++k)
            options.levels.push_back(0.02 * std::pow(1e4, static_cast<double>(k) / (N - 1)));
        options.levels.back() = 200;
        const DampedMode mode = damped_mode(hb, options);
        CHECK(mode.mode == 2);
        CHECK(mode.lost == std::vector<std::string>{});
        for (const std::vector<DampedMotion>& at : mode.at_levels)
            CHECK(at.size() == 1);
        CHECK(mode.at_levels.front().front().x(hb.n()) / two_pi ==
              Approx(3668.200010).epsilon(1e-6));
    }
}

TEST_CASE("The damped modes of two blades with a wedge are the known ones, "
          "from their limits at "
          "zero amplitude, which are not the complex modes",
          "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb(model.system, {1, false}, model.outputs);
    const DampedMode out = damped_mode(hb, range(211, 190, 220, 1, 140, blade_rows));
    CHECK(out.mode == 2);
    check_rows(out, blade_rows);
    CHECK(out.branch.monitors(damped_ratio, 0) == Approx(0.0086357069).epsilon(0).margin(5e-11));
    const DampedMode in = damped_mode(hb, range(203, 190, 220, 1, 140, {}));
    CHECK(in.mode == 1);
    CHECK(in.branch.monitors(damped_ratio, 0) == Approx(0.0092426664).epsilon(0).margin(5e-11));
    CHECK(in.branch.back.stop == continuation::Stop::monitor);
}

TEST_CASE("A damped mode does not depend on the units, nor on how damping is treated", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    auto check = [&](const DrivenJoints& system, const ModalOutput& output, double length,
                     double margin) {
        const HarmonicBalance hb(system, {1, false}, {output});
        const DampedMode mode = damped_mode(hb, range(211, 190, 220, 1, 140, blade_rows));
        REQUIRE(mode.at_levels.size() == 2);
        for (std::size_t k = 0; k < 2; ++k) {
            REQUIRE(mode.at_levels[k].size() == 1);
            const DampedMotion& at = mode.at_levels[k][0];
            CHECK(at.x(hb.n()) / two_pi == Approx(blade_rows[k].hz).epsilon(1e-6));
            CHECK(std::exp(at.log_rms) == Approx(length * blade_rows[k].rms).epsilon(1e-6));
            CHECK(at.ratio == Approx(blade_rows[k].ratio).epsilon(0).margin(margin));
        }
        return mode.at_levels[1][0];
    };
    const DampedMotion metres = check(model.system, model.outputs[0], 1, 1e-8);

    // mm, t, s: shapes in 1/sqrt(t), N stays N.
    DrivenJoints millimetres = model.system;
    const double shape = std::sqrt(1000.0);
    millimetres.p *= shape;
    millimetres.force *= shape;
    for (ModalLaw& joint : millimetres.joints) {
        joint.on.rows *= shape;
        joint.law = contact::ElasticCoulomb({100, 100, 0.3, 50});
    }
    const DampedMotion small =
        check(millimetres, {Vector(shape * model.outputs[0].row)}, 1000, 1e-8);
    CHECK(small.ratio == Approx(metres.ratio).epsilon(1e-10));
    CHECK(small.x(small.x.size() - 2) == Approx(metres.x(metres.x.size() - 2)).epsilon(1e-10));

    // The damping as a coupled matrix, solved by LU.
    DrivenJoints coupled = model.system;
    coupled.modes.D = coupled.modes.c.asDiagonal();
    const DampedMotion by_lu = check(coupled, model.outputs[0], 1, 1e-8);
    CHECK(by_lu.ratio == Approx(metres.ratio).epsilon(1e-10));
    CHECK(by_lu.amplitude == Approx(metres.amplitude).epsilon(1e-9));
}

TEST_CASE("A damped mode satisfies the equations of motion of all modes with "
          "the damping D - xi, "
          "also where damping couples them",
          "[dynamics]")
{
    test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    StackedModes& modes = model.system.modes;
    const Index m = modes.n();
    modes.D = modes.c.asDiagonal();
    for (Index i = 1; i < m; ++i)
        modes.D(i, i - 1) = modes.D(i - 1, i) = 0.2 * std::sqrt(modes.c(i) * modes.c(i - 1));
    const HarmonicBalance hb(model.system, {3, false}, model.outputs);
    const DampedMode mode = damped_mode(hb, range(211, 190, 220, 1, 30, {{20, 0, 0, 0}}));
    CHECK(mode.lost == std::vector<std::string>{});
    REQUIRE(mode.at_levels.at(0).size() == 1);
    const DampedMotion& motion = mode.at_levels[0][0];
    const double Omega = motion.x(hb.n()), xi = motion.x(hb.n() + 1);
    HarmonicBalance::Evaluation at(hb);
    REQUIRE(hb.evaluate(motion.x.head(hb.n()), Omega, 0, at, {xi}));
    const Matrix B = stacked_rows(model.system);
    double a2 = 0;
    for (Index k = 1; k <= 3; ++k) {
        const ComplexVector q = hb.modal(at, k);
        ComplexVector f(B.rows());
        Index row = 0;
        for (const contact::HarmonicForce& force : at.forces)
            for (Index i = 0; i < 2; ++i, ++row) {
                const Index c = i * 6 + 2 * (k - 1);
                f(row) = {force.F(c), -force.F(c + 1)};
                const Complex r{motion.x(hb.first(row) + 2 * (k - 1)),
                                -motion.x(hb.first(row) + 2 * (k - 1) + 1)};
                CHECK(std::abs((B.row(row) * q).value() - r) < 1e-9 * motion.x.head(hb.n()).norm());
            }
        const double w = static_cast<double>(k) * Omega;
        const Matrix D = modes.D - xi * Matrix::Identity(m, m);
        const ComplexVector inertia =
            ((modes.omega.array().square() - w * w).cast<Complex>() * q.array()).matrix();
        const ComplexVector rest =
            inertia + Complex(0, w) * (D.cast<Complex>() * q) + B.transpose().cast<Complex>() * f;
        CHECK(rest.norm() < 1e-12 * (B.transpose().cast<Complex>() * f).norm() +
                                1e-12 * modes.omega.array().square().maxCoeff() * q.norm());
        if (k > 1)
            continue;
        a2 = q.squaredNorm();
        // The work of the negative damping per cycle equals the dissipation of D and the joints.
        double taken = Omega * (q.dot(modes.D.cast<Complex>() * q)).real();
        for (Index i = 0; i < f.size(); ++i)
            taken += std::imag(f(i) * std::conj((B.row(i) * q).value()));
        CHECK(xi * Omega * a2 == Approx(taken).epsilon(1e-9));
    }
    CHECK(motion.amplitude == Approx(std::sqrt(a2)).epsilon(1e-9));
    const Complex work = model.system.p_at(Omega).dot(hb.modal(at, 1));
    CHECK(motion.level == Approx(xi * Omega * a2 / std::abs(work)).epsilon(1e-12));
    CHECK(motion.level == 20);
    CHECK(motion.ratio == Approx(xi / (2 * Omega)).epsilon(1e-14));
}

TEST_CASE("The damped mode of Duffing's oscillator is that of the closed form", "[dynamics]")
{
    // Omega^2 = (k + 3/4 k3 A^2)/m, xi = c/m, level = c A Omega; here m = 1
    const double omega = 50, c = 0.8, k3 = 400;
    DrivenJoints s = test::oscillator(omega, c, contact::Cubic{k3});
    s.p = s.force = ComplexVector::Constant(1, 1);
    const HarmonicBalance hb(s, {1, false}, {{Vector::Ones(1)}});
    DampedModeOptions options;
    options.mode = 1;
    options.Omega_low = 20;
    options.Omega_high = 150;
    options.level_from = 1;
    options.level_to = 200;
    options.levels = {10, 50, 100};
    const DampedMode mode = damped_mode(hb, options);
    CHECK(mode.branch.back.stop == continuation::Stop::monitor);
    for (std::size_t k = 0; k < options.levels.size(); ++k) {
        REQUIRE(mode.at_levels[k].size() == 1);
        const DampedMotion& at = mode.at_levels[k][0];
        const double A = at.amplitude, Omega = std::sqrt(omega * omega + 0.75 * k3 * A * A);
        CAPTURE(options.levels[k], A);
        CHECK(at.x(hb.n()) == Approx(Omega).epsilon(1e-10));
        CHECK(at.x(hb.n() + 1) == Approx(c).epsilon(1e-10));
        CHECK(options.levels[k] == Approx(c * A * Omega).epsilon(1e-10));
        CHECK(std::exp(at.log_rms) == Approx(A / std::sqrt(2)).epsilon(1e-10));
    }
}

TEST_CASE("Derivatives of the equations of damped modes are those of their values", "[dynamics]")
{
    const test::HarmonicModel plain = test::blade_damper_blade(1.5e-5);
    test::HarmonicModel coupled = plain;
    StackedModes& modes = coupled.system.modes;
    coupled.system.inertia = Complex(0.3, -0.1) * 1e-6 * ComplexVector::LinSpaced(modes.n(), 1, 2);
    coupled.system.drag = Complex(0.2, 0.4) * 1e-4 * ComplexVector::LinSpaced(modes.n(), 2, -1);
    modes.D = modes.c.asDiagonal();
    for (Index i = 1; i < modes.n(); ++i)
        modes.D(i, i - 1) = modes.D(i - 1, i) = 0.2 * std::sqrt(modes.c(i) * modes.c(i - 1));
    for (const test::HarmonicModel& model : {plain, coupled})
        for (const contact::Harmonics h :
             {contact::Harmonics{3, false}, contact::Harmonics{1, true}}) {
            const HarmonicBalance hb(model.system, h, model.outputs);
            DampedEquations equations(hb), moved(hb);
            const Index n = hb.n();
            Vector x(n + 2);
            x << 1e-3 * Vector::LinSpaced(n, 1, 2).array().sin().matrix(), two_pi * 205, 40;
            equations.take_phase(x.reverse().tail(n));
            moved.take_phase(x.reverse().tail(n));
            continuation::Equations out{Vector(n + 2), Matrix(n + 2, n + 2), Vector(n + 2)},
                other = out;
            const double p = std::log(1e-4);
            REQUIRE(equations(x, p, out));
            auto difference = [&](Index i, double step) -> Vector {
                REQUIRE(moved(x + step * Vector::Unit(n + 2, i), p, other));
                const Vector more = other.F;
                REQUIRE(moved(x - step * Vector::Unit(n + 2, i), p, other));
                return (more - other.F) / (2 * step);
            };
            for (Index i = 0; i < n + 2; ++i) {
                CAPTURE(i);
                const Vector column = difference(i, i < n ? 1e-9 : 1e-3);
                CHECK((column - out.F_x.col(i)).head(n).norm() <
                      1e-6 * out.F_x.col(i).head(n).norm());
                CHECK(std::abs(column(n) - out.F_x(n, i)) < 1e-6 * out.F_x.row(n).norm());
                CHECK(column(n) == Approx(out.F_x(n, i)).epsilon(1e-5).margin(1e-7));
                CHECK(column(n + 1) == Approx(out.F_x(n + 1, i)).epsilon(1e-6).margin(1e-12));
            }
            CHECK(out.F_p(n) == -1);

            // Over the level, of a shaken base too.
            Vector y(n + 3);
            y << x, p;
            continuation::Equations over{Vector(n + 3), Matrix(n + 3, n + 3), Vector(n + 3)},
                beside = over;
            const double ln_level = std::log(3);
            REQUIRE(equations.over_level(y, ln_level, over));
            CHECK(over.F.head(n + 2) == out.F);
            CHECK(over.F(n + 2) == Approx(std::log(equations.level()) - ln_level).epsilon(1e-14));
            for (Index i = 0; i < n + 3; ++i) {
                CAPTURE(i);
                const double step = i < n ? 1e-9 : 1e-3;
                REQUIRE(moved.over_level(y + step * Vector::Unit(n + 3, i), ln_level, beside));
                const double more = beside.F(n + 2);
                REQUIRE(moved.over_level(y - step * Vector::Unit(n + 3, i), ln_level, beside));
                CHECK(std::abs((more - beside.F(n + 2)) / (2 * step) - over.F_x(n + 2, i)) <
                      1e-6 * over.F_x.row(n + 2).norm());
                // A unit of round-off of ln level, about 1, is 2e-7 over the step.
                CHECK((more - beside.F(n + 2)) / (2 * step) ==
                      Approx(over.F_x(n + 2, i)).epsilon(1e-5).margin(1e-6));
            }
            CHECK(over.F_x.col(n + 2).head(n + 2) == out.F_p);
            CHECK(out.F(n) == Approx(std::log(hb.modal(equations.at(), 1).norm()) - p));
        }
}

namespace {

// Three masses of 1 kg in a ring, on springs of 1 N/m and 0.2 N/m between neighbours, each on a
// friction contact. One frequency is 1, the other two are sqrt(1.6) rad/s.
// @param angle  of the arbitrary basis of the modes of equal frequency
DrivenJoints ring(double angle, const ComplexVector& load, Matrix& modes)
{
    Matrix pair(3, 2);
    pair << Vector{{2, -1, -1}} / std::sqrt(6), Vector{{0, 1, -1}} / std::sqrt(2);
    const double c = std::cos(angle), s = std::sin(angle);
    modes.resize(3, 3);
    modes << Vector::Constant(3, 1 / std::sqrt(3)), pair * Matrix{{c, -s}, {s, c}};
    DrivenJoints ring =
        test::modes(Vector{{1, std::sqrt(1.6), std::sqrt(1.6)}}, 0.02 * Matrix::Identity(3, 3));
    for (Index mass = 0; mass < 3; ++mass) {
        Matrix rows = Matrix::Zero(2, 3);
        rows.row(0) = modes.row(mass);
        test::join(ring, contact::ElasticCoulomb({0.5, 0, 0.3, 1}), rows);
    }
    ring.p = ring.force = modes.transpose() * load;
    return ring;
}

DampedModeOptions of_ring(Index mode)
{
    DampedModeOptions options;
    options.mode = mode;
    options.Omega_low = 0.9;
    options.Omega_high = 2.5;
    options.level_from = 0.02;
    options.level_to = 1;
    options.levels = {0.02, 0.08, 0.2, 0.5, 1};
    return options;
}

// Compares motions, by those of the first output.
void check_alike(const DampedMode& mode, const DampedMode& known)
{
    REQUIRE(mode.at_levels.size() == known.at_levels.size());
    CHECK(mode.branch.back.stop == continuation::Stop::monitor);
    CHECK(mode.lost.empty());
    for (std::size_t k = 0; k < known.at_levels.size(); ++k) {
        CAPTURE(k);
        REQUIRE(known.at_levels[k].size() == 1);
        REQUIRE(mode.at_levels[k].size() == 1);
        const DampedMotion &at = mode.at_levels[k][0], &there = known.at_levels[k][0];
        CHECK(at.x(at.x.size() - 2) == Approx(there.x(there.x.size() - 2)).epsilon(1e-9));
        CHECK(at.ratio == Approx(there.ratio).epsilon(1e-7));
        CHECK(at.log_rms == Approx(there.log_rms).margin(1e-7));
    }
    CHECK(largest_ratio(mode).ratio == Approx(largest_ratio(known).ratio).epsilon(1e-7));
    CHECK(largest_ratio(mode).level == Approx(largest_ratio(known).level).epsilon(1e-4));
}

} // namespace

TEST_CASE("Of modes of equal frequency the drive excites one, whatever their basis", "[dynamics]")
{
    // A force on one mass moves the other two alike. With both as one mass of 2 kg, the frequency
    // sqrt(1.6) belongs to one mode.
    DrivenJoints two = test::modes(Vector{{1, std::sqrt(1.6)}}, 0.02 * Matrix::Identity(2, 2));
    const Matrix shapes{{1 / std::sqrt(3), 2 / std::sqrt(6)},
                        {1 / std::sqrt(3), -1 / std::sqrt(6)}};
    for (Index mass = 0; mass < 2; ++mass) {
        Matrix rows = Matrix::Zero(2, 2);
        rows.row(0) = shapes.row(mass);
        const double times = mass == 0 ? 1 : 2;
        test::join(two, contact::ElasticCoulomb({0.5 * times, 0, 0.3, times}), rows);
    }
    two.p = two.force = shapes.row(0).transpose().cast<Complex>();
    const HarmonicBalance known_balance(two, {3, false}, {{Vector(shapes.row(0))}});
    const DampedMode known = damped_mode(known_balance, of_ring(2));
    for (const double angle : {0.0, 0.4, 2.1})
        for (const Index driven : {0, 1, 2}) {
            CAPTURE(angle, driven);
            Matrix modes;
            const DrivenJoints system = ring(angle, Vector::Unit(3, driven).cast<Complex>(), modes);
            const HarmonicBalance balance(system, {3, false}, {{Vector(modes.row(driven))}});
            const DampedMode mode = damped_mode(balance, of_ring(2));
            CHECK(mode.mode == 2);
            check_alike(mode, known);
            CHECK_THROWS_WITH(
                damped_mode(balance, of_ring(3)),
                Contains("one combination of the 2 modes of equal frequency, 2 to 3") &&
                    Contains("followed as mode 2"));
        }

    // Forces with the phases of an engine order move all masses one after the other: each is an
    // oscillator of its own with the frequency sqrt(1.6).
    DrivenJoints one = test::modes(Vector{{std::sqrt(1.6)}}, Matrix::Constant(1, 1, 0.02));
    test::join(one, contact::ElasticCoulomb({0.5, 0, 0.3, 1}), Matrix{{1}, {0}});
    one.p = one.force = ComplexVector::Constant(1, 1);
    const HarmonicBalance one_balance(one, {1, false}, {{Vector::Ones(1)}});
    const DampedMode oscillator = damped_mode(one_balance, of_ring(1));
    const Complex turn = std::polar(1.0, two_pi / 3);
    for (const double angle : {0.0, 0.4, 2.1})
        for (const bool forward : {true, false}) {
            CAPTURE(angle, forward);
            Matrix modes;
            ComplexVector order(3);
            order << 1, (forward ? turn : std::conj(turn)), (forward ? std::conj(turn) : turn);
            const DrivenJoints system = ring(angle, order, modes);
            const HarmonicBalance balance(system, {1, false}, {{Vector(modes.row(1))}});
            check_alike(damped_mode(balance, of_ring(2)), oscillator);
        }

    // A force on all masses alike does no work on the two modes.
    Matrix modes;
    const DrivenJoints system = ring(0.4, ComplexVector::Ones(3), modes);
    const HarmonicBalance balance(system, {1, false}, {{Vector(modes.row(0))}});
    CHECK_THROWS_WITH(damped_mode(balance, of_ring(2)),
                      Contains("nor on any combination of the 2 modes of equal frequency, 2 to 3"));
}

TEST_CASE("Two rings that are not connected have the damped modes of one", "[dynamics]")
{
    // All masses that move alike begin to slip at once. Each frequency belongs to twice as many
    // modes, so modes 1 and 2 of one ring are modes 1 and 3 of both.
    const auto stacked = [](const auto& a, const auto& b) {
        auto both = a;
        both.conservativeResize(a.size() + b.size());
        both.tail(b.size()) = b;
        return both;
    };
    Matrix modes, modes_2;
    const ComplexVector load = Vector::Unit(3, 1).cast<Complex>();
    const DrivenJoints one = ring(0.4, load, modes), other = ring(1.1, load, modes_2);
    DrivenJoints both =
        test::modes(stacked(one.modes.omega, other.modes.omega), 0.02 * Matrix::Identity(6, 6));
    for (const DrivenJoints* each : {&one, &other})
        for (const ModalLaw& joint : each->joints) {
            Matrix rows = Matrix::Zero(2, 6);
            rows.middleCols(each == &one ? 0 : 3, 3) = joint.on.rows;
            test::join(both, joint.law, rows);
        }
    both.p = both.force = stacked(one.force, other.force);
    Vector row = Vector::Zero(6);
    row.head(3) = modes.row(1);
    for (const Index n_h : {1, 3}) {
        const HarmonicBalance known_balance(one, {n_h, false}, {{Vector(modes.row(1))}});
        const HarmonicBalance balance(both, {n_h, false}, {{row}});
        for (const Index mode : {1, 2}) {
            CAPTURE(n_h, mode);
            const DampedMode known = damped_mode(known_balance, of_ring(mode));
            const DampedMode found = damped_mode(balance, of_ring(2 * mode - 1));
            CHECK(found.mode == 2 * mode - 1);
            check_alike(found, known);
            const Vector x = found.at_levels.back()[0].x, ring_x = known.at_levels.back()[0].x;
            REQUIRE(x.size() == 2 * (ring_x.size() - 2) + 2);
            const Index n = ring_x.size() - 2;
            CHECK((x.head(n) - x.segment(n, n)).norm() == 0);
            // The motion solves the equations of both rings, whose phase is free.
            DampedEquations equations(balance);
            equations.take_phase(x);
            continuation::Equations out{Vector(2 * n + 2), Matrix(2 * n + 2, 2 * n + 2),
                                        Vector(2 * n + 2)};
            REQUIRE(equations(x, std::log(found.at_levels.back()[0].amplitude), out));
            CHECK(out.F.lpNorm<Eigen::Infinity>() < 1e-8);
        }
    }
}

TEST_CASE("The largest damping ratio of a mode that sticks is at the lowest level", "[dynamics]")
{
    // Without slip the ratio is the same at all levels, to round-off.
    Matrix modes;
    const DrivenJoints system = ring(0.4, Vector::Unit(3, 0).cast<Complex>(), modes);
    const HarmonicBalance balance(system, {1, false}, {{Vector(modes.row(0))}});
    for (const Index mode : {1, 2}) {
        DampedModeOptions options = of_ring(mode);
        options.level_from = 1e-3;
        options.level_to = 4e-3;
        options.levels = {1e-3, 2e-3, 4e-3};
        const LargestRatio largest = largest_ratio(damped_mode(balance, options));
        CHECK(largest.level == Approx(1e-3).epsilon(1e-8));
        // D / (2 omega), omega^2 with k_t of the contact
        CHECK(largest.ratio == Approx(0.01 / std::sqrt((mode == 1 ? 1 : 1.6) + 0.5)).epsilon(1e-9));
    }
}

TEST_CASE("A damped mode that there is not is refused by name", "[dynamics]")
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb(model.system, {1, false}, model.outputs);
    DampedModeOptions options = range(211, 190, 220, 1, 140, {});
    options.mode = 9;
    CHECK_THROWS_WITH(damped_mode(hb, options), Contains("mode = 9") && Contains("modes 1 to 8"));
    options.mode = 3; // 327.7 Hz
    CHECK_THROWS_WITH(damped_mode(hb, options), Contains("outside the range"));
    options.mode = 2;
    options.level_to = 0.5;
    CHECK_THROWS_WITH(damped_mode(hb, options), Contains("level = 1 to 0.5"));

    DrivenJoints undamped = test::oscillator(50, 0, contact::ElasticCoulomb({100, 0, 0.3, 1}));
    undamped.joints[0].on.rows = Matrix::Zero(2, 1);
    undamped.joints[0].on.follow = ComplexVector::Zero(2);
    undamped.p = undamped.force = ComplexVector::Constant(1, 1);
    options.mode = 1;
    options.level_to = 140;
    options.Omega_low = 10;
    CHECK_THROWS_WITH(
        damped_mode(HarmonicBalance(undamped, {1, false}, {{Vector::Ones(1)}}), options),
        Contains("moves no joint"));
    undamped.joints[0].on.rows(0, 0) = 1;
    const HarmonicBalance without(undamped, {1, false}, {{Vector::Ones(1)}});
    CHECK_THROWS_WITH(damped_mode(without, options), Contains("no linear damping"));
    // Friction alone damps it: from an amplitude on.
    options.amplitude_from = 1e-3;
    options.level_to = 0.3;
    const DampedMode mode = damped_mode(without, options);
    CHECK(mode.branch.back.stop == continuation::Stop::monitor);
    CHECK(mode.branch.monitors(damped_ratio, 0) == Approx(0).margin(1e-9));
}
