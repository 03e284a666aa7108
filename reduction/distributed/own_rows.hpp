#pragma once

#include "fem/share.hpp"
#include "reduction/distributed/processes.hpp"

#include <vector>

/// Some of the rows that a process has of a body of n dofs, numbered from its first one.
namespace slideway::reduction {

/// Own rows beside those left out.
/// @param left_out  dofs, ascending
[[nodiscard]] std::vector<Index> own_beside(const std::vector<Index>& left_out,
                                            const fem::Share& share, Index n);
/// Own rows of A without rows and columns left out, by their new numbers.
/// @param rows  own_beside them
[[nodiscard]] MatrixRows rows_beside(const SparseMatrix& A, const std::vector<Index>& left_out,
                                     const std::vector<Index>& rows, const fem::Share& share);

[[nodiscard]] Matrix taken(const MatrixIn& from, const std::vector<Index>& rows);
void put(const MatrixIn& some, const std::vector<Index>& rows, Eigen::Ref<Matrix> into);

/// A number in (-1, 1) for each own dof, the same with any number of processes (splitmix64).
/// @param draw  from 0: of other numbers
[[nodiscard]] Vector scattered(const fem::Share& share, Index n, Index draw = 0);

} // namespace slideway::reduction
