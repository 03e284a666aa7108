#pragma once

#include <string>

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

} // namespace slideway::test
