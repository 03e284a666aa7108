#pragma once

#include "contact/laws/law_face.hpp"

#include <utility>

/// Phases of joints (JointPhases) for schemes that locate events.
namespace slideway::contact {

/// Whether a law has phases: those without kinks have a single one, without guards.
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

/// Force and guards of the phases.
/// @throws std::logic_error  a law without has_phases
inline void piece_of(const JointLaw& law, const JointPhases& phases, JointPiece& out)
{
    law->piece(phases, out);
}

/// Force of a piece with its tangents. `out` is resized.
void force_in(const JointPiece& piece, const JointVector& r, const JointVector& v,
              ForceAndTangent& out);

/// Values of the guards of a piece, in its order, after those already in `out`.
void add_guards(const JointPiece& piece, const JointVector& r, const JointVector& v,
                MotionSizes sizes, std::vector<JointGuard>& out);

/// Phases after the guard number `guard` has reached zero at (r, v).
[[nodiscard]] inline JointPhases phases_after(const JointLaw& law, JointPhases phases, int guard,
                                              const JointVector& r, const JointVector& v)
{
    law->pass(phases, guard, r, v);
    return phases;
}

} // namespace slideway::contact
