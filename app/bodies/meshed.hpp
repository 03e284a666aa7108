#pragma once

#include "app/bodies/body.hpp"
#include "app/bodies/body_keys.hpp"
#include "app/bodies/given_mesh.hpp"
#include "base/monitor.hpp"
#include "fem/readers/gmsh_process.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>

/// What the kinds of bodies have in common that are made of a mesh.
namespace slideway::app {

struct MeshFile {
    io::FileOr<GivenMesh> mesh; ///< the file relative to the case file
    std::map<std::string, double> parameters;
    std::optional<double> scale; ///< [m] per unit of the mesh

    [[nodiscard]] std::vector<std::filesystem::path>
    input_files(const std::filesystem::path& folder) const;
};

/// @param required  a mesh of surfaces; else one of curves, which may be left out
void mesh_fields(io::Fields& f, MeshFile& mesh, bool required);

/// fem::read_mesh and mesh_of, or fem::read_lines and lines_of.
struct MeshReader {
    fem::Mesh (*read)(const std::filesystem::path& file,
                      const std::map<std::string, double>& parameters, std::optional<double> scale,
                      const fem::GmshOptions& options);
    fem::Mesh (*of)(const std::string& source, const fem::GmshAnswer& given);
};

/// The mesh, read or given, as a drawing.
/// @throws InputError of the key `mesh`
[[nodiscard]] Drawing read_drawing(const BodySource& source, const MeshFile& file,
                                   const Monitor& monitor, const MeshReader& read);
/// Says where the mesh of a drawing will stand.
/// @throws InputError of the key `placement.put`
void place_drawing(Drawing& drawing, const Placement& placement);

/// Makes a body of a mesh that stands in its place.
using MakeOfMesh = std::function<MadeBody(const fem::Mesh&)>;

/// The body of a drawing, turned, moved, in coordinates that count from the origin of the source.
/// @throws InputError of the key `mesh`, or of that option which `make` names
[[nodiscard]] MadeBody make_of_mesh(const BodySource& source, Drawing drawing,
                                    const Placement& placement, const MakeOfMesh& make);

} // namespace slideway::app
