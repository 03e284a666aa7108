#include "dynamics/harmonic/resonance_slope.hpp"

#include "contact/laws/joint_laws.hpp"
#include "support/own_force.hpp"
#include "tests/dynamics/harmonic/slope_models.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <set>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using namespace slideway::test;
using Catch::Contains;

namespace {

// F, s and ln rms of a motion.
Vector numbers_of(const HarmonicBalance& model, const HarmonicBalance::Evaluation& at)
{
    Vector all(model.n() + 2);
    all << at.equations.F, ResonanceSlope(model, 0).value(at), ln_rms(model, at);
    return all;
}

// Their derivatives by the numbers of the joints at fixed motion, against differences: of the best
// of three steps, as states may change between two, in parts of those by the level.
void check_parameters(const HarmonicBalance& model, HarmonicBalance::Evaluation& at)
{
    ResonanceSlope slope(model, 0);
    slope.differentiate(at);
    ResonanceSlope::Partials partials;
    Vector derivatives(model.n() + 2), scales(model.n() + 2);
    scales << Vector::Constant(model.n(), at.R.norm()), std::abs(slope.s_level()),
        std::abs(slope.log_rms_level());
    for (std::size_t joint = 0; joint < at.forces.size(); ++joint)
        for (const auto& [name, member, scaling] : model.system().joints[joint].law->parameters()) {
            if (!scaling)
                continue;
            auto moved_by = [&](double d) -> Vector {
                DrivenJoints system = model.system();
                contact::JointLaw& law = system.joints[joint].law;
                law = law->with(name, std::exp(d) * law->parameter(name));
                const HarmonicBalance other(system, model.harmonics(), model.outputs());
                HarmonicBalance::Evaluation moved(other);
                REQUIRE(other.evaluate(at.R, at.Omega, at.level, moved));
                return numbers_of(other, moved);
            };
            slope.by_parameter(at, joint, *scaling, partials);
            derivatives << partials.F, partials.s, partials.log_rms;
            const Vector scale = scales.cwiseMax(derivatives.cwiseAbs());
            double error = 1;
            for (const double step : {1e-4, 1e-5, 1e-6})
                error = std::min(error, (difference<Vector>(moved_by, step) - derivatives)
                                            .cwiseQuotient(scale)
                                            .lpNorm<Eigen::Infinity>());
            CAPTURE(joint, name);
            CHECK(error < 1e-6);
        }
}

// All derivatives of s against differences of s, and s against differences of ln rms along the
// curve.
// @param step  of displacements, in parts of the motion: errors fall with its fourth power, and
//              round-off of s, 1e-12 and more, grows with its inverse
void check_slope(const HarmonicBalance& model, const HarmonicBalance::Evaluation& motion,
                 double step)
{
    const double Omega_step = 1e-3;
    HarmonicBalance::Evaluation at = motion, moved(model);
    const Vector R = motion.R;
    const double Omega = motion.Omega, level = motion.level;
    ResonanceSlope slope(model, 0), other(model, 0);
    slope.differentiate(at);
    CHECK(other.value(at) == slope.s());

    auto s = [&](const Vector& R, double Omega, double level) -> double {
        REQUIRE(model.evaluate(R, Omega, level, moved));
        return other.value(moved);
    };
    Vector s_r(model.n());
    for (Index i = 0; i < model.n(); ++i)
        s_r(i) = difference<double>(
            [&](double d) -> double { return s(R + d * Vector::Unit(R.size(), i), Omega, level); },
            step* R.norm());
    const double s_Omega =
        difference<double>([&](double d) -> double { return s(R, Omega + d, level); }, Omega_step);
    const double s_level = difference<double>(
        [&](double d) -> double { return s(R, Omega, level * std::exp(d)); }, 1e-4);
    CHECK((slope.s_r() - s_r).norm() < 1e-6 * s_r.norm());
    CHECK(slope.s_Omega() == Approx(s_Omega).epsilon(1e-6));
    CHECK(slope.s_level() == Approx(s_level).epsilon(1e-6));
    CHECK(slope.log_rms_level() ==
          Approx(difference<double>(
                     [&](double d) -> double {
                         REQUIRE(model.evaluate(R, Omega, level * std::exp(d), moved));
                         return ln_rms(model, moved);
                     },
                     1e-4))
              .epsilon(1e-6));
    check_parameters(model, at);

    const double along = difference<double>(
        [&](double d) -> double {
            solve(model, R, Omega + d, level, moved);
            return ln_rms(model, moved);
        },
        Omega_step);
    CHECK(slope.s() == Approx(along).epsilon(1e-6));
}

std::set<contact::FrictionState> states_of(const HarmonicBalance::Evaluation& at)
{
    std::set<contact::FrictionState> states;
    for (const contact::HarmonicForce& force : at.forces)
        states.insert(force.states.begin(), force.states.end());
    return states;
}

// f = k3 r^3 (1 + c v), with which force and slopes change over velocity, at motions of 1e-4 m.
contact::JointLaw hardening_drag()
{
    return test::own_law(
        [](double r, double v) -> contact::OwnForce::Value {
            const double k3 = 1e12, c = 5, drag = 100, c3 = 3e4;
            return {k3 * r * r * r * (1 + c * v) + drag * v + c3 * v * v * v,
                    3 * k3 * r * r * (1 + c * v), k3 * c * r * r * r + drag + 3 * c3 * v * v};
        },
        {.smooth = true});
}

} // namespace

