#pragma once

#include "app/analyses/bifurcation_diagram/bifurcation_diagram.hpp"
#include "app/analyses/bifurcation_diagram/earlier_branches.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Model on which a diagram is computed.
struct DiagramModel {
    studies::DiagramSystems systems;  ///< values: rad/s, or of the key
    std::vector<StartEntry> grid;     ///< starts, if there are several
    std::vector<std::string> watched; ///< names of what is watched, the monitors first
    std::vector<dynamics::Section> sections;
    std::vector<EarlierBranch> branches;

    [[nodiscard]] std::string unit_of(std::size_t watched_one, const std::string& unit) const
    {
        return unit_on(unit, systems.at.front().watched[watched_one].measure);
    }
};

/// Outcome of a motion; an interrupted motion has none.
[[nodiscard]] inline MotionOutcome outcome_of(const BifurcationDiagram& e,
                                              const studies::StartedMotion& motion)
{
    return motion.done() || motion.broke_off() ? outcome_of(motion, e.options.discard)
                                               : MotionOutcome::not_run;
}

[[nodiscard]] Settings settings(const BifurcationDiagram& e, const DiagramModel& model);
/// Sets the numbers of the results too.
[[nodiscard]] Summary summarise(const BifurcationDiagram& e, const DiagramModel& model,
                                DiagramResults& results);

} // namespace slideway::app
