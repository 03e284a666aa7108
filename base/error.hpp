#pragma once

#include "base/source_line.hpp"

#include <exception>
#include <string>
#include <utility>

namespace slideway {

/// Wrong input of a user. Its fields are kept until it is printed in one line:
///
///   cases/brake.toml:14: contact.pad.friction = -0.3; expected a number >= 0
///   cases/brake.toml:8: load.push: meshes/pad.msh:12: "1e"; expected a number
///   PLACE: KEY = VALUE; MESSAGE     PLACE: KEY: FILE: MESSAGE
///
/// place: line of the case file; key: key in that file, or option; file: data file that the case
/// names. Code that does not know the case file leaves the place out, and `located` adds it.
class InputError : public std::exception {
public:
    explicit InputError(std::string message);
    /// Error of an option whose table is not known where the error is thrown: "h", "1e-7".
    InputError(std::string key, std::string value, std::string message);
    InputError(SourceLine place, std::string message);
    InputError(SourceLine place, std::string key, std::string value, std::string message);
    /// Error in a data file.
    [[nodiscard]] static InputError in_file(SourceLine file, std::string message);
    [[nodiscard]] static InputError in_file(std::string file, std::string message);

    [[nodiscard]] bool has_place() const { return !place_.file.empty(); }
    [[nodiscard]] const SourceLine& place() const { return place_; }
    [[nodiscard]] const std::string& key() const { return key_; }
    [[nodiscard]] const SourceLine& file() const { return file_; }

    /// Returns the error with a place in the case file; the key of an option gets
    /// the prefix `table`.
    [[nodiscard]] InputError placed(SourceLine place, const std::string& table) const;
    /// Returns the error at another place; the text without its old place follows `before`.
    [[nodiscard]] InputError moved(SourceLine place, const std::string& before) const;
    /// Returns the error with a remark after its message.
    [[nodiscard]] InputError noted(const std::string& note) const;

    /// Returns the whole line without the place.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] const char* what() const noexcept override { return line_.c_str(); }

private:
    void make_line();

    SourceLine place_, file_;
    std::string key_, value_, message_;
    std::string line_; ///< line as printed
};

/// Runs `work` and adds the place to any InputError that has none.
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
