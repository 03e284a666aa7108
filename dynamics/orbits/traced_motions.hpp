#pragma once

#include "dynamics/orbits/orbit_equations.hpp"

namespace slideway::dynamics {

/// States of motions as results have them and as a branch is traced. What is traced has no symmetry
/// that round-off could break: by the half period in place of the whole one if motions are their
/// own mirror, on the modes of a part of the system if joints alike move alike, from another phase
/// of the drive if extrema lie at phase 0.
class TracedMotions {
public:
    /// @param Z  modes of the part on those of the whole; empty: the same modes
    TracedMotions(OrbitForm reported, OrbitEquations& traced, Matrix Z)
        : reported_(reported), traced_(traced), Z_(std::move(Z))
    {
    }

    /// States at all nodes, with a tangent (x, p) if it is not empty. False if a motion breaks off.
    bool to_traced(Vector& x, Vector& tangent, double p);
    bool to_reported(Vector& x, Vector& tangent, double p);

    /// States on the modes of the whole, in the form that is traced.
    [[nodiscard]] Vector on_whole(const VectorIn& x) const;
    /// Distance of states, in the form that is reported, from those of the part.
    [[nodiscard]] double off_part(const VectorIn& x) const;

private:
    [[nodiscard]] bool halves() const { return traced_.form().half && !reported_.half; }
    [[nodiscard]] Vector on_part(const VectorIn& x) const;

    OrbitForm reported_;
    OrbitEquations& traced_;
    Matrix Z_;
};

/// Phase of the drive [rad] that is far from the extrema of all small motions, if hardly any
/// damping moves these off the extrema of loads that are in phase with each other; else 0. At a
/// state at an extremum, beside a stop, a motion may begin on either side of it.
[[nodiscard]] double phase_off_extrema(const JointedSystem& system);

} // namespace slideway::dynamics
