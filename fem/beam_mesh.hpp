#pragma once

#include "fem/mesh.hpp"

#include <map>
#include <string>

namespace slideway::fem {

struct BeamLineOptions {
    double length = 0;                    ///< [m], > 0
    int elements = 0;                     ///< > 0, of equal length
    std::map<std::string, double> points; ///< named nodes, as fraction of the length from the start
};

/// Straight row of nodes from the origin along x, as a mesh of "line2" cells. Groups: points
/// "start", "end" and those of the options; curve "axis" with the body on the right of the way from
/// start to end (things touch it from the left), "axis_reversed" for the other side.
/// @throws InputError  a point where there is no node (names the nearest), a name given twice
[[nodiscard]] Mesh beam_line(const BeamLineOptions& options);

/// The nodes and sides of a named curve of a mesh, as a mesh of "line2" cells for a beam; sides
/// with a mid node become two cells. Groups: curve "axis" in the sense of the file and
/// "axis_reversed"; points "start" and "end" where it is one open chain; the named points and
/// curves of the mesh that lie on it.
/// @throws InputError  no such curve; a named group is called like one of those above
[[nodiscard]] Mesh beam_curve(const Mesh& mesh, const std::string& curve);

} // namespace slideway::fem
