#include "app/case/case_reader.hpp"

#include "app/case/not_offered.hpp"
#include "base/error.hpp"
#include "base/override.hpp"
#include "base/text.hpp"
#include "io/reader.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

namespace {

const std::vector<std::string> tables = {
    "title",      "substructure", "bond",     "joint",  "contact", "motion",  "load",
    "excitation", "rotation",     "analysis", "output", "map",     "expected"};

void add_places(Places& places, const io::CaseNode& node, const std::string& prefix)
{
    if (const auto* table = std::get_if<io::CaseNode::Table>(&node.value))
        for (const auto& [key, child] : *table) {
            places.keys[prefix + key] = child.where;
            add_places(places, child, prefix + key + ".");
        }
}

Places places_of(const io::CaseNode& table)
{
    Places places{table.where, {}};
    add_places(places, table, "");
    return places;
}

void check_name(const SourceLine& where, const std::string& kind, const std::string& name)
{
    if (name.empty() || name.find_first_of(". \t/=") != std::string::npos)
        throw InputError(where, kind + ".name", io::CaseNode{where, name}.text(),
                         "a name is not empty and has no dot, slash, '=' or space");
}

// Sets the places of signals, which are lists within [output], one per kind.
void place_signals(const io::CaseNode& root, OutputEntry& output)
{
    std::map<SignalKind, std::size_t> next;
    for (SignalEntry& e : output.signals) {
        const io::CaseNode& list = *root.find("output")->find(std::string(name_of(e.kind)));
        e.places = places_of(std::get<io::CaseNode::Array>(list.value)[next[e.kind]++]);
    }
}

// Verifies that signals have unique names, because they share a group of results.
void check_signals(const Case& c)
{
    std::map<std::string, SourceLine> taken;
    for (const SignalEntry& e : c.output.signals) {
        const SourceLine& where = e.places.of("name");
        const std::string list = "output." + std::string(name_of(e.kind));
        check_name(where, list, e.name);
        const auto [other, added] = taken.emplace(e.name, where);
        if (!added)
            throw InputError(where, list + ".name", "\"" + e.name + "\"",
                             "already used at " + other->second.text());
    }
}

// Reads all entries of [[kind]].
template <class Entry>
std::vector<Entry> read_entries(const io::CaseNode& root, const std::string& kind,
                                std::vector<io::FormerKey>& former_keys)
{
    std::vector<Entry> entries;
    const io::CaseNode* node = root.find(kind);
    if (!node)
        return entries;
    if (!node->is_array())
        throw InputError(node->where, kind + " is a list of entries; write [[" + kind + "]]");
    for (const io::CaseNode& item : std::get<io::CaseNode::Array>(node->value)) {
        Entry& entry = entries.emplace_back();
        const io::CaseNode* name = item.find("name");
        const auto* text = name ? std::get_if<std::string>(&name->value) : nullptr;
        entry.where = item.where;
        entry.places = places_of(item);
        io::read_table(
            item, text ? kind + "." + *text : kind, [&entry](io::Fields& f) { fields(f, entry); },
            &former_keys);
        check_name(name->where, kind, entry.name);
    }
    return entries;
}

template <class Entry>
void read_section(const io::CaseNode& root, const std::string& name, Entry& entry,
                  std::vector<io::FormerKey>& former_keys)
{
    const io::CaseNode* node = root.find(name);
    entry.where = node ? node->where : root.where;
    entry.places = node ? places_of(*node) : Places{root.where, {}};
    if (node)
        io::read_table(
            *node, name, [&entry](io::Fields& f) { fields(f, entry); }, &former_keys);
}

double finite_number(const io::CaseNode& node, const std::string& path)
{
    const auto* number = std::get_if<double>(&node.value);
    if (!number || !std::isfinite(*number))
        throw InputError(node.where, path, node.text(), "expected a number");
    return *number;
}

// Texts of a list of texts; empty for other lists.
std::vector<std::string> texts_of(const io::CaseNode& node)
{
    std::vector<std::string> texts;
    if (const auto* items = std::get_if<io::CaseNode::Array>(&node.value))
        for (const io::CaseNode& item : *items) {
            const auto* text = std::get_if<std::string>(&item.value);
            if (!text)
                return {};
            texts.push_back(*text);
        }
    return texts;
}

// Reads [expected]: "name" = text, texts, { value, rtol | atol } or { min, max }.
std::vector<Expectation> read_expected(const io::CaseNode& root)
{
    std::vector<Expectation> list;
    const io::CaseNode* node = root.find("expected");
    if (!node)
        return list;
    const auto* table = std::get_if<io::CaseNode::Table>(&node->value);
    if (!table)
        throw InputError(node->where, "expected", node->text(), "write [expected]");
    const std::string allowed =
        "expected a text, { value, rtol }, { value, atol }, { min }, { max }, { min, max } "
        "or a list of texts";
    for (const auto& [quantity, child] : *table) {
        Expectation& e = list.emplace_back();
        e.quantity = quantity;
        e.where = child.where;
        const std::string path = "expected." + quantity;
        if (const auto* text = std::get_if<std::string>(&child.value)) {
            e.texts = {*text};
            continue;
        }
        e.texts = texts_of(child);
        if (!e.texts.empty())
            continue;
        if (!child.is_table())
            throw InputError(child.where, path, child.text(), allowed);
        for (const auto& [key, value] : std::get<io::CaseNode::Table>(child.value)) {
            if (key == "value" && value.is_array()) {
                for (const io::CaseNode& item : std::get<io::CaseNode::Array>(value.value))
                    e.value.push_back(finite_number(item, path + ".value"));
            } else if (key == "value") {
                e.value = {finite_number(value, path + ".value")};
            } else if (key == "rtol" || key == "atol") {
                (key == "rtol" ? e.rtol : e.atol) = finite_number(value, path + "." + key);
            } else if (key == "min" || key == "max") {
                (key == "min" ? e.min : e.max) = finite_number(value, path + "." + key);
            } else {
                throw InputError(value.where, "unknown key " + path + "." + key + "; " + allowed);
            }
        }
        const bool tolerance = e.rtol > 0 || e.atol > 0;
        if (e.value.empty() ? !(e.min || e.max) || tolerance : !tolerance || e.min || e.max)
            throw InputError(child.where, path, child.text(), allowed);
    }
    return list;
}

} // namespace

