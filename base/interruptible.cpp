#include "base/interruptible.hpp"

namespace slideway {

namespace {

using namespace std::chrono_literals;

constexpr auto look = 20ms;   // from one look to the next
constexpr auto grace = 300ms; // for a computation that asks its Progress

} // namespace

bool done_or_left(const std::function<void()>& work, const std::function<bool()>& interrupted,
                  const std::function<bool()>& can_leave)
{
    std::packaged_task<void()> task(work); // a copy: it may outlive this call
    std::future<void> done = task.get_future();
    std::thread thread(std::move(task));
    bool ended = false;
    while (!ended && done.wait_for(look) != std::future_status::ready)
        ended = interrupted();
    if ((ended || interrupted()) && done.wait_for(grace) != std::future_status::ready)
        while (done.wait_for(look) != std::future_status::ready)
            if (can_leave()) {
                thread.detach();
                return false;
            }
    thread.join();
    done.get();
    return true;
}

} // namespace slideway
