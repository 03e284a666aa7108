#pragma once

#include "base/progress.hpp"

#include <chrono>
#include <string>

namespace slideway::app {

/// Reports fraction, rate and time left on stderr: one line rewritten on a terminal, else a plain
/// line every 10 s. Asks the computation to end once the program is interrupted.
class ProgressPrinter {
public:
    /// @param unit, total  what is counted: "s of motion", 2.93
    ProgressPrinter(bool quiet, std::string unit, double total);
    ~ProgressPrinter();

    [[nodiscard]] Progress callback();

private:
    using Clock = std::chrono::steady_clock;
    void print(double fraction, double elapsed) const;

    bool quiet_, terminal_, printed_ = false;
    std::string unit_;
    double total_;
    Clock::time_point start_, last_;
};

} // namespace slideway::app
