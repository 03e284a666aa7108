#pragma once

#include "app/results/branch_file.hpp"
#include "dynamics/harmonic/extrema.hpp"

/// Curves of extrema in results files.
namespace slideway::app {

void arrays(io::Entries& a, dynamics::ExtremaCurve& curve, const BranchMeaning& meaning);
/// Writes a curve of extrema.
/// @param group  for example "curves/0001"
void write_extrema_curve(io::ArraySink& sink, const std::string& group,
                         dynamics::ExtremaCurve curve, const BranchMeaning& meaning);

/// Reads a written curve. extrema_at finds the same extrema on it.
/// @param model  model of the curve
/// @throws std::runtime_error     missing arrays
/// @throws std::invalid_argument  arrays that are inconsistent, or do not fit the model
[[nodiscard]] dynamics::ExtremaCurve read_extrema_curve(const io::Hdf5Reader& h5,
                                                        const std::string& group,
                                                        const dynamics::HarmonicBalance& model);

} // namespace slideway::app
