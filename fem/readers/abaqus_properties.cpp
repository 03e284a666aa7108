#include "fem/readers/abaqus_properties.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace slideway::fem {

namespace {

const std::map<std::string, AbaqusType>& types()
{
    using enum AbaqusRole;
    static const std::map<std::string, AbaqusType> all{
        {"CPS3", {3, plane}},        {"CPS4", {4, plane}},        {"CPS4R", {4, plane}},
        {"CPS4I", {4, plane}},       {"CPS6", {6, plane}},        {"CPS6M", {6, plane}},
        {"CPS8", {8, plane}},        {"CPS8R", {8, plane}},       {"S3", {3, shell}},
        {"S3R", {3, shell}},         {"STRI3", {3, shell}},       {"S4", {4, shell}},
        {"S4R", {4, shell}},         {"S4R5", {4, shell}},        {"S6", {6, shell}},
        {"STRI65", {6, shell}},      {"S8", {8, shell}},          {"S8R", {8, shell}},
        {"S8R5", {8, shell}},        {"M3D3", {3, shell}},        {"M3D4", {4, shell}},
        {"M3D4R", {4, shell}},       {"M3D6", {6, shell}},        {"M3D8", {8, shell}},
        {"M3D8R", {8, shell}},       {"T2D2", {2, line}},         {"T3D2", {2, line}},
        {"T2D3", {3, line}},         {"T3D3", {3, line}},         {"MASS", {1, no_field}},
        {"ROTARYI", {1, no_field}},  {"SPRING1", {1, no_field}},  {"SPRING2", {2, no_field}},
        {"SPRINGA", {2, no_field}},  {"DASHPOT1", {1, no_field}}, {"DASHPOT2", {2, no_field}},
        {"DASHPOTA", {2, no_field}}, {"CPE3", {3, plane}},        {"CPE4", {4, plane}},
        {"CPE4R", {4, plane}},       {"CPE4I", {4, plane}},       {"CPE6", {6, plane}},
        {"CPE8", {8, plane}},        {"CPE8R", {8, plane}},       {"CAX3", {3, plane}},
        {"CAX4", {4, plane}},        {"CAX4R", {4, plane}},       {"CAX4I", {4, plane}},
        {"CAX6", {6, plane}},        {"CAX8", {8, plane}},        {"CAX8R", {8, plane}}};
    return all;
}

// Describes properties of an element type that a body does not adopt; empty if there are none.
std::string lost_with(const std::string& type)
{
    const AbaqusRole role = types().at(type).role;
    std::string lost;
    if (role == AbaqusRole::no_field)
        return "left out: add them in the case, as a body of type lumped with a bond or a joint";
    if (role == AbaqusRole::shell)
        lost = std::string(type.starts_with('M') ? "membranes" : "shells") +
               " are read as plane stress, without bending";
    const bool reduced = type.find('R', 1) != std::string::npos && type != "S3R" &&
                         type != "STRI3" && type != "STRI65" && role != AbaqusRole::line;
    if (reduced)
        lost += std::string(lost.empty() ? "" : "; ") +
                "the reduced integration is not read: elements are those of the body" +
                (types().at(type).n_nodes == 4 ? " (key quadrilateral)" : "");
    if (type == "CPS6M")
        lost = "the modified formulation is not read: elements are plain triangles of 6 nodes";
    return lost;
}

// Adds a field of a data line as a value of a note, unless it is blank.
void add_value(MeshProperty& property, const std::string& name,
               const std::vector<std::string>& fields, std::size_t i)
{
    if (i < fields.size())
        property.add(name, fields[i]);
}

} // namespace

const AbaqusType* abaqus_type(const std::string& name)
{
    const auto found = types().find(name);
    return found == types().end() ? nullptr : &found->second;
}

