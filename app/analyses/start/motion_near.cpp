#include "app/analyses/start/motion_near.hpp"

namespace slideway::app {

dynamics::PeriodicMotion motion_near(const dynamics::OrbitFamily& family, const Vector& z, double p,
                                     int periods, std::optional<bool> half,
                                     const dynamics::OrbitBranchOptions& options,
                                     const Monitor& monitor)
{
    dynamics::OrbitFamily interruptible = family;
    interruptible.set_go_on(monitor.until_stopped());
    return periodic_motion(interruptible, z, p, periods, half, options,
                           monitor.part("of Newton's method at most", 1));
}

} // namespace slideway::app
