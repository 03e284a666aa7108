#include "tests/app/change.hpp"

#include "tests/io/scratch_folder.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace slideway::test {

namespace {

// Texts between separators.
std::vector<std::string> parts(const std::string& text, const std::string& separator)
{
    std::vector<std::string> all;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find(separator, begin)) != std::string::npos;
         begin = end + separator.size())
        all.push_back(text.substr(begin, end - begin));
    all.push_back(text.substr(begin));
    return all;
}

std::string with_new_lines(std::string text)
{
    for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos; ++at)
        text.replace(at, 2, "\n");
    return text;
}

constexpr auto none = std::string::npos;

// Position of the first line of a key in [begin, end), or `none`; spaces before "=" do not count.
std::size_t line_of_key(const std::string& text, const std::string& key, std::size_t begin,
                        std::size_t end)
{
    for (std::size_t at = begin; at < end; at = text.find('\n', at) + 1) {
        const bool found = text.compare(at, key.size(), key) == 0;
        const std::size_t equals = found ? text.find_first_not_of(' ', at + key.size()) : none;
        if (equals != none && text[equals] == '=')
            return at;
        if (text.find('\n', at) == none)
            break;
    }
    return none;
}

// Length of the line at a position, without its end.
std::size_t line_size(const std::string& text, std::size_t at)
{
    return std::min(text.find('\n', at), text.size()) - at;
}

int line_at(const std::string& text, std::size_t at)
{
    return 1 + static_cast<int>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// Position that has been found.
std::size_t found(std::size_t at, const std::string& what)
{
    if (at == none)
        throw std::logic_error("no \"" + what + "\" in the text");
    return at;
}

ChangedText replaced_at(std::string text, std::size_t at, std::size_t size, const std::string& by)
{
    std::size_t same = 0; // the change begins behind it
    while (same < std::min(size, by.size()) && text[at + same] == by[same])
        ++same;
    while (same < by.size() && by[same] == '\n')
        ++same;
    text.replace(at, size, by);
    return {text, line_at(text, at + same)};
}

// Part of a change "KEY = VALUE" before " =".
std::string key_of(const std::string& line)
{
    return line.substr(0, found(line.find(" ="), line + " = "));
}

bool removes(const std::string& line)
{
    return line.ends_with(" =");
}

ChangedText with_line(const std::string& text, std::size_t at, const std::string& line)
{
    const std::size_t size = line_size(text, at);
    if (removes(line))
        return replaced_at(text, at, std::min(size + 1, text.size() - at), "");
    return {replaced_at(text, at, size, line).text, line_at(text, at)};
}

ChangedText change_table(const std::string& text, const std::string& change)
{
    const std::size_t end_of_header = found(change.find("] "), change) + 1;
    const std::string header = change.substr(0, end_of_header);
    const std::size_t begin = found(("\n" + text).find("\n" + header + "\n"), header);
    const auto end = [&](const std::string& in) -> std::size_t {
        return std::min(in.find("\n[", begin), in.size() - 1) + 1;
    };
    if (change.substr(end_of_header) == " =")
        return replaced_at(text, begin, end(text) - begin, "");
    ChangedText result{text};
    std::size_t below = begin + header.size() + 1;
    for (const std::string& line : parts(change.substr(end_of_header + 1), "\n")) {
        const std::size_t at = line_of_key(result.text, key_of(line), below, end(result.text));
        const std::size_t above = line_of_key(result.text, key_of(line), begin, below);
        if (at != none || above != none) {
            result = with_line(result.text, std::min(at, above), line);
            continue;
        }
        if (removes(line))
            found(none, header + " " + line);
        result = {result.text.insert(below, line + "\n"), line_at(result.text, below)};
        below += line.size() + 1;
    }
    return result;
}

ChangedText change_once(const std::string& text, const std::string& change)
{
    if (change.starts_with("+ "))
        return replaced_at(text, text.size(), 0, change.substr(2) + "\n");
    const std::string arrow = " -> ";
    if (const auto at = change.find(arrow); at != none) {
        const std::string from = change.substr(0, at);
        return replaced_at(text, found(text.find(from), from), from.size(),
                           change.substr(at + arrow.size()));
    }
    if (change.starts_with('['))
        return change_table(text, change);
    const std::string key = key_of(change);
    return with_line(text, found(line_of_key(text, key, 0, text.size()), key + " ="), change);
}

} // namespace

std::string with_body(const std::string& text)
{
    const std::string head = "# body = ";
    if (!text.starts_with(head))
        return text;
    const auto end = text.find('\n');
    const std::string body = model(text.substr(head.size(), end - head.size()));
    return body.substr(0, body.find("[analysis]")) + text.substr(end + 1);
}

std::string model(const std::string& name)
{
    if (name.empty())
        return "";
    const std::filesystem::path root = source_dir();
    for (const char* folder : {"tests/app/models", "cases"})
        if (const auto file = root / folder / (name + ".toml"); std::filesystem::exists(file))
            return with_body(io::file_text(file));
    throw std::logic_error("no model " + name);
}

ChangedText change(const std::string& text, const std::string& change)
{
    ChangedText result{text};
    for (const std::string& part : parts(change, " && "))
        result = change_once(result.text, with_new_lines(part));
    return result;
}

std::string changed(std::string text, const std::vector<std::string>& changes)
{
    for (const std::string& one : changes)
        text = change(text, one).text;
    return text;
}

} // namespace slideway::test
