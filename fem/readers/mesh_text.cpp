#include "fem/readers/mesh_text.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <unordered_set>

namespace slideway::fem {

namespace {

std::ifstream opened(const std::filesystem::path& file)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored) ? std::ifstream(file) : std::ifstream();
}

bool blank(char c)
{
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

} // namespace

MeshLines::MeshLines(const std::filesystem::path& file)
{
    files_.push_back(file);
    open_.push_back({open_input(file), {0, 0}});
}

bool MeshLines::next()
{
    if (again_) {
        again_ = false;
        return true;
    }
    while (!open_.empty()) {
        Open& innermost = open_.back();
        if (std::getline(innermost.stream, text_)) {
            ++innermost.place.line;
            place_ = innermost.place;
            if (!text_.empty() && text_.back() == '\r')
                text_.pop_back();
            if (place_.line == 1 && text_.starts_with("\xEF\xBB\xBF")) // mark of UTF-8
                text_.erase(0, 3);
            return true;
        }
        open_.pop_back();
    }
    return false;
}

void MeshLines::include(const std::string& file)
{
    if (open_.size() > 20)
        refuse("include of \"" + file + "\"; files are nested deeper than 20");
    const auto beside = files_[static_cast<std::size_t>(place_.file)].parent_path() / file;
    for (const auto& path : {beside, files_.front().parent_path() / file})
        if (std::ifstream stream = opened(path); stream.is_open()) {
            files_.push_back(path);
            open_.push_back({std::move(stream), {static_cast<int>(files_.size()) - 1, 0}});
            return;
        }
    refuse("include of \"" + file + "\"; no such file, or it cannot be read");
}

std::vector<std::string> MeshLines::include_notes() const
{
    std::vector<std::string> notes;
    for (std::size_t i = 1; i < files_.size(); ++i)
        notes.push_back("reads " + files_[i].string() + " too");
    return notes;
}

std::string MeshLines::text_of(MeshPlace place) const
{
    return files_[static_cast<std::size_t>(place.file)].string() + ":" + std::to_string(place.line);
}

void MeshLines::refuse(MeshPlace place, const std::string& message) const
{
    throw InputError(text_of(place) + ": " + message);
}

void Skipped::add(const std::string& name, MeshPlace place)
{
    auto [at, added] = names_.try_emplace(name, place, 0);
    ++at->second.second;
    if (added)
        order_.push_back(name);
}

std::vector<std::string> Skipped::notes(const MeshLines& lines) const
{
    std::vector<std::string> notes;
    for (const std::string& name : order_) {
        const auto& [place, count] = names_.at(name);
        notes.push_back(lines.text_of(place) + ": " + name +
                        (count > 1 ? " (" + std::to_string(count) + " times)" : "") + "; not read");
    }
    return notes;
}

void MeshProperty::add(const std::string& what, std::string_view text)
{
    if (!trimmed(text).empty())
        values.push_back(what + " " + std::string(trimmed(text).substr(0, 24)));
}

std::string property_note(const MeshLines& lines, const std::vector<MeshProperty>& properties,
                          const std::string& one, const std::string& many,
                          const std::string& instead)
{
    if (properties.empty())
        return "";
    constexpr std::size_t most = 4; // number of properties listed
    std::string text = lines.text_of(properties.front().place) + ": " +
                       std::to_string(properties.size()) + " " +
                       (properties.size() == 1 ? one : many) + ": ";
    for (std::size_t k = 0; k < std::min(most, properties.size()); ++k)
        text += (k == 0 ? "" : "; ") + properties[k].name.substr(0, 30) +
                (properties[k].values.empty() ? "" : " (" + join(properties[k].values) + ")");
    return text + (properties.size() > most ? "; ..." : "") + "; not read: " + instead;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::string upper(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) -> char { return static_cast<char>(std::toupper(c)); });
    return result;
}

std::vector<std::string> comma_fields(std::string_view text)
{
    std::vector<std::string> fields;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            quoted = !quoted;
        if (text[i] == ',' && !quoted) {
            fields.emplace_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    if (const auto last = trimmed(text.substr(begin)); !last.empty())
        fields.emplace_back(last);
    return fields;
}

std::vector<std::string> blank_fields(std::string_view text)
{
    std::vector<std::string> fields;
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
        const auto end = std::find_if(text.begin(), text.end(), blank);
        fields.emplace_back(text.begin(), end);
        text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    }
    return fields;
}

std::size_t whole_number(const MeshLines& lines, std::string_view text, const std::string& what)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value == 0)
        lines.refuse(what + " \"" + std::string(text) + "\"; expected a whole number > 0");
    return value;
}

double real_number(const MeshLines& lines, std::string_view text, const std::string& what)
{
    std::string plain(text);
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
    const char* begin = plain.data() + (plain.starts_with('+') ? 1 : 0);
    double value = 0;
    const auto [end, error] = std::from_chars(begin, plain.data() + plain.size(), value);
    if (error != std::errc() || end != plain.data() + plain.size() || !std::isfinite(value))
        lines.refuse(what + " \"" + std::string(text) + "\"; expected a number");
    return value;
}

SideCount count_sides(const std::vector<FileElement>& elements)
{
    SideCount sides;
    for (const FileElement& element : elements) {
        const std::size_t n =
            element.nodes.size() > 4 ? element.nodes.size() / 2 : element.nodes.size();
        for (std::size_t i = 0; i < n; ++i)
            ++sides[std::minmax({element.nodes[i], element.nodes[(i + 1) % n]})];
    }
    return sides;
}

bool is_side(const SideCount& sides, std::size_t a, std::size_t b)
{
    return sides.contains({std::min(a, b), std::max(a, b)});
}

void note_lines(const MeshLines& lines, MeshPlace place, std::size_t count, FileMesh& mesh)
{
    if (count > 0)
        mesh.notes.push_back(lines.text_of(place) + ": " + std::to_string(count) +
                             " line elements are sides of groups, without stiffness or mass");
}

void note_unused_nodes(FileMesh& mesh)
{
    std::unordered_set<std::size_t> used;
    for (const FileElement& element : mesh.elements)
        used.insert(element.nodes.begin(), element.nodes.end());
    std::size_t count = 0, first = 0;
    for (const auto& [tag, x] : mesh.X)
        if (!used.contains(tag) && (count++ == 0 || tag < first))
            first = tag;
    if (count == 0 || used.empty())
        return;
    const auto& x = mesh.X.at(first);
    mesh.notes.push_back(std::to_string(count) + (count == 1 ? " node belongs" : " nodes belong") +
                         " to no " + (mesh.dimension == 3 ? "solid" : "plane") + " element and " +
                         (count == 1 ? "is" : "are") + " left out, the first " +
                         std::to_string(first) + " at (" + number_text(x[0], 6) + ", " +
                         number_text(x[1], 6) + ", " + number_text(x[2], 6) + ")");
}

void add_named(std::vector<NamedGroup> groups, FileMesh& mesh)
{
    std::set<std::string> taken;
    for (const FileGroup& group : mesh.groups)
        taken.insert(group.name);
    for (auto& [group, ending] : groups) {
        const std::string name = group.name;
        while (!taken.insert(group.name).second)
            group.name += ending;
        if (group.name != name)
            mesh.notes.push_back("name \"" + name + "\" is used twice; one group is \"" +
                                 group.name + "\"");
        mesh.groups.push_back(std::move(group));
    }
}

} // namespace slideway::fem
