#include "base/two_pi.hpp"
#include "dynamics/harmonic/phase_resonance.hpp"

#include "contact/laws/joint_laws.hpp"
#include "dynamics/harmonic/modal_joints.hpp"
#include "dynamics/harmonic/stuck_modes.hpp"
#include "support/harmonic_models.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

struct Row {
    double level, hz, rms;
};

PhaseResonanceOptions range(double from_hz, double to_hz, const std::vector<Row>& rows)
{
    PhaseResonanceOptions options;
    options.Omega_low = two_pi * from_hz;
    options.Omega_high = two_pi * to_hz;
    for (const Row& row : rows)
        options.levels.push_back(row.level);
    return options;
}

double start_hz(const PhaseResonances& all, std::size_t curve)
{
    const continuation::Branch& branch = all.curves[curve];
    return branch.x(branch.x.rows() - 1, 0) / two_pi;
}

// One point of each level lies there.
void check_rows(const PhaseResonances& all, const std::vector<Row>& rows, std::size_t first,
                std::size_t curve)
{
    for (std::size_t k = 0; k < rows.size(); ++k) {
        CAPTURE(rows[k].level);
        const PhaseResonance* found = nullptr;
        for (const PhaseResonance& at : all.at_levels[first + k])
            if (at.curve == curve &&
                (!found || std::abs(at.x.tail(1)(0) / two_pi - rows[k].hz) <
                               std::abs(found->x.tail(1)(0) / two_pi - rows[k].hz)))
                found = &at;
        REQUIRE(found);
        CHECK(found->x.tail(1)(0) / two_pi == Approx(rows[k].hz).epsilon(1e-6));
        CHECK(std::exp(found->log_rms) == Approx(rows[k].rms).epsilon(1e-6));
    }
}

// Response of the stuck system as a sum of mass-normalised modes.
ComplexVector stuck_response(const HarmonicBalance& model, double Omega, const ComplexVector& p)
{
    ComplexMatrix Z = stuck_stiffness(model, Omega).cast<Complex>();
    const StackedModes& modes = model.system().modes;
    const Matrix D = modes.classical() ? Matrix(modes.c.asDiagonal()) : modes.D;
    Z += Complex(0, Omega) * D.cast<Complex>();
    Z.diagonal().array() -= Omega * Omega;
    const Index m = D.rows();
    Matrix A(2 * m, 2 * m);
    A << Z.real(), -Z.imag(), Z.imag(), Z.real();
    Vector b(2 * m);
    b << p.real(), p.imag();
    const Vector q = independent::solve(A, b);
    return q.head(m).cast<Complex>() + Complex(0, 1) * q.tail(m).cast<Complex>();
}

} // namespace

// Reference: an independent implementation, 9 digits; levels have 8, and 1e-6 is required.

TEST_CASE("Phase resonances of the cantilever with a pad lie where they are known, from stick to "
          "slip",
          "[dynamics]")
{
    const std::vector<Row> rows = {
        {0.02, 582.857903, 4.28186172e-06},       {0.05, 582.737273, 9.51402404e-06},
        {0.15409492, 579.800945, 1.10906157e-05}, {0.57713871, 570.954144, 1.17503599e-05},
        {1.7899656, 541.374329, 1.26278651e-05},  {3.8067498, 429.859303, 1.66888762e-05},
        {5.5514848, 209.322554, 9.69204741e-04},  {8.0958785, 209.151571, 7.71615294e-03},
        {14.257593, 209.146817, 2.40633362e-02},  {53.399613, 209.145900, 1.27909036e-01},
        {200, 209.145822, 5.16847162e-01}};
    const test::HarmonicModel model = test::beam_with_pad();
    const HarmonicBalance hb(model.system, {1, false}, model.outputs);
    const PhaseResonances all = phase_resonances(hb, range(180, 620, rows));
    CHECK(all.lost == std::vector<std::string>{});
    REQUIRE(all.curves.size() == 1);
    check_rows(all, rows, 0, 0);
}

