#pragma once

#include "app/analyses/job.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// A value of each key of a map.
struct MapPoint {
    double x = 0, y = 0; ///< y is used with two keys
};

/// Parts of a map that ranks share: points, values of the boundary curves, searches for poles.
enum class MapPart { points, values, poles };

/// All points of the grid. With two keys, point = i_x * n_y + i_y.
[[nodiscard]] std::vector<MapPoint> map_grid(const MapEntry& map);

/// "joint.spring.stiffness = 300, load.push.force = 2"
[[nodiscard]] std::string place_text(const MapEntry& map, const MapPoint& point);

/// Creates the jobs of the points of c.map, and reads the file only once. Each job is c with one
/// more override per key, without map and expected values.
class MapCases {
public:
    /// @throws InputError  the case exports a body, or the file cannot be read
    explicit MapCases(const Case& c);

    /// Returns the job of a point. May be called by several threads at once.
    /// @throws InputError  an unknown key or a refused value, with the place of the key in the map
    [[nodiscard]] Job at(const MapPoint& point) const;

private:
    MapEntry map_;
    bool trust_meshes_;
    CaseTree tree_;
};

/// Verifies a map before it begins: reads the case for every value of each key, including values
/// that refinement may add, with both ends of the other key. Other pairs are verified at their
/// point; a refused pair is a failed point. @throws InputError  see MapCases
void check_map(const Case& c);

/// Value number i of an axis that is refined by the factor `step`. A value between two others is
/// their mean, or their geometric mean on a logarithmic axis.
[[nodiscard]] double axis_value(const MapAxis& axis, int i, int step);

/// "map over contact.rub.friction: 61 values, 0 to 0.6"
[[nodiscard]] std::string describe_map(const Case& c);

} // namespace slideway::app
