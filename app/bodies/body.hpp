#pragma once

#include "fem/inertia.hpp"
#include "fem/mesh.hpp"
#include "fem/plane.hpp"
#include "fem/share.hpp"
#include "fem/substructure.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace slideway::app {

/// Input of a body kind besides its own keys.
struct BodySource {
    std::string name;
    std::vector<std::string> fixed;  ///< supports, as the case names them
    std::filesystem::path folder;    ///< folder that file names are relative to
    bool trust_meshes = false;       ///< allow meshes to start programs and write files
    Eigen::Vector3d origin{0, 0, 0}; ///< origin of the coordinates of the body [m]
    fem::Share share = {};           ///< requested columns of the matrices
};

/// A body with supports eliminated, without the damping of its entry, not reduced.
struct MadeBody {
    fem::Substructure body;
    std::optional<fem::Inertia> inertia; ///< empty if the case does not define it
};

/// Input of a body before the places of all bodies are known.
struct Drawing {
    std::string file;               ///< mesh file as in the case; "" without a mesh
    fem::Mesh mesh;                 ///< mesh before placement [m]; empty if the kind has none
    std::vector<std::string> notes; ///< parts of the mesh file that the body leaves out
    std::string units;              ///< units of the files, if the case names them
    Eigen::Vector3d pivot{0, 0, 0}; ///< point of the mesh that placement rotates about and moves
    Index dofs_per_node = 0;        ///< dofs per node of the mesh, including supported ones
    std::optional<MadeBody> made;   ///< the complete body, if its files define it
    fem::Box box; ///< bounding box of the placed body [m]; empty if it has no place
};

} // namespace slideway::app
