#pragma once

#include "base/progress.hpp"
#include "dynamics/orbits/damped_limits.hpp"
#include "dynamics/orbits/undamped_limits.hpp"

#include <variant>

namespace slideway::dynamics {

/// Regimes of one rigid dry contact under harmonic drive, b.q' + r' = v, from closed forms:
///
///   V = b H p + r,   W = b H b,   H = (omega^2 - Omega^2 + j Omega D)^-1
///   no motion   iff  limit >= |V / W|                               (force of the locked contact)
///   continuous with two reversals a period
///               iff  limit <  Omega |V| / sqrt(w(0)^2 + max g^2),   g = (w - w(0) cos) / sin
///
/// w(t): contact velocity per unit of friction force on 0 < t < pi / Omega, sgn v = -1, of the
/// solution that repeats with opposite sign; without damping
/// w = sum b_i^2 (sin omega_i t - tan(pi omega_i / (2 Omega)) cos omega_i t) / omega_i.
/// g(0+) = b^2 / Omega is S = 1.
/// Source: docs/theory/motion_regimes.md.
class RegimeBoundaries {
public:
    /// @param progress  asked by this and all that follows
    /// @throws InputError  several contacts; as refuse_no_closed_form
    /// @throws Interrupted, as the functions below
    explicit RegimeBoundaries(const DrySystem& system, Progress progress = {});

    /// @param Omega  [rad/s], > 0
    [[nodiscard]] RegimeLimits at(double Omega) const;
    /// Limits with `more`: motions without stops that have more reversals above the closed form.
    [[nodiscard]] RegimeLimits with_more_reversals(double Omega) const;
    /// Frequencies within [low, high], as roots between known poles and as eigenvalues.
    [[nodiscard]] RegimePeaks peaks(double low, double high) const;
    [[nodiscard]] bool damped() const { return std::holds_alternative<DampedLimits>(limits_); }

private:
    std::variant<UndampedLimits, DampedLimits> limits_;
    Measure measure_;
    Progress progress_;
};

} // namespace slideway::dynamics
