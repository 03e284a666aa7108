#pragma once

#include "app/bodies/meshed.hpp"
#include "fem/ring/axisymmetric.hpp"

namespace slideway::app {

struct Axisymmetric {
    static constexpr std::string_view
        type = "axisymmetric",
        about =
            "A body of revolution about the axis x = 0, from the mesh of its half section: x is "
            "the radius and y the axis. Displacements do not vary around the ring, and nodes on "
            "the axis do not move along x. Masses, forces, and stiffnesses of joints are those of "
            "the full ring. Every named group of the mesh is a port with components x and y.",
        supports = "supports: groups (\"clamp\") or components (\"clamp.y\")";
    MeshFile mesh;
    fem::AxisymmetricOptions options;
    Placement placement;
};

void fields(io::Fields& f, Axisymmetric& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Axisymmetric& e,
                                                             const std::filesystem::path& folder);
[[nodiscard]] Drawing draw(const Axisymmetric& e, const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const Axisymmetric& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
