#include "fem/readers/nastran_reader.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/readers/bulk_data.hpp"
#include "fem/readers/file_mesh.hpp"
#include "fem/readers/mesh_text.hpp"
#include "fem/readers/nastran_materials.hpp"
#include "fem/readers/nastran_systems.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace slideway::fem {

namespace {

using Cell = std::vector<std::size_t>;

// One entry: its name without '*' and the fields after it, "" if blank.
struct Card {
    std::string name;
    std::vector<std::string> fields;
    MeshPlace place;

    [[nodiscard]] std::string field(std::size_t i) const // 1: the first field after the name
    {
        return i <= fields.size() ? fields[i - 1] : "";
    }
};

struct Line {
    Cell nodes;
    MeshPlace place;
    std::string card;
};

// Fields of a grid other than its position; unset if GRDSET determines them.
struct GridFields {
    std::size_t tag = 0;
    bool system_given = false;
    std::optional<std::size_t> displacement_system;
    std::string supports;
};

// Cards that are omitted: their number, the first one, and their total mass.
struct LeftOut {
    MeshPlace place;
    std::size_t count = 0;
    double mass = 0;
};

struct Reader {
    MeshLines lines;
    FileMesh mesh;
    Skipped skipped;
    NastranSystems systems{lines};
    std::unordered_map<std::size_t, NastranGrid> grids;
    std::vector<GridFields> grid_fields;
    std::optional<GridFields> defaults; // values of GRDSET
    std::size_t default_system = 0;
    std::map<std::string, LeftOut> left_out;
    NastranMaterials materials;
    std::map<std::size_t, MeshPlace> element_place;
    std::map<std::string, std::vector<Cell>> volumes, surfaces, curves; // by group
    std::vector<std::string> order;                                     // order of the groups
    std::vector<Line> bars;

