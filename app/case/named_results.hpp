#pragma once

#include "app/case/case.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace slideway::app {

/// results.h5 of an earlier run, or its folder, as a key of a case names it.
struct NamedResults {
    std::optional<std::filesystem::path> file; ///< results.h5; none: there is no such file
    std::string relative_to; ///< "case file"; "working directory" of what --set names
};

/// @param where  of the key
[[nodiscard]] NamedResults named_results(const Case& c, const SourceLine& where,
                                         const std::string& results);

} // namespace slideway::app
