#include "python/script_monitor.hpp"

#include "base/text.hpp"
#include "base/threads.hpp"
#include "python/gil.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <utility>

namespace slideway::script {

namespace py = pybind11;

namespace {

py::object with_traceback(const py::error_already_set& raised)
{
    py::object value = raised.value();
    if (raised.trace())
        PyException_SetTraceback(value.ptr(), raised.trace().ptr());
    return value;
}

} // namespace

/// Stores the reports of a computation until the waiting thread reads them.
class ScriptMonitor::Watched : public Monitor {
public:
    struct Part {
        std::string unit;
        double total = 0;
        std::atomic<double> fraction = 0;
    };

    [[nodiscard]] bool stopped() const override { return stop; }
    [[nodiscard]] Progress part(const std::string& unit, double total) const override
    {
        auto begun = std::make_shared<Part>();
        begun->unit = unit;
        begun->total = total;
        {
            const std::lock_guard lock(mutex_);
            part_ = begun;
        }
        return [this, begun](double fraction) -> bool {
            begun->fraction = fraction;
            if (fraction > 0)
                progressed = true;
            return !stopped();
        };
    }
    void print(const std::string& text) const override
    {
        const std::lock_guard lock(mutex_);
        told_ += text;
    }

    /// Returns the current part (null before the first) and the text printed since the last call.
    [[nodiscard]] std::pair<std::shared_ptr<const Part>, std::string> news() const
    {
        const std::lock_guard lock(mutex_);
        return {part_, std::exchange(told_, "")};
    }

    std::atomic<bool> stop = false;
    mutable std::atomic<bool> progressed = false; ///< true once the first results exist

private:
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const Part> part_;
    mutable std::string told_;
    const OneBlasThread one_; // more threads would change the last digits of results
};

ScriptMonitor::ScriptMonitor(py::object progress)
    : progress_(std::move(progress)), watched_(std::make_shared<Watched>())
{
}

app::RunControl ScriptMonitor::control()
{
    return {watched_, [this] { return interrupted(); },
            [watched = watched_] { return !watched->progressed; }};
}

void ScriptMonitor::stop()
{
    watched_->stop = true;
}

py::object ScriptMonitor::error()
{
    report(true);
    return error_;
}

bool ScriptMonitor::interrupted()
{
    if (watched_->stop)
        return true;
    const WithGil gil;
    if (PyErr_CheckSignals() != 0) {
        error_ = with_traceback(py::error_already_set());
        watched_->stop = true;
    } else {
        report(false);
    }
    return watched_->stop;
}

void ScriptMonitor::report(bool end)
{
    if (progress_.is_none() || !error_.is_none())
        return;
    const auto [part, reported] = watched_->news();
    if (!part && reported.empty())
        return;
    try {
        const double fraction = end ? 1 : part ? part->fraction.load() : 0;
        progress_(fraction,
                  part ? number_text(fraction * part->total, 3) + " of " +
                             number_text(part->total, 3) + " " + part->unit
                       : std::string(),
                  reported);
    } catch (const py::error_already_set& raised) {
        error_ = with_traceback(raised);
        watched_->stop = true;
    }
}

} // namespace slideway::script
