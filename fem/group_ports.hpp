#pragma once

#include "base/choice.hpp"
#include "fem/substructure.hpp"

#include <array>
#include <string>

namespace slideway::fem {

/// Motion of a group of nodes that a port of one node follows; see group_port.
enum class GroupMotion { rigid, mean };
constexpr auto choices(GroupMotion /*one of*/)
{
    using enum GroupMotion;
    return std::to_array<Choice<GroupMotion>>(
        {{rigid, "rigid",
          "nearest rigid motion in the mean: x, y and rotation; in space x, y, z and the "
          "rotations about them"},
         {mean, "mean", "the mean of each component"}});
}

/// Port with one node, at the centroid of the nodes of another port.
struct GroupPort {
    std::string name;
    std::string
        group; ///< a port or named node of the body with x and y, such as a group of its mesh
    GroupMotion motion = GroupMotion::rigid;
};

/// Returns the port `g.name` with one node. The weights w_i are the shares of the group's nodes:
/// uniform traction on its faces or along its curves, equal for groups of points. Supported nodes
/// count with displacement zero. X = sum w_i X_i.
///
/// mean:   one row per component of the group: sum w_i u_i.
/// rigid:  x, y and rotation of the rigid motion t + theta e_z x r_i nearest to the group in
///           least squares with weights w_i, r_i = X_i - X:
///             t = sum w_i u_i,   theta = sum w_i e_z . (r_i x u_i) / sum w_i |r_i|^2.
///           Its transpose distributes a force f and a moment m to the nodes:
///             f_i = w_i (f + m (e_z x r_i) / sum w_i |r_i|^2),
///           with resultant f and moment m about X (the distributing coupling of FE programs).
///         A group with a component z gives x, y, z, rotation_x, rotation_y and rotation_z:
///             theta = J^-1 sum w_i r_i x u_i,   J = sum w_i (|r_i|^2 I - r_i r_i^T),
///         and its transpose distributes f_i = w_i (f + (J^-1 m) x r_i).
///
/// @throws InputError  unknown group, group without x and y; rigid: all of its nodes at one
///                     position, or with a component z on one line
[[nodiscard]] Port group_port(const Substructure& s, const GroupPort& g);

/// Appends group_port(s, g). @throws InputError also if the body has a port of that name
void add_group_port(Substructure& s, const GroupPort& g);

} // namespace slideway::fem
