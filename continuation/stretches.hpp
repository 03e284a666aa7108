#pragma once

#include "continuation/trace.hpp"

#include <functional>

/// Branches whose unknowns change their size along the way.
namespace slideway::continuation {

/// The same points in the other order.
[[nodiscard]] Branch reversed(Branch branch);

/// A start that is corrected at p; direction +1: towards larger p.
[[nodiscard]] Start start_of(const Vector& x, double p, int direction);

/// Whether two points of branches are one, in scaled length.
[[nodiscard]] bool are_one_point(const VectorIn& x, double p, const VectorIn& y, double q,
                                 const Scales& scales);

[[nodiscard]] bool interrupted(const Branch& branch);

/// What is followed in stretches, each with the scales of its beginning.
struct Stretches {
    const Problem& problem;
    Options options; ///< its scales are those of the last stretch
    std::function<Scales(const VectorIn& x, double p)> scales;
    const Progress& progress;
    /// Looks at a branch after each stretch, may take points away; false: enough.
    std::function<bool(Branch&)> look = {};
    int points = 5; ///< of a stretch

    [[nodiscard]] Scales scales_at(const VectorIn& x, double p) const;
    /// A branch from its first point.
    [[nodiscard]] Branch begin(const Start& start);
    /// Adds points at the back until there are `most`.
    void go_on(Branch& branch, Index most);
    /// Goes on at the back of a branch of another run.
    void take_up(Branch& branch);
};

} // namespace slideway::continuation