void refuse_abaqus_type(const MeshLines& lines, const AbaqusKeyword& keyword,
                        const std::string& type)
{
    std::string kind;
    if (type.starts_with("CPE") || type.starts_with("CPEG"))
        kind = " (plane strain)";
    else if (type.starts_with("CAX") || type.starts_with("SAX") || type.starts_with("MAX"))
        kind = " (axisymmetric)";
    else if (type.starts_with("S9") || type.starts_with("M3D9"))
        kind = " (9 nodes)";
    else if (type.starts_with("SC"))
        kind = " (solid shell)";
    else if (type.starts_with("B2") || type.starts_with("B3") || type.starts_with("PIPE"))
        kind = " (beam)";
    else if (type.starts_with("S"))
        kind = type.starts_with("SPRING") ? "" : " (shell)";
    else if (type.starts_with("C3D"))
        kind = " (solid)";
    refuse(
        lines, keyword,
        ", TYPE=" + type.substr(0, 30) + kind +
            "; not supported. Allowed: CPS3, CPS4, CPS4R, CPS4I, CPS6, CPS6M, CPS8, CPS8R (plane "
            "stress), CPE3, CPE4, CPE4R, CPE4I, CPE6, CPE8, CPE8R (plane strain), CAX3, CAX4, "
            "CAX4R, CAX4I, CAX6, CAX8, CAX8R (axisymmetric), S3, S3R, S4, S4R, S6, S8, S8R, "
            "STRI65, M3D3, M3D4, M3D6, M3D8 (in the "
            "plane z = 0), T2D2, T2D3, T3D2, T3D3 (lines of sets)");
}

void AbaqusProperties::count(const std::string& type, MeshPlace place)
{
    Count& count = types_.try_emplace(type, Count{place, 0}).first->second;
    ++count.n;
}

bool AbaqusProperties::read(MeshLines& lines, const AbaqusKeyword& keyword)
{
    const std::string& name = keyword.name;
    if (name == "MATERIAL") {
        materials_.push_back({keyword.place, keyword.value("NAME"), {}});
        given_.emplace_back();
    } else if ((name == "ELASTIC" || name == "DENSITY") && !materials_.empty())
        read_material_data(lines, keyword);
    else if (keyword.is_one_of(
                 {"SOLID SECTION", "SHELL SECTION", "MEMBRANE SECTION", "SHELL GENERAL SECTION"}))
        read_section(lines, keyword);
    else if (name == "MASS")
        read_mass(lines, keyword);
    else if (name == "SPRING" || name == "DASHPOT" || name == "ROTARY INERTIA")
        read_section(lines, keyword);
    else
        return false;
    return true;
}

void AbaqusProperties::read_material_data(MeshLines& lines, const AbaqusKeyword& keyword)
{
    MeshProperty& material = materials_.back();
    if (!next_data(lines))
        return;
    const std::vector<std::string> fields = comma_fields(lines.text());
    const std::string type = upper(keyword.value("TYPE"));
    Given& given = given_.back();
    const auto value = [&](const std::string& what, std::size_t i) -> std::optional<double> {
        add_value(material, what, fields, i);
        if (i >= fields.size() || fields[i].empty())
            return {};
        return real_number(lines, fields[i], what);
    };
    if (keyword.name == "DENSITY") {
        given.density = value("density", 0);
    } else if (type.empty() || type.starts_with("ISO")) {
        given.young = value("young", 0);
        given.poisson = value("poisson", 1).value_or(0);
    } else {
        material.add("TYPE", type);
        given.other = "is of *ELASTIC, TYPE=" + type;
    }
    if (given.other.empty() && next_data(lines))
        given.other = "varies with temperature (*" + keyword.name + ")";
}

