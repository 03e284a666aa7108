#pragma once

#include "app/motions/start/motion_near.hpp"
#include "app/motions/start/start_grid.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace slideway::app {

/// Periodic motion that a case names: a start near it, which Newton's method takes to it.
struct NamedOrbit {
    std::string name;
    StartEntry start;
    int periods = 1; ///< period, in periods of the drive
};

/// Refuses the names of orbits that are found during a run, and orbits without a start.
void refuse_orbit(const io::Fields& f, const NamedOrbit& orbit);

/// Describes the key `orbits`. @tparam Orbit  NamedOrbit with further members
/// @param results  further results that a start may name, see start_fields
/// @param more     reads further keys of an orbit
template <class Orbit, class More>
void orbits_field(io::Fields& f, const std::string& help, const std::string& results,
                  std::vector<Orbit>& orbits, const More& more)
{
    f.named_tables({"orbits", "", help}, [&](const std::string& name, io::Fields& s) {
        Orbit orbit;
        orbit.name = name;
        start_fields(s, orbit.start, results);
        s.integer({"periods", "", "of the drive, after which it repeats itself", false,
                   io::Range::between(1, 1000)},
                  orbit.periods);
        more(s, orbit);
        orbit.start.given = true;
        orbit.start.table = "orbits." + name;
        orbits.push_back(std::move(orbit));
    });
    if (f.has("orbits"))
        for (const Orbit& orbit : orbits)
            refuse_orbit(f, orbit);
}

/// Returns the components that the starts of a grid and the orbits define.
/// @param key   key of the grid
/// @param rest  start values of the other components
template <class Orbit>
[[nodiscard]] Needs::Ports forced_ports(const StartGrid& grid, const std::string& key,
                                        const StartEntry& rest, const std::vector<Orbit>& orbits)
{
    Needs::Ports ports = forced_ports(grid, key, rest);
    for (const Orbit& orbit : orbits)
        add_forced(ports, orbit.start);
    return ports;
}

/// Returns the results that orbits name. @throws InputError  the results do not exist
template <class Orbit>
[[nodiscard]] std::vector<std::filesystem::path> input_files(const std::vector<Orbit>& orbits,
                                                             const Case& c)
{
    std::vector<std::filesystem::path> files;
    for (const Orbit& orbit : orbits)
        for (std::filesystem::path& file : input_files(orbit.start, c))
            files.push_back(std::move(file));
    return files;
}

/// Returns the periodic motion near its start. @param z  start at phase 0
/// @throws InputError  Newton's method finds none
[[nodiscard]] dynamics::PeriodicMotion
motion_of(const NamedOrbit& named, const dynamics::OrbitFamily& family, const Vector& z, double p,
          const dynamics::OrbitBranchOptions& options, const Monitor& monitor);

} // namespace slideway::app
