#pragma once

#include "continuation/branch.hpp"
#include "continuation/corrector.hpp"
#include "continuation/options.hpp"

namespace slideway::continuation {

constexpr double same_point = 1e-6; ///< scaled distance of points that are one

/// A point of the branch with all that a step from it needs.
struct State {
    Vector x;
    double p = 0;
    Vector t; ///< scaled unit tangent in the direction of the run
    double s = 0;
    int orientation = 0;
    double log_det = 0;
    Vector values, slopes; ///< of monitors; slopes only of those with maxima
    int iterations = 0;
    PointKind kind = PointKind::regular;
    int monitor = -1;
    int beyond = 0;    ///< surfaces that it lies beyond
    double room = 0;   ///< distance from the next one
    int n_outside = 0; ///< multipliers outside the unit circle
};

/// Angle between unit vectors; exact for small ones.
[[nodiscard]] double angle(const Vector& a, const Vector& b);

/// What steps and locations share: the corrector, scaled distances, tangents and monitors. A class
/// for its buffers: nothing is allocated after the first call.
class Workspace {
public:
    Workspace(const Problem& problem, Index n, const Options& options);

    void size(State& state) const;

    /// Scaled (to - from), valid until the next call of this or of `distance`.
    const Vector& offset(const State& to, const State& from);
    double distance(const State& to, const State& from) { return offset(to, from).norm(); }
    /// to = from + length direction, the direction scaled
    void move(State& to, const State& from, double length, const Vector& direction) const;
    [[nodiscard]] bool outside(double p) const { return p < options.p_min || p > options.p_max; }

    /// Of a point whose derivatives are the corrector's.
    double value(const Monitor& monitor, const State& at);
    double slope(const Monitor& monitor, const State& at); ///< d(value)/ds
    bool measure_all(State& at); ///< false: a monitor is not finite, `failing_monitor`
    /// Surfaces and multipliers of a point whose derivatives are the corrector's.
    void measure_surfaces(State& at);
    [[nodiscard]] int surfaces_met(const State& at) { return problem.surfaces->on(solution(at)); }
    [[nodiscard]] ComplexVector multipliers(const State& at);

    /// Tangent (along `row`) and orientation of a corrected point; false if it is not unique.
    bool orient(State& at, const Vector& row);
    /// Tangent, orientation and monitors of a corrected point.
    bool complete(State& at, const Vector& row);
    /// Orientation and monitors of a stored point, whose tangent stays to the last bit; false if F
    /// or a monitor cannot be evaluated there.
    bool resume(State& at);

    [[nodiscard]] const Vector& scale() const { return corrector.scale(); }

    const Problem& problem;
    const Options& options;
    const Index n;
    Corrector corrector;
    const Vector unit_p; ///< n + 1: the plane of constant p
    int failing_monitor = -1;

    /// A point whose derivatives are the corrector's, as monitors see it.
    [[nodiscard]] Solution solution(const State& at);

private:
    Vector difference_, physical_, x_moved_, tangent_;
};

/// Multipliers with a modulus above 1 by more than round-off.
[[nodiscard]] int count_outside(const ComplexVector& multipliers);

} // namespace slideway::continuation
