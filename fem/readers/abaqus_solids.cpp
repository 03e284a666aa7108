#include "fem/readers/abaqus_solids.hpp"

#include "base/text.hpp"
#include "fem/cells.hpp"
#include "fem/readers/abaqus_deck.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

namespace {

// Number of nodes by type of solid.
const std::map<std::string, std::size_t>& solid_types()
{
    static const std::map<std::string, std::size_t> types{
        {"C3D4", 4},   {"C3D6", 6},   {"C3D8", 8},   {"C3D8I", 8},  {"C3D8R", 8},
        {"C3D10", 10}, {"C3D15", 15}, {"C3D20", 20}, {"C3D20R", 20}};
    return types;
}

// Differences of an element type from the element that is used; empty if there are none.
std::string lost_with(const std::string& type)
{
    if (type == "C3D8R" || type == "C3D8")
        return "read as hexahedra with incompatible modes; elements = { hex8 = \"hex8\" } has none";
    if (type == "C3D20R")
        return "read with full integration; elements = { hex20 = \"hex20r\" } reduces it";
    return "";
}

// 2 for the types of surfaces, 1 for lines, 0 for others.
int dimension_of_type(const std::string& type)
{
    for (const char* begin : {"CPS", "CPE", "S3", "S4", "S6", "S8", "STRI", "M3D"})
        if (type.starts_with(begin))
            return 2;
    return type.starts_with("T2D") || type.starts_with("T3D") ? 1 : 0;
}

void refuse_type(const AbaqusDeck& deck, std::size_t tag, const AbaqusElement& element)
{
    std::vector<std::string> names;
    for (const auto& [name, n] : solid_types())
        names.push_back(name);
    deck.lines.refuse(element.place, "element " + std::to_string(tag) + " is of type " +
                                         element.type.substr(0, 30) +
                                         (element.type == "C3D10M" ? " (modified; write C3D10)"
                                          : element.type.starts_with("C3D5") ? " (pyramid)"
                                                                             : "") +
                                         "; allowed: " + join(names) +
                                         ", and shells, membranes, plane elements "
                                         "and trusses as faces and edges of sets");
}

void add_elements(AbaqusDeck& deck)
{
    std::map<std::string, std::pair<MeshPlace, std::size_t>> counts;
    for (const auto& [tag, element] : deck.elements) {
        for (const std::size_t node : element.nodes)
            if (!deck.mesh.X.contains(node))
                deck.lines.refuse(element.place, "element " + std::to_string(tag) + " names node " +
                                                     std::to_string(node) +
                                                     ", which is not in the file");
        const auto type = solid_types().find(element.type);
        if (type == solid_types().end()) {
            if (dimension_of_type(element.type) == 0)
                refuse_type(deck, tag, element);
            continue;
        }
        if (element.nodes.size() != type->second)
            deck.lines.refuse(element.place,
                              "element " + std::to_string(tag) + " of type " + element.type +
                                  " has " + std::to_string(element.nodes.size()) +
                                  " nodes; expected " + std::to_string(type->second));
        deck.mesh.elements.push_back({tag, element.nodes});
        ++counts.try_emplace(element.type, element.place, 0).first->second.second;
    }
    for (const auto& [type, count] : counts)
        if (const std::string lost = lost_with(type); !lost.empty())
            deck.mesh.notes.push_back(deck.lines.text_of(count.first) + ": " +
                                      plural(count.second, "element") + " of type " + type + ": " +
                                      lost);
}

bool is_solid(const AbaqusElement& element)
{
    return solid_types().contains(element.type);
}

// Corners of face i of a solid, ascending if they serve as a key.
AbaqusCell face_corners(const AbaqusElement& element, std::size_t i)
{
    AbaqusCell corners;
    for (const int corner : cell_of(shape_of(static_cast<Index>(element.nodes.size()), 3)).faces[i])
        if (corner >= 0)
            corners.push_back(element.nodes[static_cast<std::size_t>(corner)]);
    return corners;
}

std::size_t n_faces(const AbaqusElement& element)
{
    return cell_of(shape_of(static_cast<Index>(element.nodes.size()), 3)).faces.size();
}

AbaqusCell ascending(AbaqusCell corners)
{
    std::sort(corners.begin(), corners.end());
    return corners;
}

// Number of elements at each face.
std::map<AbaqusCell, int> count_faces(const AbaqusDeck& deck)
{
    std::map<AbaqusCell, int> count;
    for (const auto& [tag, element] : deck.elements)
        for (std::size_t i = 0; is_solid(element) && i < n_faces(element); ++i)
            ++count[ascending(face_corners(element, i))];
    return count;
}

const AbaqusElement& element_of(const AbaqusDeck& deck, std::size_t tag, MeshPlace place,
                                const std::string& owner)
{
    const auto found = deck.elements.find(tag);
    if (found == deck.elements.end())
        deck.lines.refuse(place, owner + " names element " + std::to_string(tag) +
                                     ", which is not in the file");
    return found->second;
}

FileGroup surface_of(const AbaqusDeck& deck, const AbaqusSurface& surface,
                     const std::map<AbaqusCell, int>& count)
{
    const std::string owner = "surface \"" + surface.name + "\"";
    FileGroup group{surface.name, surface.nodes ? 0 : 2, {}};
    for (const AbaqusSurface::Item& item : surface.items)
        for (const std::size_t tag : item.members) {
            if (surface.nodes) {
                group.cells.push_back({tag});
                continue;
            }
            const AbaqusElement& element = element_of(deck, tag, item.place, owner);
            if (!is_solid(element) || item.face > static_cast<int>(n_faces(element)))
                deck.lines.refuse(
                    item.place,
                    owner + " names " +
                        (item.face > 0 ? "S" + std::to_string(item.face) + " of " : "") +
                        "element " + std::to_string(tag) + " (" + element.type +
                        "); expected a face of a solid element");
            for (std::size_t i = 0; i < n_faces(element); ++i) {
                AbaqusCell corners = face_corners(element, i);
                if (item.face == 0 ? count.at(ascending(corners)) == 1
                                   : item.face == static_cast<int>(i) + 1)
                    group.cells.push_back(std::move(corners));
            }
        }
    return group;
}

// Cells of the highest dimension in a set of elements.
FileGroup group_of(const AbaqusDeck& deck, const AbaqusSet& set)
{
    FileGroup group{set.name, 0, {}};
    for (const std::size_t tag : set.members) {
        const AbaqusElement& element = element_of(deck, tag, set.place, "set \"" + set.name + "\"");
        const int dimension = is_solid(element) ? 3 : dimension_of_type(element.type);
        if (dimension > group.dimension) {
            group.dimension = dimension;
            group.cells.clear();
        }
        if (dimension < group.dimension)
            continue;
        AbaqusCell nodes = element.nodes;
        if (dimension == 1 && nodes.size() == 3)
            std::swap(nodes[1], nodes[2]); // the file has the mid node second
        group.cells.push_back(std::move(nodes));
    }
    return group;
}

void add_groups(AbaqusDeck& deck)
{
    const std::map<AbaqusCell, int> count = count_faces(deck);
    std::vector<NamedGroup> groups;
    for (const std::string& key : deck.surface_order)
        groups.push_back({surface_of(deck, deck.surfaces.at(key), count), "_surface"});
    for (const std::string& key : deck.element_set_order)
        groups.push_back({group_of(deck, deck.element_sets.at(key)), "_elements"});
    for (const std::string& key : deck.node_set_order) {
        const AbaqusSet& set = deck.node_sets.at(key);
        FileGroup group{set.name, 0, {}};
        for (const std::size_t node : set.members) {
            if (!deck.mesh.X.contains(node))
                deck.lines.refuse(set.place, "set \"" + set.name + "\" names node " +
                                                 std::to_string(node) +
                                                 ", which is not in the file");
            group.cells.push_back({node});
        }
        groups.push_back({std::move(group), "_nodes"});
    }
    add_named(std::move(groups), deck.mesh);
}

} // namespace

Mesh read_abaqus_solids(const std::filesystem::path& file)
{
    AbaqusDeck deck = read_abaqus_deck(file, AbaqusUse::solid);
    deck.mesh.dimension = 3;
    add_elements(deck);
    add_groups(deck);
    return body_mesh_of(std::move(deck));
}

} // namespace slideway::fem
