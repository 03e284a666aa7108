#pragma once

#include "base/error.hpp"
#include "base/text.hpp"

namespace slideway::fem {

/// Refuses a value of a key with the allowed range unless `good`. @throws InputError
inline void require(bool good, const std::string& key, double value, const char* allowed)
{
    if (!good)
        throw InputError(key, number_text(value), allowed);
}

} // namespace slideway::fem
