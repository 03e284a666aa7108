#pragma once

#include "fem/mesh.hpp"

#include <map>
#include <string>

namespace slideway::fem {

struct BeamLineOptions {
    double length = 0;                    ///< [m], > 0
    int elements = 0;                     ///< > 0, of equal length
    std::map<std::string, double> points; ///< named nodes, as a fraction of the length
};

/// Straight row of nodes from the origin along x, as a mesh of "line2" cells. Groups: points
/// "start" and "end", the points of the options, and the curves "axis" and "axis_reversed". For
/// "axis" the body lies on the right of the direction from start to end, so contact is on its left;
/// "axis_reversed" is the other side.
/// @throws InputError  no node at a point (names the nearest), or a repeated name
[[nodiscard]] Mesh beam_line(const BeamLineOptions& options);

/// Nodes and sides of a named curve of a mesh, as a mesh of "line2" cells for a beam. A side with a
/// mid node becomes two cells. Groups: curve "axis" in the direction of the file and
/// "axis_reversed"; points "start" and "end" if the curve is one open chain; named points and
/// curves of the mesh on the curve.
/// @throws InputError  unknown curve, or a named group with one of the names above
[[nodiscard]] Mesh beam_curve(const Mesh& mesh, const std::string& curve);

} // namespace slideway::fem
