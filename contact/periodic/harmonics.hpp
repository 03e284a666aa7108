#pragma once

#include "contact/periodic/trigonometric_sum.hpp"

#include <string_view>
#include <vector>

/// Forces of joints in periodic motion, harmonic by harmonic:
///
///   r(theta) = [r_0] + sum_k r_ck cos k theta + r_sk sin k theta,   k = 1 .. n_h
///
/// theta is the phase of the cycle. Laws do not depend on its frequency, but for those of (r, v)
/// (LawInfo::of_state). Coefficients of one row stand in the order [mean,] c1, s1, c2, s2, ...; the
/// rows of a joint follow one another.
namespace slideway::contact {

/// Which coefficients take part.
struct Harmonics {
    Index n_h = 1;      ///< at least 1
    bool means = false; ///< balanced with the others; if not, means of r count as zero and those
                        ///< of the forces are dropped

    [[nodiscard]] Index size() const { return 2 * n_h + (means ? 1 : 0); } ///< per row
};

enum class FrictionState { stick, slip_forward, slip_back, separation };
[[nodiscard]] std::string_view name(FrictionState state);

/// A change of state. Five kinds occur in general: stick -> slip, slip -> stick,
/// slip -> separation, separation -> stick, separation -> slip. Where no tangential force is left
/// as a contact opens, as with x = 0, so does stick -> separation. Without friction a closed
/// contact slips all the time, at no force, and a slip turns into that of the other sense.
struct FrictionEvent {
    double phase = 0; ///< in [0, 2 pi)
    FrictionState before{}, after{};
};

/// Fourier coefficients of the forces of a joint, and their derivatives.
struct HarmonicForce {
    Vector F;       ///< rows * size [N]
    Matrix J;       ///< dF/dR [N/m]
    Vector F_Omega; ///< dF/dOmega [N s]; empty of laws that do not depend on the frequency
    Matrix H;       ///< sum_i lambda_i d^2 F_i / dR^2, symmetric; 0 x 0 without lambda
    /// elastic-coulomb alone: changes of state over the cycle in the order of time, ...
    std::vector<FrictionEvent> events;
    std::vector<FrictionState> states; ///< ... the state after each; one for a cycle without events
    double dissipated = 0; ///< work of the forces that does not come back, per cycle [J]
};

/// What evaluations with the same harmonics share; after the first, evaluations allocate nothing.
struct HarmonicWorkspace {
    explicit HarmonicWorkspace(const Harmonics& harmonics);

    /// u grows between low and high, where it has a maximum.
    struct Rise {
        double low, high;
        double bottom, top; ///< u there
        double bend;        ///< u'' at high
        bool held;          ///< begins no slip, whatever its top
    };
    /// An event with what the derivatives need.
    struct Change {
        double theta;
        FrictionState before, after;
        double c;      ///< of a stick that begins: T = k_t x + c
        double dc_dy;  ///< of a stick that begins: dc/dY = dc_dy * (basis at theta)
        double slope;  ///< stick -> slip: growth of |T| - mu N; slip -> stick: that of slip, < 0
        double a1, a2; ///< at separation: derivatives of k_t x ...
        double n1, n2; ///< ... and of N
    };
    /// Integrals of cos k theta, sin k theta, k = 0 .. 2 n_h, over some of the cycle.
    struct Moments {
        std::vector<double> c, s;
    };

    Harmonics harmonics;
    SignChangeFinder finder;
    TrigonometricSum x, normal, bound[2];
    std::vector<SignChange> extrema, openings;
    std::vector<Rise> rises[2], turned[2];
    std::vector<Change> changes;
    /// What the friction cycle in `bound`, `rises` and `changes` is of, as numbers, and its kind:
    /// it is not sought again while these are the same.
    std::vector<double> cycle_of;
    int cycle_kind = -1;                ///< -1: none
    std::vector<double> cosines, sines; ///< of k theta at each change, k = 0 .. 2 n_h
    Moments sticking, slipping, touching;
    std::vector<double> basis, slope_basis, update, w, weighted;
    Matrix block;
};

} // namespace slideway::contact
