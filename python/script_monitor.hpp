#pragma once

#include "app/computation/computation.hpp"

#include <pybind11/pybind11.h>

#include <memory>

namespace slideway::script {

/// The Python thread that waits for a computation without the GIL: every 20 ms it takes it to look
/// for signals, such as Ctrl-C, and to tell `progress`.
class ScriptMonitor {
public:
    /// @param progress  None, or called with the fraction done of the part at work, "0.3 of 2.93 s
    /// of motion", and lines of text that the computation tells ("" mostly)
    explicit ScriptMonitor(pybind11::object progress);

    [[nodiscard]] app::Attendant attendant();
    void stop(); ///< the computation, for a reason of the caller
    /// What a signal or `progress` raised, which stopped the computation; or None. After the last
    /// call of `progress`.
    [[nodiscard]] pybind11::object error();

private:
    class Watched;

    bool interrupted();
    void tell(bool end);

    pybind11::object progress_, error_ = pybind11::none();
    std::shared_ptr<Watched> watched_;
};

} // namespace slideway::script
