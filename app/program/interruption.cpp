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

const Clock::time_point program_begin = Clock::now();
std::atomic<double> time_to_compute = 0; // [s]; 0: no limit

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
    time_to_compute = limit - std::min(limit / 4, std::clamp(limit / 20, 1.0, 60.0));
}

bool time_is_up()
{
    const double until = time_to_compute;
    return until > 0 &&
           std::chrono::duration<double>(Clock::now() - program_begin).count() >= until;
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