    Reader(const std::filesystem::path& file, int dimension) : lines(file)
    {
        mesh.source = file.string();
        mesh.dimension = dimension;
    }
    [[nodiscard]] bool solid() const { return mesh.dimension == 3; }
};

// Removes the comment and replaces tabs by blanks.
std::string without_comment(const std::string& line)
{
    return with_blanks(line.substr(0, line.find('$')));
}

// Returns the name and the fields of one line, without the continuation marks at its end.
std::vector<std::string> fields_of(const std::string& text)
{
    BulkLine line;
    (void)split(text, line);
    std::vector<std::string> fields{line.head};
    fields.insert(fields.end(), line.field.begin(),
                  line.field.begin() + static_cast<std::ptrdiff_t>(line.count));
    return fields;
}

// True if a line continues the last entry: its first field is blank or a mark that begins with + or
// *. An entry in free format has more than eight fields only by continuation.
bool continues(const std::string& text)
{
    return !text.empty() && (text[0] == ' ' || text[0] == '+' || text[0] == '*' || text[0] == ',');
}

// Goes to the next nonblank line; false at the end.
bool next_text(Reader& r, std::string& text)
{
    while (r.lines.next()) {
        text = without_comment(r.lines.text());
        if (!trimmed(text).empty())
            return true;
    }
    return false;
}

bool next_card(Reader& r, Card& card)
{
    std::string text;
    if (!next_text(r, text))
        return false;
    if (continues(text))
        r.lines.refuse("a continuation without an entry before it");
    card.place = r.lines.place();
    if (upper(text.substr(0, 7)) == "INCLUDE") { // a file name may contain commas and blanks
        card.name = "INCLUDE";
        card.fields = {std::string(trimmed(std::string_view(text).substr(7)))};
        return true;
    }
    card.fields = fields_of(text);
    card.name = card.fields.front();
    card.fields.erase(card.fields.begin());
    while (next_text(r, text)) {
        if (!continues(text)) {
            r.lines.back();
            break;
        }
        const std::vector<std::string> more = fields_of(text);
        card.fields.insert(card.fields.end(), more.begin() + 1, more.end());
    }
    return true;
}

// Parses "1.5", "1.5E+3" and Nastran's "1.5+3"; blank is 0.
double coordinate(const Reader& r, const Card& card, std::size_t i)
{
    std::string text = card.field(i);
    if (text.empty())
        return 0;
    for (std::size_t k = 1; k < text.size(); ++k)
        if ((text[k] == '+' || text[k] == '-') &&
            (std::isdigit(static_cast<unsigned char>(text[k - 1])) != 0 || text[k - 1] == '.')) {
            text.insert(k, "e");
            break;
        }
    try {
        return real_number(r.lines, text, "coordinate");
    } catch (const InputError&) { // names the line of the entry, not the last line
        r.lines.refuse(card.place,
                       card.name + ": coordinate \"" + card.field(i) + "\"; expected a number");
    }
}

std::size_t number(const Reader& r, const Card& card, std::size_t i, const std::string& what)
{
    const std::string text = card.field(i);
    if (text.empty() || text.size() > 18 ||
        !std::all_of(text.begin(), text.end(),
                     [](unsigned char c) -> bool { return std::isdigit(c) != 0; }) ||
        std::stoull(text) == 0)
        r.lines.refuse(card.place,
                       card.name + ": " + what + " \"" + text + "\"; expected a whole number > 0");
    return std::stoull(text);
}

// Returns the number of a coordinate system; 0: the basic one.
std::size_t system_number(const Reader& r, const Card& card, std::size_t i)
{
    const std::string text = card.field(i);
    return text.find_first_not_of('0') == std::string::npos
               ? 0
               : number(r, card, i, "coordinate system");
}

// Reads the fields CP, CD and PS of GRID and GRDSET.
GridFields grid_fields(const Reader& r, const Card& card)
{
    GridFields fields;
    fields.system_given = !card.field(2).empty();
    if (!card.field(6).empty())
        fields.displacement_system = system_number(r, card, 6);
    fields.supports = card.field(7);
    if (fields.supports.find_first_not_of("0123456") != std::string::npos)
        r.lines.refuse(card.place, card.name + ": supports PS \"" + fields.supports +
                                       "\"; expected digits 1 to 6");
    return fields;
}

void add_node(Reader& r, const Card& card)
{
    const std::size_t tag = number(r, card, 1, "node");
    const NastranGrid grid{{coordinate(r, card, 3), coordinate(r, card, 4), coordinate(r, card, 5)},
                           system_number(r, card, 2),
                           card.place};
    if (!r.grids.emplace(tag, grid).second)
        r.lines.refuse(card.place, "node " + card.field(1) + " is defined twice");
    GridFields fields = grid_fields(r, card);
    fields.tag = tag;
    r.grid_fields.push_back(std::move(fields));
}

void set_defaults(Reader& r, const Card& card)
{
    if (r.defaults)
        r.lines.refuse(card.place, "GRDSET is given twice; expected one");
    r.defaults = grid_fields(r, card);
    r.default_system = system_number(r, card, 2);
}

void add_system(Reader& r, const Card& card)
{
    const std::size_t tag = number(r, card, 1, "coordinate system");
    const bool known = card.name.size() == 6 && std::string("RCS").find(card.name[5]) < 3;
    if (known && card.name[4] == '2') {
        std::array<std::array<double, 3>, 3> points{};
        for (std::size_t i = 0; i < 9; ++i)
            points[i / 3][i % 3] = coordinate(r, card, 3 + i);
        r.systems.add(tag, card.name, card.place, system_number(r, card, 2), points);
    } else if (known && card.name[4] == '1') {
        for (std::size_t first = 1; first <= 5; first += 4) { // one card may have two systems
            if (first > 1 && card.field(first).empty())
                break;
            std::array<std::size_t, 3> grids{};
            for (std::size_t i = 0; i < 3; ++i)
                grids[i] = number(r, card, first + 1 + i, "node");
            r.systems.add(number(r, card, first, "coordinate system"), card.name, card.place,
                          grids);
        }
    } else {
        r.systems.add_unread(tag, card.name, card.place);
    }
}

// Computes the positions of all grids, with notes about their other data in the plane.
void place_nodes(Reader& r)
{
    std::size_t n_supports = 0, n_systems = 0;
    MeshPlace first_support, first_system;
    const GridFields common = r.defaults.value_or(GridFields{});
    for (const GridFields& own : r.grid_fields) // before systems that grids define
        if (!own.system_given)
            r.grids.at(own.tag).system = r.default_system;
    r.mesh.X = r.systems.basic(r.grids);
    for (const GridFields& own : r.grid_fields) {
        const MeshPlace place = r.grids.at(own.tag).place;
        const std::size_t system =
            own.displacement_system.value_or(common.displacement_system.value_or(0));
        const std::string& supports = own.supports.empty() ? common.supports : own.supports;
        if (system != 0 && n_systems++ == 0)
            first_system = place;
        // Components 4 to 6 are rotations, and 3, 4 and 5 are out of the plane.
        const bool matters = supports.find_first_of("12") != std::string::npos ||
                             (supports.find_first_of("3") != std::string::npos &&
                              (r.solid() || !r.systems.along_z(system, r.grids)));
        if (matters && n_supports++ == 0)
            first_support = place;
    }
    const auto counted = [](std::size_t n) -> std::string {
        return std::to_string(n) + (n == 1 ? " grid" : " grids");
    };
    if (n_supports > 0)
        r.mesh.notes.push_back(r.lines.text_of(first_support) + ": " + counted(n_supports) +
                               " with supports" + (r.solid() ? "" : " in the plane") +
                               " (field PS); not read: give the supports in the case (key fixed)");
    if (n_systems > 0)
        r.mesh.notes.push_back(r.lines.text_of(first_system) + ": " + counted(n_systems) +
                               " with displacements in another system (field CD); not read: "
                               "components are the basic x" +
                               (r.solid() ? ", y and z" : " and y"));
}

void new_element(Reader& r, const Card& card, std::size_t tag)
{
    if (!r.element_place.emplace(tag, card.place).second)
        r.lines.refuse(card.place, "element " + std::to_string(tag) + " is defined twice");
}

void add_to(Reader& r, std::map<std::string, std::vector<Cell>>& groups, const std::string& name,
            const Cell& cell)
{
    if (!r.volumes.contains(name) && !r.surfaces.contains(name) && !r.curves.contains(name))
        r.order.push_back(name);
    groups[name].push_back(cell);
}

// Returns the group of an element's property; if blank, its own number counts.
std::string property_group(const Reader& r, const Card& card)
{
    return "pid_" + std::to_string(number(r, card, card.field(2).empty() ? 1 : 2, "property"));
}

// Notes thicknesses and offsets of a single element.
void note_own_shape(Reader& r, const Card& card)
{
    static const std::map<std::string, std::size_t> offsets{
        {"CTRIA3", 7}, {"CQUAD4", 8}, {"CTRIA6", 10}, {"CQUAD8", 16}};
    const auto offset = offsets.find(card.name);
    if (offset != offsets.end() && !card.field(offset->second).empty())
        r.skipped.add("offsets (ZOFFS) of " + card.name, card.place);
    for (std::size_t i = 11; i <= 14; ++i)
        if (!card.field(i).empty()) {
            r.skipped.add("thicknesses of corners (T1 to T4) of " + card.name, card.place);
            break;
        }
}

void add_plane(Reader& r, const Card& card, std::size_t n_nodes)
{
    note_own_shape(r, card);
    const std::size_t tag = number(r, card, 1, "element");
    new_element(r, card, tag);
    FileElement element{tag, {}};
    for (std::size_t i = 0; i < n_nodes; ++i) {
        if (card.field(3 + i).empty() && n_nodes > 4 && i >= n_nodes / 2)
            r.lines.refuse(card.place, card.name + " " + card.field(1) +
                                           " lacks a mid node; all or none are needed");
        element.nodes.push_back(number(r, card, 3 + i, "node"));
    }
    add_to(r, r.surfaces, property_group(r, card), element.nodes);
    if (!r.solid()) // in a solid mesh, a shell names faces
        r.mesh.elements.push_back(std::move(element));
}

// Order of the nodes of Nastran in the order of SolidCell: corners, then the mid nodes of the edges
// between the two ends before those at the first end.
struct NastranSolid {
    std::size_t n_corners = 0, n_nodes = 0;
    std::vector<std::size_t> order; ///< place in the card of each node
};

const std::map<std::string, NastranSolid>& nastran_solids()
{
    static const std::map<std::string, NastranSolid> solids{
        {"CTETRA", {4, 10, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}},
        {"CPENTA", {6, 15, {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11}}},
        {"CHEXA", {8, 20, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15}}}};
    return solids;
}

