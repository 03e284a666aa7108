#include "base/error.hpp"

#include "base/printable.hpp"
#include "base/refusal.hpp"

namespace slideway {

std::string SourceLine::text() const
{
    return line > 0 ? file + ":" + std::to_string(line) : file;
}

InputError::InputError(std::string message) : message_(std::move(message))
{
    make_line();
}

InputError::InputError(std::string key, std::string value, std::string message)
    : key_(std::move(key)), value_(std::move(value)), message_(std::move(message))
{
    make_line();
}

InputError::InputError(SourceLine place, std::string message)
    : place_(std::move(place)), message_(std::move(message))
{
    make_line();
}

InputError::InputError(SourceLine place, std::string key, std::string value, std::string message)
    : place_(std::move(place)), key_(std::move(key)), value_(std::move(value)),
      message_(std::move(message))
{
    make_line();
}

InputError InputError::in_file(SourceLine file, std::string message)
{
    InputError error(std::move(message));
    error.file_ = std::move(file);
    error.make_line();
    return error;
}

InputError InputError::in_file(std::string file, std::string message)
{
    return in_file(SourceLine{std::move(file)}, std::move(message));
}

InputError InputError::placed(SourceLine place, const std::string& table) const
{
    InputError error = *this;
    error.place_ = std::move(place);
    error.key_ = table + (key_.empty() ? "" : "." + key_);
    error.make_line();
    return error;
}

InputError InputError::moved(SourceLine place, const std::string& before) const
{
    return {std::move(place), before + text()};
}

InputError InputError::noted(const std::string& note) const
{
    InputError error = *this;
    error.message_ += note;
    error.make_line();
    return error;
}

std::string InputError::text() const
{
    constexpr std::size_t most_of_value = 100; // the reason matters more
    std::string text =
        value_.empty() ? key_ : key_ + " = " + shortened(printable(value_), most_of_value);
    if (!text.empty())
        text += value_.empty() ? ": " : "; ";
    if (!file_.file.empty())
        text += file_.text() + ": ";
    return text + message_;
}

void InputError::make_line()
{
    line_ =
        shortened(printable((has_place() ? place_.text() + ": " : "") + text()), most_of_refusal);
}

} // namespace slideway
