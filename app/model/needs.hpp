#pragma once

#include "contact/laws/law_info.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace slideway::app {

/// What an analysis asks of the model, beside what the case says of it.
struct Needs {
    /// Components of ports, "substructure.port.component", that a key of [analysis] names.
    struct Ports {
        std::string key;
        std::vector<std::string> names;
        std::vector<std::string> keys = {}; ///< of each name, where several keys name them

        [[nodiscard]] const std::string& key_of(std::size_t k) const
        {
            return keys.empty() ? key : keys[k];
        }
    };
    Ports forced = {};                 ///< dofs of them stay in a reduction, as those of loads
    Ports observed = {};               ///< means over the ports
    bool free_bodies = false;          ///< without supports and imposed motions
    bool mass_at_dry_contacts = false; ///< that friction could stop
    bool all_ranks = false; ///< several ranks go on with bodies that they reduced together
};

/// Which joint laws an analysis takes, by what they can do; `with`: the option for which that
/// holds, "" if it always does.
struct Takes {
    std::string_view with;
    bool (*law)(const contact::LawInfo& law);
};

} // namespace slideway::app
