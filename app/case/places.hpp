#pragma once

#include "base/source_line.hpp"

#include <map>
#include <string>

namespace slideway::app {

/// Places of the keys of one table, for example "friction" and "reduction.n_modes".
struct Places {
    SourceLine table;
    std::map<std::string, SourceLine> keys;

    /// Place of a key, or of the innermost table that contains it.
    [[nodiscard]] const SourceLine& of(const std::string& key) const
    {
        if (const auto found = keys.find(key); found != keys.end())
            return found->second;
        const std::size_t dot = key.rfind('.');
        return dot == std::string::npos ? table : of(key.substr(0, dot));
    }
};

} // namespace slideway::app
