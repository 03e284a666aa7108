#pragma once

#include "app/case/case_reader.hpp"
#include "app/model/build_model.hpp"
#include "app/results/results.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace slideway {
class InputError;
}
namespace slideway::dynamics {
class RegimeBoundaries;
}

namespace slideway::app {

struct Analysis; // app/analyses/analysis.hpp, dear to compile
struct LimitCurves;

/// A case file as read: what is modelled, and what is asked of it.
struct Job {
    Case c;
    std::shared_ptr<const Analysis> analysis; ///< never null
};

/// @throws InputError for everything a reader can know without building the model
[[nodiscard]] Job read_job(const std::filesystem::path& file,
                           const std::vector<std::string>& overrides = {});
[[nodiscard]] Job read_job(CaseTree tree);

/// The files that a case names, sorted: meshes, matrices (all files of their folder), tables of
/// dofs, and the results from which it continues or takes pressures. Those that meshes include are
/// not among them.
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Job& job);

/// Everything that the numbers of a job depend on: version, text of the case file, overrides, and
/// the checksum of each file that the case names. Files that those include are not part of it.
[[nodiscard]] std::vector<std::string> source_of(const Job& job);

[[nodiscard]] Needs needs(const Job& job);
/// @throws InputError  as build_model
[[nodiscard]] BuiltModel build_model(const Job& job, const Monitor& monitor = {});
/// Refuses what `run` refuses; the analysis in words.
[[nodiscard]] std::string check(const Job& job, const BuiltModel& built,
                                const Monitor& monitor = {});
/// Notes about what of the model the analysis leaves out, each a sentence.
[[nodiscard]] std::vector<std::string> notes(const Job& job, const BuiltModel& built);
/// Computes. The outcome refers to the job and the model.
/// @param folder  results folder in which an interrupted run of the same source may continue; "":
///                none
/// @throws InputError, std::runtime_error, Interrupted (with nothing to keep)
[[nodiscard]] Outcome run(const Job& job, const BuiltModel& built, const Monitor& monitor = {},
                          const std::filesystem::path& folder = {});

/// Whether ranks() have something to share: points of a map, or parts of its analysis.
[[nodiscard]] bool shared_by_ranks(const Job& job);
/// Error for several ranks with a job that has no parts and no bodies to share.
[[nodiscard]] InputError nothing_to_share(const Job& job, int n_ranks);

/// Whether its analysis has boundaries between regimes in closed form.
[[nodiscard]] bool offers_boundaries(const Job& job);
/// @throws InputError  as boundaries of the analysis; std::logic_error  it has none
[[nodiscard]] dynamics::RegimeBoundaries boundaries(const Job& job, const BuiltModel& built,
                                                    const Monitor& monitor = {});
/// Writes the boundaries that the analysis requests. @param unit  unit of the key
/// @throws std::logic_error  the analysis has no boundaries
void write_boundaries(io::ArraySink& sink, const Analysis& analysis, const LimitCurves& curves,
                      const std::string& unit);

/// Every analysis by its `type`, in the order of the list.
[[nodiscard]] std::vector<Analysis> analyses();
[[nodiscard]] std::string_view type_of(const Analysis& analysis);
[[nodiscard]] std::string_view about(const Analysis& analysis);
[[nodiscard]] std::vector<Takes> takes(const Analysis& analysis);
/// The keys of [analysis]: the type, and those of that type.
void fields(io::Fields& f, Analysis& analysis);

} // namespace slideway::app
