#pragma once

#include <Eigen/Core>

#include <array>
#include <cmath>

namespace slideway::contact {

using Vector2 = Eigen::Vector2d;

/// Position of a slave node relative to a master segment T1 -> T2.
struct Projection {
    double alpha = 0;     ///< position on the segment, 0 at T1, 1 at T2 (eq. 36)
    double gap = 0;       ///< [m], > 0 open
    double cos_gamma = 1; ///< direction t = (cos, sin), outward normal n = (-sin, cos)
    double sin_gamma = 0;
    double length = 0; ///< [m]
};

/// Normal projection of the slave node on the line through a segment.
/// Source: Brunetti, D'Ambrogio & Fregolent, doi:10.1007/s11071-020-06081-9, eqs. (34)-(36).
inline Projection project(const Vector2& slave, const Vector2& T1, const Vector2& T2)
{
    const Vector2 along = T2 - T1, from = slave - T1;
    Projection p;
    p.length = std::sqrt(along.x() * along.x() + along.y() * along.y());
    p.cos_gamma = along.x() / p.length;
    p.sin_gamma = along.y() / p.length;
    p.alpha = (from.x() * p.cos_gamma + from.y() * p.sin_gamma) / p.length;
    p.gap = -from.x() * p.sin_gamma + from.y() * p.cos_gamma;
    return p;
}

/// True if the projection lies on the segment, 0 <= alpha < 1, or if alpha is not a number.
inline bool on_segment(const Projection& projection)
{
    return !(projection.alpha < 0 || projection.alpha >= 1);
}

/// Sine of the angle by which a curve turns left from one segment to the next, from projections on
/// both: > 0 at a concave corner, where the curve turns into the free side.
inline double turn(const Projection& first, const Projection& second)
{
    return first.cos_gamma * second.sin_gamma - first.sin_gamma * second.cos_gamma;
}

/// True if a node may touch both segments of a corner at once: the corner is concave, by 0.6 to
/// almost 180 degrees. Shallower corners are those of a polygon of a smooth curve, where a node
/// touches only the segment with the smaller gap.
inline bool holds_two(const Projection& first, const Projection& second)
{
    constexpr double shallow = 0.01;
    const double cosine = first.cos_gamma * second.cos_gamma + first.sin_gamma * second.sin_gamma;
    return turn(first, second) > (cosine > 0 ? shallow : 0.0);
}

/// End of a walk along a polyline.
struct Walked {
    Eigen::Index segment = 0; ///< -1 or n_segments: past an end of the surface
    Projection at;            ///< on that segment; past an end on the last one
    /// Other segment of the last corner that was passed, or of the corner at which the walk stopped
    /// because the slave is over neither of its segments; -1 if there is none.
    Eigen::Index other = -1;
    Projection at_other;
};

/// Walks from `segment` to the neighbour that the projection points to, and returns the last
/// segment with the projection on it. Intervals are half-open, [0, 1). At a corner, the projections
/// on both neighbours can point at each other, and the walk ends there. At a convex corner it ends
/// on the segment from which it came. At a concave corner, where the slave is inside of both
/// segments, it ends on the segment with the smaller gap.
///
/// @param node    node(k) is the position of node k of the polyline
/// @param closed  true if the last segment ends at the beginning of the first one
template <class NodePosition>
Walked walk(const Vector2& slave, Eigen::Index segment, Eigen::Index n_segments,
            const NodePosition& node, bool closed = false)
{
    Walked w{segment, project(slave, node(segment), node(segment + 1)), -1, {}};
    for (Eigen::Index moves = 0; !on_segment(w.at) && moves < n_segments; ++moves) {
        const bool back = w.at.alpha < 0;
        Eigen::Index neighbour = w.segment + (back ? -1 : 1);
        if (closed)
            neighbour = (neighbour + n_segments) % n_segments;
        if (neighbour < 0 || neighbour >= n_segments) {
            w.segment = neighbour;
            break;
        }
        const Projection next = project(slave, node(neighbour), node(neighbour + 1));
        const bool over_neither = back ? next.alpha >= 1 : next.alpha < 0;
        const bool concave = (back ? turn(next, w.at) : turn(w.at, next)) > 0;
        if (over_neither && !(concave && next.gap < w.at.gap)) {
            w.other = neighbour;
            w.at_other = next;
            break;
        }
        w.other = w.segment;
        w.at_other = w.at;
        w.segment = neighbour;
        w.at = next;
        if (over_neither)
            break;
    }
    return w;
}

/// One row of B_C or B_E on the dofs that a contact touches: (T1x, T1y, T2x, T2y), (Cx, Cy).
struct ContactRow {
    std::array<double, 4> master;
    std::array<double, 2> slave;
};

/// Row with the direction Gamma = (G1, G2) on the slave: [(1-alpha) Gamma, alpha Gamma, -Gamma].
inline ContactRow contact_row(double alpha, double G1, double G2)
{
    return {{(1 - alpha) * G1, (1 - alpha) * G2, alpha * G1, alpha * G2}, {-G1, -G2}};
}

/// Compatibility, eq. (44): B_C (X + u) = -gap.
inline ContactRow compatibility_row(const Projection& p)
{
    return contact_row(p.alpha, -p.sin_gamma, p.cos_gamma);
}

/// Equilibrium with Coulomb friction, eqs. (39) and (42): the force on the slave node is
/// lambda (n - direction mu t), on the master nodes the opposite; lambda > 0 is compression.
/// @param direction  +1 if the slave slides along t, -1 against it (the +- of eq. 38)
inline ContactRow equilibrium_row(const Projection& p, double mu, double direction)
{
    return contact_row(p.alpha, -p.sin_gamma - direction * mu * p.cos_gamma,
                       p.cos_gamma - direction * mu * p.sin_gamma);
}

/// Rows on the same dofs for small motions about a configuration in contact.
/// @{
/// Change of the direction of the segment, delta gamma = n . (dT2 - dT1) / l.
inline ContactRow turning_row(const Projection& p)
{
    const double nx = -p.sin_gamma / p.length, ny = p.cos_gamma / p.length;
    return {{-nx, -ny, nx, ny}, {0, 0}};
}

/// Sliding of the slave along the segment, l delta alpha = t . (dC - (1-alpha) dT1 - alpha dT2).
inline ContactRow sliding_row(const Projection& p)
{
    return contact_row(p.alpha, -p.cos_gamma, -p.sin_gamma);
}

/// Derivatives of equilibrium_row by gamma and by alpha.
inline ContactRow equilibrium_by_gamma(const Projection& p, double mu, double direction)
{
    return contact_row(p.alpha, -p.cos_gamma + direction * mu * p.sin_gamma,
                       -p.sin_gamma - direction * mu * p.cos_gamma);
}
inline ContactRow equilibrium_by_alpha(const Projection& p, double mu, double direction)
{
    const double G1 = -p.sin_gamma - direction * mu * p.cos_gamma,
                 G2 = p.cos_gamma - direction * mu * p.sin_gamma;
    return {{-G1, -G2, G1, G2}, {0, 0}};
}
/// @}

} // namespace slideway::contact
