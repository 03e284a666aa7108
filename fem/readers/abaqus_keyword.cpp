#include "fem/readers/abaqus_keyword.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace slideway::fem {

namespace {

// Goes to the next line that is neither a comment nor blank.
bool next_line(MeshLines& lines)
{
    while (lines.next())
        if (!lines.text().starts_with("**") && !trimmed(lines.text()).empty())
            return true;
    return false;
}

// Reads the keyword of this line and of those that continue it.
AbaqusKeyword keyword_here(MeshLines& lines)
{
    AbaqusKeyword keyword;
    keyword.place = lines.place();
    std::string text(trimmed(lines.text()));
    while (text.ends_with(',') && next_line(lines)) { // a keyword line continues after a comma
        if (lines.text().starts_with("*")) {
            lines.back();
            break;
        }
        text += trimmed(lines.text());
    }
    const std::vector<std::string> fields = comma_fields(text.substr(1));
    keyword.name = join(blank_fields(upper(fields.empty() ? "" : fields.front())), " ");
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const auto equals = fields[i].find('=');
        const std::string name = upper(trimmed(fields[i].substr(0, equals)));
        keyword.parameters.emplace_back(
            name, equals == std::string::npos
                      ? ""
                      : unquoted(std::string(trimmed(fields[i].substr(equals + 1)))));
    }
    return keyword;
}

} // namespace

std::string unquoted(const std::string& text)
{
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        return text.substr(1, text.size() - 2);
    return text;
}

bool next_data(MeshLines& lines)
{
    while (next_line(lines)) {
        if (!lines.text().starts_with("*"))
            return true;
        if (!upper(lines.text()).starts_with("*INCLUDE")) {
            lines.back();
            return false;
        }
        const AbaqusKeyword include = keyword_here(lines);
        lines.include(needed(lines, include, "INPUT"));
    }
    return false;
}

bool next_keyword(MeshLines& lines, AbaqusKeyword& keyword)
{
    if (!next_line(lines))
        return false;
    if (!lines.text().starts_with("*"))
        lines.refuse("data before the first keyword; a keyword begins with *");
    keyword = keyword_here(lines);
    return true;
}

void refuse(const MeshLines& lines, const AbaqusKeyword& keyword, const std::string& message)
{
    lines.refuse(keyword.place, "keyword *" + keyword.name + message);
}

void allow(const MeshLines& lines, const AbaqusKeyword& keyword,
           const std::vector<std::string>& allowed)
{
    for (const auto& [name, value] : keyword.parameters)
        if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
            refuse(lines, keyword,
                   ", parameter " + name + "; not supported. Allowed: " + join(allowed));
}

std::string needed(const MeshLines& lines, const AbaqusKeyword& keyword,
                   const std::string& parameter)
{
    if (keyword.value(parameter).empty())
        refuse(lines, keyword, "; needs " + parameter + "=");
    return keyword.value(parameter);
}

} // namespace slideway::fem
