#include "fem/abaqus_reader.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/file_mesh.hpp"
#include "fem/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>

namespace slideway::fem {

namespace {

using Cell = std::vector<std::size_t>;

// A keyword line: "*NSET, NSET=top, GENERATE".
struct Keyword {
    std::string name; // upper case, without '*', blanks within it single
    std::vector<std::pair<std::string, std::string>> parameters; // name in upper case, value
    MeshPlace place;

    [[nodiscard]] bool has(const std::string& parameter) const
    {
        return std::any_of(parameters.begin(), parameters.end(),
                           [&](const auto& p) -> bool { return p.first == parameter; });
    }
    [[nodiscard]] std::string value(const std::string& parameter) const
    {
        for (const auto& [name, value] : parameters)
            if (name == parameter)
                return value;
        return "";
    }
};

struct Set {
    std::string name; // as first written
    std::size_t scope = 0;
    MeshPlace place;
    std::vector<std::size_t> members;
};
using Sets = std::map<std::string, Set>; // by name in upper case

struct Surface {
    std::string name;
    bool nodes = false;
    MeshPlace place;
    struct Item {
        std::vector<std::size_t> members; // nodes or elements
        int face = 0;                     // 1..4, 0: free sides
        MeshPlace place;
    };
    std::vector<Item> items;
};

struct Element {
    MeshPlace place;
    Cell nodes;
    bool line = false;
    std::string type;
};

struct Reader {
    MeshLines lines;
    FileMesh mesh;
    Skipped skipped;
    std::map<std::size_t, Element> elements;
    Sets node_sets, element_sets;
    std::map<std::string, Surface> surfaces;
    std::vector<std::string> node_set_order, element_set_order, surface_order;
    std::string part, instance; // as written
    std::size_t scope = 0;      // 0: flat file or assembly, 1: part or instance

