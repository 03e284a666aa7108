#include "app/case/not_offered.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace slideway::app {

namespace {

/// A model that is not offered, with the keys and texts that would request it. Upper and lower case
/// are equal, and '-', '_' and blanks are ignored, so that "n_blades" also matches nBlades.
struct NotOffered {
    std::vector<std::string> tables;         ///< tables of the case file; empty: all
    std::vector<std::string> keys;           ///< keys that are refused for any value
    std::vector<std::string> choices, words; ///< keys whose text is refused if it has such a word
    std::string reason;
};

const std::vector<std::string> two_directions = {
    "tangent",    "tangents",       "tangent_deg",   "tangents_deg",  "tangential_directions",
    "dimension",  "dimensions",     "n_dim",         "planar",        "two_dimensional",
    "2d",         "friction_2d",    "friction_x",    "friction_y",    "friction_z",
    "friction_1", "friction_2",     "mu_x",          "mu_y",          "mu_z",
    "mu_1",       "mu_2",           "k_tx",          "k_ty",          "k_tz",
    "k_t1",       "k_t2",           "limit_x",       "limit_y",       "limit_z",
    "circular",   "friction_limit", "friction_cone", "friction_disc", "orthotropic"};
const std::vector<std::string> two_direction_laws = {
    "2d", "3d", "two-dim", "three-dim", "planar", "circular", "cone", "orthotropic"};
const std::string two_directions_at_once =
    "friction in two tangential directions at once (a circular limit) is law = \"patch\" with "
    "pressure.shape = \"point\"; ";

const std::vector<NotOffered> list = {
    {{"joint"},
     two_directions,
     {"law"},
     two_direction_laws,
     two_directions_at_once +
         "law = \"elastic-coulomb\" has one, across normal_deg, and law = \"coulomb\" a limit for "
         "each component by itself"},
    {{"contact"},
     two_directions,
     {"type", "law"},
     two_direction_laws,
     two_directions_at_once + "a sliding contact has one, along its master curve"},
    {{},
     {"cyclic",
      "cyclic_symmetry",
      "rotational_symmetry",
      "sector",
      "sectors",
      "n_sectors",
      "number_of_sectors",
      "sector_angle",
      "sector_angle_deg",
      "blades",
      "n_blades",
      "number_of_blades",
      "nodal_diameter",
      "nodal_diameters",
      "harmonic_index",
      "harmonic_indices",
      "spatial_harmonic",
      "spatial_harmonics",
      "inter_blade_phase_angle",
      "engine_order",
      "engine_orders"},
     {"type", "symmetry", "method", "law"},
     {"cyclic", "nodal-diameter", "rotational-symmetry"},
     "cyclic symmetry is not offered; model every sector as a [[substructure]] (`like` copies one) "
     "and tie them by [[bond]] or [[joint]]"},
};

std::string plain(const std::string& text)
{
    std::string letters;
    for (const char c : text)
        if (c != '-' && c != '_' && c != ' ')
            letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return letters;
}

bool has(const std::vector<std::string>& words, const std::string& key)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) -> bool { return plain(word) == plain(key); });
}

bool asked_for(const NotOffered& what, const std::string& key, const io::CaseNode& value)
{
    if (has(what.keys, key))
        return true;
    const auto* text = std::get_if<std::string>(&value.value);
    return text && has(what.choices, key) &&
           std::any_of(what.words.begin(), what.words.end(), [&](const std::string& word) -> bool {
               return plain(*text).find(plain(word)) != std::string::npos;
           });
}

void look_at(const io::CaseNode& table, const std::string& kind, const std::string& path)
{
    const auto* keys = std::get_if<io::CaseNode::Table>(&table.value);
    if (!keys)
        return;
    for (const auto& [key, value] : *keys)
        for (const NotOffered& what : list)
            if ((what.tables.empty() || has(what.tables, kind)) && asked_for(what, key, value))
                throw InputError(value.where, path.empty() ? key : path + "." + key, value.text(),
                                 what.reason);
}

} // namespace

void refuse_not_offered(const io::CaseNode& root)
{
    look_at(root, "", "");
    for (const auto& [kind, node] : std::get<io::CaseNode::Table>(root.value)) {
        if (kind == "expected") // holds names of quantities
            continue;
        look_at(node, kind, kind);
        const auto* entries = std::get_if<io::CaseNode::Array>(&node.value);
        for (std::size_t i = 0; entries && i < entries->size(); ++i) {
            const io::CaseNode& entry = (*entries)[i];
            const io::CaseNode* name = entry.find("name");
            const auto* text = name ? std::get_if<std::string>(&name->value) : nullptr;
            look_at(entry, kind, text ? kind + "." + *text : kind);
        }
    }
}

} // namespace slideway::app
