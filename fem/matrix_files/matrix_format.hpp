#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::fem {

/// Beginning of a file, by which its format is found.
struct FileHead {
    std::string name;                   ///< name of the file without its folder
    std::string bytes;                  ///< first 64 kB
    std::vector<std::string> lines;     ///< first lines of a text file, without blank ones
    std::vector<std::string> all_lines; ///< these lines and blank ones
};

/// A format of matrices. A new format is a pair of files and a line in matrix_format.cpp.
struct MatrixFormat {
    std::string name;
    bool (*fits)(const FileHead& head);
    ImportedMatrices (*read)(const std::filesystem::path& file);
};

[[nodiscard]] const std::vector<MatrixFormat>& matrix_formats();

/// Reads a file whose content decides the format; its extension is not used.
/// @throws InputError  a format that is not read, with what to write instead; errors of the reader
[[nodiscard]] ImportedMatrices read_matrices(const std::filesystem::path& file);

/// Reads a rectangular matrix in Matrix Market or OP4.
/// @throws InputError  another format; errors of the reader
[[nodiscard]] SparseMatrix read_rectangular(const std::filesystem::path& file);

} // namespace slideway::fem
