#pragma once

#include "app/bodies/meshed.hpp"
#include "fem/plane_stress.hpp"

namespace slideway::app {

/// Keys of a body in plane stress or plane strain.
struct PlaneBody {
    MeshFile mesh;
    fem::PlaneStressOptions options;
};
void fields(io::Fields& f, PlaneBody& e, Placement& placement);
/// @param type  of the body: "plane-stress" or "plane-strain"
[[nodiscard]] Drawing draw(const PlaneBody& e, std::string_view type, const Placement& placement,
                           const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const PlaneBody& e, std::string_view type, const Placement& placement,
                            const BodySource& source, Drawing drawing);

struct PlaneStress {
    static constexpr std::string_view
        type = "plane-stress",
        about = "A meshed body. Every named group of the mesh is a port with components x and y.",
        supports = "supports: groups (\"clamp\") or components (\"clamp.x\")";
    PlaneBody plane;
    Placement placement;
};

void fields(io::Fields& f, PlaneStress& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const PlaneStress& e,
                                                             const std::filesystem::path& folder);
[[nodiscard]] Drawing draw(const PlaneStress& e, const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const PlaneStress& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
