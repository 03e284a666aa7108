#pragma once

#include "contact/laws/harmonic_force.hpp"
#include "dynamics/harmonic/collocation.hpp"
#include "dynamics/modal/driven_joints.hpp"
#include "dynamics/modal/floquet.hpp"

#include <map>
#include <memory>
#include <vector>

namespace slideway::dynamics {

/// Stability of the periodic motions of linear bodies with joints of other laws (the solutions of
/// HarmonicBalance): the monodromy matrix of the full modal model, linearised about the motion
///
///   q'' + D q' + omega^2 q + B^T df = 0,      df: change of the forces of the joints by dr = B dq
///
/// - laws with a tangent cycle (elastic-coulomb, gap): between two events of the cycle df is linear
///   in dr with constant coefficients, and no force jumps at an event, so that the matrix is a
///   product of exponentials: exact for the given motion, without steps. The slider of a sticking
///   joint is a state of its own. The phases of a cycle are few, and the same for other cycles:
///   their modes are kept.
/// - smooth laws: df = df/dr dr + df/dv dv (cubic: 3 k3 r^2 dr), by exponential collocation: in a
///   step df is a polynomial through four points of Gauss, and the motion under it exact. Steps are
///   halved until the multipliers stand to 1e-9, whether or not they resolve the highest modes.
///
/// With means excluded, the motion is that under the constant loads that keep the mean of r at
/// zero; disturbances may have a mean. Then a turn of the branch over Omega and a multiplier +1
/// need not meet, unless the forces are odd.
///
/// Sources: Leine & Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems, Springer
/// 2004 (linearised motion across events); Hochbruck & Ostermann, Acta Numerica 19, 2010,
/// doi:10.1017/S0962492910000048 (exponential collocation). Formulas:
/// docs/theory/harmonic_stability.md.
class HarmonicStability {
public:
    /// @throws std::invalid_argument  a law without has_sampled_force
    /// @throws InputError             a law that is neither smooth nor has a tangent cycle
    HarmonicStability(const DrivenJoints& system, const contact::Harmonics& harmonics);

    /// @param R      coefficients of r as in HarmonicBalance: joint by joint, row by row [m]; the
    ///               multipliers of a model without joints do not depend on them
    /// @param Omega  [rad/s], > 0
    /// @throws std::invalid_argument  sizes that do not fit; numbers that are not finite
    [[nodiscard]] Stability operator()(const VectorIn& R, double Omega);

    /// d(state after a cycle)/d(state before), from just after the first event on. States: omega q,
    /// q' (2 m), then k_t^1/2 times the slider of each joint that sticks for part of the cycle.
    [[nodiscard]] Matrix monodromy(const VectorIn& R, double Omega);

private:
    using Configuration = std::vector<signed char>; ///< state of each row of B
    struct Place {
        Index row = 0, n_rows = 0, first = 0; ///< in B; of its coefficients in R
        Index slider = -1;                    ///< number among the joints with friction states
    };
    struct Event {
        double theta = 0;
        Index row = 0; ///< row of B
        signed char after = 0;
        bool sticks = false;       ///< T = k_t x + c begins, ...
        double k_t = 0, dc_dy = 0; ///< ... dc = -k_t dx + dc_dy dy there
        Index slider = -1;
    };

    void read(const VectorIn& R);
    const LinearPhase& phase(const Configuration& configuration);
    void pass(const LinearPhase& p, double from, double to, double Omega, Index refinement,
              Disturbances& d) const;
    void stick(const Event& event, Disturbances& d) const;
    [[nodiscard]] Matrix cycle(double Omega, Index refinement);

    DrivenJoints system_; ///< with the parts of laws in place of laws with parts
    contact::Harmonics harmonics_;
    contact::HarmonicWorkspace work_;
    contact::HarmonicForce force_;
    contact::TangentCycle cycle_;
    std::vector<Place> places_;
    Index n_ = 0, n_sliders_ = 0;
    Matrix B_;     ///< n_r x m
    Vector scale_; ///< m [rad/s]: omega, or the lowest omega > 0 where it is zero
    std::map<Configuration, std::shared_ptr<const LinearPhase>> phases_;

    // State at the start of the current motion.
    Configuration start_;
    std::vector<Event> events_;
    std::vector<Index> active_; ///< sliders that count among the states
    std::vector<SmoothRow> smooth_;
};

} // namespace slideway::dynamics
