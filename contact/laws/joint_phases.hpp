#pragma once

#include "contact/laws/joint_law.hpp"

#include <utility>

/// Phases of joints (JointPhases) for schemes that locate events.
namespace slideway::contact {

/// Whether a law has phases: smooth ones have a single one, without guards.
[[nodiscard]] inline bool has_phases(const JointLaw& law)
{
    return law.info().phases;
}

/// Phases at (r, v) of a joint that has not slipped yet.
/// @throws std::logic_error  a law without has_phases
[[nodiscard]] inline JointPhases phases_at(const JointLaw& law, const JointVector& r,
                                           const JointVector& v)
{
    return law->phases_at(r, v);
}

/// Force of the phases with its tangents. `out` is resized.
/// @throws std::logic_error  a law without has_phases
inline void force_in(const JointLaw& law, const JointPhases& phases, const JointVector& r,
                     const JointVector& v, ForceAndTangent& out)
{
    law->force_in(phases, r, v, out);
}

/// Guards of the phases, in an order that only the phases decide, after those already in `out`.
/// @param r_size, v_size  bounds of the terms of each r and v: round-off is relative to them
inline void add_guards(const JointLaw& law, const JointPhases& phases, const JointVector& r,
                       const JointVector& v, const JointVector& r_size, const JointVector& v_size,
                       std::vector<JointGuard>& out)
{
    law->add_guards(phases, r, v, {r_size, v_size}, out);
}

/// Phases after the guard number `guard` has reached zero at (r, v).
[[nodiscard]] inline JointPhases phases_after(const JointLaw& law, JointPhases phases, int guard,
                                              const JointVector& r, const JointVector& v)
{
    law->pass(phases, guard, r, v);
    return phases;
}

} // namespace slideway::contact
