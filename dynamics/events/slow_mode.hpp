#pragma once

#include "base/types.hpp"

namespace slideway::dynamics {

/// Mode much slower than the drive: y'' + c y' + k y = h. The closed form with exponentials loses
/// digits by cancellation, most of all in the response to h. A power series of few terms replaces
/// it.
struct SlowMode {
    /// Largest |s| (or c and sqrt(k)) of a slow mode, relative to Omega. Above it, exponentials
    /// lose at most (1 / slowest)^2 units of round-off; below it the series is used. With 5e-5
    /// instead, steady states on weak springs lose digits or are not found. With 0.2, no test
    /// changes. With 0.5, the fourteen terms of the series leave an error of 6e-11.
    static constexpr double slowest = 0.05;

    Index at = 0;        ///< column of Psi
    double c = 0, k = 0; ///< >= 0 [1/s, 1/s^2]
    Complex forced;      ///< y = Re(forced e^{j Omega t}) under the harmonic force

    /// Advances (y, y') by tau [s], at most one period of the drive, under a constant force h.
    void advance(double tau, double h, double& y, double& rate) const;
};

} // namespace slideway::dynamics
