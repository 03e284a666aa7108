#include "io/case_node.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/key_path.hpp"
#include "base/override.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

namespace slideway::io {

namespace {

SourceLine line_of(const toml::node& node, const std::string& file)
{
    return {file, static_cast<int>(node.source().begin.line)};
}

constexpr int max_depth = 64;
constexpr double most_bytes = 64e6; // limit for a case file; toml++ takes about 50 times as much

[[noreturn]] void refuse_depth(const SourceLine& where)
{
    throw InputError(where, "tables nested more than " + std::to_string(max_depth) + " deep");
}

// Refuses deep nesting. toml++ follows nested values and dotted keys, a.a.a.a..., by recursion, but
// limits only nested values. This function counts brackets and dots outside texts and comments.
void refuse_depth(const std::string& text, const std::string& file)
{
    int line = 1, brackets = 0, dots = 0;
    std::string closing; // delimiter that ends the text or comment at `position`
    for (std::size_t position = 0; position < text.size(); ++position) {
        const char c = text[position];
        line += c == '\n' ? 1 : 0;
        if (!closing.empty()) {
            if (c == '\\' && closing.front() == '"')
                line += text.compare(++position, 1, "\n") == 0 ? 1 : 0;
            else if (text.compare(position, closing.size(), closing) == 0 ||
                     (c == '\n' && closing.size() == 1)) {
                position += closing.size() - 1;
                closing.clear();
            }
            continue;
        }
        if (c == '#') {
            closing = "\n";
        } else if (c == '"' || c == '\'') {
            closing.assign(text.compare(position, 3, std::string(3, c)) == 0 ? 3 : 1, c);
            position += closing.size() - 1;
        } else if (c == '[' || c == '{') {
            ++brackets;
        } else if (c == ']' || c == '}') {
            --brackets;
        }
        if (c == '.')
            ++dots;
        else if (c == '=' || c == ',' || c == '\n' || c == '#' || c == '{' || c == '[')
            dots = 0;
        if (std::max(brackets, dots) > max_depth)
            refuse_depth({file, line});
    }
}

CaseNode convert(const toml::node& node, const std::string& file, const std::string& path,
                 int depth)
{
    CaseNode result;
    result.where = line_of(node, file);
    if (depth > max_depth)
        refuse_depth(result.where);
    if (const auto* table = node.as_table()) {
        // toml++ sorts keys alphabetically; messages and copies follow the order of the file.
        std::vector<std::pair<std::string, const toml::node*>> in_order;
        for (const auto& [key, child] : *table) {
            if (const std::string control = control_character(key.str()); !control.empty())
                throw InputError(line_of(child, file), "a key holds " + control +
                                                           "; keys and names are without control "
                                                           "characters");
            in_order.emplace_back(key.str(), &child);
        }
        std::stable_sort(
            in_order.begin(), in_order.end(), [](const auto& a, const auto& b) -> bool {
                const auto &x = a.second->source().begin, &y = b.second->source().begin;
                return std::tie(x.line, x.column) < std::tie(y.line, y.column);
            });
        CaseNode::Table children;
        for (const auto& [key, child] : in_order)
            children.emplace_back(
                key, convert(*child, file, path.empty() ? key : path + "." + key, depth + 1));
        result.value = std::move(children);
    } else if (const auto* array = node.as_array()) {
        CaseNode::Array items;
        for (const toml::node& item : *array)
            items.push_back(convert(item, file, path, depth + 1));
        result.value = std::move(items);
    } else if (const auto* text = node.as_string()) {
        result.value = text->get();
        if (!control_character(text->get(), true).empty())
            throw InputError(result.where, path, result.text(),
                             "expected a text without control characters");
    } else if (const auto* integer = node.as_integer()) {
        result.value = static_cast<double>(integer->get());
        result.integer = true;
    } else if (const auto* number = node.as_floating_point()) {
        result.value = number->get();
    } else if (const auto* flag = node.as_boolean()) {
        result.value = flag->get();
    } else {
        throw InputError(result.where, path +
                                           " is a date or time; expected a number, text, true or "
                                           "false, list or table");
    }
    return result;
}

// Returns the description of an error. toml++ garbles quoted keys when it reports a repeated one.
std::string description(const toml::parse_error& error, const std::string& text)
{
    const std::string as_is(error.description());
    if (as_is.find("cannot redefine existing") == std::string::npos)
        return as_is;
    std::istringstream lines(text);
    std::string line;
    for (toml::source_index k = 0; k < error.source().begin.line; ++k)
        std::getline(lines, line);
    // The error position is behind the second `key =`, or at the header of a table.
    std::string key = line.substr(0, error.source().begin.column - 1);
    if (const auto equals = key.rfind('='); equals != std::string::npos)
        key.erase(equals);
    else
        key = line;
    key.erase(0, std::min(key.find_last_of("{,") + 1, key.size()));
    key.erase(0, std::min(key.find_first_not_of(" \t"), key.size()));
    key.erase(key.find_last_not_of(" \t\r") + 1);
    return key + " is given twice";
}

// Parses a text. The caller determines the faulty key; a parse error has its own place.
CaseNode parse(const std::string& text, const std::string& name)
{
    refuse_depth(text, name);
    try {
        return convert(toml::parse(text, name), name, "", 0);
    } catch (const toml::parse_error& error) {
        const auto& place = error.source().begin;
        throw InputError(
            {name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column), 0},
            "not valid TOML: " + description(error, text));
    }
}

std::string trimmed(const std::string& text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos)
        return "";
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

const std::string* text_of(const CaseNode& entry, const std::string& key)
{
    const CaseNode* node = entry.find(key);
    return node ? std::get_if<std::string>(&node->value) : nullptr;
}

const std::string* name_of(const CaseNode& entry)
{
    return text_of(entry, "name");
}

template <class Entries> // const or not
auto* entry_named(Entries& entries, const std::string& name)
{
    const auto it =
        std::find_if(entries.begin(), entries.end(), [&name](const CaseNode& e) -> bool {
            const std::string* own = name_of(e);
            return own && *own == name;
        });
    return it == entries.end() ? nullptr : &*it;
}

// Returns the entry without a name at a position, "1" for the first; null if there is none.
template <class Entries>
auto* entry_at(Entries& entries, const std::string& place)
{
    const bool number = place.size() < 10 && place.front() != '0' &&
                        std::all_of(place.begin(), place.end(),
                                    [](char c) -> bool { return c >= '0' && c <= '9'; });
    const std::size_t k = number ? std::stoul(place) : 0;
    const bool there = k >= 1 && k <= entries.size() && !name_of(entries[k - 1]);
    return there ? &entries[k - 1] : nullptr;
}

std::vector<std::string> names_of(const CaseNode::Array& entries)
{
    std::vector<std::string> names;
    for (const CaseNode& entry : entries)
        if (const std::string* name = name_of(entry))
            names.push_back(*name);
    return names;
}

// Returns the value of `key` that `entry` inherits from the entries that it copies; null if none.
const CaseNode* inherited(const CaseNode::Array& entries, const CaseNode& entry,
                          const std::string& key)
{
    const CaseNode* node = &entry;
    for (std::size_t step = 0; node && step <= entries.size(); ++step) { // the limit ends a circle
        if (const CaseNode* child = node->find(key))
            return child;
        const std::string* like = text_of(*node, "like");
        node = like ? entry_named(entries, *like) : nullptr;
    }
    return nullptr;
}

// Puts a text in quotation marks as in TOML.
std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text)
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else
            result += c;
    return printable(result + "\"");
}

