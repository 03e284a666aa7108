#pragma once

#include "base/monitor.hpp"

#include <atomic>
#include <functional>

namespace slideway::io {

/// Reports on stderr the fraction, the rate and the remaining time of the current part: one line,
/// rewritten on a terminal, otherwise a plain line every 10 s.
class TerminalMonitor : public Monitor {
public:
    /// @param quiet    shows nothing
    /// @param stopped  returns true if the computation is to end; called by any thread
    TerminalMonitor(bool quiet, std::function<bool()> stopped)
        : quiet_(quiet), stopped_(std::move(stopped))
    {
    }

    [[nodiscard]] bool stopped() const override { return stopped_(); }
    [[nodiscard]] Progress part(const std::string& unit, double total) const override;
    void print(const std::string& text) const override;

    /// True once a part has progressed beyond its beginning, so there are first results.
    [[nodiscard]] bool has_progressed() const { return progressed_; }

private:
    bool quiet_;
    std::function<bool()> stopped_;
    mutable std::atomic<bool> progressed_ = false;
};

} // namespace slideway::io
