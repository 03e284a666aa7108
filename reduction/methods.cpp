#include "reduction/methods.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/guyan.hpp"
#include "reduction/hintz_herting.hpp"
#include "reduction/modal_truncation.hpp"

#include <array>

namespace slideway::reduction {

namespace {

ReducedModel none(const fem::Substructure& s, const Interface&, Index, const Progress&)
{
    return unreduced(s);
}

// Adapts a reduction that may take all available memory.
template <ReducedModel (*reduce)(const fem::Substructure&, const Interface&, Index, double,
                                 const Progress&)>
ReducedModel unlimited(const fem::Substructure& s, const Interface& interface, Index n_modes,
                       const Progress& progress)
{
    return reduce(s, interface, n_modes, available_memory(), progress);
}

ReducedModel condensed(const fem::Substructure& s, const Interface& interface, Index,
                       const Progress& progress)
{
    return guyan(s, interface, available_memory(), progress);
}

} // namespace

std::span<const Method> methods()
{
    static constexpr std::array list = {
        Method{"none", "all dofs", false, none},
        Method{"craig-bampton", "constraint and fixed-interface modes", true,
               unlimited<craig_bampton>},
        Method{"hintz-herting", "constraint and free-interface modes", true,
               unlimited<hintz_herting>},
        Method{"guyan", "constraint modes alone", false, condensed},
        Method{"modal-truncation", "free modes only, no interface displacement remains a dof", true,
               unlimited<modal_truncation>},
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
    throw InputError("method", "\"" + std::string(name) + "\"", name_advice(name, names));
}

} // namespace slideway::reduction
