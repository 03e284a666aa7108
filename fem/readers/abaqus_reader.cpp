#include "fem/readers/abaqus_reader.hpp"

#include "fem/readers/abaqus_deck.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <string>

namespace slideway::fem {

namespace {

void build_elements(AbaqusDeck& deck)
{
    for (const auto& [tag, element] : deck.elements) {
        for (const std::size_t node : element.nodes)
            if (!deck.mesh.X.contains(node))
                deck.lines.refuse(element.place, "element " + std::to_string(tag) + " names node " +
                                                     std::to_string(node) +
                                                     ", which is not in the file");
        if (element.in_body())
            deck.mesh.elements.push_back({tag, element.nodes});
    }
}

void check_lines(AbaqusDeck& deck, const SideCount& sides)
{
    std::size_t count = 0;
    MeshPlace first;
    for (const auto& [tag, element] : deck.elements) {
        const bool line = element.role == AbaqusRole::line;
        if (line && count++ == 0)
            first = element.place;
        if (line && !is_side(sides, element.nodes[0], element.nodes[1]))
            deck.lines.refuse(element.place,
                              "element " + std::to_string(tag) + " (" + element.type +
                                  ") is no side of the plane body; only lines of sets "
                                  "are read");
    }
    note_lines(deck.lines, first, count, deck.mesh);
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

FileGroup point_group(const AbaqusDeck& deck, const std::string& name, const std::string& owner,
                      const std::vector<std::size_t>& nodes, MeshPlace place)
{
    FileGroup group{name, 0, {}};
    for (const std::size_t node : nodes) {
        if (!deck.mesh.X.contains(node))
            deck.lines.refuse(place, owner + " names node " + std::to_string(node) +
                                         ", which is not in the file");
        group.cells.push_back({node});
    }
    return group;
}

// True if the corners of an element run clockwise.
bool clockwise(const AbaqusDeck& deck, const AbaqusElement& element)
{
    const std::size_t n = element.nodes.size(), corners = n > 4 ? n / 2 : n;
    const auto& origin = deck.mesh.X.at(element.nodes[0]);
    double twice_area = 0;
    for (std::size_t i = 1; i + 1 < corners; ++i) {
        const auto &a = deck.mesh.X.at(element.nodes[i]), &b = deck.mesh.X.at(element.nodes[i + 1]);
        twice_area +=
            (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);
    }
    return twice_area < 0;
}

// Returns face i of an element. The file has it from corner i to i + 1; reversed, the body is on
// its right, unless the element is clockwise.
AbaqusCell face(const AbaqusDeck& deck, const AbaqusElement& element, std::size_t i)
{
    const std::size_t n = element.nodes.size(), corners = n > 4 ? n / 2 : n;
    AbaqusCell side{element.nodes[(i + 1) % corners], element.nodes[i]};
    if (clockwise(deck, element))
        std::swap(side[0], side[1]);
    if (n > 4)
        side.push_back(element.nodes[corners + i]);
    return side;
}

// Checks the name of a face. The sides of shells are their edges E1 to E4; other programs use S1 to
// S4 for different faces of shells.
void check_face(const AbaqusDeck& deck, const AbaqusSurface::Item& item, std::size_t tag,
                const AbaqusElement& element, const std::string& owner)
{
    const std::string what = owner + " names " +
                             (item.face == 0   ? "no face"
                              : item.of_shells ? "E" + std::to_string(item.face)
                                               : "S" + std::to_string(item.face)) +
                             " of element " + std::to_string(tag) + " (" + element.type + ")";
    if (element.role == AbaqusRole::shell && !item.of_shells)
        deck.lines.refuse(item.place, what + "; its sides are E1, E2, E3, E4");
    if (element.role == AbaqusRole::plane && item.of_shells)
        deck.lines.refuse(item.place, what + "; its sides are S1, S2, S3, S4");
}

FileGroup surface_group(const AbaqusDeck& deck, const AbaqusSurface& surface,
                        const SideCount& sides)
{
    const std::string owner = "surface \"" + surface.name + "\"";
    FileGroup group{surface.name, surface.nodes ? 0 : 1, {}};
    for (const AbaqusSurface::Item& item : surface.items) {
        if (surface.nodes) {
            const auto more =
                point_group(deck, surface.name, owner, item.members, item.place).cells;
            group.cells.insert(group.cells.end(), more.begin(), more.end());
            continue;
        }
        for (const std::size_t tag : item.members) {
            const AbaqusElement& element = element_of(deck, tag, item.place, owner);
            if (!element.in_body())
                deck.lines.refuse(item.place, owner + " names element " + std::to_string(tag) +
                                                  " (" + element.type +
                                                  "); expected plane elements");
            check_face(deck, item, tag, element, owner);
            const std::size_t n = element.nodes.size(), corners = n > 4 ? n / 2 : n;
            if (item.face > static_cast<int>(corners))
                deck.lines.refuse(item.place, owner + ": element " + std::to_string(tag) +
                                                  " is a triangle and has no face " +
                                                  (item.of_shells ? "E4" : "S4"));
            for (std::size_t i = 0; i < corners; ++i) {
                AbaqusCell side = face(deck, element, i);
                if (item.face == 0 ? sides.at(std::minmax({side[0], side[1]})) == 1
                                   : item.face == static_cast<int>(i) + 1)
                    group.cells.push_back(std::move(side));
            }
        }
    }
    return group;
}

FileGroup element_group(AbaqusDeck& deck, const AbaqusSet& set)
{
    FileGroup plane{set.name, 2, {}}, lines{set.name, 1, {}};
    for (const std::size_t tag : set.members) {
        const AbaqusElement& element = element_of(deck, tag, set.place, "set \"" + set.name + "\"");
        if (element.role == AbaqusRole::line)
            lines.cells.push_back(element.nodes);
        else if (element.in_body())
            plane.cells.push_back(element.nodes);
    }
    if (plane.cells.empty() && !lines.cells.empty())
        return lines;
    if (!lines.cells.empty())
        deck.mesh.notes.push_back(deck.lines.text_of(set.place) + ": set \"" + set.name +
                                  "\" holds " + std::to_string(lines.cells.size()) +
                                  " lines in addition to plane elements; not read");
    return plane;
}

void add_groups(AbaqusDeck& deck, const SideCount& sides)
{
    std::vector<NamedGroup> groups, of_elements;
    for (const std::string& key : deck.surface_order)
        groups.push_back({surface_group(deck, deck.surfaces.at(key), sides), "_surface"});
    for (const std::string& key : deck.element_set_order) {
        FileGroup group = element_group(deck, deck.element_sets.at(key));
        (group.dimension == 1 ? groups : of_elements).push_back({std::move(group), "_elements"});
    }
    for (const std::string& key : deck.node_set_order) {
        const AbaqusSet& set = deck.node_sets.at(key);
        groups.push_back(
            {point_group(deck, set.name, "set \"" + set.name + "\"", set.members, set.place),
             "_nodes"});
    }
    add_named(std::move(groups), deck.mesh);
    add_named(std::move(of_elements), deck.mesh);
}

} // namespace

Mesh read_abaqus(const std::filesystem::path& file)
{
    AbaqusDeck deck = read_abaqus_deck(file);
    build_elements(deck);
    const SideCount sides = count_sides(deck.mesh.elements);
    check_lines(deck, sides);
    add_groups(deck, sides);
    return body_mesh_of(std::move(deck));
}

} // namespace slideway::fem