CaseTree parse_case(const std::filesystem::path& file, const std::vector<std::string>& overrides)
{
    CaseTree tree{file, io::read_case_text(file), {}, {}};
    tree.root = io::parse_case_text(tree.text, file.string());
    for (const std::string& assignment : overrides)
        set_override(tree, assignment);
    refuse_not_offered(tree.root);
    return tree;
}

CaseTree parse_case(const Case& c)
{
    return {c.file, c.text, c.overrides, *c.tree};
}

void set_override(CaseTree& tree, const std::string& assignment)
{
    io::set_override(tree.root, assignment);
    tree.overrides.push_back(assignment);
}

void set_override(CaseTree& tree, const std::string& key, double value)
{
    const std::string assignment = key + "=" + number_text(value);
    io::set_value(tree.root, key, {override_line(assignment), value, value == std::trunc(value)});
    tree.overrides.push_back(assignment);
}

Case read_case(CaseTree tree)
{
    io::CaseNode& root = tree.root;
    const auto as_read = std::make_shared<const io::CaseNode>(root);
    io::resolve_likes(root);
    for (const auto& [key, child] : std::get<io::CaseNode::Table>(root.value))
        if (std::find(tables.begin(), tables.end(), key) == tables.end())
            throw InputError(child.where, "unknown key " + key + name_hint(key, tables));

    Case c;
    c.file = tree.file;
    c.text = tree.text;
    c.tree = as_read;
    c.overrides = tree.overrides;
    root.where = {tree.file.string(), 0};
    if (const io::CaseNode* title = root.find("title")) {
        const auto* text = std::get_if<std::string>(&title->value);
        if (!text)
            throw InputError(title->where, "title", title->text(), "expected a text in quotes");
        c.title = *text;
    }
    c.substructures = read_entries<SubstructureEntry>(root, "substructure", c.former_keys);
    if (c.substructures.empty())
        throw InputError(root.where, "no [[substructure]]; a case needs at least one body");
    c.bonds = read_entries<BondEntry>(root, "bond", c.former_keys);
    c.joints = read_entries<JointEntry>(root, "joint", c.former_keys);
    c.contacts = read_entries<ContactEntry>(root, "contact", c.former_keys);
    c.motions = read_entries<MotionEntry>(root, "motion", c.former_keys);
    c.loads = read_entries<LoadEntry>(root, "load", c.former_keys);
    for (const LoadEntry& load : c.loads)
        if (!load.force && !load.pressure && load.acceleration.empty() && !load.harmonic &&
            !load.raised && !(load.noise.band_high > 0))
            throw InputError(
                load.where,
                "load." + load.name +
                    ": missing key force, pressure, acceleration or noise; give one of them");
    read_section(root, "excitation", c.excitation, c.former_keys);
    read_section(root, "rotation", c.rotation, c.former_keys);
    if (const io::CaseNode* analysis = root.find("analysis")) {
        c.analysis.where = analysis->where;
        c.analysis.places = places_of(*analysis);
    }
    read_section(root, "output", c.output, c.former_keys);
    c.output.given = root.find("output") != nullptr;
    place_signals(root, c.output);
    check_signals(c);
    if (root.find("map"))
        read_section(root, "map", c.map.emplace(), c.former_keys);
    c.expected = read_expected(root);
    return c;
}

} // namespace slideway::app
