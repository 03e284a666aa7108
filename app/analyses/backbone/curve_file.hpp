#pragma once

#include "app/results/branch_file.hpp"
#include "dynamics/harmonic/extrema.hpp"

namespace slideway::app {

/// Describes a curve of extrema. extrema_at finds the same extrema on a curve that was read back.
/// @throws std::invalid_argument  arrays that were read are inconsistent
void arrays(io::Entries& a, dynamics::ExtremaCurve& curve, const BranchMeaning& meaning);

} // namespace slideway::app
