#pragma once

#include "contact/harmonic_force.hpp"
#include "dynamics/joint_system.hpp"

#include <map>
#include <memory>
#include <vector>

namespace slideway::dynamics {

/// Stability of a periodic motion against small disturbances.
struct Stability {
    /// Floquet multipliers, the largest first: what a disturbance is multiplied by in a cycle. 2 m,
    /// and one more for each elastic-coulomb joint that sticks for part of the cycle. Empty where
    /// the growth leaves the range of numbers.
    ComplexVector multipliers;
    bool stable = false; ///< none lies outside the unit circle (by more than 1e-9: round-off)

    /// Test functions. Each is a distance from a loss of stability with the sign of a product that
    /// is positive while the motion is stable; along a branch it changes its sign where one
    /// multiplier, or a pair, crosses the unit circle. Continuous but where a contact begins to
    /// slip: there the multipliers jump, as the Jacobian of harmonic balance does.
    double fold_test = -1; ///< a real one through +1: the sign of prod (1 - sigma_i)
    double flip_test = -1; ///< a real one through -1: the sign of prod (1 + sigma_i)
    /// a complex pair: the sign of prod (1 - sigma_i sigma_j), i < j
    double neimark_sacker_test = -1;
    /// Two real multipliers are nearest to the product 1: a zero of neimark_sacker_test is then no
    /// Neimark-Sacker point but a neutral saddle, where nothing happens.
    bool neutral_saddle = false;
};

/// What the multipliers of a motion say of it.
[[nodiscard]] Stability stability_of(ComplexVector multipliers);

/// Stability of the periodic motions of linear bodies with joints of other laws (the solutions of
/// HarmonicBalance): the monodromy matrix of the full modal model, linearised about the motion
///
///   q'' + D q' + omega^2 q + B^T df = 0,      df: change of the forces of the joints by dr = B dq
///
/// - elastic-coulomb and gap: between two events of the cycle df is linear in dr with constant
///   coefficients, and no force jumps at an event, so that the matrix is a product of exponentials:
///   exact for the given motion, without steps. The slider of a sticking elastic-coulomb joint is
///   a state of its own. The phases of a cycle are few, and the same for other cycles: their modes
///   are kept.
/// - cubic: df = 3 k3 r(t)^2 dr, by exponential collocation: in a step df is a polynomial through
///   four points of Gauss, and the motion under it exact. Steps are halved until the multipliers
///   stand to 1e-9, whether or not they resolve the highest modes.
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
    /// @throws std::invalid_argument  a law without has_harmonic_force; a rigid dry contact
    HarmonicStability(const JointSystem& system, const contact::Harmonics& harmonics);

    /// @param R      coefficients of r as in HarmonicBalance: joint by joint, row by row [m]
    /// @param Omega  [rad/s], > 0
    /// @throws std::invalid_argument  sizes that do not fit; numbers that are not finite
    [[nodiscard]] Stability operator()(const VectorIn& R, double Omega);

    /// d(state after a cycle)/d(state before), from just after the first event on. States: omega q,
    /// q' (2 m), then k_t^1/2 times the slider of each elastic-coulomb joint that sticks for part
    /// of the cycle.
    [[nodiscard]] Matrix monodromy(const VectorIn& R, double Omega);

private:
    struct Phase;
    using Configuration = std::vector<signed char>; ///< state of each row of B
    struct Place {
        Index row = 0, n_rows = 0, first = 0; ///< in B; of its coefficients in R
        Index slider = -1;                    ///< number among the elastic-coulomb joints
    };
    struct Event {
        double theta = 0;
        Index row = 0; ///< of B
        signed char after = 0;
        bool sticks = false;       ///< T = k_t x + c begins, ...
        double k_t = 0, dc_dy = 0; ///< ... dc = -k_t dx + dc_dy dy there
        Index slider = -1;
    };

    void read(const VectorIn& R);
    const Phase& phase(const Configuration& configuration);
    [[nodiscard]] Matrix cycle(double Omega, Index refinement);

    JointSystem system_;
    contact::Harmonics harmonics_;
    contact::HarmonicWorkspace work_;
    contact::HarmonicForce force_;
    std::vector<Place> places_;
    Index n_ = 0, n_sliders_ = 0;
    Matrix B_;     ///< n_r x m
    Vector scale_; ///< m [rad/s]: omega, or the lowest omega > 0 where it is zero
    std::map<Configuration, std::shared_ptr<const Phase>> phases_;

    // Of the motion at hand.
    Configuration start_;
    std::vector<Event> events_;
    std::vector<Index> active_; ///< sliders that count among the states
    struct Smooth {
        Index row = 0;
        double k3 = 0;
        contact::TrigonometricSum r;
    };
    std::vector<Smooth> smooth_;
};

/// Hill's matrix of the same linearised motion: dq = exp(lambda t) sum of n_hill harmonics and a
/// mean. Its eigenvalues lambda approximate the Floquet exponents, each with copies at
/// j k Omega beside it. (2 m (2 n_hill + 1))^2, states harmonic by harmonic in the order mean, c1,
/// s1, ..., each scale q (m) and (lambda + d/dt) q (m).
///
/// Laws without memory (cubic, gap): exact as n_hill grows. elastic-coulomb: J takes the slider
/// of a stick to be where the disturbance without its factor exp(lambda t) puts it, so that only
/// lambda = 0 is exact, the loss of stability through +1.
///
/// @param n_hill  >= n_h of the motion
/// @throws std::invalid_argument  as HarmonicStability; n_hill < n_h
/// Source: Detroux, Renson, Masset & Kerschen, Comput. Methods Appl. Mech. Engrg. 296, 2015,
/// doi:10.1016/j.cma.2015.07.017.
[[nodiscard]] Matrix hill_matrix(const JointSystem& system, const contact::Harmonics& harmonics,
                                 const VectorIn& R, double Omega, Index n_hill);

/// The monodromy matrix from Hill's matrix H, without choosing among its eigenvalues: a disturbance
/// of the mean alone, exp(H 2 pi / Omega), and the sum of all harmonics at theta = 0. States omega
/// q, q'.
/// Source: Bayer & Leine, Nonlinear Dyn. 111, 2023, doi:10.1007/s11071-023-08247-7 (transposed).
[[nodiscard]] Matrix hill_monodromy(const JointSystem& system, const contact::Harmonics& harmonics,
                                    const VectorIn& R, double Omega, Index n_hill);

} // namespace slideway::dynamics
