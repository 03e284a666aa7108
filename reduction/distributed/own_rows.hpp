#pragma once

#include "fem/share.hpp"
#include "reduction/distributed/processes.hpp"

#include <vector>

/// Selections of the rows that belong to a process of a body of n dofs, numbered from
/// its first one.
namespace slideway::reduction {

/// Returns own rows except those left out.
/// @param left_out  dofs, ascending
[[nodiscard]] std::vector<Index> own_beside(const std::vector<Index>& left_out,
                                            const fem::Share& share, Index n);
/// Returns own rows of A without the rows and columns left out, with new numbers.
/// @param rows  result of own_beside for `left_out`
[[nodiscard]] MatrixRows rows_beside(const SparseMatrix& A, const std::vector<Index>& left_out,
                                     const std::vector<Index>& rows, const fem::Share& share);

[[nodiscard]] Matrix taken(const MatrixIn& from, const std::vector<Index>& rows);
void put(const MatrixIn& some, const std::vector<Index>& rows, Eigen::Ref<Matrix> into);

/// Returns a pseudorandom number in (-1, 1) for each own dof, the same with any number
/// of processes (splitmix64).
/// @param draw  from 0; selects different numbers
[[nodiscard]] Vector scattered(const fem::Share& share, Index n, Index draw = 0);

} // namespace slideway::reduction
