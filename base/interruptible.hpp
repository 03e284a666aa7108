#pragma once

#include "base/progress.hpp"

#include <chrono>
#include <exception>
#include <future>
#include <thread>
#include <type_traits>
#include <utility>

namespace slideway {

/// Thrown where a computation ends because its Progress asked for that.
struct Interrupted : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

/// What `work` gives: a long call of a library, which cannot be ended. A thread of its own does it
/// while this one asks `go_on` every 20 ms; after an answer of false the thread is left to itself,
/// to the end of the process if need be. Without `go_on` it is called here.
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
    std::thread thread(std::move(task));
    try {
        while (result.wait_for(20ms) != std::future_status::ready)
            if (!go_on())
                throw Interrupted();
    } catch (...) {
        thread.detach();
        throw;
    }
    thread.join();
    return result.get();
}

} // namespace slideway
