#pragma once

#include "app/case/places.hpp"
#include "base/error.hpp"

#include <string>
#include <utility>

namespace slideway::app {

/// Calls `work` and adds a place to its errors, as slideway::located. An error of an option gets
/// the line of its key.
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

/// Calls `work` for one value of a table. An InputError without a place becomes
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
