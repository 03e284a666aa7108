#include "app/program/interruption.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <thread>

namespace slideway::app {

namespace {

using namespace std::chrono_literals;

constexpr auto look = 20ms;   // from one look at the flag to the next
constexpr auto grace = 300ms; // for a computation that asks its Progress

std::atomic<bool> interrupt_flag = false; // lock-free: for the handler and all threads
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP};

void on_signal(int)
{
    interrupt_flag = true;
}

} // namespace

void watch_interrupts()
{
    for (const int signal : watched)
        if (std::signal(signal, on_signal) == SIG_IGN && signal == SIGHUP)
            std::signal(signal, SIG_IGN); // nohup
}

void ignore_interrupts_no_more()
{
    for (const int signal : watched)
        if (std::signal(signal, SIG_DFL) == SIG_IGN)
            std::signal(signal, SIG_IGN);
}

bool interrupted()
{
    return interrupt_flag;
}

bool done_or_left(const std::function<void()>& work, const std::function<bool()>& can_leave)
{
    std::packaged_task<void()> task(work); // a copy: it may outlive this call
    std::future<void> done = task.get_future();
    std::thread thread(std::move(task));
    while (done.wait_for(look) != std::future_status::ready)
        if (interrupted())
            break;
    if (interrupted() && done.wait_for(grace) != std::future_status::ready)
        while (done.wait_for(look) != std::future_status::ready)
            if (can_leave()) {
                thread.detach();
                return false;
            }
    thread.join();
    done.get();
    return true;
}

void leave(int exit_status)
{
    std::fflush(nullptr);
    std::_Exit(exit_status);
}

} // namespace slideway::app
