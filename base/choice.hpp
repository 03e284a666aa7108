#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace slideway {

/// One of the values that a user chooses from by name. The names of an enum stand in one table
/// beside it. Reading, messages and results take them from there:
///
///   enum class Separation { stop, follow };
///   constexpr auto choices(Separation /*one of*/)
///   {
///       using enum Separation;
///       return std::to_array<Choice<Separation>>({{stop, "stop"}, {follow, "follow"}});
///   }
template <class E>
struct Choice {
    E value;
    std::string_view name;
    std::string_view about = {}; ///< one line; empty if the name explains itself
};

template <class E>
concept Choosable = std::is_enum_v<E> && requires(E e)
{
    choices(e);
};

template <Choosable E>
[[nodiscard]] constexpr std::string_view name_of(E value)
{
    for (const Choice<E>& choice : choices(value))
        if (choice.value == value)
            return choice.name;
    throw std::invalid_argument("a choice without a name");
}

/// Returns the name in quotation marks, as in a case file.
template <Choosable E>
[[nodiscard]] std::string quoted_name(E value)
{
    return '"' + std::string(name_of(value)) + '"';
}

} // namespace slideway
