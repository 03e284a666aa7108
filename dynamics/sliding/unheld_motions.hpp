#pragma once

#include "dynamics/sliding/sliding_equilibrium.hpp"

#include <optional>
#include <string>
#include <vector>

/// Reasons why the contact forces of an equilibrium cannot be found.
namespace slideway::dynamics {

/// Verifies that supports and closed contact points hold all rigid motions of the components.
/// @param direction  of sliding, per contact; 0: friction may stick
/// @throws InputError  names the motions that nothing holds, with their bodies
void refuse_unheld_motions(const assembly::CoupledModel& model, const ModalModel& modal,
                           const std::vector<ContactPoint>& points,
                           const std::vector<double>& direction);

/// Two closed points that have the same row: "contact.a and contact.b press on the same place of
/// the same bodies". None if all rows differ.
[[nodiscard]] std::optional<std::string>
points_at_one_place(const assembly::CoupledModel& model, const ModalModel& modal,
                    const std::vector<ContactPoint>& points);

/// "contact.rub", or "contact.rub, slave node 2 at (0, 0) m" of several.
[[nodiscard]] std::string name_of_point(const assembly::CoupledModel& model,
                                        const ContactPoint& point);

} // namespace slideway::dynamics