TEST_CASE("Second derivatives of compliances by the frequency, and those by damping, are those of "
          "the first and of the compliances",
          "[dynamics]")
{
    using Form = Compliance::Form;
    const test::HarmonicModel blades = shaken(test::blade_damper_blade(1.5e-5)),
                              beam = test::beam_with_pad(20, 20);
    struct Case {
        test::HarmonicModel model;
        Index n_h;
        double hz, xi;
        Form form;
    };
    for (const auto& [model, n_h, hz, xi, form] : std::vector<Case>{
             {blades, 3, 203.4, 0, Form::modes},
             {blades, 3, 203.4, 11, Form::modes},
             {beam, 1, 209.2, 0, Form::modes},
             {beam, 3, 490, 0, Form::modes},
             {coupled(blades), 3, 203.4, 0, Form::poles},
             {coupled(blades), 3, 203.4, 11, Form::poles},
             {coupled(beam), 3, 209.2, 0, Form::poles},
             {rigid(blades), 3, 203.4, 0, Form::lu},
             {rigid(blades), 3, 203.4, 11, Form::lu},
         }) {
        CAPTURE(static_cast<int>(form), n_h, hz, xi);
        const Matrix B = stacked_rows(model.system);
        const Index n_r = B.rows();
        Matrix rows(n_r + 1, B.cols());
        rows << B, model.outputs[0].row.transpose();
        const ComplexVector follow = ComplexVector::Constant(n_r + 1, Complex(1e-5, 2e-5));
        const Compliance compliance(model.system, rows, n_r, follow, n_h);
        CHECK(compliance.form() == form);
        ComplianceAt at, moved;
        const double Omega = two_pi * hz;
        compliance.at(Omega, at, {xi});
        compliance.second(at);
        compliance.by_damping(at);
        using Of = Complex (ComplianceAt::*)(Index, Index, Index) const;
        auto all = [&](const ComplianceAt& from, Of G, Index k) -> ComplexVector {
            ComplexVector of((n_r + 1) * n_r);
            for (Index i = 0; i < of.size(); ++i)
                of(i) = (from.*G)(k, i / n_r, i % n_r);
            return of;
        };
        auto moved_by = [&](double d_Omega, double d_xi) -> const ComplianceAt& {
            compliance.at(Omega + d_Omega, moved, {xi + d_xi});
            return moved;
        };
        const double step = 0.01;
        for (Index k = 1; k <= n_h; ++k) {
            CAPTURE(k);
            auto by_frequency = [&](double d) -> ComplexVector {
                return all(moved_by(d, 0), &ComplianceAt::G_Omega, k);
            };
            auto by_damping = [&](double d) -> ComplexVector {
                return all(moved_by(0, d), &ComplianceAt::G, k);
            };
            CHECK(distance(all(at, &ComplianceAt::G_OmegaOmega, k),
                           difference<ComplexVector>(by_frequency, step)) < 1e-6);
            CHECK(distance(all(at, &ComplianceAt::G_xi, k),
                           difference<ComplexVector>(by_damping, step)) < 1e-6);
        }
        auto by_frequency = [&](double d) -> ComplexVector { return moved_by(d, 0).g_Omega; };
        auto by_damping = [&](double d) -> ComplexVector { return moved_by(0, d).g; };
        CHECK(distance(at.g_OmegaOmega, difference<ComplexVector>(by_frequency, step)) < 1e-6);
        CHECK(distance(at.g_xi, difference<ComplexVector>(by_damping, step)) < 1e-6);

        DrivenJoints less = model.system; // the same of bodies with that damping
        less.modes.c.array() -= xi;
        if (!less.modes.classical())
            less.modes.D.diagonal().array() -= xi;
        ComplianceAt other;
        Compliance(less, rows, n_r, follow, n_h).at(Omega, other);
        CHECK(distance(at.g, other.g) < 1e-9);
        CHECK(distance(all(at, &ComplianceAt::G, n_h), all(other, &ComplianceAt::G, n_h)) < 1e-9);
    }
}

