#pragma once

#include "app/case/values_fields.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"

#include <optional>

namespace slideway::app {

/// Where along the slide a linear analysis freezes the bodies: at every position (or time) of a
/// range, at one position, or where the case places them.
struct SlideEntry {
    dynamics::About about = dynamics::About::undeformed;
    double t_start = 0;             ///< [s] time at the start of the motions
    Values positions, times;        ///< [m], [s]
    std::optional<double> position; ///< [m]
};

/// The keys about, positions, position and t_start, with `times` those too; at most one of the
/// lists and the position. `rule`: texts of the keys of ranges.
void slide_fields(io::Fields& f, SlideEntry& e, bool times, const ValuesRule& rule = {});

} // namespace slideway::app
