#include "app/motions/many_starts/named_orbit.hpp"

#include "base/error.hpp"

namespace slideway::app {

void refuse_orbit(const io::Fields& f, const NamedOrbit& orbit)
{
    const auto& [name, start, periods] = orbit;
    for (const char* found : {"other ", "mirror of ", "P2 of "})
        if (name.starts_with(found))
            f.refuse("orbits",
                     "orbit " + name +
                         ": orbits that are found on the way are called so; expected another name");
    if (start.results.empty() && start.displacement.empty() && start.velocity.empty())
        f.refuse("orbits", "orbit " + name + ": give displacement or velocity, or results");
}

dynamics::PeriodicMotion motion_of(const NamedOrbit& named, const dynamics::OrbitFamily& family,
                                   const Vector& z, double p,
                                   const dynamics::OrbitBranchOptions& options,
                                   const Monitor& monitor)
{
    dynamics::PeriodicMotion motion =
        motion_near(family, z, p, named.periods, {}, options, monitor);
    if (!motion.found)
        throw InputError("orbits." + named.name, "\"" + named.name + "\"",
                         "Newton's method finds no periodic motion of " +
                             std::to_string(named.periods) + " periods there: " + motion.message);
    return motion;
}

} // namespace slideway::app
