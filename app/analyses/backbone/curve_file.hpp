#pragma once

#include "app/results/branch_file.hpp"
#include "dynamics/harmonic/extrema.hpp"

/// Curves of extrema as results hold them.
namespace slideway::app {

/// @param at  group: "curves/0001/"
void write_extrema_curve(io::ArraySink& sink, const std::string& group,
                         const dynamics::ExtremaCurve& curve, const BranchMeaning& meaning);

/// The curve that was written: extrema_at finds the same extrema on it.
/// @param model  of which it is
/// @throws std::runtime_error     arrays that are not there
/// @throws std::invalid_argument  arrays that do not fit together, or not to the model
[[nodiscard]] dynamics::ExtremaCurve read_extrema_curve(const io::Hdf5Reader& h5,
                                                        const std::string& group,
                                                        const dynamics::HarmonicBalance& model);

} // namespace slideway::app
