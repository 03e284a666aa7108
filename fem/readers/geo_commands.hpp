#pragma once

#include <filesystem>
#include <vector>

namespace slideway::fem {

/// Returns the files that Gmsh reads with `file`: the file itself, those that a `.geo` includes or
/// merges (Include, Merge, MergeWithBoundingBox, ListFromFile, ShapeFromFile), and the options
/// NAME.opt of any of them, which Gmsh runs too. Each is listed once, in the order of discovery.
///
/// Unless `trusted`, commands that could start a program, write a file or hide such a command are
/// refused; docs/meshes.md lists them. A file that begins as a mesh is not searched. Commands are
/// found by their words, even if an If skips them. If a file evades this search, the filter of
/// system calls (gmsh_cage.hpp) still stops it.
///
/// @throws InputError  "FILE:LINE: ..." for such a command; a file name that is not a literal; not
///                     a regular file; more than 20 files deep
[[nodiscard]] std::vector<std::filesystem::path> files_of_gmsh(const std::filesystem::path& file,
                                                               bool trusted = false);

} // namespace slideway::fem
