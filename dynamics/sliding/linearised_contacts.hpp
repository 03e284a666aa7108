#pragma once

#include "base/types.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// The contacts (and nonlinear joints) of one configuration, linearised, on all modes q of the
/// components, one component after another:
///
///   q'' + D q' + omega^2 q + P^T w + P_rate^T w' = Phi^T f,     R q + follow x = Z w
///
/// x are small displacements of the imposed motions beside their steady ones.
/// Rows with Z = 0 are constraints, B_C q = 0 with w = lambda, P = B_E. Rows with Z = 1 are what
/// forces depend on: the turn of a segment and the sliding along it under a normal force (their
/// directions follow), sliding under friction that depends on velocity, displacements of joints.
struct LinearisedContacts {
    double position = 0;              ///< [m]
    std::vector<ContactPoint> points; ///< every slave node; lambda where it is known
    RowMatrix R, P;                   ///< k x m
    RowMatrix P_rate;                 ///< k x m; empty without forces that depend on rates
    Matrix follow;                    ///< k x n_motions
    Vector Z;                         ///< k: 0 or 1; the constraints come first
    Index n_constraints = 0;

    [[nodiscard]] Index n_rows() const { return Z.size(); }
};

struct SlideOptions {
    About about = About::undeformed;
    std::optional<double> friction; ///< coefficient of all contacts in place of their laws
    double t_start = 0;             ///< [s] time at the start of the motions
};

} // namespace slideway::dynamics
