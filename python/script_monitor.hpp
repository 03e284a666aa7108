#pragma once

#include "app/computation/computation.hpp"

#include <pybind11/pybind11.h>

#include <memory>

namespace slideway::script {

/// Connects a computation with the Python thread that waits for it. The thread waits without the
/// GIL. Every 20 ms it takes the GIL, checks for signals such as Ctrl-C and calls `progress`.
class ScriptMonitor {
public:
    /// @param progress  None or a callable. Its arguments are the completed fraction of the current
    ///                  part, a text such as "0.3 of 2.93 s of motion", and lines that the
    ///                  computation printed (usually "")
    explicit ScriptMonitor(pybind11::object progress);

    [[nodiscard]] app::RunControl control();
    void stop(); ///< stops the computation for a reason of the caller
    /// Calls `progress` for the last time and returns the exception that stopped the computation
    /// (raised by a signal or by `progress`), or None.
    [[nodiscard]] pybind11::object error();

private:
    class Watched;

    bool interrupted();
    void report(bool end);

    pybind11::object progress_, error_ = pybind11::none();
    std::shared_ptr<Watched> watched_;
};

} // namespace slideway::script
