#pragma once

#include "base/types.hpp"

#include <vector>

namespace slideway {

[[nodiscard]] inline Vector to_vector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

} // namespace slideway
