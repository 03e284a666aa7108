#include "app/progress_printer.hpp"

#include <csignal>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace slideway::app {

namespace {

volatile std::sig_atomic_t interrupt_flag = 0;

void on_signal(int signal)
{
    if (interrupt_flag != 0) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    interrupt_flag = 1;
}

} // namespace

void watch_interrupts()
{
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
}

bool interrupted()
{
    return interrupt_flag != 0;
}

ProgressPrinter::ProgressPrinter(bool quiet, std::string unit, double total)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), unit_(std::move(unit)), total_(total),
      start_(Clock::now()), last_(start_)
{
}

ProgressPrinter::~ProgressPrinter()
{
    if (terminal_ && printed_)
        std::fputs("\n", stderr);
}

Progress ProgressPrinter::callback()
{
    return [this](double fraction) -> bool {
        const Clock::time_point now = Clock::now();
        const double pause = terminal_ ? 0.2 : 10.0;
        if (!quiet_ && std::chrono::duration<double>(now - last_).count() >= pause) {
            last_ = now;
            print(fraction, std::chrono::duration<double>(now - start_).count());
            printed_ = true;
        }
        return !interrupted();
    };
}

void ProgressPrinter::print(double fraction, double elapsed) const
{
    const double left = fraction > 0 ? elapsed * (1 - fraction) / fraction : 0;
    std::fprintf(stderr,
                 "%s%5.1f %%  %.3g of %.3g %s, %.3g per second of computing, %.0f s left %s",
                 terminal_ ? "\r" : "", 100 * fraction, fraction * total_, total_, unit_.c_str(),
                 fraction * total_ / elapsed, left, terminal_ ? "  " : "\n");
}

} // namespace slideway::app
