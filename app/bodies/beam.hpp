#pragma once

#include "app/bodies/meshed.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"

namespace slideway::app {

struct Beam {
    static constexpr std::string_view
        type = "beam",
        about = "A beam that bends in the plane, straight or along a curve of a mesh. Ports start, "
                "end, axis (touched from the left of its direction), axis_reversed (from the "
                "right) and named points, with components x, y and rotation.",
        supports = "supports: points (\"start\") or components (\"end.y\")";
    fem::BeamLineOptions line; ///< straight beam without a mesh
    MeshFile mesh;
    std::string curve; ///< named curve of the mesh
    fem::BeamOptions options;
    Placement placement;
};

void fields(io::Fields& f, Beam& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Beam& e,
                                                             const std::filesystem::path& folder);
[[nodiscard]] Drawing draw(const Beam& e, const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const Beam& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