TEST_CASE("Phase resonances of two blades with a wedge lie where they are known: that of the "
          "out-of-phase mode meets the antiresonance in a fold",
          "[dynamics]")
{
    const std::vector<Row> out_of_phase = {
        {1.1980078, 210.908671, 1.07204036e-04}, {2.3720555, 210.908671, 2.12263991e-04},
        {2.4678961, 210.908671, 2.20840314e-04}, {2.8502097, 210.771213, 2.30657063e-04},
        {3.5895451, 210.255721, 2.39641517e-04}, {4.5206617, 209.275719, 2.53319053e-04}};
    const std::vector<Row> in_phase = {
        {10.133771, 201.395964, 7.43661493e-04}, {12.762439, 200.234704, 9.90772534e-04},
        {16.072975, 199.296146, 1.41727688e-03}, {20.242254, 198.743273, 2.08499044e-03},
        {25.49303, 198.436477, 2.98495330e-03},  {32.105841, 198.202532, 4.04522142e-03},
        {40.433994, 198.033344, 5.33190378e-03}, {50.922443, 197.907486, 6.92277635e-03},
        {64.131564, 197.807828, 8.89165825e-03}, {80.767087, 197.729898, 1.13418837e-02},
        {101.71781, 197.663810, 1.44494332e-02}, {128.10309, 197.609556, 1.83748458e-02}};
    std::vector<Row> rows = out_of_phase;
    rows.insert(rows.end(), in_phase.begin(), in_phase.end());
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance hb(model.system, {1, false}, model.outputs);
    const PhaseResonances all = phase_resonances(hb, range(190, 220, rows));
    CHECK(all.lost == std::vector<std::string>{});
    REQUIRE(all.curves.size() == 2);
    CHECK(start_hz(all, 0) == Approx(204.278955).epsilon(1e-8));
    CHECK(start_hz(all, 1) == Approx(207.456993).epsilon(1e-8));
    check_rows(all, out_of_phase, 0, 1);
    check_rows(all, in_phase, out_of_phase.size(), 0);

    const continuation::Branch& folded = all.curves[1];
    const Index last = folded.n_points() - 1, n = hb.n();
    CHECK(folded.x(n, last) / two_pi == Approx(210.908671).epsilon(1e-8));
    const auto folds = continuation::points_of(folded, continuation::PointKind::fold);
    REQUIRE(folds.size() == 1);
    CHECK(std::exp(folded.p(folds[0])) == Approx(5.302943).epsilon(1e-6));
    CHECK(folded.x(n, folds[0]) / two_pi == Approx(207.3913).epsilon(1e-6));
    for (std::size_t k = out_of_phase.size(); k < rows.size(); ++k)
        CHECK(all.at_levels[k].size() == 1);
}

TEST_CASE(
    "With more harmonics every level of the cantilever has its phase resonances, at corners of "
    "the curve too",
    "[dynamics]")
{
    std::vector<Row> rows;
    const int N = 50;
    for (int k = 0; k < N; ++k)
        rows.push_back({0.02 * std::pow(1e4, static_cast<double>(k) / (N - 1)), 0, 0});
    const test::HarmonicModel model = test::beam_with_pad();
    for (const Index n_h : {3, 7}) {
        const HarmonicBalance hb(model.system, {n_h, false}, model.outputs);
        const PhaseResonances all = phase_resonances(hb, range(100, 700, rows));
        CHECK(all.lost == std::vector<std::string>{});
        HarmonicBalance::Evaluation at(hb);
        for (std::size_t k = 0; k < rows.size(); ++k) {
            CAPTURE(n_h, rows[k].level);
            CHECK(all.at_levels[k].size() % 2 == 1); // one curve from end to end
            for (const PhaseResonance& point : all.at_levels[k]) {
                REQUIRE(hb.evaluate(point.x.head(hb.n()), point.x(hb.n()), rows[k].level, at));
                CHECK(at.equations.F.norm() < 1e-9 * at.R.norm());
                const Vector tip = hb.output(at, model.outputs[0]);
                CHECK(std::abs(tip(0)) < 1e-9 * std::abs(tip(1)));
                CHECK(point.log_rms == Approx(std::log(rms(hb.harmonics(), tip))).epsilon(1e-10));
            }
        }
    }
}

