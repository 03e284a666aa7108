#pragma once

#include "base/cpu_clones.hpp"

#include <cstddef>

namespace slideway {

/// Four SIMD lanes as one value, for small loops in functions marked SLIDEWAY_CLONES_4.
inline constexpr std::size_t lanes_width = 4;
typedef double Lanes __attribute__((vector_size(8 * lanes_width), aligned(8), may_alias));

[[nodiscard]] SLIDEWAY_INLINE const Lanes& lanes(const double* x)
{
    return *reinterpret_cast<const Lanes*>(x);
}

[[nodiscard]] SLIDEWAY_INLINE double sum(const Lanes& x)
{
    return (x[0] + x[2]) + (x[1] + x[3]);
}

/// Adds |x| to sum.
SLIDEWAY_INLINE void add_absolute(Lanes& sum, const Lanes& x)
{
    sum += x < 0 ? -x : x;
}

} // namespace slideway
