#pragma once

#include "contact/periodic/harmonic_moments.hpp"

#include <ranges>

/// Parts of a friction cycle in one state, and integrals over them.
namespace slideway::contact {

/// Sense of a slip; 0 for other states.
inline double sense(FrictionState state)
{
    return state == FrictionState::slip_forward ? 1 : state == FrictionState::slip_back ? -1 : 0;
}

/// 1 / x where that is finite: a term of an edge is left out.
inline double inverse(double x)
{
    const double y = 1 / x;
    return std::isfinite(y) ? y : 0;
}

/// An interval in one state, with the multiples of the phase at both of its events.
struct StateInterval {
    const HarmonicWorkspace::Change &begin, &end;
    double from, to; ///< phases, to > from
    const double *cos_from, *sin_from, *cos_to, *sin_to;

    [[nodiscard]] FrictionState state() const { return begin.after; }
    [[nodiscard]] double length() const
    {
        return state() == FrictionState::stick ? begin.length : to - from;
    }
    /// True for a stick whose displacement hardly changes, so that integrals over it are computed
    /// from its growth since the begin.
    [[nodiscard]] bool is_short_stick(const Harmonics& h) const
    {
        return state() == FrictionState::stick && 2 * static_cast<double>(h.n_h) * length() <= 1;
    }
};

/// Intervals from each change to the next, after tabulate_multiples. The last one ends with the
/// first change of the next cycle.
inline auto state_intervals(const HarmonicWorkspace& work)
{
    return std::views::iota(std::size_t{0}, work.changes.size()) |
           std::views::transform([&work](std::size_t e) -> StateInterval {
               const bool last = e + 1 == work.changes.size();
               const std::size_t f = last ? 0 : e + 1, count = work.sticking.c.size();
               const HarmonicWorkspace::Change &begin = work.changes[e], &end = work.changes[f];
               return {begin,
                       end,
                       begin.theta,
                       end.theta + (last ? 2 * std::numbers::pi : 0),
                       &work.cosines[e * count],
                       &work.sines[e * count],
                       &work.cosines[f * count],
                       &work.sines[f * count]};
           });
}

/// w: integral of the basis from one phase to another, whose multiples are given.
inline void integrate_basis(const Harmonics& h, double from, double to, const double* cos_from,
                            const double* sin_from, const double* cos_to, const double* sin_to,
                            double* w)
{
    if (h.means)
        *w++ = to - from;
    for (std::size_t k = 1; k <= static_cast<std::size_t>(h.n_h); ++k) {
        *w++ = (sin_to[k] - sin_from[k]) / static_cast<double>(k);
        *w++ = (cos_from[k] - cos_to[k]) / static_cast<double>(k);
    }
}
inline void integrate_basis(const Harmonics& h, const StateInterval& s, double* w)
{
    integrate_basis(h, s.from, s.to, s.cos_from, s.sin_from, s.cos_to, s.sin_to, w);
}

/// cos k theta, sin k theta, k = 0 .. 2 n_h, at the changes.
void tabulate_multiples(HarmonicWorkspace& work);

/// Integrals over long sticks, over slip with its sense, and over contact if that ever ends.
void integrate_states(HarmonicWorkspace& work, bool touching);

} // namespace slideway::contact
