#pragma once

#include "contact/laws/law.hpp"

/// Phases of joints (JointPhases) for schemes that locate events.
namespace slideway::contact {

/// Sets `out` to the force and the guards of the given phases.
/// @throws std::logic_error  the law has no phases
void piece_of(const Law& law, const JointPhases& phases, JointPiece& out);

/// Evaluates the force of a piece and its tangents. `out` is resized.
void force_in(const JointPiece& piece, const JointVector& r, const JointVector& v,
              ForceAndTangent& out);

/// Appends the values of the guards of a piece to `out`, in the order of the piece.
void add_guards(const JointPiece& piece, const JointVector& r, const JointVector& v,
                MotionSizes sizes, std::vector<JointGuard>& out);

} // namespace slideway::contact
