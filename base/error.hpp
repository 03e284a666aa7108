#pragma once

#include "base/source_line.hpp"

#include <exception>
#include <string>
#include <utility>

namespace slideway {

/// Wrong input of a user, kept as fields until it is printed in one line,
///
///   cases/brake.toml:14: contact.pad.friction = -0.3; expected a number >= 0
///   cases/brake.toml:8: load.push: meshes/pad.msh:12: "1e"; expected a number
///   PLACE: KEY = VALUE; MESSAGE     PLACE: KEY: FILE: MESSAGE
///
/// place: in the case file; key: in that file, or of an option; file: of data that the case names.
/// Code that does not know the case file leaves the place out, and `located` adds it.
class InputError : public std::exception {
public:
    explicit InputError(std::string message);
    /// Of an option whose table the thrower does not know: "h", "1e-7".
    InputError(std::string key, std::string value, std::string message);
    InputError(SourceLine place, std::string message);
    InputError(SourceLine place, std::string key, std::string value, std::string message);
    /// In a file of data.
    [[nodiscard]] static InputError in_file(SourceLine file, std::string message);
    [[nodiscard]] static InputError in_file(std::string file, std::string message);

    [[nodiscard]] bool has_place() const { return !place_.file.empty(); }
    [[nodiscard]] const SourceLine& place() const { return place_; }
    [[nodiscard]] const std::string& key() const { return key_; }
    [[nodiscard]] const SourceLine& file() const { return file_; }

    /// The same in a table of the case file; an option gets the name of its table before it.
    [[nodiscard]] InputError placed(SourceLine place, const std::string& table) const;
    /// The same at another place.
    [[nodiscard]] InputError moved(SourceLine place, const std::string& before) const;
    /// The same with a remark behind its message.
    [[nodiscard]] InputError noted(const std::string& note) const;

    /// All but the place.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] const char* what() const noexcept override { return line_.c_str(); }

private:
    void make_line();

    SourceLine place_, file_;
    std::string key_, value_, message_;
    std::string line_; ///< as printed
};

/// Runs `work`; an InputError without a place leaves it with one.
template <class Work>
decltype(auto) located(const SourceLine& where, const std::string& table, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        if (error.has_place())
            throw;
        throw error.placed(where, table);
    }
}

} // namespace slideway
