#include "app/program/interruption.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace slideway::app {

namespace {

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

void leave(int exit_status)
{
    std::fflush(nullptr);
    std::_Exit(exit_status);
}

} // namespace slideway::app
