#pragma once

#include "base/progress.hpp"

#include <string>

namespace slideway {

/// Receives the progress of a computation and decides whether it continues. The program or script
/// that starts a computation creates a monitor and passes it down; any thread may query it. This
/// base class shows nothing and never stops.
class Monitor {
public:
    virtual ~Monitor() = default;

    [[nodiscard]] virtual bool stopped() const { return false; }
    /// Begins a part of the work: `total` of `unit` ("s of motion", 2.93). Its fractions are
    /// shown as long as a copy of the returned function exists. The function returns false once
    /// the work is stopped.
    [[nodiscard]] virtual Progress part(const std::string& /*unit*/, double /*total*/) const
    {
        return until_stopped();
    }
    /// Shows lines of text.
    virtual void print(const std::string& /*text*/) const {}

    /// Returns a Progress that shows nothing and returns false once stopped.
    /// @pre outlived by the monitor
    [[nodiscard]] Progress until_stopped() const
    {
        return [this](double /*fraction*/) -> bool { return !stopped(); };
    }
};

/// Monitor that stops with another one and shows nothing, for one of many simultaneous
/// computations.
class SilentMonitor : public Monitor {
public:
    explicit SilentMonitor(const Monitor& other) : of_(other) {}
    [[nodiscard]] bool stopped() const override { return of_.stopped(); }

private:
    const Monitor& of_;
};

} // namespace slideway
