#pragma once

#include "app/analyses/start/start.hpp"
#include "io/fields.hpp"

#include <map>
#include <string>
#include <vector>

namespace slideway::app {

/// Where periodic motions are looked for: every combination of the starts, at every value.
struct SearchEntry {
    /// Values evenly apart, both ends among them.
    struct Axis {
        double from = 0, to = 0;
        int n = 2;
    };
    std::vector<double> at;                   ///< of the parameter, as results tell it
    std::map<std::string, Axis> displacement; ///< of "substructure.port.component" [m]
    std::map<std::string, Axis> velocity;     ///< likewise [m/s]
    int settle = 200;                         ///< periods of the drive
    int longest = 40;                         ///< periods of a recurrence
};

void fields(io::Fields& f, SearchEntry& search);

/// All of its starts, the last of its axes fastest; displacements come before velocities.
[[nodiscard]] std::vector<StartEntry> starts_of(const SearchEntry& search);

} // namespace slideway::app
