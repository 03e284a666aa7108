#pragma once

#include "contact/periodic/harmonics.hpp"

namespace slideway::contact {

/// Force factor * sign * max(0, preload + k sign r): the spring of a stop.
struct StopForce {
    double preload = 0; ///< at r = 0, < 0 with a clearance [N]
    double k = 0;       ///< > 0 [N/m]
    double sign = 1;    ///< 1: it acts at large r, -1: at small r
    double factor = 1;  ///< < 0: a spring that pulls
};

/// Adds the exact harmonic force of a stop on one row of R, with its derivatives, to `out`, which
/// `prepare` has set.
void add_stop(const StopForce& stop, Index row, const VectorIn& R, const VectorIn& lambda,
              HarmonicWorkspace& work, HarmonicForce& out);

} // namespace slideway::contact
