#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace slideway::io {

/// In a folder of results: whole new ones whose files have not taken the places of old ones yet.
inline constexpr const char* whole_name = ".slideway.whole";

/// Where summary.json or results.h5 of a folder lies, also of one whose results are being replaced.
[[nodiscard]] std::filesystem::path result_file(const std::filesystem::path& folder,
                                                const std::string& name);

/// results.h5 of an earlier run, which is given by itself or by its folder; none: no such file.
[[nodiscard]] std::optional<std::filesystem::path>
earlier_results(const std::filesystem::path& given);

} // namespace slideway::io
