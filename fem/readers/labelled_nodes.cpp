#include "fem/readers/labelled_nodes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/readers/abaqus_deck.hpp"
#include "fem/readers/fortran_number.hpp"
#include "fem/readers/grid_cards.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace slideway::fem {

namespace {

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
    return nodes;
}

// Bulk data: positions of grids. Elements and other cards are skipped.
LabelledNodes read_bulk_data(const std::filesystem::path& file)
{
    MeshLines lines(file);
    GridCards grids(lines);
    BulkCard card;
    BulkLine line;
    std::string text;
    const auto finish = [&] {
        if (!card.name.empty())
            (void)grids.read(card);
        card = {};
    };
    while (lines.next()) {
        text = with_blanks(lines.text());
        if (!split(text, line))
            continue;
        if (line.continues) {
            if (!card.name.empty())
                card.append(line);
            continue;
        }
        finish();
        if (line.head.starts_with("INCLUDE")) {
            std::string name(trimmed(text).substr(7));
            std::erase_if(name, [](char c) -> bool { return c == '\'' || c == '"'; });
            lines.include(std::string(trimmed(name)));
        } else if (line.head == "GRID" || line.head == "GRDSET" || line.head.starts_with("CORD")) {
            card.name = line.head;
            card.place = lines.place();
            card.append(line);
        }
    }
    finish();
    LabelledNodes nodes;
    nodes.source = file.string();
    nodes.X = grids.positions();
    if (const auto axes = grids.axes(nodes.X); !axes.empty())
        throw InputError::in_file(nodes.source,
                                  "grid " + std::to_string(axes.begin()->first) +
                                      " moves in another coordinate system (field CD); give the "
                                      "file in the key file, beside that of the matrices");
    return nodes;
}

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

enum class Kind { abaqus, bulk_data, node_list, unknown };

// Kind of a file by its first lines that are no comments.
Kind kind_of(const std::filesystem::path& file)
{
    constexpr int most_lines = 200;
    MeshLines lines(file);
    for (int k = 0; k < most_lines && lines.next(); ++k) {
        const std::string line = upper(trimmed(lines.text()));
        if (line.empty() || line.starts_with("**") || line.starts_with("$"))
            continue;
        if (line.starts_with("*"))
            return Kind::abaqus;
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
        return read_bulk_data(file);
    case Kind::node_list:
        return read_node_list(file);
    default:
        throw InputError::in_file(file.string(),
                                  "no positions that are read; expected an input file of Abaqus or "
                                  "CalculiX (*NODE), bulk data of Nastran (GRID), or a list of "
                                  "nodes of Ansys Mechanical");
    }
}

} // namespace slideway::fem
