#include "app/analyses/keys.hpp"

#include "app/analyses/analysis.hpp"
#include "app/analyses/job.hpp"
#include "app/analyses/result_pages.hpp"
#include "app/case/joint_entry.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/key_path.hpp"
#include "base/measure.hpp"
#include "base/text.hpp"
#include "io/reader.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

namespace slideway::app {

namespace {

// Keys of one kind of entry.
template <class Entry>
Topic topic(const std::string& table, const std::string& about)
{
    Entry entry;
    const bool single =
        table == "output" || table == "map" || table == "excitation" || table == "rotation";
    return {table, table, !single,
            "",    about, io::describe_table([&entry](io::Fields& f) { fields(f, entry); })};
}

Topic body_topic(const BodyKind& kind)
{
    SubstructureEntry entry;
    entry.kind = kind;
    const std::string type(type_of(kind));
    return {type,
            "substructure",
            true,
            "type = \"" + type + "\"",
            std::string(about(kind)),
            io::describe_table([&entry](io::Fields& f) { fields(f, entry); })};
}

Topic joint_topic(const contact::Law& law)
{
    JointEntry entry;
    entry.law = law.keyword();
    return {entry.law,
            "joint",
            true,
            "law = \"" + entry.law + "\"",
            "Joint: " + std::string(law.description().about) + ".",
            io::describe_table([&entry](io::Fields& f) { fields(f, entry); })};
}

std::vector<Topic> all_topics()
{
    std::vector<Analysis> all = analyses();
    std::vector<Topic> list;
    for (const BodyKind& kind : body_kinds())
        list.push_back(body_topic(kind));
    list.push_back(topic<BondEntry>("bond", "Ties two ports: node to node, or two curves in the "
                                            "mean where their meshes do not match."));
    for (const contact::Law& law : contact::all_laws())
        list.push_back(joint_topic(law));
    list.push_back(topic<ContactEntry>("contact", "Nodes of a body slide on a curve of another."));
    list.push_back(
        topic<MotionEntry>("motion", "Dofs of a port that move together as prescribed."));
    list.push_back(topic<LoadEntry>(
        "load", "A force on a port, a pressure on a surface, or an acceleration of a body."));
    list.push_back(
        topic<ExcitationEntry>("excitation", "The frequency of all harmonic loads and motions."));
    list.push_back(topic<RotationEntry>(
        "rotation", "Steady rotation of the whole model: the centrifugal load on its bodies with "
                    "meshes, in a static analysis."));
    for (Analysis& a : all) {
        const std::string type(type_of(a));
        list.push_back({type, "analysis", false, "type = \"" + type + "\"", std::string(about(a)),
                        io::describe_table([&a](io::Fields& f) { fields(f, a); })});
    }
    list.push_back(topic<OutputEntry>("output", "Recorded quantities, and their rate."));
    list.push_back(topic<MapEntry>(
        "map",
        "Runs the case once for each value of a key, or each pair of values of two, whatever its "
        "analysis, and collects the quantities."));
    return list;
}

std::string details(const io::KeyDoc& key)
{
    std::string text = key.type;
    if (!key.unit.empty())
        text += " [" + key.unit + "]";
    if (!key.range.empty())
        text += " " + key.range;
    if (key.required)
        text += ", required";
    else if (!key.default_text.empty())
        text += ", default " + key.default_text;
    return text;
}

const char* const introduction =
    R"(Case files are TOML, in SI units. Angles stand only in keys that end in `_deg`; frequencies in Hz in
keys that end in `_hz`, in rad/s in `Omega` and `Omega_range`. Paths are relative to the case file.
Unknown keys are refused. The former name of a renamed key is accepted, with a note. Where `text, or list of texts`
is the value, a list of one text can be written as that text: `fixed = "clamp"`. Where `table, number, or list of
numbers` is the value, there may be one number, a list, or a range: `{ from, to, n }` or `{ from, to, step }`.

- Every entry of `[[substructure]]`, `[[bond]]`, `[[joint]]`, `[[contact]]`, `[[motion]]` and
  `[[load]]` has a `name`; `like = "other"` copies an entry of the same kind, keys given beside it
  replace the copied ones.
- Ports are addressed as `"substructure.port"` or `"substructure.port.component"`. Where a motion,
  a load or a joint acts on a component that is a rotation, its units are N m for N and rad for m.
- `--set KEY=VALUE` overrides any key: `--set contact.rub.friction=0.1`,
  `--set substructure.lower.reduction.n_modes=30`, `--set analysis.t_end=1.0`. Entries without a
  name and items of lists are addressed by their place: `--set substructure.chain.springs.1.stiffness=2e4`.
  A part that holds a dot stands in quotation marks: `--set 'analysis.start.displacement."pair.left.x"=0.1'`; so it does in
  keys of `[map]` and of `over`, and in `model[...]` of Python.
- `title` is free text. `[expected]` says what the case must give; each line is a quantity of
  `summary.json` and a text, `{ value, rtol }`, `{ value, atol }`, `{ min }`, `{ max }` or both, or
  a list of texts. A run that does not give it keeps its results and ends with exit status 1. The
  check is skipped with `--set` and after an interruption.
)";

} // namespace

