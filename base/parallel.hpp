#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace slideway {

/// What a thread does with index k.
using Worker = std::function<void(std::size_t k)>;

/// Calls workers for k = 0 ... n - 1, begun in this order, in at most `threads` threads, the
/// calling one among them; returns when all have ended.
///
/// @param make  called once by each thread, for a worker of its own; the token asks to end within
///              an index too
/// @throws what a worker threw first, or a thread that could not be started; no index is begun
///         after it
void parallel_for(std::size_t n, int threads,
                  const std::function<Worker(const std::stop_token& stop)>& make);

/// Rows of a large body that one thread takes at a time, whatever the number of threads: what is
/// summed over them has the same bits with any. Beginning threads takes a thousandth of the work.
inline constexpr std::ptrdiff_t stretch_rows = 1 << 16;

[[nodiscard]] constexpr std::size_t n_stretches(std::ptrdiff_t rows)
{
    return static_cast<std::size_t>((rows + stretch_rows - 1) / stretch_rows);
}

/// Work for each stretch of rows, its number, first row and size, in threads(); in the calling one
/// if there is one stretch.
void for_stretches(
    std::ptrdiff_t rows,
    const std::function<void(std::size_t k, std::ptrdiff_t first, std::ptrdiff_t size)>& work);

} // namespace slideway
