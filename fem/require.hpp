#pragma once

#include "base/error.hpp"
#include "base/text.hpp"

namespace slideway::fem {

/// @throws InputError  not good: of the key, with what is allowed
inline void require(bool good, const std::string& key, double value, const char* allowed)
{
    if (!good)
        throw InputError(key, number_text(value), allowed);
}

} // namespace slideway::fem
