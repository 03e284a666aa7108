#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace slideway {

/// Work of a thread for index k.
using Worker = std::function<void(std::size_t k)>;

/// Calls workers for k = 0 ... n - 1, started in this order, in at most `threads` threads,
/// including the calling one. Returns when all have ended.
///
/// @param make  called once by each thread and returns the worker of that thread; the token
///              requests an end also within an index
/// @throws the first exception of a worker, or of a thread that could not be started; no index is
///         started after it
void parallel_for(std::size_t n, int threads,
                  const std::function<Worker(const std::stop_token& stop)>& make);

/// Rows of a large body that one thread takes at a time. It does not depend on the number of
/// threads, so sums over these blocks have the same bits with any number. Starting threads takes a
/// thousandth of the work.
inline constexpr std::ptrdiff_t rows_per_block = 1 << 16;

[[nodiscard]] constexpr std::size_t n_row_blocks(std::ptrdiff_t rows)
{
    return static_cast<std::size_t>((rows + rows_per_block - 1) / rows_per_block);
}

/// Calls `work` for each block of rows, with its number, first row and size, in threads(). A single
/// block is processed in the calling thread.
void for_row_blocks(
    std::ptrdiff_t rows,
    const std::function<void(std::size_t k, std::ptrdiff_t first, std::ptrdiff_t size)>& work);

} // namespace slideway
