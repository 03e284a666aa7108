#pragma once

#include "base/serial_record.hpp"
#include "studies/shared_work.hpp"
#include "studies/sweep.hpp"

#include <functional>
#include <string>

namespace slideway::studies {

/// Data for a sweep with the help of other ranks.
struct SharedSweep {
    std::string header;    ///< description of the points for the other ranks
    bool scattered = true; ///< see SharedWork
    /// Receives the result of another rank and the data after it; one thread at a time.
    std::function<void(std::size_t k, PointResult& result, RecordReader& more)> arrived = {};
};

/// Performs a `sweep` with the help of the ranks() of the calling thread, which belongs to rank 0.
/// The results do not depend on the number of ranks. Without ranks it runs alone.
[[nodiscard]] std::vector<PointResult> shared_sweep(std::size_t n, const Point& point, int threads,
                                                    const Progress& progress,
                                                    const SharedSweep& shared);

/// Computes points of a shared sweep on another rank.
/// @param more  writes further data after a result; none: no further data
[[nodiscard]] TaskWork points(Point point,
                              std::function<void(std::size_t k, RecordWriter& record)> more = {});

} // namespace slideway::studies
