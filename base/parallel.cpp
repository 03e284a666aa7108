#include "base/parallel.hpp"

#include "base/threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace slideway {

void parallel_for(std::size_t n, int threads,
                  const std::function<Worker(const std::stop_token& stop)>& make)
{
    std::stop_source stop;
    std::exception_ptr failure;
    std::mutex mutex;
    auto failed = [&]() -> void {
        const std::lock_guard lock(mutex);
        if (!failure) // the first exception; others may result from it
            failure = std::current_exception();
        stop.request_stop();
    };
    std::atomic<std::size_t> next{0};
    auto work = [&]() -> void {
        try {
            const Worker worker = make(stop.get_token());
            for (std::size_t k = next++; k < n && !stop.stop_requested(); k = next++)
                worker(k);
        } catch (...) {
            failed();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (std::size_t t = 1; t < std::min(static_cast<std::size_t>(threads), n); ++t)
                others.emplace_back(work);
        } catch (...) {
            failed();
        }
        work();
    } // joins
    if (failure)
        std::rethrow_exception(failure);
}

void for_row_blocks(
    std::ptrdiff_t rows,
    const std::function<void(std::size_t k, std::ptrdiff_t first, std::ptrdiff_t size)>& work)
{
    parallel_for(n_row_blocks(rows), slideway::threads(), [&](const std::stop_token& /*stop*/) {
        return [&](std::size_t k) {
            const auto first = static_cast<std::ptrdiff_t>(k) * rows_per_block;
            work(k, first, std::min(rows_per_block, rows - first));
        };
    });
}

} // namespace slideway
