#pragma once

#include "fem/mesh.hpp"
#include "fem/readers/gmsh_process.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::fem {

/// A file format of meshes.
struct MeshFormat {
    std::vector<std::string> endings; ///< ".bdf", ".nas"
    std::string about;                ///< phrase for messages: "of Nastran"
    /// Reader with the interface of read_mesh; null: Gmsh reads the format.
    Mesh (*read)(const std::filesystem::path& file, std::optional<double> scale);
    /// Reader of solid elements; null: Gmsh reads them.
    Mesh (*read_solid)(const std::filesystem::path& file, std::optional<double> scale) = nullptr;
    bool materials = false; ///< true if Mesh::deck may have materials
};

/// List of all formats of meshes. A new format is a reader and a line in mesh_reader.cpp.
[[nodiscard]] const std::vector<MeshFormat>& mesh_formats();
/// Format of a file by its ending; null: it is not a mesh.
[[nodiscard]] const MeshFormat* mesh_format(const std::filesystem::path& file);

/// Reads a mesh by the extension of its file, as listed by mesh_formats(). Gmsh reads `.geo` (which
/// it meshes in 2-D), `.msh` and, if it is built with it, `.med`. The following applies to Gmsh.
///
/// Gmsh runs in a separate process (gmsh_process.hpp). Unless options.trusted, commands of a `.geo`
/// that start programs or write files are refused (geo_commands.hpp).
///
/// The body consists of the physical surfaces, or of all surfaces if none is physical. Nodes and
/// groups outside the body and groups without a name are omitted; body_mesh() reverses clockwise
/// elements. A file is refused if its content looks like another format than its extension
/// (mesh_kind.hpp). Edges of a curve group have the body on their right; those inside the body keep
/// the direction of the file.
///
/// @param parameters  numbers that replace those of the same name in DefineConstant[] of a `.geo`
/// @param scale       metres per unit of the file; none: the value in the file
///                    (`.unv`), otherwise 1
/// @throws InputError  file missing, not readable or broken; no elements; an element that is not a
///                     triangle of 3 or 6 or a quadrilateral of 4 or 8 nodes; nodes out of the
///                     plane z = 0; missing partitions; two groups of one name; parameters with a
///                     file that is not a `.geo`, or a parameter that no DefineConstant[] of the
///                     `.geo` itself defines; errors of files_of_gmsh() and run_gmsh()
[[nodiscard]] Mesh read_mesh(const std::filesystem::path& file,
                             const std::map<std::string, double>& parameters = {},
                             std::optional<double> scale = {}, const GmshOptions& options = {});

/// Makes the body of Gmsh's answer, as read_mesh() does.
/// @param source  for messages
/// @throws InputError  see read_mesh()
[[nodiscard]] Mesh mesh_of(const std::string& source, const GmshAnswer& answer);

/// Reads a mesh of solid elements in the same way: the body consists of the physical volumes, or of
/// all volumes if none is physical. Gmsh meshes a `.geo` in 3-D. The order of the nodes becomes
/// that of SolidCell, and the faces of a group get order and normal from the element behind them.
/// @throws InputError  see read_mesh(); an element that is not a tetrahedron of 4 or 10, a
/// hexahedron
///                     of 8 or 20 or a prism of 6 or 15 nodes; a format without solid elements
[[nodiscard]] Mesh read_solid_mesh(const std::filesystem::path& file,
                                   const std::map<std::string, double>& parameters = {},
                                   std::optional<double> scale = {},
                                   const GmshOptions& options = {});

/// Makes the solid body of Gmsh's answer, as read_solid_mesh() does.
/// @throws InputError  see read_solid_mesh()
[[nodiscard]] Mesh solid_mesh_of(const std::string& source, const GmshAnswer& answer);

/// Returns Gmsh's answer for a `.geo`, `.msh` or `.med`, without making a body of it.
/// @param dimension  of the elements with which Gmsh meshes a `.geo`
/// @throws InputError  see read_mesh()
[[nodiscard]] GmshAnswer ask_gmsh(const std::filesystem::path& file,
                                  const std::map<std::string, double>& parameters = {},
                                  const GmshOptions& options = {}, int dimension = 2);

/// Returns the place in an element of Gmsh of each node of its Shape; an empty list: the same
/// order.
/// @param kind  Gmsh's name, "Hexahedron 20"
/// @return none for a kind that a body cannot have
[[nodiscard]] std::optional<std::vector<std::size_t>> order_in_gmsh(const std::string& kind,
                                                                    int dimension);

} // namespace slideway::fem
