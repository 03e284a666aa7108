#pragma once

#include "app/motions/start/start_grid.hpp"

#include <set>
#include <string>
#include <vector>

namespace slideway::app {

/// Components to which the starts of one table give values.
struct NamedStart {
    std::string key;                              ///< name of the table, such as "start" or "plane"
    std::set<std::string> displacement, velocity; ///< "substructure.port.component"
};

[[nodiscard]] NamedStart named_in(const std::string& key, const StartEntry& start);
/// @param rest  start values of components that are not axes of the grid
[[nodiscard]] NamedStart named_in(const std::string& key, const StartGrid& grid,
                                  const StartEntry& rest = {});

/// Returns sentences about the dofs that a start does not name, which follow from the least energy
/// (dynamics::start_state): their number, their ports and their motion. Returns an empty list if
/// the start names all dofs or none.
[[nodiscard]] std::vector<std::string> unnamed_dofs(const NamedStart& start,
                                                    const BuiltModel& built);

} // namespace slideway::app
