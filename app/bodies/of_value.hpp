#pragma once

#include "base/error.hpp"

#include <string>
#include <utility>

namespace slideway::app {

/// Runs `work` for the sake of one value of the body; an InputError then is one of its key.
template <class Work>
decltype(auto) of_value(const std::string& key, const std::string& value, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        throw InputError(key, "\"" + value + "\"", error.what());
    }
}

} // namespace slideway::app
