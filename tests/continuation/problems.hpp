#pragma once

#include "continuation/trace.hpp"

#include <cmath>

namespace slideway::test {

/// One equation in one unknown: f fills F, F_x and F_p.
template <class F>
continuation::Problem scalar_problem(F f)
{
    continuation::Problem problem;
    problem.evaluate = [f](const Vector& x, double p, continuation::Equations& out) -> bool {
        f(x(0), p, out.F(0), out.F_x(0, 0), out.F_p(0));
        return true;
    };
    return problem;
}

inline continuation::Start start_of(double x, double p, int direction = +1)
{
    return {Vector::Constant(1, x), p, direction};
}

/// x^2 + p^2 = 1
inline continuation::Problem circle()
{
    return scalar_problem([](double x, double p, double& F, double& F_x, double& F_p) {
        F = x * x + p * p - 1;
        F_x = 2 * x;
        F_p = 2 * p;
    });
}

/// S-shaped curve p = x^3 - a x with folds at x = -+ sqrt(a / 3), p = +-2 (a / 3)^(3/2).
inline continuation::Problem s_curve(double a)
{
    return scalar_problem([a](double x, double p, double& F, double& F_x, double& F_p) {
        F = p - x * x * x + a * x;
        F_x = -3 * x * x + a;
        F_p = 1;
    });
}

/// One harmonic x = a_c cos(Omega t) + a_s sin(Omega t) of the Duffing oscillator x'' + c x' + x +
/// gamma x^3 = f cos(Omega t).
struct Duffing {
    double c = 0.05, gamma = 0.5, f = 0.1;

    [[nodiscard]] continuation::Problem problem() const
    {
        continuation::Problem out;
        out.evaluate = [*this](const Vector& x, double Omega, continuation::Equations& eq) -> bool {
            const double a = x(0), b = x(1), g = 0.75 * gamma;
            const double k = 1 - Omega * Omega + g * (a * a + b * b), d = c * Omega;
            eq.F << k * a + d * b - f, k * b - d * a;
            eq.F_x << k + 2 * g * a * a, d + 2 * g * a * b, -d + 2 * g * a * b, k + 2 * g * b * b;
            eq.F_p << -2 * Omega * a + c * b, -2 * Omega * b - c * a;
            return true;
        };
        return out;
    }

    /// Omega^2 at the squared amplitude A on the branch above (+1) or below (-1) the ridge. The
    /// response ((1 + g A - w)^2 + c^2 w) A = f^2 is quadratic in w = Omega^2.
    [[nodiscard]] double discriminant(double A) const
    {
        return c * c * c * c / 4 - c * c * (1 + 0.75 * gamma * A) + f * f / A;
    }
    [[nodiscard]] double omega_squared(double A, int side) const
    {
        return 1 + 0.75 * gamma * A - c * c / 2 + side * std::sqrt(discriminant(A));
    }
    /// d(Omega^2)/dA, which is zero at folds
    [[nodiscard]] double slope(double A, int side) const
    {
        return 0.75 * gamma +
               side * (-0.75 * gamma * c * c - f * f / (A * A)) / (2 * std::sqrt(discriminant(A)));
    }
};

/// Finds a zero of f in (lo, hi) to the last bits, for references.
template <class F>
double bisect(F f, double lo, double hi)
{
    const bool negative = f(lo) < 0;
    for (int k = 0; k < 200; ++k) {
        const double middle = (lo + hi) / 2;
        ((f(middle) < 0) == negative ? lo : hi) = middle;
    }
    return (lo + hi) / 2;
}

} // namespace slideway::test
