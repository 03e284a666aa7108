#pragma once

#include "contact/patch/patch_law.hpp"

#include <functional>
#include <vector>

namespace slideway::dynamics {

using contact::Vector3;

/// Contacts without velocity, set-valued at rest: dry rows, and behind them three rows of each
/// patch. What they do next is one problem: the forces f, each in its convex set, of
///
///   a = b - G f,   f_i in the normal cone at a:   a = 0 inside, f = grad D(a) (limit sgn a) else
///
/// or the least of (a - b)' G^-1 (a - b) / 2 + sum D(a), strictly convex.
struct RestingContacts {
    const Matrix& G;     ///< n x n, regular
    const Vector& b;     ///< n: accelerations without f
    const Vector& scale; ///< n: of the accelerations, a share of which counts as none
    const Vector& limit; ///< limits of the dry rows
    std::vector<const contact::PatchLaw*> patches; ///< rows on the axes of their maps, ...
    std::vector<double> turning;                   ///< ... which turn with so much [rad/s]
    /// Which are at the surface of their sets, whatever round-off says, and which are held to a
    /// motion by any force: their accelerations in b, and rates of these, are beside that.
    std::vector<bool> reached, held;
    double rate; ///< [rad/s]: scale times rate is that of the rates
    /// Sets the rates of b (n) with constant forces f (n).
    std::function<void(const Vector& forces, Vector& rates)> jerk;

    [[nodiscard]] Index n_dry() const { return limit.size(); }
    [[nodiscard]] Index first_row(std::size_t patch) const
    {
        return n_dry() + 3 * static_cast<Index>(patch);
    }
};

/// How a patch leaves rest, x = lead s^power + ...: at once (1), or with a growing load (2).
struct Departure {
    int power = 0; ///< 0: it stays
    Vector3 lead = Vector3::Zero();
};

struct NextMotions {
    std::vector<int> dry; ///< 0 sticks, +1 or -1 begins to slide
    std::vector<Departure> patches;
};
/// Where accelerations vanish rates decide: of what is on the surface of its set with the normal w,
/// the rate along w is one-sided and others stay held; a set that turns takes its surface along.
/// Rates of what departs at once count as none.
/// @throws std::runtime_error  the forces were not found
[[nodiscard]] NextMotions next_motions(const RestingContacts& contacts);

} // namespace slideway::dynamics
