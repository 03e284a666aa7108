#pragma once

#include "base/progress.hpp"
#include "dynamics/resting/limit_directions.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

struct DiagramOptions {
    Vector3 rate = Vector3::Zero(); ///< of Qe (N, N, N m) per unit of the load p; not 0
    double from = 0, to = 0;        ///< of p, from < to
    int points = 400;               ///< loads from `from` to `to` at which sets are certified, >= 2
};

/// Where the set of limit directions changes over the load.
enum class DiagramEvent { tangency, pitchfork, fold };
constexpr auto choices(DiagramEvent /*one of*/)
{
    using enum DiagramEvent;
    return std::to_array<Choice<DiagramEvent>>(
        {{tangency, "tangency", "rdot = 0: attracting becomes repelling"},
         {pitchfork, "pitchfork", "two mirrored directions, or a circle of them, leave one"},
         {fold, "fold", "two directions meet and vanish"}});
}

struct DiagramPoint {
    DiagramEvent event;
    double p = 0;
    LimitDirection direction;
    bool spurious = false; ///< of an approximation: the exact law has no such point
    double within = 0; ///< half width of the loads that certified sets prove it in; 0: not proved
};

/// A curve of directions over the load, in its order.
struct DirectionBranch {
    std::vector<double> p;
    std::vector<LimitDirection> directions;
};

struct DirectionDiagram {
    std::vector<double> loads;         ///< `points`
    std::vector<LimitDirections> sets; ///< at each of them
    std::vector<DirectionBranch> branches;
    std::vector<DiagramPoint> events;  ///< by event, then load
    std::vector<DiagramPoint> missing; ///< that the exact law has, and the approximation lacks
    /// "": at every load the branches are the certified set, and sets beside each event, and from
    /// one load to the next, differ by these events (docs/theory/patch_friction.md, section 5).
    std::string doubt;
    [[nodiscard]] bool certified() const { return doubt.empty(); }
};

/// Curves of limit directions over a load Qe = patch.load + p rate, by continuation of
///
///   M rdot w = Qe - grad D(w),   |w| = 1,
///
/// begun at every certified direction that is not on a curve yet. Of an approximate law the events
/// are compared with those of the exact one: each is matched with the nearest of its kind, by
/// directions on the sphere of kappa, and what has no partner within half a radian is spurious.
/// patch.rho scales directions and rates, and has no part in what is found.
/// @throws std::invalid_argument  options outside their ranges; as limit_directions
/// @throws Interrupted
[[nodiscard]] DirectionDiagram direction_diagram(const RestingPatch& patch,
                                                 const DiagramOptions& options,
                                                 const Progress& progress = {});

} // namespace slideway::dynamics