TEST_CASE("Compliances are those of the modes, equal ones computed once and zeros never",
          "[dynamics]")
{
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5),
                              beam = test::beam_with_pad(20, 20);
    struct Case {
        test::HarmonicModel model;
        Index computed; ///< pairs of rows
    };
    // The beam does not move along itself: of six pairs of rows (across, along; tip) two are left.
    // Without contacts blades and damper are apart: each contact (t, n) with itself 3, one with the
    // other, by the damper, 4, and the output with the contact of its blade 2. Where damping
    // couples the modes no two are the same to the last bit.
    for (const auto& [model, computed] :
         std::vector<Case>{{beam, 2}, {blades, 12}, {coupled(beam), 2}}) {
        const Matrix B = stacked_rows(model.system);
        const Index n_r = B.rows(), n_h = 3;
        Matrix rows(n_r + 1, B.cols());
        rows << B, model.outputs[0].row.transpose();
        const double Omega = two_pi * 203.4;
        ComplianceAt at;
        Compliance(model.system, rows, n_r, ComplexVector::Zero(n_r + 1), n_h).at(Omega, at);
        CHECK(at.pairs.cols() == computed);
        for (Index k = 1; k <= n_h; ++k)
            for (Index a = 0; a <= n_r; ++a)
                for (Index b = 0; b < n_r; ++b) {
                    CAPTURE(k, a, b);
                    const Complex expected = rows.row(a) * receptance(model.system.modes, k * Omega,
                                                                      B.row(b).transpose());
                    CHECK(std::abs(at.G(k, a, b) - expected) <= 1e-9 * std::abs(expected));
                    CHECK(at.moves(a, b) == (expected != 0.0));
                }
    }
}

TEST_CASE("The slope of a resonance curve is that of the motions along it, and its derivatives "
          "are its own",
          "[dynamics]")
{
    using enum contact::FrictionState;
    struct Case {
        test::HarmonicModel model;
        double hz, level;
        contact::FrictionState seen;
        double step = 1e-6;
    };
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5),
                              beam = test::beam_with_pad(20, 20);
    for (const auto& [model, hz, level, seen, step] : std::vector<Case>{
             {blades, 203.0, 1.2, stick},
             {blades, 198.3, 20, slip_back},
             {blades, 197.5, 80, separation},
             {shaken(blades), 198.3, 20, slip_forward},
             {coupled(blades), 198.3, 20, slip_forward},
             {rigid(blades), 198.3, 20, slip_forward},
             {beam, 560, 0.03, stick},
             {beam, 560, 1, slip_forward},
             {beam, 209.2, 20, slip_back, 1e-5},
         })
        for (const bool means : {false, true})
            for (const Index n_h : {1, 3}) {
                if (means && model.system.modes.omega(0) == 0)
                    continue;
                const HarmonicBalance balance(model.system, {n_h, means}, model.outputs);
                CAPTURE(static_cast<int>(balance.form()), hz, level, means, n_h);
                HarmonicBalance::Evaluation at(balance);
                solve(balance, Vector::Zero(balance.n()), two_pi * hz, level, at);
                CHECK(states_of(at).contains(seen));
                check_slope(balance, at, step);
            }
}

