#pragma once

#include "app/case/places.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/group_ports.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"

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

struct BeamEntry {
    fem::BeamLineOptions line; ///< straight, without a mesh
    std::string curve;         ///< named curve of the mesh
    fem::BeamOptions options;
};

/// Files relative to the case file; either a folder written by `export` or single files.
struct MatricesEntry {
    std::string M, C, K, dofs, folder;
};

struct SubstructureEntry {
    std::string name, type;
    SourceLine where;
    Places places;
    std::string like;
    // plane-stress, beam
    std::string mesh;
    std::map<std::string, double> mesh_parameters;
    std::optional<double> scale; ///< [m] per unit of the mesh, or of the table of dofs
    fem::PlaneStressOptions plane_stress;
    BeamEntry beam;
    PlacementEntry placement; ///< rigid too
    // lumped
    fem::LumpedOptions network;
    std::optional<fem::ChainOptions> chain;
    fem::RigidOptions rigid;
    MatricesEntry matrices;
    // all
    std::vector<std::string> fixed;
    std::vector<fem::GroupPort> ports;
    double alpha = 0, beta = 0;
    std::optional<double> damping_ratio; ///< of all modes of the reduced body
    std::vector<double> damping_ratios;  ///< of its lowest modes
    ReductionEntry reduction;
    std::string export_folder; ///< "": none; relative to the case file
};

} // namespace slideway::app
