#include "io/case_text.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::io {

std::string in_quotes(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text)
        if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (c == '"' || c == '\\')
            result += {'\\', c};
        else
            result += c;
    return result + "\"";
}

namespace {

std::string key_text(const std::string& key)
{
    auto bare = [](char c) -> bool {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    return !key.empty() && std::all_of(key.begin(), key.end(), bare) ? key : in_quotes(key);
}

// A number that was written with a decimal point keeps it.
std::string number_in_case(double number, bool integer)
{
    if (integer)
        return number_text(number, 17);
    const std::string text = number_text(number);
    const bool whole = std::isfinite(number) && text.find_first_of(".e") == std::string::npos;
    return whole ? text + ".0" : text;
}

std::string value_text(const CaseNode& node)
{
    if (const auto* flag = std::get_if<bool>(&node.value))
        return *flag ? "true" : "false";
    if (const auto* number = std::get_if<double>(&node.value))
        return number_in_case(*number, node.integer);
    if (const auto* text = std::get_if<std::string>(&node.value))
        return in_quotes(*text);
    if (const auto* given = std::get_if<std::shared_ptr<const Given>>(&node.value))
        return (*given)->record();
    std::vector<std::string> parts;
    if (const auto* items = std::get_if<CaseNode::Array>(&node.value)) {
        for (const CaseNode& item : *items)
            parts.push_back(value_text(item));
        return "[" + join(parts) + "]";
    }
    for (const auto& [key, child] : std::get<CaseNode::Table>(node.value))
        parts.push_back(key_text(key) + " = " + value_text(child));
    return parts.empty() ? "{}" : "{ " + join(parts) + " }";
}

bool is_list_of_tables(const CaseNode& node)
{
    const auto* items = std::get_if<CaseNode::Array>(&node.value);
    return items && !items->empty() &&
           std::all_of(items->begin(), items->end(),
                       [](const CaseNode& item) -> bool { return item.is_table(); });
}

void write_table(std::string& text, const std::string& heading, const CaseNode& table)
{
    text += (text.empty() ? "" : "\n") + heading + "\n";
    const auto& keys = std::get<CaseNode::Table>(table.value);
    std::size_t width = 0;
    for (const auto& [key, child] : keys)
        width = std::max(width, key_text(key).size());
    for (const auto& [key, child] : keys) {
        std::string name = key_text(key);
        name.resize(width, ' ');
        text += name + " = " + value_text(child) + "\n";
    }
}

} // namespace

std::string case_text(const CaseNode& root)
{
    std::string text;
    const auto& tables = std::get<CaseNode::Table>(root.value);
    for (const auto& [key, child] : tables) // values of the root precede its tables
        if (!child.is_table() && !is_list_of_tables(child))
            text += key_text(key) + " = " + value_text(child) + "\n";
    for (const auto& [key, child] : tables)
        if (child.is_table())
            write_table(text, "[" + key_text(key) + "]", child);
        else if (is_list_of_tables(child))
            for (const CaseNode& entry : std::get<CaseNode::Array>(child.value))
                write_table(text, "[[" + key_text(key) + "]]", entry);
    return text;
}

} // namespace slideway::io
