#include "app/case/case.hpp"

#include "app/case/not_offered.hpp"
#include "base/text.hpp"
#include "io/reader.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

const std::vector<std::string> tables = {"title",    "substructure", "bond", "joint",
                                         "contact",  "motion",       "load", "excitation",
                                         "analysis", "output",       "map",  "expected"};

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

// Signals of a case share the names of one group of results, and only a transient has them.
void check_signals(const Case& c)
{
    std::map<std::string, SourceLine> taken;
    for (const SignalEntry& e : c.output.signals) {
        const SourceLine& where = e.places.of("name");
        check_name(where, "output." + e.kind, e.name);
        const auto [other, added] = taken.emplace(e.name, where);
        if (!added)
            throw InputError(where, "output." + e.kind + ".name", "\"" + e.name + "\"",
                             "already used at " + other->second.text());
        if (c.analysis.type != "transient")
            throw InputError(e.places.table,
                             e.table() +
                                 ": signals are made of the histories of a transient; "
                                 "analysis.type is \"" +
                                 c.analysis.type + "\"");
    }
}

// Reads the entries of [[kind]].
template <class Entry>
std::vector<Entry> read_entries(const io::CaseNode& root, const std::string& kind)
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
        io::read_table(item, text ? kind + "." + *text : kind,
                       [&entry](io::Fields& f) { fields(f, entry); });
        check_name(name->where, kind, entry.name);
    }
    return entries;
}

template <class Entry>
void read_section(const io::CaseNode& root, const std::string& name, bool required, Entry& entry)
{
    const io::CaseNode* node = root.find(name);
    entry.where = node ? node->where : root.where;
    entry.places = node ? places_of(*node) : Places{root.where, {}};
    if (!node && required)
        throw InputError(root.where, "missing table [" + name + "]");
    if (node)
        io::read_table(*node, name, [&entry](io::Fields& f) { fields(f, entry); });
}

double finite_number(const io::CaseNode& node, const std::string& path)
{
    const auto* number = std::get_if<double>(&node.value);
    if (!number || !std::isfinite(*number))
        throw InputError(node.where, path, node.text(), "expected a number");
    return *number;
}

// The texts of a list that holds nothing else; else none.
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

constexpr double undriven_samples = 10000; // of a run that locates events, without a drive

// A transient that locates events counts in periods of the excitation if it has one.
void set_cycles(Case& c)
{
    dynamics::TransientOptions& t = c.analysis.transient;
    const bool steps = t.scheme == "runge-kutta";
    if (c.analysis.type != "transient" || !(steps || t.scheme == "event-driven"))
        return;
    const double Omega = c.excitation.Omega;
    if (!(Omega > 0)) {
        if (steps && c.analysis.cycles == 0) { // t_end is given
            if (!c.output.places.keys.contains("history_rate_hz") && t.t_end > t.t_start)
                c.output.history_rate_hz = undriven_samples / (t.t_end - t.t_start);
            return;
        }
        throw InputError(c.analysis.places.of("scheme"), "analysis.scheme", "\"" + t.scheme + "\"",
                         steps ? "give t_end, or the frequency of a drive in [excitation]"
                               : "give the frequency of the drive in [excitation]");
    }
    const double period = 2 * std::numbers::pi / Omega;
    if (c.analysis.cycles > 0)
        t.t_end = t.t_start + c.analysis.cycles * period;
    if (!c.output.places.keys.contains("history_rate_hz"))
        c.output.history_rate_hz = 64 / period;
}

