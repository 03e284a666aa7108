#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

namespace slideway::reduction {
struct ModalForm;
}

namespace slideway::dynamics {

/// Damping of each undamped mode of a body or model; m entries, in the order of the modes.
struct DampedFrequencies {
    Vector ratio;        ///< 0 for rigid motions, which have none
    Vector frequency_hz; ///< 0 for rigid and for overdamped modes (|ratio| >= 1): no oscillation
};

/// Where the damping is classical,
///
///   ratio_j = c_j / (2 omega_j),   frequency_j = omega_j sqrt(1 - ratio_j^2) / (2 pi)
///
/// Damping that couples modes has modes of its own: pairs of eigenvalues s, s' of the first-order
/// form in the modes given,
///
///   ratio = -(s + s') / (2 sqrt(s s')),   frequency = Im s / (2 pi)
///
/// where an overdamped mode has two real eigenvalues. Two real ones are a pair if they share most
/// of the undamped modes. Each pair stands at the undamped mode that has the largest share of its
/// energy, the clearest shares first.
/// @throws Interrupted
[[nodiscard]] DampedFrequencies damped_frequencies(const reduction::ModalForm& form,
                                                   const Progress& progress);

} // namespace slideway::dynamics
