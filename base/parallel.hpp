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

} // namespace slideway
