#pragma once

#include "app/analyses/basins/result.hpp"
#include "app/model/needs.hpp"
#include "app/motions/many_starts/named_orbit.hpp"
#include "app/motions/start/start_grid.hpp"
#include "app/results/results.hpp"
#include "studies/basins.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// An orbit that starts may lead to, or those of branches of earlier results.
struct BasinOrbitEntry : NamedOrbit {
    std::optional<int> branch; ///< from 1, of results of periodic-orbits
};

/// Which starts of a plane lead to which periodic motion.
struct Basins {
    using Result = BasinResults;
    static constexpr std::string_view
        type = "basins",
        about = "Basins of attraction under harmonic drives: which starts of a plane lead "
                "to which periodic motion, how long they take, and how far this depends on "
                "the accuracy.";
    static constexpr bool shared_by_ranks = true; ///< ranks share its starts
    static constexpr Takes takes[] = {{"", has_frictionless_phases}};

    std::vector<std::string> monitors; ///< "substructure.port.component"
    StartEntry start;                  ///< components that the plane does not define
    StartGrid plane;                   ///< two axes, the first of them fastest
    int refine = 0;                    ///< times that its cells are halved where labels change
    std::vector<BasinOrbitEntry> orbits;
    bool all_again = false; ///< every start is looked at again
    studies::BasinOptions options;
};

void fields(io::Fields& f, Basins& e);
[[nodiscard]] Needs needs(const Basins& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Basins& e, const Case& c);
void refuse(const Basins& e, const Case& c);
[[nodiscard]] std::string check(const Basins& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const Basins& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor, const OwnResults& own = {});

} // namespace slideway::app
