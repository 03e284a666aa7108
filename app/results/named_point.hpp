#pragma once

#include "app/results/earlier_results.hpp"
#include "base/types.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// How a case names a point of a curve of earlier results.
namespace slideway::app {

/// A point of a curve that has a name.
struct CurveLabel {
    std::string name; ///< "fold 2"
    Index point = 0;
};

/// "fold 1", "fold 2", ...
void add_numbered(std::vector<CurveLabel>& labels, const std::string& name,
                  const std::vector<Index>& points);

/// What a key `at` says, in letters of any case.
struct NamedPoint {
    explicit NamedPoint(const std::string& at);

    std::string label;           ///< in small letters
    bool begin, end;             ///< of the curve
    std::optional<Index> number; ///< of "point 12"
};

/// @param labels  of a curve of n points, "begin" and "end" among them
/// @param place   where a point lies, in words: "12 Hz"
/// @throws InputError  the key `at` of the table names no point of the curve, or several
[[nodiscard]] Index point_of(const EarlierResults& results, const std::string& at,
                             const std::vector<CurveLabel>& labels, Index n,
                             const std::function<std::string(Index)>& place);

} // namespace slideway::app
