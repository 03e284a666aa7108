#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace slideway::io {

/// Name, in a folder of results, of complete new results that have not replaced the old ones yet.
inline constexpr const char* whole_name = ".slideway.whole";

/// Path of summary.json or results.h5 of a folder, even while its results are being replaced.
[[nodiscard]] std::filesystem::path result_file(const std::filesystem::path& folder,
                                                const std::string& name);

/// Path of results.h5 of an earlier run, given as this file or as its folder; empty if
/// there is none.
[[nodiscard]] std::optional<std::filesystem::path>
earlier_results(const std::filesystem::path& given);

} // namespace slideway::io
