#include "app/analyses/start/motion_near.hpp"

#include "base/interruptible.hpp"

#include <atomic>
#include <memory>

namespace slideway::app {

dynamics::PeriodicMotion motion_near(const dynamics::OrbitFamily& family, const Vector& z, double p,
                                     int periods, std::optional<bool> half,
                                     const dynamics::OrbitBranchOptions& options,
                                     const Monitor& monitor)
{
    const Progress progress = monitor.part("of Newton's method at most", 1);
    if (family.keyed()) // refers to the models of others
        return periodic_motion(family, z, p, periods, half, options, progress);
    // A single motion from there may take many seconds.
    const auto share = std::make_shared<std::atomic<double>>(0.0);
    const Progress tell = [share](double at) -> bool {
        *share = at;
        return true;
    };
    return interruptible(
        [=] { return periodic_motion(family, z, p, periods, half, options, tell); },
        [&]() -> bool { return !progress || progress(*share); });
}

} // namespace slideway::app
