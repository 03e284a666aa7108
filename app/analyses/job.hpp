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

struct Analysis; // app/analyses/analysis.hpp, slow to compile
struct LimitCurves;

/// Content of a case file: the model and the requested analysis.
struct Job {
    Case c;
    std::shared_ptr<const Analysis> analysis; ///< never null
};

/// Reads a case file.
/// @throws InputError  the case has an error that can be detected without building the model
[[nodiscard]] Job read_job(const std::filesystem::path& file,
                           const std::vector<std::string>& overrides = {});
[[nodiscard]] Job read_job(CaseTree tree);

/// Returns the files that a case names, sorted: meshes, matrices (all files of their folder),
/// tables of dofs, and the results from which it continues or takes pressures. Files that meshes
/// include are not listed.
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Job& job);

/// Returns everything that determines the results of a job: version, text of the case file,
/// overrides, and the checksum of each file that the case names. Files that these files include are
/// not covered.
[[nodiscard]] std::vector<std::string> source_of(const Job& job);

[[nodiscard]] Needs needs(const Job& job);
/// @throws InputError  as build_model
[[nodiscard]] BuiltModel build_model(const Job& job, const Monitor& monitor = {});
/// Refuses what `run` refuses. Returns a description of the analysis.
[[nodiscard]] std::string check(const Job& job, const BuiltModel& built,
                                const Monitor& monitor = {});
/// Returns notes on parts of the model that the analysis ignores, one sentence each.
[[nodiscard]] std::vector<std::string> notes(const Job& job, const BuiltModel& built);
/// Runs the analysis. The outcome refers to the job and the model.
/// @param folder  results folder in which an interrupted run of the same source may continue; "":
///                none
/// @throws InputError, std::runtime_error, Interrupted (if there are no results to save)
[[nodiscard]] Outcome run(const Job& job, const BuiltModel& built, const Monitor& monitor = {},
                          const std::filesystem::path& folder = {});

/// True if ranks() have work to share: points of a map, or parts of the analysis.
[[nodiscard]] bool shared_by_ranks(const Job& job);
/// Error for several ranks with a job that has no parts and no bodies to share.
[[nodiscard]] InputError nothing_to_share(const Job& job, int n_ranks);

/// True if the analysis has boundaries between regimes in closed form.
[[nodiscard]] bool offers_boundaries(const Job& job);
/// Returns the boundaries of the analysis.
/// @throws InputError  see `boundaries` of the analysis; std::logic_error  it has no boundaries
[[nodiscard]] dynamics::RegimeBoundaries boundaries(const Job& job, const BuiltModel& built,
                                                    const Monitor& monitor = {});
/// Describes the boundaries that the analysis requests. @param unit  unit of the key
/// @throws std::logic_error  the analysis has no boundaries
void boundary_arrays(io::Entries& a, const Analysis& analysis, const LimitCurves& curves,
                     const std::string& unit);

/// Returns one analysis of each `type`, in the order of the list.
[[nodiscard]] std::vector<Analysis> analyses();
[[nodiscard]] std::string_view type_of(const Analysis& analysis);
[[nodiscard]] std::string_view about(const Analysis& analysis);
[[nodiscard]] std::vector<Takes> takes(const Analysis& analysis);
/// Describes the keys of [analysis]: `type`, and the keys of that type.
void fields(io::Fields& f, Analysis& analysis);

} // namespace slideway::app
