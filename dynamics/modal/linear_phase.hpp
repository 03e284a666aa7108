#pragma once

#include "dynamics/modal/stacked_modes.hpp"

#include <array>

namespace slideway::dynamics {

/// Linear motion while no row changes its state: y' = A y + F c, with constants c of sticking
/// joints.
struct LinearPhase {
    Matrix A;                  ///< 2 m x 2 m
    Matrix F;                  ///< 2 m x n_sliders; columns of rows that do not stick are 0
    bool dense = false;        ///< true if A has no well-conditioned eigenvectors
    Vector decay, turn;        ///< h: eigenvalues with imaginary part >= 0, the slowest first
    Matrix modes, coordinates; ///< 2 m x 2 h, 2 h x 2 m: y = modes (re; im of coordinates y)
    Matrix rest;               ///< 2 m x n_sliders: -A^-1 F

    /// exp(lambda t) of the modes. Modes beyond `left` are below 1e-24 of the first and therefore
    /// below round-off for any condition of the modes.
    struct Rotation {
        Eigen::ArrayXd re, im; ///< h
        Index left = 0;
    };
    [[nodiscard]] Rotation rotation(double t) const;

    /// Advances modal coordinates by that time; `old` is workspace.
    static void advance(const Rotation& rotation, Matrix& eta, Matrix& old);

    /// Returns rows exp(lambda t) in modal coordinates.
    [[nodiscard]] static Matrix advanced(const Rotation& rotation, const Matrix& rows);

    static constexpr int n_powers = 4;
    /// States at time t that result from forces (s/t)^k, 0 <= s <= t, in the directions `forces`,
    /// for k = 0 .. n_powers - 1. States are modal coordinates, or y if dense.
    [[nodiscard]] std::array<Matrix, n_powers> responses(double t, const Matrix& forces) const;

    /// Exponential of [A F; 0 0] t without its last rows.
    [[nodiscard]] Matrix exponential(double t) const;
};

[[nodiscard]] LinearPhase linear_phase(Matrix A, Matrix F);

} // namespace slideway::dynamics
