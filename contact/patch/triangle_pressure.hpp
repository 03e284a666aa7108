#pragma once

#include "contact/patch/loaded_points.hpp"

#include <array>
#include <vector>

namespace slideway::contact {

/// Pressure linear on each of many triangles.
///
/// With the instantaneous centre c, D = |omega| int p |x - c|, and its derivatives by c, are sums
/// over the sides of the triangles, in closed form. Both triangles of a side share them: it counts
/// with the jump of pressure and slope across it. With c beyond 8 radii of the map sides cancel,
/// and loads on a grid of Chebyshev points, which have all moments of the map up to degree 11 each
/// way, take their place. Source: docs/theory/patch_friction.md, section 2.
class TrianglePressure {
public:
    struct Vertex {
        Vector2 at;      ///< [m]
        double pressure; ///< >= 0, of any unit
    };
    using Corners = std::array<std::size_t, 3>;

    /// @param triangles  corners counter-clockwise, indices into `vertices`
    /// @throws InputError  triangles turned over, without area or overlapping; pressures that are
    ///                     negative or without resultant
    TrianglePressure(std::vector<Vertex> vertices, std::vector<Corners> triangles);

    [[nodiscard]] const std::vector<Vertex>& vertices() const { return vertices_; }
    [[nodiscard]] const std::vector<Corners>& triangles() const { return triangles_; }

    /// Of the friction limit 1, about the origin; slip and spin not both 0.
    [[nodiscard]] PatchForce force(const Vector2& slip, double spin) const;

    /// Points that stand for the map, of the load 1: about n, at least one of a triangle.
    [[nodiscard]] std::vector<LoadedPoint> points(int n) const;

private:
    /// The jump from the triangle on its left to that on its right, load 1.
    struct Side {
        std::size_t from, to;
        Vector2 t, n;    // along, and outward of the left one
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
