#include "fem/readers/labelled_nodes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/cells.hpp"
#include "fem/readers/abaqus_deck.hpp"
#include "fem/readers/fortran_number.hpp"
#include "fem/readers/grid_cards.hpp"
#include "fem/readers/labelled_gmsh.hpp"
#include "fem/readers/labelled_universal.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace slideway::fem {

namespace {

// Cells of the elements by their numbers. Types without a cell are counted.
std::map<std::size_t, LabelledCell> cells_of(const AbaqusDeck& deck,
                                             std::map<std::string, std::size_t>& without)
{
    std::map<std::size_t, LabelledCell> cells;
    for (const auto& [tag, element] : deck.elements)
        if (auto cell = abaqus_cell(element.type, element.nodes))
            cells.emplace(tag, std::move(*cell));
        else
            ++without[element.type];
    return cells;
}

// Adds the faces of an element that a line of a surface names by `side`.
void add_faces(const AbaqusDeck& deck, const AbaqusSurface& surface,
               const AbaqusSurface::Item& item, const LabelledCell& cell,
               const LabelledFaces& solids, std::vector<LabelledFace>& faces)
{
    const auto refuse = [&](const std::string& allowed) {
        deck.lines.refuse(item.place, "surface \"" + surface.name + "\": face \"" + item.side +
                                          "\" of a " + std::string(cell.shape->name) +
                                          "; expected " + allowed);
    };
    if (cell.shape->dimension == 2) {
        LabelledFace face = cell.nodes;
        if (item.side == "SNEG") { // seen from behind, with the same first corner
            const auto corners = static_cast<std::ptrdiff_t>(cell.shape->n_corners);
            std::reverse(face.begin() + 1, face.begin() + corners);
            std::reverse(face.begin() + corners, face.end());
        } else if (!item.side.empty() && item.side != "SPOS") {
            refuse("SPOS or SNEG");
        }
        solids.align(face);
        faces.push_back(std::move(face));
        return;
    }
    const std::size_t n = cell_of(*cell.shape).faces.size();
    const std::string allowed = "S1 to S" + std::to_string(n) + ", or none for the free faces";
    if (!item.side.empty()) {
        if (item.side.size() != 2 || item.side[0] != 'S' || item.side[1] < '1' ||
            item.side[1] >= static_cast<char>('1' + n))
            refuse(allowed);
        faces.push_back(face_of(cell, static_cast<std::size_t>(item.side[1] - '1')));
        return;
    }
    for (std::size_t i = 0; i < n; ++i)
        if (LabelledFace face = face_of(cell, i); solids.is_outer(face))
            faces.push_back(std::move(face));
}

// Adds the surfaces of elements, and the sets of elements of dimension 2.
void add_surfaces(const AbaqusDeck& deck, const std::map<std::size_t, LabelledCell>& cells,
                  LabelledNodes& nodes)
{
    const LabelledFaces solids(nodes.cells);
    for (const std::string& key : deck.surface_order) {
        const AbaqusSurface& surface = deck.surfaces.at(key);
        std::vector<LabelledFace> faces;
        std::vector<std::size_t> labels;
        bool sides = false; // edges of shells
        for (const AbaqusSurface::Item& item : surface.items) {
            if (surface.nodes) {
                labels.insert(labels.end(), item.members.begin(), item.members.end());
                continue;
            }
            for (const std::size_t tag : item.members) {
                const auto cell = cells.find(tag);
                if (cell == cells.end() || cell->second.shape->dimension < 2 ||
                    (cell->second.shape->dimension == 2 && item.side.starts_with('E')))
                    sides = true;
                else
                    add_faces(deck, surface, item, cell->second, solids, faces);
            }
        }
        if (sides)
            nodes.notes.push_back(deck.lines.text_of(surface.place) + ": surface \"" +
                                  surface.name +
                                  "\" has parts that are no faces of elements; not read");
        else if (surface.nodes)
            nodes.sets.emplace_back(surface.name, std::move(labels));
        else if (!faces.empty())
            nodes.surfaces.emplace_back(surface.name, std::move(faces));
    }
    for (const std::string& key : deck.element_set_order) {
        const AbaqusSet& set = deck.element_sets.at(key);
        std::vector<LabelledFace> faces;
        for (const std::size_t tag : set.members)
            if (const auto cell = cells.find(tag);
                cell != cells.end() && cell->second.shape->dimension == 2) {
                faces.push_back(cell->second.nodes);
                solids.align(faces.back());
            }
        if (!faces.empty() && faces.size() == set.members.size())
            nodes.surfaces.emplace_back(set.name, std::move(faces));
    }
}

void note_without(const std::map<std::string, std::size_t>& without, LabelledNodes& nodes)
{
    std::vector<std::string> parts;
    for (const auto& [type, n] : without)
        parts.push_back(std::to_string(n) + " " + type);
    if (!parts.empty())
        nodes.notes.push_back(nodes.source + ": elements that are not drawn: " + join(parts));
}

LabelledNodes read_abaqus(const std::filesystem::path& file)
{
    AbaqusDeck deck = read_abaqus_deck(file, AbaqusUse::nodes);
    LabelledNodes nodes;
    nodes.source = deck.mesh.source;
    for (const std::string& name : deck.node_set_order) {
        AbaqusSet& set = deck.node_sets.at(name);
        for (const std::size_t node : set.members)
            if (!deck.mesh.X.contains(node))
                deck.lines.refuse(set.place, "set \"" + set.name + "\" names node " +
                                                 std::to_string(node) +
                                                 ", which is not in the file");
        nodes.sets.emplace_back(set.name, std::move(set.members));
    }
    nodes.X = std::move(deck.mesh.X);
    std::map<std::string, std::size_t> without;
    const std::map<std::size_t, LabelledCell> cells = cells_of(deck, without);
    for (const auto& [tag, cell] : cells)
        add(nodes.cells, cell);
    add_surfaces(deck, cells, nodes);
    note_without(without, nodes);
    return nodes;
}

// ---- bulk data

// Labels of the nodes in the fields of an element; 0 for a blank field.
std::vector<std::size_t> nodes_of(const MeshLines& lines, const BulkCard& card, std::size_t first)
{
    std::vector<std::size_t> nodes;
    const std::size_t most = nastran_nodes(card.name);
    for (std::size_t i = first; i < first + most && i <= card.fields.size(); ++i)
        nodes.push_back(
            static_cast<std::size_t>(whole_field(lines, card, i, "node", 0).value_or(0)));
    return nodes;
}

class LabelledBulkData {
public:
    explicit LabelledBulkData(const std::filesystem::path& file) : lines_(file), grids_(lines_)
    {
        nodes_.source = file.string();
    }

