#pragma once

#include "base/progress.hpp"
#include "dynamics/orbits/regime_limits.hpp"
#include "dynamics/orbits/stop_free_sliding.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Limits of the regimes of one contact with damping, from V = b H p + r and W = b H b; w(t) from
/// the decaying parts of the motion between two reversals. What they decide: RegimeBoundaries.
class DampedLimits {
public:
    /// @param system  one contact
    /// @throws Interrupted
    DampedLimits(const DrySystem& system, Progress progress);

    [[nodiscard]] RegimeLimits at(double Omega) const;
    /// None at a free resonance without damping.
    [[nodiscard]] std::optional<SlidingResponse> response(double Omega) const;

private:
    /// A decaying part of the motion between two reversals, exp(s t).
    struct Decay {
        Complex s, residue;
    };
    class Response;
    /// Quantities of the locked contact.
    struct Held {
        Complex V;
        std::optional<double> no_motion; ///< |V / W| [N]
        bool resonance = false;
    };

    void add_decays_of_modes();
    void find_decays();
    [[nodiscard]] std::optional<Held> held_by_modes(double Omega) const;
    [[nodiscard]] Held held_by_lu(double Omega) const;

    DrySystem system_;
    Progress progress_;
    Vector b_;
    std::vector<Decay> decays_;
};

} // namespace slideway::dynamics
