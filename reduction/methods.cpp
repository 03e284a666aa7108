#include "reduction/methods.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/hintz_herting.hpp"

#include <array>

namespace slideway::reduction {

namespace {

ReducedModel none(const fem::Substructure& s, const std::vector<Index>&, Index)
{
    return unreduced(s);
}

} // namespace

std::span<const Method> methods()
{
    static constexpr std::array list = {
        Method{"none", "all dofs", none},
        Method{"craig-bampton", "constraint and fixed-interface modes", craig_bampton},
        Method{"hintz-herting", "constraint and free-interface modes", hintz_herting},
    };
    return list;
}

const Method& method(std::string_view name)
{
    std::vector<std::string> names;
    for (const Method& m : methods()) {
        if (m.name == name)
            return m;
        names.emplace_back(m.name);
    }
    throw InputError("method = \"" + std::string(name) + "\"" + name_hint(name, names));
}

} // namespace slideway::reduction