    LabelledNodes read()
    {
        BulkLine line;
        std::string text;
        while (lines_.next()) {
            text = with_blanks(lines_.text());
            if (!split(text, line))
                continue;
            if (line.continues) {
                if (!card_.name.empty())
                    card_.append(line);
                continue;
            }
            finish();
            if (line.head == "ENDDATA")
                break;
            refuse_replication(lines_, line);
            if (line.head.starts_with("INCLUDE")) {
                include_bulk_data(lines_);
            } else if (line.head == "GRID" || line.head == "GRDSET" ||
                       line.head.starts_with("CORD") || nastran_nodes(line.head) > 0) {
                card_.name = line.head;
                card_.place = lines_.place();
                card_.append(line);
            }
        }
        finish();
        return made();
    }

private:
    void finish()
    {
        if (!card_.name.empty() && !grids_.read(card_)) {
            const bool without_property = card_.name == "CONROD" || card_.name == "PLOTEL";
            if (const auto cell =
                    nastran_cell(card_.name, nodes_of(lines_, card_, without_property ? 2 : 3))) {
                add(nodes_.cells, *cell);
                if (cell->shape->dimension == 2)
                    surfaces_["pid_" +
                              std::string(card_.field(2).empty() ? card_.field(1) : card_.field(2))]
                        .push_back(cell->nodes);
            }
        }
        card_ = {};
    }

    LabelledNodes made()
    {
        nodes_.X = grids_.positions();
        if (const auto axes = grids_.axes(nodes_.X); !axes.empty())
            throw InputError::in_file(
                nodes_.source, "grid " + std::to_string(axes.begin()->first) +
                                   " moves in another coordinate system (field CD); give the "
                                   "file in the key file, beside that of the matrices");
        const LabelledFaces solids(nodes_.cells);
        for (auto& [name, faces] : surfaces_) {
            for (LabelledFace& face : faces)
                solids.align(face);
            nodes_.surfaces.emplace_back(name, std::move(faces));
        }
        return std::move(nodes_);
    }

