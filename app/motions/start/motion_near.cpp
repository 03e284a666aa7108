#include "app/motions/start/motion_near.hpp"

#include <chrono>

namespace slideway::app {

dynamics::PeriodicMotion motion_near(const dynamics::OrbitFamily& family, const Vector& z, double p,
                                     int periods, std::optional<bool> half,
                                     const dynamics::OrbitBranchOptions& options,
                                     const Monitor& monitor)
{
    dynamics::OrbitFamily interruptible = family;
    interruptible.set_go_on(monitor.until_stopped());
    const Progress progress = monitor.part("of Newton's method at most", 1);
    using Clock = std::chrono::steady_clock;
    Clock::time_point last = Clock::now();
    const auto now_and_then = [&](double share) -> bool {
        if (Clock::now() - last < std::chrono::milliseconds(20))
            return true;
        last = Clock::now();
        return progress(share);
    };
    return periodic_motion(interruptible, z, p, periods, half, options, now_and_then);
}

} // namespace slideway::app
