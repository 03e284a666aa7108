#include "base/interruptible.hpp"

#include <algorithm>
#include <mutex>
#include <unistd.h>
#include <vector>

namespace slideway {

namespace {

using namespace std::chrono_literals;

constexpr auto look = 20ms;   // interval between two checks
constexpr auto grace = 300ms; // time for a computation that polls its Progress

struct One {
    std::thread thread;
    std::shared_ptr<const std::atomic<bool>> done;
    pid_t process = getpid();
};

void join(One& one)
{
    if (getpid() == one.process)
        one.thread.join();
    else // a forked copy of that process does not have its threads
        (void)new std::thread(std::move(one.thread));
}

class Left {
public:
    Left() = default;
    Left(const Left&) = delete;
    Left& operator=(const Left&) = delete;
    ~Left() // runs at the end of the process
    {
        std::for_each(all_.begin(), all_.end(), join);
    }

    void take(One one)
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(all_, [](One& left) -> bool {
            if (*left.done)
                join(left);
            return !left.thread.joinable();
        });
        all_.push_back(std::move(one));
    }

private:
    std::mutex mutex_;
    std::vector<One> all_;
};

} // namespace

void leave(std::thread thread, std::shared_ptr<const std::atomic<bool>> done)
{
    static Left left;
    left.take({std::move(thread), std::move(done)});
}

bool done_or_left(const std::function<void()>& work, const std::function<bool()>& interrupted,
                  const std::function<bool()>& can_leave)
{
    std::packaged_task<void()> task(work); // a copy, because it may outlive this call
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