void add_solid(Reader& r, const Card& card, const NastranSolid& kind)
{
    const std::size_t tag = number(r, card, 1, "element");
    new_element(r, card, tag);
    const auto given = [&card](std::size_t i) -> bool {
        return card.field(3 + i).find_first_not_of('0') != std::string::npos;
    };
    std::size_t n_mid = 0;
    for (std::size_t i = kind.n_corners; i < kind.n_nodes; ++i)
        n_mid += given(i) ? 1 : 0;
    const std::size_t n_nodes = n_mid > 0 ? kind.n_nodes : kind.n_corners;
    for (std::size_t i = kind.n_corners; i < n_nodes; ++i)
        if (!given(i))
            r.lines.refuse(card.place, card.name + " " + card.field(1) + " lacks mid node G" +
                                           std::to_string(i + 1) + "; all or none of G" +
                                           std::to_string(kind.n_corners + 1) + " to G" +
                                           std::to_string(kind.n_nodes) + " are needed");
    for (std::size_t i = kind.n_nodes; 3 + i <= card.fields.size(); ++i)
        if (given(i))
            r.lines.refuse(card.place, card.name + " " + card.field(1) + " has more than " +
                                           std::to_string(kind.n_nodes) + " nodes");
    FileElement element{tag, {}};
    for (std::size_t i = 0; i < n_nodes; ++i)
        element.nodes.push_back(number(r, card, 3 + kind.order[i], "node"));
    add_to(r, r.volumes, property_group(r, card), element.nodes);
    r.mesh.elements.push_back(std::move(element));
}

