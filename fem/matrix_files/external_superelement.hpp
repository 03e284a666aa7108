#pragma once

#include "fem/matrix_files/imported_matrices.hpp"
#include "fem/readers/bulk_data.hpp"
#include "fem/readers/grid_cards.hpp"

#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// Cards beside matrices in bulk data: positions and axes of grids (GRID, GRDSET, CORD...), the
/// dofs of a superelement in the order of its matrices (EXTRN), and the rows of its matrices of
/// results (DTI TUG1). Cards may come again with the same content: EXTSEOUT of Nastran writes
/// them once for the superelement and once for the main model.
class SuperelementCards {
public:
    explicit SuperelementCards(const MeshLines& lines) : lines_(&lines), grids_(lines) {}

    /// Reads a card; false if it is of another kind. @throws InputError  at its line
    bool read(const BulkCard& card);
    /// Dofs of EXTRN; empty without this card.
    [[nodiscard]] const std::vector<FileDof>& dofs() const { return dofs_; }
    /// Rows of TUG1; empty without this table.
    [[nodiscard]] const std::vector<OutputRows>& output_rows() const { return output_rows_; }
    /// Adds positions and axes to what was read. @param source  file, for messages
    void add_nodes(ImportedMatrices& imported, const std::string& source);

private:
    void read_dofs(const BulkCard& card);
    void read_output_rows(const BulkCard& card);

    const MeshLines* lines_;
    GridCards grids_;
    std::vector<FileDof> dofs_;
    std::vector<OutputRows> output_rows_;
};

} // namespace slideway::fem
