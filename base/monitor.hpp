#pragma once

#include "base/progress.hpp"

#include <string>

namespace slideway {

/// What a computation reports to, and asks whether to go on. Who starts it (the program, a script)
/// makes one and passes it down; any thread may ask. This one shows nothing and never stops.
class Monitor {
public:
    virtual ~Monitor() = default;

    [[nodiscard]] virtual bool stopped() const { return false; }
    /// Begins a part of the work, `total` of `unit` ("s of motion", 2.93). Its fractions are shown
    /// as long as a copy of what this returns is there, and answered with false once stopped.
    [[nodiscard]] virtual Progress part(const std::string& /*unit*/, double /*total*/) const
    {
        return until_stopped();
    }
    /// Shows lines of text.
    virtual void tell(const std::string& /*text*/) const {}

    /// For work that shows nothing: false once stopped. @pre outlived by the monitor
    [[nodiscard]] Progress until_stopped() const
    {
        return [this](double /*fraction*/) -> bool { return !stopped(); };
    }
};

/// Stops with another one, and shows nothing: for one of many computations at a time.
class SilentMonitor : public Monitor {
public:
    explicit SilentMonitor(const Monitor& of) : of_(of) {}
    [[nodiscard]] bool stopped() const override { return of_.stopped(); }

private:
    const Monitor& of_;
};

} // namespace slideway
