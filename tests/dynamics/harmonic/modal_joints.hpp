#pragma once

#include "contact/laws/harmonic_force.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/harmonic/harmonic_stability.hpp"
#include "dynamics/modal/driven_joints.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

/// Modes with joints, and motions of harmonic balance, for tests.
namespace slideway::test {
using dynamics::DrivenJoints;

/// Modes with frequencies omega and damping D; the joints follow.
inline DrivenJoints modes(const Vector& omega, const Matrix& D)
{
    const Index m = omega.size();
    DrivenJoints s;
    s.modes.omega = omega;
    s.modes.c = D.diagonal();
    if (!D.isDiagonal(0))
        s.modes.D = D;
    s.p0 = Vector::Zero(m);
    s.p = s.force = s.inertia = s.drag = ComplexVector::Zero(m);
    return s;
}

inline void join(DrivenJoints& s, const contact::JointLaw& law, const Matrix& rows)
{
    s.joints.push_back({"joint", law, {rows, ComplexVector::Zero(rows.rows())}});
}

inline DrivenJoints oscillator(double omega, double c, const contact::JointLaw& law)
{
    DrivenJoints s = modes(Vector::Constant(1, omega), Matrix::Constant(1, 1, c));
    join(s, law, Matrix::Identity(1, 1));
    return s;
}

/// Largest distance of the multipliers of one from the nearest of the other.
inline double distance(const ComplexVector& a, const ComplexVector& b)
{
    double most = 0;
    for (const Complex& x : a) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Complex& y : b)
            nearest = std::min(nearest, std::abs(x - y));
        most = std::max(most, nearest);
    }
    return most;
}

/// Extends a solution R to more harmonics.
inline Vector widen(const Vector& R, const contact::Harmonics& from, const contact::Harmonics& to)
{
    const Index n_rows = R.size() / from.size();
    Vector wide = Vector::Zero(n_rows * to.size());
    for (Index i = 0; i < n_rows; ++i)
        wide.segment(i * to.size() + (to.means && !from.means ? 1 : 0), from.size()) =
            R.segment(i * from.size(), from.size());
    return wide;
}

/// Branches of harmonic balance at a level of the drive, with the zeros of a test function of their
/// stability as monitor. Refers to both.
inline continuation::Problem problem_with_zeros(const dynamics::HarmonicBalance& hb,
                                                dynamics::HarmonicStability& stability,
                                                double level, double dynamics::Stability::*test)
{
    continuation::Problem problem;
    problem.evaluate = [&hb, level, at = dynamics::HarmonicBalance::Evaluation(hb)](
                           const Vector& x, double p,
                           continuation::Equations& out) mutable -> bool {
        const bool defined = hb.evaluate(x, p, level, at);
        out = at.equations;
        return defined;
    };
    continuation::Monitor monitor;
    monitor.name = "test";
    monitor.zeros = true;
    monitor.value = [&stability, test](const continuation::Solution& at) -> double {
        return stability(at.x, at.p).*test;
    };
    problem.monitors.push_back(monitor);
    return problem;
}

} // namespace slideway::test
