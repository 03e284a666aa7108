#pragma once

#include "base/progress.hpp"
#include "dynamics/orbits/regime_limits.hpp"
#include "dynamics/orbits/stop_free_sliding.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Limits of the regimes of one contact without damping, from sums over the poles:
///
///   V = c_infinite + sum c / (omega^2 - Omega^2),      W = sum b^2 / (omega^2 - Omega^2)
///
/// and w(t) = sum b^2 (sin omega t - tan(pi omega / (2 Omega)) cos omega t) / omega. What V and W
/// decide: RegimeBoundaries.
class UndampedLimits {
public:
    /// @param system  one contact, no damping
    UndampedLimits(const DrySystem& system, Progress progress);

    [[nodiscard]] RegimeLimits at(double Omega) const;
    /// None at a free resonance, or at an odd multiple of Omega.
    [[nodiscard]] std::optional<SlidingResponse> response(double Omega) const;
    /// Frequencies within [low, high], as roots between known poles and as eigenvalues.
    [[nodiscard]] RegimePeaks peaks(double low, double high) const;

private:
    /// Modes of one frequency: what the contact sees of them.
    struct Pole {
        double omega = 0;
        double b2 = 0; ///< sum b_i^2
        Complex c;     ///< sum b_i p_i(omega)
    };
    /// turn * V is real.
    struct Phase {
        Complex turn = 1;
        double c = 0; ///< the largest |c|
    };

    [[nodiscard]] Complex V_at(double Omega, double& scale) const;
    [[nodiscard]] double W_at(double Omega, double& scale) const;
    [[nodiscard]] std::optional<double> lock(double Omega, bool& absorber) const;
    [[nodiscard]] std::optional<Phase> common_phase(const std::vector<Pole>& driven) const;
    [[nodiscard]] std::vector<Complex> squared_zeros(const std::vector<Pole>& driven,
                                                     const Phase& phase, double high) const;
    [[nodiscard]] std::vector<double> zeros_of_V(double low, double high) const;

    Progress progress_;
    std::vector<Pole> poles_; ///< ascending, those that the contact sees
    Complex c_infinite_;
};

} // namespace slideway::dynamics
