#include "python/gil.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace slideway::script {

namespace py = pybind11;

namespace {

using namespace std::chrono_literals;

std::atomic<bool> ending = false;
std::atomic<int> inside = 0; // number of threads that hold the GIL or wait for it

/// Python's state of a thread that Slideway created. It is created once per thread, because this
/// takes longer than taking the GIL.
class OwnThread {
public:
    OwnThread() : gil_(PyGILState_Ensure()), state_(PyEval_SaveThread()) {}
    ~OwnThread()
    {
        const PythonShutdownGuard lasts;
        PyEval_RestoreThread(state_);
        PyGILState_Release(gil_);
    }
    OwnThread(const OwnThread&) = delete;
    OwnThread& operator=(const OwnThread&) = delete;

    [[nodiscard]] PyThreadState* state() const { return state_; }

private:
    PyGILState_STATE gil_;
    PyThreadState* state_;
};

thread_local std::optional<OwnThread> own;

} // namespace

PythonShutdownGuard::PythonShutdownGuard()
{
    ++inside;
    if (!ending)
        return;
    --inside;
    for (;;)
        std::this_thread::sleep_for(1h);
}

PythonShutdownGuard::~PythonShutdownGuard()
{
    --inside;
}

WithGil::WithGil()
{
    if (PyGILState_Check() != 0)
        return;
    lasts_.emplace();
    if (!own && PyGILState_GetThisThreadState() != nullptr) {
        ensured_ = PyGILState_Ensure();
        return;
    }
    if (!own)
        own.emplace();
    PyEval_RestoreThread(own->state());
}

WithGil::~WithGil()
{
    if (ensured_)
        PyGILState_Release(*ensured_);
    else if (lasts_)
        PyEval_SaveThread();
}

void register_shutdown_hook()
{
    py::module_::import("atexit").attr("register")(py::cpp_function([] {
        const py::gil_scoped_release free;
        ending = true;
        while (inside > 0) // each of these threads leaves after one call of a law
            std::this_thread::sleep_for(1ms);
    }));
}

} // namespace slideway::script
