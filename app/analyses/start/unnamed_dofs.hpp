#pragma once

#include "app/analyses/start/start_grid.hpp"

#include <set>
#include <string>
#include <vector>

namespace slideway::app {

/// The components that starts of one table give values of.
struct NamedStart {
    std::string key;                              ///< name of the table, such as "start" or "plane"
    std::set<std::string> displacement, velocity; ///< "substructure.port.component"
};

[[nodiscard]] NamedStart named_in(const std::string& key, const StartEntry& start);
/// @param rest  gives what the axes do not
[[nodiscard]] NamedStart named_in(const std::string& key, const StartGrid& grid,
                                  const StartEntry& rest = {});

/// Sentences about the dofs that a start leaves to the least energy: how many, which of them are
/// ports, and what they do (dynamics::start_state). Nothing if it names all of them or none.
[[nodiscard]] std::vector<std::string> unnamed_dofs(const NamedStart& start,
                                                    const BuiltModel& built);

} // namespace slideway::app