TEST_CASE("Cubic springs, stops and laws of scripts have the slope and its derivatives too",
          "[dynamics]")
{
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5);
    for (const contact::JointLaw& law :
         std::vector<contact::JointLaw>{contact::Cubic{1e12}, contact::Gap({1e5, 1e-4, true}),
                                        contact::Gap({1e5, 1e-4, false}), hardening_drag()})
        for (const bool means : {false, true}) {
            DrivenJoints system = blades.system;
            system.joints[0].law = law;
            const HarmonicBalance balance(system, {3, means}, blades.outputs);
            HarmonicBalance::Evaluation at(balance);
            CAPTURE(law->keyword(), means);
            solve(balance, Vector::Zero(balance.n()), two_pi * 199, 20, at);
            check_slope(balance, at, 1e-6);
        }
}

TEST_CASE("The slope vanishes at peaks known from golden sections", "[dynamics]")
{
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5),
                              beam = test::beam_with_pad();
    struct Case {
        const test::HarmonicModel& model;
        Index n_h;
        double level, hz, rms;
    };
    // Levels have eight digits: 3e-8 of the level move frequencies by 3e-6 Hz (the cantilever's
    // fall by 100 Hz per unit of ln level) and rms by 5e-8.
    for (const auto& [model, n_h, level, hz, rms] : std::vector<Case>{
             {beam, 1, 1.7899656, 489.782283, 1.30135001e-05},
             {beam, 3, 1.7899656, 473.727560, 1.14511343e-05},
             {blades, 1, 20.242254, 198.690369, 2.08547996e-03},
             {blades, 3, 20.242254, 198.698098, 2.10797013e-03},
         }) {
        CAPTURE(level, n_h);
        const HarmonicBalance balance(model.system, {n_h, false}, model.outputs);
        HarmonicBalance::Evaluation at(balance);
        solve_peak(balance, hz + 0.02, level, at);
        CHECK(at.Omega / two_pi == Approx(hz).epsilon(0).margin(4e-6));
        CHECK(std::exp(ln_rms(balance, at)) == Approx(rms).epsilon(6e-8));
    }
}

TEST_CASE("At the onset of slip both slopes follow from the stuck motion", "[dynamics]")
{
    // Level 2.42: the right contact begins to slip at 211.800561 Hz and sticks above. Slopes
    // change by 1e-5 m s/rad per Hz.
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance balance(blades.system, {1, false}, blades.outputs);
    HarmonicBalance::Evaluation at(balance);
    solve(balance, Vector::Zero(balance.n()), two_pi * (211.800561 + 1e-6), 2.42, at);
    CHECK(states_of(at) == std::set{contact::FrictionState::stick});
    ResonanceSlope slope(balance, 0);
    const double rms = std::exp(ln_rms(balance, at));
    CHECK(rms * slope.value(at) == Approx(-1.86853e-6).epsilon(0).margin(2e-11));

    // m = max u_0 + max u_1, u = +-k_t x - mu k_n y - mu N0; beyond it J grows by
    // -1/pi (integral of H from the largest u_0 to the largest u_1) (x) grad m.
    const double k = 1e5, mu = 0.3;
    const Vector r = at.R.tail(4);
    const Eigen::Vector2d x = r.head(2), y = r.tail(2);
    auto largest = [&](double sign) -> double {
        const Eigen::Vector2d u = sign * k * x - mu * k * y;
        return std::atan2(u(1), u(0));
    };
    auto basis = [](double theta) -> Eigen::Vector2d { return {std::cos(theta), std::sin(theta)}; };
    const double first = largest(1);
    double last = largest(-1);
    if (last < first)
        last += two_pi;
    ResonanceSlope::Jump jump{1, Vector::Zero(4), Vector::Zero(4)};
    jump.step << -(std::sin(last) - std::sin(first)) / std::numbers::pi,
        (std::cos(last) - std::cos(first)) / std::numbers::pi, 0, 0;
    jump.along << k * (basis(first) - basis(last)), -mu * k * (basis(first) + basis(last));
    CHECK(rms * slope.value(at, {&jump, 1}) == Approx(4.22899e-7).epsilon(0).margin(2e-11));
}

TEST_CASE("A slope needs an output of the model and exact forces", "[dynamics]")
{
    const test::HarmonicModel blades = test::blade_damper_blade(1.5e-5);
    const HarmonicBalance exact(blades.system, {1, false}, blades.outputs),
        sampled(blades.system, {1, false}, blades.outputs, 64);
    CHECK_THROWS_WITH(ResonanceSlope(exact, 2), Contains("no such output"));
    CHECK_THROWS_WITH(ResonanceSlope(sampled, 0), Contains("sampled"));
}
