#pragma once

#include "app/results/earlier_results.hpp"
#include "base/types.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Names of points of a curve of earlier results.
namespace slideway::app {

/// A named point of a curve.
struct CurveLabel {
    std::string name; ///< "fold 2"
    Index point = 0;
};

/// Adds the labels "fold 1", "fold 2", ...
void add_numbered(std::vector<CurveLabel>& labels, const std::string& name,
                  const std::vector<Index>& points);

/// Parsed value of a key `at`. Upper and lower case are equal.
struct NamedPoint {
    explicit NamedPoint(const std::string& point_name);

    std::string label;           ///< in lower case
    bool begin, end;             ///< true for "begin" and "end" of the curve
    std::optional<Index> number; ///< 12 for "point 12"
};

/// Returns the index of the point that `at` names.
/// @param labels  labels of a curve of n points, including "begin" and "end"
/// @param place   describes the position of a point: "12 Hz"
/// @throws InputError  `at` names no point of the curve, or several
[[nodiscard]] Index point_of(const EarlierResults& results, const std::string& point_name,
                             const std::vector<CurveLabel>& labels, Index n,
                             const std::function<std::string(Index)>& place);

} // namespace slideway::app
