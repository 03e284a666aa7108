#pragma once

#include "app/bodies/plane_stress.hpp"

namespace slideway::app {

struct PlaneStrain {
    static constexpr std::string_view
        type = "plane-strain",
        about =
            "A meshed body between rigid planes, a slice of a long part: no strain across the "
            "plane (e_zz = 0). Every named group of the mesh is a port with components x and y.",
        supports = "supports: groups (\"clamp\") or components (\"clamp.x\")";
    PlaneBody plane;
    Placement placement;
};

void fields(io::Fields& f, PlaneStrain& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const PlaneStrain& e,
                                                             const std::filesystem::path& folder);
[[nodiscard]] Drawing draw(const PlaneStrain& e, const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const PlaneStrain& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
