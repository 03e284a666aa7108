#pragma once

#include "app/analyses/bifurcation_diagram/result.hpp"
#include "app/model/needs.hpp"
#include "app/results/results.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Long-term motions over a parameter: points of sections, and the motions they settle on.
struct BifurcationDiagram : OverParameter {
    using Result = DiagramResults;
    static constexpr std::string_view
        type = "bifurcation-diagram",
        about = "Motions under harmonic drives in the long run, over frequency, level or another "
                "key: points of sections and the period at each value, from the same starts or "
                "from the end of the value before, up and down, with branches of an earlier run.";
    static constexpr Takes takes[] = {{"", has_frictionless_phases}};
    static constexpr bool sets_frequency = true; ///< or requires it, see `refuse`

    std::vector<std::string> monitors; ///< "substructure.port.component"
    Values values;                     ///< values of the parameter, ascending: rad/s, or of the key
    std::vector<studies::DiagramSweep> sweeps = {studies::DiagramSweep::same}; ///< none twice
    StartEntry start;
    std::optional<StartGrid> starts;    ///< in place of one
    std::vector<SectionEntry> sections; ///< at least one
    dynamics::LongMotionOptions options = {
        .discard = 300, .periods = 50, .indicators = false, .last = 0};
    std::vector<std::string> branches; ///< results of periodic-orbits, relative to the case file

    [[nodiscard]] std::vector<std::string> observed() const
    {
        return app::observed(monitors, sections);
    }
};

void fields(io::Fields& f, BifurcationDiagram& e);
[[nodiscard]] Needs needs(const BifurcationDiagram& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const BifurcationDiagram& e,
                                                             const Case& c);
void refuse(const BifurcationDiagram& e, const Case& c);
[[nodiscard]] std::string check(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor, const OwnResults& own = {});

} // namespace slideway::app
