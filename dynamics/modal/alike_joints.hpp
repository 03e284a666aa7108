#pragma once

#include "dynamics/modal/driven_joints.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// True if two laws give the same force and the same events for the same motion.
/// @param rows  number of rows of their joints
[[nodiscard]] bool alike(const contact::JointLaw& a, const contact::JointLaw& b, Index rows);

/// Law whose force is n times that of a law with the same events; nothing if its numbers do not
/// give one.
/// @param rows  number of rows of its joint
[[nodiscard]] std::optional<contact::JointLaw> strengthened(const contact::JointLaw& law,
                                                            Index rows, int n);

/// True if the forces of all joints together are odd: each law is odd, or faces another joint with
/// the same law on the opposite displacement.
/// @param single  joints that face no other, because a number of their law is a parameter
[[nodiscard]] bool are_odd_together(const std::vector<ModalLaw>& joints,
                                    const std::vector<std::size_t>& single);

} // namespace slideway::dynamics
