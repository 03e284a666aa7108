#pragma once

#include "app/case/case.hpp"

#include <filesystem>
#include <string>

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
};

} // namespace slideway::app
