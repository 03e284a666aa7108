#pragma once

#include "base/types.hpp"
#include "fem/readers/bulk_data.hpp"
#include "fem/readers/nastran_systems.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace slideway::fem {

/// Directions in which a node moves, if they are not the basic ones.
struct NodeAxes {
    Eigen::Matrix3d Q;   ///< directions of its components 1 to 3, and 4 to 6, in columns
    std::string unknown; ///< reason why Q is unknown, with file and line; "": it is known
};

/// The cards GRID, GRDSET and CORD1R to CORD2S of bulk data. A card may come again with the same
/// content, as in the punch file of an external superelement.
class GridCards {
public:
    explicit GridCards(const MeshLines& lines) : lines_(&lines), systems_(lines) {}

    /// Reads a card; false if it is of another kind.
    /// @throws InputError  at its line: a field that is no number, a grid or a system that is
    ///                     defined twice in different ways
    bool read(const BulkCard& card);

    /// Returns the basic positions of all grids. @throws InputError  see NastranSystems::basic
    [[nodiscard]] std::unordered_map<std::size_t, std::array<double, 3>> positions();
    /// Returns the axes of the grids whose displacements are in another system than the basic one
    /// (field CD). @param X  positions()
    [[nodiscard]] std::map<long long, NodeAxes>
    axes(const std::unordered_map<std::size_t, std::array<double, 3>>& X);

private:
    void read_grid(const BulkCard& card);
    void read_system(const BulkCard& card);
    bool is_known(const std::string& name, const BulkCard& card);

    const MeshLines* lines_;
    NastranSystems systems_;
    std::unordered_map<std::size_t, NastranGrid> grids_;
    std::map<std::size_t, std::size_t> of_displacements_; // system of grids, if it is not basic
    std::vector<std::size_t> system_open_, axes_open_;    // grids that GRDSET completes
    std::map<std::string, BulkCard> first_;               // system or GRDSET by name
    std::size_t default_system_ = 0, default_axes_ = 0;
};

} // namespace slideway::fem
