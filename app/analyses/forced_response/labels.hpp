#pragma once

#include "app/analyses/forced_response/verified_stability.hpp"
#include "app/motions/harmonic/response_curves.hpp"

#include <vector>

namespace slideway::app {

using LabelKind = studies::StabilityLabel::Kind;

/// Place of a curve of forced response with a label.
struct ResponseLabel {
    double Omega = 0; ///< [rad/s]
    Index point = -1; ///< point of the curve; -1: between its points
    const studies::StabilityLabel* counted = nullptr; ///< change of the number of multipliers there
    int multiplicity = 1; ///< motions or multipliers (pairs) that have the label at once
    double stable = 0;    ///< 1 if one side of it is stable
};

/// Points of a kind in ascending frequency.
[[nodiscard]] std::vector<Index> ascending(const continuation::Branch& branch,
                                           continuation::PointKind kind);

/// Labels of a kind. Folds and branch points are those of the curve, and in addition those of exact
/// motions that the curve does not show. Other kinds are changes of the number of multipliers
/// outside the unit circle, by exact motions or else by the Fourier series.
/// @pre has_stability(curve) for kinds other than folds and branch points to be found
[[nodiscard]] std::vector<ResponseLabel>
labels_of(const ResponseCurve& curve, const VerifiedStability& stability, LabelKind kind);

/// Changes of the number of multipliers of a series at 1, which its folds and branch points do not
/// show: both meet only with many harmonics.
[[nodiscard]] std::vector<ResponseLabel> beside_folds(const ResponseCurve& curve,
                                                      const VerifiedStability& stability);

} // namespace slideway::app
