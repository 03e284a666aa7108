#pragma once

#include "continuation/trace.hpp"

#include <functional>

/// Branches whose unknowns change their order of magnitude along the way.
namespace slideway::continuation {

/// Returns the points in reversed order.
[[nodiscard]] Branch reversed(Branch branch);

/// Returns a start that is corrected at fixed p; direction +1: towards larger p.
[[nodiscard]] Start start_of(const Vector& x, double p, int direction);

/// True if two points of branches coincide, in scaled length.
[[nodiscard]] bool are_one_point(const VectorIn& x, double p, const VectorIn& y, double q,
                                 const Scales& scales);

[[nodiscard]] bool interrupted(const Branch& branch);

/// Follows a branch in parts, each with the scales of its beginning.
struct RescaledTrace {
    const Problem& problem;
    Options options; ///< scales are those of the last part
    std::function<Scales(const VectorIn& x, double p)> scales;
    const Progress& progress;
    /// Inspects a branch after each part and may remove points; returns false to end the run.
    std::function<bool(Branch&)> look = {};
    int points = 5; ///< number of points of a part

    [[nodiscard]] Scales scales_at(const VectorIn& x, double p) const;
    /// Follows a branch from its first point.
    [[nodiscard]] Branch begin(const Start& start);
    /// Adds points at the back until there are `most`.
    void go_on(Branch& branch, Index most);
    /// Continues at the back of a branch of another run.
    void take_up(Branch& branch);
};

} // namespace slideway::continuation
