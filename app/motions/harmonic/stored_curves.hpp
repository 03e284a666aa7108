#pragma once

#include "app/motions/harmonic/response_curves.hpp"
#include "app/results/named_point.hpp"
#include "continuation/branch.hpp"
#include "dynamics/modal/driven_joints.hpp"
#include "io/hdf5_file.hpp"

#include <string>
#include <vector>

/// Curves in the results of a forced response, and the names of their points.
namespace slideway::app {

/// Returns "begin", the labels of the points, and "end". As in the summary, peaks are numbered in
/// ascending frequency, other labels along the curve.
[[nodiscard]] std::vector<CurveLabel> labels_of(const continuation::Branch& branch);

/// Returns the index of the point that the key `at` names.
/// @throws InputError  the key names no point of the curve, or several
[[nodiscard]] Index point_of(const EarlierResults& results, const std::string& point_name,
                             const continuation::Branch& branch);

/// Reads the curves of a forced response. Only those with points are returned.
/// @throws InputError          results of another analysis, or without a curve
/// @throws std::runtime_error  missing arrays
[[nodiscard]] ResponseSet read_responses(const EarlierResults& results, const io::Hdf5Reader& h5);
[[nodiscard]] std::vector<ResponseCurve> curves_of_level(const std::vector<ResponseCurve>& curves,
                                                         double level);
/// Each once, in words.
[[nodiscard]] std::string levels_of(const std::vector<ResponseCurve>& curves);
/// True if two levels are equal up to round-off of texts and spacings.
[[nodiscard]] bool same_level(double level, double other);

/// @throws InputError  the key `level` of the table, which is not among them
[[noreturn]] void refuse_level(const EarlierResults& results, double level,
                               const std::vector<ResponseCurve>& curves);
/// @throws InputError  the key `curve` of the table, from 1, which the level does not have
void check_curve(const EarlierResults& results, int curve, double level,
                 const std::vector<ResponseCurve>& of_level);

/// Verifies the joints of the unknowns. @throws InputError  the joints differ
void check_joints(const EarlierResults& results, const std::vector<std::string>& stored,
                  const std::vector<dynamics::ModalLaw>& joints);

} // namespace slideway::app
