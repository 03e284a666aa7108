#pragma once

#include "base/progress.hpp"
#include "dynamics/modal/coulomb_system.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Friction forces that part the regimes of one contact at one frequency.
struct RegimeLimits {
    double continuous = 0;        ///< [N] slides without a stop below it
    double continuous_unit_S = 0; ///< [N] the same with S = 1; at least `continuous`
    /// S = max g(t) / (b^2 / Omega), >= 1 without damping; none where g has no bound: a mode at an
    /// odd multiple, three or more, of Omega.
    std::optional<double> S;
    /// [N] stays at rest from it on; none within 1e-9 of a driven, undamped frequency of the system
    /// with the contact locked: no friction force holds it.
    std::optional<double> no_motion;
    bool resonance = false; ///< undamped mode at Omega: without bound below `continuous`
    /// The system with the contact locked has an undamped mode at Omega that no load reaches: its
    /// free vibration takes any part of the load, so the contact comes to rest whatever the limit.
    /// `no_motion` is then that of the frequencies beside it.
    bool absorber = false;

    [[nodiscard]] Regime regime(double limit) const;
};

/// What stands out over a range of frequencies, without damping; each ascending.
struct RegimePeaks {
    Vector infinite;       ///< [rad/s] `no_motion` grows without bound
    Vector resonances;     ///< [rad/s] free resonances that the contact sees ...
    Vector finite;         ///< [N] ... and `continuous` there, pi |p| / (4 |b|)
    Vector antiresonances; ///< [rad/s] the contact without friction stands still
    bool damped = false;   ///< then all are empty: damping leaves none of them exact
};

/// Regimes of one rigid dry contact under harmonic drive, b.q' + r' = v, from closed forms:
///
///   V = b H p + r,   W = b H b,   H = (omega^2 - Omega^2 + j Omega D)^-1
///   no motion   iff  limit >= |V / W|                               (force of the locked contact)
///   continuous  iff  limit <  Omega |V| / sqrt(w(0)^2 + max g^2),   g = (w - w(0) cos) / sin
///
/// w(t): contact velocity per unit of friction force on 0 < t < pi / Omega, sgn v = -1, of the
/// solution that repeats with opposite sign; without damping
/// w = sum b_i^2 (sin omega_i t - tan(pi omega_i / (2 Omega)) cos omega_i t) / omega_i.
/// g(0+) = b^2 / Omega is S = 1.
/// Source: docs/theory/motion_regimes.md.
class RegimeBoundaries {
public:
    /// @param progress  asked by this and all that follows
    /// @throws InputError  not one contact; as refuse_no_closed_form
    /// @throws Interrupted, as the functions below
    explicit RegimeBoundaries(const CoulombSystem& system, Progress progress = {});

    /// @param Omega  [rad/s], > 0
    [[nodiscard]] RegimeLimits at(double Omega) const;
    /// Frequencies within [low, high], as roots between known poles and as eigenvalues.
    [[nodiscard]] RegimePeaks peaks(double low, double high) const;
    [[nodiscard]] bool damped() const { return damped_; }

private:
    /// Modes of one frequency: what the contact sees of them.
    struct Pole {
        double omega = 0;
        double b2 = 0; ///< sum b_i^2
        Complex c;     ///< sum b_i p_i(omega)
    };
    /// A decaying part of the motion between two reversals, exp(s t).
    struct Decay {
        Complex s, residue;
    };

    [[nodiscard]] Complex undamped_V(double Omega, double& scale) const;
    [[nodiscard]] double undamped_W(double Omega, double& scale) const;
    [[nodiscard]] std::optional<double> undamped_lock(double Omega, bool& absorber) const;
    [[nodiscard]] RegimeLimits undamped_at(double Omega) const;
    [[nodiscard]] RegimeLimits damped_at(double Omega) const;
    [[nodiscard]] std::vector<double> zeros_of_V(double low, double high) const;

    CoulombSystem system_;
    Progress progress_;
    Vector b_;
    bool damped_ = false;
    std::vector<Pole> poles_;   ///< without damping, ascending, those that the contact sees
    Complex c_infinite_;        ///< V = c_infinite + sum c / (omega^2 - Omega^2)
    std::vector<Decay> decays_; ///< with damping
};

} // namespace slideway::dynamics
