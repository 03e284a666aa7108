#pragma once

#include "dynamics/modal/jointed_system.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Motions of a system in which joints alike move alike: all copies of a body, halves of a body,
/// joints in parallel, blades that are driven alike. They are the motions of a smaller system,
///
///   q = Z y,   Z^T Z = 1,
///
/// in which each class of joints is one joint with the force of all of them.
struct SymmetricPart {
    JointedSystem system;
    Matrix Z;                          ///< m x modes of the part
    std::vector<int> weights;          ///< number of joints in each class, a joint of `system`
    std::vector<std::size_t> joint_of; ///< class of each joint of the whole
};

/// Classes of joints are the largest ones that stay together: beginning with all joints of one law,
/// a class is split where its rows differ on the smallest invariant subspace of the loads and the
/// sums of rows of all classes that act on it. A joint between two bodies that move alike does not.
/// Empty if each class has one joint.
/// @param apart  joints that are alike to no other, because a number of their law is a parameter
[[nodiscard]] std::optional<SymmetricPart> symmetric_part(const JointedSystem& whole,
                                                          const std::vector<std::size_t>& apart);

} // namespace slideway::dynamics
