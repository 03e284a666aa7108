#pragma once

#include "contact/laws/law_face.hpp"

#include <utility>

/// Phases of joints (JointPhases) for schemes that locate events.
namespace slideway::contact {

/// True if a law has phases. A law without kinks has a single phase, without guards.
[[nodiscard]] inline bool has_phases(const JointLaw& law)
{
    return law.info().phases;
}

/// Returns the phases at (r, v) of a joint that has not slipped yet.
/// @throws std::logic_error  the law has no phases
[[nodiscard]] inline JointPhases phases_at(const JointLaw& law, const JointVector& r,
                                           const JointVector& v)
{
    return law->phases_at(r, v);
}

/// Sets `out` to the force and the guards of the given phases.
/// @throws std::logic_error  the law has no phases
inline void piece_of(const JointLaw& law, const JointPhases& phases, JointPiece& out)
{
    law->piece(phases, out);
}

/// Evaluates the force of a piece and its tangents. `out` is resized.
void force_in(const JointPiece& piece, const JointVector& r, const JointVector& v,
              ForceAndTangent& out);

/// Appends the values of the guards of a piece to `out`, in the order of the piece.
void add_guards(const JointPiece& piece, const JointVector& r, const JointVector& v,
                MotionSizes sizes, std::vector<JointGuard>& out);

/// Returns the next phases, after guard number `guard` has reached zero at (r, v).
[[nodiscard]] inline JointPhases phases_after(const JointLaw& law, JointPhases phases, int guard,
                                              const JointVector& r, const JointVector& v)
{
    law->pass(phases, guard, r, v);
    return phases;
}

} // namespace slideway::contact