    explicit Reader(const std::filesystem::path& file) : lines(file)
    {
        mesh.source = file.string();
    }
};

std::string unquoted(const std::string& text)
{
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        return text.substr(1, text.size() - 2);
    return text;
}

// The next line that is no comment and not blank.
bool next_line(Reader& r)
{
    while (r.lines.next())
        if (!r.lines.text().starts_with("**") && !trimmed(r.lines.text()).empty())
            return true;
    return false;
}

// The keyword of this line and those that continue it.
Keyword keyword_here(Reader& r)
{
    Keyword keyword;
    keyword.place = r.lines.place();
    std::string text(trimmed(r.lines.text()));
    while (text.ends_with(',') && next_line(r)) { // a keyword line goes on after a comma
        if (r.lines.text().starts_with("*")) {
            r.lines.back();
            break;
        }
        text += trimmed(r.lines.text());
    }
    const std::vector<std::string> fields = comma_fields(text.substr(1));
    keyword.name = join(blank_fields(upper(fields.empty() ? "" : fields.front())), " ");
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const auto equals = fields[i].find('=');
        const std::string name = upper(trimmed(fields[i].substr(0, equals)));
        keyword.parameters.emplace_back(
            name, equals == std::string::npos
                      ? ""
                      : unquoted(std::string(trimmed(fields[i].substr(equals + 1)))));
    }
    return keyword;
}

std::string needed(const Reader& r, const Keyword& keyword, const std::string& parameter);

// The next data line; false, and the line is kept, at another keyword or the end. An included file
// may hold the data of the keyword before it.
bool data(Reader& r)
{
    while (next_line(r)) {
        if (!r.lines.text().starts_with("*"))
            return true;
        if (!upper(r.lines.text()).starts_with("*INCLUDE")) {
            r.lines.back();
            return false;
        }
        const Keyword include = keyword_here(r);
        r.lines.include(needed(r, include, "INPUT"));
    }
    return false;
}

bool next_keyword(Reader& r, Keyword& keyword)
{
    if (!next_line(r))
        return false;
    if (!r.lines.text().starts_with("*"))
        r.lines.refuse("data before the first keyword; a keyword begins with *");
    keyword = keyword_here(r);
    return true;
}

[[noreturn]] void refuse(const Reader& r, const Keyword& keyword, const std::string& message)
{
    r.lines.refuse(keyword.place, "keyword *" + keyword.name + message);
}

void allow(const Reader& r, const Keyword& keyword, const std::vector<std::string>& allowed)
{
    for (const auto& [name, value] : keyword.parameters)
        if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
            refuse(r, keyword,
                   ", parameter " + name + "; not supported. Allowed: " + join(allowed));
}

std::string needed(const Reader& r, const Keyword& keyword, const std::string& parameter)
{
    if (keyword.value(parameter).empty())
        refuse(r, keyword, "; needs " + parameter + "=");
    return keyword.value(parameter);
}

void read_input_file(Reader& r, const Keyword& keyword)
{
    if (keyword.has("INPUT"))
        r.lines.include(needed(r, keyword, "INPUT"));
}

// ---- sets
// ------------------------------------------------------------------------------------

Set& set_named(Reader& r, bool of_nodes, const std::string& name, MeshPlace place)
{
    Sets& sets = of_nodes ? r.node_sets : r.element_sets;
    auto [at, added] = sets.try_emplace(upper(name), Set{name, r.scope, place, {}});
    if (added)
        (of_nodes ? r.node_set_order : r.element_set_order).push_back(upper(name));
    else if (at->second.scope != r.scope)
        r.lines.refuse(place, "set \"" + name + "\" is defined in the part (" +
                                  r.lines.text_of(at->second.place) +
                                  ") and again outside of it; give one another name");
    return at->second;
}

// "17", "Part-1-1.17", "top" or "Part-1-1.top": one member or those of a set.
std::vector<std::size_t> members(const Reader& r, std::string text, bool of_nodes)
{
    text = unquoted(text);
    if (const auto dot = text.find('.'); dot != std::string::npos && !r.instance.empty() &&
                                         upper(text.substr(0, dot)) == upper(r.instance))
        text = text.substr(dot + 1);
    if (text.empty())
        r.lines.refuse(std::string("an empty field; expected a ") +
                       (of_nodes ? "node or node set" : "element or element set"));
    if (text.find_first_not_of("0123456789") == std::string::npos)
        return {whole_number(r.lines, text, of_nodes ? "node" : "element")};
    const Sets& sets = of_nodes ? r.node_sets : r.element_sets;
    const auto found = sets.find(upper(text));
    if (found == sets.end()) {
        std::vector<std::string> names;
        for (const auto& [key, set] : sets)
            names.push_back(set.name);
        r.lines.refuse(std::string("no ") + (of_nodes ? "node" : "element") + " set \"" + text +
                       "\" so far" + name_hint(text, names));
    }
    return found->second.members;
}

void generate(const Reader& r, const std::vector<std::string>& fields, Set& set)
{
    if (fields.size() < 2 || fields.size() > 3)
        r.lines.refuse("GENERATE; expected first, last, increment");
    const std::size_t first = whole_number(r.lines, fields[0], "first"),
                      last = whole_number(r.lines, fields[1], "last"),
                      step = fields.size() == 3 ? whole_number(r.lines, fields[2], "increment") : 1;
    if (last < first || (last - first) % step != 0)
        r.lines.refuse("GENERATE " + fields[0] + " to " + fields[1] + " by " +
                       std::to_string(step) + "; expected last = first + a multiple of increment");
    if ((last - first) / step > 10'000'000)
        r.lines.refuse("GENERATE " + fields[0] + " to " + fields[1] + "; too many");
    for (std::size_t i = first; i <= last; i += step)
        set.members.push_back(i);
}

void check_instance(const Reader& r, const Keyword& keyword)
{
    const std::string name = keyword.value("INSTANCE");
    if (!name.empty() && upper(name) != upper(r.instance))
        refuse(r, keyword, ", INSTANCE=" + name + "; there is no such instance");
}

void read_set(Reader& r, const Keyword& keyword)
{
    const bool of_nodes = keyword.name == "NSET";
    std::vector<std::string> allowed{keyword.name, "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED"};
    if (of_nodes)
        allowed.push_back("ELSET");
    allow(r, keyword, allowed);
    check_instance(r, keyword);
    Set& set = set_named(r, of_nodes, needed(r, keyword, keyword.name), keyword.place);
    if (of_nodes && keyword.has("ELSET"))
        for (const std::size_t element : members(r, needed(r, keyword, "ELSET"), false)) {
            const auto found = r.elements.find(element);
            if (found == r.elements.end())
                refuse(r, keyword,
                       "; element " + std::to_string(element) + " of set \"" +
                           keyword.value("ELSET") + "\" is not defined so far");
            set.members.insert(set.members.end(), found->second.nodes.begin(),
                               found->second.nodes.end());
        }
    while (data(r)) {
        const std::vector<std::string> fields = comma_fields(r.lines.text());
        if (keyword.has("GENERATE"))
            generate(r, fields, set);
        else
            for (const std::string& field : fields) {
                const auto more = members(r, field, of_nodes);
                set.members.insert(set.members.end(), more.begin(), more.end());
            }
    }
}

// ---- nodes and elements
// ------------------------------------------------------------------------

void read_nodes(Reader& r, const Keyword& keyword)
{
    allow(r, keyword, {"NSET", "SYSTEM", "INPUT"});
    if (!keyword.value("SYSTEM").empty() && upper(keyword.value("SYSTEM")) != "R")
        refuse(r, keyword,
               ", SYSTEM=" + keyword.value("SYSTEM") +
                   "; not supported, only rectangular coordinates (R)");
    Set* const set = keyword.has("NSET")
                         ? &set_named(r, true, needed(r, keyword, "NSET"), keyword.place)
                         : nullptr;
    read_input_file(r, keyword);
    while (data(r)) {
        const std::vector<std::string> fields = comma_fields(r.lines.text());
        const std::size_t tag = whole_number(r.lines, fields[0], "node");
        std::array<double, 3> x{};
        for (std::size_t i = 0; i < 3; ++i)
            if (i + 1 < fields.size() && !fields[i + 1].empty())
                x[i] = real_number(r.lines, fields[i + 1], "coordinate");
        if (!r.mesh.X.emplace(tag, x).second)
            r.lines.refuse("node " + fields[0] + " is defined twice");
        if (set)
            set->members.push_back(tag);
    }
}

struct Type {
    std::size_t n_nodes = 0;
    bool line = false;
};
const std::map<std::string, Type> types{
    {"CPS3", {3}},       {"CPS4", {4}},       {"CPS4R", {4}},      {"CPS4I", {4}},
    {"CPS6", {6}},       {"CPS6M", {6}},      {"CPS8", {8}},       {"CPS8R", {8}},
    {"T2D2", {2, true}}, {"T3D2", {2, true}}, {"T2D3", {3, true}}, {"T3D3", {3, true}}};

[[noreturn]] void refuse_type(const Reader& r, const Keyword& keyword, const std::string& type)
{
    std::string kind;
    if (type.starts_with("CPE") || type.starts_with("CPEG"))
        kind = " (plane strain)";
    else if (type.starts_with("CAX"))
        kind = " (axisymmetric)";
    else if (type.starts_with("S"))
        kind = type.starts_with("SPRING") ? "" : " (shell)";
    else if (type.starts_with("C3D"))
        kind = " (solid)";
    refuse(r, keyword,
           ", TYPE=" + type + kind +
               "; not supported. Allowed: CPS3, CPS4, CPS4R, CPS4I, CPS6, CPS6M, CPS8, "
               "CPS8R (plane stress), T2D2, T2D3, T3D2, T3D3 (lines of sets)");
}

void read_elements(Reader& r, const Keyword& keyword)
{
    const std::string name = upper(needed(r, keyword, "TYPE"));
    const auto found = types.find(name);
    if (found == types.end())
        refuse_type(r, keyword, name);
    allow(r, keyword, {"TYPE", "ELSET", "INPUT"});
    const Type& type = found->second;
    Set* const set = keyword.has("ELSET")
                         ? &set_named(r, false, needed(r, keyword, "ELSET"), keyword.place)
                         : nullptr;
    read_input_file(r, keyword);
    while (data(r)) {
        const MeshPlace place = r.lines.place();
        std::vector<std::size_t> numbers;
        auto read = [&]() -> void {
            for (const std::string& field : comma_fields(r.lines.text()))
                numbers.push_back(
                    whole_number(r.lines, field, numbers.empty() ? "element" : "node"));
        };
        read();
        while (numbers.size() < type.n_nodes + 1 && trimmed(r.lines.text()).ends_with(',') &&
               data(r))
            read();
        if (numbers.size() != type.n_nodes + 1)
            r.lines.refuse(place, "element " + std::to_string(numbers.front()) + " of type " +
                                      name + " has " + std::to_string(numbers.size() - 1) +
                                      " nodes; expected " + std::to_string(type.n_nodes));
        Cell nodes(numbers.begin() + 1, numbers.end());
        if (type.line && nodes.size() == 3)
            std::swap(nodes[1], nodes[2]); // the file has the mid node second
        if (!r.elements.emplace(numbers.front(), Element{place, std::move(nodes), type.line, name})
                 .second)
            r.lines.refuse(place,
                           "element " + std::to_string(numbers.front()) + " is defined twice");
        if (set)
            set->members.push_back(numbers.front());
    }
}

void read_surface(Reader& r, const Keyword& keyword)
{
    allow(r, keyword, {"NAME", "TYPE", "INTERNAL"});
    const std::string name = needed(r, keyword, "NAME"),
                      type = keyword.has("TYPE") ? upper(keyword.value("TYPE")) : "ELEMENT";
    if (type != "ELEMENT" && type != "NODE")
        refuse(r, keyword, ", TYPE=" + type + "; not supported. Allowed: ELEMENT, NODE");
    const auto [at, added] =
        r.surfaces.try_emplace(upper(name), Surface{name, type == "NODE", keyword.place, {}});
    if (!added)
        refuse(r, keyword,
               "; surface \"" + name + "\" is defined twice, first at " +
                   r.lines.text_of(at->second.place));
    r.surface_order.push_back(upper(name));
    Surface& surface = at->second;
    while (data(r)) {
        const std::vector<std::string> fields = comma_fields(r.lines.text());
        Surface::Item item{members(r, fields[0], surface.nodes), 0, r.lines.place()};
        const std::string face = fields.size() > 1 ? upper(fields[1]) : "";
        if (!surface.nodes && !face.empty()) { // the second field of nodes is an area
            if (face.size() != 2 || face[0] != 'S' || face[1] < '1' || face[1] > '4')
                r.lines.refuse("face \"" + fields[1] + "\"; allowed: S1, S2, S3, S4");
            item.face = face[1] - '0';
        }
        surface.items.push_back(std::move(item));
    }
}

// ---- parts
// -----------------------------------------------------------------------------------

void begin_part(Reader& r, const Keyword& keyword)
{
    const std::string name = needed(r, keyword, "NAME");
    if (!r.part.empty())
        refuse(r, keyword,
               "; part \"" + name + "\" is the second after \"" + r.part +
                   "\": not supported, a body is one part");
    r.part = name;
    r.scope = 1;
}

void begin_instance(Reader& r, const Keyword& keyword)
{
    const std::string name = needed(r, keyword, "NAME");
    if (!r.instance.empty())
        refuse(r, keyword,
               "; instance \"" + name + "\" is the second after \"" + r.instance +
                   "\": not supported, a body is one instance");
    const std::string of = keyword.value("PART");
    if (!of.empty() && upper(of) != upper(r.part))
        refuse(r, keyword, ", PART=" + of + "; there is no such part");
    r.instance = name;
    r.scope = 1;
    while (data(r))
        for (const std::string& field : comma_fields(r.lines.text()))
            if (real_number(r.lines, field, "translation or rotation") != 0)
                r.lines.refuse("instance \"" + name +
                               "\" is moved or turned; not supported, use the key placement");
}

// ---- all keywords
// ------------------------------------------------------------------------------

const std::vector<std::string> refused{"ADAPTIVE MESH",
                                       "ADJUST",
                                       "CONSTRAINT",
                                       "COUPLING",
                                       "CYCLIC SYMMETRY MODEL",
                                       "DISTRIBUTING COUPLING",
                                       "ELCOPY",
                                       "ELGEN",
                                       "ELEMENT RECOVERY MATRIX",
                                       "EMBEDDED ELEMENT",
                                       "EQUATION",
                                       "IMPERFECTION",
                                       "IMPORT",
                                       "KINEMATIC COUPLING",
                                       "MATRIX ASSEMBLE",
                                       "MATRIX INPUT",
                                       "MPC",
                                       "NCOPY",
                                       "NFILL",
                                       "NGEN",
                                       "NMAP",
                                       "ORIENTED NODE",
                                       "PARAMETER",
                                       "PRE-TENSION SECTION",
                                       "RELEASE",
                                       "RIGID BODY",
                                       "SHELL TO SOLID COUPLING",
                                       "SUBSTRUCTURE GENERATE",
                                       "SUBSTRUCTURE PATH",
                                       "SUBSTRUCTURE PROPERTY",
                                       "SYMMETRIC MODEL GENERATION",
                                       "SYSTEM",
                                       "TIE",
                                       "TRANSFORM",
                                       "USER ELEMENT"};

void read_keyword(Reader& r, const Keyword& keyword)
{
    const std::string& name = keyword.name;
    if (name == "NODE")
        read_nodes(r, keyword);
    else if (name == "ELEMENT")
        read_elements(r, keyword);
    else if (name == "NSET" || name == "ELSET")
        read_set(r, keyword);
    else if (name == "SURFACE")
        read_surface(r, keyword);
    else if (name == "INCLUDE")
        r.lines.include(needed(r, keyword, "INPUT"));
    else if (name == "PART")
        begin_part(r, keyword);
    else if (name == "INSTANCE")
        begin_instance(r, keyword);
    else if (name == "END PART" || name == "END INSTANCE" || name == "ASSEMBLY" ||
             name == "END ASSEMBLY")
        r.scope = 0;
    else if (std::find(refused.begin(), refused.end(), name) != refused.end())
        refuse(r, keyword,
               "; not supported: it changes the mesh or ties its motion. Write the "
               "mesh out without it");
    else
        r.skipped.add("*" + name, keyword.place);

    if (name == "INCLUDE")
        return; // what comes next is its file
    while (data(r)) {
    }
}

// ---- the mesh
// ----------------------------------------------------------------------------------

void build_elements(Reader& r)
{
    for (const auto& [tag, element] : r.elements) {
        for (const std::size_t node : element.nodes)
            if (!r.mesh.X.contains(node))
                r.lines.refuse(element.place, "element " + std::to_string(tag) + " names node " +
                                                  std::to_string(node) +
                                                  ", which is not in the file");
        if (!element.line)
            r.mesh.elements.push_back({tag, element.nodes});
    }
}

void check_lines(Reader& r, const SideCount& sides)
{
    std::size_t count = 0;
    MeshPlace first;
    for (const auto& [tag, element] : r.elements) {
        if (element.line && count++ == 0)
            first = element.place;
        if (element.line && !is_side(sides, element.nodes[0], element.nodes[1]))
            r.lines.refuse(element.place, "element " + std::to_string(tag) + " (" + element.type +
                                              ") is no side of the plane body; only lines of sets "
                                              "are read");
    }
    note_lines(r.lines, first, count, r.mesh);
}

const Element& element_of(const Reader& r, std::size_t tag, MeshPlace place,
                          const std::string& owner)
{
    const auto found = r.elements.find(tag);
    if (found == r.elements.end())
        r.lines.refuse(place, owner + " names element " + std::to_string(tag) +
                                  ", which is not in the file");
    return found->second;
}

FileGroup point_group(const Reader& r, const std::string& name, const std::string& owner,
                      const std::vector<std::size_t>& nodes, MeshPlace place)
{
    FileGroup group{name, 0, {}};
    for (const std::size_t node : nodes) {
        if (!r.mesh.X.contains(node))
            r.lines.refuse(place, owner + " names node " + std::to_string(node) +
                                      ", which is not in the file");
        group.cells.push_back({node});
    }
    return group;
}

// Face i of an element runs from corner i to i + 1, counter-clockwise: backwards the body is on its
// right.
Cell face(const Element& element, std::size_t i)
{
    const std::size_t n = element.nodes.size(), corners = n > 4 ? n / 2 : n;
    Cell side{element.nodes[(i + 1) % corners], element.nodes[i]};
    if (n > 4)
        side.push_back(element.nodes[corners + i]);
    return side;
}

FileGroup surface_group(const Reader& r, const Surface& surface, const SideCount& sides)
{
    const std::string owner = "surface \"" + surface.name + "\"";
    FileGroup group{surface.name, surface.nodes ? 0 : 1, {}};
    for (const Surface::Item& item : surface.items) {
        if (surface.nodes) {
            const auto more = point_group(r, surface.name, owner, item.members, item.place).cells;
            group.cells.insert(group.cells.end(), more.begin(), more.end());
            continue;
        }
        for (const std::size_t tag : item.members) {
            const Element& element = element_of(r, tag, item.place, owner);
            if (element.line)
                r.lines.refuse(item.place, owner + " names the line " + std::to_string(tag) +
                                               "; expected plane elements");
            const std::size_t n = element.nodes.size(), corners = n > 4 ? n / 2 : n;
            if (item.face > static_cast<int>(corners))
                r.lines.refuse(item.place, owner + ": element " + std::to_string(tag) +
                                               " is a triangle and has no face S4");
            for (std::size_t i = 0; i < corners; ++i) {
                Cell side = face(element, i);
                if (item.face == 0 ? sides.at(std::minmax({side[0], side[1]})) == 1
                                   : item.face == static_cast<int>(i) + 1)
                    group.cells.push_back(std::move(side));
            }
        }
    }
    return group;
}

FileGroup element_group(Reader& r, const Set& set)
{
    FileGroup plane{set.name, 2, {}}, lines{set.name, 1, {}};
    for (const std::size_t tag : set.members) {
        const Element& element = element_of(r, tag, set.place, "set \"" + set.name + "\"");
        (element.line ? lines : plane).cells.push_back(element.nodes);
    }
    if (plane.cells.empty() && !lines.cells.empty())
        return lines;
    if (!lines.cells.empty())
        r.mesh.notes.push_back(r.lines.text_of(set.place) + ": set \"" + set.name + "\" holds " +
                               std::to_string(lines.cells.size()) +
                               " lines beside plane elements; not read");
    return plane;
}

void add_groups(Reader& r, const SideCount& sides)
{
    std::vector<NamedGroup> groups, of_elements;
    for (const std::string& key : r.surface_order)
        groups.push_back({surface_group(r, r.surfaces.at(key), sides), "_surface"});
    for (const std::string& key : r.element_set_order) {
        FileGroup group = element_group(r, r.element_sets.at(key));
        (group.dimension == 1 ? groups : of_elements).push_back({std::move(group), "_elements"});
    }
    for (const std::string& key : r.node_set_order) {
        const Set& set = r.node_sets.at(key);
        groups.push_back(
            {point_group(r, set.name, "set \"" + set.name + "\"", set.members, set.place),
             "_nodes"});
    }
    add_named(std::move(groups), r.mesh);
    add_named(std::move(of_elements), r.mesh);
}

} // namespace

Mesh read_abaqus(const std::filesystem::path& file)
{
    Reader r(file);
    Keyword keyword;
    while (next_keyword(r, keyword))
        read_keyword(r, keyword);
    build_elements(r);
    const SideCount sides = count_sides(r.mesh.elements);
    check_lines(r, sides);
    add_groups(r, sides);
    for (std::string& note : r.skipped.notes(r.lines))
        r.mesh.notes.push_back(std::move(note));
    return body_mesh(std::move(r.mesh));
}

} // namespace slideway::fem
