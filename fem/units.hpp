#pragma once

#include "base/types.hpp"

#include <string>
#include <vector>

namespace slideway::fem {

/// A system of units, by its units of length, mass and time in SI. All other units follow: that of
/// force is mass length / time^2.
struct UnitSystem {
    std::string name = "SI";
    double length = 1; ///< [m]
    double mass = 1;   ///< [kg]
    double time = 1;   ///< [s]

    [[nodiscard]] bool is_si() const { return length == 1 && mass == 1 && time == 1; }
};

/// The systems with a name: SI, mm-t-s, mm-kg-s, mm-kg-ms, mm-g-ms, in-lbf-s, ft-lbf-s.
[[nodiscard]] const std::vector<UnitSystem>& unit_systems();

/// Quantity that a dof of a file measures.
enum class DofKind {
    translation, ///< length
    rotation,    ///< rad
    modal        ///< coordinate of a mode; its unit mass is 1 in the units of the file
};

/// Returns D of q_SI = D q_file: the unit of length for translations, 1 for rotations, and
/// length sqrt(mass) for modal coordinates, so that a modal mass of 1 stays 1.
[[nodiscard]] Vector dof_units(const UnitSystem& units, const std::vector<DofKind>& dofs);

/// Kind of a matrix. The number is the power p of time in its unit, mass length^2 / time^p.
enum class MatrixKind { mass = 0, damping = 1, stiffness = 2 };

/// Converts a matrix of a file to SI by a congruence: A_SI = mass length^2 / time^p D^-1 A D^-1.
/// @param D  dof_units
void to_si(SparseMatrix& A, MatrixKind kind, const UnitSystem& units, const Vector& D);

/// Text for messages: "mm-t-s (0.001 m, 1000 kg, 1 s)".
[[nodiscard]] std::string units_text(const UnitSystem& units);

} // namespace slideway::fem
