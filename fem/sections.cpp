#include "fem/sections.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/mesh_body.hpp"
#include "fem/mesh_part.hpp"
#include "fem/plane.hpp"

#include <iterator>
#include <utility>

namespace slideway::fem {

namespace {

// Number of the group of each element, from 0, and -1 for none.
using Numbers = std::vector<std::vector<int>>;

std::vector<std::string> groups_of_elements(const Mesh& mesh)
{
    std::vector<std::string> names;
    for (const auto& [name, group] : mesh.groups)
        if (group.dimension == dimension_of(mesh))
            names.push_back(name);
    return names;
}

std::string element_text(const Mesh& mesh, std::size_t b, Index e)
{
    const Eigen::Vector3d place = mesh.X.row(mesh.blocks[b].nodes(e, 0)).transpose();
    return "element " + std::to_string(element_number(mesh, b, e)) + " with a node at " +
           position_text(place) + " m";
}

// Refuses elements without a group of `key`, "materials" or "thicknesses".
void require_all(const Mesh& mesh, const std::string& key, const std::string& value,
                 const Numbers& numbers)
{
    const std::string kind = dimension_of(mesh) == 3 ? "volume" : "surface",
                      what = key == "materials" ? "material" : "thickness";
    for (const std::string& name : groups_of_elements(mesh)) {
        const Elements elements = elements_of(mesh, {name});
        for (std::size_t b = 0; b < elements.size(); ++b)
            for (const Index e : elements[b])
                if (numbers[b][static_cast<std::size_t>(e)] < 0)
                    throw InputError(key, value, kind + " group " + name + " has no " + what);
    }
    for (std::size_t b = 0; b < numbers.size(); ++b)
        for (std::size_t e = 0; e < numbers[b].size(); ++e)
            if (numbers[b][e] < 0)
                throw InputError(key, value,
                                 element_text(mesh, b, static_cast<Index>(e)) + " belongs to no " +
                                     kind + " group, so it has no " + what);
}

template <class Value>
Numbers numbers_of(const Mesh& mesh, const std::string& key,
                   const std::map<std::string, Value>& by_group)
{
    Numbers numbers;
    for (const ElementBlock& block : mesh.blocks)
        numbers.emplace_back(static_cast<std::size_t>(block.nodes.rows()),
                             by_group.empty() ? 0 : -1);
    std::vector<std::string> names;
    for (const auto& [name, value] : by_group) {
        names.push_back(name);
        const std::vector<std::string> allowed = groups_of_elements(mesh);
        const auto refuse = [&](const std::string& reason) {
            throw InputError(key, "{ " + name + " }", reason);
        };
        if (const auto found = mesh.groups.find(name); found == mesh.groups.end())
            refuse("no such group" + name_hint(name, allowed));
        else if (found->second.dimension != dimension_of(mesh))
            refuse(std::string("a group of ") +
                   (found->second.dimension == 2   ? "surfaces"
                    : found->second.dimension == 1 ? "curves"
                                                   : "points") +
                   ", which has no elements" + name_hint(name, allowed));
        const Elements elements = elements_of(mesh, {name});
        for (std::size_t b = 0; b < elements.size(); ++b)
            for (const Index e : elements[b]) {
                int& number = numbers[b][static_cast<std::size_t>(e)];
                if (number >= 0)
                    refuse(element_text(mesh, b, e) + " is in the group " +
                           names[static_cast<std::size_t>(number)] + " too");
                number = static_cast<int>(names.size()) - 1;
            }
    }
    require_all(mesh, key, "{ " + join(names) + " }", numbers);
    return numbers;
}

} // namespace

void check_materials(const Material& whole, const std::map<std::string, Material>& by_group,
                     void (*check)(const Material&))
{
    const auto under = [&](const std::string& key, const Material& material) {
        try {
            check(material);
        } catch (const InputError& error) {
            throw error.placed({}, key);
        }
    };
    if (by_group.empty())
        under("material", whole);
    for (const auto& [name, material] : by_group)
        under("materials." + name, material);
}

Sections sections_of(const Mesh& mesh, const SectionsByGroup& given)
{
    if (given.materials.empty() && given.thicknesses.empty())
        return {{{given.material, given.thickness}}, {}};
    const Numbers materials = numbers_of(mesh, "materials", given.materials),
                  thicknesses = numbers_of(mesh, "thicknesses", given.thicknesses);
    std::map<std::pair<int, int>, int> known;
    Sections sections;
    for (std::size_t b = 0; b < mesh.blocks.size(); ++b) {
        std::vector<int>& of_block = sections.of_element.emplace_back();
        for (std::size_t e = 0; e < materials[b].size(); ++e) {
            const auto [material, thickness] = std::pair{materials[b][e], thicknesses[b][e]};
            const auto [it, is_new] = known.emplace(std::pair{material, thickness},
                                                    static_cast<int>(sections.list.size()));
            if (is_new)
                sections.list.push_back(
                    {given.materials.empty() ? given.material
                                             : std::next(given.materials.begin(), material)->second,
                     given.thicknesses.empty()
                         ? given.thickness
                         : std::next(given.thicknesses.begin(), thickness)->second});
            of_block.push_back(it->second);
        }
    }
    return sections;
}

} // namespace slideway::fem
