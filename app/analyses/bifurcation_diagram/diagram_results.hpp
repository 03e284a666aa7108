#pragma once

#include "app/analyses/bifurcation_diagram/bifurcation_diagram.hpp"
#include "app/analyses/bifurcation_diagram/earlier_branches.hpp"
#include "app/analyses/long_motions/motion_results.hpp"
#include "base/monitor.hpp"
#include "io/array_sink.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// What a diagram is computed on.
struct DiagramModel {
    studies::DiagramSystems systems;  ///< values: rad/s, or of the key
    std::vector<StartEntry> grid;     ///< of several starts
    std::vector<std::string> watched; ///< names of what is watched, the monitors first
    std::vector<dynamics::Section> sections;
    std::vector<EarlierBranch> branches;

    [[nodiscard]] std::string unit_of(std::size_t watched_one, const std::string& unit) const
    {
        return unit_on(unit, systems.at.front().watched[watched_one].measure);
    }
};

/// All of a run.
struct DiagramResults {
    studies::BifurcationDiagram found;
    std::vector<std::vector<dynamics::LongMotion>> branches; ///< each point of each branch told
};

/// Of a motion that was interrupted there is nothing.
[[nodiscard]] inline MotionOutcome outcome_of(const BifurcationDiagram& e,
                                              const studies::DiagramMotion& of)
{
    return of.done() || of.broke_off() ? outcome_of(of.result, of.motion, e.options.discard)
                                       : MotionOutcome::not_run;
}

[[nodiscard]] Summary summarise(const BifurcationDiagram& e, const DiagramModel& model,
                                const DiagramResults& results);
void write_diagram(io::ArraySink& sink, const BifurcationDiagram& e, const DiagramModel& model,
                   const DiagramResults& results);

/// What the next run needs beside that.
void write_interrupted(io::ArraySink& sink, const studies::BifurcationDiagram& found,
                       const std::vector<std::string>& source);
/// What an interrupted run of the same source left; without series: nothing.
/// @throws InputError  it is damaged
[[nodiscard]] studies::BifurcationDiagram read_interrupted(const OwnResults& own,
                                                           const BifurcationDiagram& e,
                                                           const DiagramModel& model,
                                                           const Monitor& monitor);

} // namespace slideway::app
