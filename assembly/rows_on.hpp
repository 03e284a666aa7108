#pragma once

#include "base/types.hpp"

#include <cstddef>

namespace slideway::assembly {

/// Rows of one body: y = rows u.
struct RowsOn {
    std::size_t body = 0;
    SparseMatrix rows; ///< r x n of the body
};

} // namespace slideway::assembly
