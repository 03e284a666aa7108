#include "base/printable.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace slideway {

namespace {

// One character of UTF-8; size 0: the bytes are invalid.
struct Character {
    std::size_t size = 0;
    std::uint32_t code = 0;
};

Character first_of(std::string_view text)
{
    const auto byte = [&text](std::size_t k) -> std::uint32_t {
        return static_cast<unsigned char>(text[k]);
    };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80)
        return {1, lead};
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < size)
        return {};
    std::uint32_t code = lead & (0xffU >> (size + 1));
    for (std::size_t k = 1; k < size; ++k) {
        if ((byte(k) & 0xc0) != 0x80)
            return {};
        code = code << 6 | (byte(k) & 0x3f);
    }
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[size] || surrogate || code > 0x10ffff ? Character{} : Character{size, code};
}

bool control(std::uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

std::string escaped(const char* format, unsigned value)
{
    std::array<char, 16> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

// Returns the form in which printable() shows a character; "" if it is not changed.
std::string shown(const Character& c, std::string_view text)
{
    if (c.size == 0)
        return escaped("\\x%02x", static_cast<unsigned char>(text[0]));
    if (c.code == '\n')
        return "\\n";
    if (c.code == '\t')
        return "\\t";
    return control(c.code) ? escaped("\\u%04x", c.code) : "";
}

} // namespace

std::string printable(std::string_view text)
{
    constexpr std::size_t most = 2000, end = 500;
    std::string result;
    std::size_t tail = std::string::npos; // position of the last part of a long text
    for (std::size_t position = 0; position < text.size();) {
        if (tail == std::string::npos && result.size() > most - end &&
            text.size() - position > end) {
            tail = result.size();
            result += " ... ";
            position = text.size() - end;
            while (position < text.size() &&
                   (static_cast<unsigned char>(text[position]) & 0xc0) == 0x80)
                ++position; // not in the middle of a character
            continue;
        }
        const std::string_view rest = text.substr(position);
        const Character c = first_of(rest);
        const std::string escape = shown(c, rest);
        const std::size_t size = c.size == 0 ? 1 : c.size;
        result += escape.empty() ? std::string(rest.substr(0, size)) : escape;
        position += size;
    }
    return result;
}

std::string control_character(std::string_view text, bool lines)
{
    while (!text.empty()) {
        const Character c = first_of(text);
        const bool allowed = lines && (c.code == '\n' || c.code == '\t' || c.code == '\r');
        if (!allowed || c.size == 0)
            if (std::string escape = shown(c, text); !escape.empty())
                return escape;
        text.remove_prefix(c.size);
    }
    return "";
}

} // namespace slideway
