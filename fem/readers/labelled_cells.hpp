#pragma once

#include "fem/mesh.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Elements of a file by the labels of their nodes, of any type. Nothing is computed with them: they
// show a body whose matrices come from another program, and their faces give groups an area.

namespace slideway::fem {

/// Nodes of an element in the order of its shape.
struct LabelledCell {
    const Shape* shape = nullptr;
    std::vector<std::size_t> nodes;
};

/// Returns the cell of an element of Abaqus or CalculiX; empty if its type has no cell, such as a
/// spring or a mass.
/// @param type  in upper case
[[nodiscard]] std::optional<LabelledCell> abaqus_cell(std::string_view type,
                                                      const std::vector<std::size_t>& nodes);

/// Returns the most nodes of an element of Nastran with a cell; 0 for another card.
[[nodiscard]] std::size_t nastran_nodes(std::string_view card);

/// Returns the cell of an element of Nastran; empty for another card, or without its corners. An
/// element without some of its mid nodes is shown by its corners.
/// @param nodes  0: a blank field
[[nodiscard]] std::optional<LabelledCell> nastran_cell(std::string_view card,
                                                       const std::vector<std::size_t>& nodes);

/// Labels of the nodes of a face: corners in turn, then mid nodes.
using LabelledFace = std::vector<std::size_t>;

/// Labels of the nodes of all cells of each shape, one cell after the other.
using LabelledCells = std::map<const Shape*, std::vector<std::size_t>>;

void add(LabelledCells& cells, const LabelledCell& cell);

/// Returns face i of a solid cell, outward by the right-hand rule.
[[nodiscard]] LabelledFace face_of(const LabelledCell& cell, std::size_t i);

/// Faces of the solid cells of a file, found by their corners.
class LabelledFaces {
public:
    explicit LabelledFaces(const LabelledCells& cells);

    /// Gives a face the order and the normal of the first solid cell behind it; without one it
    /// stays.
    void align(LabelledFace& face) const;
    /// True if a face belongs to one solid cell only.
    [[nodiscard]] bool is_outer(const LabelledFace& face) const;

private:
    struct Known {
        LabelledFace corners; ///< ascending
        LabelledFace face;
        int count = 1;
    };
    [[nodiscard]] const Known* find(const LabelledFace& face) const;

    std::vector<Known> faces_; ///< by ascending corners
};

} // namespace slideway::fem
