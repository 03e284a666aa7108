#include "app/program/interruption.hpp"

#include "base/error.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace slideway::app {

namespace {

template <class Number>
std::optional<Number> number(std::string_view text)
{
    Number n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size() || !(n >= 0))
        return std::nullopt;
    return n;
}

// Removes the text up to and including a mark, and returns it without the mark.
std::optional<std::string_view> taken(std::string_view& text, char mark)
{
    const std::size_t position = text.find(mark);
    if (position == std::string_view::npos)
        return std::nullopt;
    const std::string_view part = text.substr(0, position);
    text.remove_prefix(position + 1);
    return part;
}

std::optional<double> clock_time(std::string_view text)
{
    double time = 0;
    if (const auto days = taken(text, '-')) {
        if (text.find(':') == text.rfind(':'))
            return std::nullopt; // 1-02:03 is ambiguous: it could mean hours and minutes
        const std::optional<int> n = number<int>(*days);
        if (!n)
            return std::nullopt;
        time = *n * 86400.0;
    }
    double of_clock = 0;
    for (int parts = 1;; ++parts) {
        const auto part = taken(text, ':');
        const std::optional<int> n = number<int>(part ? *part : text);
        if (!n || parts > 3)
            return std::nullopt;
        of_clock = of_clock * 60 + *n;
        if (!part)
            return time + of_clock;
    }
}

} // namespace

double time_limit_of(const std::string& text)
{
    std::optional<double> limit = number<double>(text);
    if (!limit)
        limit = clock_time(text);
    if (!limit || !(*limit > 0) || !std::isfinite(*limit))
        throw InputError("--time-limit = " + text +
                         "; expected seconds, or [[days-]hours:]minutes:seconds, above 0");
    return *limit;
}

} // namespace slideway::app
