#pragma once

#include "dynamics/events/locked_motion.hpp"

#include <vector>

namespace slideway::dynamics {

/// Finds when the motion from one state next reaches an event: a sliding velocity that reaches
/// zero or a reaction that reaches its limit.
///
/// Steps towards it are bounded by derivatives: the Taylor polynomial of n_derivatives less the
/// bound of the rest is positive as far as the motion goes (first_sign_change), or f + f' h - L2
/// h^2 / 2, L2 >= |f''|. Where a row leaves zero, both are divided by h. No event is passed over,
/// not even two in a row, unless they are within `shortest` of a release. Source, with all
/// tolerances: docs/theory/events.md.
class EventSearch {
public:
    /// @param limit  k [N]
    EventSearch(const Vector& limit, double period);

    /// Time from the start of the motion [s]; at most the horizon, which is at most one period.
    /// @param side   of each row: +1 or -1 slides, 0 sticks
    /// @param fresh  the sides have just been found: rows at zero are leaving it
    double next(LockedMotion& motion, const std::vector<int>& side, double horizon, bool fresh);

    /// The rows that take part in the event; none at the horizon.
    [[nodiscard]] const std::vector<bool>& hit() const { return hit_; }
    [[nodiscard]] bool any_hit() const { return any_hit_; }
    [[nodiscard]] long long n_evaluations() const { return n_evaluations_; }

    /// Shortest interval as a fraction of a period: events so soon after a release are not
    /// searched, and stops so short do not count. From 1e-10 to 1e-7 no test changes. At 1e-11
    /// round-off of a release from a weak spring causes an event; at 1e-6 one of three true stops
    /// in a period is lost.
    static constexpr double shortest = 1e-9;

private:
    struct Row {
        DerivativeBounds bound;
        double scale = 0; // of the function and its limit, up to the horizon
        double reach = 0; // of the Taylor polynomial
    };

    struct Advance {
        double h = 0;
        bool event = false; // there; else not before
    };

    Advance step(const Row& row, const Derivatives& d, double sign, double limit, double most,
                 bool leaves) const;

    const Vector& limit_;
    double period_;
    std::vector<Row> rows_;
    std::vector<bool> hit_;
    bool any_hit_ = false;
    long long n_evaluations_ = 0;
};

} // namespace slideway::dynamics