bool array_of_tables(const CaseNode& node)
{
    const auto* items = std::get_if<CaseNode::Array>(&node.value);
    return items && !items->empty() &&
           std::all_of(items->begin(), items->end(),
                       [](const CaseNode& n) -> bool { return n.is_table(); });
}

void relocate(CaseNode& node, const SourceLine& where)
{
    node.where = where;
    if (auto* table = std::get_if<CaseNode::Table>(&node.value))
        for (auto& [key, child] : *table)
            relocate(child, where);
    if (auto* array = std::get_if<CaseNode::Array>(&node.value))
        for (CaseNode& child : *array)
            relocate(child, where);
}

constexpr const char* expected_assignment =
    "expected KEY=VALUE, e.g. contact.rub.friction=0.1; a part with a dot in quotation marks: "
    "analysis.start.displacement.\"body.port.x\"=0.1";

} // namespace

const CaseNode* CaseNode::find(const std::string& key) const
{
    if (const auto* table = std::get_if<Table>(&value))
        for (const auto& [name, child] : *table)
            if (name == key)
                return &child;
    return nullptr;
}

CaseNode* CaseNode::find(const std::string& key)
{
    return const_cast<CaseNode*>(std::as_const(*this).find(key));
}

std::string CaseNode::text() const
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto* number = std::get_if<double>(&value)) // 3000000000 rather than 3e+09
        return integer ? number_text(*number, 17) : number_text(*number);
    if (const auto* string = std::get_if<std::string>(&value))
        return quoted(*string);
    if (const auto* given = std::get_if<std::shared_ptr<const Given>>(&value))
        return (*given)->text();
    std::vector<std::string> parts;
    if (const auto* array = std::get_if<Array>(&value)) {
        for (const CaseNode& item : *array)
            parts.push_back(item.text());
        return "[" + join(parts) + "]";
    }
    for (const auto& [key, child] : std::get<Table>(value))
        parts.push_back(key + " = " + child.text());
    return "{ " + join(parts) + " }";
}

