#include "fem/readers/nastran_materials.hpp"

#include "base/error.hpp"

namespace slideway::fem {

namespace {

// One of E, G and nu may be blank: E = 2 (1 + nu) G.
Material isotropic(const MeshLines& lines, const BulkCard& card)
{
    const double E = real_field(lines, card, 2), G = real_field(lines, card, 3),
                 nu = real_field(lines, card, 4);
    Material m;
    m.young = card.field(2).empty() ? 2 * (1 + nu) * G : E;
    m.poisson = card.field(4).empty() && G > 0 ? m.young / (2 * G) - 1 : nu;
    m.density = real_field(lines, card, 5);
    return m;
}

} // namespace

bool NastranMaterials::read(const BulkCard& card, bool solid)
{
    const bool material = card.name == "MAT1" || (solid && card.name == "MAT9");
    if (!material && card.name != "PSHELL" && !(solid && card.name == "PSOLID"))
        return false;
    const std::string number(card.field(1));
    MeshProperty text{card.place, card.name + " " + number, {}};
    if (card.name == "MAT1") {
        text.add("young", card.field(2));
        text.add("poisson", card.field(4));
        text.add("density", card.field(5));
    } else if (!material) {
        text.add("material", card.field(2));
        if (card.name == "PSHELL") {
            text.add("thickness", card.field(3));
            text.add("nonstructural mass", card.field(8));
        }
    }
    (material ? material_texts_ : property_texts_).push_back(std::move(text));
    (material ? materials_ : properties_).emplace(number, card);
    return true;
}

DeckData::OfGroup NastranMaterials::of_property(const MeshLines& lines,
                                                const std::string& number) const
{
    DeckData::OfGroup result{"pid_" + number, "", {}, ""};
    const auto property = properties_.find(number);
    if (property == properties_.end()) {
        result.missing = "the file has no PSOLID or PSHELL " + number;
        return result;
    }
    const std::string id(property->second.field(2));
    const auto material = materials_.find(id);
    if (material == materials_.end()) {
        result.missing = "the file has no MAT1 " + id + ", which property " + number + " names";
        return result;
    }
    const BulkCard& card = material->second;
    result.name = card.name + " " + id;
    const std::string place = lines.text_of(card.place) + ": " + result.name;
    if (card.name != "MAT1") {
        result.missing = place + " is not isotropic";
        return result;
    }
    try {
        result.material = isotropic(lines, card);
    } catch (const InputError& error) { // matters only if a body needs the material
        result.missing = error.what();
        return result;
    }
    const Material& m = result.material;
    if (!(m.young > 0 && m.density > 0))
        result.missing = place + " has no " + (m.young > 0 ? "density RHO" : "modulus E");
    return result;
}

std::vector<std::string> NastranMaterials::notes(const MeshLines& lines, bool solid) const
{
    std::vector<std::string> all{
        property_note(lines, material_texts_, "material", "materials",
                      "all elements have the body's material"),
        property_note(lines, property_texts_, "property", "properties",
                      solid ? "all elements have the body's material"
                            : "all elements have the body's material and thickness")};
    std::erase(all, "");
    return all;
}

} // namespace slideway::fem
