#pragma once

#include "dynamics/modal/dry_contacts.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Where numbers of the closed forms of regimes count as equal. What breaks beside them:
/// docs/theory/events.md.
struct RegimeTolerances {
    /// Share of a row or a load that is round-off. From 1e-15 on nothing moves; at 1e-9 a contact
    /// where a mode nearly stands still is not refused.
    static constexpr double unseen = 1e-12;
    /// Relative distance of Omega from a resonance that counts as resonant, because frequencies are
    /// written with ten digits. At 1e-12 they miss their resonances (94 checks); at 1e-6
    /// neighbouring frequencies count as resonant.
    static constexpr double resonant = 1e-9;
    /// Share of V at a zero of W that is round-off: the load does not reach that mode. From 1e-12
    /// to 1e-6 nothing moves.
    static constexpr double undriven = 1e-9;
    /// Share of W: closer to a zero of it than to a free frequency. From 5e-4 to 0.95 nothing
    /// moves.
    static constexpr double cancels = 0.5;
    /// Relative, of a limit that holds the contact: round-off of the boundary, which would part a
    /// limit of 1 N from a boundary of 1 N.
    static constexpr double same_limit = 1e-12;
};

/// Friction forces between which the contact slides without a stop, with more than two reversals a
/// period.
struct StopFreeRange {
    double from = 0, to = 0; ///< [N]; both ends excluded
    int reversals = 6;       ///< a period
    /// The motion first stops at `to`; false: it was followed no farther.
    bool stops_at_end = true;
};

/// All that were found at one frequency.
struct MoreReversals {
    std::vector<StopFreeRange> ranges; ///< ascending, above the closed form
    std::string not_searched;          ///< why the search is not complete; empty if it is
};

/// Friction forces that part the regimes of one contact at one frequency; moments [N m] where it
/// turns.
struct RegimeLimits {
    Measure measure = Measure::displacement; ///< measure of the contact
    double continuous = 0;                   ///< [N] below it two reversals a period and no stop
    double continuous_unit_S = 0;            ///< [N] the same with S = 1; at least `continuous`
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
    MoreReversals more; ///< computed if it was requested

    [[nodiscard]] Regime regime(double limit) const;
    /// [N] largest limit at which the contact is known to slide without a stop: the end of the last
    /// range with more reversals, or `continuous`.
    [[nodiscard]] double stop_free() const
    {
        return more.ranges.empty() ? continuous : more.ranges.back().to;
    }
};

/// Special frequencies in a range, without damping; each list ascends.
struct RegimePeaks {
    Vector infinite;       ///< [rad/s] `no_motion` grows without bound
    Vector resonances;     ///< [rad/s] free resonances that the contact sees ...
    Vector finite;         ///< [N] ... and `continuous` there, pi |p| / (4 |b|)
    Vector antiresonances; ///< [rad/s] the contact does not move without friction
    bool damped = false;   ///< then all are empty: damping leaves none of them exact
};

} // namespace slideway::dynamics
