#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <string>

namespace slideway::fem {

/// Quantity of a square matrix by the names that Nastran and OptiStruct use: KAAX, K2GG, KXX;
/// MAAX, M2GG, MXX; BAAX, B2GG, BXX1 (damping); K4AAX, K42GG, K4XX1 (structural damping). Names of
/// matrices of results (MUG1, MES1, MEF1, MQG1, ...) have no quantity.
[[nodiscard]] FileQuantity nastran_quantity(const std::string& name);

} // namespace slideway::fem
