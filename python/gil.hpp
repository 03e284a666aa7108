#pragma once

#include <pybind11/pybind11.h>

#include <optional>

namespace slideway::script {

/// Whoever takes the GIL in a thread that Python may not wait for: while the process ends, such a
/// thread stays where it is, as Python (up to 3.13) would unwind it through code that cannot be.
class PythonShutdownGuard {
public:
    PythonShutdownGuard();
    ~PythonShutdownGuard();
    PythonShutdownGuard(const PythonShutdownGuard&) = delete;
    PythonShutdownGuard& operator=(const PythonShutdownGuard&) = delete;
};

/// The GIL as long as it lives, in any thread; nothing where the thread has it already.
class WithGil {
public:
    WithGil();
    ~WithGil();
    WithGil(const WithGil&) = delete;
    WithGil& operator=(const WithGil&) = delete;

private:
    std::optional<PythonShutdownGuard> lasts_;
    std::optional<PyGILState_STATE> ensured_; // of a thread of Python
};

/// Asks Python to be told when the process ends.
void register_shutdown_hook();

} // namespace slideway::script
