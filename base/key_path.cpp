#include "base/key_path.hpp"

namespace slideway {

std::size_t find_unquoted(const std::string& text, const std::string& letters)
{
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (letters.find(c) != std::string::npos)
            return i;
        else if (c == '"' || c == '\'')
            quote = c;
    }
    return std::string::npos;
}

std::vector<std::string> split_key(const std::string& path)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t length = find_unquoted(path.substr(begin), ".");
        std::string part = path.substr(begin, length);
        if (part.find_first_of("\"'") != std::string::npos) {
            const bool whole = part.size() > 2 && part.back() == part.front() &&
                               part.find(part.front(), 1) == part.size() - 1;
            part = whole ? part.substr(1, part.size() - 2) : "";
        }
        parts.push_back(std::move(part));
        begin = length == std::string::npos ? path.size() + 1 : begin + length + 1;
    }
    return parts;
}

} // namespace slideway
