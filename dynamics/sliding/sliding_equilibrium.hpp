#pragma once

#include "assembly/configuration.hpp"
#include "base/choice.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <array>
#include <vector>

namespace slideway::dynamics {

/// Where a linear analysis takes the contacts: as drawn, or in their static sliding equilibrium.
enum class About { undeformed, deformed };
constexpr auto choices(About /*one of*/)
{
    using enum About;
    return std::to_array<Choice<About>>(
        {{undeformed, "undeformed", "contacts as drawn"},
         {deformed, "deformed",
          "in the static sliding equilibrium under the constant loads, whose forces follow the "
          "motion"}});
}

/// One slave node of one contact.
struct ContactPoint {
    std::size_t contact = 0; ///< index of the contact in the model
    Index slave = 0;         ///< node of its slave port
    Index segment = 0;
    contact::Projection projection;
    double lambda = 0;   ///< [N] normal force, > 0 compression
    bool closed = false; ///< in contact
};

/// Static state at the start: K u + B_E^T lambda = f with friction fully developed in the direction
/// of sliding, and lambda >= 0, gap >= 0, lambda gap = 0 at every slave node.
struct SlidingEquilibrium {
    std::vector<Vector> q;      ///< modal displacement of each component
    std::vector<Vector> v = {}; ///< velocities of the bodies; empty: at rest
    std::vector<ContactPoint>
        points; ///< contact after contact, node after node; deformed positions
    int iterations = 0;
};

/// Every slave node in the undeformed positions, those that touch closed, without forces.
/// @param may_be_open  whether a contact may touch with no node
[[nodiscard]] std::vector<ContactPoint> undeformed_points(const assembly::CoupledModel& model,
                                                          bool may_be_open = false);

/// +1 or -1 per contact: the way the motions drive the slave along the master polyline.
/// @param sticking  whether contacts may stick: 0 of one with friction that no motion drives
/// @throws InputError  a contact with friction that no motion drives and that may not stick
[[nodiscard]] std::vector<double> sliding_directions(const assembly::CoupledModel& model,
                                                     const ModalModel& modal,
                                                     bool sticking = false);

/// B_C M^-1 B_E^T between the points: what a normal force at point j does to the closure at i.
/// @param direction  per contact: +1 or -1, sliding of the slave along the master polyline
/// @param friction   per point: its coefficient
[[nodiscard]] Matrix contact_compliance(const ModalModel& modal,
                                        const std::vector<ContactPoint>& points,
                                        const std::vector<double>& direction,
                                        const std::vector<double>& friction);

/// Fixed point on segments, positions and directions of the contacts; for each configuration the
/// closed set is found from the complementarity conditions. The rigid motions that only contacts
/// hold are balanced exactly. Constant loads act; noise does not. The friction coefficient is that
/// at rest; B_C M^-1 B_E^T of the closed points must be a P-matrix.
///
/// @param direction  per contact: +1 or -1, sliding of the slave along the master polyline; 0: at
///                   rest without friction, which holds the rigid motions that nothing else does
///                   where they are
/// @param about  undeformed: forces with the contacts as drawn, no fixed point
/// @throws InputError  a body that nothing holds (which and how it moves); no contact that carries
///                     a normal force; contact forces that are not unique (statically
///                     indeterminate on rigid bodies, or jamming); slave not touching or beside the
///                     master surface; joints with a law that is not linear
/// @throws std::runtime_error  no convergence in 100 iterations
[[nodiscard]] SlidingEquilibrium sliding_equilibrium(const assembly::CoupledModel& model,
                                                     const ModalModel& modal,
                                                     const std::vector<double>& direction,
                                                     About about = About::deformed);

} // namespace slideway::dynamics
