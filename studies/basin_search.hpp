#pragma once

#include "studies/basin_runs.hpp"

#include <functional>
#include <optional>

namespace slideway::studies {

/// Settles starts: runs them until each has its label, and searches orbits that are not known yet
/// from the ends of those that have not settled.
class BasinSearch {
public:
    /// @param family, options, runs, out  must outlive the search
    BasinSearch(const dynamics::OrbitFamily& family, const BasinOptions& options, BasinRuns& runs,
                Basins& out);

    /// Adds starts at these points that have not run.
    void choose(const std::vector<std::size_t>& points, int round);
    /// Runs until every start has its label, among the orbits that it leads to.
    /// @param more  chooses other starts; false: there are none
    void settle(const std::function<bool()>& more);

private:
    [[nodiscard]] bool find_others(const std::vector<std::size_t>& unsettled);
    void search_from(const Vector& z);
    [[nodiscard]] bool knows(const dynamics::KnownOrbit& orbit) const;
    [[nodiscard]] std::optional<dynamics::KnownOrbit> orbit_near(const Vector& z) const;

    const dynamics::OrbitFamily& family_;
    const BasinOptions& o_;
    BasinRuns& runs_;
    Basins& out_;
    Vector weight_;
};

} // namespace slideway::studies
