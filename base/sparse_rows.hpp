#pragma once

#include "base/types.hpp"

namespace slideway {

/// A sparse matrix stored by rows, which takes memory for its rows and entries only.
using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

} // namespace slideway
