#pragma once

#include "base/types.hpp"
#include "fem/readers/mesh_text.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::fem {

/// An entry of a square matrix with its line in the files. Indices begin at 0.
struct FileEntry {
    int row = 0, column = 0;
    MeshPlace place;
    double value = 0;
};

/// Lines of the files and names of rows, for messages about entries.
struct EntryNames {
    const MeshLines& lines;
    std::function<std::string(Index row)> row; ///< "7, 3"
    std::string matrix = {};                   ///< name of the matrix; "": the only one
};

/// Triangles of a list of entries.
enum class Triangles {
    any, ///< either, which the list decides
    one, ///< each pair once, above or below the diagonal
    all  ///< all entries
};

/// Makes a matrix from a list of entries in any order. With Triangles::any, a list may have one
/// triangle, each pair once above or below the diagonal, or both triangles:
/// - A pair that stands on one side only is mirrored.
/// - A pair that stands on both sides with equal values is symmetric.
/// - If pairs have different values, the matrix is unsymmetric. Every entry must then have its
///   counterpart, because a part of a triangle is an error of the file.
/// The same place twice counts once.
/// @throws InputError  the same place with different values; pairs with different values in an
///                     incomplete list; a pair on both sides with Triangles::one; names both lines,
///                     rows and values
[[nodiscard]] SparseMatrix matrix_of(std::vector<FileEntry> entries, Index n,
                                     const EntryNames& names, Triangles triangles = Triangles::any);

} // namespace slideway::fem
