#pragma once

#include "contact/periodic/harmonics.hpp"

namespace slideway::contact {

/// A cycle at equal steps, between Fourier coefficients and samples.
struct SampledCycle {
    /// @throws std::invalid_argument  not more than 2 n_h samples
    SampledCycle(const Harmonics& harmonics, const VectorIn& R, Index samples);

    Matrix basis;     ///< m x samples
    Matrix motion;    ///< rows x samples [m]
    Matrix projected; ///< m x samples: coefficients of a row are projected * its samples

    /// Adds what the samples df_row/dr_col [N/m] make of J.
    void add_slope(Index row, Index col, const Eigen::RowVectorXd& slope, HarmonicForce& out) const;
};

} // namespace slideway::contact
