#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace slideway::fem {

/// Header of a matrix in an OP4 file.
struct Op4Header {
    std::string name;
    long long columns = 0, rows = 0; ///< rows > 0
    long long form = 0; ///< 1 square, 2 rectangular, 3 diagonal, 6 symmetric, 8 identity
    long long type = 0; ///< 1, 2 real; 3, 4 complex; 1 and 3 with single precision
    bool big = false;   ///< strings have two integers

    [[nodiscard]] bool complex() const { return type > 2; }
};

/// Purpose of reading an OP4 file.
enum class Op4Use {
    body, ///< square matrices, loads and MUG1
    one   ///< a single real matrix of any size and name
};

/// Matrices of an OP4 file, which are added column by column.
class Op4Content {
public:
    /// @param bytes   size of the file, which limits the sizes of its matrices
    /// @param refuse  throws an InputError with the place in the file
    Op4Content(std::string file, std::size_t bytes, Op4Use use,
               std::function<void(const std::string& message)> refuse);

    /// Begins a matrix. @throws InputError  sizes, form or type that the format does not have
    void begin(const Op4Header& header);
    /// Begins a column, from 1. @throws InputError  not after the column before
    void begin_column(long long column);
    /// Adds numbers from a row on, from 1. @throws InputError  rows beyond the matrix, or not after
    /// those before
    void add(long long row, const std::vector<double>& numbers);
    /// Ends the matrix.
    void end();
    [[nodiscard]] const Op4Header& header() const { return header_; }
    /// Returns all matrices; Op4Use::one: one in `outputs`. @throws InputError  none, or several
    [[nodiscard]] ImportedMatrices taken();

private:
    void add_loads();

    std::string file_;
    std::size_t bytes_;
    Op4Use use_;
    std::function<void(const std::string& message)> refuse_;
    Op4Header header_;
    SparseMatrix A_, imaginary_;
    bool used_ = false; // the matrix is read, not skipped
    long long column_ = 0, row_ = 0;
    std::set<std::string> names_;
    ImportedMatrices imported_;
    std::vector<std::string> skipped_;
};

} // namespace slideway::fem
