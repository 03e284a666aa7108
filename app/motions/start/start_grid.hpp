#pragma once

#include "app/model/needs.hpp"
#include "app/motions/start/start.hpp"
#include "app/results/results.hpp"
#include "io/array_sink.hpp"
#include "io/fields.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Many starts: every combination of the values of some displacements and velocities.
struct StartGrid {
    /// Values evenly apart, both ends among them, or a list.
    struct Axis {
        double from = 0, to = 0; ///< ends of the range; of a list its least and its largest value
        int n = 2;
        std::vector<double> list;

        [[nodiscard]] double value(int k) const;
    };
    std::map<std::string, Axis> displacement; ///< by "substructure.port.component" [m]
    std::map<std::string, Axis> velocity;     ///< by "substructure.port.component" [m/s]

    static constexpr double most = 1e5; ///< starts that a case may ask for
    [[nodiscard]] double n() const;     ///< starts
};

/// @param lists  true if an axis may be a list of values in place of a range
void fields(io::Fields& f, StartGrid& grid, bool lists = true);

/// The last of its axes fastest; displacements come before velocities.
[[nodiscard]] std::vector<StartEntry> starts_of(const StartGrid& grid);
/// The start with the least value on all axes but one, displacements before velocities.
/// @param rest  what the axes do not give
/// @param far   the axis on which it has the largest one, from 0; none: -1
[[nodiscard]] StartEntry corner_of(const StartGrid& grid, StartEntry rest, int far = -1);

/// The components that starts on these axes give values of: under `key`, or "start" where the rest
/// gives them.
[[nodiscard]] Needs::Ports forced_ports(const StartGrid& grid, const std::string& key,
                                        const StartEntry& rest);
/// Returns the components of one start, or of a grid in place of it.
[[nodiscard]] Needs::Ports forced_ports(const StartEntry& start,
                                        const std::optional<StartGrid>& starts);
/// Adds those of a start that has a table of its own.
void add_forced(Needs::Ports& ports, const StartEntry& start);

/// Describes the values of several starts by component: displacement/X and velocity/X.
void start_values(io::Entries& a, const std::vector<StartEntry>& starts);

} // namespace slideway::app