void add_line(Reader& r, const Card& card)
{
    const bool own = card.name == "CONROD" || card.name == "PLOTEL"; // no property
    new_element(r, card, number(r, card, 1, "element"));
    const std::size_t first = own ? 2 : 3;
    Cell nodes{number(r, card, first, "node"), number(r, card, first + 1, "node")};
    const std::string name = own ? lower_case(card.name) : property_group(r, card);
    add_to(r, r.curves, name, nodes);
    if (card.name != "PLOTEL") // PLOTEL is only drawn and may be anywhere
        r.bars.push_back({std::move(nodes), card.place, card.name + " " + card.field(1)});
}

// Counts point masses, springs and dampers, which a body does not have.
void leave_out(Reader& r, const Card& card)
{
    LeftOut& left = r.left_out.try_emplace(card.name, LeftOut{card.place, 0, 0}).first->second;
    ++left.count;
    if (card.name == "CONM2")
        left.mass += coordinate(r, card, 4);
    else if (card.name == "CMASS2" || card.name == "CMASS4")
        left.mass += coordinate(r, card, 2);
}

void add_notes(Reader& r)
{
    std::vector<std::string>& notes = r.mesh.notes;
    for (const auto& [name, left] : r.left_out)
        notes.push_back(
            r.lines.text_of(left.place) + ": " + std::to_string(left.count) + " " + name +
            (left.mass != 0 ? ", mass " + number_text(left.mass, 6) + " in all (units of the file)"
                            : "") +
            ": left out: add them in the case, as a body of type lumped with a bond or "
            "a joint");
    r.mesh.deck.notes = r.materials.notes(r.lines, r.solid());
    notes.insert(notes.end(), r.mesh.deck.notes.begin(), r.mesh.deck.notes.end());
    note_unused_nodes(r.mesh);
    for (std::string& note : r.skipped.notes(r.lines))
        notes.push_back(std::move(note));
    for (std::string& note : r.lines.include_notes())
        notes.push_back(std::move(note));
}

bool starts_with_one_of(const std::string& text, const std::vector<std::string>& beginnings)
{
    return std::any_of(
        beginnings.begin(), beginnings.end(),
        [&text](const std::string& begin) -> bool { return text.starts_with(begin); });
}

void read_card(Reader& r, const Card& card)
{
    static const std::vector<std::string> points{"CONM",  "CMASS", "CELAS",
                                                 "CBUSH", "CDAMP", "CVISC"};
    static const std::map<std::string, std::size_t> planes{
        {"CTRIA3", 3}, {"CTRIAR", 3}, {"CTRIA6", 6}, {"CQUAD4", 4}, {"CQUADR", 4}, {"CQUAD8", 8}};
    static const std::vector<std::string> lines{"CBAR",  "CBEAM",  "CROD",
                                                "CTUBE", "CONROD", "PLOTEL"};
    // other elements, and constraints between nodes or sets
    static const std::vector<std::string> refused{
        "CAABSF", "CACINF", "CAERO",   "CAXIF",  "CBEAM3", "CBEND",   "CCONEAX",
        "CDUM",   "CFAST",  "CFLUID",  "CGAP",   "CHACAB", "CHACBR",  "CHBDY",
        "CHEXA",  "CIHEX",  "CPENTA",  "CPYRA",  "CPLSTN", "CPLSTS",  "CQUAD",
        "CRAC",   "CSEAM",  "CSHEAR",  "CSLOT",  "CTETRA", "CTORDRG", "CTRAPAX",
        "CTRAX",  "CTRIA",  "CTWIST",  "CWELD",  "GENEL",  "MPC",     "RBAR",
        "RBE",    "RROD",   "RSPLINE", "RTRPLT", "SPOINT", "EPOINT"};
    if (card.name == "GRID")
        add_node(r, card);
    else if (const auto solid = nastran_solids().find(card.name);
             r.solid() && solid != nastran_solids().end())
        add_solid(r, card, solid->second);
    else if (const auto plane = planes.find(card.name); plane != planes.end())
        add_plane(r, card, plane->second);
    else if (std::find(lines.begin(), lines.end(), card.name) != lines.end())
        add_line(r, card);
    else if (card.name == "GRDSET")
        set_defaults(r, card);
    else if (card.name.starts_with("CORD"))
        add_system(r, card);
    else if (r.materials.read({card.name, card.place, card.fields}, r.solid()))
        return;
    else if (starts_with_one_of(card.name, points))
        leave_out(r, card);
    else if (starts_with_one_of(card.name, refused))
        r.lines.refuse(card.place,
                       card.name + " " + card.field(1) +
                           (card.name == "CPYRAM" ? " (pyramid)" : "") +
                           (r.solid() ? "; not supported in a solid mesh. Allowed: GRID, CTETRA, "
                                        "CPENTA, CHEXA, and as faces and edges "
                                      : "; not supported in a plane mesh. Allowed: GRID, ") +
                           "CTRIA3, CTRIAR, CTRIA6, CQUAD4, CQUADR, CQUAD8, CBAR, CBEAM, CROD, "
                           "CTUBE, CONROD, PLOTEL");
    else if (!card.name.starts_with("BEGIN")) // an included file may repeat it
        r.skipped.add(card.name, card.place);
}

