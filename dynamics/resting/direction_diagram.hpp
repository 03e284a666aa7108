#pragma once

#include "base/progress.hpp"
#include "dynamics/resting/limit_directions.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

struct DiagramOptions {
    Vector3 rate = Vector3::Zero(); ///< rate of Qe (N, N, N m) per unit of the load p; not 0
    double from = 0, to = 0;        ///< range of p, from < to
    int points = 400;               ///< loads from `from` to `to` at which sets are certified, >= 2
};

/// Kind of change of the set of limit directions over the load.
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
    bool spurious = false; ///< true if only an approximate law has this point, not the exact law
    double within = 0; ///< half width of the load interval that certified sets prove; 0: not proved
};

/// A curve of directions over the load.
struct DirectionBranch {
    std::vector<double> p;
    std::vector<LimitDirection> directions;
};

struct DirectionDiagram {
    std::vector<double> loads;         ///< `points`
    std::vector<LimitDirections> sets; ///< sets at each load
    std::vector<DirectionBranch> branches;
    std::vector<DiagramPoint> events; ///< by event, then load
    std::vector<DiagramPoint>
        missing; ///< events of the exact law that the approximation does not have
    /// Reason for doubt. Empty if the branches equal the certified set at every load, and if sets
    /// next to each event and at neighbouring loads differ exactly by these events
    /// (docs/theory/patch_friction.md, section 5).
    std::string doubt;
    [[nodiscard]] bool certified() const { return doubt.empty(); }
};

/// Curves of limit directions over a load Qe = patch.load + p rate, by continuation of
///
///   M rdot w = Qe - grad D(w),   |w| = 1,
///
/// started at every certified direction that is not on a curve yet. The events of an approximate
/// law are compared with those of the exact law. Each is matched with the nearest event of its
/// kind, by directions on the sphere of kappa; an event without a partner within half a radian is
/// spurious. patch.rho only scales directions and rates.
/// @throws std::invalid_argument  options outside their ranges; as limit_directions
/// @throws Interrupted
[[nodiscard]] DirectionDiagram direction_diagram(const RestingPatch& patch,
                                                 const DiagramOptions& options,
                                                 const Progress& progress = {});

} // namespace slideway::dynamics
