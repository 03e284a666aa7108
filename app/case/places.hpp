#pragma once

#include "base/source_line.hpp"

#include <map>
#include <string>

namespace slideway::app {

/// Where the keys of one table stand: "friction", "reduction.n_modes".
struct Places {
    SourceLine table;
    std::map<std::string, SourceLine> keys;

    /// Place of a key, or of the innermost table that the file gives it in.
    [[nodiscard]] const SourceLine& of(const std::string& key) const
    {
        if (const auto found = keys.find(key); found != keys.end())
            return found->second;
        const std::size_t dot = key.rfind('.');
        return dot == std::string::npos ? table : of(key.substr(0, dot));
    }
};

} // namespace slideway::app
