#include "fem/readers/abaqus_deck.hpp"

#include "base/text.hpp"
#include "fem/plane.hpp"
#include "fem/readers/abaqus_keyword.hpp"

#include <algorithm>
#include <array>
#include <numbers>

namespace slideway::fem {

namespace {

void read_input_file(AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    if (keyword.has("INPUT"))
        deck.lines.include(needed(deck.lines, keyword, "INPUT"));
}

// ---- sets

AbaqusSet& set_named(AbaqusDeck& deck, bool of_nodes, const std::string& name, MeshPlace place)
{
    AbaqusSets& sets = of_nodes ? deck.node_sets : deck.element_sets;
    auto [at, added] = sets.try_emplace(upper(name), AbaqusSet{name, deck.scope, place, {}});
    if (added)
        (of_nodes ? deck.node_set_order : deck.element_set_order).push_back(upper(name));
    else if (at->second.scope != deck.scope)
        deck.lines.refuse(place, "set \"" + name + "\" is defined in the part (" +
                                     deck.lines.text_of(at->second.place) +
                                     ") and again outside of it; give one another name");
    return at->second;
}

// Limits the size of sets, because sets of sets can double it with every line.
void count_members(AbaqusDeck& deck, std::size_t n)
{
    constexpr std::size_t most = 20'000'000;
    if (n > most || (deck.n_members += n) > most)
        deck.lines.refuse("sets and surfaces with more than 2e7 members");
}

// Resolves "17", "Part-1-1.17", "top" or "Part-1-1.top": one member, or the members of a set.
std::vector<std::size_t> members(const AbaqusDeck& deck, std::string text, bool of_nodes)
{
    text = unquoted(text);
    if (const auto dot = text.find('.'); dot != std::string::npos && !deck.instance.empty() &&
                                         upper(text.substr(0, dot)) == upper(deck.instance))
        text = text.substr(dot + 1);
    if (text.empty())
        deck.lines.refuse(std::string("an empty field; expected a ") +
                          (of_nodes ? "node or node set" : "element or element set"));
    if (text.find_first_not_of("0123456789") == std::string::npos)
        return {whole_number(deck.lines, text, of_nodes ? "node" : "element")};
    const AbaqusSets& sets = of_nodes ? deck.node_sets : deck.element_sets;
    const auto found = sets.find(upper(text));
    if (found == sets.end()) {
        std::vector<std::string> names;
        for (const auto& [key, set] : sets)
            names.push_back(set.name);
        deck.lines.refuse(std::string("no ") + (of_nodes ? "node" : "element") + " set \"" + text +
                          "\" so far" + name_hint(text, names));
    }
    return found->second.members;
}

void generate(AbaqusDeck& deck, const std::vector<std::string>& fields, AbaqusSet& set)
{
    if (fields.size() < 2 || fields.size() > 3)
        deck.lines.refuse("GENERATE; expected first, last, increment");
    const std::size_t first = whole_number(deck.lines, fields[0], "first"),
                      last = whole_number(deck.lines, fields[1], "last"),
                      step =
                          fields.size() == 3 ? whole_number(deck.lines, fields[2], "increment") : 1;
    if (last < first || (last - first) % step != 0)
        deck.lines.refuse("GENERATE " + fields[0] + " to " + fields[1] + " by " +
                          std::to_string(step) +
                          "; expected last = first + a multiple of increment");
    const std::size_t n = (last - first) / step + 1;
    count_members(deck, n);
    for (std::size_t i = 0; i < n; ++i)
        set.members.push_back(first + i * step);
}

void check_instance(const AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    const std::string name = keyword.value("INSTANCE");
    if (!name.empty() && upper(name) != upper(deck.instance))
        refuse(deck.lines, keyword, ", INSTANCE=" + name + "; there is no such instance");
}

void read_set(AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    const bool of_nodes = keyword.name == "NSET";
    std::vector<std::string> allowed{keyword.name, "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED"};
    if (of_nodes)
        allowed.push_back("ELSET");
    allow(deck.lines, keyword, allowed);
    check_instance(deck, keyword);
    AbaqusSet& set =
        set_named(deck, of_nodes, needed(deck.lines, keyword, keyword.name), keyword.place);
    if (of_nodes && keyword.has("ELSET"))
        for (const std::size_t element :
             members(deck, needed(deck.lines, keyword, "ELSET"), false)) {
            const auto found = deck.elements.find(element);
            if (found == deck.elements.end())
                refuse(deck.lines, keyword,
                       "; element " + std::to_string(element) + " of set \"" +
                           keyword.value("ELSET") + "\" is not defined so far");
            set.members.insert(set.members.end(), found->second.nodes.begin(),
                               found->second.nodes.end());
        }
    while (next_data(deck.lines)) {
        const std::vector<std::string> fields = comma_fields(deck.lines.text());
        if (keyword.has("GENERATE"))
            generate(deck, fields, set);
        else
            for (const std::string& field : fields) {
                const auto more = members(deck, field, of_nodes);
                count_members(deck, more.size());
                set.members.insert(set.members.end(), more.begin(), more.end());
            }
    }
}

// ---- nodes and elements

void read_nodes(AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    allow(deck.lines, keyword, {"NSET", "SYSTEM", "INPUT"});
    if (!keyword.value("SYSTEM").empty() && upper(keyword.value("SYSTEM")) != "R")
        refuse(deck.lines, keyword,
               ", SYSTEM=" + keyword.value("SYSTEM") +
                   "; not supported, only rectangular coordinates (R)");
    AbaqusSet* const set =
        keyword.has("NSET")
            ? &set_named(deck, true, needed(deck.lines, keyword, "NSET"), keyword.place)
            : nullptr;
    read_input_file(deck, keyword);
    while (next_data(deck.lines)) {
        const std::vector<std::string> fields = comma_fields(deck.lines.text());
        const std::size_t tag = whole_number(deck.lines, fields[0], "node");
        std::array<double, 3> x{};
        for (std::size_t i = 0; i < 3; ++i)
            if (i + 1 < fields.size() && !fields[i + 1].empty())
                x[i] = real_number(deck.lines, fields[i + 1], "coordinate");
        if (!deck.mesh.X.emplace(tag, x).second)
            deck.lines.refuse("node " + fields[0] + " is defined twice");
        if (set)
            set->members.push_back(tag);
    }
}

// Type of an element; 0 nodes if any number is allowed.
AbaqusType type_of(const AbaqusDeck& deck, const AbaqusKeyword& keyword, const std::string& name)
{
    if (deck.use != AbaqusUse::body)
        return {0, AbaqusRole::other};
    const AbaqusType* const found = abaqus_type(name);
    if (!found)
        refuse_abaqus_type(deck.lines, keyword, name);
    allow(deck.lines, keyword, {"TYPE", "ELSET", "INPUT"});
    return *found;
}

void read_elements(AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    const std::string name = upper(needed(deck.lines, keyword, "TYPE"));
    const AbaqusType type = type_of(deck, keyword, name);
    AbaqusSet* const set =
        keyword.has("ELSET")
            ? &set_named(deck, false, needed(deck.lines, keyword, "ELSET"), keyword.place)
            : nullptr;
    read_input_file(deck, keyword);
    while (next_data(deck.lines)) {
        const MeshPlace place = deck.lines.place();
        std::vector<std::size_t> numbers;
        auto read = [&]() -> void {
            for (const std::string& field : comma_fields(deck.lines.text()))
                numbers.push_back(
                    whole_number(deck.lines, field, numbers.empty() ? "element" : "node"));
        };
        read();
        while ((type.n_nodes == 0 || numbers.size() < type.n_nodes + 1) &&
               trimmed(deck.lines.text()).ends_with(',') && next_data(deck.lines))
            read();
        if (type.n_nodes > 0 && numbers.size() != type.n_nodes + 1)
            deck.lines.refuse(place, "element " + std::to_string(numbers.front()) + " of type " +
                                         name + " has " + std::to_string(numbers.size() - 1) +
                                         " nodes; expected " + std::to_string(type.n_nodes));
        AbaqusCell nodes(numbers.begin() + 1, numbers.end());
        if (type.role == AbaqusRole::line && nodes.size() == 3)
            std::swap(nodes[1], nodes[2]); // the file has the mid node second
        if (!deck.elements
                 .emplace(numbers.front(), AbaqusElement{place, std::move(nodes), type.role, name})
                 .second)
            deck.lines.refuse(place,
                              "element " + std::to_string(numbers.front()) + " is defined twice");
        if (deck.use == AbaqusUse::body)
            deck.properties.count(name, place);
        if (set)
            set->members.push_back(numbers.front());
    }
}

void read_surface(AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    const std::string type = keyword.has("TYPE") ? upper(keyword.value("TYPE")) : "ELEMENT";
    if (deck.use == AbaqusUse::nodes &&
        ((type != "ELEMENT" && type != "NODE") || keyword.has("COMBINE") || keyword.has("CROP")))
        return; // made of other surfaces, or no surface of elements
    if (deck.use == AbaqusUse::body)
        allow(deck.lines, keyword, {"NAME", "TYPE", "INTERNAL"});
    const std::string name = needed(deck.lines, keyword, "NAME");
    if (type != "ELEMENT" && type != "NODE")
        refuse(deck.lines, keyword, ", TYPE=" + type + "; not supported. Allowed: ELEMENT, NODE");
    const auto [at, added] = deck.surfaces.try_emplace(
        upper(name), AbaqusSurface{name, type == "NODE", keyword.place, {}});
    if (!added)
        refuse(deck.lines, keyword,
               "; surface \"" + name + "\" is defined twice, first at " +
                   deck.lines.text_of(at->second.place));
    deck.surface_order.push_back(upper(name));
    AbaqusSurface& surface = at->second;
    while (next_data(deck.lines)) {
        const std::vector<std::string> fields = comma_fields(deck.lines.text());
        const std::string face = fields.size() > 1 ? upper(fields[1]) : "";
        AbaqusSurface::Item item{members(deck, fields[0], surface.nodes), 0, false, face,
                                 deck.lines.place()};
        count_members(deck, item.members.size());
        if (deck.use != AbaqusUse::nodes && !surface.nodes &&
            !face.empty()) { // for nodes the second field is an area
            item.of_shells = face[0] == 'E';
            const bool solid = deck.use == AbaqusUse::solid;
            if (face.size() != 2 || (face[0] != 'S' && (face[0] != 'E' || solid)) ||
                face[1] < '1' || face[1] > (solid ? '6' : '4'))
                deck.lines.refuse("face \"" + fields[1] + "\"; allowed: " +
                                  (solid ? "S1, S2, S3, S4, S5, S6"
                                         : "S1, S2, S3, S4, and E1, E2, E3, E4 of shells"));
            item.face = face[1] - '0';
        }
        surface.items.push_back(std::move(item));
    }
}

// ---- parts

void begin_part(AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    const std::string name = needed(deck.lines, keyword, "NAME");
    if (!deck.part.empty())
        refuse(deck.lines, keyword,
               "; part \"" + name + "\" is the second after \"" + deck.part +
                   "\": not supported, a body is one part");
    deck.part = name;
    deck.scope = 1;
}

// Moves the nodes of the part to the place of its instance: a line with a translation, then one
// with two points of an axis and an angle [deg].
void place_instance(AbaqusDeck& deck)
{
    std::vector<std::vector<double>> rows;
    while (next_data(deck.lines)) {
        std::vector<double>& row = rows.emplace_back();
        for (const std::string& field : comma_fields(deck.lines.text()))
            row.push_back(
                field.empty() ? 0 : real_number(deck.lines, field, "translation or rotation"));
        const std::size_t most = rows.size() == 1 ? 3 : 7;
        if (rows.size() > 2 || row.size() > most || (rows.size() == 2 && row.size() < most))
            deck.lines.refuse("expected a line with three numbers of a translation, and one with "
                              "the two points of an axis and an angle");
    }
    if (rows.empty())
        return;
    rows.front().resize(3, 0);
    const Eigen::Vector3d offset(rows.front().data());
    Eigen::Vector3d pivot = Eigen::Vector3d::Zero();
    Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
    if (rows.size() == 2) {
        pivot = Eigen::Vector3d(rows[1].data());
        const Eigen::Vector3d axis = Eigen::Vector3d(rows[1].data() + 3) - pivot;
        if (!(axis.norm() > 0))
            deck.lines.refuse("both points of the axis are equal");
        turn = rotation(axis.normalized(), rows[1][6] * std::numbers::pi / 180);
    }
    for (auto& [tag, x] : deck.mesh.X) {
        Eigen::Map<Eigen::Vector3d> at(x.data());
        at = (pivot + turn * (at + offset - pivot)).eval();
    }
}

void begin_instance(AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    const std::string name = needed(deck.lines, keyword, "NAME");
    if (!deck.instance.empty())
        refuse(deck.lines, keyword,
               "; instance \"" + name + "\" is the second after \"" + deck.instance +
                   "\": not supported, a body is one instance" +
                   (deck.use == AbaqusUse::nodes
                        ? ". Write a flat input file, whose labels are those of the matrices "
                          "(noPartsInputFile=ON in Abaqus/CAE)"
                        : ""));
    const std::string part = keyword.value("PART");
    if (!part.empty() && upper(part) != upper(deck.part))
        refuse(deck.lines, keyword, ", PART=" + part + "; there is no such part");
    deck.instance = name;
    deck.scope = 1;
    if (deck.use == AbaqusUse::nodes) {
        place_instance(deck);
        return;
    }
    while (next_data(deck.lines))
        for (const std::string& field : comma_fields(deck.lines.text()))
            if (real_number(deck.lines, field, "translation or rotation") != 0)
                deck.lines.refuse("instance \"" + name +
                                  "\" is moved or turned; not supported, use the key placement");
}

// ---- all keywords

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

// Keywords that make or move nodes, or turn their dofs.
const std::vector<std::string> moving_nodes{
    "IMPERFECTION", "IMPORT",   "NCOPY",     "NFILL",
    "NGEN",         "NMAP",     "PARAMETER", "SYMMETRIC MODEL GENERATION",
    "SYSTEM",       "TRANSFORM"};

// Keywords of the results and the steps of an analysis, which do not change the model.
const std::vector<std::string> without_effect{
    "CONTACT FILE", "CONTACT OUTPUT", "CONTACT PRINT", "EL FILE",       "EL PRINT",
    "END STEP",     "ELEMENT OUTPUT", "ENERGY OUTPUT", "ENERGY PRINT",  "FILE FORMAT",
    "HEADING",      "MONITOR",        "NODE FILE",     "NODE OUTPUT",   "NODE PRINT",
    "OUTPUT",       "PREPRINT",       "RESTART",       "SECTION PRINT", "STEP"};

void read_keyword(AbaqusDeck& deck, const AbaqusKeyword& keyword)
{
    const std::string& name = keyword.name;
    if (name == "NODE")
        read_nodes(deck, keyword);
    else if (name == "ELEMENT")
        read_elements(deck, keyword);
    else if (name == "NSET" || name == "ELSET")
        read_set(deck, keyword);
    else if (name == "SURFACE")
        read_surface(deck, keyword);
    else if (name == "INCLUDE")
        deck.lines.include(needed(deck.lines, keyword, "INPUT"));
    else if (name == "PART")
        begin_part(deck, keyword);
    else if (name == "INSTANCE")
        begin_instance(deck, keyword);
    else if (name == "END PART" || name == "END INSTANCE" || name == "ASSEMBLY" ||
             name == "END ASSEMBLY")
        deck.scope = 0;
    else if (keyword.is_one_of(deck.use == AbaqusUse::nodes ? moving_nodes : refused))
        refuse(deck.lines, keyword,
               "; not supported: it changes the mesh or ties its motion. Write the "
               "mesh out without it");
    else if (!deck.properties.read(deck.lines, keyword) && !keyword.is_one_of(without_effect))
        deck.skipped.add("*" + name, keyword.place);

    if (name == "INCLUDE")
        return; // the next line is from that file
    while (next_data(deck.lines)) {
    }
}

} // namespace

AbaqusDeck read_abaqus_deck(const std::filesystem::path& file, AbaqusUse use)
{
    AbaqusDeck deck(file, use);
    AbaqusKeyword keyword;
    while (next_keyword(deck.lines, keyword))
        read_keyword(deck, keyword);
    return deck;
}

Mesh body_mesh_of(AbaqusDeck deck)
{
    const auto n_elements = [&deck](const std::string& set) -> std::size_t {
        const auto found = deck.element_sets.find(upper(set));
        return found == deck.element_sets.end() ? 0 : found->second.members.size();
    };
    const auto add = [&deck](std::vector<std::string> notes) {
        for (std::string& note : notes)
            deck.mesh.notes.push_back(std::move(note));
    };
    add(deck.properties.notes(deck.lines, n_elements));
    DeckData& data = deck.mesh.deck;
    data.notes = deck.properties.material_notes(deck.lines);
    data.states = deck.properties.states(deck.lines);
    for (AbaqusProperties::OfSet& of_set : deck.properties.materials(deck.lines)) {
        const auto set = deck.element_sets.find(of_set.set);
        const std::string name = set == deck.element_sets.end() ? of_set.set : set->second.name;
        // the set of elements has another name if a surface has its own
        for (const FileGroup& group : deck.mesh.groups)
            if (group.dimension == deck.mesh.dimension &&
                (group.name == name || group.name == name + "_elements"))
                data.materials.push_back(
                    {group.name, of_set.name, of_set.material, std::move(of_set.missing)});
    }
    add(data.notes);
    note_unused_nodes(deck.mesh);
    add(deck.skipped.notes(deck.lines));
    add(deck.lines.include_notes());
    return body_mesh(std::move(deck.mesh));
}

} // namespace slideway::fem
