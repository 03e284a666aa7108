#pragma once

#include "app/model/needs.hpp"
#include "app/motions/harmonic/harmonic_model.hpp"
#include "app/results/results.hpp"
#include "dynamics/harmonic/response.hpp"
#include "dynamics/harmonic/restart.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Point of an earlier run from which forced responses continue.
struct RestartEntry {
    bool given = false;
    std::string results;    ///< file or folder, relative to the case file
    double level = 0;       ///< level of the drive; 0: the level of the curve
    int curve = 1;          ///< number of the curve at that level
    std::string at = "end"; ///< label of the point
    /// Direction along that curve; empty: away from its end.
    std::optional<dynamics::Restart::Direction> direction;
};

struct ResponseCurves; // curves.hpp

/// Forced response by harmonic balance: one curve over frequency per level of the drive.
struct ForcedResponse : HarmonicEntry {
    using Result = ResponseCurves;
    static constexpr std::string_view type = "forced-response",
                                      about = "Periodic response to harmonic drives over "
                                              "frequency, with friction contacts, free play and "
                                              "cubic springs, by harmonic balance: one curve per "
                                              "level, through folds.";
    static constexpr Takes takes[] = {
        {"", has_any<&contact::Law::is_linear, &contact::Law::has_harmonic_force>}};
    static constexpr bool takes_smooth_own_laws = true;
    static constexpr bool shared_by_ranks = true; ///< ranks share its levels
    /// True: the analysis sets the frequency of harmonic drives, and [excitation] is ignored.
    static constexpr bool sets_frequency = true;
    RestartEntry restart;
    dynamics::ForcedResponseOptions options; ///< without the level
    bool asks_for_stability = false;         ///< true if the key requests stability
    bool without_stability = false;          ///< true if a law has no stability
};

void fields(io::Fields& f, ForcedResponse& e);
[[nodiscard]] Needs needs(const ForcedResponse& e);
void refuse(const ForcedResponse& e, const Case& c);
/// Turns stability off if the case has laws of scripts that are no springs, for which it is not
/// available.
/// @throws InputError  the case requests stability and has such laws
void heed_laws(ForcedResponse& e, const Case& c);
[[nodiscard]] inline bool takes_own_laws(const ForcedResponse& e)
{
    return e.forces == Forces::sampled;
}
/// Returns the files of earlier results from which the analysis continues.
/// @throws InputError  the results do not exist
[[nodiscard]] std::vector<std::filesystem::path> input_files(const ForcedResponse& e,
                                                             const Case& c);
[[nodiscard]] std::string check(const ForcedResponse& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const ForcedResponse& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
