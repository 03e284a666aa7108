#pragma once

#include "app/case/case.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace slideway::app {

/// Results of an earlier run, named by the key `results` of a table of [analysis].
struct EarlierResults {
    const Case& c;
    std::string table;   ///< "restart"
    std::string results; ///< file or folder, relative to the case file

    /// Returns results.h5. @throws InputError  it does not exist
    [[nodiscard]] std::filesystem::path file() const;
    /// Throws InputError for a key of the table.
    [[noreturn]] void refuse(const std::string& key, const std::string& value,
                             const std::string& allowed) const;
    [[noreturn]] void refuse(const std::string& allowed) const; ///< for `results`
    /// Refuses keys that apply only to another kind of results.
    /// @param keys  keys of the table with their values
    /// @throws InputError  the table has such a key
    void refuse_keys(const std::vector<std::pair<std::string, std::string>>& keys,
                     const std::string& prefix, const std::string& not_of) const;
};

} // namespace slideway::app
