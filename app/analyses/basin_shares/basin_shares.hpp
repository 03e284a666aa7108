#pragma once

#include "app/model/needs.hpp"
#include "app/motions/many_starts/named_orbit.hpp"
#include "app/motions/many_starts/plane.hpp"
#include "app/motions/over_parameter/over_parameter.hpp"
#include "app/motions/start/start_grid.hpp"
#include "app/results/results.hpp"
#include "studies/basin_shares.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

struct ShareResults {
    OverParameter over; ///< parameter with its name and unit
    bool random = false;
    std::vector<PlaneAxis> axes; ///< axes of the starts
    Matrix at;                   ///< axes x starts: their values on the axes
    PlaneMeasure measure;        ///< measure of distances in a plane
    studies::BasinShares found;
};
void arrays(io::Entries& a, ShareResults& r);
void quantities(io::Entries& q, ShareResults& r);

/// An orbit that has a name.
struct SharedOrbitEntry : NamedOrbit {
    double at = 0; ///< value of the parameter, as `values`
};

/// Shares of basins over a parameter.
struct BasinShares : OverParameter {
    using Result = ShareResults;
    static constexpr std::string_view
        type = "basin-shares",
        about = "Shares of basins of attraction over frequency, level or another key: of a plane "
                "of starts or of random ones, under names that branches of periodic motions carry "
                "from value to value, with where these end, and their integrity.";
    static constexpr bool shared_by_ranks = true; ///< the starts of each value
    static constexpr Takes takes[] = {{"", has_frictionless_phases}};
    static constexpr bool sets_frequency = true; ///< or requires it, see `refuse`

    Values values;    ///< values of the parameter, ascending or descending: rad/s, or of the key
    StartEntry start; ///< components that the starts do not define
    StartGrid starts; ///< a plane, or the box of random ones, of which n of an axis is none
    bool random = false;
    int n_random = 400, seed = 1;
    std::vector<SharedOrbitEntry> orbits;
    studies::ShareOptions options;

    [[nodiscard]] const char* starts_key() const { return random ? "random" : "plane"; }
};

void fields(io::Fields& f, BasinShares& e);
[[nodiscard]] Needs needs(const BasinShares& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const BasinShares& e, const Case& c);
void refuse(const BasinShares& e, const Case& c);
[[nodiscard]] std::string check(const BasinShares& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const BasinShares& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor, const OwnResults& own = {});

} // namespace slideway::app
