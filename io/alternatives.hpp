#pragma once

#include "io/fields.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Alternatives of a table: a std::variant of structs with `type` and, if they have keys, `fields`.
namespace slideway::io {

/// Returns every alternative with its defaults, in the order of the list.
template <class Variant>
[[nodiscard]] std::vector<Variant> alternatives()
{
    return []<std::size_t... I>(std::index_sequence<I...> /*of the list*/)->std::vector<Variant>
    {
        return {Variant(std::in_place_index<I>)...};
    }
    (std::make_index_sequence<std::variant_size_v<Variant>>());
}

template <class... T>
[[nodiscard]] std::string_view type_of(const std::variant<T...>& value)
{
    return std::visit([](const auto& v) -> std::string_view { return v.type; }, value);
}

/// Reads the key `type`, which selects an alternative, and then the keys of that alternative.
template <class... T>
void fields_of_type(Fields& f, const std::string& help, std::variant<T...>& value)
{
    std::string type(type_of(value));
    std::vector<std::string> types;
    const auto all = alternatives<std::variant<T...>>();
    for (const auto& a : all)
        types.emplace_back(type_of(a));
    f.choice({"type", "", help, true}, type, types);
    for (const auto& a : all)
        if (type_of(a) == type && a.index() != value.index())
            value = a;
    std::visit(
        [&f](auto& v) {
            if constexpr (requires { fields(f, v); })
                fields(f, v);
        },
        value);
}

} // namespace slideway::io
