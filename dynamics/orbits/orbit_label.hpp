#pragma once

#include "base/choice.hpp"
#include "continuation/branch.hpp"

#include <array>

namespace slideway::dynamics {

/// Label of a point of a branch of periodic motions, driven or free. The numbers are those in
/// files.
enum class OrbitLabel {
    none = 0,
    start = 1,
    fold = 2,
    branch_point = 3,
    period_doubling = 4, ///< only driven motions
    neimark_sacker = 5,  ///< only driven motions
    grazing = 6,
    bound = 7,
    frequency = 8, ///< only free motions: a requested frequency
};
constexpr auto choices(OrbitLabel /*one of*/)
{
    using enum OrbitLabel;
    return std::to_array<Choice<OrbitLabel>>({{none, "none"},
                                              {start, "start"},
                                              {fold, "fold"},
                                              {branch_point, "branch point"},
                                              {period_doubling, "period doubling"},
                                              {neimark_sacker, "Neimark-Sacker"},
                                              {grazing, "grazing"},
                                              {bound, "bound"},
                                              {frequency, "frequency"}});
}

/// True if a multiplier is on the unit circle.
[[nodiscard]] constexpr bool is_bifurcation(OrbitLabel label)
{
    using enum OrbitLabel;
    return label == fold || label == branch_point || label == period_doubling ||
           label == neimark_sacker;
}

/// Label that follows from the kind of a point; none for zeros of monitors.
constexpr OrbitLabel label_of(continuation::PointKind kind)
{
    using enum continuation::PointKind;
    switch (kind) {
    case start:
        return OrbitLabel::start;
    case fold:
        return OrbitLabel::fold;
    case branch_point:
        return OrbitLabel::branch_point;
    case bound:
        return OrbitLabel::bound;
    case regular:
    case monitor_zero:
    case monitor_maximum:
        break;
    }
    return OrbitLabel::none;
}

} // namespace slideway::dynamics
