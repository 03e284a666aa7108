#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads the matrices of a bulk data file of Nastran or OptiStruct: cards DMIG with 8 or 16 columns
/// per field, or with commas. GRID gives positions. Other cards and output tables are skipped.
///
/// | field | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |
/// |---|---|---|---|---|---|---|---|---|
/// | header | NAME | 0 | IFO | TIN | TOUT | POLAR | | NCOL |
/// | column | NAME | GJ | CJ | | G1 | C1 | A1 | B1 |
/// | continuation | G2 | C2 | A2 | B2 | G3 | C3 | A3 | B3 |
///
/// A square matrix with IFO = 6 has each pair once, above or below the diagonal. With IFO = 1 it
/// has all entries. Rectangular matrices are loads, which are not read. Component 0 is a scalar
/// point. Dofs are those of all matrices, by ascending label and component. Source: quick reference
/// guides of MSC and NX Nastran, DMIG.
/// @throws InputError  with file and line: a column without a header, a pair given twice, a
/// component
///                     beyond 6, a number that is not finite, a complex matrix, a grid whose dofs
///                     are in another coordinate system
[[nodiscard]] ImportedMatrices read_dmig(const std::filesystem::path& file);

} // namespace slideway::fem
