#pragma once

#include <string>

namespace slideway::test {

/// Two unit masses and springs on a base that moves by 1 m; a mass rubs on the ground.
/// @param mass  that rubs: "m1" or "m2"
[[nodiscard]] inline std::string two_masses(const std::string& mass, const std::string& limit,
                                            const std::string& Omega,
                                            const std::string& analysis = "type = \"regimes\"")
{
    return R"(title = "Two masses"

[[substructure]]
name  = "chain"
type  = "lumped"
chain = { from = "base", masses = [1.0, 1.0], springs = [1.0, 1.0] }

[[motion]]
name         = "shaking"
on           = "chain.base.x"
displacement = { amplitude = 1.0 }

[[joint]]
name    = "wall"
law     = "coulomb"
between = ["chain.)" +
           mass + "\", \"ground\"]\nlimit   = " + limit + "\n\n[excitation]\nOmega = " + Omega +
           "\n\n[analysis]\n" + analysis + "\n";
}

} // namespace slideway::test
