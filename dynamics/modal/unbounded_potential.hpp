#pragma once

#include "contact/laws/joint_force.hpp"

#include <span>
#include <string>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}
namespace slideway::contact {
class Law;
}

namespace slideway::dynamics {

struct ModalModel;

/// Maximum of a potential nearest to rest, on one side.
struct PotentialMaximum {
    int side = 1;            ///< sign of the displacement
    double displacement = 0; ///< |r| [m]; 0: the energy falls from rest on
    double energy = 0;       ///< above that at rest [J]
};

/// Sides on which stiffness r^2 / 2 and the potential of the terms have no lower bound, with the
/// maxima that motions near rest must not pass.
[[nodiscard]] std::vector<PotentialMaximum>
unbounded_sides(double stiffness, std::span<const contact::PolynomialTerm> terms);

/// Returns the same with the potentials of laws that act on one displacement: polynomials and
/// tables.
[[nodiscard]] std::vector<PotentialMaximum>
unbounded_sides(double stiffness, std::span<const contact::Law* const> laws);

/// True if the law of a joint is a polynomial or a table of displacements.
[[nodiscard]] bool may_be_unbounded(const assembly::CoupledModel& model);

/// Sentences about joints of such laws whose potential has no lower bound, together with the
/// static stiffness of the structure that they act on.
[[nodiscard]] std::vector<std::string> unbounded_potentials(const assembly::CoupledModel& model,
                                                            const ModalModel& modal);

} // namespace slideway::dynamics