TEST_CASE("Every phase resonance of the stuck system is found, however close two of them are",
          "[dynamics]")
{
    // Against the signs on a grid that is finer than the requested distances.
    std::mt19937 random(5);
    std::uniform_real_distribution<double> even(-1, 1);
    const test::HarmonicModel plain = test::blade_damper_blade(1.5e-5);
    int most = 0;
    for (int trial = 0; trial < 12; ++trial) {
        CAPTURE(trial);
        test::HarmonicModel model = plain;
        const Index m = model.system.n_modes();
        for (Index i = 0; i < m; ++i)
            model.system.force(i) += Complex(even(random), trial % 2 == 0 ? 0 : even(random));
        if (trial % 3 == 2) { // a shaken base
            model.system.inertia = 1e-6 * ComplexVector::Random(m);
            model.system.drag = 1e-4 * ComplexVector::Random(m);
            model.system.joints[0].on.follow.setConstant(Complex(1e-6, -2e-6));
        }
        if (trial % 4 == 3) {
            model.system.modes.D = model.system.modes.c.asDiagonal();
            model.system.modes.D(0, 1) = model.system.modes.D(1, 0) = 1.5;
        }
        const HarmonicBalance hb(model.system, {1, false}, model.outputs);
        const StuckModes stuck = stuck_modes(hb, 1300);
        auto phase = [&](double Omega) -> double {
            const ComplexVector p = model.system.p_at(Omega);
            return p.dot(stuck_response(hb, Omega, p + stuck.push)).real();
        };
        const double low = two_pi * 150, high = two_pi * 2000;
        const std::vector<double> zeros = stuck_phase_resonances(hb, low, high);
        std::vector<double> expected;
        const int N = 6000;
        double before = phase(low);
        for (int k = 1; k <= N; ++k) {
            const double Omega = low * std::pow(high / low, static_cast<double>(k) / N);
            const double now = phase(Omega);
            if ((before < 0) != (now < 0))
                expected.push_back(Omega);
            before = now;
        }
        most = std::max(most, static_cast<int>(expected.size()));
        REQUIRE(zeros.size() == expected.size());
        for (std::size_t k = 0; k < zeros.size(); ++k) {
            CHECK(zeros[k] == Approx(expected[k]).epsilon(std::log(high / low) / N));
            const double step = 1e-9 * zeros[k];
            CHECK((phase(zeros[k] - step) < 0) != (phase(zeros[k] + step) < 0));
        }
    }
    CHECK(most >= 8);

    // Two of one mode and its neighbour, 1e-7 apart.
    const Vector omega = (Vector(2) << 100, 101).finished();
    DrivenJoints two = test::modes(omega, 0.5 * Matrix::Identity(2, 2));
    test::join(two, contact::Cubic{1}, Matrix::Identity(2, 2));
    // With weights 1 and w the two inner zeros merge at some w: bisect to it.
    auto zeros_of = [&](double w) -> std::vector<double> {
        two.force = (ComplexVector(2) << 1, w).finished();
        return stuck_phase_resonances(HarmonicBalance(two, {1, false}, {{Vector::Ones(2)}}), 50,
                                      150);
    };
    double three = 1, one = 0.01;
    REQUIRE(zeros_of(three).size() == 3);
    REQUIRE(zeros_of(one).size() == 1);
    for (int k = 0; k < 45; ++k) {
        const double w = 0.5 * (three + one);
        (zeros_of(w).size() == 3 ? three : one) = w;
    }
    const std::vector<double> close = zeros_of(three);
    REQUIRE(close.size() == 3);
    CHECK(std::min(close[1] - close[0], close[2] - close[1]) < 1e-4);
}

