#pragma once

#include "base/types.hpp"

#include <cstddef>
#include <vector>

/// Labels of starts. Two studies assign them. Basins run many starts in SIMD lanes until each is
/// beside a known orbit. Long motions record each motion and look for its orbit.
namespace slideway::studies {

/// Label of a start that settled on no orbit; otherwise the index of its orbit.
inline constexpr int not_settled = -1, not_run = -2, broke_off = -3;

/// Outcomes of several starts.
struct Outcomes {
    std::vector<int> label; ///< indices of orbits, or the labels above
    std::vector<int> since; ///< periods to the first state beside its orbit; -1: none
    std::vector<int> taken; ///< periods that the motion ran
    Matrix end;             ///< 2 m x starts: (q, q') where it stopped, at phase 0
};

/// Outcomes of n starts that have not run. @param n_states  rows of Outcomes::end
[[nodiscard]] Outcomes open_outcomes(Index n_states, std::size_t n);
/// Copies `from` to the entries `which` of `into`.
void replace(Outcomes& into, const std::vector<std::size_t>& which, const Outcomes& from);
/// Indices of the starts with a label.
[[nodiscard]] std::vector<std::size_t> labelled(const Outcomes& outcomes, int label);

} // namespace slideway::studies
