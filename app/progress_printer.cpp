#include "app/progress_printer.hpp"

#include "app/interruption.hpp"

#include <cstdio>
#include <unistd.h>
#include <utility>

namespace slideway::app {

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
        note_progress(fraction);
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
