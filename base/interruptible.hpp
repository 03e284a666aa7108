#pragma once

#include "base/progress.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

namespace slideway {

/// Thrown where a computation ends because its Progress asked for that.
struct Interrupted : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

/// Between the steps of a long computation.
/// @throws Interrupted
inline void ask(const Progress& progress, double fraction = 0)
{
    if (progress && !progress(fraction))
        throw Interrupted();
}

/// Leaves a thread to itself. Where the process ends it waits for it: libraries that still compute
/// cannot be taken down, they crash or wait for each other.
/// @param done  the last that the thread sets
void leave(std::thread thread, std::shared_ptr<const std::atomic<bool>> done);

/// What `work` gives: a long call of a library, which cannot be ended. A thread of its own does it
/// while this one asks `go_on` every 20 ms; after an answer of false the thread is left to itself.
/// Without `go_on` it is called here.
/// @param work  owns what it uses
/// @throws Interrupted; what work throws
template <class Work>
[[nodiscard]] std::invoke_result_t<Work> interruptible(Work work,
                                                       const std::function<bool()>& go_on)
{
    using namespace std::chrono_literals;
    if (!go_on)
        return work();
    std::packaged_task<std::invoke_result_t<Work>()> task(std::move(work));
    auto result = task.get_future();
    const auto done = std::make_shared<std::atomic<bool>>(false);
    std::thread thread([task = std::move(task), done]() mutable {
        std::exchange(task, {})();
        *done = true;
    });
    try {
        while (result.wait_for(20ms) != std::future_status::ready)
            if (!go_on())
                throw Interrupted();
    } catch (...) {
        leave(std::move(thread), done);
        throw;
    }
    thread.join();
    return result.get();
}

/// For the decomposition of a dense matrix: none where it is done in a tenth of a second.
[[nodiscard]] inline Progress if_long(std::ptrdiff_t rows, const Progress& progress)
{
    constexpr std::ptrdiff_t quick = 300;
    return rows > quick ? progress : Progress();
}

template <class Work>
[[nodiscard]] std::invoke_result_t<Work> interruptible(Work work, const Progress& progress)
{
    return interruptible(std::move(work),
                         progress ? [&progress] { return progress(0); } : std::function<bool()>());
}

/// Does `work` in a thread of its own; throws what it throws. When it is interrupted, work ends by
/// the Progress that it asks. If it has not come back after 0.3 s, for calls of libraries cannot be
/// ended, it is left to itself as soon as `can_leave`.
/// @param work         owns what it uses
/// @param interrupted  asked every 20 ms by the thread that calls; like can_leave it throws nothing
/// @return false if it was left, and may still be at work
[[nodiscard]] bool done_or_left(const std::function<void()>& work,
                                const std::function<bool()>& interrupted,
                                const std::function<bool()>& can_leave);

} // namespace slideway
