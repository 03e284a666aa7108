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

/// Exception that ends a computation because its Progress returned false.
struct Interrupted : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

/// Reports the progress between the steps of a long computation.
/// @throws Interrupted
inline void ask(const Progress& progress, double fraction = 0)
{
    if (progress && !progress(fraction))
        throw Interrupted();
}

/// Detaches a thread. The end of the process waits for it, because libraries that still compute
/// would crash or wait for each other.
/// @param done  set by the thread as its last action
void detach(std::thread thread, std::shared_ptr<const std::atomic<bool>> done);

/// Returns the result of `work`, a long call of a library that cannot be cancelled. `work` runs in
/// a thread of its own while the calling thread polls `go_on` every 20 ms. If `go_on` returns
/// false, the thread is detached. Without `go_on`, `work` runs in the calling thread.
/// @param work  owns the data that it uses
/// @throws Interrupted  and any exception of `work`
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
        detach(std::move(thread), done);
        throw;
    }
    thread.join();
    return result.get();
}

/// Returns the progress for the decomposition of a dense matrix; none if it takes less than a tenth
/// of a second.
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

/// Runs `work` in a thread of its own; throws any exception of `work`. After an interrupt,
/// `work` should end through the Progress that it polls. Calls of libraries cannot be cancelled.
/// If `work` has not returned after 0.3 s, its thread is therefore detached as soon as
/// `can_leave` returns true.
/// @param work         owns the data that it uses
/// @param interrupted  polled every 20 ms by the calling thread; throws nothing, like can_leave
/// @return false if the thread was detached and may still be at work
[[nodiscard]] bool done_or_left(const std::function<void()>& work,
                                const std::function<bool()>& interrupted,
                                const std::function<bool()>& can_leave);

} // namespace slideway
