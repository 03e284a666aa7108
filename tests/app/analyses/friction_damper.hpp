#pragma once

#include <string>

namespace slideway::test {

/// A case without its analysis: a mass with a friction damper, a Jenkins oscillator.
inline const std::string friction_damper = R"(title = "Mass with a friction damper"

[[substructure]]
name     = "oscillator"
type     = "lumped"
masses   = { mass = { x = 1.0, y = 1.0 } }
springs  = [
  { between = ["mass.x", "ground"], stiffness = 1.0e4 },
  { between = ["mass.y", "ground"], stiffness = 1.0e6 },
]
damping  = { beta = 2e-4 }

[[joint]]
name       = "pad"
law        = "elastic-coulomb"
between    = ["oscillator.mass", "ground"]
normal_deg = 90.0
k_t        = 4.4e3
k_n        = 0.0
friction   = 0.5
preload    = 20.0

[[load]]
name  = "shaker"
on    = "oscillator.mass.x"
force = { amplitude = 1.0 }

)";

} // namespace slideway::test
