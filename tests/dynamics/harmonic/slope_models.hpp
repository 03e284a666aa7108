#pragma once

#include "dynamics/harmonic/resonance_slope.hpp"
#include "tests/dynamics/harmonic/known_ridges.hpp"

#include <functional>
#include <utility>

/// Models of all forms of the compliance, and their motions by Newton's method, for tests of
/// derivatives.
namespace slideway::test {

/// f'(0) by central differences of fourth order.
template <class Value>
Value difference(const std::function<Value(double)>& f, double step)
{
    const Value near = f(step) - f(-step), far = f(2 * step) - f(-2 * step);
    return (8 * near - far) / (12 * step);
}

inline double distance(const ComplexVector& a, const ComplexVector& b)
{
    return (a - b).norm() / b.norm();
}

/// Newton's method with halved steps.
inline void solve(const dynamics::HarmonicBalance& model, Vector R, double Omega, double level,
                  dynamics::HarmonicBalance::Evaluation& at,
                  const dynamics::DampingChange& damping = {})
{
    const continuation::Equations& eq = at.equations;
    model.evaluate(R, Omega, level, at, damping);
    for (int k = 0; k < 100; ++k) {
        const double norm = eq.F.norm();
        const Vector step = independent::solve(eq.F_x, -eq.F);
        double part = 1;
        for (int halvings = 0; halvings < 30; ++halvings, part /= 2) {
            model.evaluate(R + part * step, Omega, level, at, damping);
            if (eq.F.norm() < norm)
                break;
        }
        R += part * step;
        if (step.norm() < 1e-14 * R.norm())
            break;
    }
    model.evaluate(R, Omega, level, at, damping);
    REQUIRE(eq.F.norm() < 1e-11 * R.norm());
}

inline double ln_rms(const dynamics::HarmonicBalance& model,
                     const dynamics::HarmonicBalance::Evaluation& at)
{
    Vector Y;
    model.output(at, 0, Y);
    return std::log(dynamics::rms(model.harmonics(), Y));
}

/// {F = 0, s = 0} by Newton's method, from a frequency nearby.
inline void solve_peak(const dynamics::HarmonicBalance& model, double hz, double level,
                       dynamics::HarmonicBalance::Evaluation& at,
                       const dynamics::DampingChange& damping = {})
{
    solve(model, Vector::Zero(model.n()), two_pi * hz, level, at, damping);
    dynamics::ResonanceSlope slope(model, 0);
    const Index n = model.n();
    Vector R = at.R;
    double Omega = at.Omega;
    for (int k = 0; k < 20; ++k) {
        slope.differentiate(at);
        // Displacements in parts of the motion, frequencies in parts of the frequency.
        const double scale = R.norm();
        Matrix A(n + 1, n + 1);
        A << at.equations.F_x, at.equations.F_p * (Omega / scale),
            slope.s_r().transpose() * (scale * Omega), slope.s_Omega() * Omega * Omega;
        Vector b(n + 1);
        b << at.equations.F / scale, slope.s() * Omega;
        const Vector step = independent::solve(A, -b);
        R += scale * step.head(n);
        Omega += Omega * step(n);
        REQUIRE(model.evaluate(R, Omega, level, at, damping));
        if (step.norm() < 1e-12)
            break;
    }
    CHECK(at.equations.F.norm() < 1e-10 * R.norm());
    CHECK(std::abs(slope.value(at)) < 1e-10);
}

/// A model on a shaken base, with an output that the shaking moves.
inline HarmonicModel shaken(HarmonicModel model)
{
    const Index m = model.system.n_modes();
    model.system.inertia = Complex(0.3, -0.1) * 1e-6 * ComplexVector::LinSpaced(m, 1, 2);
    model.system.drag = Complex(0.2, 0.4) * 1e-4 * ComplexVector::LinSpaced(m, 2, -1);
    model.system.joints[0].on.follow.setConstant(Complex(1e-5, 2e-5));
    model.outputs[0].follow = Complex(2e-5, -1e-5);
    return model;
}

/// Damping that couples the modes: by the poles of the first-order form.
inline HarmonicModel coupled(HarmonicModel model)
{
    dynamics::StackedModes& modes = model.system.modes;
    modes.D = modes.c.asDiagonal();
    for (Index i = 1; i < modes.n(); ++i)
        modes.D(i, i - 1) = modes.D(i - 1, i) = 0.2 * std::sqrt(modes.c(i) * modes.c(i - 1));
    return model;
}

/// With a motion that nothing holds: by LU.
inline HarmonicModel rigid(HarmonicModel model)
{
    model = coupled(std::move(model));
    model.system.modes.omega(0) = 0;
    return model;
}

} // namespace slideway::test
