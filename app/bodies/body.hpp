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

/// What the kind of a body is told beside its own keys.
struct BodySource {
    std::string name;
    std::vector<std::string> fixed; ///< supports, as the case names them
    std::filesystem::path folder;   ///< that its files are relative to
    bool trust_meshes = false;      ///< they may start programs and write files
    Eigen::Vector2d origin{0, 0};   ///< that its coordinates are to count from [m]
    fem::Share share = {};          ///< the columns of its matrices that are asked for
};

/// Supports eliminated, not damped further, not reduced.
struct MadeBody {
    fem::Substructure body;
    std::optional<fem::Inertia> inertia; ///< none: the case does not tell
};

/// What a body is made from, before it is known where all of them lie.
struct Drawing {
    std::string file;               ///< of the mesh, as in the case; "" without
    fem::Mesh mesh;                 ///< not placed [m]; without nodes: the kind has none
    std::vector<std::string> notes; ///< what the mesh file holds and the body does not
    Eigen::Vector2d pivot{0, 0};    ///< the place in it that placement turns and puts
    Index dofs_per_node = 0;        ///< of the mesh, supports among them
    std::optional<MadeBody> made;   ///< whole, in its place: its files say all
    fem::Box box;                   ///< holds the placed body [m]; empty: it has no place
};

} // namespace slideway::app
