#include "app/program/interruption.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace slideway::app {

namespace {

std::atomic<bool> interrupt_flag = false; // lock-free: for the handler and all threads
static_assert(std::atomic<bool>::is_always_lock_free);

using Clock = std::chrono::steady_clock;

std::atomic<Clock::time_point> stop_at = Clock::time_point::max(); // no limit

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

void limit_time(double limit)
{
    constexpr double century = 3e9; // [s] the clock counts no further than some of them
    const double to_compute =
        std::min(century, limit - std::min(limit / 4, std::clamp(limit / 20, 1.0, 60.0)));
    stop_at = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(to_compute));
}

bool time_is_up()
{
    const Clock::time_point at = stop_at;
    return at != Clock::time_point::max() && Clock::now() >= at;
}

bool interrupted()
{
    return interrupt_flag || time_is_up();
}

void leave(int exit_status)
{
    std::fflush(nullptr);
    std::_Exit(exit_status);
}

} // namespace slideway::app
