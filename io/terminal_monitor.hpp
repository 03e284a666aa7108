#pragma once

#include "base/monitor.hpp"

#include <atomic>
#include <functional>

namespace slideway::io {

/// Reports on stderr: fraction, rate and time left of the part at work, one line rewritten on a
/// terminal, else a plain line every 10 s.
class TerminalMonitor : public Monitor {
public:
    /// @param quiet    shows nothing
    /// @param stopped  whether the computation is to end; asked by any thread
    TerminalMonitor(bool quiet, std::function<bool()> stopped)
        : quiet_(quiet), stopped_(std::move(stopped))
    {
    }

    [[nodiscard]] bool stopped() const override { return stopped_(); }
    [[nodiscard]] Progress part(const std::string& unit, double total) const override;
    void tell(const std::string& text) const override;

    /// Whether a part has got beyond its beginning: results begin to be there.
    [[nodiscard]] bool has_progressed() const { return progressed_; }

private:
    bool quiet_;
    std::function<bool()> stopped_;
    mutable std::atomic<bool> progressed_ = false;
};

} // namespace slideway::io
