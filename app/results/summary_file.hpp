#pragma once

#include "app/model/built_model.hpp"
#include "app/results/results.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace slideway::app {

/// Text of summary.json: title, version, case with overrides, status, model sizes, used options,
/// quantities. @param checksum  checksum of results.h5; "" without one
[[nodiscard]] std::string summary_text(const Case& c, const BuiltModel& built,
                                       const Summary& summary, const std::string& checksum = {});
/// Writes summary.json into a folder that has results.h5.
void write_summary(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                   const Summary& summary);

/// Writes the contents of results.h5: title, analysis, status, message and arrays of an outcome.
void write_arrays(io::ArraySink& sink, const Case& c, const Outcome& outcome);
void write_arrays(const std::filesystem::path& file, const Case& c, const Outcome& outcome);

/// Writes results.h5, pictures and summary.json. The last one marks a complete folder.
/// @param go_on  asked before each picture; pictures after an answer of false are left out
/// @return the summary as written, with a warning about pictures that are left out
Summary write_results(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                      const Outcome& outcome, const std::function<bool()>& go_on = {});

} // namespace slideway::app
