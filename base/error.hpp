#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace slideway {

/// Where a user wrote something: "cases/brake.toml" line 14, or "--set" line 0.
struct SourceLine {
    std::string file;
    int line = 0; ///< 1-based; 0: no line

    [[nodiscard]] std::string text() const;
};

/// Wrong input of a user: one line that names the place, the key, the value and what is allowed.
///
///   cases/brake.toml:14: contact.pad.friction = -0.3; expected a number >= 0
class InputError : public std::runtime_error {
public:
    /// Without a place: code below the case reader throws this form, and `located` adds the place.
    explicit InputError(const std::string& message);
    InputError(const SourceLine& where, const std::string& message);
    InputError(const SourceLine& where, const std::string& key, const std::string& value,
               const std::string& allowed);

    [[nodiscard]] bool has_place() const { return has_place_; }

private:
    bool has_place_ = false;
};

/// Adds a place to a message without one. Code that does not know the case file begins its message
/// with the option at fault, "h = 1e-7; ...", which then reads "FILE:LINE: TABLE.h = 1e-7; ...";
/// any other message reads "FILE:LINE: TABLE: message".
[[nodiscard]] InputError with_place(const SourceLine& where, const std::string& table,
                                    const std::string& message);

/// Runs `work`; an InputError without a place leaves it with one.
template <class Work>
decltype(auto) located(const SourceLine& where, const std::string& table, Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const InputError& error) {
        if (error.has_place())
            throw;
        throw with_place(where, table, error.what());
    }
}

} // namespace slideway
