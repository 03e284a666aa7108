#pragma once

#include "base/types.hpp"

namespace slideway::dynamics {

/// A mode much slower than the drive: y'' + c y' + k y = h. Its exponentials, of h above all, would
/// cancel; their series ends soon.
struct SlowMode {
    /// Largest |s| (or c and sqrt(k)) of a slow mode, relative to Omega. Above it, exponentials
    /// lose at most (1 / slowest)^2 units of round-off; below it the series is used. At 5e-5 steady
    /// states on weak springs lose digits or are not found. At 0.2 no test changes; at 0.5 fourteen
    /// terms leave 6e-11.
    static constexpr double slowest = 0.05;

    Index at = 0;        ///< column of Psi
    double c = 0, k = 0; ///< >= 0 [1/s, 1/s^2]
    Complex forced;      ///< y = Re(forced e^{j Omega t}) under the harmonic force

    /// (y, y') after tau [s], at most one period of the drive, under a constant force h.
    void advance(double tau, double h, double& y, double& rate) const;
};

} // namespace slideway::dynamics
