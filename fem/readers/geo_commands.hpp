#pragma once

#include <filesystem>
#include <vector>

namespace slideway::fem {

/// The files that Gmsh reads with `file`: itself, those that a `.geo` includes or merges by
/// Include, Merge, MergeWithBoundingBox, ListFromFile and ShapeFromFile, and the options NAME.opt
/// beside any of them, which Gmsh runs too. In the order in which they are found, each once.
///
/// Unless `trusted`, refuses what could start a program, write a file or hide such a command: see
/// docs/meshes.md for the list. A file that begins as a mesh is not looked into.
/// Commands are found by their words, also where an If leaves them out; whoever deceives this
/// search meets the filter of system calls (gmsh_cage.hpp), which is certain.
///
/// @throws InputError  "FILE:LINE: ..." such a command; a name of a file that is not written out;
///                     not a regular file; more than 20 files deep
[[nodiscard]] std::vector<std::filesystem::path> files_of_gmsh(const std::filesystem::path& file,
                                                               bool trusted = false);

} // namespace slideway::fem