const std::vector<Topic>& topics()
{
    static const std::vector<Topic> list = all_topics();
    return list;
}

namespace {

// Parts of a dotted path of a case, with "[]" behind lists whose entry or item it names by its
// place.
std::vector<std::string> parts_of(const std::string& key)
{
    std::vector<std::string> parts;
    for (const std::string& part : split_key(key))
        if (!parts.empty() && !part.empty() && part.find_first_not_of("0123456789") == part.npos)
            parts.back() += "[]";
        else
            parts.push_back(part);
    return parts;
}

// True if a dotted path, such as contact.rub.friction, names a key of a topic by its present or its
// former name.
bool has_path(const Topic& t, const io::KeyDoc& key, const std::vector<std::string>& parts)
{
    const std::size_t skipped = t.entries ? 2 : 1; // table and entry
    if (t.table != parts.front() || parts.size() <= skipped)
        return false;
    const auto is_path = [&](const std::string& text) -> bool {
        const std::vector<std::string> path = split_key(text); // with free names as NAME
        return std::equal(path.begin(), path.end(), parts.begin() + static_cast<long>(skipped),
                          parts.end(), [](const std::string& a, const std::string& b) -> bool {
                              return a == b || a + "[]" == b || a == "NAME";
                          });
    };
    return is_path(key.path) || (!key.former.empty() && is_path(key.former));
}

// Descriptions of the key of that dotted path, one of each kind of entry that has it.
std::vector<io::KeyDoc> docs_of(const std::string& key)
{
    std::vector<io::KeyDoc> docs;
    const std::vector<std::string> parts = parts_of(key);
    for (const Topic& t : topics())
        for (const io::KeyDoc& doc : t.keys)
            if (has_path(t, doc, parts))
                docs.push_back(doc);
    return docs;
}

// Message for a text that names no topic and no key. A dotted path below a known table suggests
// keys of that table.
std::string no_topic(const std::string& wanted, const std::vector<std::string>& topic_names)
{
    const std::vector<std::string> parts = parts_of(wanted);
    std::vector<std::string> keys;
    std::string misspelt; // path without table and entry
    for (const Topic& t : topics()) {
        const std::size_t skipped = t.entries ? 2 : 1;
        if (t.table != parts.front() || parts.size() <= skipped)
            continue;
        misspelt = parts[skipped];
        for (std::size_t k = skipped + 1; k < parts.size(); ++k)
            misspelt += "." + parts[k];
        for (const io::KeyDoc& key : t.keys)
            if (std::find(keys.begin(), keys.end(), key.path) == keys.end())
                keys.push_back(key.path);
    }
    return keys.empty() ? "no topic " + wanted + name_hint(wanted, topic_names)
                        : "no key " + wanted + name_hint(misspelt, keys);
}

} // namespace

