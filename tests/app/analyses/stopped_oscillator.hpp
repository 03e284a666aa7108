#pragma once

#include "tests/app/program.hpp"

#include <string>
#include <utility>
#include <vector>

namespace slideway::test {

/// A mass on a spring with stops on both sides, driven about its resonance; periodic orbits.
inline const std::string stopped_oscillator = R"(
[[substructure]]
name     = "oscillator"
type     = "lumped"
masses   = { mass = { x = 1.0 } }
springs  = [{ between = ["mass.x", "ground"], stiffness = 1.0 }]
dashpots = [{ between = ["mass.x", "ground"], damping = 0.1 }]

[[joint]]
name       = "stops"
law        = "gap"
between    = ["oscillator.mass.x", "ground"]
stiffness  = 10.0
clearance  = 1.0
both_sides = true

[[load]]
name  = "shaker"
on    = "oscillator.mass.x"
force = { amplitude = 0.2 }

[analysis]
type    = "periodic-orbits"
monitor = "oscillator.mass.x"
Omega   = { from = 0.8, to = 2.0 }
)";

/// A case of it in millimetres, tonnes and seconds, except for the lengths of its analysis.
inline std::string in_millimetres(std::string of)
{
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"mass = { x = 1.0 }", "mass = { x = 1.0e-3 }"},
             {"stiffness = 1.0 }", "stiffness = 1.0e-3 }"},
             {"damping = 0.1 }", "damping = 1.0e-4 }"},
             {"stiffness  = 10.0", "stiffness  = 1.0e-2"},
             {"clearance  = 1.0", "clearance  = 1.0e3"}})
        of = replaced(of, from, to);
    return of;
}

} // namespace slideway::test
