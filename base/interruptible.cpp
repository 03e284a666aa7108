#include "base/interruptible.hpp"

#include <algorithm>
#include <mutex>
#include <unistd.h>
#include <vector>

namespace slideway {

namespace {

using namespace std::chrono_literals;

constexpr auto poll_interval = 20ms; // interval between two checks
constexpr auto grace = 300ms;        // time for a computation that polls its Progress

struct DetachedThread {
    std::thread thread;
    std::shared_ptr<const std::atomic<bool>> done;
    pid_t process = getpid();
};

void join(DetachedThread& one)
{
    if (getpid() == one.process)
        one.thread.join();
    else // a forked copy of that process does not have its threads
        (void)new std::thread(std::move(one.thread));
}

class DetachedThreads {
public:
    DetachedThreads() = default;
    DetachedThreads(const DetachedThreads&) = delete;
    DetachedThreads& operator=(const DetachedThreads&) = delete;
    ~DetachedThreads() // runs at the end of the process
    {
        std::for_each(all_.begin(), all_.end(), join);
    }

    void take(DetachedThread one)
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(all_, [](DetachedThread& left) -> bool {
            if (*left.done)
                join(left);
            return !left.thread.joinable();
        });
        all_.push_back(std::move(one));
    }

private:
    std::mutex mutex_;
    std::vector<DetachedThread> all_;
};

} // namespace

void detach(std::thread thread, std::shared_ptr<const std::atomic<bool>> done)
{
    static DetachedThreads threads;
    threads.take({std::move(thread), std::move(done)});
}

bool done_or_left(const std::function<void()>& work, const std::function<bool()>& interrupted,
                  const std::function<bool()>& can_leave)
{
    std::packaged_task<void()> task(work); // a copy, because it may outlive this call
    std::future<void> done = task.get_future();
    std::thread thread(std::move(task));
    bool ended = false;
    while (!ended && done.wait_for(poll_interval) != std::future_status::ready)
        ended = interrupted();
    if ((ended || interrupted()) && done.wait_for(grace) != std::future_status::ready)
        while (done.wait_for(poll_interval) != std::future_status::ready)
            if (can_leave()) {
                thread.detach();
                return false;
            }
    thread.join();
    done.get();
    return true;
}

} // namespace slideway
