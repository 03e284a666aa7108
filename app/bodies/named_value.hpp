#pragma once

#include "base/error.hpp"

#include <string>
#include <utility>

namespace slideway::app {

/// Calls `work` for a value of the body. An InputError is rethrown with the key of the value.
template <class Work>
decltype(auto) name_value_in_errors(const std::string& key, const std::string& value, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        throw InputError(key, "\"" + value + "\"", error.what());
    }
}

} // namespace slideway::app
