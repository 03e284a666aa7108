#pragma once

#include "app/analyses/long_motions/motion_results.hpp"
#include "app/model/needs.hpp"
#include "app/motions/start/start_grid.hpp"
#include "app/results/results.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Motions over many periods: on which periodic motion they settle, if at all, and after what time.
/// Their motion until then is recorded.
struct LongMotions {
    using Result = MotionResults;
    static constexpr std::string_view type = "long-motions",
                                      about =
                                          "Motions under harmonic drives over many periods, from "
                                          "one start or many: sections, extrema, Lyapunov "
                                          "exponent, 0-1 test, and on which periodic motion "
                                          "they settle, after what life time.";
    static constexpr Takes takes[] = {{"", has_frictionless_phases}};

    std::vector<std::string> monitors; ///< "substructure.port.component"
    StartEntry start;
    std::optional<StartGrid> starts; ///< grid of starts in place of `start`
    std::vector<double> counted;     ///< periods after which the starts that continue are counted
    std::vector<SectionEntry> sections;
    dynamics::LongMotionOptions options; ///< without `watched` and `sections`

    /// Components that are observed: the monitors, then those of sections.
    [[nodiscard]] std::vector<std::string> observed() const
    {
        return app::observed(monitors, sections);
    }
};

void fields(io::Fields& f, LongMotions& e);
[[nodiscard]] Needs needs(const LongMotions& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const LongMotions& e, const Case& c);
void refuse(const LongMotions& e, const Case& c);
[[nodiscard]] std::string check(const LongMotions& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const LongMotions& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor, const OwnResults& own = {});

} // namespace slideway::app
