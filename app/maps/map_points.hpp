#pragma once

#include "app/analyses/job.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// A value of each key of a map.
struct MapPoint {
    double x = 0, y = 0; ///< y: of two keys
};

/// What ranks of a map do together: points, values of its boundary curves, searches for their
/// poles.
enum class MapPart { points, values, poles };

/// Every pair of values: point = i_x * n_y + i_y. With one key its values.
[[nodiscard]] std::vector<MapPoint> map_grid(const MapEntry& map);

/// "joint.spring.stiffness = 300, load.push.force = 2"
[[nodiscard]] std::string place_text(const MapEntry& map, const MapPoint& point);

/// Makes the jobs of the points of c.map from one reading of the file: c with an override more
/// per key, without map and expectations.
class MapCases {
public:
    /// @throws InputError  a body that is exported; the file
    explicit MapCases(const Case& c);

    /// For several threads at once.
    /// @throws InputError  an unknown key; a value that the reader refuses; at the key of the map
    [[nodiscard]] Job at(const MapPoint& point) const;

private:
    MapEntry map_;
    bool trust_meshes_;
    CaseTree tree_;
};

/// Reads the case of every value of each key, of those that refining may add too, with both ends of
/// the other key, so that a map with a wrong value does not begin. A pair between that is refused
/// is a failed point. @throws InputError  as MapCases
void check_map(const Case& c);

/// Value number i, in steps of 1/step of those of the axis: between two values their mean, with a
/// logarithmic scale the geometric one.
[[nodiscard]] double axis_value(const MapAxis& axis, int i, int step);

/// "map over contact.rub.friction: 61 values, 0 to 0.6"
[[nodiscard]] std::string describe_map(const Case& c);

} // namespace slideway::app