std::string read_case_text(const std::filesystem::path& file)
{
    std::ifstream stream = open_input(file, most_bytes);
    return {std::istreambuf_iterator<char>(stream), {}};
}

CaseNode parse_case_file(const std::filesystem::path& file)
{
    return parse(read_case_text(file), file.string());
}

CaseNode parse_case_text(const std::string& text, const std::string& name)
{
    return parse(text, name);
}

void set_override(CaseNode& root, const std::string& assignment)
{
    const SourceLine where = override_line(assignment);
    const auto equals = find_unquoted(assignment, "=");
    const std::string key = override_key(assignment);
    if (equals == std::string::npos || key.empty())
        throw InputError(where, expected_assignment);
    const std::string text = trimmed(assignment.substr(equals + 1));
    if (const std::string control = control_character(assignment, true); !control.empty())
        throw InputError(where, "holds " + control + "; expected text without control characters");

    CaseNode value{where, text, false}; // plain word unless it is a TOML value
    try {
        const CaseNode parsed = parse("x = " + text, where.file);
        if (std::get<CaseNode::Table>(parsed.value).size() == 1)
            value = *parsed.find("x");
    } catch (const InputError&) {
    }
    relocate(value, where);
    set_value(root, key, value);
}

const CaseNode* find_value(const CaseNode& root, const std::string& key)
{
    const CaseNode* node = &root;
    for (const std::string& part : split_key(key)) {
        if (const auto* entries = std::get_if<CaseNode::Array>(&node->value)) {
            const CaseNode* named = entry_named(*entries, part);
            node = named ? named : entry_at(*entries, part);
        } else {
            node = node->find(part);
        }
        if (!node)
            return nullptr;
    }
    return node;
}

