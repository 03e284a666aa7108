#pragma once

#include "continuation/corrector.hpp"

#include <string>

namespace slideway::continuation {

/// Crossing of two branches: [F_x F_p] has rank n - 1.
struct BranchPoint {
    bool found = false;
    Vector x;
    double p = 0;
    /// (n + 1) x 2: directions d(x, p)/ds of both branches, of scaled length 1. It has 0 columns if
    /// no direction is real (an isolated point) or if both coincide (see `message`).
    Matrix tangents;
    std::string message; ///< reason why there is no point, or no tangents
};

/// Locates a branch point near (x, p) by Newton's method for
///
///     F + b c = 0,   g(x, p) = 0 (two numbers),   n + 2 unknowns x, p, b,
///
/// Here [F_x F_p]' psi + D g = 0 and c . psi = 1 define g, with borders c, D near the left and
/// right null spaces at the first point. The system is regular at a branch point, where
/// Newton's method on the branch itself is not. The directions of the branches solve the
/// algebraic branching equation
///
///   a_11 xi^2 + 2 a_12 xi eta + a_22 eta^2 = 0,   a_ij = psi . F_yy v_i v_j,
///   t = xi v_1 + eta v_2.
///
/// Second derivatives are differences of Jacobians along v_1, v_2. They slow the convergence in the
/// last digits but do not move the point. The result is "not found" if b != 0 there (the branches
/// do not touch), if there is a kink at the point, or if more than two branches cross.
///
/// Source: Griewank & Reddien, SIAM J. Numer. Anal. 21, 1984, and Govaerts, Numerical methods for
/// bifurcations of dynamical equilibria, SIAM 2000, for minimally extended systems; Keller 1977 for
/// the branching equation.
[[nodiscard]] BranchPoint locate_branch_point(Corrector& corrector, const Vector& x, double p);

} // namespace slideway::continuation
