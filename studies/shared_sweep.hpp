#pragma once

#include "base/kept_record.hpp"
#include "studies/shared_work.hpp"
#include "studies/sweep.hpp"

#include <functional>
#include <string>

namespace slideway::studies {

/// How other ranks help with a sweep.
struct SharedSweep {
    std::string header;    ///< by which they know the points
    bool scattered = true; ///< as of SharedWork
    /// Takes what one of them gave, and what comes with it; by one thread at a time.
    std::function<void(std::size_t k, PointResult& result, KeptReader& more)> arrived = {};
};

/// `sweep` with the ranks() of the thread that calls, which is one of rank 0: the same results with
/// any number of them. Alone if there are none.
[[nodiscard]] std::vector<PointResult> shared_sweep(std::size_t n, const Point& point, int threads,
                                                    const Progress& progress,
                                                    const SharedSweep& shared);

/// The points of a shared sweep on another rank.
/// @param more  writes what comes with a result; none: nothing
[[nodiscard]] TaskWork points(Point point,
                              std::function<void(std::size_t k, KeptWriter& record)> more = {});

} // namespace slideway::studies
