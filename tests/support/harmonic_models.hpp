#pragma once

#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/modal/outputs.hpp"

/// Structures with friction contacts whose forced response is known to many digits.
/// Parameters: docs/theory/harmonic_balance.md.
namespace slideway::test {

struct HarmonicModel {
    dynamics::DrivenJoints system;
    std::vector<dynamics::ModalOutput> outputs; ///< the first is the monitor
    /// Matrices on the physical dofs of all bodies, stacked.
    Matrix M, C, K, B; ///< n x n; rows of the joints x n
    Vector load, monitor;
};

/// Returns the system for runge_kutta, without dry contacts.
[[nodiscard]] dynamics::JointedSystem without_contacts(const dynamics::DrivenJoints& system);

/// Two blades with shrouds and a wedge damper between them, and a unit force on the right blade.
/// Outputs: right blade, left blade.
/// @param mirrored  true: the right face of the wedge is mirrored; false: parallel to the left
///                  one, as printed
[[nodiscard]] HarmonicModel blade_damper_blade(double beta, bool mirrored = true);

/// Cantilever with a friction pad at mid span and a unit force on the tip. Output: tip.
/// @param elements  even
/// @param n_modes   inner modes of a Craig-Bampton reduction with the nodes of pad and tip as
///                  boundary; 0: all modes of the beam
[[nodiscard]] HarmonicModel beam_with_pad(int elements = 20, int n_modes = 0);

} // namespace slideway::test