    MeshLines lines_;
    GridCards grids_;
    BulkCard card_;
    LabelledNodes nodes_;
    std::map<std::string, std::vector<LabelledFace>> surfaces_;
};

// Metres per unit that a heading names, "X Location (mm)"; empty if it names none.
std::optional<double> unit_of(std::string_view heading)
{
    const auto begin = heading.rfind('('), end = heading.rfind(')');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
        return std::nullopt;
    const std::string unit(trimmed(heading.substr(begin + 1, end - begin - 1)));
    for (const auto& [name, metres] : {std::pair{"m", 1.0},
                                       {"cm", 1e-2},
                                       {"mm", 1e-3},
                                       {"µm", 1e-6},
                                       {"um", 1e-6},
                                       {"in", 0.0254},
                                       {"ft", 0.3048}})
        if (unit == name)
            return metres;
    return std::nullopt;
}

std::vector<std::string> tab_fields(std::string_view text)
{
    std::vector<std::string> fields;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\t', begin), text.size());
        fields.emplace_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    while (!fields.empty() && fields.back().empty())
        fields.pop_back();
    return fields;
}

// A list of Mechanical: a heading in any language, then label, X, Y, Z between tabs.
LabelledNodes read_node_list(const std::filesystem::path& file)
{
    MeshLines lines(file);
    LabelledNodes nodes;
    nodes.source = file.string();
    while (lines.next()) {
        std::vector<std::string> fields = tab_fields(lines.text());
        if (fields.empty())
            continue;
        if (fields.size() != 4)
            lines.refuse(std::to_string(fields.size()) +
                         " fields; expected label, X, Y and Z between tabs");
        if (nodes.X.empty() && fields[0].find_first_not_of("0123456789") != std::string::npos) {
            nodes.unit = unit_of(fields[1]);
            if (!nodes.unit)
                lines.refuse("heading \"" + fields[1].substr(0, 40) +
                             "\"; expected a length unit in brackets, such as (mm)");
            continue;
        }
        std::array<double, 3> x{};
        for (std::size_t c = 0; c < 3; ++c) {
            std::string& text = fields[c + 1];
            std::replace(text.begin(), text.end(), ',', '.');
            const auto value = fortran_number(text);
            if (!value)
                lines.refuse("\"" + text.substr(0, 40) + "\"; expected a finite number");
            x[c] = *value;
        }
        if (!nodes.X.emplace(whole_number(lines, fields[0], "node"), x).second)
            lines.refuse("node " + fields[0] + " comes twice");
    }
    return nodes;
}

enum class Kind { abaqus, bulk_data, node_list, universal, gmsh, unknown };

// Kind of a file by its first lines that are no comments.
Kind kind_of(const std::filesystem::path& file)
{
    constexpr int most_lines = 200;
    MeshLines lines(file);
    for (int k = 0; k < most_lines && lines.next(); ++k) {
        const std::string line = upper(trimmed(lines.text()));
        if (line.empty() || line.starts_with("**") ||
            (line.starts_with("$") && line != "$MESHFORMAT" && line != "$NOD"))
            continue;
        if (line.starts_with("*"))
            return Kind::abaqus;
        if (line == "-1")
            return Kind::universal;
        if (line == "$MESHFORMAT" || line == "$NOD")
            return Kind::gmsh;
        for (const char* card :
             {"GRID", "GRDSET", "CORD", "BEGIN", "SOL ", "CEND", "SPOINT", "INCLUDE", "CHEXA",
              "CTETRA", "CPENTA", "CQUAD", "CTRIA", "MAT1", "PSOLID", "PSHELL", "PARAM"})
            if (line.starts_with(card))
                return Kind::bulk_data;
        if (tab_fields(lines.text()).size() == 4)
            return Kind::node_list;
    }
    return Kind::unknown;
}

} // namespace

LabelledNodes read_labelled_nodes(const std::filesystem::path& file)
{
    switch (kind_of(file)) {
    case Kind::abaqus:
        return read_abaqus(file);
    case Kind::bulk_data:
        return LabelledBulkData(file).read();
    case Kind::node_list:
        return read_node_list(file);
    case Kind::universal:
        return read_labelled_universal(file);
    case Kind::gmsh:
        return read_labelled_gmsh(file);
    default:
        throw InputError::in_file(file.string(),
                                  "no positions that are read; expected an input file of Abaqus or "
                                  "CalculiX (*NODE), bulk data of Nastran (GRID), a universal file "
                                  "(.unv), a mesh of Gmsh (.msh), or a list of nodes of Ansys "
                                  "Mechanical");
    }
}

} // namespace slideway::fem
