#pragma once

#include "fem/substructure.hpp"

#include <string>
#include <utility>
#include <vector>

namespace slideway::fem {

/// One point of a lumped network: its name and the mass of each component.
struct LumpedMass {
    std::string name;
    std::vector<std::pair<std::string, double>> components; ///< {"x", 0.1}, {"y", 0.1}; masses >= 0
};

/// Spring or dashpot between two dofs "mass.component" (or "mass" if it has one component), or
/// between a dof and "ground".
struct LumpedLink {
    std::string first, second;
    double value = 0; ///< [N/m] or [N s/m], >= 0
};

struct LumpedOptions {
    std::vector<LumpedMass> masses;
    std::vector<LumpedLink> springs;
    std::vector<LumpedLink> dashpots;
    std::vector<std::string> fixed; ///< "mass" or "mass.component"
};

/// Chain in one line: `from` - k[0] - m1 - k[1] - m2 - ... . If there is one more spring than
/// masses, `to` is required.
struct ChainOptions {
    std::string from = "ground";  ///< "ground", or name of a massless point with a port
    std::string to;               ///< "", "ground" or another point
    std::vector<double> masses;   ///< [kg]; named m1, m2, ... with component x
    std::vector<double> springs;  ///< [N/m]
    std::vector<double> dashpots; ///< [N s/m]; empty or as many as springs
};

/// Returns the network of a chain.
[[nodiscard]] LumpedOptions chain_network(const ChainOptions& chain);

/// Substructure of a network: one port per mass point, dofs in the order of `masses`.
/// @throws InputError  unknown or repeated name, negative value, a link from a dof to itself
[[nodiscard]] Substructure lumped(const std::string& name, const LumpedOptions& options);

} // namespace slideway::fem
