#pragma once

#include "app/places.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// [[substructure]] as structs; see case.hpp.
namespace slideway::app {

struct ReductionEntry {
    std::string method = "none"; ///< reduction::methods()
    int n_modes = 20;
    std::vector<std::string> boundary; ///< further ports or port components
};

struct PlacementEntry {
    double angle_deg = 0;
    std::string put; ///< port (point) that comes to `at`; "": the origin of the mesh
    std::array<double, 2> at{0, 0};
};

struct SubstructureEntry {
    std::string name, type;
    SourceLine where;
    Places places;
    std::string like;
    // plane-stress
    std::string mesh;
    std::map<std::string, double> mesh_parameters;
    fem::PlaneStressOptions plane_stress;
    PlacementEntry placement;
    // lumped
    fem::LumpedOptions network;
    std::optional<fem::ChainOptions> chain;
    // both
    std::vector<std::string> fixed;
    double alpha = 0, beta = 0;
    ReductionEntry reduction;
};

} // namespace slideway::app