TEST_CASE("Phase resonances of Duffing's oscillator are those of the closed form", "[dynamics]")
{
    // Omega^2 = (k + 3/4 k3 A^2)/m, level = c A Omega
    const double omega = 50, c = 0.8, k3 = 400;
    DrivenJoints s = test::oscillator(omega, c, contact::Cubic{k3});
    s.p = s.force = ComplexVector::Constant(1, 1);
    const HarmonicBalance hb(s, {1, false}, {{Vector::Ones(1)}});
    PhaseResonanceOptions options;
    options.Omega_low = 20;
    options.Omega_high = 150;
    options.levels = {0.1, 1, 10, 50, 100};
    const PhaseResonances all = phase_resonances(hb, options);
    REQUIRE(all.curves.size() == 1);
    for (std::size_t k = 0; k < options.levels.size(); ++k) {
        REQUIRE(all.at_levels[k].size() == 1);
        const PhaseResonance& at = all.at_levels[k][0];
        const double A = std::exp(at.log_rms) * std::sqrt(2);
        CAPTURE(options.levels[k], A);
        CHECK(at.x(hb.n()) == Approx(std::sqrt(omega * omega + 0.75 * k3 * A * A)).epsilon(1e-10));
        CHECK(options.levels[k] == Approx(c * A * at.x(hb.n())).epsilon(1e-10));
    }
}

TEST_CASE("Derivatives of the phase condition are those of its values, shaken bases too",
          "[dynamics]")
{
    test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    const Index m = model.system.n_modes();
    model.system.force *= Complex(1, 0.3);
    model.system.inertia = Complex(0.3, -0.1) * 1e-6 * ComplexVector::LinSpaced(m, 1, 2);
    model.system.drag = Complex(0.2, 0.4) * 1e-4 * ComplexVector::LinSpaced(m, 2, -1);
    for (const contact::Harmonics h : {contact::Harmonics{3, false}, contact::Harmonics{1, true}}) {
        const HarmonicBalance hb(model.system, h, model.outputs);
        PhaseEquations equations(hb), moved(hb);
        const Index n = hb.n();
        Vector x(n + 1);
        x << 1e-3 * Vector::LinSpaced(n, 1, 2).array().sin().matrix(), two_pi * 205;
        continuation::Equations out{Vector(n + 1), Matrix(n + 1, n + 1), Vector(n + 1)};
        const double p = std::log(20);
        REQUIRE(equations(x, p, out));
        CHECK(equations.value(x, p) == out.F(n));
        auto difference = [&](const Vector& step, double step_p) -> double {
            return 0.5 * (moved.value(x + step, p + step_p) - moved.value(x - step, p - step_p));
        };
        Vector row(n);
        for (Index i = 0; i < n; ++i)
            row(i) = difference(1e-9 * Vector::Unit(n + 1, i), 0) / 1e-9;
        CHECK((row.transpose() - out.F_x.row(n).head(n)).norm() < 1e-6 * row.norm());
        CHECK(out.F_x(n, n) ==
              Approx(difference(1e-3 * Vector::Unit(n + 1, n), 0) / 1e-3).epsilon(1e-6));
        CHECK(out.F_p(n) == Approx(difference(Vector::Zero(n + 1), 1e-4) / 1e-4).epsilon(1e-6));
        // The balance itself, at any motion.
        const ComplexVector load = model.system.p_at(x(n));
        HarmonicBalance::Evaluation at(hb);
        REQUIRE(hb.evaluate(x.head(n), x(n), 20, at));
        CHECK(out.F(n) == Approx(load.dot(hb.modal(at, 1)).real()).epsilon(1e-12));
    }
}

TEST_CASE("What drives through nonlinear joints alone has no phase resonance", "[dynamics]")
{
    DrivenJoints s = test::oscillator(50, 0.8, contact::Cubic{400});
    s.joints[0].on.follow.setConstant(1e-3);
    const HarmonicBalance hb(s, {1, false}, {{Vector::Ones(1)}});
    CHECK_THROWS_WITH(PhaseEquations(hb), Contains("needs a load"));
}
