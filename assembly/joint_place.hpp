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

/// Place where a joint acts, with the levers from its ports to it.
struct JointPlace {
    std::optional<Eigen::Vector3d> at = {}; ///< [m]; empty: no port has a position
    /// Largest distance of the place from each port normal to the direction of a row [m], as far as
    /// the rotations of that port transmit it.
    std::array<double, 2> lever = {0, 0};
    /// Largest lever of a row that the rotations of the ports do not transmit [m]. At a
    /// default place it is that of both ports together: the forces leave a moment of force
    /// times this lever.
    double uncarried = 0;
    bool crossed = false; ///< true if a row has different directions on the two ports

    [[nodiscard]] bool has_levers() const { return lever[0] > 0 || lever[1] > 0; }
};

/// Place of a joint if the user gives none.
enum class DefaultPlace {
    between, ///< the midpoint of the ports, or a port that lacks a necessary rotation
    first    ///< the first port
};

/// Position of a port, weighted by its shares.
/// @return empty for a port without a position
[[nodiscard]] std::optional<Eigen::Vector3d> place_of(const fem::Port& port);

/// Determines the place of a joint and adds its levers to S of both ends. Every row then measures
/// the displacement of the body at one place:
///
///   d . (u + theta x a) = d . u + (a x d) . theta,   a = at - X
///
/// Here d is the direction of a row and X the position of a port. A rigid motion of both bodies
/// then gives no joint displacement, and the joint forces on both bodies have neither resultant nor
/// moment. Rows of rotations and of components without an axis need no lever. Offsets within the
/// round-off of the coordinates count as zero.
///
/// @param second  null: ground, which coincides with any place
/// @param given   place that a user requests; none: `otherwise`, or the only port with a position
[[nodiscard]] JointPlace place_joint(JointEnd& first, JointEnd* second,
                                     const std::optional<Eigen::Vector3d>& given,
                                     DefaultPlace otherwise = DefaultPlace::between);

/// Returns the rows of an end on the dofs of its body: rows of S x n.
[[nodiscard]] SparseMatrix rows_of(const JointEnd& end);

} // namespace slideway::assembly
