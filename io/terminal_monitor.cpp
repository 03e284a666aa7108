#include "io/terminal_monitor.hpp"

#include <chrono>
#include <cstdio>
#include <memory>
#include <unistd.h>
#include <utility>

namespace slideway::io {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration time)
{
    return std::chrono::duration<double>(time).count();
}

// The line of one part; the destructor ends it on a terminal.
class Line {
public:
    Line(std::string unit, double total) : unit_(std::move(unit)), total_(total) {}
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    ~Line()
    {
        if (terminal_ && shown_)
            std::fputs("\n", stderr);
    }

    void show(double fraction)
    {
        const Clock::time_point time = Clock::now();
        const double pause = terminal_ ? 0.2 : 10.0;
        if (seconds(time - last_) < pause)
            return;
        last_ = time;
        shown_ = true;
        const double elapsed = seconds(time - start_);
        const double left = fraction > 0 ? elapsed * (1 - fraction) / fraction : 0;
        std::fprintf(stderr,
                     "%s%5.1f %%  %.3g of %.3g %s, %.3g per second of computing, %.0f s left %s",
                     terminal_ ? "\r" : "", 100 * fraction, fraction * total_, total_,
                     unit_.c_str(), fraction * total_ / elapsed, left, terminal_ ? "  " : "\n");
    }

private:
    bool terminal_ = isatty(STDERR_FILENO) != 0, shown_ = false;
    std::string unit_;
    double total_;
    Clock::time_point start_ = Clock::now(), last_ = start_;
};

} // namespace

Progress TerminalMonitor::part(const std::string& unit, double total) const
{
    return [this, line = std::make_shared<Line>(unit, total)](double fraction) -> bool {
        if (fraction > 0)
            progressed_ = true;
        if (!quiet_)
            line->show(fraction);
        return !stopped();
    };
}

void TerminalMonitor::print(const std::string& text) const
{
    if (!quiet_)
        std::fputs(text.c_str(), stderr);
}

} // namespace slideway::io
