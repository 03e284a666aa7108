#include "base/error.hpp"

#include "base/printable.hpp"

namespace slideway {

std::string SourceLine::text() const
{
    return line > 0 ? file + ":" + std::to_string(line) : file;
}

InputError::InputError(const std::string& message) : std::runtime_error(printable(message)) {}

InputError::InputError(const SourceLine& where, const std::string& message)
    : std::runtime_error(printable(where.text() + ": " + message)), has_place_(true)
{
}

InputError::InputError(const SourceLine& where, const std::string& key, const std::string& value,
                       const std::string& allowed)
    : InputError(where, key + " = " + value + "; " + allowed)
{
}

InputError with_place(const SourceLine& where, const std::string& table, const std::string& message)
{
    const auto name_end = message.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.0123456789");
    const bool names_option =
        name_end != std::string::npos && name_end > 0 && message.compare(name_end, 3, " = ") == 0;
    return {where, table + (names_option ? "." : ": ") + message};
}

} // namespace slideway
