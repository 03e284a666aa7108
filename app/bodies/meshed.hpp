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
#include <string_view>

/// Common functions of bodies that are made from a mesh.
namespace slideway::app {

struct MeshFile {
    io::FileOr<GivenMesh> mesh; ///< file name relative to the case file, or a mesh in memory
    std::map<std::string, double> parameters;
    std::optional<double> scale; ///< [m] per unit of the mesh
    std::optional<fem::UnitSystem> units;
    bool gives_material = false; ///< true: the case has no material, and the mesh is a deck

    /// Returns metres per unit of the mesh; empty: that in the file, or 1.
    [[nodiscard]] std::optional<double> metres() const
    {
        return units ? std::optional(units->length) : scale;
    }

    [[nodiscard]] std::vector<std::filesystem::path>
    input_files(const std::filesystem::path& folder) const;
};

/// @param required  true: a mesh of surfaces or volumes is required; false: a mesh of curves is
/// optional
void mesh_fields(io::Fields& f, MeshFile& mesh, bool required);

/// A pair of functions: fem::read_mesh and mesh_of, or fem::read_lines and lines_of.
struct MeshReader {
    fem::Mesh (*read)(const std::filesystem::path& file,
                      const std::map<std::string, double>& parameters, std::optional<double> scale,
                      const fem::GmshOptions& options);
    fem::Mesh (*of)(const std::string& source, const fem::GmshAnswer& given);
};

/// Reads a mesh, or converts a mesh in memory, to a drawing.
/// @throws InputError  for the key `mesh`
[[nodiscard]] Drawing read_drawing(const BodySource& source, const MeshFile& file,
                                   const Monitor& monitor, const MeshReader& read);
/// Sets the pivot and the bounding box of a drawing for its placement.
/// @throws InputError  for the key `placement.put`
void place_drawing(Drawing& drawing, const Placement& placement);

/// Materials of the groups of a deck in SI; empty unless the deck gives them. Notes state them.
/// @param state  type of the body for elements that belong to one type: "plane-strain"
/// @throws InputError  for the key `mesh`: a material that the deck does not state; elements of
///                     another type of body
[[nodiscard]] std::map<std::string, fem::Material>
deck_materials(const MeshFile& file, Drawing& drawing, std::string_view state);

/// Makes a body from a placed mesh.
using MakeOfMesh = std::function<MadeBody(const fem::Mesh&)>;

/// Makes the body of a drawing, rotated and moved, in coordinates from the origin of the source.
/// @throws InputError  for the key `mesh`, or for the option that `make` names
[[nodiscard]] MadeBody make_of_mesh(const BodySource& source, Drawing drawing,
                                    const Placement& placement, const MakeOfMesh& make);

} // namespace slideway::app
