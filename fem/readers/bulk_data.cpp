#include "fem/readers/bulk_data.hpp"

#include "fem/readers/fortran_number.hpp"
#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <charconv>

namespace slideway::fem {

namespace {

constexpr std::size_t shown = 40;                // characters of a field in messages
constexpr std::size_t most_members = 20'000'000; // of a list with THRU

std::string_view unpadded(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

} // namespace

bool split(std::string_view text, BulkLine& line)
{
    text = text.substr(0, text.find('$'));
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    if (text.empty())
        return false;
    const auto comma = text.find(',');
    std::string_view head = unpadded(text.substr(0, std::min<std::size_t>(8, comma)));
    const bool large = head.starts_with('*') || head.ends_with('*');
    line.continues = head.empty() || head.front() == '*' || head.front() == '+';
    if (head.ends_with('*'))
        head = unpadded(head.substr(0, head.size() - 1));
    line.head = line.continues ? "" : upper(head);
    line.count = large ? 4 : 8;
    line.in_columns = comma == std::string_view::npos;
    line.field.fill({});
    if (line.in_columns) {
        const std::size_t width = large ? 16 : 8;
        for (std::size_t i = 0; i < line.count && 8 + i * width < text.size(); ++i)
            line.field[i] = unpadded(text.substr(8 + i * width, width));
        return true;
    }
    std::size_t begin = comma + 1;
    for (std::size_t i = 0; i < line.count && begin <= text.size(); ++i) {
        const auto end = std::min(text.find(',', begin), text.size());
        line.field[i] = unpadded(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return true;
}

std::string with_blanks(std::string_view line)
{
    std::string text;
    for (const char c : line)
        text.append(c == '\t' ? 8 - text.size() % 8 : 1, c == '\t' ? ' ' : c);
    return text;
}

void include_bulk_data(MeshLines& lines)
{
    constexpr std::size_t keyword = 7, longest = 4096;
    std::string text(trimmed(lines.text()).substr(keyword));
    const auto quote = text.find_first_of("'\"");
    if (quote == std::string::npos) {
        lines.include(std::string(trimmed(text.substr(0, text.find('$')))));
        return;
    }
    std::string name = text.substr(quote + 1);
    while (name.find(text[quote]) == std::string::npos && name.size() < longest && lines.next())
        name += trimmed(lines.text());
    const auto end = name.find(text[quote]);
    if (end == std::string::npos)
        lines.refuse("INCLUDE without a closing quote");
    lines.include(std::string(trimmed(name.substr(0, end))));
}

void refuse_replication(const MeshLines& lines, const BulkLine& line)
{
    if (line.head.starts_with('='))
        lines.refuse("cards that repeat those before them (=) are not read; write them out");
}

void BulkCard::append(const BulkLine& line)
{
    fields.insert(fields.end(), line.field.begin(),
                  line.field.begin() + static_cast<std::ptrdiff_t>(line.count));
}

double real_field(const MeshLines& lines, const BulkCard& card, std::size_t i)
{
    const std::string_view text = card.field(i);
    const std::optional<double> value =
        text.empty() ? std::optional<double>(0) : fortran_number(text);
    if (!value)
        lines.refuse(card.place, card.name + ": \"" + std::string(text.substr(0, shown)) +
                                     "\" in field " + std::to_string(i + 1) +
                                     "; expected a finite number");
    return *value;
}

std::optional<long long> whole_field(const MeshLines& lines, const BulkCard& card, std::size_t i,
                                     const std::string& what, long long low)
{
    const std::string_view text = card.field(i);
    if (text.empty())
        return std::nullopt;
    long long value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < low || value > most_label)
        lines.refuse(card.place, card.name + ": " + what + " \"" +
                                     std::string(text.substr(0, shown)) +
                                     "\"; expected a whole number from " + std::to_string(low) +
                                     " to " + std::to_string(most_label));
    return value;
}

long long needed_field(const MeshLines& lines, const BulkCard& card, std::size_t i,
                       const std::string& what, long long low)
{
    const auto value = whole_field(lines, card, i, what, low);
    if (!value)
        lines.refuse(card.place,
                     card.name + " without a " + what + " in field " + std::to_string(i + 1));
    return *value;
}

std::vector<long long> list_fields(const MeshLines& lines, const BulkCard& card, std::size_t i,
                                   const std::string& what)
{
    std::vector<long long> list;
    for (; i <= card.fields.size(); ++i) {
        if (card.field(i).empty())
            continue;
        if (upper(card.field(i)) != "THRU") {
            list.push_back(needed_field(lines, card, i, what));
            continue;
        }
        const long long last = needed_field(lines, card, ++i, what);
        if (list.empty() || last < list.back() ||
            static_cast<std::size_t>(last - list.back()) > most_members)
            lines.refuse(card.place, card.name + ": THRU " + std::to_string(last) +
                                         "; expected a first " + what + " that is smaller");
        for (long long member = list.back() + 1; member <= last; ++member)
            list.push_back(member);
    }
    return list;
}

} // namespace slideway::fem
