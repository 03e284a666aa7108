#pragma once

#include "app/case/case.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace slideway::app {

/// Results of an earlier run that a table of [analysis] names by its key `results`.
struct EarlierResults {
    const Case& c;
    std::string table;   ///< "restart"
    std::string results; ///< file or folder, relative to the case file

    /// results.h5. @throws InputError  there is none
    [[nodiscard]] std::filesystem::path file() const;
    /// @throws InputError  of a key of the table, always
    [[noreturn]] void refuse(const std::string& key, const std::string& value,
                             const std::string& allowed) const;
    [[noreturn]] void refuse(const std::string& allowed) const; ///< of `results`
    /// Of keys that the table has, with their values: those of results of another kind.
    /// @throws InputError  the table has one
    void refuse_keys(const std::vector<std::pair<std::string, std::string>>& keys,
                     const std::string& of, const std::string& not_of) const;
};

} // namespace slideway::app
