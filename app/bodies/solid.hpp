#pragma once

#include "app/bodies/meshed.hpp"
#include "fem/solid.hpp"

namespace slideway::app {

struct Solid {
    static constexpr std::string_view
        type = "solid",
        about =
            "A meshed body of solid elements. Every named group of the mesh, and every node by "
            "its number (\"n12\"), is a port with components x, y and z when the case names it.",
        supports = "supports: groups and nodes (\"clamp\") or components (\"clamp.x\")";
    MeshFile mesh;
    fem::SolidOptions options;
    Placement placement;
};

void fields(io::Fields& f, Solid& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Solid& e,
                                                             const std::filesystem::path& folder);
[[nodiscard]] Drawing draw(const Solid& e, const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const Solid& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
