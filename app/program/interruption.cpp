#include "app/program/interruption.hpp"

#include <algorithm>
#include <time.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace slideway::app {

namespace {

std::atomic<bool> interrupt_flag = false; // lock-free, because the signal handler writes it
static_assert(std::atomic<bool>::is_always_lock_free);

using Clock = std::chrono::steady_clock;

std::atomic<Clock::time_point> stop_at = Clock::time_point::max(); // no limit

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP};

// When the first signal came, on CLOCK_MONOTONIC [ns]; 0: none has come.
std::atomic<std::int64_t> signalled_at = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

constexpr std::int64_t millisecond = 1'000'000;      // [ns]
constexpr std::int64_t to_write = 250 * millisecond; // time for pictures after a signal
// A terminal and whoever runs the program may both pass on one Ctrl-C: signals within this time
// count as one.
constexpr std::int64_t one_signal = 100 * millisecond;

std::int64_t now_ns() // safe in a handler
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

// The first signal requests an end that keeps the results so far. The next one ends the process.
void on_signal(int signal)
{
    const int error = errno;
    std::int64_t first = 0;
    const std::int64_t now = now_ns();
    if (!signalled_at.compare_exchange_strong(first, now) && now - first > one_signal) {
        std::signal(signal, SIG_DFL);
        std::raise(signal); // comes when the handler returns
    }
    interrupt_flag = true;
    errno = error;
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
    constexpr double century = 3e9; // [s] the clock overflows after a few centuries
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

bool must_end()
{
    const std::int64_t at = signalled_at;
    return at != 0 && now_ns() - at > to_write;
}

void leave(int exit_status)
{
    std::fflush(nullptr);
    std::_Exit(exit_status);
}

} // namespace slideway::app
