#include "base/text.hpp"

#include "base/refusal.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <numeric>
#include <utility>

namespace slideway {

std::string number_text(double value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string number_text(double value, int digits)
{
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
    return buffer.data();
}

std::string join(std::span<const std::string> words, std::string_view separator)
{
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty())
            text += separator;
        text += word;
    }
    return text;
}

std::string listed(std::span<const std::string> words, std::string_view last)
{
    if (words.size() < 2)
        return join(words);
    return join(words.first(words.size() - 1)) + " " + std::string(last) + " " + words.back();
}

std::string plural(std::size_t n, std::string_view word)
{
    return std::to_string(n) + " " + std::string(word) + (n == 1 ? "" : "s");
}

std::string lower_case(std::string text)
{
    for (char& letter : text)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
}

std::vector<std::string> quoted(std::vector<std::string> words)
{
    for (std::string& word : words)
        word = "\"" + word + "\"";
    return words;
}

namespace {

// Number of insertions, deletions, substitutions and swaps of neighbours
// (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min(
                {last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row.back();
}

} // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> candidates)
{
    std::string best;
    std::size_t best_distance = word.size() / 2 + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string name_list(std::string_view word, std::span<const std::string> candidates)
{
    constexpr std::size_t few = 5, most_letters = 200; // a refusal has 400
    std::string all = join(candidates);
    if (candidates.size() <= few || all.size() <= most_letters)
        return all;
    std::vector<std::string> nearest(candidates.begin(), candidates.end());
    std::stable_sort(nearest.begin(), nearest.end(),
                     [&](const std::string& a, const std::string& b) -> bool {
                         return edit_distance(word, a) < edit_distance(word, b);
                     });
    nearest.resize(few);
    return "the " + std::to_string(few) + " nearest of " + std::to_string(candidates.size()) +
           ": " + join(nearest);
}

std::string shortened(const std::string& line, std::size_t most)
{
    constexpr std::string_view gap = " ... ";
    if (line.size() <= most)
        return line;
    const auto continues = [&line](std::size_t i) -> bool { // true within a character
        return i < line.size() && (static_cast<unsigned char>(line[i]) & 0xc0U) == 0x80U;
    };
    const std::size_t bytes = most - gap.size();
    std::size_t head = bytes / 2, tail = line.size() - (bytes - head);
    while (head > 0 && continues(head))
        --head;
    while (continues(tail))
        ++tail;
    return line.substr(0, head) + std::string(gap) + line.substr(tail);
}

std::string name_advice(std::string_view word, std::span<const std::string> candidates)
{
    const std::string nearest = nearest_name(word, candidates);
    const std::string all = candidates.empty() ? "none" : name_list(word, candidates);
    return nearest.empty() ? "allowed: " + all : "did you mean " + nearest + "? Allowed: " + all;
}

std::string name_hint(std::string_view word, std::span<const std::string> candidates)
{
    return "; " + name_advice(word, candidates);
}

} // namespace slideway
