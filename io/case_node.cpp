#include "io/case_node.hpp"

#include "base/text.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace slideway::io {

namespace {

SourceLine line_of(const toml::node& node, const std::string& file)
{
    return {file, static_cast<int>(node.source().begin.line)};
}

CaseNode convert(const toml::node& node, const std::string& file)
{
    CaseNode result;
    result.where = line_of(node, file);
    if (const auto* table = node.as_table()) {
        CaseNode::Table children;
        for (const auto& [key, child] : *table)
            children.emplace_back(std::string(key.str()), convert(child, file));
        // toml++ keeps keys in alphabetical order; messages and copies should follow the file.
        std::stable_sort(children.begin(), children.end(), [](const auto& a, const auto& b) -> bool {
            return a.second.where.line < b.second.where.line;
        });
        result.value = std::move(children);
    } else if (const auto* array = node.as_array()) {
        CaseNode::Array items;
        for (const toml::node& item : *array)
            items.push_back(convert(item, file));
        result.value = std::move(items);
    } else if (const auto* text = node.as_string()) {
        result.value = text->get();
    } else if (const auto* integer = node.as_integer()) {
        result.value = static_cast<double>(integer->get());
        result.integer = true;
    } else if (const auto* number = node.as_floating_point()) {
        result.value = number->get();
    } else if (const auto* flag = node.as_boolean()) {
        result.value = flag->get();
    } else {
        throw InputError(result.where, "dates and times have no meaning in a case file");
    }
    return result;
}

// The key part that is at fault is found by whoever reads; a parse error has its own place.
CaseNode parse(const std::string& text, const std::string& name)
{
    try {
        return convert(toml::parse(text, name), name);
    } catch (const toml::parse_error& error) {
        const auto& at = error.source().begin;
        throw InputError({name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column), 0},
                         "not valid TOML: " + std::string(error.description()));
    }
}

std::vector<std::string> split_key(const std::string& key)
{
    std::vector<std::string> parts;
    std::stringstream stream(key);
    for (std::string part; std::getline(stream, part, '.');)
        parts.push_back(part);
    return parts;
}

std::string trimmed(const std::string& text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos)
        return "";
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

const std::string* name_of(const CaseNode& entry)
{
    const CaseNode* name = entry.find("name");
    return name ? std::get_if<std::string>(&name->value) : nullptr;
}

bool array_of_tables(const CaseNode& node)
{
    const auto* items = std::get_if<CaseNode::Array>(&node.value);
    return items && !items->empty() &&
           std::all_of(items->begin(), items->end(), [](const CaseNode& n) -> bool { return n.is_table(); });
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
    if (const auto* number = std::get_if<double>(&value))
        return number_text(*number);
    if (const auto* string = std::get_if<std::string>(&value))
        return "\"" + *string + "\"";
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

CaseNode parse_case_file(const std::filesystem::path& file)
{
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        throw InputError({file.string(), 0}, "no such file");
    std::ifstream stream(file);
    std::stringstream text;
    if (std::filesystem::is_directory(file, error) || !stream || !(text << stream.rdbuf()))
        throw InputError({file.string(), 0}, "cannot be read");
    return parse(text.str(), file.string());
}

CaseNode parse_case_text(const std::string& text, const std::string& name)
{
    return parse(text, name);
}

void set_override(CaseNode& root, const std::string& assignment)
{
    const SourceLine where{"--set " + assignment, 0};
    const auto equals = assignment.find('=');
    const std::string key = trimmed(assignment.substr(0, equals));
    if (equals == std::string::npos || key.empty())
        throw InputError(where, "expected KEY=VALUE, e.g. contact.rub.friction=0.1");
    const std::string text = trimmed(assignment.substr(equals + 1));

    CaseNode value;
    try {
        value = *parse("x = " + text, where.file).find("x");
    } catch (const InputError&) {
        value.value = text; // a plain word
    }
    relocate(value, where);

    CaseNode* node = &root;
    const std::vector<std::string> parts = split_key(key);
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::string& part = parts[k];
        if (part.empty())
            throw InputError(where, "expected KEY=VALUE, e.g. contact.rub.friction=0.1");
        const bool last = k + 1 == parts.size();
        if (array_of_tables(*node)) {
            auto& entries = std::get<CaseNode::Array>(node->value);
            std::vector<std::string> names;
            CaseNode* found = nullptr;
            for (CaseNode& entry : entries)
                if (const std::string* name = name_of(entry)) {
                    names.push_back(*name);
                    if (*name == part)
                        found = &entry;
                }
            if (!found)
                throw InputError(where, "no entry named " + part + " in " + parts[k - 1] +
                                            name_hint(part, names));
            if (last)
                throw InputError(where, "addresses the whole entry " + part + "; name one of its keys");
            node = found;
            continue;
        }
        auto* table = std::get_if<CaseNode::Table>(&node->value);
        if (!table)
            throw InputError(where, parts[k - 1] + " = " + node->text() + " has no keys below it");
        CaseNode* child = node->find(part);
        if (!child) {
            table->emplace_back(part, CaseNode{where, CaseNode::Table{}, false});
            child = &table->back().second;
        }
        if (last)
            *child = value;
        node = child;
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
        std::map<std::string, std::size_t> by_name;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (const std::string* name = name_of(entries[i])) {
                const auto [it, added] = by_name.emplace(*name, i);
                if (!added)
                    throw InputError(entries[i].find("name")->where,
                                     kind + ".name = \"" + *name + "\"; already used at " +
                                         entries[it->second].find("name")->where.text());
                names.push_back(*name);
            }

        // An entry is resolved after the one it copies; more rounds than entries mean a circle.
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
                    throw InputError(like.where, kind + ".like = " + like.text() +
                                                     "; no entry of that name" +
                                                     name_hint(source ? *source : "", names));
                if (pending.contains(found->second))
                    continue;
                CaseNode::Table merged;
                for (const auto& [key, child] : std::get<CaseNode::Table>(entries[found->second].value))
                    if (!entries[i].find(key))
                        merged.emplace_back(key, child);
                for (auto& pair : std::get<CaseNode::Table>(entries[i].value))
                    merged.push_back(std::move(pair));
                entries[i].value = std::move(merged);
                pending.erase(i);
                progress = true;
            }
            if (!progress) {
                const CaseNode& like = *entries[*pending.begin()].find("like");
                throw InputError(like.where, kind + ".like = " + like.text() +
                                                 "; entries copy each other in a circle");
            }
        }
    }
}

} // namespace slideway::io
