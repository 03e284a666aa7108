#pragma once

#include "app/results/results.hpp"

namespace slideway::app {

/// summary.json: title, version, case with overrides, status, model sizes, options used,
/// quantities; the checksum of results.h5, which stands in the same folder.
void write_summary(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                   const Summary& summary);

} // namespace slideway::app
