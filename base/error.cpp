#include "base/error.hpp"

namespace slideway {

std::string SourceLine::text() const
{
    return line > 0 ? file + ":" + std::to_string(line) : file;
}

InputError::InputError(const std::string& message) : std::runtime_error(message) {}

InputError::InputError(const SourceLine& where, const std::string& message)
    : std::runtime_error(where.text() + ": " + message), has_place_(true)
{}

InputError::InputError(const SourceLine& where, const std::string& key, const std::string& value,
                       const std::string& allowed)
    : InputError(where, key + " = " + value + "; " + allowed)
{}

} // namespace slideway