// Harmonic drives have one frequency, and a forced response goes over many.
void check_excitation(const Case& c)
{
    const double Omega = c.excitation.Omega;
    if (c.analysis.type == "forced-response") {
        if (Omega > 0)
            throw InputError(c.excitation.where,
                             "excitation: the frequency of a forced response goes from "
                             "analysis.frequency_hz.from to .to; leave [excitation] out");
        return;
    }
    for (const LoadEntry& load : c.loads)
        if (load.harmonic && !(Omega > 0))
            throw InputError(load.places.of("force"),
                             "load." + load.name +
                                 ".force is harmonic: give its frequency in [excitation]");
    for (const MotionEntry& motion : c.motions)
        if (motion.harmonic && !(Omega > 0))
            throw InputError(motion.places.of("displacement"),
                             "motion." + motion.name +
                                 ".displacement is harmonic: give its frequency in [excitation]");
}

// [expected]: "name" = text, or texts, or { value, rtol | atol }, or { min, max }.
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

CaseTree parse_text(const std::filesystem::path& file, const std::string& text,
                    const std::vector<std::string>& overrides)
{
    CaseTree tree{file, text, {}, io::parse_case_text(text, file.string())};
    for (const std::string& assignment : overrides)
        set_override(tree, assignment);
    refuse_not_offered(tree.root);
    return tree;
}

} // namespace

CaseTree parse_case(const std::filesystem::path& file, const std::vector<std::string>& overrides)
{
    return parse_text(file, io::read_case_text(file), overrides);
}

CaseTree parse_case(const Case& c)
{
    return parse_text(c.file, c.text, c.overrides);
}

void set_override(CaseTree& tree, const std::string& assignment)
{
    io::set_override(tree.root, assignment);
    tree.overrides.push_back(assignment);
}

void set_override(CaseTree& tree, const std::string& key, double value)
{
    const std::string assignment = key + "=" + number_text(value);
    io::set_value(tree.root, key, {{"--set " + assignment, 0}, value, value == std::trunc(value)});
    tree.overrides.push_back(assignment);
}

Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides)
{
    return read_case(parse_case(file, overrides));
}

Case read_case(CaseTree tree)
{
    io::CaseNode& root = tree.root;
    io::resolve_likes(root);
    for (const auto& [key, child] : std::get<io::CaseNode::Table>(root.value))
        if (std::find(tables.begin(), tables.end(), key) == tables.end())
            throw InputError(child.where, "unknown key " + key + name_hint(key, tables));

    Case c;
    c.file = tree.file;
    c.text = tree.text;
    c.overrides = tree.overrides;
    root.where = {tree.file.string(), 0};
    if (const io::CaseNode* title = root.find("title")) {
        const auto* text = std::get_if<std::string>(&title->value);
        if (!text)
            throw InputError(title->where, "title", title->text(), "expected a text in quotes");
        c.title = *text;
    }
    c.substructures = read_entries<SubstructureEntry>(root, "substructure");
    if (c.substructures.empty())
        throw InputError(root.where, "no [[substructure]]; a case needs at least one body");
    c.bonds = read_entries<BondEntry>(root, "bond");
    c.joints = read_entries<JointEntry>(root, "joint");
    c.contacts = read_entries<ContactEntry>(root, "contact");
    c.motions = read_entries<MotionEntry>(root, "motion");
    c.loads = read_entries<LoadEntry>(root, "load");
    for (const LoadEntry& load : c.loads)
        if (!load.force && !load.harmonic && !(load.noise.band_high > 0))
            throw InputError(load.where, "load." + load.name +
                                             ": missing key force or noise; give one of them");
    read_section(root, "excitation", false, c.excitation);
    read_section(root, "analysis", true, c.analysis);
    check_excitation(c);
    read_section(root, "output", false, c.output);
    check_signals(c);
    if (c.analysis.type == "regimes" && root.find("output"))
        throw InputError(c.output.where, "output: a regimes analysis writes one period of the "
                                         "motion, whatever stands here; leave out [output]");
    if (root.find("map"))
        read_section(root, "map", false, c.map.emplace());
    set_cycles(c);
    c.analysis.transient.history_rate_hz = c.output.history_rate_hz;
    c.analysis.transient.fields_rate_hz = c.output.fields_rate_hz;
    c.expected = read_expected(root);
    return c;
}

} // namespace slideway::app
