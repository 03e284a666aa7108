#pragma once

#include "contact/periodic/trigonometric_sum.hpp"

#include <map>
#include <vector>

/// Forces of joints in periodic motion, harmonic by harmonic:
///
///   r(theta) = [r_0] + sum_k r_ck cos k theta + r_sk sin k theta,   k = 1 .. n_h
///
/// theta is the phase of the cycle. Forces do not depend on the frequency, except those of laws
/// that depend on velocity, v = Omega dr/dtheta. The coefficients of a row have the order [mean,]
/// c1, s1, c2, s2, ...; the rows of a joint follow one another.
namespace slideway::contact {

/// Set of Fourier coefficients.
struct Harmonics {
    Index n_h = 1;      ///< at least 1
    bool means = false; ///< true: means are included. false: means of r are zero, and means of the
                        ///< forces are dropped

    [[nodiscard]] Index size() const
    {
        return 2 * n_h + (means ? 1 : 0);
    } ///< number of coefficients per row
};

enum class FrictionState { stick, slip_forward, slip_back, separation };

/// A change of state. Five kinds occur in general: stick -> slip, slip -> stick, slip ->
/// separation, separation -> stick, separation -> slip. Stick -> separation occurs if the
/// tangential force is zero when the contact opens, for example with x = 0. Without friction a
/// closed contact always slips with zero force, and a slip may change to a slip of the other sense.
struct FrictionEvent {
    double phase = 0; ///< in [0, 2 pi)
    FrictionState before{}, after{};
};

/// Fourier coefficients of the forces of a joint, and their derivatives.
struct HarmonicForce {
    Vector F;       ///< rows * size [N]
    Matrix J;       ///< dF/dR [N/m]
    Vector F_Omega; ///< dF/dOmega [N s]; empty if the law does not depend on the frequency
    Matrix H;       ///< sum_i lambda_i d^2 F_i / dR^2, symmetric; 0 x 0 without lambda
    /// Derivatives of lambda . F where it depends on the frequency; empty and 0 otherwise.
    Vector H_Omega;          ///< by R and Omega [s]
    double H_OmegaOmega = 0; ///< by Omega twice
    /// Only elastic-coulomb: changes of state over the cycle in the order of time, ...
    std::vector<FrictionEvent> events;
    std::vector<FrictionState> states; ///< ... the state after each; one for a cycle without events
    double dissipated = 0;             ///< dissipated work per cycle [J]
};

/// A force f(r, v) of one row and its derivatives, at equal steps of a cycle.
struct StateSamples {
    Vector r, by_theta, v; ///< motion, dr/dtheta and v
    Vector f, f_r, f_v, f_rr, f_rv, f_vv;
    /// Workspace: coefficients of one row, integrals, factors of the samples, and their products.
    Vector coefficients, integrals, weights, weighted;

    void resize(Index samples);
};

/// Workspace for evaluations with the same harmonics. After the first one, evaluations do not
/// allocate.
struct HarmonicWorkspace {
    explicit HarmonicWorkspace(const Harmonics& harmonics);

    /// An interval in which u grows from low to its maximum at high.
    struct Rise {
        double low, high;
        double bottom, top; ///< u at low and high
        double bend;        ///< u'' at high
        bool held;          ///< true if it begins no slip, for any top
    };
    /// An event with data for the derivatives.
    struct Change {
        double theta;
        FrictionState before, after;
        double c;      ///< constant of a beginning stick: T = k_t x + c
        double dc_dy;  ///< derivative of c at a beginning stick: dc/dY = dc_dy * (basis at theta)
        double slope;  ///< stick -> slip: rate of |T| - mu N; slip -> stick: rate of the slip, < 0
        double a1, a2; ///< at separation: derivatives of k_t x ...
        double n1, n2; ///< ... and of N
        double force;  ///< T where a stick begins [N]
        double length; ///< length of a beginning stick [rad], accurate relative to itself
    };
    /// Integrals of cos k theta, sin k theta, k = 0 .. 2 n_h, over a part of the cycle.
    struct Moments {
        std::vector<double> c, s;
    };

    Harmonics harmonics;
    double Omega = 0; ///< frequency of the motion [rad/s], for laws that depend on velocity
    SignChangeFinder finder;
    TrigonometricSum x, normal, bound[2], from_stick;
    std::vector<SignChange> extrema, openings;
    std::vector<Rise> rises[2], turned[2];
    std::vector<Change> changes;
    /// Input and kind of the friction cycle in `bound`, `rises` and `changes`. The cycle is
    /// computed again only if they change.
    std::vector<double> cycle_of;
    int cycle_kind = -1;                ///< kind of the cycle; -1: none
    std::vector<double> cosines, sines; ///< cos and sin of k theta at each change, k = 0 .. 2 n_h
    std::vector<double> phase;          ///< cos and then sin of k theta at one theta, k = 0 .. n_h
    Moments sticking, slipping, touching;
    std::vector<double> basis, slope_basis, update, w, weighted;
    Matrix block;
    /// Rows 1, cos, sin of k theta, k = 1 .. 2 n_h, at equal steps, by the number of samples.
    std::map<Index, Matrix> waves;
    StateSamples samples;
    Matrix products, mixed, squared; ///< matrices of one row
    /// Workspace of laws that are a sum of others, or one row of them.
    Vector part_motion, part_lambda;
    HarmonicForce part, slider;
};

} // namespace slideway::contact
