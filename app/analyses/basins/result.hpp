#pragma once

#include "app/motions/many_starts/plane.hpp"
#include "app/results/stored_modes.hpp"
#include "base/measure.hpp"
#include "studies/basin_grid.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// A monitor in a periodic motion.
struct MonitoredOrbit {
    std::string name;
    Measure measure = Measure::displacement;
    Vector displacement, velocity; ///< at phase 0, period after period
    double largest = 0, least = 0; ///< displacements in the period
};

/// A periodic motion that starts may lead to.
struct BasinOrbit {
    std::string name;
    int starts = 0; ///< number of starts that lead to it
    double growth = 0;
    Matrix states; ///< 2 m x periods: (q, q') at phase 0
    Vector x, y;   ///< on the plane, at phase 0
    std::optional<studies::Integrity> integrity;
    std::vector<MonitoredOrbit> monitors;
    std::optional<double> size;     ///< with own_mirror, of a motion that an interrupted run found
    std::optional<bool> own_mirror; ///< see dynamics::KnownOrbit
};

struct BasinResults {
    studies::Basins found;
    std::size_t gone_on_with = 0; ///< starts of an interrupted run
    std::string monitor;          ///< first monitor
    std::vector<PlaneAxis> axes = {{}, {}};
    PlaneMeasure measure;
    studies::GridOutcomes grid;
    bool refined = false;
    std::vector<int> again; ///< points that were run again
    std::vector<BasinOrbit> orbits;
    StoredModes modes;

    /// Data from which the next run resumes.
    struct Resume {
        std::vector<std::string> source, failures;
        Matrix unsettled; ///< unsettled_of
    };
    std::optional<Resume> resume;
};

void arrays(io::Entries& a, BasinResults& r);
void quantities(io::Entries& q, BasinResults& r);

} // namespace slideway::app
