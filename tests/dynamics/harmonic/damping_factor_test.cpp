#include "contact/laws/joint_laws.hpp"
#include "dynamics/harmonic/resonance_slope.hpp"
#include "tests/dynamics/harmonic/slope_models.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

using namespace slideway;
using namespace slideway::dynamics;
using namespace slideway::test;

namespace {

// A system whose linear damping is another: built anew, with poles of its own.
DrivenJoints rebuilt(DrivenJoints system, const DampingChange& damping)
{
    system.modes = damped(system.modes, damping);
    system.drag *= damping.eta;
    return system;
}

DampingChange times(DampingChange damping, double factor)
{
    damping.eta *= factor;
    return damping;
}

} // namespace

TEST_CASE("Compliances of another damping, and their derivatives by a factor on it, are those of "
          "bodies that have it",
          "[dynamics]")
{
    using Form = Compliance::Form;
    const HarmonicModel blades = shaken(blade_damper_blade(1.5e-5)), beam = beam_with_pad(20, 20);
    struct Case {
        HarmonicModel model;
        Index n_h;
        double hz;
        DampingChange damping;
        Form form;
    };
    for (const auto& [model, n_h, hz, damping, form] : std::vector<Case>{
             {blades, 1, 203.4, {}, Form::modes},
             {blades, 3, 203.4, {0, 1.7}, Form::modes},
             {blades, 3, 203.4, {11, 0.6}, Form::modes},
             {beam, 3, 490, {}, Form::modes},
             {coupled(blades), 1, 203.4, {}, Form::poles},
             {coupled(blades), 3, 203.4, {0, 1.7}, Form::poles},
             {coupled(beam), 3, 209.2, {}, Form::poles},
             {rigid(blades), 1, 203.4, {}, Form::lu},
             {rigid(blades), 3, 203.4, {11, 1.7}, Form::lu},
         }) {
        CAPTURE(static_cast<int>(form), n_h, hz, damping.xi, damping.eta);
        const Matrix B = stacked_rows(model.system);
        const Index n_r = B.rows();
        Matrix rows(n_r + 1, B.cols());
        rows << B, model.outputs[0].row.transpose();
        const ComplexVector follow = ComplexVector::Constant(n_r + 1, Complex(1e-5, 2e-5));
        const double Omega = two_pi * hz;
        const Compliance compliance(model.system, rows, n_r, follow, n_h);
        CHECK(compliance.form() == form);
        ComplianceAt at;
        compliance.at(Omega, at, damping);
        compliance.by_damping_factor(at);

        auto of_bodies = [&](double ln_eta) -> ComplianceAt {
            ComplianceAt other;
            const DrivenJoints system = rebuilt(model.system, times(damping, std::exp(ln_eta)));
            Compliance(system, rows, n_r, follow, n_h).at(Omega, other);
            return other;
        };
        using Of = Complex (ComplianceAt::*)(Index, Index, Index) const;
        auto all = [&](const ComplianceAt& from, Of G, Index k) -> ComplexVector {
            ComplexVector of((n_r + 1) * n_r);
            for (Index i = 0; i < of.size(); ++i)
                of(i) = (from.*G)(k, i / n_r, i % n_r);
            return of;
        };
        // Sums over poles hold to 1e-9.
        const ComplianceAt same = of_bodies(0);
        CHECK(distance(at.g, same.g) < 1e-9);
        CHECK(distance(at.g_Omega, same.g_Omega) < 1e-9);
        // Errors of differences fall with the fourth power of the step: by the factor, 1e-12. What
        // is left is that of the sums, of which (8 + 8 + 1 + 1) / (12 h) go into a difference.
        const double step = 1e-3;
        auto of_sums = [](double h) { return 1.5 * 1e-9 / h; };
        for (Index k = 1; k <= n_h; ++k) {
            CAPTURE(k);
            CHECK(distance(all(at, &ComplianceAt::G, k), all(same, &ComplianceAt::G, k)) < 1e-9);
            auto G = [&](double d) -> ComplexVector {
                return all(of_bodies(d), &ComplianceAt::G, k);
            };
            auto G_Omega = [&](double d) -> ComplexVector {
                return all(of_bodies(d), &ComplianceAt::G_Omega, k);
            };
            for (const double h : {step, step / 2}) {
                CHECK(distance(all(at, &ComplianceAt::G_eta, k), difference<ComplexVector>(G, h)) <
                      of_sums(h));
                CHECK(distance(all(at, &ComplianceAt::G_eta_Omega, k),
                               difference<ComplexVector>(G_Omega, h)) < of_sums(h));
            }
        }
        auto g = [&](double d) -> ComplexVector { return of_bodies(d).g; };
        auto g_Omega = [&](double d) -> ComplexVector { return of_bodies(d).g_Omega; };
        for (const double h : {step, step / 2}) {
            CHECK(distance(at.g_eta, difference<ComplexVector>(g, h)) < of_sums(h));
            CHECK(distance(at.g_eta_Omega, difference<ComplexVector>(g_Omega, h)) < of_sums(h));
        }
    }
}