std::string keys_text(const std::string& wanted)
{
    constexpr std::size_t width = 24; // of the column of paths
    const std::vector<Topic>& all = topics();
    const bool is_topic = std::any_of(all.begin(), all.end(), [&](const Topic& t) -> bool {
        return wanted == t.name || wanted == t.table;
    });
    // A topic with all of its keys; a path of a case; or the keys that have a word in their path.
    const bool is_path = !is_topic && !docs_of(wanted).empty();
    const std::vector<std::string> parts = parts_of(wanted);
    auto is_wanted = [&](const Topic& t, const io::KeyDoc& key) -> bool {
        if (wanted.empty() || wanted == t.name || wanted == t.table)
            return true;
        if (is_path)
            return has_path(t, key, parts);
        return !is_topic && (key.path.find(wanted) != std::string::npos ||
                             key.former.find(wanted) != std::string::npos);
    };
    std::vector<std::string> names;
    std::string text;
    for (const Topic& t : all) {
        for (const std::string& name : {t.table, t.name})
            if (std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
        bool begun = false;
        for (const io::KeyDoc& key : t.keys) {
            if (!is_wanted(t, key))
                continue;
            if (!begun)
                text += t.heading() + "\n  " + t.about + "\n";
            begun = true;
            std::string path = key.path;
            path.resize(std::max(path.size(), width), ' ');
            text += "  " + path + " " + key.help + "\n  " + std::string(width, ' ') + "   " +
                    details(key) + "\n";
        }
        if (begun)
            text += "\n";
    }
    if (text.empty())
        throw InputError(no_topic(wanted, names));
    return text;
}

int print_keys(const std::string& wanted, bool markdown)
{
    std::fputs((markdown ? case_file_reference() : keys_text(wanted)).c_str(), stdout);
    return 0;
}

namespace {

// Which analysis takes which joint law.
std::string laws_table()
{
    std::string head = "| `analysis.type` |", rule = "|--|", conditions;
    for (const contact::Law& law : contact::all_laws()) {
        head += " `" + std::string(law.keyword()) + "` |";
        rule += "--|";
        if (!law.harmonic_condition().empty())
            conditions += (conditions.empty() ? "" : ", ") + std::string(law.keyword()) + " " +
                          std::string(law.harmonic_condition());
    }
    std::string rows;
    for (const Analysis& a : analyses())
        for (const Takes& takes : app::takes(a)) {
            rows += "| `" + std::string(type_of(a)) + "`" +
                    (takes.with.empty() ? "" : ", `" + std::string(takes.with) + "`") + " |";
            for (const contact::Law& law : contact::all_laws())
                rows += takes.law(law) ? " yes |" : " |";
            rows += "\n";
        }
    return "\n## Joint laws that an analysis takes\n\nOthers are refused. `modes` of bodies alone "
           "leave joints out; where laws are linearised, the tangent at rest counts. "
           "`forced-response`, `backbone`: " +
           conditions + ".\n\n" + head + "\n" + rule + "\n" + rows;
}

// Measure of "substructure.port.component"; a whole port counts as displacements.
Measure measure_of_address(const std::string& address)
{
    const bool with_component = std::count(address.begin(), address.end(), '.') == 2;
    return with_component ? measure_of(address.substr(address.rfind('.') + 1))
                          : Measure::displacement;
}

// Measure on which the entry of a key acts. Linear joints have separate keys for rotations.
Measure measure_of_entry(const Case& c, const std::string& key)
{
    auto is_of = [&key](const std::string& table, const auto& entry) -> bool {
        return key.starts_with(table + "." + entry.name + ".");
    };
    for (const MotionEntry& motion : c.motions)
        if (is_of("motion", motion))
            return measure_of_address(motion.on);
    for (const LoadEntry& load : c.loads)
        if (is_of("load", load))
            return measure_of_address(load.on);
    for (const JointEntry& joint : c.joints)
        if (is_of("joint", joint) && !joint.chosen->is_linear())
            return measure_of_address(joint.between.front());
    return Measure::displacement;
}

} // namespace

std::string key_unit(const std::string& key)
{
    const std::vector<io::KeyDoc> docs = docs_of(key);
    return docs.empty() ? "" : docs.front().unit;
}

std::string key_unit(const Case& c, const std::string& key)
{
    return unit_on(key_unit(key), measure_of_entry(c, key));
}

bool takes_number(const std::string& key)
{
    const std::vector<io::KeyDoc> docs = docs_of(key);
    return docs.empty() || std::any_of(docs.begin(), docs.end(),
                                       [](const io::KeyDoc& doc) -> bool { return doc.numeric; });
}

std::string given_for(const std::string& key)
{
    for (const io::KeyDoc& doc : docs_of(key))
        if (!doc.given.empty())
            return doc.given;
    return "";
}

namespace {

void write_given(io::CaseNode& node, const std::string& name,
                 const std::filesystem::path& case_file)
{
    if (auto* table = std::get_if<io::CaseNode::Table>(&node.value))
        for (auto& [key, child] : *table)
            write_given(child, name + "." + key, case_file);
    const auto* given = std::get_if<std::shared_ptr<const io::Given>>(&node.value);
    if (given == nullptr || (*given)->ending().empty())
        return;
    const std::filesystem::path file =
        case_file.parent_path() / (case_file.stem().string() + name + (*given)->ending());
    write_atomically(file, [&](const std::filesystem::path& temporary) {
        std::ofstream stream(temporary);
        if (!stream)
            throw InputError("output folder " + file.parent_path().string() + " cannot be written");
        (*given)->write(stream);
        stream.close();
        if (!stream)
            throw std::runtime_error(file.string() + ": cannot be written");
    });
    node.value = file.filename().string();
}

void move_files(io::CaseNode& node, const std::string& path, const std::filesystem::path& from,
                const std::filesystem::path& to)
{
    if (auto* table = std::get_if<io::CaseNode::Table>(&node.value)) {
        for (auto& [key, child] : *table)
            move_files(child, path.empty() ? key : path + "." + key, from, to);
    } else if (auto* items = std::get_if<io::CaseNode::Array>(&node.value)) {
        const bool entries = path.find('.') == std::string::npos; // each is one of its table
        if (!given_for(path).empty())                             // names, no files
            return;
        for (io::CaseNode& item : *items)
            move_files(item, item.is_table() ? path + (entries ? ".entry" : ".1") : path, from, to);
    } else if (auto* text = std::get_if<std::string>(&node.value)) {
        const std::vector<io::KeyDoc> docs = docs_of(path);
        if (text->empty() || std::none_of(docs.begin(), docs.end(),
                                          [](const io::KeyDoc& doc) -> bool { return doc.file; }))
            return;
        const std::filesystem::path file =
            std::filesystem::weakly_canonical(std::filesystem::absolute(from / *text));
        const std::filesystem::path below = file.lexically_relative(to);
        *text = below.empty() || *below.begin() == ".." ? file.string() : below.string();
    }
}

} // namespace

void move_case(io::CaseNode& root, const std::filesystem::path& from,
               const std::filesystem::path& to)
{
    const auto whole = [](const std::filesystem::path& folder) -> std::filesystem::path {
        return std::filesystem::weakly_canonical(std::filesystem::current_path() / folder);
    };
    if (whole(from) != whole(to))
        move_files(root, "", whole(from), whole(to));
}

void write_given(io::CaseNode& root, const std::filesystem::path& case_file)
{
    for (auto& [kind, node] : std::get<io::CaseNode::Table>(root.value))
        if (auto* entries = std::get_if<io::CaseNode::Array>(&node.value))
            for (std::size_t i = 0; i < entries->size(); ++i) {
                const io::CaseNode* name = (*entries)[i].find("name");
                const auto* text = name ? std::get_if<std::string>(&name->value) : nullptr;
                write_given((*entries)[i], "." + (text ? *text : std::to_string(i + 1)), case_file);
            }
}

namespace {

// A row of the reference, and the first part of its key.
struct KeyRow {
    std::string first, row;
};

std::vector<KeyRow> key_rows(const Topic& t)
{
    std::vector<KeyRow> rows;
    for (const io::KeyDoc& key : t.keys)
        rows.push_back({split_key(key.path).front(), "| `" + key.path + "` | " +
                                                         markdown_cell(key.help) + " | " +
                                                         markdown_cell(details(key)) + " |\n"});
    return rows;
}

const char* const key_table = "\n| key | meaning | value |\n|--|--|--|\n";

// Rows that several topics of a table have, one table for each set of topics that share them.
// @param users  names of the topics that have a row
std::string shared_keys(const std::string& table,
                        const std::map<std::string, std::vector<std::string>>& users)
{
    std::vector<std::pair<std::string, std::string>> tables; // names of topics, rows
    std::set<std::string> written;
    for (const Topic& t : topics())
        for (const KeyRow& key : t.table == table ? key_rows(t) : std::vector<KeyRow>()) {
            const std::vector<std::string>& types = users.at(key.row);
            if (types.size() < 2 || !written.insert(key.row).second)
                continue;
            const std::string names = join(types);
            auto place = std::find_if(tables.begin(), tables.end(),
                                      [&](const auto& one) -> bool { return one.first == names; });
            if (place == tables.end())
                place = tables.insert(place, {names, ""});
            place->second += key.row;
        }
    std::string text;
    for (const auto& [names, rows] : tables)
        text += "\nOf " + names + ":\n" + key_table + rows;
    return text;
}

} // namespace

std::string case_file_reference()
{
    std::string text =
        "# Case files\n\n<!-- Made by `slideway keys --markdown`; a test compares. -->\n\n";
    text += introduction;
    std::map<std::string, std::map<std::string, std::vector<std::string>>> users; // by table, rows
    for (const Topic& t : topics())
        for (const KeyRow& key : key_rows(t))
            users[t.table][key.row].push_back("`" + t.name + "`");
    std::set<std::string> begun;
    for (const Topic& t : topics()) {
        if (begun.insert(t.table).second)
            if (const std::string shared = shared_keys(t.table, users[t.table]); !shared.empty())
                text += "\n## Keys that several kinds of `" + t.table + "` share\n" + shared;
        text += "\n## `" + t.heading() + "`\n\n" + t.about + "\n";
        std::vector<std::string> shared;
        std::string rows;
        for (const KeyRow& key : key_rows(t)) {
            const std::string name = "`" + key.first + "`";
            if (users[t.table][key.row].size() < 2)
                rows += key.row;
            else if (std::find(shared.begin(), shared.end(), name) == shared.end())
                shared.push_back(name);
        }
        if (!shared.empty())
            text += "\nShared keys, explained above: " + join(shared) + ".\n";
        if (!rows.empty())
            text += key_table + rows;
    }
    return text + laws_table();
}

} // namespace slideway::app
