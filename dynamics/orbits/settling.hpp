#pragma once

#include "base/progress.hpp"
#include "dynamics/orbits/orbit_family.hpp"

#include <string>

namespace slideway::dynamics {

/// Where a motion gets to by itself.
struct Settled {
    Vector z; ///< 2 m: (q, q') at phase 0, after whole periods
    bool interrupted = false;
    std::string failure; ///< why the motion broke off; "": it did not
};

/// Takes a state at phase 0 through whole periods of the drive.
/// @param tolerance  of Taylor steps
[[nodiscard]] Settled settled(const OrbitFamily& family, const Vector& z, double p, int periods,
                              double tolerance, const Progress& progress = {});

/// The smallest number of periods, up to `most`, after which the motion from z is back within a
/// tenth of the size of z, in the energy norm; 0: none. A guess: Newton's method decides.
/// @throws Interrupted
[[nodiscard]] int recurrence(const OrbitFamily& family, const Vector& z, double p, int most,
                             double tolerance, const Progress& progress = {});

} // namespace slideway::dynamics
