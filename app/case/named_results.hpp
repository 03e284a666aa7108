#pragma once

#include "app/case/case.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace slideway::app {

/// Results of an earlier run that a key of a case names, by results.h5 or by its folder.
struct NamedResults {
    std::optional<std::filesystem::path> file; ///< results.h5; empty if there is no such file
    std::string relative_to; ///< "case file", or "working directory" for a name from --set
};

/// @param where  place of the key
[[nodiscard]] NamedResults named_results(const Case& c, const SourceLine& where,
                                         const std::string& results);

} // namespace slideway::app
