#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <filesystem>
#include <string>

namespace slideway::fem {

/// True if the first bytes of a file are those of a binary OP4 file.
[[nodiscard]] bool is_binary_op4(const std::string& bytes);
/// True if a line is the header of a matrix in a text OP4 file.
[[nodiscard]] bool is_op4_header(const std::string& line);

/// Reads the matrices of a file that OUTPUT4 of Nastran wrote. A file does not name its rows.
///
/// Binary files have Fortran records, each with its length in 4 bytes before and after, in either
/// byte order, with integers of 4 or 8 bytes:
///
///   header  columns, rows, form, type, name of 8 (16) characters
///   column  number, first row, words, then the words; the matrix ends with column number + 1
///
/// A column with a first row is dense. With first row 0 it has strings, each a part of the column
/// without gaps: of one integer 65536 (L + 1) + row, or with BIGMAT (rows < 0, or 65536 and more)
/// of two integers L + 1 and row, then L words. Text files have the same content in lines; the
/// header gives the format of numbers, "1P,5E16.9", and wide sizes by "|I16". Symmetric matrices
/// have both triangles. Types are 1 and 2, real, and 3 and 4, complex, whose imaginary parts are
/// matrices of their own; complex loads are omitted. Matrices of 1 x 1 beside larger ones are
/// absent in Nastran.
///
/// Square matrices, loads (P..., a column for each case) and MUG1 are read. Source: quick reference
/// guide and DMAP programmer's guide of MSC Nastran, OUTPUT4.
/// @throws InputError  with file, matrix, column and byte or line: a file that ends within a
/// matrix,
///                     rows beyond the matrix, sizes that the file cannot have
[[nodiscard]] ImportedMatrices read_op4(const std::filesystem::path& file);

/// Reads the only matrix of an OP4 file, real and of any size. @throws InputError  see read_op4
[[nodiscard]] SparseMatrix read_op4_matrix(const std::filesystem::path& file);

} // namespace slideway::fem
