#pragma once

#include "dynamics/orbits/orbit_tracer.hpp"
#include "dynamics/orbits/traced_motions.hpp"

namespace slideway::dynamics {

/// Another tracer that keeps a symmetry of motions.
struct OrbitTracer::Inner {
    Inner(const OrbitFamily& family, const OrbitForm& form, const OrbitTracer& orbit_tracer,
          const OrbitFamily::Part* part)
        : tracer(family, form, orbit_tracer.outputs_, orbit_tracer.given_, orbit_tracer.progress_,
                 part, orbit_tracer.form_.half),
          motions(orbit_tracer.form_, tracer.equations_, part == nullptr ? Matrix() : part->Z),
          parts(part != nullptr)
    {
    }

    OrbitTracer tracer;
    TracedMotions motions;
    bool parts; ///< on the modes of a part of the system
};

} // namespace slideway::dynamics
