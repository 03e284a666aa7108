#include "fem/readers/universal_reader.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/readers/file_mesh.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace slideway::fem {

namespace {

using Cell = std::vector<std::size_t>;

struct Line {
    Cell nodes; // ends, then the mid node
    MeshPlace place;
    std::string kind;
};

struct Group {
    std::string name;
    MeshPlace place;
    std::vector<std::size_t> nodes, elements;
};

struct Reader {
    MeshLines lines;
    FileMesh mesh;
    Skipped skipped;
    std::map<std::size_t, std::size_t> element_at; // label -> index in mesh.elements
    std::map<std::size_t, MeshPlace> element_place;
    std::map<std::size_t, Line> line_elements; // rods and beams
    std::vector<Group> groups;
    std::map<std::string, std::pair<MeshPlace, int>> n_left_out; // by their kind
    std::set<std::size_t> left_out_labels;
    std::map<std::string, MeshPlace> materials, properties; // of plane elements, by number
    double length_factor = 1;
    std::optional<double> scale; // replaces length_factor

    std::map<std::size_t, Cell> faces; // plane elements of a solid mesh, by number

    Reader(const std::filesystem::path& file, int dimension) : lines(file)
    {
        mesh.source = file.string();
        mesh.dimension = dimension;
    }
    [[nodiscard]] bool solid() const { return mesh.dimension == 3; }

    // Goes to the next data line; false at the end of the dataset.
    bool data()
    {
        if (!lines.next())
            lines.refuse("the file ends within a dataset");
        return trimmed(lines.text()) != "-1";
    }

