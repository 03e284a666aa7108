#pragma once

#include "app/model/build_model.hpp"
#include "app/results/results.hpp"

namespace slideway::app {

/// summary.json: title, version, case with overrides, status, model sizes, options used,
/// quantities; the checksum of results.h5, which stands in the same folder.
void write_summary(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                   const Summary& summary);

/// results.h5 of an outcome: title, analysis, status, message and its arrays.
void write_arrays(const std::filesystem::path& file, const Case& c, const Outcome& outcome);

/// results.h5, pictures and summary.json, which comes last: it marks a complete folder.
void write_results(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                   const Outcome& outcome);

} // namespace slideway::app
