#pragma once

#include "base/error.hpp"

#include <map>
#include <string>
#include <utility>

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

/// As slideway::located; an error of an option gets the line of its key.
template <class Work>
decltype(auto) located(const Places& places, const std::string& table, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        if (error.has_place())
            throw;
        throw error.placed(places.of(error.key()), table);
    }
}

/// Runs `work` for the sake of one value of a table: an InputError without a place then reads
/// "FILE:LINE: TABLE.KEY = "VALUE"; MESSAGE".
template <class Work>
decltype(auto) located(const Places& places, const std::string& table, const std::string& key,
                       const std::string& value, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        if (error.has_place())
            throw;
        throw InputError(places.of(key), table + "." + key, "\"" + value + "\"", error.what());
    }
}

} // namespace slideway::app
