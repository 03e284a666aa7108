#pragma once

#include "fem/beam.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "fem/substructure.hpp"

#include <optional>

namespace slideway::fem {

/// What a body weighs, supported parts included, and where its centre of mass lies.
struct Inertia {
    double mass = 0;                       ///< [kg]
    std::optional<Eigen::Vector2d> centre; ///< [m]; none: no places, or no mass
};

/// From the mass matrices of the elements.
[[nodiscard]] Inertia inertia(const Mesh& mesh, const PlaneStressOptions& options);

/// From the lengths of the cells "line2".
[[nodiscard]] Inertia inertia(const Mesh& mesh, const BeamOptions& options);

/// Sum over the points; one with different masses in x and y counts with the larger.
[[nodiscard]] Inertia inertia(const LumpedOptions& network);

/// What the mass matrix gives the rigid motions "translation in x", "translation in y" and
/// "rotation" (about the origin) of a body without supports; none if it has neither translation.
[[nodiscard]] std::optional<Inertia> inertia(const Substructure& s);

} // namespace slideway::fem
