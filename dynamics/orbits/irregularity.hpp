#pragma once

#include "base/types.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// The largest Lyapunov exponent of a motion: the mean logarithm of what a disturbance grows by,
/// per unit of time.
struct LyapunovExponent {
    double quarter = 0, half = 0, whole = 0; ///< [1/s] over so much of the motion from its start
    double error = 0;                        ///< [1/s]: standard error of `whole`
    int blocks = 0, block = 0; ///< number of blocks of the means, and periods per block

    /// The half differs from the whole by three standard errors at most, or by a hundredth (the
    /// standard error of that difference is that of the whole), and that error is a tenth of the
    /// whole at most.
    [[nodiscard]] bool converged() const;
    [[nodiscard]] bool positive() const { return converged() && whole > 3 * error; }
};

/// @param growth  N: natural logarithms of what a disturbance grows by in each period
/// @param T       of a period [s]
/// @return blocks are of 1000 periods, or of N/16 if N is below 16000; none: N is below 16
[[nodiscard]] std::optional<LyapunovExponent> lyapunov_exponent(const std::vector<double>& growth,
                                                                double T);

/// The 0-1 test for chaos: near 1 of irregular numbers, near 0 of regular ones.
///
///   p_c(j) + i q_c(j) = sum_{k <= j} x_k e^{ikc}
///   D_c(n) = mean_j |p_c(j + n) - p_c(j)|^2 - mean(x)^2 (1 - cos nc) / (1 - cos c),  n <= N/10
///
/// K: the median of the correlations of D_c(n) with n, of 100 values c, the middles of equal parts
/// of (pi/5, 4 pi/5). The same for alpha x, alpha > 0.
///
/// @param x  N numbers, a constant time apart; the work grows by N^2
/// @return none: N is below 100, or x changes by less than 1e-8 of its size
/// Source: Gottwald & Melbourne, SIAM J. Appl. Dyn. Syst. 8, 2009, doi:10.1137/080718851.
[[nodiscard]] std::optional<double> zero_one_test(const VectorIn& x);

} // namespace slideway::dynamics
