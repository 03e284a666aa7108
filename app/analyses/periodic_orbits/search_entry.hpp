#pragma once

#include "app/motions/start/start_grid.hpp"
#include "io/fields.hpp"

#include <vector>

namespace slideway::app {

/// Where periodic motions are looked for: every combination of the starts, at every value.
struct SearchEntry {
    std::vector<double> at; ///< values of the parameter, in its unit in results
    StartGrid starts;
    int settle = 200; ///< periods of the drive
    int longest = 40; ///< periods of a recurrence
};

void fields(io::Fields& f, SearchEntry& search);

} // namespace slideway::app
