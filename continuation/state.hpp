#pragma once

#include "continuation/branch.hpp"
#include "continuation/corrector.hpp"
#include "continuation/options.hpp"

namespace slideway::continuation {

constexpr double same_point = 1e-6; ///< scaled distance below which points coincide

/// A point of the branch with all data for a step from it.
struct State {
    Vector x;
    double p = 0;
    Vector t; ///< scaled unit tangent in the direction of the run
    double s = 0;
    int orientation = 0;
    double log_det = 0;
    Vector values, slopes; ///< values of monitors; slopes only of those with maxima
    int iterations = 0;
    PointKind kind = PointKind::regular;
    int monitor = -1;
    int beyond = 0;    ///< number of surfaces that it lies beyond
    double room = 0;   ///< distance from the next surface
    int n_outside = 0; ///< number of multipliers outside the unit circle
};

/// Angle between unit vectors, accurate for small angles.
[[nodiscard]] double angle(const Vector& a, const Vector& b);

/// Common data of steps and locations: the corrector, scaled distances, tangents and monitors. The
/// class owns its buffers: nothing is allocated after the first call.
class Workspace {
public:
    Workspace(const Problem& problem, Index n, const Options& options);

    void size(State& state) const;

    /// Returns the scaled (to - from), valid until the next call of this function or of `distance`.
    const Vector& offset(const State& to, const State& from);
    double distance(const State& to, const State& from) { return offset(to, from).norm(); }
    /// Sets to = from + length direction, with a scaled direction.
    void move(State& to, const State& from, double length, const Vector& direction) const;
    [[nodiscard]] bool outside(double p) const { return p < options.p_min || p > options.p_max; }

    /// Value of a monitor at a point whose derivatives are in the corrector.
    double value(const Monitor& monitor, const State& state);
    double slope(const Monitor& monitor, const State& state); ///< d(value)/ds
    bool measure_all(State& state); ///< false if a monitor is not finite, see failing_monitor
    /// Evaluates surfaces and multipliers of a point whose derivatives are in the corrector.
    void measure_surfaces(State& state);
    [[nodiscard]] int surfaces_met(const State& state)
    {
        return problem.surfaces->on(solution(state));
    }
    [[nodiscard]] ComplexVector multipliers(const State& state);

    /// Computes tangent (along `row`) and orientation of a corrected point; false if it
    /// is not unique.
    bool orient(State& state, const Vector& row);
    /// Computes tangent, orientation and monitors of a corrected point.
    bool complete(State& state, const Vector& row);
    /// Computes orientation and monitors of a stored point without changing its tangent; false if F
    /// or a monitor cannot be evaluated there.
    bool resume(State& state);

    [[nodiscard]] const Vector& scale() const { return corrector.scale(); }

    const Problem& problem;
    const Options& options;
    const Index n;
    Corrector corrector;
    const Vector unit_p; ///< n + 1: the plane of constant p
    int failing_monitor = -1;

    /// A point whose derivatives are the corrector's, as monitors see it.
    [[nodiscard]] Solution solution(const State& state);

private:
    Vector difference_, physical_, x_moved_, tangent_;
};

/// Number of multipliers whose modulus exceeds 1 by more than round-off.
[[nodiscard]] int count_outside(const ComplexVector& multipliers);

} // namespace slideway::continuation
