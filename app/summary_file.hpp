#pragma once

#include "app/results.hpp"

namespace slideway::app {

/// summary.json: title, version, case with overrides, status, model sizes, options used,
/// quantities; the checksum of results.h5, which stands in the same folder.
void write_summary(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                   const Summary& summary);

/// Removes what an earlier run left in the folder: summary.json, results.h5, *.pvd and the folders
/// of ParaView files.
void clear_results(const std::filesystem::path& folder, bool arrays_too = true);

} // namespace slideway::app