void set_value(CaseNode& root, const std::string& key, const CaseNode& value)
{
    const SourceLine& where = value.where;
    CaseNode* node = &root;
    const CaseNode::Array* siblings = nullptr; // entries around node, if it has a name
    const std::vector<std::string> parts = split_key(key);
    if (parts.size() > max_depth)
        refuse_depth(where);
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::string& part = parts[k];
        if (part.empty())
            throw InputError(where, expected_assignment);
        const bool last = k + 1 == parts.size();
        auto* entries = std::get_if<CaseNode::Array>(&node->value);
        if (entries && !entries->empty()) {
            CaseNode* found = entry_named(*entries, part);
            if (!found)
                found = entry_at(*entries, part);
            const std::vector<std::string> names = names_of(*entries);
            if (!found && !names.empty())
                throw InputError(where, "no entry named " + part + " in " + parts[k - 1] +
                                            name_hint(part, names));
            if (!found)
                throw InputError(where, "no entry " + part + " in " + parts[k - 1] +
                                            "; allowed: 1 to " + std::to_string(entries->size()));
            if (last && found->is_table())
                throw InputError(where,
                                 "addresses the whole entry " + part + "; name one of its keys");
            if (last)
                *found = value;
            node = found;
            siblings = found->is_table() ? entries : nullptr;
            continue;
        }
        auto* table = std::get_if<CaseNode::Table>(&node->value);
        if (!table)
            throw InputError(where, parts[k - 1] + " = " + node->text() + " has no keys below it");
        CaseNode* child = node->find(part);
        if (!child) {
            // If one key of a table from `like` is set, the other keys remain.
            const CaseNode* copied =
                siblings && !last ? inherited(*siblings, *node, part) : nullptr;
            CaseNode added = copied ? *copied : CaseNode{where, CaseNode::Table{}, false};
            table->emplace_back(part, std::move(added));
            child = &table->back().second;
        }
        if (last)
            *child = value;
        node = child;
        siblings = nullptr;
    }
}

void resolve_likes(CaseNode& root)
{
    auto* tables = std::get_if<CaseNode::Table>(&root.value);
    if (!tables)
        return;
    for (auto& [kind, node] : *tables) {
        if (!array_of_tables(node))
            continue;
        auto& entries = std::get<CaseNode::Array>(node.value);
        const auto key_of = [&table = kind](const CaseNode& entry, const char* key) -> std::string {
            const std::string* name = name_of(entry);
            return table + (name ? "." + *name : "") + "." + key;
        };
        std::map<std::string, std::size_t> by_name;
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (const std::string* name = name_of(entries[i])) {
                const auto [it, added] = by_name.emplace(*name, i);
                if (!added)
                    throw InputError(entries[i].find("name")->where,
                                     kind + ".name = \"" + *name + "\"; already used at " +
                                         entries[it->second].find("name")->where.text());
            }

        // An entry is resolved after the one it copies. More rounds than entries mean a circle.
        std::set<std::size_t> pending;
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (entries[i].find("like"))
                pending.insert(i);
        while (!pending.empty()) {
            bool progress = false;
            for (const std::size_t i : std::vector<std::size_t>(pending.begin(), pending.end())) {
                const CaseNode like = *entries[i].find("like");
                const auto* source = std::get_if<std::string>(&like.value);
                const auto found = source ? by_name.find(*source) : by_name.end();
                if (found == by_name.end())
                    throw InputError(like.where, key_of(entries[i], "like"), like.text(),
                                     "no entry of that name" +
                                         name_hint(source ? *source : "", names_of(entries)));
                if (pending.contains(found->second))
                    continue;
                CaseNode::Table merged;
                for (const auto& [key, child] :
                     std::get<CaseNode::Table>(entries[found->second].value))
                    if (key != "name" && !entries[i].find(key))
                        merged.emplace_back(key, child);
                for (auto& pair : std::get<CaseNode::Table>(entries[i].value))
                    merged.push_back(std::move(pair));
                entries[i].value = std::move(merged);
                pending.erase(i);
                progress = true;
            }
            if (!progress) {
                const CaseNode& entry = entries[*pending.begin()];
                const CaseNode& like = *entry.find("like");
                throw InputError(like.where, key_of(entry, "like"), like.text(),
                                 "entries copy each other in a circle");
            }
        }
    }
}

} // namespace slideway::io
