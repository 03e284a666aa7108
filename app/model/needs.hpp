#pragma once

#include "contact/laws/law.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace slideway::app {

/// Requirements of an analysis on the model, in addition to the case.
struct Needs {
    /// Components of ports, "substructure.port.component", in a key of [analysis].
    struct Ports {
        std::string key;
        std::vector<std::string> names;
        std::vector<std::string> keys = {}; ///< key of each name, if several keys hold names

        [[nodiscard]] const std::string& key_of(std::size_t k) const
        {
            return keys.empty() ? key : keys[k];
        }
    };
    Ports forced = {};   ///< forced components; their dofs stay in a reduction, as those of loads
    Ports observed = {}; ///< observed components: means over ports
    bool forces_without_mass = false;  ///< true: forced components may have no mass
    bool free_bodies = false;          ///< true: ignore supports and imposed motions
    bool mass_at_dry_contacts = false; ///< true: dry contacts need a mass that friction can stop
    bool all_ranks = false;            ///< true: all ranks need bodies that they reduced together
};

/// Joint laws that an analysis accepts, by their capabilities. `with` names the option for which
/// the condition holds; "" if it always holds.
struct Takes {
    std::string_view with;
    bool (*law)(const contact::Law& law);
};

/// True if a law has any of these capabilities: has_any<&contact::Law::is_linear>.
template <auto... capability>
[[nodiscard]] constexpr bool has_any(const contact::Law& law)
{
    return (... || (law.*capability)());
}

/// True for linear laws, and for laws in phases without memory.
[[nodiscard]] inline bool has_frictionless_phases(const contact::Law& law)
{
    return law.is_linear() || (law.has_phases() && !law.has_memory());
}

} // namespace slideway::app