std::vector<AbaqusProperties::OfSet> AbaqusProperties::materials(const MeshLines& lines) const
{
    std::vector<OfSet> all;
    for (const Section& section : of_sets_) {
        OfSet& of_set = all.emplace_back(OfSet{upper(section.set), section.material, {}, {}});
        const auto found = std::find_if(materials_.begin(), materials_.end(),
                                        [&section](const MeshProperty& m) -> bool {
                                            return upper(m.name) == upper(section.material);
                                        });
        if (found == materials_.end()) {
            of_set.missing = lines.text_of(section.place) + ": material \"" + section.material +
                             "\" of set \"" + section.set + "\" is not in the file";
            continue;
        }
        const Given& given = given_[static_cast<std::size_t>(found - materials_.begin())];
        const std::string lacks = !given.other.empty() ? given.other
                                  : !given.young       ? "has no *ELASTIC"
                                  : !given.density     ? "has no *DENSITY"
                                                       : "";
        if (!lacks.empty())
            of_set.missing =
                lines.text_of(found->place) + ": material \"" + found->name + "\" " + lacks;
        else
            of_set.material = {*given.young, *given.poisson, *given.density};
    }
    return all;
}

std::vector<std::string> AbaqusProperties::material_notes(const MeshLines& lines) const
{
    std::vector<std::string> notes;
    notes.push_back(property_note(lines, materials_, "material", "materials",
                                  "all elements have the body's material"));
    notes.push_back(property_note(lines, sections_, "section", "sections",
                                  "all elements have the body's material and thickness"));
    std::erase(notes, "");
    return notes;
}

std::vector<DeckData::State> AbaqusProperties::states(const MeshLines& lines) const
{
    std::vector<DeckData::State> all;
    for (const auto& [type, count] : types_)
        for (const auto& [begin, state] :
             {std::pair{"CPE", "plane-strain"}, {"CAX", "axisymmetric"}})
            if (type.starts_with(begin))
                all.push_back({state, lines.text_of(count.place) + ": elements of type " + type});
    return all;
}

void AbaqusProperties::read_section(MeshLines& lines, const AbaqusKeyword& keyword)
{
    const bool spring = keyword.name == "SPRING" || keyword.name == "DASHPOT",
               inertia = keyword.name == "ROTARY INERTIA";
    const std::string set = keyword.value("ELSET");
    MeshProperty entry{keyword.place, set.empty() ? "*" + keyword.name : set, {}};
    entry.add("of", keyword.value("MATERIAL"));
    if (!spring && !inertia && !set.empty())
        of_sets_.push_back({set, keyword.value("MATERIAL"), keyword.place});
    std::vector<std::string> fields;
    for (int line = 0; next_data(lines); ++line)
        if (line == (spring ? 1 : 0)) // springs have their dofs in the first line
            fields = comma_fields(lines.text());
    if (spring || inertia)
        add_value(entry, lower_case(keyword.name), fields, 0);
    else
        add_value(entry, "thickness", fields, 0);
    (spring || inertia ? springs_ : sections_).push_back(std::move(entry));
}

void AbaqusProperties::read_mass(MeshLines& lines, const AbaqusKeyword& keyword)
{
    if (!next_data(lines))
        return;
    const std::vector<std::string> fields = comma_fields(lines.text());
    if (!fields.empty() && !fields[0].empty())
        masses_.push_back({keyword.value("ELSET"), real_number(lines, fields[0], "mass")});
}

std::vector<std::string>
AbaqusProperties::notes(const MeshLines& lines,
                        const std::function<std::size_t(const std::string&)>& n_elements) const
{
    std::vector<std::string> notes;
    double mass = 0;
    for (const Mass& point : masses_)
        mass += point.value * static_cast<double>(n_elements(point.set));
    for (const auto& [type, count] : types_)
        if (const std::string lost = lost_with(type); !lost.empty())
            notes.push_back(lines.text_of(count.place) + ": " + std::to_string(count.n) +
                            (count.n == 1 ? " element" : " elements") + " of type " + type +
                            (type == "MASS" && mass != 0 ? ", in all " + number_text(mass, 6) +
                                                               " (units of the "
                                                               "file)"
                                                         : "") +
                            ": " + lost);
    notes.push_back(property_note(lines, springs_, "property of springs or inertia",
                                  "properties of springs or inertia",
                                  "their elements are left out"));
    std::erase(notes, "");
    return notes;
}

} // namespace slideway::fem
