#pragma once

#include <pybind11/pybind11.h>

#include <optional>

namespace slideway::script {

/// Guards a thread that takes the GIL. Once the process ends, the constructor never returns: Python
/// (up to 3.13) would unwind the thread through code that cannot be unwound.
class PythonShutdownGuard {
public:
    PythonShutdownGuard();
    ~PythonShutdownGuard();
    PythonShutdownGuard(const PythonShutdownGuard&) = delete;
    PythonShutdownGuard& operator=(const PythonShutdownGuard&) = delete;
};

/// Holds the GIL during its lifetime, in any thread. Does nothing if the thread already holds it.
class WithGil {
public:
    WithGil();
    ~WithGil();
    WithGil(const WithGil&) = delete;
    WithGil& operator=(const WithGil&) = delete;

private:
    std::optional<PythonShutdownGuard> lasts_;
    std::optional<PyGILState_STATE> ensured_; // set in threads that Python created
};

/// Registers a function that Python calls when the process ends.
void register_shutdown_hook();

} // namespace slideway::script
