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
/// w(t) is the contact velocity per unit of friction force in the half period 0 < t < pi / Omega
/// with sgn v = -1. The solution repeats with opposite sign in the next half period. Without
/// damping
/// w = sum b_i^2 (sin omega_i t - tan(pi omega_i / (2 Omega)) cos omega_i t) / omega_i.
/// S = Omega max g / b^2, where b^2 = sum b_i^2. Without damping, g(0+) = b^2 / Omega.
/// Source: docs/theory/motion_regimes.md.
class RegimeBoundaries {
public:
    /// @param progress  polled by the constructor and by all functions
    /// @throws InputError  there are several contacts, or refuse_no_closed_form throws
    /// @throws Interrupted  progress requests the end, here and in the functions below
    explicit RegimeBoundaries(const DrySystem& system, Progress progress = {});

    /// @param Omega  [rad/s], > 0
    [[nodiscard]] RegimeLimits at(double Omega) const;
    /// Limits with `more`: motions without stops that have more reversals above the closed form.
    [[nodiscard]] RegimeLimits with_more_reversals(double Omega) const;
    /// Special frequencies in [low, high], computed as roots between known poles or as eigenvalues.
    [[nodiscard]] RegimePeaks peaks(double low, double high) const;
    [[nodiscard]] bool damped() const { return std::holds_alternative<DampedLimits>(limits_); }

private:
    std::variant<UndampedLimits, DampedLimits> limits_;
    Measure measure_;
    Progress progress_;
};

} // namespace slideway::dynamics
