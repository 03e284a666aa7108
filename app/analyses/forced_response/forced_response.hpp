#pragma once

#include "app/analyses/harmonic/harmonic_model.hpp"
#include "app/model/needs.hpp"
#include "app/results/results.hpp"
#include "dynamics/harmonic/response.hpp"
#include "dynamics/harmonic/restart.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// A point of an earlier run from which forced responses go on.
struct RestartEntry {
    bool given = false;
    std::string results;    ///< file or folder, relative to the case file
    double level = 0;       ///< 0: that of the curve
    int curve = 1;          ///< number of the curve at that level
    std::string at = "end"; ///< a label
    std::optional<dynamics::Restart::Direction>
        direction; ///< along that curve; none: away from its end
};

/// By harmonic balance: a curve over frequency per level of the drive.
struct ForcedResponse : HarmonicEntry {
    static constexpr std::string_view type = "forced-response",
                                      about = "Periodic response to harmonic drives over "
                                              "frequency, with friction contacts, free play and "
                                              "cubic springs, by harmonic balance: one curve per "
                                              "level, through folds.";
    static constexpr Takes takes[] = {
        {"", [](const contact::LawInfo& l) -> bool { return l.linear || l.harmonic_force; }}};
    static constexpr bool shared_by_ranks = true; ///< ranks share its levels
    static constexpr bool sets_frequency =
        true; ///< sets the frequency of harmonic drives; [excitation] is ignored
    RestartEntry restart;
    dynamics::ForcedResponseOptions options; ///< without the level
    bool asks_for_stability = false;         ///< by its key
    bool without_stability = false;          ///< for want of it in a law
};

void fields(io::Fields& f, ForcedResponse& e);
[[nodiscard]] Needs needs(const ForcedResponse& e);
void refuse(const ForcedResponse& e, const Case& c);
/// Laws of scripts have no stability to look at. @throws InputError  it is asked for
void heed_laws(ForcedResponse& e, const Case& c);
[[nodiscard]] inline bool takes_own_laws(const ForcedResponse& e)
{
    return e.forces == Forces::sampled;
}
/// The results that it goes on from. @throws InputError  there are none
[[nodiscard]] std::vector<std::filesystem::path> input_files(const ForcedResponse& e,
                                                             const Case& c);
[[nodiscard]] std::string check(const ForcedResponse& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const ForcedResponse& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
