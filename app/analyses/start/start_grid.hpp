#pragma once

#include "app/analyses/start/start.hpp"
#include "io/array_sink.hpp"
#include "io/fields.hpp"

#include <map>
#include <string>
#include <vector>

namespace slideway::app {

/// Many starts: every combination of the values of some displacements and velocities.
struct StartGrid {
    /// Values evenly apart, both ends among them.
    struct Axis {
        double from = 0, to = 0;
        int n = 2;
    };
    std::map<std::string, Axis> displacement; ///< of "substructure.port.component" [m]
    std::map<std::string, Axis> velocity;     ///< likewise [m/s]

    static constexpr double most = 1e5; ///< starts that a case may ask for
    [[nodiscard]] double n() const;     ///< starts
};

void fields(io::Fields& f, StartGrid& grid);

/// The last of its axes fastest; displacements come before velocities.
[[nodiscard]] std::vector<StartEntry> starts_of(const StartGrid& grid);

/// What the starts give, by its components, under the group `at`.
void write_values(io::ArraySink& sink, const std::string& at,
                  const std::vector<StartEntry>& starts);

} // namespace slideway::app
