#pragma once

#include "contact/patch/loaded_points.hpp"

#include <array>
#include <vector>

namespace slideway::contact {

/// Pressure that is linear on each of many triangles.
///
/// With the instantaneous centre c, D = |omega| int p |x - c| and its derivatives by c are
/// closed-form sums over the sides of the triangles. A side between two triangles contributes the
/// jump of pressure and slope across it. If c is farther than 8 radii of the map, the contributions
/// of sides cancel. Then loads on a grid of Chebyshev points replace the map; they have all its
/// moments up to degree 11 in each direction. Source: docs/theory/patch_friction.md, section 2.
class TrianglePressure {
public:
    struct Vertex {
        Vector2 at;      ///< [m]
        double pressure; ///< >= 0, in any unit
    };
    using Corners = std::array<std::size_t, 3>;

    /// @param triangles  corners counter-clockwise, indices into `vertices`
    /// @throws InputError  triangles that are clockwise, degenerate or overlapping; pressures that
    ///                     are negative or have no resultant
    TrianglePressure(std::vector<Vertex> vertices, std::vector<Corners> triangles);

    [[nodiscard]] const std::vector<Vertex>& vertices() const { return vertices_; }
    [[nodiscard]] const std::vector<Corners>& triangles() const { return triangles_; }

    /// Friction for the limit 1, about the origin; slip and spin must not both be 0.
    [[nodiscard]] PatchForce force(const Vector2& slip, double spin) const;

    /// About n loaded points that represent the map with load 1, at least one per triangle.
    [[nodiscard]] std::vector<LoadedPoint> points(int n) const;

private:
    /// A side with the jump of pressure from its left to its right triangle, for load 1.
    struct Side {
        std::size_t from, to;
        Vector2 t, n;    // along the side, and outward normal of the left triangle
        double p;        // at the origin
        double p_n, p_t; // slopes
    };
    [[nodiscard]] PatchForce near_force(const Vector2& slip, double spin, const Vector2& c) const;

    std::vector<Vertex> vertices_;
    std::vector<Corners> triangles_;
    std::vector<Side> sides_;
    Vector2 middle_;
    double radius_ = 0;
    std::vector<LoadedPoint> from_afar_;
};

} // namespace slideway::contact
