#pragma once

#include "app/model/needs.hpp"
#include "app/motions/over_parameter/over_parameter.hpp"
#include "app/motions/start/start.hpp"
#include "app/motions/start/start_grid.hpp"
#include "app/results/results.hpp"
#include "dynamics/orbits/label_curves.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// A second parameter, over which labels are followed: "level" or a key of the case.
struct LabelCurvesEntry {
    std::string key;
    std::string result_name;                  ///< name in results
    std::string unit;                         ///< unit of the key
    std::vector<dynamics::OrbitLabel> labels; ///< none: all
    dynamics::LabelCurveOptions options;

    [[nodiscard]] bool follows(dynamics::OrbitLabel label) const
    {
        return labels.empty() || std::find(labels.begin(), labels.end(), label) != labels.end();
    }
};

/// Where periodic motions are looked for: every combination of the starts, at every value.
struct SearchEntry {
    std::vector<double> at; ///< values of the parameter, in its unit in results
    StartGrid starts;
    int settle = 200; ///< periods of the drive
    int longest = 40; ///< periods of a recurrence
};

/// Where branches of earlier results are taken up.
struct OrbitRestartEntry {
    bool given = false;
    std::string results;       ///< file or folder, relative to the case file
    std::optional<int> branch; ///< from 1; none: all at their ends, else the first
    std::string at = "end";    ///< a label
};

struct OrbitResults; // orbit_results.hpp

/// Periodic motions through contact and grazing, by shooting with exact events.
struct PeriodicOrbits : OverParameter {
    using Result = OrbitResults;
    static constexpr std::string_view type = "periodic-orbits",
                                      about = "Periodic motions under harmonic drives over "
                                              "frequency, level or another key, exactly, "
                                              "through contact and grazing: branches with their "
                                              "stability and bifurcations, by shooting.";
    static constexpr Takes takes[] = {{"", has_frictionless_phases}};
    static constexpr bool takes_smooth_own_laws = true;
    static constexpr bool sets_frequency = true; ///< or requires it, see `refuse`

    std::vector<std::string> monitors; ///< "substructure.port.component"
    StartEntry start;
    std::optional<SearchEntry> search; ///< in place of one start
    OrbitRestartEntry restart;         ///< point of earlier results, if named
    std::optional<int> period, settle; ///< in periods of the drive
    std::optional<bool> half_period;
    double at = 0; ///< where the branch starts, as `options` counts
    bool at_given = false;
    std::vector<double>
        recorded; ///< further values of the second key at which motions are recorded
    dynamics::OrbitBranchOptions options;
    std::optional<LabelCurvesEntry> curves;
};

void fields(io::Fields& f, PeriodicOrbits& e);
void set_units(PeriodicOrbits& e,
               const std::function<std::string(const std::string& key)>& unit_of);
[[nodiscard]] Needs needs(const PeriodicOrbits& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const PeriodicOrbits& e,
                                                             const Case& c);
void refuse(const PeriodicOrbits& e, const Case& c);
[[nodiscard]] std::string check(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
