#pragma once

#include "fem/matrix_files/entry_list.hpp"
#include "fem/matrix_files/imported_matrices.hpp"

#include <vector>

namespace slideway::fem {

/// Numbers dofs in the order of their first occurrence.
class DofNumbers {
public:
    /// Returns the number of a dof, which is new or known.
    int of(const FileDof& dof);
    [[nodiscard]] const std::vector<FileDof>& dofs() const { return dofs_; }

private:
    void grow();

    std::vector<FileDof> dofs_;
    std::vector<int> slots_ = std::vector<int>(1024, -1); ///< hash table of numbers
    int last_ = 0;
};

/// Renumbers entries so that dofs ascend. @return the dofs in this order
std::vector<FileDof> sort_dofs(const std::vector<FileDof>& dofs, std::vector<FileEntry>& entries);

} // namespace slideway::fem
