#pragma once

#include "contact/laws/polynomial_terms.hpp"
#include "contact/periodic/harmonics.hpp"

#include <functional>
#include <span>
#include <vector>

/// Harmonic forces of one row whose force is a function f(r, v), from equal steps of a cycle.
namespace slideway::contact {

/// One row of a joint in periodic motion.
struct StateRow {
    Index row = 0;
    const VectorIn& R;      ///< coefficients of all rows
    const VectorIn& lambda; ///< empty, or factors of the second derivatives
    bool of_velocity = false;
    double Omega = 0; ///< [rad/s]; without effect unless of_velocity
};

/// Sets f and its slopes at the samples (r, v), and its second derivatives if they are asked for.
/// Derivatives by v are set if the force depends on it.
using EvaluateStates = std::function<void(bool second, StateSamples& samples)>;

/// Adds force, slopes and second derivatives of the row to `out`, which `prepare` has set. The
/// motion has `samples` equal steps. The sums are exact for a polynomial of degree d in (r, v) from
/// (d + 1) n_h + 1 samples on.
/// @pre samples > 2 n_h
void add_state_force(const StateRow& row, Index samples, const EvaluateStates& evaluate,
                     HarmonicWorkspace& work, HarmonicForce& out);

/// Adds the same with as many samples as the force needs: half of them give the force to 1e-8, or
/// to 1e-10 with more than 8192, so that the error of a smooth force is round-off.
/// @return 0, or the number of samples with which the force has not settled, of at most
///         most_samples
[[nodiscard]] Index add_settled_force(const StateRow& row, Index most_samples,
                                      const EvaluateStates& evaluate, HarmonicWorkspace& work,
                                      HarmonicForce& out);

/// Adds the same for a force that is a cubic of r or of v between phases of the cycle: the rule of
/// Gauss on each part, exact to round-off.
/// @param breaks  phases in any order, in [0, 2 pi]; it is sorted
void add_piecewise_force(const StateRow& row, std::vector<double>& breaks,
                         const EvaluateStates& evaluate, HarmonicWorkspace& work,
                         HarmonicForce& out);

/// Sets `out` to the force of a polynomial on each row of R, exactly.
void polynomial_force(std::span<const PolynomialTerm> terms, const VectorIn& R,
                      const VectorIn& lambda, HarmonicWorkspace& work, HarmonicForce& out);
/// Sets `out` to force and slopes from a given number of samples.
void sampled_polynomial_force(std::span<const PolynomialTerm> terms, const Harmonics& harmonics,
                              const VectorIn& R, double Omega, Index samples, HarmonicForce& out);

} // namespace slideway::contact