    std::vector<std::string> record(std::size_t at_least, const std::string& what)
    {
        if (!data())
            lines.refuse(what + " ends early");
        std::vector<std::string> fields = blank_fields(lines.text());
        if (fields.size() < at_least)
            lines.refuse(what + "; expected " + std::to_string(at_least) + " numbers in this line");
        return fields;
    }
};

void add_node(Reader& r, const std::string& label, const std::vector<std::string>& fields,
              std::size_t first)
{
    const std::size_t tag = whole_number(r.lines, label, "node");
    std::array<double, 3> x{};
    for (std::size_t i = 0; i < 3; ++i)
        x[i] = real_number(r.lines, fields[first + i], "coordinate");
    if (!r.mesh.X.emplace(tag, x).second)
        r.lines.refuse("node " + label + " is defined twice");
}

void read_nodes(Reader& r, bool one_line)
{
    while (r.data()) {
        const std::vector<std::string> head = blank_fields(r.lines.text());
        if (head.empty() || (one_line && head.size() < 7))
            r.lines.refuse("expected the numbers of a node");
        if (one_line && head[1] != "0" && head[1] != "1")
            r.skipped.add("definition coordinate systems of nodes in dataset 15", r.lines.place());
        if (one_line)
            add_node(r, head[0], head, 4);
        else
            add_node(r, head[0], r.record(3, "node " + head[0]), 0);
    }
}

void read_units(Reader& r)
{
    (void)r.record(1, "units");
    const std::vector<std::string> factors = r.record(1, "unit factors");
    r.length_factor = real_number(r.lines, factors[0], "length factor");
    if (!(r.length_factor > 0))
        r.lines.refuse("length factor " + factors[0] + "; expected a number > 0");
    if (r.length_factor != 1)
        r.mesh.notes.push_back(
            r.lines.text_of(r.lines.place()) + ": lengths are divided by " +
            number_text(r.length_factor) + " to be metres" +
            (r.scale ? "; scale = " + number_text(*r.scale) + " is taken in its place" : ""));
    while (r.data()) {
    }
}

const std::map<std::size_t, std::size_t> plane_kinds{{41, 3}, {42, 6}, {44, 4}, {45, 8},
                                                     {71, 4}, {72, 6}, {74, 3}, {75, 8},
                                                     {91, 3}, {92, 6}, {94, 4}, {95, 8}};
const std::map<std::size_t, std::size_t> line_kinds{{11, 2}, {21, 2}, {22, 2}, {24, 3}};

// A solid element: number of nodes, and the place in the file of each node in the order of
// SolidCell. Files go around each level and alternate corners and mid nodes there.
struct SolidKind {
    std::size_t n_nodes = 0;
    std::vector<std::size_t> order; ///< empty: the same order
};
const std::map<std::size_t, SolidKind> solid_kinds{
    {111, {4, {}}},
    {112, {6, {}}},
    {115, {8, {}}},
    {118, {10, {0, 2, 4, 9, 1, 3, 5, 6, 7, 8}}},
    {113, {15, {0, 2, 4, 9, 11, 13, 1, 3, 5, 10, 12, 14, 6, 7, 8}}},
    {116, {20, {0, 2, 4, 6, 12, 14, 16, 18, 1, 3, 5, 7, 13, 15, 17, 19, 8, 9, 10, 11}}}};

// Point masses, springs and dampers, which a body does not have.
const std::map<std::size_t, const char*> left_out{
    {136, "springs"}, {137, "springs"}, {138, "springs"},     {139, "springs"},
    {141, "dampers"}, {142, "dampers"}, {161, "point masses"}};

// Reorders nodes, because universal files alternate corners and mid nodes.
Cell corners_first(const Cell& nodes)
{
    if (nodes.size() == 3)
        return nodes;
    Cell sorted;
    for (std::size_t start : {0, 1})
        for (std::size_t i = start; i < nodes.size(); i += 2)
            sorted.push_back(nodes[i]);
    return sorted;
}

void read_elements(Reader& r)
{
    while (r.data()) {
        const std::vector<std::string> head = blank_fields(r.lines.text());
        const MeshPlace place = r.lines.place();
        if (head.size() < 6)
            r.lines.refuse("expected the six numbers of an element");
        const std::size_t tag = whole_number(r.lines, head[0], "element");
        const std::size_t kind = whole_number(r.lines, head[1], "FE descriptor");
        const std::size_t count = whole_number(r.lines, head[5], "number of nodes");
        const auto plane = plane_kinds.find(kind);
        const auto line = line_kinds.find(kind);
        const auto volume = r.solid() ? solid_kinds.find(kind) : solid_kinds.end();
        if (const auto point = left_out.find(kind); point != left_out.end()) {
            for (std::size_t n = 0; n < count;)
                n += r.record(1, "element " + head[0]).size();
            r.left_out_labels.insert(tag);
            ++r.n_left_out.try_emplace(point->second, place, 0).first->second.second;
            continue;
        }
        if (plane == plane_kinds.end() && line == line_kinds.end() && volume == solid_kinds.end())
            r.lines.refuse("element " + head[0] + " has FE descriptor " + head[1] +
                           (kind == 114 || kind == 117 ? " (cubic)" : "") + "; allowed: " +
                           (r.solid() ? "tetrahedra 111, 118, wedges 112, 113, hexahedra 115, 116, "
                                        "and as faces and edges "
                                      : "") +
                           "plane stress 41, 42, 44, 45, membrane 71, 72, 74, 75, thin "
                           "shell 91, 92, 94, 95, lines 11, 21, 22, 24");
        const std::size_t expected = line != line_kinds.end()     ? line->second
                                     : plane != plane_kinds.end() ? plane->second
                                                                  : volume->second.n_nodes;
        if (count != expected)
            r.lines.refuse("element " + head[0] + " has " + head[5] + " nodes; FE descriptor " +
                           head[1] + " has " + std::to_string(expected));
        if (volume != solid_kinds.end() || (plane != plane_kinds.end() && !r.solid())) {
            r.properties.emplace(head[2], place);
            r.materials.emplace(head[3], place);
        }
        if (line != line_kinds.end())
            (void)r.record(1, "element " + head[0]); // orientation and end conditions
        Cell nodes;
        while (nodes.size() < count)
            for (const std::string& field : r.record(1, "element " + head[0]))
                nodes.push_back(whole_number(r.lines, field, "node"));
        if (nodes.size() > count)
            r.lines.refuse("element " + head[0] + " has more than " + head[5] + " nodes");
        if (!r.element_place.emplace(tag, place).second)
            r.lines.refuse(place, "element " + head[0] + " is defined twice");
        if (line != line_kinds.end()) {
            if (count == 3)
                std::swap(nodes[1], nodes[2]);
            r.line_elements[tag] = {nodes, place, head[1]};
        } else if (r.solid() && plane != plane_kinds.end()) {
            r.faces[tag] = count > 4 ? corners_first(nodes) : nodes;
        } else if (r.solid()) {
            FileElement element{tag, nodes};
            for (std::size_t i = 0; i < volume->second.order.size(); ++i)
                element.nodes[i] = nodes[volume->second.order[i]];
            r.element_at[tag] = r.mesh.elements.size();
            r.mesh.elements.push_back(std::move(element));
        } else {
            r.element_at[tag] = r.mesh.elements.size();
            r.mesh.elements.push_back({tag, count > 4 ? corners_first(nodes) : nodes});
        }
    }
}

void read_groups(Reader& r, std::size_t numbers_per_entity)
{
    while (r.data()) {
        const std::vector<std::string> head = blank_fields(r.lines.text());
        if (head.empty())
            r.lines.refuse("expected the numbers of a group");
        std::size_t count = 0;
        if (head.back() != "0")
            count = whole_number(r.lines, head.back(), "number of entities");
        if (count > 1'000'000'000)
            r.lines.refuse("group " + head[0] + " of " + head.back() +
                           " entities; expected at most 1e9");
        Group group{"", r.lines.place(), {}, {}};
        if (!r.data())
            r.lines.refuse("group " + head[0] + " ends before its name");
        group.name = std::string(trimmed(r.lines.text()));
        if (group.name.empty())
            group.name = "group_" + head[0];
        std::vector<std::string> fields;
        while (fields.size() < count * numbers_per_entity) {
            const auto more = r.record(1, "group \"" + group.name + "\"");
            fields.insert(fields.end(), more.begin(), more.end());
        }
        for (std::size_t i = 0; i < count; ++i) {
            const std::string& type = fields[numbers_per_entity * i];
            const std::string& label = fields[numbers_per_entity * i + 1];
            if (type == "7")
                group.nodes.push_back(whole_number(r.lines, label, "node"));
            else if (type == "8")
                group.elements.push_back(whole_number(r.lines, label, "element"));
            else
                r.skipped.add("entities of type " + type + " in group \"" + group.name + "\"",
                              group.place);
        }
        r.groups.push_back(std::move(group));
    }
}

void read_dataset(Reader& r)
{
    const MeshPlace place = r.lines.place();
    const std::string number(trimmed(r.lines.text()));
    if (number == "2411" || number == "781")
        read_nodes(r, false);
    else if (number == "15")
        read_nodes(r, true);
    else if (number == "164")
        read_units(r);
    else if (number == "2412")
        read_elements(r);
    else if (number == "2435" || number == "2452" || number == "2467" || number == "2477")
        read_groups(r, 4);
    else if (number == "2429" || number == "2430" || number == "2432")
        read_groups(r, 2);
    else {
        r.skipped.add("dataset " + number, place);
        while (r.data()) {
        }
    }
}

void check(Reader& r)
{
    for (const FileElement& element : r.mesh.elements)
        for (const std::size_t node : element.nodes)
            if (!r.mesh.X.contains(node))
                r.lines.refuse(r.element_place.at(element.tag),
                               "element " + std::to_string(element.tag) + " names node " +
                                   std::to_string(node) + ", which is not in the file");
    if (r.line_elements.empty())
        return;
    note_lines(r.lines, r.line_elements.begin()->second.place, r.line_elements.size(), r.mesh);
    if (r.solid())
        return;
    const SideCount sides = count_sides(r.mesh.elements);
    for (const auto& [tag, line] : r.line_elements)
        if (!is_side(sides, line.nodes[0], line.nodes[1]))
            r.lines.refuse(line.place, "element " + std::to_string(tag) + " (FE descriptor " +
                                           line.kind +
                                           ") is no side of the plane body; only lines of curve "
                                           "groups are read");
}

void add_groups(Reader& r)
{
    std::vector<NamedGroup> lines, points, surfaces, volumes;
    for (const Group& group : r.groups) {
        FileGroup curve{group.name, 1, {}}, point{group.name, 0, {}}, surface{group.name, 2, {}},
            volume{group.name, 3, {}};
        for (const std::size_t node : group.nodes) {
            if (!r.mesh.X.contains(node))
                r.lines.refuse(group.place, "group \"" + group.name + "\" names node " +
                                                std::to_string(node) +
                                                ", which is not in the file");
            point.cells.push_back({node});
        }
        for (const std::size_t element : group.elements) {
            if (const auto line = r.line_elements.find(element); line != r.line_elements.end())
                curve.cells.push_back(line->second.nodes);
            else if (const auto found = r.element_at.find(element); found != r.element_at.end())
                (r.solid() ? volume : surface)
                    .cells.push_back(r.mesh.elements[found->second].nodes);
            else if (const auto face = r.faces.find(element); face != r.faces.end())
                surface.cells.push_back(face->second);
            else if (!r.left_out_labels.contains(element)) // Gmsh writes points so
                r.skipped.add("elements of group \"" + group.name + "\" that are not in the file",
                              group.place);
        }
        if (!curve.cells.empty())
            lines.push_back({std::move(curve), "_lines"});
        if (!point.cells.empty() || (group.nodes.empty() && group.elements.empty()))
            points.push_back({std::move(point), "_nodes"});
        if (!surface.cells.empty())
            surfaces.push_back({std::move(surface), r.solid() ? "_faces" : "_elements"});
        if (!volume.cells.empty())
            volumes.push_back({std::move(volume), "_elements"});
    }
    add_named(std::move(lines), r.mesh);
    add_named(std::move(points), r.mesh);
    add_named(std::move(surfaces), r.mesh);
    add_named(std::move(volumes), r.mesh);
}

// Notes that elements of several materials or properties use those of the body.
void note_properties(Reader& r)
{
    for (const auto& [numbers, what, instead] :
         {std::tuple{&r.materials, "materials", "material"},
          {&r.properties, "properties", "material and thickness"}}) {
        if (numbers->size() < 2)
            continue;
        std::vector<std::string> names;
        for (const auto& [number, place] : *numbers)
            if (names.size() < 5)
                names.push_back(number.substr(0, 20));
        r.mesh.notes.push_back(r.lines.text_of(numbers->begin()->second) + ": elements of " +
                               std::to_string(numbers->size()) + " " + what + ": " + join(names) +
                               (numbers->size() > 5 ? ", ..." : "") +
                               "; not read: all elements have the body's " + instead);
    }
}

} // namespace

namespace {

Mesh read(const std::filesystem::path& file, std::optional<double> scale, int dimension)
{
    Reader r(file, dimension);
    r.scale = scale;
    bool any = false;
    std::size_t n_between = 0; // number of lines
    MeshPlace between;
    bool first = false; // true after a dataset
    while (r.lines.next()) {
        const std::string_view text = trimmed(r.lines.text());
        if (text.empty())
            continue;
        if (text != "-1") {
            // After a dataset that does not end with -1, the delimiters would be
            // interpreted in reverse.
            if (first && text.find_first_not_of("0123456789") == std::string::npos)
                r.lines.refuse("\"" + std::string(text.substr(0, 30)) +
                               "\" after the end of a dataset; expected -1 before the number of "
                               "the next one, and one -1 at the end of each");
            first = false;
            if (n_between++ == 0)
                between = r.lines.place();
            continue;
        }
        any = first = true;
        if (!r.lines.next())
            r.lines.refuse("the file ends within a dataset");
        read_dataset(r);
    }
    if (!any)
        throw InputError::in_file(file.string(), "not a universal file: it has no dataset, which "
                                                 "begins with a line -1");
    if (n_between > 0)
        r.mesh.notes.push_back(r.lines.text_of(between) + ": " + std::to_string(n_between) +
                               (n_between == 1 ? " line" : " lines") +
                               " between datasets; not read");
    for (auto& [tag, x] : r.mesh.X)
        for (double& coordinate : x)
            coordinate = scale ? coordinate * *scale : coordinate / r.length_factor;
    check(r);
    add_groups(r);
    for (const auto& [what, left] : r.n_left_out)
        r.mesh.notes.push_back(r.lines.text_of(left.first) + ": " + std::to_string(left.second) +
                               " " + what +
                               ": left out: add them in the case, as a body of type lumped with a "
                               "bond or a joint");
    note_properties(r);
    note_unused_nodes(r.mesh);
    for (std::string& note : r.skipped.notes(r.lines))
        r.mesh.notes.push_back(std::move(note));
    return body_mesh(std::move(r.mesh));
}

} // namespace

Mesh read_universal(const std::filesystem::path& file, std::optional<double> scale)
{
    return read(file, scale, 2);
}

Mesh read_universal_solids(const std::filesystem::path& file, std::optional<double> scale)
{
    return read(file, scale, 3);
}

} // namespace slideway::fem
