#pragma once

#include "fem/mesh.hpp"
#include "fem/readers/gmsh_process.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::fem {

/// Files of meshes of one kind.
struct MeshFormat {
    std::vector<std::string> endings; ///< ".bdf", ".nas"
    std::string about;                ///< "of Nastran"
    /// As read_mesh; null: Gmsh reads it.
    Mesh (*read)(const std::filesystem::path& file, std::optional<double> scale);
};

/// Every format of meshes there is; a new one is a reader and a line in mesh_reader.cpp.
[[nodiscard]] const std::vector<MeshFormat>& mesh_formats();

/// Reads a mesh by the ending of its file, as mesh_formats() lists them: `.geo` (meshed here, in
/// 2-D), `.msh` and `.med` (if Gmsh is built with it) by Gmsh. What follows is about Gmsh's.
///
/// Gmsh runs in a process of its own (gmsh_process.hpp). Unless options.trusted, commands of a
/// `.geo` that start programs or write files are refused (geo_commands.hpp).
///
/// The body is made of the physical surfaces, or of all surfaces if none is physical; nodes and
/// groups that are not on it are left out, and so are groups without a name; body_mesh() turns
/// clockwise elements over. A file that looks like another format than its ending says is refused
/// (mesh_kind.hpp). Edges of a curve group have the body on their right; those inside the
/// body keep the sense of the file.
///
/// @param parameters  numbers that replace those of the same name in DefineConstant[] of a `.geo`
/// @param scale       metres per unit of the file; none: what the file states (`.unv`), else 1
/// @throws InputError  file missing, not readable or broken; no elements; an element that is not a
///                     triangle of 3 or 6 or a quadrilateral of 4 or 8 nodes; nodes out of the
///                     plane z = 0; some partitions of several; two groups of one name; parameters
///                     with a file that is not a `.geo`, or one that no DefineConstant[] of the
///                     `.geo` itself defines; what files_of_gmsh() and run_gmsh() refuse
[[nodiscard]] Mesh read_mesh(const std::filesystem::path& file,
                             const std::map<std::string, double>& parameters = {},
                             std::optional<double> scale = {}, const GmshOptions& options = {});

/// The body of what Gmsh finds, as read_mesh() makes it.
/// @param source  for messages
/// @throws InputError as read_mesh()
[[nodiscard]] Mesh mesh_of(const std::string& source, const GmshAnswer& answer);

/// What Gmsh finds in a `.geo`, `.msh` or `.med`: read_mesh() without making a body of it.
/// @throws InputError as read_mesh()
[[nodiscard]] GmshAnswer ask_gmsh(const std::filesystem::path& file,
                                  const std::map<std::string, double>& parameters = {},
                                  const GmshOptions& options = {});

} // namespace slideway::fem
