#pragma once

#include "dynamics/cycles/conservative_system.hpp"
#include "dynamics/modal/outputs.hpp"

#include <string>
#include <utility>
#include <vector>

namespace slideway::dynamics {

/// Part of a conservative system that moves without the rest of it: the directions of the modes
/// that a set of joints sees, or a single mode that no joint sees.
///
///   q = rest + Z (y - rest of the part),   Z^T Z = 1,   Z^T omega^2 Z diagonal
struct IndependentPart {
    ConservativeSystem system;
    Matrix Z; ///< m x modes of the part
};

struct IndependentParts {
    std::vector<IndependentPart> parts;
    /// Part and mode of the part of each small motion of the whole, ascending in frequency.
    std::vector<std::pair<std::size_t, Index>> modes;
    std::vector<std::string> notes; ///< equal frequencies, and the combinations that were taken
};

/// Splits a system into its independent parts. Every combination of modes of equal frequency is a
/// mode; the joints decide which ones are taken. With b_j the rows of joint j on the modes of one
/// frequency, two joints belong to one part if b_i b_j^T is not zero at some frequency. The
/// directions of a part are the right singular vectors of its rows, frequency by frequency. What is
/// left no joint sees: each direction of it is a part without joints, those first that the outputs
/// see most.
/// @param outputs  that order what no joint sees
[[nodiscard]] IndependentParts independent_parts(const ConservativeSystem& whole,
                                                 const std::vector<ModalOutput>& outputs);

} // namespace slideway::dynamics
