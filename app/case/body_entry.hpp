#pragma once

#include "app/bodies/body_kind.hpp"
#include "app/case/places.hpp"
#include "fem/group_ports.hpp"

#include <optional>
#include <string>
#include <vector>

/// [[substructure]] as structs: what every body has, and the kind of body; see case.hpp.
namespace slideway::app {

struct ReductionEntry {
    std::string method = "none"; ///< reduction::methods()
    int n_modes = 20;
    std::vector<std::string> boundary; ///< further ports or port components
};

struct SubstructureEntry {
    std::string name, like;
    SourceLine where;
    Places places;
    BodyKind kind;
    std::vector<std::string> fixed;
    std::vector<fem::GroupPort> ports;
    double alpha = 0, beta = 0;
    std::optional<double> damping_ratio; ///< of all modes of the reduced body
    std::vector<double> damping_ratios;  ///< of its lowest modes
    ReductionEntry reduction;
    std::string export_folder; ///< "": none; relative to the case file
};

} // namespace slideway::app
