#pragma once

#include "continuation/problem.hpp"
#include "dynamics/orbits/grazing.hpp"
#include "dynamics/orbits/orbit_equations.hpp"
#include "dynamics/orbits/orbit_label.hpp"
#include "dynamics/orbits/passage.hpp"

#include <vector>

namespace slideway::dynamics {

/// Equations of a label over a second parameter q, see LabelCurve. The unknowns y are a state at
/// the phase of the form, the first parameter, and the angle of a Neimark-Sacker point [rad].
class LabelEquations {
public:
    LabelEquations(const OrbitFamily& family, const OrbitForm& form, OrbitLabel label,
                   double tolerance);

    [[nodiscard]] Index size() const { return 2 * family_.m(); } ///< size of a state
    [[nodiscard]] bool turns() const { return label_ == OrbitLabel::neimark_sacker; }
    [[nodiscard]] Index n() const { return size() + (turns() ? 2 : 1); }
    /// Unknowns of a state and both parameters; empty if there is no motion.
    [[nodiscard]] Vector start(const Vector& z, double p, double q);
    bool evaluate(const Vector& y, double q, continuation::Equations& out);
    /// Moves a point from phase 0 to the phase of the equations; moves a point with its tangent
    /// (y, q) back. False if the motion breaks off.
    bool to_own_phase(Vector& y, double q);
    bool to_phase_0(Vector& y, Vector& tangent, double q);
    /// Borders as they are best at the last point.
    void take_borders();
    [[nodiscard]] OrbitFamily& family() { return family_; }
    /// Whether a motion grazes a stop at which the force jumps, so that the label ends there.
    [[nodiscard]] bool ends(const Vector& y, double q);

private:
    struct Map {
        Vector F, by_p, by_q;
        Matrix M;
        Passage part;
    };
    bool map(const VectorIn& z, Map& out) const;
    bool move_on(Vector& y, Vector& tangent, double q, double phase, double angle);
    [[nodiscard]] double whole_angle() const;
    [[nodiscard]] Complex mu(const Vector& y) const;
    [[nodiscard]] ComplexMatrix bordered(const Matrix& M, Complex mu) const;
    [[nodiscard]] Matrix scaled(const Matrix& M) const;
    bool add_singular(const Vector& y, continuation::Equations& out);
    bool add_grazing(continuation::Equations& out);
    void choose_borders(const Matrix& M, Complex mu);
    [[nodiscard]] const MotionExtremum* nearest() const;
    [[nodiscard]] double by_parameter(const MotionExtremum& extremum, std::size_t i) const;
    bool move(double p, double q);
    void watch();
    [[nodiscard]] double room() const;

    OrbitFamily family_;
    OrbitForm form_;
    OrbitLabel label_;
    PassageOptions options_;
    Vector scale_; // of a state: 1 / omega, 1
    Map at_, beside_;
    ComplexVector b_, c_; // borders
    ComplexVector v_, w_; // of the last point
    // Grazing: the stop, and the phase of the drive at which it was last touched.
    std::vector<DisplacementStop> stops_;
    std::size_t stop_ = 0;
    double phase_ = 0;
};

} // namespace slideway::dynamics