TEST_CASE("Balance, output and slope move with a factor on the damping as those of bodies that "
          "have it",
          "[dynamics]")
{
    const HarmonicModel blades = blade_damper_blade(1.5e-5), beam = beam_with_pad(20, 20);
    struct Case {
        HarmonicModel model;
        double hz, level;
        DampingChange damping = {};
    };
    for (const auto& [model, hz, level, damping] : std::vector<Case>{
             {blades, 203.0, 1.2},
             {blades, 197.5, 80},
             {shaken(blades), 198.3, 20},
             {shaken(blades), 198.3, 20, {0, 1.7}},
             {shaken(coupled(blades)), 198.3, 20},
             {coupled(blades), 198.3, 20, {2, 0.6}},
             {rigid(blades), 198.3, 20},
             {beam, 560, 1},
         })
        for (const bool means : {false, true})
            for (const Index n_h : {1, 3}) {
                if (means && model.system.modes.omega(0) == 0)
                    continue;
                const HarmonicBalance balance(model.system, {n_h, means}, model.outputs);
                CAPTURE(static_cast<int>(balance.form()), hz, level, damping.eta, means, n_h);
                const double Omega = two_pi * hz;
                HarmonicBalance::Evaluation at(balance);
                solve(balance, Vector::Zero(balance.n()), Omega, level, at, damping);
                const Vector R = at.R;
                ResonanceSlope slope(balance, 0);
                slope.differentiate(at);
                ResonanceSlope::Partials partials;
                slope.by_damping_factor(at, partials);
                Vector F_eta, Y_eta, Y;
                balance.by_damping_factor(at, 0, F_eta, Y_eta);
                balance.output(at, 0, Y);

                auto all = [&](double ln_eta) -> Vector {
                    const DrivenJoints system =
                        rebuilt(model.system, times(damping, std::exp(ln_eta)));
                    const HarmonicBalance other(system, {n_h, means}, model.outputs);
                    HarmonicBalance::Evaluation moved(other);
                    REQUIRE(other.evaluate(R, Omega, level, moved));
                    Vector output;
                    other.output(moved, 0, output);
                    Vector values(F_eta.size() + Y_eta.size() + 1);
                    values << moved.equations.F, output, ResonanceSlope(other, 0).value(moved);
                    return values;
                };
                const Vector same = all(0);
                CHECK((same.segment(F_eta.size(), Y.size()) - Y).norm() < 1e-9 * Y.norm());
                CHECK(same.tail(1)(0) == Approx(slope.s()).epsilon(1e-7));
                // Also the modes of the motion give the output.
                CHECK((balance.output(at, model.outputs[0]) - Y).norm() < 1e-9 * Y.norm());
                for (const double h : {1e-3, 5e-4}) {
                    const Vector by_eta = difference<Vector>(all, h);
                    const Vector F = by_eta.head(F_eta.size()),
                                 Q = by_eta.segment(F_eta.size(), Y_eta.size());
                    CHECK((F_eta - F).norm() < 1e-6 * F.norm());
                    CHECK((Y_eta - Q).norm() < 1e-6 * Q.norm());
                    CHECK(partials.s == Approx(by_eta.tail(1)(0)).epsilon(1e-6));
                }
            }
}
