#pragma once

#include "fem/material.hpp"
#include "fem/mesh.hpp"

#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// Material and thickness of a part of a meshed body.
struct Section {
    Material material;
    double thickness = 1; ///< [m]; 1 for solid elements
};

/// Materials and thicknesses of a meshed body: of the whole, or by groups of elements.
struct SectionsByGroup {
    Material material; ///< material of the whole; not used with `materials`
    double thickness = 1;
    std::map<std::string, Material> materials;
    std::map<std::string, double> thicknesses;
};

/// Checks the material of the whole body, or those of its groups.
/// @throws InputError  as `check`; for a group the key begins with "materials.NAME"
void check_materials(const Material& whole, const std::map<std::string, Material>& by_group,
                     void (*check)(const Material&));

/// The different sections of a body and the one of each element.
struct Sections {
    std::vector<Section> list;
    std::vector<std::vector<int>> of_element; ///< per block; empty: the first of all

    [[nodiscard]] std::size_t index(std::size_t block, Index element) const
    {
        return of_element.empty()
                   ? 0
                   : static_cast<std::size_t>(of_element[block][static_cast<std::size_t>(element)]);
    }
    [[nodiscard]] const Section& at(std::size_t block, Index element) const
    {
        return list[index(block, element)];
    }
};

/// Finds the section of every element.
/// @throws InputError  a group that does not exist or is not one of elements; an element in two
///                     groups; elements without material or thickness, by the name of their group
[[nodiscard]] Sections sections_of(const Mesh& mesh, const SectionsByGroup& given);

} // namespace slideway::fem
