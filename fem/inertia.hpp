#pragma once

#include "fem/beam.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "fem/solid.hpp"
#include "fem/substructure.hpp"

#include <optional>

namespace slideway::fem {

/// Mass of a body, including its supported parts, and its centre of mass.
struct Inertia {
    double mass = 0;                       ///< [kg]
    std::optional<Eigen::Vector3d> centre; ///< [m]; empty without positions or without mass
};

/// Inertia from the mass matrices of the elements.
[[nodiscard]] Inertia inertia(const Mesh& mesh, const PlaneStressOptions& options);

/// Inertia from the mass matrices of solid elements.
[[nodiscard]] Inertia inertia(const Mesh& mesh, const SolidOptions& options);

/// Inertia from the lengths of the cells "line2".
[[nodiscard]] Inertia inertia(const Mesh& mesh, const BeamOptions& options);

/// Inertia as the sum over the mass points. If the masses of a point in x and y differ, the larger
/// one counts.
[[nodiscard]] Inertia inertia(const LumpedOptions& network);

/// Inertia of a body without supports from its mass matrix and its rigid motions "translation in
/// x", "translation in y" and the rotations (about the origin); empty if it has neither of the
/// two translations. Without rotations about x and y the centre lies in z = 0.
[[nodiscard]] std::optional<Inertia> inertia(const Substructure& s);

} // namespace slideway::fem