// Skips executive and case control up to BEGIN BULK; a file without it is bulk data.
void skip_control(Reader& r, const std::filesystem::path& file)
{
    MeshLines ahead(file);
    bool control = false;
    while (!control && ahead.next()) {
        const auto words = blank_fields(upper(without_comment(ahead.text())));
        control = words.size() >= 2 && words[0] == "BEGIN" && words[1].starts_with("BULK");
    }
    if (!control)
        return;
    while (r.lines.next()) {
        const auto words = blank_fields(upper(without_comment(r.lines.text())));
        if (words.empty())
            continue;
        if (words[0] == "BEGIN")
            return;
        r.skipped.add("executive and case control", r.lines.place());
    }
}

void check(Reader& r)
{
    auto in_file = [&r](std::size_t node, MeshPlace place, const std::string& what) -> void {
        if (!r.mesh.X.contains(node))
            r.lines.refuse(place, what + " names node " + std::to_string(node) +
                                      ", which is not in the file");
    };
    for (const FileElement& element : r.mesh.elements)
        for (const std::size_t node : element.nodes)
            in_file(node, r.element_place.at(element.tag),
                    "element " + std::to_string(element.tag));
    const SideCount sides =
        r.bars.empty() || r.solid() ? SideCount{} : count_sides(r.mesh.elements);
    if (!r.bars.empty())
        note_lines(r.lines, r.bars.front().place, r.bars.size(), r.mesh);
    for (const Line& bar : r.bars) {
        for (const std::size_t node : bar.nodes)
            in_file(node, bar.place, bar.card);
        if (!r.solid() && !is_side(sides, bar.nodes[0], bar.nodes[1]))
            r.lines.refuse(bar.place, bar.card + " is no side of the plane body; only lines of "
                                                 "curve groups are read");
    }
}

} // namespace

namespace {

Mesh read(const std::filesystem::path& file, int dimension)
{
    Reader r(file, dimension);
    skip_control(r, file);
    Card card;
    while (next_card(r, card)) {
        if (card.name == "ENDDATA")
            break;
        if (card.name == "INCLUDE") {
            std::string name = card.field(1);
            std::erase_if(name, [](char c) -> bool { return c == '\'' || c == '"'; });
            r.lines.include(name);
        } else {
            read_card(r, card);
        }
    }
    place_nodes(r);
    check(r);
    std::vector<NamedGroup> groups;
    for (const std::string& name : r.order)
        if (const auto found = r.volumes.find(name); found != r.volumes.end())
            groups.push_back({{name, 3, std::move(found->second)}, ""});
    for (const std::string& name : r.order)
        if (const auto found = r.surfaces.find(name); found != r.surfaces.end())
            groups.push_back({{name, 2, std::move(found->second)}, "_faces"});
    for (const std::string& name : r.order)
        if (const auto found = r.curves.find(name); found != r.curves.end())
            groups.push_back({{name, 1, std::move(found->second)}, "_lines"});
    for (const NamedGroup& named : groups)
        if (named.group.dimension == dimension)
            r.mesh.deck.materials.push_back(
                r.materials.of_property(r.lines, named.group.name.substr(4))); // "pid_N"
    add_named(std::move(groups), r.mesh);
    add_notes(r);
    return body_mesh(std::move(r.mesh));
}

} // namespace

Mesh read_nastran(const std::filesystem::path& file)
{
    return read(file, 2);
}

Mesh read_nastran_solids(const std::filesystem::path& file)
{
    return read(file, 3);
}

} // namespace slideway::fem
