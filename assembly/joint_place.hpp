#pragma once

#include "base/types.hpp"

#include <array>
#include <optional>

namespace slideway::fem {
struct Port;
struct Substructure;
} // namespace slideway::fem

namespace slideway::assembly {

/// One end of a joint: y = S u, with u the mean of each component over the port.
struct JointEnd {
    const fem::Substructure* body = nullptr;
    const fem::Port* port = nullptr;
    Matrix S; ///< rows of the joint x components of the port
};

/// Place where a joint acts, and the levers from its ports to that place.
struct JointPlace {
    std::optional<Eigen::Vector3d> at = {}; ///< [m]; none: no port has a place
    /// Largest distance of the place from each port across the direction of a row [m], as far as
    /// the rotations of that port carry it.
    std::array<double, 2> lever = {0, 0};
    /// Largest lever of a row that the rotations of the ports do not carry [m]. At a default place
    /// that of both ports together, so that the forces leave a moment of force times this.
    double uncarried = 0;
    bool crossed = false; ///< a row has other directions on the second port than on the first

    [[nodiscard]] bool has_levers() const { return lever[0] > 0 || lever[1] > 0; }
};

/// Place of a joint for which the user gives none.
enum class DefaultPlace {
    between, ///< the midpoint of the ports; if a port lacks a rotation that this needs, that port
    first    ///< the first port
};

/// Position of a port, weighted by its shares. The third coordinate follows from the rotations of
/// its body about x and y; it is 0 without them.
/// @return none for a port without a place
[[nodiscard]] std::optional<Eigen::Vector3d> place_of(const fem::Substructure& body,
                                                      const fem::Port& port);

/// Places a joint and adds its levers to S of both ends, so that every row takes the displacement
/// of the body at one place:
///
///   d . (u + theta x a) = d . u + (a x d) . theta,   a = at - X
///
/// with d the direction of a row and X a port. A rigid motion of both bodies then gives no joint
/// displacement, and the joint forces of both bodies have neither resultant nor moment. Rows of
/// rotations and of components without an axis need no lever. Offsets that are round-off of the
/// coordinates count as none.
///
/// @param second  null: ground, which has every place
/// @param given   place that a user requests; none: `otherwise`, or the only port with a place
[[nodiscard]] JointPlace place_joint(JointEnd& first, JointEnd* second,
                                     const std::optional<Eigen::Vector3d>& given,
                                     DefaultPlace otherwise = DefaultPlace::between);

/// Rows of an end on the dofs of its body: rows of S x n.
[[nodiscard]] SparseMatrix rows_of(const JointEnd& end);

} // namespace slideway::assembly
