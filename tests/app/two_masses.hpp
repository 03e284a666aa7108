#pragma once

#include "tests/app/change.hpp"

#include <string>

namespace slideway::test {

/// Two unit masses and springs on a base that moves by 1 m; a mass rubs on the ground.
/// @param mass  that rubs: "m1" or "m2"
[[nodiscard]] inline std::string two_masses(const std::string& mass, const std::string& limit,
                                            const std::string& Omega,
                                            const std::string& analysis = "type = \"regimes\"")
{
    return changed(model("two_masses"),
                   {"chain.m2 -> chain." + mass, "limit   = 0.8 -> limit   = " + limit,
                    "Omega = " + Omega, "type = \"regimes\" -> " + analysis});
}

} // namespace slideway::test
